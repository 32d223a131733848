#pragma once

#include <functional>
#include <vector>

#include "frontend/random_programs/generator.h"

namespace hlo2c::frontend::random_programs {

/// Programs that are one step smaller, most promising first: fewer results, a value replaced by an argument
/// with the evaluator's result, an op replaced by its operand, a smaller dimension, simpler numbers in
/// arguments. Each is verified.
std::vector<RandomProgram> smaller_programs(const RandomProgram& random);

/// Shrinks a program as long as it fails. `failing` returns the index of the first program that still fails,
/// or -1.
RandomProgram shrink(RandomProgram random,
                     const std::function<int(const std::vector<RandomProgram>&)>& failing);

/// The literals of all values outside regions, by value; empty for other values.
std::vector<Literal> evaluate_values(const RandomProgram& random);

}  // namespace hlo2c::frontend::random_programs

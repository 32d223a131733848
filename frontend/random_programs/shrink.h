#pragma once

#include <functional>
#include <vector>

#include "frontend/random_programs/generator.h"

namespace hlo2c::frontend::random_programs {

/// Programs that are a step smaller, most promising first: fewer results, a value of the program turned into
/// an argument that holds what the evaluator computed, an op replaced by its operand, a dimension cut, plain
/// numbers in arguments. Each is verified.
std::vector<RandomProgram> smaller_programs(const RandomProgram& random);

/// Makes a program smaller while it fails. `failing` says which of some programs is the first to fail still;
/// -1 for none.
RandomProgram shrink(RandomProgram random,
                     const std::function<int(const std::vector<RandomProgram>&)>& failing);

/// The literals of all values outside of regions, by value; those of other values are empty.
std::vector<frontend::Literal> evaluate_values(const RandomProgram& random);

}  // namespace hlo2c::frontend::random_programs

#pragma once

#include <cstdint>
#include <vector>

#include "driver/random_arguments.h"

namespace hlo2c::driver {

/// The style of the program for each argument of its entry point. Where floats are mixed, arguments that ops
/// know as weights are brought to a scale at which sums keep the size of their other operand, and those whose
/// root or logarithm is taken are positive, as are integers that floats are raised to: else deep programs
/// give nothing but infinities and NaN, whatever their kernels do.
std::vector<ArgumentStyle> argument_styles(const frontend::Program& program, std::uint64_t draw = 0);

/// How many draws put a large number at each place of the rows of which a program takes the largest element,
/// in one row or another; 0 unless exponentials depend on it: they overflow if the largest element is missed.
/// Draw `draws_for_branches(program)` is the first of them.
std::int64_t draws_for_maxima(const frontend::Program& program);

/// How many draws go through the branches of a program: one goes through one of each `if` and `case`. Some
/// more than there are branches, as what chooses has values outside of them; 1 without any.
std::int64_t draws_for_branches(const frontend::Program& program);

}  // namespace hlo2c::driver

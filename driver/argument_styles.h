#pragma once

#include <vector>

#include "driver/random_arguments.h"

namespace hlo2c::driver {

/// The style of the program for each argument of its entry point. Where floats are mixed, arguments that ops
/// know as weights are brought to a scale at which sums keep the size of their other operand, and those whose
/// root or logarithm is taken are positive, as are integers that floats are raised to: else deep programs
/// give nothing but infinities and NaN, whatever their kernels do.
std::vector<ArgumentStyle> argument_styles(const frontend::Program& program);

}  // namespace hlo2c::driver

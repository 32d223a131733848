#pragma once

#include <array>

#include "scheduler/program_names.h"

namespace hlo2c::scheduler {

using TrialOperands = std::array<double, 3>;

/// What an op makes of some numbers, to recognise what a computation is; booleans are 0 and 1.
using TrialValue = double (*)(const Op& op, const TrialOperands& operands);

/// nullptr for ops that are not tried.
TrialValue trial_value(OpCode code);

}  // namespace hlo2c::scheduler

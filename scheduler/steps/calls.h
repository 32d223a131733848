#pragma once

#include "scheduler/steps/step_builder.h"

namespace hlo2c::scheduler {

/// Calls the kernel of a step: over the memory of an operand where both share it, after a copy of what it
/// updates where they do not.
void add_call(StepBuilder& builder, const PendingStep& step, std::vector<Step>& steps);

}  // namespace hlo2c::scheduler

#pragma once

#include "scheduler/steps/step_builder.h"

namespace hlo2c::scheduler {

/// Adds the kernel call of a step. The kernel works in place if a result shares an operand's memory. An
/// update that does not share the memory of the updated value copies that value first.
void add_call(StepBuilder& builder, const PendingStep& step, std::vector<Step>& steps);

}  // namespace hlo2c::scheduler

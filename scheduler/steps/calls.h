#pragma once

#include "scheduler/steps/step_builder.h"

namespace hlo2c::scheduler {

/// Calls the kernel of step `s` of the region: over the memory of an operand that nobody reads afterwards
/// where the kernel allows it, after a copy of what it updates where that has to stay.
void add_call(StepBuilder& builder, const PendingRegion& region, int s, std::vector<Step>& steps);

}  // namespace hlo2c::scheduler

#pragma once

#include "scheduler/steps/step_builder.h"

namespace hlo2c::scheduler {

/// Adds a collective, a transfer or a process id, or the start or end of one.
void add_process_step(StepBuilder& builder, const PendingStep& step, std::vector<Step>& steps);
/// Adds a custom call. A result that aliases an operand initially holds that operand.
void add_custom_call(StepBuilder& builder, const PendingStep& step, std::vector<Step>& steps);
/// Adds the ends of a region's sends, so that they have completed when the region ends.
void end_sends(StepBuilder& builder, const PendingRegion& region, std::vector<Step>& steps);

}  // namespace hlo2c::scheduler

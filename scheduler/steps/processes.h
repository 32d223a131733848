#pragma once

#include "scheduler/steps/step_builder.h"

namespace hlo2c::scheduler {

/// Finds the first sends of loops and branches; the others end with their regions.
void find_kept_sends(StepBuilder& builder);
/// A collective, a transfer or a process id; or the start or the end of one.
void add_process_step(StepBuilder& builder, const PendingStep& step, std::vector<Step>& steps);
/// A custom call. Results that are aliases of an operand begin as that operand.
void add_custom_call(StepBuilder& builder, const PendingStep& step, std::vector<Step>& steps);
/// What a region sends has arrived when the region ends.
void end_sends(StepBuilder& builder, const PendingRegion& region, std::vector<Step>& steps);

}  // namespace hlo2c::scheduler

#pragma once

#include "scheduler/steps/step_builder.h"

namespace hlo2c::scheduler {

/// A while, as a counted loop where a scalar counts it.
void add_loop(StepBuilder& builder, const PendingStep& step, std::vector<Step>& steps);
/// An if or a case.
void add_branch(StepBuilder& builder, const PendingStep& step, std::vector<Step>& steps);

}  // namespace hlo2c::scheduler

#pragma once

#include "scheduler/steps/step_builder.h"

namespace hlo2c::scheduler {

/// Gives the state of a while at step `s` its buffers, before the steps that make the initial values, so that
/// those are computed in place.
void prepare_loop(StepBuilder& builder, const PendingRegion& region, int s);
/// A while, as a counted loop where a scalar counts it.
void add_loop(StepBuilder& builder, const PendingStep& step, std::vector<Step>& steps);
/// An if or a case.
void add_branch(StepBuilder& builder, const PendingStep& step, std::vector<Step>& steps);

}  // namespace hlo2c::scheduler

#pragma once

#include "scheduler/steps/step_builder.h"

namespace hlo2c::scheduler {

/// Adds a while, as a counted loop if it has a scalar counter.
void add_loop(StepBuilder& builder, const PendingStep& step, std::vector<Step>& steps);
/// Adds an if or a case.
void add_branch(StepBuilder& builder, const PendingStep& step, std::vector<Step>& steps);

/// False for an operand of a loop whose elements the iterations write before they read any.
bool reads_initial(const frontend::Op& loop, std::size_t operand);

}  // namespace hlo2c::scheduler

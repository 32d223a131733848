#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Marks the states of loops whose first elements no iteration needs, such as the stacked results of a scan:
/// each iteration writes a slice, all of them write every element, and nothing else in the loop reads any.
/// Nobody then has to fill or copy the initial state.
void mark_unread_states(frontend::Program& program);

}  // namespace hlo2c::scheduler

#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Brings ops that communicate with other processes into the single form that steps are made from.
///
/// Removes tokens: steps keep program order among all ops with side effects. An asynchronous op runs
/// synchronously at its start, unless it is a collective that ends exactly once, in the same region; other
/// futures become the values in them. A receive starts as soon as its token is available, through an
/// async_start around it. The end of an asynchronous op moves down to where its results are needed.
/// Operands of reductions are converted to the type in which they are reduced, and the lists of a ragged
/// all-to-all to i64.
void prepare_process_ops(frontend::Program& program);

}  // namespace hlo2c::scheduler

#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Brings ops that talk to other processes into the one form that steps are made from.
///
/// Tokens go away: steps keep the order of the program among all ops that have effects. An asynchronous op
/// runs where it is started unless it is a collective that ends once, in the same region; futures that are
/// carried on become the values that are in them. A receive begins when its token is there, as an async_start
/// around it, and what is under way is waited for where its results are needed. cross-replica-sum becomes
/// all_reduce; operands of reductions are converted to the type in which they are reduced, and the lists of a
/// ragged exchange to i64.
void prepare_process_ops(frontend::Program& program);

}  // namespace hlo2c::scheduler

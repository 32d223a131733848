#pragma once

#include "frontend/ir/program.h"
#include "scheduler/processes/process_constants.h"

namespace hlo2c::scheduler {

/// True for a custom call that the hook for custom calls serves: any but the collectives that are written as
/// custom calls. Functions of runtime_c are called before anybody asks.
bool is_hook_call(const frontend::Op& op);

/// The constants of the hook's request: the configuration as text, a dictionary with its keys in order.
/// Fails with H0416 for targets that speak to the compiler, for calls that hand over computations of the
/// program, for values that are no tensors, for layouts that are not row-major, and for aliases of parts of
/// tuples.
CustomCall describe_custom_call(const frontend::Program& program, const frontend::Function& function,
                                const frontend::Op& op);

/// Takes what `op` says of its tokens out of its aliases and layouts, before the tokens themselves go.
void forget_tokens(const frontend::Function& function, frontend::Op& op);

}  // namespace hlo2c::scheduler

#pragma once

#include "frontend/ir/program.h"
#include "scheduler/processes/process_constants.h"

namespace hlo2c::scheduler {

/// True for a custom call that the hook for custom calls serves: any but the collectives that are written as
/// custom calls. Calls of functions of runtime_c have been lowered before this is asked.
bool is_hook_call(const frontend::Op& op);

/// The constants of the hook's request: the configuration as text, a dictionary with its keys in order. Fails
/// with H0416 for targets that address the compiler, for calls that pass computations of the program, for
/// values that are not tensors, for layouts that are not row-major, and for aliases of parts of tuples.
CustomCall describe_custom_call(const frontend::Program& program, const frontend::Function& function,
                                const frontend::Op& op);

/// Removes the tokens of `op` from its aliases and layouts, before the tokens themselves are removed.
void forget_tokens(const frontend::Function& function, frontend::Op& op);

}  // namespace hlo2c::scheduler

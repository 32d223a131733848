#pragma once

#include <optional>

#include "frontend/ir/program.h"
#include "scheduler/processes/process_constants.h"

namespace hlo2c::scheduler {

/// True for collectives, sends, receives, feeds, process ids and their asynchronous forms.
bool is_process_op(frontend::OpCode code);
/// True only for collectives.
bool is_collective(const frontend::Op& op);

/// "stablehlo.all_reduce model.py:41": the op's name, or `name` instead, and its source location.
std::string op_text(const frontend::Program& program, const frontend::Op& op, const std::string& name = "");

/// The op that an async_start runs, or the op itself.
const frontend::Op& process_op(const frontend::Op& op);

/// Operands that hold data, in the order of the results: all except the dynamic root of a broadcast or
/// reduce.
std::vector<frontend::ValueId> data_operands(const frontend::Op& op);

/// The constants of the request for operand and result number `index` of a collective; without the combiner.
/// Fails with H0413 for anything that the hooks cannot express.
Collective describe_collective(const frontend::Program& program, const frontend::Function& function,
                               const frontend::Op& op, std::size_t index, frontend::ValueId input,
                               frontend::ValueId output);

/// The constants of a transfer of `value` by an infeed, outfeed, send or recv.
Transfer describe_transfer(const frontend::Program& program, const frontend::Function& function,
                           const frontend::Op& op, frontend::ValueId value);

/// Name of the reduction of `region`: `^(a, b): return op(a, b)`.
ReductionName reduction_name(const frontend::Function& function, const frontend::Region& region);

}  // namespace hlo2c::scheduler

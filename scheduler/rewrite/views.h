#pragma once

#include "frontend/ir/op_set.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {

/// Ops whose result has their operand's elements, moved or converted, one by one.
inline constexpr frontend::OpSet views = {OpCode::Convert, OpCode::Reshape, OpCode::Reverse,
                                          OpCode::Transpose};

}  // namespace hlo2c::scheduler

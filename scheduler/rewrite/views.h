#pragma once

#include "scheduler/program_names.h"

namespace hlo2c::scheduler {

/// True for ops whose result has their operand's elements, moved or converted.
inline bool is_view(OpCode code) {
    return code == OpCode::Reshape || code == OpCode::Transpose || code == OpCode::Reverse ||
           code == OpCode::Convert;
}

}  // namespace hlo2c::scheduler

#pragma once

#include <string_view>

#include "frontend/forms/hlo/fields.h"
#include "frontend/ops/op_row.h"

namespace hlo2c::frontend {

/// One HLO opcode that maps directly to an op: same operands, same results (a tuple's leaves in order),
/// called computations as regions, attributes converted by `fields`. The opcode is `hlo` of the op's row
/// (frontend/ops/rows).
struct OpcodeRow {
    std::string_view opcode;
    OpCode code;
    const FactList<const Field*, 5>* fields;
};

/// The row of an opcode; nullptr for opcodes that only functions of their own convert, and for unknown ones.
const OpcodeRow* row_of(std::string_view opcode);
/// The row by which an op is exported, or nullptr.
const OpcodeRow* row_of(OpCode code);

}  // namespace hlo2c::frontend

#pragma once

#include <array>
#include <string_view>

#include "frontend/forms/hlo/fields.h"
#include "frontend/ir/opcode.h"

namespace hlo2c::frontend {

/// One opcode of HLO that is an op of the table: same operands, same results (a tuple's leaves in order), its
/// called computations as regions, attributes as `fields` say. Null fields are at the end.
struct OpcodeRow {
    std::string_view opcode;
    OpCode code;
    std::array<const Field*, 5> fields;
};

/// The row of an opcode, or nullptr: such opcodes are read and written by functions of their own.
const OpcodeRow* row_of(std::string_view opcode);
/// The row by which an op is written, or nullptr.
const OpcodeRow* row_of(OpCode code);

}  // namespace hlo2c::frontend

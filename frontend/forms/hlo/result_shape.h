#pragma once

#include <optional>
#include <vector>

#include "frontend/forms/hlo/opcodes.h"
#include "frontend/forms/hlo/site.h"

namespace hlo2c::frontend {

/// A computation that is complete, with its root.
struct CalledComputation {
    wire::HloComputationProto* computation = nullptr;
    const wire::HloInstructionProto* root = nullptr;
};

/// The row-major result shape of an instruction with the opcode of `row`, as ops/ infers it. Nullopt if the
/// operands, the attributes and the computation `called` (or nullptr) do not determine it. Throws like
/// `verify` if the instruction is not valid.
std::optional<wire::ShapeProto> result_shape(const OpcodeRow& row,
                                             const wire::HloInstructionProto& instruction,
                                             const std::vector<const wire::HloInstructionProto*>& operands,
                                             const CalledComputation* called, const Site& site);

}  // namespace hlo2c::frontend

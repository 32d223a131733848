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

/// The row-major shape that the inference of ops/ gives an instruction that is the op of `row`; nothing where
/// its operands, attributes and computation (`called`, or nullptr) do not determine it. Throws as `verify`
/// does where the instruction is not valid.
std::optional<wire::ShapeProto> result_shape(const OpcodeRow& row,
                                             const wire::HloInstructionProto& instruction,
                                             const std::vector<const wire::HloInstructionProto*>& operands,
                                             const CalledComputation* called, const Site& site);

}  // namespace hlo2c::frontend

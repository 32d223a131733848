#pragma once

#include <string_view>

#include "frontend/ir/opcode.h"

namespace hlo2c::frontend {

/// The labels of the constraints that give the results of an op their shapes and their element types; "" for
/// ops without such constraints, and where each result has its own.
struct ResultLabels {
    std::string_view shape, element;
};

ResultLabels result_labels(OpCode code);

}  // namespace hlo2c::frontend

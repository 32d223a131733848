#pragma once

#include "frontend/ir/literal.h"

namespace hlo2c::frontend {

/// What a process gets from a collective that it takes no part in: zeros; the quantized zero for a quantized
/// type.
Literal zeros(const TensorType& type);

}  // namespace hlo2c::frontend

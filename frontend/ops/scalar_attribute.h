#pragma once

#include <optional>

#include "frontend/ir/attribute.h"

namespace hlo2c::frontend {

/// The truth value, integer, real or complex number that an attribute holds, as a scalar of the type that is
/// written with it; nothing where it holds none, or one of a type that tensors do not have.
std::optional<Literal> scalar_value(const Attribute& attribute);

}  // namespace hlo2c::frontend

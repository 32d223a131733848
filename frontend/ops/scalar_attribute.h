#pragma once

#include <optional>

#include "frontend/ir/attribute.h"

namespace hlo2c::frontend {

/// The boolean, integer, real or complex number of an attribute, as a scalar of the attribute's type; nothing
/// if it holds no number, or one of a type that is not an element type.
std::optional<Literal> scalar_value(const Attribute& attribute);

}  // namespace hlo2c::frontend

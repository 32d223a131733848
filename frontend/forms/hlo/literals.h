#pragma once

#include <vector>

#include "frontend/forms/hlo/hlo.pb.h"
#include "frontend/forms/hlo/site.h"
#include "frontend/ir/literal.h"

namespace hlo2c::frontend {

/// The arrays of a literal, converted to row-major order; a tuple gives the arrays of its elements. A bounded
/// dimension has the size of its bound. An array without any data counts as elided (elided.h). Refuses data
/// that does not fill the shape exactly, before it allocates anything of the shape's size.
std::vector<Literal> literals_of(const wire::LiteralProto& literal, const Site& site);

/// The type with each dynamic size replaced by its bound; refuses a dynamic size without a bound.
TensorType largest(TensorType type, const Site& site);

/// The message of a literal, with a splat expanded.
wire::LiteralProto literal_message(const Literal& literal);

}  // namespace hlo2c::frontend

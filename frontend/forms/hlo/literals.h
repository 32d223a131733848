#pragma once

#include <vector>

#include "frontend/forms/hlo/hlo.pb.h"
#include "frontend/forms/hlo/site.h"
#include "frontend/ir/literal.h"

namespace hlo2c::frontend {

/// The arrays of a literal in row-major order, whatever the order of its layout; a tuple gives those of its
/// elements, with the largest sizes of dimensions that are bounded. Refuses data that does not fill the shape
/// exactly, before anything of the shape's size is made; one that has no data at all was left out.
std::vector<Literal> literals_of(const wire::LiteralProto& literal, const Site& site);

/// The type with the largest size of each dimension; refuses one that has no bound.
TensorType largest(TensorType type, const Site& site);

/// The literal with every element written out.
wire::LiteralProto literal_message(const Literal& literal);

}  // namespace hlo2c::frontend

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "frontend/forms/hlo/hlo.pb.h"
#include "frontend/forms/hlo/site.h"
#include "frontend/ir/type.h"

namespace hlo2c::frontend {

// Element types.

/// The element type of an array shape; nothing for tuples, tokens, opaque values and types without a form in
/// the IR (s1, u1).
std::optional<ElementType> element_type(wire::PrimitiveType type);
wire::PrimitiveType primitive_type(ElementType type);

// Shapes. The IR has no tuples where HLO has them: a value of a tuple shape is the list of its leaves, the
// arrays and tokens inside, in order.

/// Number of leaves, nested ones too. Refuses shapes nested deeper than 32.
std::size_t leaf_count(const wire::ShapeProto& shape, const Site& site);
/// The first leaf of element `index` of a tuple shape, and the one after its last.
struct LeafRange {
    std::size_t begin = 0, end = 0;
};
LeafRange element_leaves(const wire::ShapeProto& tuple, std::int64_t index, const Site& site);
/// The types of the leaves. Refuses negative sizes and more than 2^56 elements.
std::vector<Type> leaf_types(const wire::ShapeProto& shape, const Site& site);
/// The shapes of the leaves.
std::vector<const wire::ShapeProto*> leaf_shapes(const wire::ShapeProto& shape, const Site& site);
/// The type of an array.
TensorType tensor_type(const wire::ShapeProto& shape, const Site& site);

wire::ShapeProto shape_of(const Type& type);
/// A tuple of the types, or the one type itself.
wire::ShapeProto shape_of(const std::vector<Type>& types);
wire::ShapeProto tuple_shape(const std::vector<Type>& types);

// Layouts.

/// The dimensions of an array from the slowest to the fastest in memory; row-major where the shape has no
/// layout. Refuses what is no permutation.
std::vector<std::int64_t> major_to_minor(const wire::ShapeProto& shape, const Site& site);
bool is_row_major(const std::vector<std::int64_t>& major_to_minor);

}  // namespace hlo2c::frontend

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "frontend/forms/hlo/hlo.pb.h"
#include "frontend/forms/hlo/site.h"
#include "frontend/ir/type.h"

namespace hlo2c::frontend {

// Element types.

/// The element type of an array shape; nullopt for tuples, tokens, opaque values and types that the IR lacks
/// (s1, u1).
std::optional<ElementType> element_type(wire::PrimitiveType type);
wire::PrimitiveType primitive_type(ElementType type);

// Shapes. The IR represents a value of a tuple shape by its leaves: the arrays and tokens inside, in order.

/// Number of leaves, including nested ones. Refuses shapes nested deeper than 32.
std::size_t leaf_count(const wire::ShapeProto& shape, const Site& site);
/// The leaves [begin, end) of element `index` of a tuple shape.
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
/// The shape of a tuple of the types, or of the type itself if there is only one.
wire::ShapeProto shape_of(const std::vector<Type>& types);
wire::ShapeProto tuple_shape(const std::vector<Type>& types);

// Layouts.

/// The dimensions of an array, major to minor; row-major if the shape has no layout. Refuses a layout that is
/// not a permutation.
std::vector<std::int64_t> major_to_minor(const wire::ShapeProto& shape, const Site& site);
bool is_row_major(const std::vector<std::int64_t>& major_to_minor);

}  // namespace hlo2c::frontend

#include "frontend/forms/hlo/shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "frontend/diagnostic.h"
#include "frontend/error_numbers.h"
#include "frontend/forms/text/lexer.h"
#include "frontend/ir/checked_arithmetic.h"

namespace hlo2c::frontend {
namespace {

constexpr int deepest_shape = 32;

constexpr auto element_types = std::to_array<std::pair<wire::PrimitiveType, ElementType>>({
    {wire::PRED, ElementType::I1},
    {wire::S2, ElementType::I2},
    {wire::S4, ElementType::I4},
    {wire::S8, ElementType::I8},
    {wire::S16, ElementType::I16},
    {wire::S32, ElementType::I32},
    {wire::S64, ElementType::I64},
    {wire::U2, ElementType::UI2},
    {wire::U4, ElementType::UI4},
    {wire::U8, ElementType::UI8},
    {wire::U16, ElementType::UI16},
    {wire::U32, ElementType::UI32},
    {wire::U64, ElementType::UI64},
    {wire::F4E2M1FN, ElementType::F4E2M1FN},
    {wire::F6E2M3FN, ElementType::F6E2M3FN},
    {wire::F6E3M2FN, ElementType::F6E3M2FN},
    {wire::F8E3M4, ElementType::F8E3M4},
    {wire::F8E4M3, ElementType::F8E4M3},
    {wire::F8E4M3FN, ElementType::F8E4M3FN},
    {wire::F8E4M3FNUZ, ElementType::F8E4M3FNUZ},
    {wire::F8E4M3B11FNUZ, ElementType::F8E4M3B11FNUZ},
    {wire::F8E5M2, ElementType::F8E5M2},
    {wire::F8E5M2FNUZ, ElementType::F8E5M2FNUZ},
    {wire::F8E8M0FNU, ElementType::F8E8M0FNU},
    {wire::BF16, ElementType::BF16},
    {wire::F16, ElementType::F16},
    {wire::F32, ElementType::F32},
    {wire::F64, ElementType::F64},
    {wire::C64, ElementType::C64},
    {wire::C128, ElementType::C128},
});

/// Calls visit(leaf shape) for each leaf. A buffer counts as the array that it holds.
template <typename Visit>
void for_each_leaf(const wire::ShapeProto& shape, const Site& site, int depth, Visit& visit) {
    site.require(depth < deepest_shape, "a shape is nested too deeply");
    const bool nested = shape.element_type() == wire::TUPLE || shape.element_type() == wire::BUFFER;
    if (!nested) return visit(shape);
    for (const wire::ShapeProto& element : shape.tuple_shapes())
        for_each_leaf(element, site, depth + 1, visit);
}

Type leaf_type(const wire::ShapeProto& shape, const Site& site) {
    if (shape.element_type() == wire::TOKEN) return TokenType{};
    return tensor_type(shape, site);
}

}  // namespace

std::optional<ElementType> element_type(wire::PrimitiveType type) {
    for (const auto& [primitive, element] : element_types)
        if (primitive == type) return element;
    return std::nullopt;
}

wire::PrimitiveType primitive_type(ElementType type) {
    if (type == ElementType::Index) return wire::S64;
    for (const auto& [primitive, element] : element_types)
        if (element == type) return primitive;
    return wire::PRIMITIVE_TYPE_INVALID;
}

std::size_t leaf_count(const wire::ShapeProto& shape, const Site& site) {
    std::size_t count = 0;
    auto visit = [&](const wire::ShapeProto&) { count++; };
    for_each_leaf(shape, site, 0, visit);
    return count;
}

LeafRange element_leaves(const wire::ShapeProto& tuple, std::int64_t index, const Site& site) {
    if (tuple.element_type() != wire::TUPLE || index < 0 || index >= tuple.tuple_shapes_size())
        site.refuse(fmt::format("the shape has no element {}", index));
    LeafRange range;
    for (int i = 0; i <= index; i++) {
        range.begin = range.end;
        range.end += leaf_count(tuple.tuple_shapes(i), site);
    }
    return range;
}

std::vector<Type> leaf_types(const wire::ShapeProto& shape, const Site& site) {
    std::vector<Type> types;
    auto visit = [&](const wire::ShapeProto& leaf) { types.push_back(leaf_type(leaf, site)); };
    for_each_leaf(shape, site, 0, visit);
    return types;
}

std::vector<const wire::ShapeProto*> leaf_shapes(const wire::ShapeProto& shape, const Site& site) {
    std::vector<const wire::ShapeProto*> shapes;
    auto visit = [&](const wire::ShapeProto& leaf) { shapes.push_back(&leaf); };
    for_each_leaf(shape, site, 0, visit);
    return shapes;
}

TensorType tensor_type(const wire::ShapeProto& shape, const Site& site) {
    const std::optional<ElementType> element = element_type(shape.element_type());
    if (!element) {
        const std::string name = wire::PrimitiveType_IsValid(shape.element_type())
                                     ? wire::PrimitiveType_Name(shape.element_type())
                                     : std::to_string(shape.element_type());
        site.reject(fmt::format("values of the element type {} are not supported", name),
                    "Export the program with arrays of another type.");
    }
    TensorType type{{}, *element, {}, {}};
    bool bounded = false;
    for (int i = 0; i < shape.dimensions_size(); i++) {
        const std::int64_t size = shape.dimensions(i);
        const bool dynamic = i < shape.is_dynamic_dimension_size() && shape.is_dynamic_dimension(i);
        if (dynamic && size < 0) {
            type.shape.push_back(dynamic_size);
            type.bounds.push_back(dynamic_size);
            continue;
        }
        if (size < 0) site.refuse(fmt::format("a dimension has the size {}", size));
        type.shape.push_back(dynamic ? dynamic_size : size);
        type.bounds.push_back(dynamic ? size : dynamic_size);
        bounded = bounded || dynamic;
    }
    site.require(is_possible_shape(type.shape, type.bounds), "a shape has more than 2^56 elements");
    if (!bounded) type.bounds.clear();
    return type;
}

wire::ShapeProto shape_of(const Type& type) {
    wire::ShapeProto shape;
    if (const auto* tuple = std::get_if<TupleType>(&type.value)) return tuple_shape(tuple->elements);
    if (const auto* future = std::get_if<FutureType>(&type.value)) return tuple_shape(future->elements);
    if (const auto* foreign = std::get_if<ForeignType>(&type.value))
        unsupported(read_error::type, {}, fmt::format("the type {} cannot be written in HLO", foreign->text),
                    "Write the program as StableHLO text.");
    if (!type.is_tensor()) {
        shape.set_element_type(wire::TOKEN);
        return shape;
    }
    const TensorType& tensor = type.as_tensor();
    shape.set_element_type(primitive_type(tensor.element));
    for (std::size_t i = 0; i < tensor.shape.size(); i++) {
        const bool dynamic = tensor.shape[i] == dynamic_size;
        shape.add_dimensions(dynamic && !tensor.bounds.empty() ? tensor.bounds[i] : tensor.shape[i]);
        shape.add_is_dynamic_dimension(dynamic);
    }
    for (int i = tensor.rank() - 1; i >= 0; i--) shape.mutable_layout()->add_minor_to_major(i);
    shape.mutable_layout()->set_tail_padding_alignment_in_elements(1);
    return shape;
}

wire::ShapeProto shape_of(const std::vector<Type>& types) {
    return types.size() == 1 ? shape_of(types.front()) : tuple_shape(types);
}

wire::ShapeProto tuple_shape(const std::vector<Type>& types) {
    wire::ShapeProto shape;
    shape.set_element_type(wire::TUPLE);
    for (const Type& type : types) *shape.add_tuple_shapes() = shape_of(type);
    return shape;
}

std::vector<std::int64_t> major_to_minor(const wire::ShapeProto& shape, const Site& site) {
    const int rank = shape.dimensions_size();
    std::vector<std::int64_t> order(static_cast<std::size_t>(rank));
    for (int i = 0; i < rank; i++) order[static_cast<std::size_t>(i)] = i;
    if (shape.layout().minor_to_major_size() == 0) return order;
    site.require(shape.layout().minor_to_major_size() == rank,
                 "a layout does not have one entry per dimension");
    std::vector<bool> seen(static_cast<std::size_t>(rank), false);
    for (int i = 0; i < rank; i++) {
        const std::int64_t dimension = shape.layout().minor_to_major(i);
        site.require(dimension >= 0 && dimension < rank && !seen[static_cast<std::size_t>(dimension)],
                     "a layout is not a permutation of the dimensions");
        seen[static_cast<std::size_t>(dimension)] = true;
        order[static_cast<std::size_t>(rank - 1 - i)] = dimension;
    }
    return order;
}

bool is_row_major(const std::vector<std::int64_t>& major_to_minor) {
    return std::is_sorted(major_to_minor.begin(), major_to_minor.end());
}

}  // namespace hlo2c::frontend

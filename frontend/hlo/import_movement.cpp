#include <fmt/format.h>

#include <algorithm>

#include "frontend/hlo/import.h"
#include "frontend/hlo/literals.h"

namespace hlo2c::frontend {
namespace {

using Sizes = std::vector<std::int64_t>;

Sizes permuted(const Sizes& sizes, const Sizes& order) {
    Sizes result;
    for (const std::int64_t dimension : order) result.push_back(sizes[static_cast<std::size_t>(dimension)]);
    return result;
}

Sizes inverse(const Sizes& order) {
    Sizes result(order.size());
    for (std::size_t i = 0; i < order.size(); i++)
        result[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i);
    return result;
}

ValueId transpose(InstructionImport& import, ValueId operand, const Sizes& order) {
    if (is_row_major(order)) return operand;
    TensorType type = import.tensor(operand);
    type.shape = permuted(type.shape, order);
    return import.emit(OpCode::Transpose, {operand}, type, {{"permutation", IntegerArray{order}}});
}

/// The elements of `operand`, a list, as elements of another width: as many as their bits make.
ValueId reinterpret(InstructionImport& import, ValueId operand, ElementType to) {
    const TensorType from = import.tensor(operand);
    const std::int64_t count = from.shape[0];
    const int from_bits = bit_width(from.element), to_bits = bit_width(to);
    const auto convert = [&](ValueId value, Sizes shape) {
        return import.emit(OpCode::BitcastConvert, {value}, TensorType{std::move(shape), to, {}, {}});
    };
    if (from_bits == to_bits) return convert(operand, {count});
    if (to_bits < from_bits) {
        const std::int64_t parts = from_bits / to_bits;
        return import.reshape(convert(operand, {count, parts}), {count * parts});
    }
    const std::int64_t parts = to_bits / from_bits;
    import.site().require(count % parts == 0, "the elements do not fill those of the result");
    return convert(import.reshape(operand, {count / parts, parts}), {count / parts});
}

void refuse_tiles(const wire::ShapeProto& shape, const Site& site) {
    if (shape.layout().tiles_size() > 0)
        site.reject("a bitcast of an array that lies in tiles is not supported",
                    "Export the program as it is before layouts are assigned.");
}

}  // namespace

Leaves import_constant(InstructionImport& import) {
    const std::vector<Type> types = import.result_types();
    std::vector<Literal> literals = literals_of(import.instruction().literal(), import.site());
    import.site().require(literals.size() == types.size(), "the literal does not have the shape's elements");
    Leaves leaves;
    for (std::size_t i = 0; i < types.size(); i++) {
        import.site().require(types[i].is_tensor() &&
                                  literals[i].type().shape == types[i].as_tensor().shape &&
                                  literals[i].type().element == types[i].as_tensor().element,
                              "the literal does not have the type of the constant");
        leaves.push_back(import.constant(std::move(literals[i])));
    }
    return leaves;
}

Leaves import_tuple(InstructionImport& import) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < import.operand_count(); i++) count += import.operand(i).size();
    import.site().require(count == leaf_count(import.instruction().shape(), import.site()),
                          "the tuple does not have the elements of its shape");
    return import.all_operands();
}

/// copy, domain, add-dependency and the like: what comes in goes out.
Leaves import_identity(InstructionImport& import) {
    return import.operand(0);
}

/// The elements in the order in which they lie in memory, cut anew: a transpose into that order, a reshape,
/// and a transpose out of the order of the result.
Leaves import_bitcast(InstructionImport& import) {
    const wire::ShapeProto &from_shape = import.operand_shape(0), &to_shape = import.instruction().shape();
    const ValueId operand = import.value(0);
    const TensorType from = import.tensor(operand), to = import.result();
    import.site().require(from.is_static() && to.is_static(), "a bitcast of a size that is not known");
    Sizes from_order = major_to_minor(from_shape, import.site()),
          to_order = major_to_minor(to_shape, import.site());
    if (!import.module().module().has_schedule()) {
        std::sort(from_order.begin(), from_order.end());
        std::sort(to_order.begin(), to_order.end());
    }
    if (from.shape == to.shape && from.element == to.element && from_order == to_order) return {operand};
    refuse_tiles(from_shape, import.site());
    refuse_tiles(to_shape, import.site());
    ValueId value = transpose(import, operand, from_order);
    const std::int64_t wanted = to.element_count();
    if (from.element != to.element || from.element_count() != wanted) {
        value = import.reshape(value, {from.element_count()});
        if (from.element != to.element) value = reinterpret(import, value, to.element);
        const std::int64_t given = import.tensor(value).shape[0];
        import.site().require(given >= wanted, "a bitcast to more than there is");
        if (given > wanted)
            value = import.emit(OpCode::Slice, {value}, TensorType{{wanted}, to.element, {}, {}},
                                {{"start_indices", IntegerArray{{0}}},
                                 {"limit_indices", IntegerArray{{wanted}}},
                                 {"strides", IntegerArray{{1}}}});
    }
    value = import.reshape(value, permuted(to.shape, to_order));
    return {transpose(import, value, inverse(to_order))};
}

/// One scalar per size becomes the vector of sizes.
Leaves import_dynamic_reshape(InstructionImport& import) {
    Leaves sizes;
    for (std::size_t i = 1; i < import.operand_count(); i++) {
        import.site().require(import.tensor(import.value(i)).rank() == 0, "a size is no scalar");
        sizes.push_back(import.reshape(import.value(i), {1}));
    }
    import.site().require(!sizes.empty(), "there are no sizes");
    const TensorType vector{
        {static_cast<std::int64_t>(sizes.size())}, import.tensor(sizes[0]).element, {}, {}};
    const ValueId shape =
        import.emit(OpCode::Concatenate, std::move(sizes), vector, {{"dimension", IntegerAttribute{0}}});
    return {import.emit(OpCode::DynamicReshape, {import.value(0), shape}, import.result())};
}

}  // namespace hlo2c::frontend

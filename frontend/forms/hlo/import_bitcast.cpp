#include <algorithm>
#include <numeric>

#include "frontend/forms/hlo/import.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/checked_arithmetic.h"
#include "frontend/ir/dimension_lists.h"

namespace hlo2c::frontend {
namespace {

using Sizes = std::vector<std::int64_t>;

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
    return import.emit(OpCode::Transpose, {operand}, type, {attr::permutation.with(order)});
}

/// Reinterprets the bits of the 1-D `operand` as elements of type `to`, which may have another width.
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
    import.site().require(count % parts == 0, "the elements do not fill the result");
    return convert(import.reshape(operand, {count / parts, parts}), {count / parts});
}

ValueId padded(InstructionImport& import, ValueId operand, const Sizes& shape) {
    const TensorType from = import.tensor(operand);
    if (from.shape == shape) return operand;
    TensorType type = from;
    type.shape = shape;
    const Sizes none(shape.size(), 0);
    Sizes behind = none;
    for (std::size_t i = 0; i < shape.size(); i++) behind[i] = shape[i] - from.shape[i];
    const std::vector<std::byte> zero(static_cast<std::size_t>(byte_width(type.element)));
    const ValueId filler = import.constant(Literal(TensorType{{}, type.element, {}, {}}, zero));
    return import.emit(OpCode::Pad, {operand, filler}, type,
                       {attr::edge_padding_low.with(none), attr::edge_padding_high.with(behind),
                        attr::interior_padding.with(none)});
}

/// Slices off the elements beyond `shape`.
ValueId cut(InstructionImport& import, ValueId operand, const Sizes& shape) {
    TensorType type = import.tensor(operand);
    if (type.shape == shape) return operand;
    type.shape = shape;
    return import.emit(OpCode::Slice, {operand}, type,
                       {attr::start_indices.with(Sizes(shape.size(), 0)), attr::limit_indices.with(shape),
                        attr::strides.with(Sizes(shape.size(), 1))});
}

/// One level of tiling: the last dimensions are padded to multiples of the tile's, each is split into (tile,
/// position in the tile), and the positions are moved behind all tile dimensions.
struct Tiling {
    Sizes given, padded, split, order, tiled;
};

Tiling tiling(Sizes shape, const wire::TileProto& tile, const Site& site) {
    Tiling made;
    while (shape.size() < static_cast<std::size_t>(tile.dimensions_size())) shape.insert(shape.begin(), 1);
    made.given = made.padded = shape;
    const std::size_t outer = shape.size() - static_cast<std::size_t>(tile.dimensions_size());
    made.split.assign(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(outer));
    made.order.resize(outer);
    std::iota(made.order.begin(), made.order.end(), 0);
    Sizes places;
    for (std::size_t i = outer; i < shape.size(); i++) {
        const std::int64_t size = tile.dimensions(static_cast<int>(i - outer));
        if (size < 0)
            site.reject("a bitcast of an array whose tiles combine dimensions is not supported",
                        "Export the program before layouts are assigned.");
        site.require(size > 0 && size <= std::int64_t{1} << 32, "a tile has a dimension without a size");
        const std::int64_t count = (shape[i] + size - 1) / size;
        made.padded[i] = count * size;
        made.order.push_back(static_cast<std::int64_t>(made.split.size()));
        places.push_back(static_cast<std::int64_t>(made.split.size()) + 1);
        made.split.insert(made.split.end(), {count, size});
    }
    made.order.insert(made.order.end(), places.begin(), places.end());
    made.tiled = permuted(made.split, made.order);
    site.require(is_possible_shape(made.tiled),
                 "an array has more than 2^56 elements including tile padding");
    return made;
}

/// The memory layout of an array: dimensions major to minor, then the levels of tiling, outermost first.
struct MemoryOrder {
    Sizes order;
    std::vector<Tiling> levels;

    MemoryOrder(const wire::ShapeProto& shape, bool counts, const Site& site)
        : order(major_to_minor(shape, site)) {
        if (!counts) std::sort(order.begin(), order.end());
        if (!counts) return;
        Sizes sizes = permuted(Sizes(shape.dimensions().begin(), shape.dimensions().end()), order);
        for (const wire::TileProto& tile : shape.layout().tiles()) {
            levels.push_back(tiling(sizes, tile, site));
            sizes = levels.back().tiled;
        }
    }
};

/// All elements as a 1-D array, in memory order.
ValueId to_memory(InstructionImport& import, ValueId value, const MemoryOrder& memory) {
    value = transpose(import, value, memory.order);
    for (const Tiling& level : memory.levels) {
        value = padded(import, import.reshape(value, level.given), level.padded);
        value = transpose(import, import.reshape(value, level.split), level.order);
    }
    return import.reshape(value, {import.tensor(value).element_count()});
}

/// The inverse: an array of this shape from the 1-D array of its elements in memory order.
ValueId from_memory(InstructionImport& import, ValueId value, const Sizes& shape, const MemoryOrder& memory) {
    for (auto level = memory.levels.rbegin(); level != memory.levels.rend(); ++level) {
        value = transpose(import, import.reshape(value, level->tiled), inverse(level->order));
        value = cut(import, import.reshape(value, level->padded), level->given);
    }
    return transpose(import, import.reshape(value, permuted(shape, memory.order)), inverse(memory.order));
}

std::int64_t elements_in_memory(const Sizes& shape, const MemoryOrder& memory) {
    const Sizes& sizes = memory.levels.empty() ? shape : memory.levels.back().tiled;
    return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{1}, std::multiplies<>());
}

}  // namespace

/// A bitcast reinterprets the elements in memory order: a transpose to the operand's layout, a reshape, and a
/// transpose from the result's layout. Layouts are final only in modules with a schedule. In other modules
/// XLA reassigns them, so there a bitcast keeps the logical order.
Leaves import_bitcast(InstructionImport& import) {
    const wire::ShapeProto &from_shape = import.operand_shape(0), &to_shape = import.instruction().shape();
    const ValueId operand = import.value(0);
    const TensorType from = import.tensor(operand), to = import.result();
    import.site().require(from.is_static() && to.is_static(), "a bitcast has an array of unknown size");
    const bool counts = import.module().module().has_schedule();
    const MemoryOrder before(from_shape, counts, import.site()), after(to_shape, counts, import.site());
    if (from.shape == to.shape && from.element == to.element && before.order == after.order &&
        (!counts ||
         std::equal(before.levels.begin(), before.levels.end(), after.levels.begin(), after.levels.end(),
                    [](const Tiling& a, const Tiling& b) { return a.split == b.split; })))
        return {operand};
    const std::int64_t wanted = elements_in_memory(to.shape, after);
    const bool simple = before.levels.empty() && after.levels.empty() && from.element == to.element &&
                        from.element_count() == wanted;
    if (simple) {
        const ValueId value = transpose(import, operand, before.order);
        return {
            transpose(import, import.reshape(value, permuted(to.shape, after.order)), inverse(after.order))};
    }
    ValueId value = to_memory(import, operand, before);
    if (from.element != to.element) value = reinterpret(import, value, to.element);
    import.site().require(import.tensor(value).shape[0] >= wanted,
                          "the result of a bitcast has more bytes than its operand");
    return {from_memory(import, cut(import, value, {wanted}), to.shape, after)};
}

}  // namespace hlo2c::frontend

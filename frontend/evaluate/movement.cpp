#include "frontend/evaluate/movement.h"

#include <algorithm>
#include <cstring>

#include "frontend/evaluate/hooks.h"
#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

std::size_t width_of(const Literal& literal) {
    return static_cast<std::size_t>(byte_width(literal.type().element));
}

/// Writes `update` into a copy of `operand`, at the positions of `walk`.
Literal written(const Literal& operand, const Literal& update, const Walk& walk) {
    std::vector<std::byte> bytes = operand.expanded();
    const std::vector<std::byte> source = update.is_splat() ? update.expanded() : std::vector<std::byte>();
    const std::byte* from = update.is_splat() ? source.data() : update.bytes().data();
    copy_strided(update.type().shape, from, row_major_walk(update.type().shape), bytes.data(), walk,
                 width_of(operand));
    return Literal(operand.type(), std::move(bytes));
}

}  // namespace

Shape integer_list(const Literal& literal) {
    const Elements<std::int64_t> values = integers(literal);
    const bool is_unsigned = is_unsigned_integer(literal.type().element);
    Shape list;
    for (std::int64_t i = 0; i < literal.type().element_count(); i++) {
        const std::int64_t value = values[static_cast<std::size_t>(i)];
        list.push_back(is_unsigned && value < 0 ? INT64_MAX : value);
    }
    return list;
}

Shape lengths_inside(const OpCall& call, Shape lengths) {
    const Shape& shape = call.operand(0).type().shape;
    const TensorType& declared = call.function().tensor(call.op().operands[0]);
    for (std::size_t i = 0; i < lengths.size(); i++) {
        if (lengths[i] <= shape[i]) continue;
        const bool is_bound = lengths[i] == declared.shape[i] ||
                              (i < declared.bounds.size() && lengths[i] == declared.bounds[i]);
        if (!is_bound)
            call.fail_here("a slice of " + std::to_string(lengths[i]) + " elements of a dimension that has " +
                               std::to_string(shape[i]),
                           "Slice within the dimension, or set a larger size.");
        lengths[i] = shape[i];
    }
    return lengths;
}

Shape clamped_starts(const OpCall& call, int first, const Shape& shape, const Shape& sizes) {
    Shape starts;
    for (int i = 0; i < static_cast<int>(shape.size()); i++) {
        const auto at = static_cast<std::size_t>(i);
        const std::int64_t start = integer_list(call.operand(first + i)).at(0);
        starts.push_back(std::clamp<std::int64_t>(start, 0, shape[at] - sizes[at]));
    }
    return starts;
}

Literal broadcast_in_dim(const Literal& operand, const Shape& dimensions, const TensorType& type) {
    const Shape strides = row_major_strides(operand.type().shape);
    Walk walk{0, Shape(type.shape.size(), 0)};
    for (std::size_t i = 0; i < dimensions.size(); i++)
        if (operand.type().shape[i] != 1) walk.strides[static_cast<std::size_t>(dimensions[i])] = strides[i];
    if (operand.type().element_count() == 1) return splat_of(type, operand);
    return read_strided(operand, walk, type);
}

Literal pad(const Literal& operand, const Literal& value, const Shape& low, const Shape& high,
            const Shape& interior) {
    const Shape& from = operand.type().shape;
    Shape shape, begin(from.size()), kept(from.size());
    for (std::size_t i = 0; i < from.size(); i++)
        shape.push_back(from[i] + low[i] + std::max<std::int64_t>(from[i] - 1, 0) * interior[i] + high[i]);
    const TensorType type = with_shape(operand.type(), shape);
    const Shape strides = row_major_strides(shape), from_strides = row_major_strides(from);
    Walk source{0, from_strides}, target{0, Shape(from.size())};
    for (std::size_t i = 0; i < from.size(); i++) {
        const std::int64_t step = interior[i] + 1;
        begin[i] = low[i] < 0 ? (-low[i] + step - 1) / step : 0;
        const std::int64_t room = shape[i] - 1 - low[i];  // largest offset from element 0 that is inside
        const std::int64_t last = room < 0 ? -1 : std::min(from[i] - 1, room / step);
        kept[i] = std::max<std::int64_t>(last - begin[i] + 1, 0);
        source.offset += begin[i] * from_strides[i];
        target.offset += (low[i] + begin[i] * step) * strides[i];
        target.strides[i] = step * strides[i];
    }
    const Literal result = splat_of(type, value);
    if (count_of(kept) == 0) return result;
    std::vector<std::byte> bytes = result.expanded();
    const std::vector<std::byte> all = operand.expanded();
    copy_strided(kept, all.data(), source, bytes.data(), target, width_of(operand));
    return Literal(type, std::move(bytes));
}

Literal slice(const Literal& operand, const Shape& start, const Shape& limit, const Shape& strides) {
    const Shape from_strides = row_major_strides(operand.type().shape);
    Shape shape;
    Walk walk{dot_product(start, from_strides), {}};
    for (std::size_t i = 0; i < start.size(); i++) {
        shape.push_back(std::max<std::int64_t>((limit[i] - start[i] + strides[i] - 1) / strides[i], 0));
        walk.strides.push_back(from_strides[i] * strides[i]);
    }
    return read_strided(operand, walk, with_shape(operand.type(), shape));
}

Literal iota(const TensorType& type, std::int64_t dimension) {
    const auto at = static_cast<std::size_t>(dimension);
    const std::int64_t inner = row_major_strides(type.shape)[at], size = type.shape[at];
    const auto count = static_cast<std::size_t>(type.element_count());
    std::vector<std::int64_t> values(count);
    for (std::size_t i = 0; i < count; i++) values[i] = static_cast<std::int64_t>(i) / inner % size;
    if (domain_of(type.element) == Domain::Integer) return from_integers(type, values);
    if (is_complex(type.element))
        return from_complexes(type, std::vector<Complex>(values.begin(), values.end()));
    return from_reals(type, std::vector<double>(values.begin(), values.end()));
}

Literal transpose(const Literal& operand, const Shape& permutation, const TensorType& type) {
    const Shape strides = row_major_strides(operand.type().shape);
    Walk walk;
    for (std::int64_t dimension : permutation)
        walk.strides.push_back(strides[static_cast<std::size_t>(dimension)]);
    return read_strided(operand, walk, type);
}

void evaluate_Constant(OpCall& call) {
    const Literal& literal = call.op()[attr::value];
    if (literal.type().quantization == call.result_type().quantization) return call.give(literal);
    const std::span<const std::byte> bytes = literal.bytes();
    call.give(Literal(call.typed(literal.type().shape), {bytes.begin(), bytes.end()}, literal.is_splat()));
}

void evaluate_Iota(OpCall& call) {
    if (!call.result_type().is_static()) call.refuse("the size of the result is not known");
    call.give(iota(call.result_type(), call.op()[attr::iota_dimension]));
}

void evaluate_Reshape(OpCall& call) {
    const Literal& operand = call.operand(0);
    const std::span<const std::byte> bytes = operand.bytes();
    Shape shape = call.result_type().shape;
    if (const auto unknown = std::find(shape.begin(), shape.end(), dynamic_size); unknown != shape.end()) {
        if (std::count(shape.begin(), shape.end(), dynamic_size) > 1)
            call.refuse("a result with several unknown sizes");
        *unknown = 1;
        const std::int64_t others = count_of(shape), count = operand.type().element_count();
        if (others == 0 || count % others != 0) call.refuse("a result with a different number of elements");
        *unknown = count / others;
    }
    if (!operand.type().is_quantized()) return call.give(operand.reshaped(shape));
    call.give(Literal(call.typed(shape), {bytes.begin(), bytes.end()}, operand.is_splat()));
}

void evaluate_BroadcastInDim(OpCall& call) {
    const Shape places = call.op()[attr::broadcast_dimensions];
    Shape shape = call.result_type().shape;
    for (std::size_t i = 0; i < places.size(); i++) {
        const TensorType& declared = call.function().tensor(call.op().operands[0]);
        const bool repeats = declared.shape[i] == 1;
        if (!repeats) shape[static_cast<std::size_t>(places[i])] = call.operand(0).type().shape[i];
    }
    if (std::find(shape.begin(), shape.end(), dynamic_size) != shape.end())
        call.refuse("the size of the result is not known");
    call.give(broadcast_in_dim(call.operand(0), places, call.typed(shape)));
}

void evaluate_Broadcast(OpCall& call) {
    const Shape& operand = call.operand(0).type().shape;
    Shape shape = call.op()[attr::broadcast_sizes], dimensions;
    for (std::size_t i = 0; i < operand.size(); i++) {
        dimensions.push_back(static_cast<std::int64_t>(shape.size()));
        shape.push_back(operand[i]);
    }
    call.give(broadcast_in_dim(call.operand(0), dimensions, call.typed(shape)));
}

void evaluate_Transpose(OpCall& call) {
    const Literal& operand = call.operand(0);
    const Shape permutation = call.op()[attr::permutation];
    Shape shape;
    for (std::int64_t dimension : permutation)
        shape.push_back(operand.type().shape[static_cast<std::size_t>(dimension)]);
    call.give(transpose(operand, permutation, call.typed(shape)));
}

void evaluate_Reverse(OpCall& call) {
    const Literal& operand = call.operand(0);
    Walk walk = row_major_walk(operand.type().shape);
    for (std::int64_t dimension : call.op()[attr::dimensions]) {
        const auto at = static_cast<std::size_t>(dimension);
        walk.offset += (operand.type().shape[at] - 1) * walk.strides[at];
        walk.strides[at] = -walk.strides[at];
    }
    call.give(read_strided(operand, walk, operand.type()));
}

void evaluate_Slice(OpCall& call) {
    const Shape ones(static_cast<std::size_t>(call.operand(0).type().rank()), 1);
    call.give(slice(call.operand(0), call.op()[attr::start_indices],
                    lengths_inside(call, call.op()[attr::limit_indices]), call.op()[attr::strides]));
}

void evaluate_DynamicSlice(OpCall& call) {
    const Literal& operand = call.operand(0);
    const Shape sizes = lengths_inside(call, call.op()[attr::slice_sizes]);
    const Shape starts = clamped_starts(call, 1, operand.type().shape, sizes);
    const Walk source = row_major_walk(operand.type().shape);
    const Walk walk{dot_product(starts, source.strides), source.strides};
    call.give(read_strided(operand, walk, with_shape(operand.type(), sizes)));
}

void evaluate_DynamicUpdateSlice(OpCall& call) {
    const Literal &operand = call.operand(0), &update = call.operand(1);
    lengths_inside(call, update.type().shape);
    const Shape starts = clamped_starts(call, 2, operand.type().shape, update.type().shape);
    const Walk target = row_major_walk(operand.type().shape);
    call.give(written(operand, update, {dot_product(starts, target.strides), target.strides}));
}

void evaluate_Pad(OpCall& call) {
    const Shape zeros(static_cast<std::size_t>(call.operand(0).type().rank()), 0);
    call.give(pad(call.operand(0), call.operand(1), call.op()[attr::edge_padding_low],
                  call.op()[attr::edge_padding_high], call.op()[attr::interior_padding]));
}

void evaluate_Concatenate(OpCall& call) {
    const auto dimension = static_cast<std::size_t>(call.op()[attr::dimension]);
    Shape shape = call.operand(0).type().shape;
    shape[dimension] = 0;
    for (int i = 0; i < call.operand_count(); i++)
        shape[dimension] += call.operand(i).type().shape[dimension];
    const TensorType type = call.typed(shape);
    const auto width = static_cast<std::size_t>(byte_width(type.element));
    std::vector<std::byte> bytes(static_cast<std::size_t>(type.element_count()) * width);
    Walk target = row_major_walk(shape);
    for (int i = 0; i < call.operand_count(); i++) {
        const Literal& operand = call.operand(i);
        const Shape& from = operand.type().shape;
        const std::vector<std::byte> source = operand.expanded();
        copy_strided(from, source.data(), row_major_walk(from), bytes.data(), target, width);
        target.offset += from[dimension] * target.strides[dimension];
    }
    call.give(Literal(type, std::move(bytes)));
}

void evaluate_GetDimensionSize(OpCall& call) {
    const auto dimension = static_cast<std::size_t>(call.op()[attr::dimension]);
    call.give(from_integers(call.result_type(), {call.operand(0).type().shape[dimension]}));
}

void evaluate_SetDimensionSize(OpCall& call) {
    const Literal& operand = call.operand(0);
    const auto dimension = static_cast<std::size_t>(call.op()[attr::dimension]);
    Shape limit = operand.type().shape;
    const std::int64_t size = integer_list(call.operand(1)).at(0);
    if (size < 0 || size > limit[dimension])
        call.fail_here(
            "the size " + std::to_string(size) + " is outside the dimension of " + to_string(operand.type()),
            "Set a size from 0 to the bound.");
    limit[dimension] = size;
    call.give(slice(operand, Shape(limit.size(), 0), limit, Shape(limit.size(), 1)));
}

}  // namespace hlo2c::frontend

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/simplify_rules.h"

namespace hlo2c::frontend {
namespace {

using Shape = std::vector<std::int64_t>;

bool is_identity(const Shape& permutation) {
    for (std::size_t i = 0; i < permutation.size(); i++)
        if (permutation[i] != static_cast<std::int64_t>(i)) return false;
    return true;
}

Replacement simplify_reshape(Rewriter& rewriter, Op& op) {
    if (rewriter.tensor(op.results[0]).is_quantized()) return forwarded(rewriter, op, op.operands[0]);
    if (const Op* inner = rewriter.definition(op.operands[0], OpCode::Reshape)) {
        op.operands[0] = inner->operands[0];
        rewriter.touch();
    }
    return forwarded(rewriter, op, op.operands[0]);
}

/// Turns the op into a reshape of `operand`.
Replacement becomes_reshape(Rewriter& rewriter, Op& op, ValueId operand) {
    if (rewriter.type(operand) == rewriter.type(op.results[0])) return std::vector{operand};
    if (rewriter.tensor(operand).is_quantized()) return std::nullopt;
    op.code = OpCode::Reshape;
    op.operands = {operand};
    op.attributes.clear();
    rewriter.touch();
    return simplify_reshape(rewriter, op);
}

/// True if the elements of a tensor of this shape stay in their order.
bool keeps_order(const Shape& shape, const Shape& permutation) {
    Shape moved;  // the dimensions of more than one element, in their new order
    for (std::int64_t dimension : permutation)
        if (shape[static_cast<std::size_t>(dimension)] != 1) moved.push_back(dimension);
    return std::is_sorted(moved.begin(), moved.end());
}

/// A transposed concatenation of parts whose elements stay in their order concatenates the parts along the
/// moved dimension.
Replacement transpose_parts(Rewriter& rewriter, const Op& transpose, const Shape& permutation) {
    const Op* whole = rewriter.definition(transpose.operands[0], OpCode::Concatenate);
    if (whole == nullptr || rewriter.uses(transpose.operands[0]) != 1) return std::nullopt;
    const std::vector<ValueId> operands = whole->operands;
    const std::int64_t dimension = (*whole)[attr::dimension];
    const auto stays = [&](ValueId part) {
        const TensorType& type = rewriter.tensor(part);
        return !type.is_quantized() && keeps_order(type.shape, permutation);
    };
    if (!std::all_of(operands.begin(), operands.end(), stays)) return std::nullopt;
    Builder builder(rewriter);
    std::vector<ValueId> parts;
    for (const ValueId part : operands) {
        Shape shape;
        for (const std::int64_t d : permutation)
            shape.push_back(rewriter.tensor(part).shape[static_cast<std::size_t>(d)]);
        parts.push_back(builder.reshape(part, std::move(shape)));
    }
    const auto moved = std::find(permutation.begin(), permutation.end(), dimension) - permutation.begin();
    return std::vector{builder.concatenate(std::move(parts), moved)};
}

Replacement simplify_transpose(Rewriter& rewriter, Op& op) {
    Shape permutation = op[attr::permutation];
    if (const Op* inner = rewriter.definition(op.operands[0], OpCode::Transpose)) {
        const Shape first = (*inner)[attr::permutation];
        for (std::int64_t& dimension : permutation) dimension = first[static_cast<std::size_t>(dimension)];
        op.operands[0] = inner->operands[0];
        op.set(attr::permutation, permutation);
        rewriter.touch();
    }
    if (is_identity(permutation)) return forwarded(rewriter, op, op.operands[0]);
    if (!rewriter.tensor(op.operands[0]).is_static()) return std::nullopt;
    if (keeps_order(rewriter.tensor(op.operands[0]).shape, permutation))
        return becomes_reshape(rewriter, op, op.operands[0]);
    return transpose_parts(rewriter, op, permutation);
}

/// For a reshape that only adds dimensions of size 1 to an operand that has none: the result dimension of
/// each operand dimension.
std::optional<Shape> added_dimensions(const Shape& from, const Shape& to) {
    Shape places;
    for (std::size_t i = 0; i < to.size(); i++)
        if (to[i] != 1) places.push_back(static_cast<std::int64_t>(i));
    if (places.size() != from.size()) return std::nullopt;
    for (std::size_t i = 0; i < from.size(); i++)
        if (from[i] != to[static_cast<std::size_t>(places[i])]) return std::nullopt;
    return places;
}

/// Per dimension of the op's operand, the dimension of its result that it becomes: of broadcasts, and of
/// reshapes that only add dimensions of size 1.
std::optional<Shape> result_dimensions(const Rewriter& rewriter, const Op& op) {
    if (op.code == OpCode::BroadcastInDim) return op[attr::broadcast_dimensions];
    if (op.code != OpCode::Reshape) return std::nullopt;
    return added_dimensions(rewriter.tensor(op.operands[0]).shape, rewriter.tensor(op.results[0]).shape);
}

/// The operand of the broadcast or reshape that defines the operand of `op`, and the dimensions it is
/// broadcast to.
struct Source {
    ValueId operand;
    Shape dimensions;
};
std::optional<Source> source_of_broadcast(const Rewriter& rewriter, const Op& op, const Shape& dimensions) {
    const Op* inner = rewriter.definition(op.operands[0]);
    const std::optional<Shape> first = inner != nullptr ? result_dimensions(rewriter, *inner) : std::nullopt;
    if (!first) return std::nullopt;
    const TensorType &source = rewriter.tensor(inner->operands[0]), &middle = rewriter.tensor(op.operands[0]);
    if (!source.is_static() || !middle.is_static()) return std::nullopt;
    Source found{inner->operands[0], {}};
    for (std::int64_t dimension : *first)
        found.dimensions.push_back(dimensions[static_cast<std::size_t>(dimension)]);
    return found;
}

Replacement simplify_broadcast(Rewriter& rewriter, Op& op) {
    Shape dimensions = op[attr::broadcast_dimensions];
    const TensorType& result = rewriter.tensor(op.results[0]);
    if (result.is_quantized() || !result.is_static()) return std::nullopt;
    while (const std::optional<Source> source = source_of_broadcast(rewriter, op, dimensions)) {
        dimensions = source->dimensions;
        op.operands[0] = source->operand;
        op.set(attr::broadcast_dimensions, dimensions);
        rewriter.touch();
    }
    const TensorType& operand = rewriter.tensor(op.operands[0]);
    const bool same_elements = operand.is_static() && operand.element_count() == result.element_count() &&
                               std::is_sorted(dimensions.begin(), dimensions.end());
    return same_elements ? becomes_reshape(rewriter, op, op.operands[0]) : std::nullopt;
}

Replacement simplify_reverse(Rewriter& rewriter, Op& op) {
    const TensorType& type = rewriter.tensor(op.operands[0]);
    const Shape dimensions = op[attr::dimensions];
    const bool nothing = std::all_of(dimensions.begin(), dimensions.end(), [&](std::int64_t dimension) {
        return type.shape[static_cast<std::size_t>(dimension)] == 1;
    });
    return nothing ? forwarded(rewriter, op, op.operands[0]) : std::nullopt;
}

/// Makes a slice of a concatenation read the operand that holds all of it.
void read_part(Rewriter& rewriter, Op& slice) {
    const Op* whole = rewriter.definition(slice.operands[0], OpCode::Concatenate);
    if (whole == nullptr || !rewriter.tensor(slice.operands[0]).is_static()) return;
    const auto dimension = static_cast<std::size_t>((*whole)[attr::dimension]);
    Shape start = slice[attr::start_indices], limit = slice[attr::limit_indices];
    std::int64_t begin = 0;
    for (const ValueId part : whole->operands) {
        const std::int64_t end = begin + rewriter.tensor(part).shape[dimension];
        if (begin <= start[dimension] && start[dimension] < limit[dimension] && limit[dimension] <= end) {
            start[dimension] -= begin;
            limit[dimension] -= begin;
            slice.operands[0] = part;
            slice.set(attr::start_indices, start);
            slice.set(attr::limit_indices, limit);
            rewriter.touch();
            return;
        }
        begin = end;
    }
}

Replacement simplify_slice(Rewriter& rewriter, Op& op) {
    read_part(rewriter, op);
    if (Replacement all = forwarded(rewriter, op, op.operands[0])) return all;
    const Op* inner = rewriter.definition(op.operands[0], OpCode::Slice);
    if (inner == nullptr) return std::nullopt;
    const std::size_t rank = rewriter.tensor(op.operands[0]).shape.size();
    const Shape ones(rank, 1);
    Shape start = op[attr::start_indices], limit = op[attr::limit_indices];
    Shape strides = op[attr::strides];
    const Shape outer_start = (*inner)[attr::start_indices], outer_strides = (*inner)[attr::strides];
    for (std::size_t i = 0; i < rank; i++) {
        const std::int64_t count =
            start[i] < limit[i] ? (limit[i] - start[i] + strides[i] - 1) / strides[i] : 0;
        start[i] = outer_start[i] + start[i] * outer_strides[i];
        strides[i] *= outer_strides[i];
        limit[i] = count == 0 ? start[i] : start[i] + (count - 1) * strides[i] + 1;
    }
    op.operands[0] = inner->operands[0];
    op.set(attr::start_indices, start);
    op.set(attr::limit_indices, limit);
    op.set(attr::strides, strides);
    rewriter.touch();
    return std::nullopt;
}

bool is_zero(const Shape& values) {
    return std::all_of(values.begin(), values.end(), [](std::int64_t value) { return value == 0; });
}

Replacement simplify_pad(Rewriter& rewriter, Op& op) {
    if (!is_zero(op[attr::edge_padding_low]) || !is_zero(op[attr::edge_padding_high]) ||
        !is_zero(op[attr::interior_padding]))
        return std::nullopt;
    return forwarded(rewriter, op, op.operands[0]);
}

Replacement simplify_concatenate(Rewriter& rewriter, Op& op) {
    const auto dimension = static_cast<std::size_t>(op[attr::dimension]);
    const auto is_empty = [&](ValueId operand) { return rewriter.tensor(operand).shape[dimension] == 0; };
    if (op.operands.size() > 1 && std::any_of(op.operands.begin(), op.operands.end(), is_empty) &&
        !std::all_of(op.operands.begin(), op.operands.end(), is_empty)) {
        std::erase_if(op.operands, is_empty);
        rewriter.touch();
    }
    std::vector<ValueId> parts;
    for (const ValueId operand : op.operands) {
        const Op* inner = rewriter.definition(operand, OpCode::Concatenate);
        const bool joins = inner != nullptr && rewriter.uses(operand) == 1 &&
                           (*inner)[attr::dimension] == op[attr::dimension];
        if (joins)
            parts.insert(parts.end(), inner->operands.begin(), inner->operands.end());
        else
            parts.push_back(operand);
    }
    if (parts != op.operands) {
        op.operands = std::move(parts);
        rewriter.touch();
    }
    return op.operands.size() == 1 ? forwarded(rewriter, op, op.operands[0]) : std::nullopt;
}

/// Constant start indices, clamped so that the slice fits; nothing if one is not a constant.
std::optional<Shape> known_starts(const Rewriter& rewriter, const Op& op, std::size_t first,
                                  const Shape& shape, const Shape& sizes) {
    Shape starts;
    for (std::size_t i = 0; i < shape.size(); i++) {
        const std::int64_t room = shape[i] - sizes[i];
        const Literal* literal = rewriter.constant(op.operands[first + i]);
        if (room != 0 && literal == nullptr) return std::nullopt;
        std::int64_t start = room == 0 ? 0 : literal->integer(0);
        if (room != 0 && is_unsigned_integer(literal->type().element) && start < 0) start = INT64_MAX;
        starts.push_back(std::clamp<std::int64_t>(start, 0, room));
    }
    return starts;
}

Replacement simplify_dynamic_slice(Rewriter& rewriter, Op& op) {
    const TensorType& operand = rewriter.tensor(op.operands[0]);
    if (!operand.is_static()) return std::nullopt;
    const Shape sizes = op[attr::slice_sizes];
    const std::optional<Shape> starts = known_starts(rewriter, op, 1, operand.shape, sizes);
    if (!starts) return std::nullopt;
    Shape limits;
    for (std::size_t i = 0; i < sizes.size(); i++) limits.push_back((*starts)[i] + sizes[i]);
    op.code = OpCode::Slice;
    op.operands.resize(1);
    op.attributes.clear();
    op.set(attr::limit_indices, limits);
    op.set(attr::start_indices, *starts);
    op.set(attr::strides, Shape(sizes.size(), 1));
    rewriter.touch();
    return simplify_slice(rewriter, op);
}

Replacement simplify_dynamic_update_slice(Rewriter& rewriter, Op& op) {
    return forwarded(rewriter, op, op.operands[1]);
}

constexpr auto movement_rows = std::to_array<RuleEntry>({
    {OpCode::Reshape, simplify_reshape},
    {OpCode::Transpose, simplify_transpose},
    {OpCode::BroadcastInDim, simplify_broadcast},
    {OpCode::Reverse, simplify_reverse},
    {OpCode::Slice, simplify_slice},
    {OpCode::Pad, simplify_pad},
    {OpCode::Concatenate, simplify_concatenate},
    {OpCode::Gather, simplify_gather},
    {OpCode::Scatter, simplify_scatter},
    {OpCode::DynamicSlice, simplify_dynamic_slice},
    {OpCode::DynamicUpdateSlice, simplify_dynamic_update_slice},
});

}  // namespace

constinit const RuleRows movement_rules = movement_rows;

}  // namespace hlo2c::frontend

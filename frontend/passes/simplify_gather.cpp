#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/simplify_rules.h"

namespace hlo2c::frontend {
namespace {

/// A gather of whole slices of one element along `dimension`, at `positions`, which stay in its place.
struct Selection {
    std::size_t dimension = 0;
    std::vector<std::int64_t> positions;
};

/// Element i comes from position first + i / repeats * stride.
struct Progression {
    std::int64_t first = 0, stride = 0, repeats = 1;
};

bool keeps_places(const GatherDimensions& dimensions, std::size_t dimension, std::size_t rank,
                  std::size_t batch_rank) {
    if (dimensions.offset_dims.size() != rank - 1) return false;
    for (std::size_t i = 0; i < rank - 1; i++) {
        const std::size_t place = i < dimension ? i : i + batch_rank;
        if (dimensions.offset_dims[i] != static_cast<std::int64_t>(place)) return false;
    }
    return true;
}

std::optional<Selection> constant_selection(const Rewriter& rewriter, const Op& op) {
    const Literal* indices = rewriter.constant(op.operands[1]);
    const TensorType& operand = rewriter.tensor(op.operands[0]);
    const TensorType& result = rewriter.tensor(op.results[0]);
    if (indices == nullptr || !operand.is_static() || operand.is_quantized() || result.element_count() == 0)
        return std::nullopt;
    const GatherDimensions dimensions = op[attr::gather_dimension_numbers];
    if (dimensions.start_index_map.size() != 1 || !dimensions.operand_batching_dims.empty() ||
        dimensions.collapsed_slice_dims != dimensions.start_index_map)
        return std::nullopt;
    Selection selection{.dimension = static_cast<std::size_t>(dimensions.start_index_map[0]),
                        .positions = {}};
    std::vector<std::int64_t> whole = operand.shape;
    whole[selection.dimension] = 1;
    const std::size_t rank = operand.shape.size(), batch_rank = result.shape.size() - (rank - 1);
    if (op[attr::slice_sizes] != whole || !keeps_places(dimensions, selection.dimension, rank, batch_rank))
        return std::nullopt;
    const std::int64_t last = operand.shape[selection.dimension] - 1;
    const bool is_unsigned = is_unsigned_integer(indices->type().element);
    for (std::int64_t i = 0; i < indices->type().element_count(); i++) {
        const std::int64_t index = indices->integer(i);
        selection.positions.push_back(is_unsigned && index < 0 ? last
                                                               : std::clamp<std::int64_t>(index, 0, last));
    }
    return selection;
}

std::optional<Progression> progression_of(const std::vector<std::int64_t>& positions) {
    const auto count = static_cast<std::int64_t>(positions.size());
    Progression found{.first = positions[0]};
    const auto change = std::find_if(positions.begin(), positions.end(),
                                     [&](std::int64_t position) { return position != found.first; });
    found.repeats = change - positions.begin();
    if (count % found.repeats != 0) return std::nullopt;
    if (change != positions.end()) found.stride = *change - found.first;
    for (std::int64_t i = 0; i < count; i++)
        if (positions[static_cast<std::size_t>(i)] != found.first + i / found.repeats * found.stride)
            return std::nullopt;
    return found;
}

}  // namespace

Replacement simplify_gather(Rewriter& rewriter, Op& op) {
    const std::optional<Selection> selection = constant_selection(rewriter, op);
    if (!selection) return std::nullopt;
    const std::optional<Progression> progression = progression_of(selection->positions);
    if (!progression) return std::nullopt;
    const auto [first, stride, repeats] = *progression;
    const std::size_t dimension = selection->dimension;
    const std::int64_t count = static_cast<std::int64_t>(selection->positions.size()) / repeats;
    Builder builder(rewriter);
    const std::int64_t lowest = stride < 0 ? first + (count - 1) * stride : first;
    ValueId value = builder.slice_along(op.operands[0], dimension, lowest, count,
                                        std::max<std::int64_t>(std::abs(stride), 1));
    if (stride < 0) value = builder.reverse(value, {static_cast<std::int64_t>(dimension)});
    if (repeats > 1) {
        std::vector<std::int64_t> shape = builder.tensor(value).shape, places;
        shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(dimension) + 1, repeats);
        for (std::size_t d = 0; d < shape.size(); d++)
            if (d != dimension + 1) places.push_back(static_cast<std::int64_t>(d));
        value = builder.broadcast(value, std::move(places), std::move(shape));
    }
    return std::vector{builder.reshape(value, rewriter.tensor(op.results[0]).shape)};
}

}  // namespace hlo2c::frontend

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/scatter_window.h"
#include "frontend/passes/apply_by_element.h"
#include "frontend/passes/builder.h"
#include "frontend/passes/simplify_rules.h"

namespace hlo2c::frontend {
namespace {

/// The part of a scatter's only window that is inside of the inputs.
struct UpdatedRange {
    std::vector<std::int64_t> first;  ///< per dimension of the inputs
    std::vector<std::int64_t> from;   ///< the same element's position in the window
    std::vector<std::int64_t> sizes;
    std::vector<std::int64_t> window;  ///< the sizes of the window
};

/// Nothing if the scatter has several windows, or its start is not known.
std::optional<UpdatedRange> only_window(const Rewriter& rewriter, const Op& op) {
    const std::size_t count = (op.operands.size() - 1) / 2;
    const Literal* start = rewriter.constant(op.operands[count]);
    const ScatterDimensions dimensions = op[attr::scatter_dimension_numbers];
    const std::vector<std::int64_t>& along = dimensions.scatter_dims_to_operand_dims;
    if (start == nullptr || start->type().element_count() != static_cast<std::int64_t>(along.size()) ||
        !dimensions.input_batching_dims.empty())
        return std::nullopt;
    const TensorType& input = rewriter.tensor(op.operands[0]);
    const TensorType& updates = rewriter.tensor(op.operands[count + 1]);
    UpdatedRange range{.first = std::vector<std::int64_t>(input.shape.size()),
                       .from = std::vector<std::int64_t>(input.shape.size()),
                       .sizes = {},
                       .window = scatter_window_sizes(dimensions, input, updates)};
    range.sizes = range.window;
    const bool is_unsigned = is_unsigned_integer(start->type().element);
    for (std::size_t i = 0; i < along.size(); i++) {
        const auto d = static_cast<std::size_t>(along[i]);
        const std::int64_t wanted = start->integer(static_cast<std::int64_t>(i)), limit = input.shape[d];
        // Elements outside are skipped; an unsigned start that does not fit i64 is behind all of them.
        const std::int64_t begin =
            is_unsigned && wanted < 0 ? limit : std::clamp(wanted, -range.window[d], limit);
        range.first[d] = std::max<std::int64_t>(begin, 0);
        range.from[d] = range.first[d] - begin;
        range.sizes[d] = std::min(begin + range.window[d], limit) - range.first[d];
    }
    return range;
}

/// True if the computation takes scalars of the operands' types and may run on whole tensors.
bool applies_to(const Rewriter& rewriter, const Op& op) {
    const Region& body = op.regions[0];
    const std::size_t count = op.results.size();
    for (std::size_t i = 0; i < body.arguments.size(); i++) {
        const TensorType& operand = rewriter.tensor(op.operands[i < count ? i : i + 1]);
        if (!operand.is_static() || operand.is_quantized() ||
            rewriter.tensor(body.arguments[i]).element != operand.element)
            return false;
    }
    return is_by_element(rewriter, body);
}

}  // namespace

Replacement simplify_scatter(Rewriter& rewriter, Op& op) {
    if (op[attr::whole_windows] || !applies_to(rewriter, op)) return std::nullopt;
    const std::optional<UpdatedRange> range = only_window(rewriter, op);
    if (!range) return std::nullopt;
    const std::size_t count = op.results.size();
    std::vector<ValueId> results(op.operands.begin(),
                                 op.operands.begin() + static_cast<std::ptrdiff_t>(count));
    if (std::any_of(range->sizes.begin(), range->sizes.end(), [](std::int64_t size) { return size <= 0; }))
        return results;
    Builder builder(rewriter);
    const auto part = [&](ValueId value, const std::vector<std::int64_t>& first) {
        for (std::size_t d = 0; d < first.size(); d++)
            if (builder.tensor(value).shape[d] != range->sizes[d])
                value = builder.slice_along(value, d, first[d], range->sizes[d]);
        return value;
    };
    std::vector<ValueId> arguments, starts;
    for (std::size_t i = 0; i < count; i++) arguments.push_back(part(op.operands[i], range->first));
    for (std::size_t i = 0; i < count; i++)
        arguments.push_back(part(builder.reshape(op.operands[count + 1 + i], range->window), range->from));
    for (const std::int64_t first : range->first)
        starts.push_back(
            builder.uniform(TensorType{{}, ElementType::I64, {}, {}}, static_cast<double>(first)));
    const std::vector<ValueId> updates = apply_by_element(rewriter, op.regions[0], arguments);
    for (std::size_t i = 0; i < count; i++)
        results[i] = builder.dynamic_update_slice(results[i], updates[i], starts);
    return results;
}

}  // namespace hlo2c::frontend

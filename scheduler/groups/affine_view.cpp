#include "scheduler/groups/affine_view.h"

#include "frontend/ir/attributes.h"
#include "frontend/ir/enum_table.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {

std::optional<std::vector<std::int64_t>> reshape_strides(const std::vector<std::int64_t>& shape,
                                                         const std::vector<std::int64_t>& strides,
                                                         const std::vector<std::int64_t>& to) {
    // Runs of dimensions that are contiguous with each other, each as (size, innermost stride).
    struct Run {
        std::int64_t size, stride;
    };
    std::vector<Run> runs;
    for (std::size_t i = 0; i < shape.size(); i++) {
        if (shape[i] == 0) return std::nullopt;
        if (shape[i] == 1) continue;
        if (!runs.empty() && runs.back().stride == strides[i] * shape[i])
            runs.back() = {runs.back().size * shape[i], strides[i]};
        else
            runs.push_back({shape[i], strides[i]});
    }
    std::vector<std::int64_t> result(to.size(), 0);
    std::size_t dimension = to.size();
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        std::int64_t covered = 1;
        while (covered < run->size) {
            if (dimension == 0) return std::nullopt;
            dimension--;
            if (to[dimension] == 1) continue;
            result[dimension] = run->stride * covered;
            covered *= to[dimension];
        }
        if (covered != run->size) return std::nullopt;
    }
    return result;
}

std::vector<DynamicStart> dynamic_starts(std::span<const ValueId> indices,
                                         const std::vector<std::int64_t>& whole,
                                         const std::vector<std::int64_t>& size,
                                         const std::vector<std::int64_t>& strides) {
    std::vector<DynamicStart> starts;
    for (std::size_t d = 0; d < size.size(); d++)
        if (size[d] != whole[d]) starts.push_back({indices[d], whole[d] - size[d], strides[d]});
    return starts;
}

namespace {

/// The view of an op's result, from that of its operand. Nothing if there is none.
using ViewRule = std::optional<AffineView> (*)(const RegionGraph& graph, const Op& op, AffineView operand);

const std::vector<std::int64_t>& operand_shape(const RegionGraph& graph, const Op& op) {
    return graph.function().tensor(op.operands[0]).shape;
}

const std::vector<std::int64_t>& result_shape(const RegionGraph& graph, const Op& op) {
    return graph.function().tensor(op.results[0]).shape;
}

/// Memory interleaves real and imaginary parts.
template <std::int64_t part>
std::optional<AffineView> view_of_part(const RegionGraph&, const Op&, AffineView view) {
    view.offset = 2 * view.offset + part;
    for (std::int64_t& stride : view.strides) stride *= 2;
    for (DynamicStart& start : view.starts) start.stride *= 2;
    return view;
}

std::optional<AffineView> view_of_transpose(const RegionGraph&, const Op& op, AffineView operand) {
    AffineView view{operand.base, operand.offset, {}, std::move(operand.starts)};
    for (const std::int64_t from : op[attr::permutation]) view.strides.push_back(operand.strides[from]);
    return view;
}

std::optional<AffineView> view_of_broadcast(const RegionGraph& graph, const Op& op, AffineView operand) {
    const auto dimensions = op[attr::broadcast_dimensions];
    const auto& from = operand_shape(graph, op);
    const std::size_t rank = result_shape(graph, op).size();
    AffineView view{operand.base, operand.offset, std::vector<std::int64_t>(rank, 0),
                    std::move(operand.starts)};
    for (std::size_t i = 0; i < dimensions.size(); i++)
        if (from[i] != 1) view.strides[dimensions[i]] = operand.strides[i];
    return view;
}

std::optional<AffineView> view_of_slice(const RegionGraph&, const Op& op, AffineView view) {
    const auto start = op[attr::start_indices];
    const auto step = op[attr::strides];
    for (std::size_t i = 0; i < start.size(); i++) {
        view.offset += start[i] * view.strides[i];
        view.strides[i] *= step.empty() ? 1 : step[i];
    }
    return view;
}

std::optional<AffineView> view_of_dynamic_slice(const RegionGraph& graph, const Op& op, AffineView view) {
    if (graph.is_constant(view.base)) return std::nullopt;
    const auto starts = dynamic_starts(std::span(op.operands).subspan(1), operand_shape(graph, op),
                                       result_shape(graph, op), view.strides);
    view.starts.insert(view.starts.end(), starts.begin(), starts.end());
    return view;
}

std::optional<AffineView> view_of_reverse(const RegionGraph& graph, const Op& op, AffineView view) {
    for (const std::int64_t dimension : op[attr::dimensions]) {
        view.offset += (operand_shape(graph, op)[dimension] - 1) * view.strides[dimension];
        view.strides[dimension] = -view.strides[dimension];
    }
    return view;
}

std::optional<AffineView> view_of_reshape(const RegionGraph& graph, const Op& op, AffineView operand) {
    const auto strides = reshape_strides(operand_shape(graph, op), operand.strides, result_shape(graph, op));
    if (!strides) return std::nullopt;
    return AffineView{operand.base, operand.offset, *strides, std::move(operand.starts)};
}

constexpr auto view_rules = frontend::by_every_enumerator<Movement::Transpose, ViewRule>({
    {Movement::None, nullptr},
    {Movement::BroadcastInDim, view_of_broadcast},
    {Movement::DynamicSlice, view_of_dynamic_slice},
    {Movement::Gather, nullptr},
    {Movement::ImaginaryPart, view_of_part<1>},
    {Movement::Iota, nullptr},
    {Movement::RealPart, view_of_part<0>},
    {Movement::Reshape, view_of_reshape},
    {Movement::Reverse, view_of_reverse},
    {Movement::Slice, view_of_slice},
    {Movement::Transpose, view_of_transpose},
});

}  // namespace

AffineView affine_view(const RegionGraph& graph, const std::set<ValueId>& memory, ValueId value) {
    const TensorType& type = graph.function().tensor(value);
    const AffineView identity{value, 0, frontend::row_major_strides(type.shape), {}};
    const Op* op = graph.definition(value);
    if (!op || memory.count(value)) return identity;
    if (op->code == frontend::OpCode::Convert &&
        frontend::converts_exactly(graph.function().tensor(op->operands[0]).element, type.element)) {
        const AffineView view = affine_view(graph, memory, op->operands[0]);
        return graph.is_constant(view.base) ? view : identity;
    }
    const ViewRule rule = view_rules[static_cast<std::size_t>(rule_of(*op).movement)];
    if (rule == nullptr) return identity;
    return rule(graph, *op, affine_view(graph, memory, op->operands[0])).value_or(identity);
}

}  // namespace hlo2c::scheduler

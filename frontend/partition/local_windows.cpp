// Ops whose windows read elements of neighbouring parts.
#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_lists.h"
#include "frontend/ir/total_table.h"
#include "frontend/partition/local_forms.h"

namespace hlo2c::frontend {
namespace {

std::optional<DimensionWindow> of_window(const Window& window, std::size_t i) {
    if (window.base_dilation[i] != 1) return std::nullopt;
    return DimensionWindow{window.size[i], window.strides[i], window.window_dilation[i],
                           window.padding[i].first};
}

std::optional<DimensionWindow> of_convolution(const Op& op, const TensorType& kernel,
                                              std::int64_t dimension) {
    const ConvolutionDimensions at = op[attr::convolution_dimension_numbers];
    for (std::size_t i = 0; i < at.input_spatial.size(); i++)
        if (at.input_spatial[i] == dimension) return of_window(convolution_window(op, kernel), i);
    return std::nullopt;
}

std::optional<DimensionWindow> of_reduce_window(const Op& op, const TensorType&, std::int64_t dimension) {
    return of_window(reduce_window_window(op), static_cast<std::size_t>(dimension));
}

std::optional<DimensionWindow> of_slice(const Op& op, const TensorType&, std::int64_t dimension) {
    const auto d = static_cast<std::size_t>(dimension);
    return DimensionWindow{1, op[attr::strides][d], 1, -op[attr::start_indices][d]};
}

std::optional<DimensionWindow> of_pad(const Op& op, const TensorType&, std::int64_t dimension) {
    const auto d = static_cast<std::size_t>(dimension);
    if (op[attr::interior_padding][d] != 0) return std::nullopt;
    return DimensionWindow{1, 1, 1, op[attr::edge_padding_low][d]};
}

using WindowHook = std::optional<DimensionWindow> (*)(const Op& op, const TensorType& kernel,
                                                      std::int64_t dimension);
constexpr auto windows = partial<WindowHook>({
    {OpCode::Convolution, of_convolution},
    {OpCode::Pad, of_pad},
    {OpCode::ReduceWindow, of_reduce_window},
    {OpCode::Slice, of_slice},
});

}  // namespace

std::optional<DimensionWindow> window_along(const Op& op, const TensorType& kernel, std::int64_t dimension) {
    const WindowHook hook = behaviour(windows, op.code);
    return hook != nullptr ? hook(op, kernel, dimension) : std::nullopt;
}

std::vector<std::int64_t> take_part_windows(ShardedOp& sharded, std::size_t operand, ValueId padding) {
    std::vector<std::int64_t> crossed;
    const Cut cut = sharded.operand_cut(operand), results = sharded.result_cut(0);
    for (std::size_t d = 0; d < cut.size(); d++) {
        const DimensionFactors& factors = sharded.rule.operands[operand][d];
        if (cut[d].empty() || factors.size() != 1 ||
            sharded.rule.factors[static_cast<std::size_t>(factors[0])].kind != FactorKind::Exchange)
            continue;
        std::size_t to = 0;
        while (sharded.rule.results[0][to] != factors) to++;
        const std::int64_t parts = sharded.local.size(cut[d]);
        const auto window = window_along(sharded.op, sharded.whole(sharded.op.operands.size() - 1),
                                         static_cast<std::int64_t>(d));
        const auto read = part_window(window.value(), sharded.whole(operand).shape[d],
                                      sharded.results[0].as_tensor().shape[to] * parts, parts);
        sharded.op.operands[operand] =
            read_part_window(sharded.local, read.value(), sharded.op.operands[operand], d, cut[d], padding);
        crossed.push_back(static_cast<std::int64_t>(d));
    }
    return crossed;
}

LocalResults local_slice(ShardedOp& sharded) {
    Op& op = sharded.op;
    const std::vector<std::int64_t> crossed = take_part_windows(sharded, 0, no_value);
    Integers starts = op[attr::start_indices], limits = op[attr::limit_indices];
    const Cut cut = sharded.operand_cut(0);
    for (std::size_t d = 0; d < cut.size(); d++) {
        if (cut[d].empty()) continue;
        if (contains(crossed, static_cast<std::int64_t>(d))) starts[d] = 0;
        limits[d] = sharded.local.tensor(op.operands[0]).shape[d];
    }
    op.set(attr::start_indices, starts);
    op.set(attr::limit_indices, limits);
    return emit_as_it_is(sharded);
}

LocalResults local_pad(ShardedOp& sharded) {
    Op& op = sharded.op;
    Integers low = op[attr::edge_padding_low], high = op[attr::edge_padding_high];
    for (const std::int64_t dimension : take_part_windows(sharded, 0, op.operands[1]))
        low[static_cast<std::size_t>(dimension)] = high[static_cast<std::size_t>(dimension)] = 0;
    op.set(attr::edge_padding_low, low);
    op.set(attr::edge_padding_high, high);
    return emit_as_it_is(sharded);
}

LocalResults local_reduce_window(ShardedOp& sharded) {
    Op& op = sharded.op;
    const std::size_t inputs = sharded.results.size();
    std::vector<std::int64_t> crossed;
    for (std::size_t i = 0; i < inputs; i++) crossed = take_part_windows(sharded, i, op.operands[inputs + i]);
    if (crossed.empty()) return emit_as_it_is(sharded);
    const std::size_t rank = sharded.rule.operands[0].size();
    Integers padding = op[attr::padding.over(rank)];
    for (const std::int64_t dimension : crossed) {
        const auto d = static_cast<std::size_t>(dimension);
        padding[2 * d] = padding[2 * d + 1] = 0;
    }
    op.set_attribute(attr::padding, window_padding(padding));
    return emit_as_it_is(sharded);
}

}  // namespace hlo2c::frontend

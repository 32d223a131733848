#include "scheduler/rewrite/explicit_padding.h"

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/total_table.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Window;

bool has_padding(const Window& window) {
    return std::any_of(window.padding.begin(), window.padding.end(),
                       [](const auto& p) { return p.first != 0 || p.second != 0; }) ||
           std::any_of(window.base_dilation.begin(), window.base_dilation.end(),
                       [](std::int64_t d) { return d != 1; });
}

/// Adds a pad of `operand`, whose dimension `dimensions[i]` is window dimension i; returns the padded value.
ValueId add_pad(Function& function, std::vector<Op>& ops, const Op& user, ValueId operand,
                ValueId padding_value, const Window& window, const std::vector<std::int64_t>& dimensions) {
    TensorType type = function.tensor(operand);
    std::vector<std::int64_t> low(type.shape.size(), 0), high = low, interior = low;
    for (std::size_t i = 0; i < dimensions.size(); i++) {
        const auto d = static_cast<std::size_t>(dimensions[i]);
        low[d] = window.padding[i].first;
        high[d] = window.padding[i].second;
        interior[d] = window.base_dilation[i] - 1;
        const std::int64_t spread =
            type.shape[d] == 0 ? 0 : (type.shape[d] - 1) * window.base_dilation[i] + 1;
        type.shape[d] = std::max<std::int64_t>(0, spread + low[d] + high[d]);
    }
    Op pad{.code = OpCode::Pad, .operands = {operand, padding_value}, .location = user.location};
    pad.set(attr::edge_padding_low, low);
    pad.set(attr::edge_padding_high, high);
    pad.set(attr::interior_padding, interior);
    pad.results = {function.add_value(frontend::Type(type), {}, user.location)};
    ops.push_back(pad);
    return pad.results[0];
}

void pad_convolution(Function& function, std::vector<Op>& ops, Op& op) {
    const Window window = frontend::convolution_window(op, function.tensor(op.operands[1]));
    if (!has_padding(window)) return;
    const TensorType& type = function.tensor(op.operands[0]);
    TensorType scalar{{}, type.element, {}, {}};
    Op zero{.code = OpCode::Constant, .location = op.location};
    zero.set(attr::value, Literal::scalar(type.element, 0));
    zero.results = {function.add_value(frontend::Type(scalar), {}, op.location)};
    ops.push_back(zero);
    const auto spatial = op[attr::convolution_dimension_numbers].input_spatial;
    op.operands[0] = add_pad(function, ops, op, op.operands[0], zero.results[0], window, spatial);
    op.remove_attribute(attr::padding);
    op.remove_attribute(attr::lhs_dilation);
}

void pad_reduce_window(Function& function, std::vector<Op>& ops, Op& op) {
    const Window window = frontend::reduce_window_window(op);
    if (!has_padding(window)) return;
    std::vector<std::int64_t> dimensions;
    for (std::size_t d = 0; d < window.size.size(); d++) dimensions.push_back(static_cast<std::int64_t>(d));
    const std::size_t count = op.results.size();
    for (std::size_t i = 0; i < count; i++)
        op.operands[i] =
            add_pad(function, ops, op, op.operands[i], op.operands[count + i], window, dimensions);
    op.remove_attribute(attr::padding);
    op.remove_attribute(attr::base_dilations);
}

using PadOperands = void (*)(Function& function, std::vector<Op>& ops, Op& op);
constexpr auto padded_ops = frontend::partial<PadOperands>({
    {OpCode::Convolution, pad_convolution},
    {OpCode::ReduceWindow, pad_reduce_window},
});

void rewrite(Function& function, Region& region) {
    std::vector<Op> ops;
    for (Op& op : region.ops) {
        for (Region& inner : op.regions) rewrite(function, inner);
        if (const PadOperands pad = behaviour(padded_ops, op.code)) pad(function, ops, op);
        ops.push_back(std::move(op));
    }
    region.ops = std::move(ops);
}

}  // namespace

void make_padding_explicit(frontend::Program& program) {
    for (Function& function : program.functions) rewrite(function, function.body);
}

}  // namespace hlo2c::scheduler

#include "scheduler/rewrite/explicit_padding.h"

#include <algorithm>
#include <map>
#include <tuple>

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

/// The ops of a region, with the pads that they read before them.
class PaddedOps {
public:
    explicit PaddedOps(Function& function) : function_(function) {}

    void add(Op op);
    std::vector<Op> take() { return std::move(ops_); }

    void pad_convolution(Op& op) {
        const Window window = frontend::convolution_window(op, function_.tensor(op.operands[1]));
        if (!has_padding(window)) return;
        const ValueId operand = op.operands[0];
        const auto spatial = op[attr::convolution_dimension_numbers].input_spatial;
        const Sharing key{operand, spatial, window.padding, window.base_dilation};
        const auto known = shared_.find(key);
        op.operands[0] =
            known != shared_.end() ? known->second : add_pad(op, operand, zero(op), window, spatial);
        const auto& shape = function_.tensor(op.operands[0]).shape;
        if (std::count_if(spatial.begin(), spatial.end(),
                          [&](std::int64_t d) { return shape[static_cast<std::size_t>(d)] > 1; }) == 1)
            shared_[key] = op.operands[0];
        op.remove_attribute(attr::padding);
        op.remove_attribute(attr::lhs_dilation);
    }

    void pad_reduce_window(Op& op) {
        const Window window = frontend::reduce_window_window(op);
        if (!has_padding(window)) return;
        std::vector<std::int64_t> dimensions;
        for (std::size_t d = 0; d < window.size.size(); d++)
            dimensions.push_back(static_cast<std::int64_t>(d));
        const std::size_t count = op.results.size();
        for (std::size_t i = 0; i < count; i++)
            op.operands[i] = add_pad(op, op.operands[i], op.operands[count + i], window, dimensions);
        op.remove_attribute(attr::padding);
        op.remove_attribute(attr::base_dilations);
    }

private:
    using Sharing = std::tuple<ValueId, std::vector<std::int64_t>,
                               std::vector<std::pair<std::int64_t, std::int64_t>>, std::vector<std::int64_t>>;

    ValueId zero(const Op& user) {
        const frontend::ElementType element = function_.tensor(user.operands[0]).element;
        Op zero{.code = OpCode::Constant, .location = user.location};
        zero.set(attr::value, Literal::scalar(element, 0));
        zero.results = {
            function_.add_value(frontend::Type(TensorType{{}, element, {}, {}}), {}, user.location)};
        ops_.push_back(zero);
        return zero.results[0];
    }

    /// Adds a pad of `operand`, whose dimension `dimensions[i]` is window dimension i; returns the padded
    /// value.
    ValueId add_pad(const Op& user, ValueId operand, ValueId padding_value, const Window& window,
                    const std::vector<std::int64_t>& dimensions) {
        TensorType type = function_.tensor(operand);
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
        pad.results = {function_.add_value(frontend::Type(type), {}, user.location)};
        ops_.push_back(pad);
        return pad.results[0];
    }

    Function& function_;
    std::vector<Op> ops_;
    std::map<Sharing, ValueId> shared_;  ///< padded lines
};

using PadOperands = void (PaddedOps::*)(Op& op);
constexpr auto padded_ops = frontend::partial<PadOperands>({
    {OpCode::Convolution, &PaddedOps::pad_convolution},
    {OpCode::ReduceWindow, &PaddedOps::pad_reduce_window},
});

void PaddedOps::add(Op op) {
    if (const PadOperands pad = behaviour(padded_ops, op.code)) (this->*pad)(op);
    ops_.push_back(std::move(op));
}

void rewrite(Function& function, Region& region) {
    PaddedOps ops(function);
    for (Op& op : region.ops) {
        for (Region& inner : op.regions) rewrite(function, inner);
        ops.add(std::move(op));
    }
    region.ops = ops.take();
}

}  // namespace

void make_padding_explicit(frontend::Program& program) {
    for (Function& function : program.functions) rewrite(function, function.body);
}

}  // namespace hlo2c::scheduler

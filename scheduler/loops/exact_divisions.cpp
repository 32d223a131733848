#include "scheduler/loops/exact_divisions.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "scheduler/loops/affine.h"
#include "scheduler/loops/rewriter.h"

namespace hlo2c::scheduler {
namespace {

/// The values of an expression for all values of the integer that it depends on.
using Values = std::vector<float>;

float real_of(const Node& node) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(node.integer));
}

float result_of(NodeKind kind, const float* operands) {
    switch (kind) {
        case NodeKind::Add: return operands[0] + operands[1];
        case NodeKind::Subtract: return operands[0] - operands[1];
        case NodeKind::Multiply: return operands[0] * operands[1];
        case NodeKind::Divide: return operands[0] / operands[1];
        default: return std::fma(operands[0], operands[1], operands[2]);
    }
}

bool have_same_bits(const Values& a, const Values& b) {
    return std::equal(a.begin(), a.end(), b.begin(), [](float x, float y) {
        return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
    });
}

/// The nodes of one nest, operands first.
class Divisions {
public:
    explicit Divisions(bool has_fma) : has_fma_(has_fma) {}

    NodeId change(LoopNest& nest, const Node& node) {
        if (node.kind != NodeKind::Divide || node.type.kind != ScalarKind::F32) return no_node;
        const Node divisor = nest[without_broadcast(nest, node.operands[1])];
        const NodeId x = node.operands[0];
        if (divisor.kind != NodeKind::Real || !std::isnormal(real_of(divisor))) return no_node;
        source_ = no_node;
        const std::optional<Values> dividends = values_of(nest, x);
        if (!dividends || source_ == no_node) return no_node;
        const float by = real_of(divisor);
        const auto factor = static_cast<float>(1.0 / static_cast<double>(by));
        const auto rest = static_cast<float>(1.0 / static_cast<double>(by) - static_cast<double>(factor));
        const auto each = [&](const std::function<float(float)>& value) {
            Values values;
            for (const float dividend : *dividends) values.push_back(value(dividend));
            return values;
        };
        const auto constant = [&](float value) {
            const NodeId scalar = nest.add({.kind = NodeKind::Real,
                                            .type = node.type.with_lanes(1),
                                            .integer = std::bit_cast<std::uint32_t>(value)});
            return node.type.is_vector()
                       ? nest.add({.kind = NodeKind::Broadcast, .type = node.type, .operands = {scalar}})
                       : scalar;
        };
        const Values quotients = each([&](float a) { return a / by; });
        if (have_same_bits(quotients, each([&](float a) { return a * factor; })))
            return nest.binary(NodeKind::Multiply, x, constant(factor));
        if (!has_fma_ ||
            !have_same_bits(quotients, each([&](float a) { return std::fma(a, factor, a * rest); })))
            return no_node;
        const NodeId low = nest.binary(NodeKind::Multiply, x, constant(rest));
        return nest.add({.kind = NodeKind::Fma, .type = node.type, .operands = {x, constant(factor), low}});
    }

private:
    static NodeId without_broadcast(const LoopNest& nest, NodeId id) {
        return nest[id].kind == NodeKind::Broadcast ? nest[id].operands[0] : id;
    }

    /// nullopt if the expression depends on anything but one narrow integer.
    std::optional<Values> values_of(const LoopNest& nest, NodeId id) {
        const Node& node = nest[without_broadcast(nest, id)];
        if (node.type.kind != ScalarKind::F32) return std::nullopt;
        if (node.kind == NodeKind::Real) return Values{real_of(node)};
        if (node.kind == NodeKind::Convert) return integers(nest, node.operands[0]);
        const bool is_arithmetic = node.kind == NodeKind::Add || node.kind == NodeKind::Subtract ||
                                   node.kind == NodeKind::Multiply || node.kind == NodeKind::Divide ||
                                   node.kind == NodeKind::Fma;
        if (!is_arithmetic) return std::nullopt;
        std::vector<Values> operands;
        std::size_t count = 1;
        for (const NodeId operand : node.operands) {
            const auto values = values_of(nest, operand);
            if (!values) return std::nullopt;
            count = std::max(count, values->size());
            operands.push_back(*values);
        }
        Values results;
        for (std::size_t i = 0; i < count; i++) {
            float at[3] = {};
            for (std::size_t k = 0; k < operands.size(); k++)
                at[k] = operands[k][operands[k].size() == 1 ? 0 : i];
            results.push_back(result_of(node.kind, at));
        }
        return results;
    }

    std::optional<Values> integers(const LoopNest& nest, NodeId source) {
        const ScalarKind kind = nest[source].type.kind;
        if (is_float(kind) || kind == ScalarKind::Boolean || byte_width(kind) > 2) return std::nullopt;
        if (source_ != no_node && source_ != source) return std::nullopt;
        source_ = source;
        Values values;
        const Interval all = type_interval(kind);
        for (std::int64_t value = all.low; value <= all.high; value++)
            values.push_back(static_cast<float>(value));
        return values;
    }

    const bool has_fma_;
    NodeId source_ = no_node;
};

}  // namespace

LoopNest replace_exact_divisions(const LoopNest& nest, bool has_fma) {
    Divisions divisions(has_fma);
    return rebuild(nest, [&](LoopNest& made, Node& node) { return divisions.change(made, node); });
}

}  // namespace hlo2c::scheduler

#include "scheduler/loops/float_rules.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "frontend/diagnostic.h"
#include "scheduler/loops/rewriter.h"

namespace hlo2c::scheduler {

namespace {

Node float_node(NodeKind kind, ValueType type, std::vector<NodeId> operands) {
    return {.kind = kind, .type = type, .operands = std::move(operands)};
}

/// x + y or x - y as an Fma if x or y is a product; otherwise no_node.
NodeId contracted(LoopNest& nest, const Node& sum) {
    const bool subtracts = sum.kind == NodeKind::Subtract;
    const NodeId x = sum.operands[0], y = sum.operands[1];
    if (nest[x].kind == NodeKind::Multiply) {
        const NodeId a = nest[x].operands[0], b = nest[x].operands[1];
        const NodeId c = subtracts ? nest.unary(NodeKind::Negate, y) : y;
        return nest.add(float_node(NodeKind::Fma, sum.type, {a, b, c}));
    }
    if (nest[y].kind == NodeKind::Multiply) {
        const NodeId b = nest[y].operands[1];
        const NodeId a = subtracts ? nest.unary(NodeKind::Negate, nest[y].operands[0]) : nest[y].operands[0];
        return nest.add(float_node(NodeKind::Fma, sum.type, {a, b, x}));
    }
    return no_node;
}

LoopNest contract(const LoopNest& nest) {
    return rebuild(nest, [](LoopNest& result, Node& node) {
        const bool is_sum = node.kind == NodeKind::Add || node.kind == NodeKind::Subtract;
        return is_sum && is_float(node.type.kind) ? contracted(result, node) : no_node;
    });
}

LoopNest without_fma(const LoopNest& nest) {
    return rebuild(nest, [](LoopNest& result, Node& node) {
        if (node.kind != NodeKind::Fma) return no_node;
        const NodeId product = result.binary(NodeKind::Multiply, node.operands[0], node.operands[1]);
        return result.binary(NodeKind::Add, product, node.operands[2]);
    });
}

double real_value(const Node& node) {
    return node.type.kind == ScalarKind::F32
               ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(node.integer)))
               : std::bit_cast<double>(node.integer);
}

/// Functions of f32 of which the C support code has a less exact form.
bool has_fast_form(const std::string& function) {
    return function == "exp" || function == "tanh" || function == "erf" || function == "erfc";
}

/// Adds a constant of the type; nullopt if the value is not a normal number of the type.
std::optional<NodeId> add_real(LoopNest& nest, ValueType type, double value) {
    Node node = float_node(NodeKind::Real, type, {});
    if (type.kind == ScalarKind::F32) {
        const float narrow = static_cast<float>(value);
        if (!std::isnormal(narrow)) return std::nullopt;
        node.integer = std::bit_cast<std::uint32_t>(narrow);
    } else {
        if (!std::isnormal(value)) return std::nullopt;
        node.integer = std::bit_cast<std::int64_t>(value);
    }
    return nest.add(std::move(node));
}

/// The rewrites of `Fast`, node by node; operands are already rewritten.
class FastRules {
public:
    explicit FastRules(const LoopNest& nest)
        : is_inner_sum_(nest.nodes.size(), 0), divisor_arrays_(divisor_arrays(nest)) {
        std::vector<int> uses(nest.nodes.size(), 0);
        for (const Node& node : nest.nodes) {
            for (NodeId each : node.operands) {
                uses[each]++;
                is_inner_sum_[each] = is_float_sum(node) && is_float_sum(nest[each]) && uses[each] == 1;
            }
        }
    }

    NodeId change(LoopNest& nest, const Node& node, NodeId original) {
        if (node.kind == NodeKind::Store) return stored_reciprocal(nest, node);
        if (!is_float(node.type.kind)) return no_node;
        if (is_inner_sum_[original]) {
            inner_sums_.insert(static_cast<NodeId>(nest.nodes.size()));
            return nest.add(node);
        }
        switch (node.kind) {
            case NodeKind::Divide: return reciprocal(nest, node);
            case NodeKind::Multiply: return merged_constants(nest, node);
            case NodeKind::Add: return balanced_sum(nest, node);
            case NodeKind::Maximum: return nest.call("greater", node.type, node.operands);
            case NodeKind::Minimum: return nest.call("lesser", node.type, node.operands);
            case NodeKind::Call: return simpler_call(nest, node);
            default: return no_node;
        }
    }

private:
    /// True for the rounding of an f32 to bf16 or f16 between two operations.
    static bool rounds_to_half(const Node& node) {
        return node.symbol == std::string(nearest_prefix) + "bf16" ||
               node.symbol == std::string(nearest_prefix) + "f16";
    }
    static bool is_float_sum(const Node& node) {
        return node.kind == NodeKind::Add && is_float(node.type.kind);
    }

    /// The value of all lanes as a scalar; no_node if they may differ.
    static NodeId uniform(LoopNest& nest, NodeId id) {
        const Node& node = nest[id];
        if (!node.type.is_vector()) return no_node;
        if (node.kind == NodeKind::Broadcast) return node.operands[0];
        if (node.kind != NodeKind::Load || node.operands.size() != 1) return no_node;
        const Node& index = nest[node.operands[0]];
        if (index.kind != NodeKind::Broadcast) return no_node;
        Node load = node;
        load.type = node.type.with_lanes(1);
        load.operands = {index.operands[0]};
        return nest.add(std::move(load));
    }

    /// Arrays of which every element that is read is a divisor.
    static std::set<std::string> divisor_arrays(const LoopNest& nest) {
        std::set<std::string> arrays;
        for (const Node& node : nest.nodes)
            if (node.kind == NodeKind::Allocate && is_float(node.type.kind)) arrays.insert(node.symbol);
        for (const Node& node : nest.nodes)
            for (std::size_t i = 0; i < node.operands.size(); i++) {
                const Node& operand = nest[node.operands[i]];
                if (operand.kind == NodeKind::Load && (node.kind != NodeKind::Divide || i != 1))
                    arrays.erase(operand.symbol);
            }
        return arrays;
    }

    NodeId stored_reciprocal(LoopNest& nest, Node store) {
        if (divisor_arrays_.count(store.symbol) == 0) return no_node;
        store.operands[1] = inverse(nest, store.operands[1]);
        return nest.add(std::move(store));
    }

    static NodeId inverse(LoopNest& nest, NodeId value) {
        return nest.binary(NodeKind::Divide, *add_real(nest, nest[value].type, 1), value);
    }

    static NodeId simpler_call(LoopNest& nest, const Node& call) {
        if (rounds_to_half(call)) return call.operands[0];
        if (call.type.kind == ScalarKind::F32 && has_fast_form(call.symbol))
            return nest.call("fast_" + call.symbol, call.type, call.operands);
        const bool is_inverse = call.symbol == power_minus_three_halves;
        if (!is_inverse && call.symbol != power_three_halves) return no_node;
        const NodeId x = call.operands[0];
        const NodeId power = nest.binary(NodeKind::Multiply, x, nest.call("sqrt", call.type, {x}));
        return is_inverse ? inverse(nest, power) : power;
    }

    NodeId reciprocal(LoopNest& nest, const Node& quotient) {
        const NodeId x = quotient.operands[0], y = quotient.operands[1];
        if (nest[y].kind == NodeKind::Load && divisor_arrays_.count(nest[y].symbol) != 0)
            return nest.binary(NodeKind::Multiply, x, y);
        if (nest[y].kind == NodeKind::Real) {
            const auto factor = add_real(nest, quotient.type, 1 / real_value(nest[y]));
            return factor ? nest.binary(NodeKind::Multiply, x, *factor) : no_node;
        }
        const NodeId scalar = uniform(nest, y);
        if (scalar == no_node) return no_node;
        const NodeId all = nest.add(float_node(NodeKind::Broadcast, quotient.type, {inverse(nest, scalar)}));
        return nest.binary(NodeKind::Multiply, x, all);
    }

    /// (x * c) * d becomes x * (c * d).
    static NodeId merged_constants(LoopNest& nest, const Node& product) {
        for (int side = 0; side < 2; side++) {
            const Node& outer = nest[product.operands[side]];
            const Node& inner = nest[product.operands[1 - side]];
            if (outer.kind != NodeKind::Real || inner.kind != NodeKind::Multiply) continue;
            for (int place = 0; place < 2; place++) {
                const Node& constant = nest[inner.operands[place]];
                if (constant.kind != NodeKind::Real) continue;
                const NodeId x = inner.operands[1 - place];
                const auto merged = add_real(nest, product.type, real_value(outer) * real_value(constant));
                return merged ? nest.binary(NodeKind::Multiply, x, *merged) : no_node;
            }
        }
        return no_node;
    }

    /// Splits a chain of many additions into two chains, so that two additions can be in flight at a time.
    NodeId balanced_sum(LoopNest& nest, const Node& sum) {
        constexpr std::size_t fewest_terms = 4;
        std::vector<NodeId> terms;
        std::vector<NodeId> work(sum.operands.rbegin(), sum.operands.rend());
        while (!work.empty()) {
            const NodeId id = work.back();
            work.pop_back();
            if (inner_sums_.count(id) != 0)
                work.insert(work.end(), nest[id].operands.rbegin(), nest[id].operands.rend());
            else
                terms.push_back(id);
        }
        if (terms.size() < fewest_terms) return no_node;
        NodeId chains[2] = {terms[0], terms[1]};
        for (std::size_t i = 2; i < terms.size(); i++)
            chains[i % 2] = nest.binary(NodeKind::Add, chains[i % 2], terms[i]);
        return nest.binary(NodeKind::Add, chains[0], chains[1]);
    }

    std::vector<char> is_inner_sum_;  // by original node: a float sum whose only user is a float sum
    std::set<NodeId> inner_sums_;     // their copies
    std::set<std::string> divisor_arrays_;
};

}  // namespace

std::vector<std::string> float_rules_names() {
    return {"strict", "contract", "fast"};
}

std::string spelling(FloatRules rules) {
    return float_rules_names().at(static_cast<std::size_t>(rules));
}

FloatRules parse_float_rules(const std::string& name) {
    const std::vector<std::string> names = float_rules_names();
    const auto found = std::find(names.begin(), names.end(), name);
    HLO2C_CHECK(found != names.end(), "unknown floating-point rules: " + name);
    return static_cast<FloatRules>(found - names.begin());
}

LoopNest apply_float_rules(const LoopNest& nest, FloatRules rules, bool has_fma) {
    LoopNest result = nest;
    if (rules == FloatRules::Fast) {
        FastRules fast(result);
        result = rebuild(result,
                         [&](LoopNest& copy, Node& node, NodeId id) { return fast.change(copy, node, id); });
    }
    if (!has_fma) return without_fma(result);
    return rules == FloatRules::Strict ? result : contract(result);
}

}  // namespace hlo2c::scheduler

#include "scheduler/loops/canonical_indices.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

#include "frontend/integer_division.h"
#include "scheduler/loops/affine.h"
#include "scheduler/loops/rewriter.h"

namespace hlo2c::scheduler {

namespace {

/// constant + sum of coefficient * term; terms are loop variables, as nodes of the result.
struct Sum {
    std::int64_t constant = 0;
    std::vector<std::pair<NodeId, std::int64_t>> terms;
};

bool is_linear(NodeKind kind) {
    return kind == NodeKind::Add || kind == NodeKind::Subtract || kind == NodeKind::Multiply;
}

class Canonicaliser {
public:
    explicit Canonicaliser(const LoopNest& nest) {
        for (const Node& node : nest.nodes) {
            if (node.kind != NodeKind::For) continue;
            const std::optional<std::int64_t> extent = constant_extent(nest, node);
            const bool is_known = extent && *extent > 0;
            set_values(node.symbol, is_known ? Interval{0, *extent - 1} : Interval::everything());
        }
        for (const Node& node : nest.nodes)
            if (const auto last = last_begin(nest, node)) set_values(node.symbol, {0, *last});
    }

    LoopNest run(const LoopNest& nest) {
        return rebuild(nest, [this](LoopNest& result, Node& node) { return change(result, node); });
    }

private:
    void set_values(const std::string& symbol, Interval values) {
        const auto [known, is_new] = loops_.insert({symbol, values});
        if (!is_new) known->second = hull(known->second, values);
    }

    /// Where the last tile of a loop begins if it begins early: its number in min(tile * 9, 40), which counts
    /// as a loop variable.
    std::optional<std::int64_t> last_begin(const LoopNest& nest, const Node& node) const {
        if (node.kind != NodeKind::LetStatement || !node.type.is_index()) return std::nullopt;
        const Node& value = nest[node.operands[0]];
        if (value.kind != NodeKind::Minimum) return std::nullopt;
        const Node &place = nest[value.operands[0]], &last = nest[value.operands[1]];
        if (place.kind != NodeKind::Multiply || last.kind != NodeKind::Integer || last.integer < 0)
            return std::nullopt;
        const Node &tile = nest[place.operands[0]], &step = nest[place.operands[1]];
        const auto values = loops_.find(tile.symbol);
        const bool is_place = tile.kind == NodeKind::Variable && values != loops_.end() &&
                              values->second.low >= 0 && step.kind == NodeKind::Integer && step.integer > 0;
        return is_place ? std::optional(last.integer) : std::nullopt;
    }

    /// Adds an expression to `sum`. True if it uses only loop variables and constants, so that it never
    /// wraps.
    bool collect(const LoopNest& nest, NodeId id, std::int64_t factor, Sum& sum) {
        const Node& node = nest[id];
        if (node.kind == NodeKind::Integer) return !add_product(sum.constant, node.integer, factor);
        if (node.kind == NodeKind::Variable && loops_.count(node.symbol))
            return add_term(nest, id, factor, sum);
        if (!is_linear(node.kind)) return false;
        const NodeId a = node.operands[0], b = node.operands[1];
        std::int64_t negative = 0, product = 0;
        switch (node.kind) {
            case NodeKind::Add: return collect(nest, a, factor, sum) && collect(nest, b, factor, sum);
            case NodeKind::Subtract:
                return !__builtin_sub_overflow(0, factor, &negative) && collect(nest, a, factor, sum) &&
                       collect(nest, b, negative, sum);
            default:
                if (nest[b].kind == NodeKind::Integer) {
                    return !__builtin_mul_overflow(factor, nest[b].integer, &product) &&
                           collect(nest, a, product, sum);
                }
                if (nest[a].kind == NodeKind::Integer) {
                    return !__builtin_mul_overflow(factor, nest[a].integer, &product) &&
                           collect(nest, b, product, sum);
                }
                return false;
        }
    }

    static bool add_product(std::int64_t& total, std::int64_t a, std::int64_t b) {
        std::int64_t product = 0;
        return __builtin_mul_overflow(a, b, &product) || __builtin_add_overflow(total, product, &total);
    }

    bool add_term(const LoopNest& nest, NodeId id, std::int64_t factor, Sum& sum) {
        for (auto& [term, coefficient] : sum.terms) {
            if (nest[term].symbol == nest[id].symbol)
                return !__builtin_add_overflow(coefficient, factor, &coefficient);
        }
        sum.terms.push_back({id, factor});
        return true;
    }

    NodeId change(LoopNest& result, Node& node) {
        if (node.kind == NodeKind::FloorRemainder) return remainder(result, node);
        if (!node.type.is_index()) return no_node;
        if (node.kind == NodeKind::FloorDivide) return shortened(result, node);
        if (!is_linear(node.kind)) return no_node;
        const NodeId copy = result.add(node);
        Sum sum;
        return collect(result, copy, 1, sum) && fits(sum, node.type) ? written(result, sum, node.type) : copy;
    }

    /// A division of the terms that are multiples of a factor of the divisor, if the others together are
    /// always less than the factor: (tile * 192 + panel * 16 + 72) / 3584 is (tile * 3 + 1) / 56.
    NodeId shortened(LoopNest& result, const Node& node) {
        const Node divisor = result[node.operands[1]];
        Sum sum;
        if (divisor.kind != NodeKind::Integer || divisor.integer <= 0 ||
            !collect(result, node.operands[0], 1, sum))
            return no_node;
        std::int64_t factor = 1;
        for (const auto& [term, coefficient] : sum.terms) {
            const std::int64_t common = std::gcd(coefficient, divisor.integer);
            if (common > factor && is_below(result, sum, common)) factor = common;
        }
        if (factor == 1) return no_node;
        Sum quotient{floor_divide(sum.constant, factor), {}};
        for (const auto& [term, coefficient] : sum.terms)
            if (coefficient % factor == 0) quotient.terms.push_back({term, coefficient / factor});
        if (!fits(quotient, node.type)) return no_node;
        const NodeId dividend = written(result, quotient, node.type);
        if (factor == divisor.integer) return dividend;
        return result.binary(NodeKind::FloorDivide, dividend,
                             result.integer(divisor.integer / factor, node.type));
    }

    /// A remainder without the multiples of the divisor, of an index or of lanes that follow one:
    /// ramp(block * 48 + 16, 1) % 3 is ramp(1, 1) % 3.
    NodeId remainder(LoopNest& result, const Node& node) {
        Node lanes = result[node.operands[0]];
        const bool is_ramp = lanes.kind == NodeKind::Ramp;
        const Node& splat = result[node.operands[1]];
        const Node& divisor = splat.kind == NodeKind::Broadcast ? result[splat.operands[0]] : splat;
        const NodeId first = is_ramp ? lanes.operands[0] : node.operands[0];
        const ValueType type = result[first].type;
        Sum sum;
        if (!type.is_index() || divisor.kind != NodeKind::Integer || divisor.integer <= 0 ||
            !collect(result, first, 1, sum))
            return no_node;
        const std::int64_t modulus = divisor.integer;
        Sum rest{sum.constant - floor_divide(sum.constant, modulus) * modulus, {}};
        for (const auto& [term, coefficient] : sum.terms)
            if (coefficient % modulus != 0) rest.terms.push_back({term, coefficient});
        if (rest.constant == sum.constant && rest.terms.size() == sum.terms.size()) return no_node;
        if (!fits(rest, type)) return no_node;
        NodeId dividend = written(result, rest, type);
        if (is_ramp) {
            lanes.operands[0] = dividend;
            dividend = result.add(lanes);
        }
        return result.binary(NodeKind::FloorRemainder, dividend, node.operands[1]);
    }

    /// True if what the sum has besides multiples of `factor` is from 0 to less than that.
    bool is_below(const LoopNest& nest, const Sum& sum, std::int64_t factor) const {
        const std::int64_t first = sum.constant - floor_divide(sum.constant, factor) * factor;
        Interval rest{first, first};
        for (const auto& [term, coefficient] : sum.terms)
            if (coefficient % factor != 0)
                rest = rest + loops_.at(nest[term].symbol) * Interval{coefficient, coefficient};
        return contains({0, factor - 1}, rest);
    }

    NodeId written(LoopNest& result, Sum sum, ValueType type) const {
        // Small coefficients belong to inner loops: they go last, before the constant.
        std::stable_sort(sum.terms.begin(), sum.terms.end(), [&](const auto& a, const auto& b) {
            return a.second != b.second ? a.second > b.second
                                        : result[a.first].symbol < result[b.first].symbol;
        });
        sum.terms.erase(std::remove_if(sum.terms.begin(), sum.terms.end(),
                                       [](const auto& each) { return each.second == 0; }),
                        sum.terms.end());
        const NodeId constant = result.integer(sum.constant, type);
        if (sum.terms.empty()) return constant;
        // A positive constant comes first if there are only terms to subtract from it.
        const bool begins = sum.constant > 0 && sum.terms.front().second < 0;
        NodeId total = begins ? constant : no_node;
        for (const auto& [term, coefficient] : sum.terms) {
            const bool subtract = coefficient < 0 && total != no_node;
            const std::int64_t factor = subtract ? -coefficient : coefficient;
            const NodeId product =
                factor == 1 ? term : result.binary(NodeKind::Multiply, term, result.integer(factor, type));
            total = total == no_node
                        ? product
                        : result.binary(subtract ? NodeKind::Subtract : NodeKind::Add, total, product);
        }
        return begins || sum.constant == 0 ? total : result.binary(NodeKind::Add, total, constant);
    }

    static bool fits(const Sum& sum, ValueType type) {
        if (type.kind == ScalarKind::I64) return true;
        const auto small = [](std::int64_t value) { return value >= -INT32_MAX && value <= INT32_MAX; };
        for (const auto& [term, coefficient] : sum.terms) {
            if (!small(coefficient)) return false;
        }
        return small(sum.constant);
    }

    std::map<std::string, Interval> loops_;  ///< the values of their variables, and of begins of tiles
};

}  // namespace

LoopNest canonical_indices(const LoopNest& nest) {
    return Canonicaliser(nest).run(nest);
}

}  // namespace hlo2c::scheduler

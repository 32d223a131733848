#include "scheduler/loops/affine.h"

#include <algorithm>

#include "frontend/diagnostic.h"

namespace hlo2c::scheduler {

namespace {

// Far below the ends of int64, so that negation and a few additions stay exact.
constexpr std::int64_t limit = std::int64_t{1} << 61;

std::int64_t saturate(__int128 value) {
    return static_cast<std::int64_t>(std::clamp<__int128>(value, -static_cast<__int128>(limit), limit));
}

}  // namespace

Interval Interval::everything() {
    return {-limit, limit};
}

Interval type_interval(ScalarKind kind) {
    if (kind == ScalarKind::Boolean) return {0, 1};
    const int bits = bit_width(kind);
    if (bits >= 62 || is_float(kind)) return Interval::everything();
    if (is_unsigned(kind)) return {0, (std::int64_t{1} << bits) - 1};
    return {-(std::int64_t{1} << (bits - 1)), (std::int64_t{1} << (bits - 1)) - 1};
}

bool contains(Interval outer, Interval inner) {
    return inner.low >= outer.low && inner.high <= outer.high && inner.low > -limit && inner.high < limit;
}

Interval hull(Interval a, Interval b) {
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

Interval operator+(Interval a, Interval b) {
    return {saturate(static_cast<__int128>(a.low) + b.low), saturate(static_cast<__int128>(a.high) + b.high)};
}

Interval operator*(Interval a, Interval b) {
    const __int128 products[] = {static_cast<__int128>(a.low) * b.low, static_cast<__int128>(a.low) * b.high,
                                 static_cast<__int128>(a.high) * b.low,
                                 static_cast<__int128>(a.high) * b.high};
    return {saturate(*std::min_element(products, products + 4)),
            saturate(*std::max_element(products, products + 4))};
}

Affine operator+(const Affine& a, const Affine& b) {
    Affine sum = a;
    sum.constant = saturate(static_cast<__int128>(a.constant) + b.constant);
    for (const auto& [atom, coefficient] : b.terms) {
        const std::int64_t total = saturate(static_cast<__int128>(sum.terms[atom]) + coefficient);
        if (total == 0) {
            sum.terms.erase(atom);
        } else {
            sum.terms[atom] = total;
        }
    }
    return sum;
}

Affine operator*(const Affine& a, std::int64_t factor) {
    Affine product;
    if (factor == 0) return product;
    product.constant = saturate(static_cast<__int128>(a.constant) * factor);
    for (const auto& [atom, coefficient] : a.terms) {
        product.terms[atom] = saturate(static_cast<__int128>(coefficient) * factor);
    }
    return product;
}

Affine operator-(const Affine& a, const Affine& b) {
    return a + b * -1;
}

std::string to_text(const Affine& a) {
    std::string text;
    for (const auto& [atom, coefficient] : a.terms) text += std::to_string(coefficient) + "*" + atom + "+";
    return text + std::to_string(a.constant);
}

NodeId add_affine(LoopNest& nest, const Affine& form, ValueType type) {
    NodeId sum = no_node;
    for (const auto& [name, factor] : form.terms) {
        NodeId term = nest.variable(name, type);
        if (factor != 1) term = nest.binary(NodeKind::Multiply, term, nest.integer(factor, type));
        sum = sum == no_node ? term : nest.binary(NodeKind::Add, sum, term);
    }
    if (sum == no_node) return nest.integer(form.constant, type);
    if (form.constant == 0) return sum;
    return nest.binary(NodeKind::Add, sum, nest.integer(form.constant, type));
}

std::optional<std::int64_t> constant_extent(const LoopNest& nest, const Node& loop) {
    const Node &begin = nest[loop.operands[0]], &extent = nest[loop.operands[1]];
    const bool is_counted = begin.kind == NodeKind::Integer && extent.kind == NodeKind::Integer;
    return is_counted && begin.integer == 0 ? std::optional(extent.integer) : std::nullopt;
}

std::optional<Affine> affine_form(const LoopNest& nest, NodeId id,
                                  const std::function<std::optional<Affine>(NodeId)>& term) {
    const Node& node = nest[id];
    if (node.type.is_vector() || is_float(node.type.kind)) return std::nullopt;
    if (node.kind == NodeKind::Integer) return Affine{node.integer, {}};
    if (node.kind != NodeKind::Add && node.kind != NodeKind::Subtract && node.kind != NodeKind::Multiply)
        return term(id);
    const std::optional<Affine> a = affine_form(nest, node.operands[0], term),
                                b = affine_form(nest, node.operands[1], term);
    if (!a || !b) return std::nullopt;
    if (node.kind == NodeKind::Add) return *a + *b;
    if (node.kind == NodeKind::Subtract) return *a - *b;
    if (a->is_constant()) return *b * a->constant;
    if (b->is_constant()) return *a * b->constant;
    return term(id);
}

std::optional<Affine> affine_form(const LoopNest& nest, NodeId id,
                                  const std::map<std::string, NodeId>& lets) {
    return affine_form(nest, id, [&](NodeId term) -> std::optional<Affine> {
        if (nest[term].kind != NodeKind::Variable) return std::nullopt;
        const auto let = lets.find(nest[term].symbol);
        return let == lets.end() ? Affine{0, {{nest[term].symbol, 1}}} : affine_form(nest, let->second, lets);
    });
}

Interval AffineFacts::interval(const Affine& a) const {
    Interval sum{a.constant, a.constant};
    for (const auto& [atom, coefficient] : a.terms) {
        const auto found = atoms_.find(atom);
        HLO2C_CHECK(found != atoms_.end(), "an affine form has an atom without an interval");
        sum = sum + found->second * Interval{coefficient, coefficient};
    }
    return sum;
}

std::int64_t AffineFacts::upper_bound(const Affine& a, int depth) const {
    std::int64_t best = interval(a).high;
    if (depth == 0 || a.is_constant()) return best;
    for (const Affine& inequality : inequalities_) {
        // a <= a - factor * inequality for a positive factor; useful if an atom cancels.
        for (const auto& [atom, coefficient] : inequality.terms) {
            const auto mine = a.terms.find(atom);
            if (mine == a.terms.end() || mine->second % coefficient != 0) continue;
            const std::int64_t factor = mine->second / coefficient;
            if (factor <= 0) continue;
            best = std::min(best, upper_bound(a - inequality * factor, depth - 1));
        }
    }
    return best;
}

}  // namespace hlo2c::scheduler

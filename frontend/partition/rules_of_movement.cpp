// Elementwise ops, movement, reductions and windows.
#include <algorithm>

#include "frontend/partition/rule_builder.h"

namespace hlo2c::frontend {

void elementwise_rule(RuleBuilder& rule) {
    for (int d = 0; d < rule.result().rank(); d++)
        rule.cut_everywhere(d, rule.add(size_at(rule.result(), d)));
}

void each_to_each_rule(RuleBuilder& rule) {
    for (std::size_t i = 0; i < rule.op().results.size(); i++) {
        for (std::int64_t d = 0; rule.has_tensor(i) && d < rule.result(i).rank(); d++) {
            const int factor = rule.add(size_at(rule.result(i), d));
            rule.cut_operand(i, d, factor);
            rule.cut_result(i, d, factor);
        }
    }
}

void broadcast_in_dim_rule(RuleBuilder& rule) {
    const Integers mapped = rule.op()[attr::broadcast_dimensions];
    for (std::int64_t d = 0; d < rule.result().rank(); d++) {
        const auto found = std::find(mapped.begin(), mapped.end(), d);
        const std::int64_t from = found - mapped.begin();
        const int factor = rule.add(size_at(rule.result(), d));
        rule.cut_result(0, d, factor);
        if (found == mapped.end()) continue;
        const bool is_expanded = size_at(rule.operand(0), from) != size_at(rule.result(), d);
        rule.cut_operand(0, from, is_expanded ? rule.add(1) : factor);
    }
}

void transpose_rule(RuleBuilder& rule) {
    const Integers order = rule.op()[attr::permutation];
    for (std::size_t d = 0; d < order.size(); d++) rule.pass(order[d], static_cast<std::int64_t>(d));
}

void bitcast_convert_rule(RuleBuilder& rule) {
    const int shared = std::min(rule.operand(0).rank(), rule.result().rank());
    for (int d = 0; d < shared; d++) rule.pass(d, d);
    if (rule.operand(0).rank() > shared)
        rule.cut_operand(0, shared, rule.add(size_at(rule.operand(0), shared), FactorKind::Replication));
    if (rule.result().rank() > shared)
        rule.cut_result(0, shared, rule.add(size_at(rule.result(), shared), FactorKind::Replication));
}

void concatenate_rule(RuleBuilder& rule) {
    const std::int64_t joined = rule.op()[attr::dimension];
    for (std::int64_t d = 0; d < rule.result().rank(); d++)
        rule.cut_everywhere(d,
                            rule.add(size_at(rule.result(), d), d == joined && rule.op().operands.size() > 1
                                                                    ? FactorKind::Replication
                                                                    : FactorKind::PassThrough));
}

namespace {

/// Passes the dimensions that keep their elements; others shift them to neighbouring parts.
template <typename KeepsElements>
void shift_rule(RuleBuilder& rule, const KeepsElements& keeps_elements) {
    for (std::int64_t d = 0; d < rule.result().rank(); d++) {
        const int factor = rule.add(size_at(rule.operand(0), d),
                                    keeps_elements(d) ? FactorKind::PassThrough : FactorKind::Exchange);
        rule.cut_operand(0, d, factor);
        rule.cut_result(0, d, factor);
    }
}

}  // namespace

void slice_rule(RuleBuilder& rule) {
    shift_rule(rule,
               [&](std::int64_t d) { return size_at(rule.operand(0), d) == size_at(rule.result(), d); });
}

void pad_rule(RuleBuilder& rule) {
    const Integers low = rule.op()[attr::edge_padding_low], high = rule.op()[attr::edge_padding_high];
    // A negative padding at one end and a positive one at the other shift the elements.
    shift_rule(rule, [&](std::int64_t dimension) {
        const auto d = static_cast<std::size_t>(dimension);
        return low[d] == 0 && high[d] == 0 &&
               size_at(rule.operand(0), dimension) == size_at(rule.result(), dimension);
    });
}

void reverse_rule(RuleBuilder& rule) {
    const Integers reversed = rule.op()[attr::dimensions];
    for (std::int64_t d = 0; d < rule.result().rank(); d++)
        rule.cut_everywhere(d,
                            rule.add(size_at(rule.result(), d),
                                     contains(reversed, d) ? FactorKind::Exchange : FactorKind::PassThrough));
}

void reduce_rule(RuleBuilder& rule) {
    const Integers reduced = rule.op()[attr::dimensions];
    const std::size_t inputs = rule.op().results.size();
    std::int64_t to = 0;
    for (std::int64_t d = 0; d < rule.operand(0).rank(); d++) {
        const bool is_reduced = contains(reduced, d);
        const int factor = rule.add(size_at(rule.operand(0), d),
                                    is_reduced ? FactorKind::Reduction : FactorKind::PassThrough);
        for (std::size_t i = 0; i < inputs; i++) {
            rule.cut_operand(i, d, factor);
            if (!is_reduced) rule.cut_result(i, to, factor);
        }
        to += !is_reduced;
    }
}

bool is_trivial(const Window& window, std::size_t d) {
    return window.size[d] == 1 && window.strides[d] == 1 && window.base_dilation[d] == 1 &&
           window.padding[d] == std::pair<std::int64_t, std::int64_t>{0, 0};
}

void reduce_window_rule(RuleBuilder& rule) {
    const Window window = reduce_window_window(rule.op());
    for (std::int64_t d = 0; d < rule.result().rank(); d++)
        rule.cut_everywhere(
            d, rule.add(size_at(rule.result(), d), is_trivial(window, static_cast<std::size_t>(d))
                                                       ? FactorKind::PassThrough
                                                       : FactorKind::Exchange));
}

void select_and_scatter_rule(RuleBuilder& rule) {
    const auto rank = static_cast<std::size_t>(rule.operand(0).rank());
    const Integers sizes =
        rule.op().has(attr::window_dimensions) ? rule.op()[attr::window_dimensions] : Integers(rank, 1);
    for (std::size_t i = 0; i < rank; i++) {
        const auto d = static_cast<std::int64_t>(i);
        const bool is_alone = sizes[i] == 1 && size_at(rule.operand(0), d) == size_at(rule.operand(1), d);
        const int factor =
            rule.add(size_at(rule.operand(0), d), is_alone ? FactorKind::PassThrough : FactorKind::Exchange);
        rule.cut_operand(0, d, factor);
        rule.cut_result(0, d, factor);
        rule.cut_operand(1, d,
                         is_alone ? factor : rule.add(size_at(rule.operand(1), d), FactorKind::Replication));
    }
}

void batch_norm_rule(RuleBuilder& rule) {
    const std::int64_t feature = rule.op()[attr::feature_index];
    const int factor = rule.add(size_at(rule.operand(0), feature));
    const auto cut = [&](std::size_t values, const auto& type_of, const auto& cut_value) {
        for (std::size_t i = 0; i < values; i++) cut_value(i, type_of(i).rank() == 1 ? 0 : feature, factor);
    };
    cut(
        rule.op().operands.size(), [&](std::size_t i) -> const TensorType& { return rule.operand(i); },
        [&](std::size_t i, std::int64_t d, int f) { rule.cut_operand(i, d, f); });
    cut(
        rule.op().results.size(), [&](std::size_t i) -> const TensorType& { return rule.result(i); },
        [&](std::size_t i, std::int64_t d, int f) { rule.cut_result(i, d, f); });
}

void batch_norm_inference_rule(RuleBuilder& rule) {
    const std::int64_t feature = rule.op()[attr::feature_index];
    for (std::int64_t d = 0; d < rule.result().rank(); d++) {
        const int factor = rule.add(size_at(rule.result(), d));
        rule.cut_operand(0, d, factor);
        rule.cut_result(0, d, factor);
        for (std::size_t i = 1; d == feature && i < rule.op().operands.size(); i++)
            rule.cut_operand(i, 0, factor);
    }
}

}  // namespace hlo2c::frontend

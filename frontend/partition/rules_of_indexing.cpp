// Slices at computed places, gathers, scatters and sorts.
#include <algorithm>

#include "frontend/partition/rule_builder.h"

namespace hlo2c::frontend {

void dynamic_slice_rule(RuleBuilder& rule) {
    for (std::int64_t d = 0; d < rule.result().rank(); d++) {
        const std::int64_t size = size_at(rule.operand(0), d);
        const bool is_all = size == size_at(rule.result(), d);
        const int factor =
            rule.add(size, is_all ? FactorKind::PassThrough : FactorKind::Replication, !is_all);
        rule.cut_operand(0, d, factor);
        rule.cut_result(0, d, factor);
    }
}

void dynamic_update_slice_rule(RuleBuilder& rule) {
    for (std::int64_t d = 0; d < rule.result().rank(); d++) {
        const std::int64_t size = size_at(rule.operand(0), d);
        const bool is_all = size == size_at(rule.operand(1), d);
        const int factor = rule.add(size, is_all ? FactorKind::PassThrough : FactorKind::Exchange);
        rule.cut_operand(0, d, factor);
        rule.cut_result(0, d, factor);
        rule.cut_operand(1, d,
                         is_all ? factor : rule.add(size_at(rule.operand(1), d), FactorKind::Replication));
    }
}

namespace {

/// Of `count` dimensions, those that are not in the list.
Integers others(std::int64_t count, const Integers& list) {
    Integers rest;
    for (std::int64_t d = 0; d < count; d++)
        if (!contains(list, d)) rest.push_back(d);
    return rest;
}

}  // namespace

void gather_rule(RuleBuilder& rule) {
    const GatherDimensions at = rule.op()[attr::gather_dimension_numbers];
    const Integers sizes = rule.op()[attr::slice_sizes];
    const Integers batch = others(rule.result().rank(), at.offset_dims);
    std::size_t next = 0;
    for (std::int64_t d = 0; d < rule.operand(1).rank(); d++) {
        if (d == at.index_vector_dim) {
            rule.cut_operand(1, d, rule.add(size_at(rule.operand(1), d), FactorKind::Replication));
            continue;
        }
        const int factor = rule.add(size_at(rule.operand(1), d));
        rule.cut_operand(1, d, factor);
        rule.cut_result(0, batch[next++], factor);
        for (std::size_t i = 0; i < at.start_indices_batching_dims.size(); i++)
            if (at.start_indices_batching_dims[i] == d)
                rule.cut_operand(0, at.operand_batching_dims[i], factor);
    }
    const Integers sliced =
        others(rule.operand(0).rank(), joined(at.collapsed_slice_dims, at.operand_batching_dims));
    for (const std::int64_t d : at.collapsed_slice_dims) {
        const std::int64_t size = size_at(rule.operand(0), d);
        const bool is_indexed = size > 1 && contains(at.start_index_map, d);
        rule.cut_operand(0, d, rule.add(size, is_indexed ? FactorKind::Reduction : FactorKind::Replication));
    }
    for (std::size_t i = 0; i < sliced.size(); i++) {
        const std::int64_t d = sliced[i], size = size_at(rule.operand(0), d);
        const bool is_all = sizes[static_cast<std::size_t>(d)] == size;
        const int factor =
            rule.add(size, is_all ? FactorKind::PassThrough : FactorKind::Replication, !is_all);
        rule.cut_operand(0, d, factor);
        rule.cut_result(0, at.offset_dims[i], factor);
    }
}

void scatter_rule(RuleBuilder& rule) {
    const ScatterDimensions at = rule.op()[attr::scatter_dimension_numbers];
    const std::size_t inputs = rule.op().results.size();
    const TensorType &input = rule.operand(0), &indices = rule.operand(inputs),
                     &updates = rule.operand(inputs + 1);
    const auto cut_inputs = [&](std::int64_t d, int factor) {
        for (std::size_t i = 0; i < inputs; i++) {
            rule.cut_operand(i, d, factor);
            rule.cut_result(i, d, factor);
        }
    };
    const auto cut_updates = [&](std::int64_t d, int factor) {
        for (std::size_t i = 0; i < inputs; i++) rule.cut_operand(inputs + 1 + i, d, factor);
    };
    const Integers scattered = others(updates.rank(), at.update_window_dims);
    std::size_t next = 0;
    for (std::int64_t d = 0; d < indices.rank(); d++) {
        if (d == at.index_vector_dim) {
            rule.cut_operand(inputs, d, rule.add(size_at(indices, d), FactorKind::Replication));
            continue;
        }
        const auto batching =
            std::find(at.scatter_indices_batching_dims.begin(), at.scatter_indices_batching_dims.end(), d);
        const bool is_batching = batching != at.scatter_indices_batching_dims.end();
        const int factor =
            rule.add(size_at(indices, d), is_batching ? FactorKind::PassThrough : FactorKind::Replication);
        rule.cut_operand(inputs, d, factor);
        cut_updates(scattered[next++], factor);
        if (is_batching)
            cut_inputs(at.input_batching_dims[static_cast<std::size_t>(
                           batching - at.scatter_indices_batching_dims.begin())],
                       factor);
    }
    for (const std::int64_t d : at.inserted_window_dims) cut_inputs(d, rule.add(size_at(input, d)));
    const Integers windows = others(input.rank(), joined(at.inserted_window_dims, at.input_batching_dims));
    for (std::size_t i = 0; i < windows.size(); i++) {
        const std::int64_t d = windows[i], from = at.update_window_dims[i];
        const bool is_all = size_at(input, d) == size_at(updates, from);
        const int factor =
            rule.add(size_at(input, d), is_all ? FactorKind::PassThrough : FactorKind::Replication);
        cut_inputs(d, factor);
        cut_updates(from, is_all ? factor : rule.add(size_at(updates, from), FactorKind::Replication));
    }
}

void sort_rule(RuleBuilder& rule) {
    const std::int64_t rank = rule.result().rank(), given = rule.op()[attr::sort_dimension];
    const std::int64_t sorted = given < 0 ? given + rank : given;
    const bool is_alone = rule.result().element_count() == size_at(rule.result(), sorted);
    for (std::int64_t d = 0; d < rank; d++)
        rule.cut_everywhere(d, rule.add(size_at(rule.result(), d),
                                        d == sorted ? FactorKind::Replication : FactorKind::PassThrough,
                                        d == sorted && is_alone));
}

void top_k_rule(RuleBuilder& rule) {
    const std::int64_t last = rule.operand(0).rank() - 1;
    for (std::int64_t d = 0; d < last; d++) rule.cut_everywhere(d, rule.add(size_at(rule.operand(0), d)));
    rule.cut_operand(0, last, rule.add(size_at(rule.operand(0), last), FactorKind::Replication, true));
    for (std::size_t i = 0; i < rule.op().results.size(); i++)
        rule.cut_result(i, last, rule.add(size_at(rule.result(i), last), FactorKind::Replication, true));
}

}  // namespace hlo2c::frontend

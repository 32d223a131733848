// Contractions, transforms and solvers.
#include <algorithm>

#include "frontend/partition/rule_builder.h"

namespace hlo2c::frontend {
namespace {

void contraction_rule(RuleBuilder& rule, const DotDimensions& dimensions) {
    std::int64_t to = 0;
    for (std::size_t i = 0; i < dimensions.lhs_batching.size(); i++) {
        const int factor = rule.add(size_at(rule.operand(0), dimensions.lhs_batching[i]));
        rule.cut_operand(0, dimensions.lhs_batching[i], factor);
        rule.cut_operand(1, dimensions.rhs_batching[i], factor);
        rule.cut_result(0, to++, factor);
    }
    const auto pass_free = [&](std::size_t side, const Integers& batching, const Integers& contracting) {
        for (std::int64_t d = 0; d < rule.operand(side).rank(); d++) {
            if (contains(batching, d) || contains(contracting, d)) continue;
            const int factor = rule.add(size_at(rule.operand(side), d));
            rule.cut_operand(side, d, factor);
            rule.cut_result(0, to++, factor);
        }
    };
    pass_free(0, dimensions.lhs_batching, dimensions.lhs_contracting);
    pass_free(1, dimensions.rhs_batching, dimensions.rhs_contracting);
    for (std::size_t i = 0; i < dimensions.lhs_contracting.size(); i++) {
        const int factor =
            rule.add(size_at(rule.operand(0), dimensions.lhs_contracting[i]), FactorKind::Reduction);
        rule.cut_operand(0, dimensions.lhs_contracting[i], factor);
        rule.cut_operand(1, dimensions.rhs_contracting[i], factor);
    }
}

/// All dimensions but the last `count` pass, and these are needed as a whole.
void matrices_rule(RuleBuilder& rule, std::int64_t count) {
    const std::int64_t rank = rule.operand(0).rank();
    for (std::int64_t d = 0; d < rank; d++) {
        if (d < rank - count) {
            rule.cut_everywhere(d, rule.add(size_at(rule.operand(0), d)));
            continue;
        }
        rule.cut_operand(0, d, rule.add(size_at(rule.operand(0), d), FactorKind::Replication));
        rule.cut_result(0, d, rule.add(size_at(rule.result(), d), FactorKind::Replication));
    }
}

}  // namespace

void dot_general_rule(RuleBuilder& rule) {
    contraction_rule(rule, rule.op()[attr::dot_dimension_numbers]);
}

void dot_rule(RuleBuilder& rule) {
    contraction_rule(rule, {{}, {}, {rule.operand(0).rank() - 1}, {0}});
}

void convolution_rule(RuleBuilder& rule) {
    const ConvolutionDimensions& at = rule.op()[attr::convolution_dimension_numbers];
    const std::int64_t groups = rule.op()[attr::feature_group_count],
                       batch_groups = rule.op()[attr::batch_group_count];
    if (batch_groups > 1) {
        const int group = rule.add(batch_groups);
        rule.cut_operand(0, at.input_batch, group);
        rule.cut_operand(1, at.kernel_output_feature, group);
        rule.cut_result(0, at.output_feature, group);
    }
    if (groups > 1) {
        const int group = rule.add(groups);
        rule.cut_operand(0, at.input_feature, group);
        rule.cut_operand(1, at.kernel_output_feature, group);
        rule.cut_result(0, at.output_feature, group);
    }
    const int batch = rule.add(size_at(rule.result(), at.output_batch));
    rule.cut_operand(0, at.input_batch, batch);
    rule.cut_result(0, at.output_batch, batch);
    const int input = rule.add(size_at(rule.operand(1), at.kernel_input_feature), FactorKind::Reduction);
    rule.cut_operand(0, at.input_feature, input);
    rule.cut_operand(1, at.kernel_input_feature, input);
    const int output = rule.add(size_at(rule.operand(1), at.kernel_output_feature) / (groups * batch_groups));
    rule.cut_operand(1, at.kernel_output_feature, output);
    rule.cut_result(0, at.output_feature, output);
    const Window window = convolution_window(rule.op(), rule.operand(1));
    for (std::size_t d = 0; d < at.input_spatial.size(); d++) {
        const int factor = rule.add(size_at(rule.result(), at.output_spatial[d]),
                                    is_trivial(window, d) ? FactorKind::PassThrough : FactorKind::Exchange);
        rule.cut_operand(0, at.input_spatial[d], factor);
        rule.cut_result(0, at.output_spatial[d], factor);
        rule.cut_operand(1, at.kernel_spatial[d], rule.add(window.size[d], FactorKind::Replication));
    }
}

void fft_rule(RuleBuilder& rule) {
    matrices_rule(rule, static_cast<std::int64_t>(rule.op()[attr::fft_length].size()));
}

void cholesky_rule(RuleBuilder& rule) {
    matrices_rule(rule, 2);
}

void triangular_solve_rule(RuleBuilder& rule) {
    const std::int64_t rank = rule.operand(0).rank();
    // The systems are the columns of `b`, or its rows: each is solved alone.
    const std::int64_t systems = rule.op()[attr::left_side] ? rank - 1 : rank - 2;
    for (std::int64_t d = 0; d < rank; d++) {
        const FactorKind of_b =
            d < rank - 2 || d == systems ? FactorKind::PassThrough : FactorKind::Replication;
        const int factor = rule.add(size_at(rule.operand(1), d), of_b);
        rule.cut_operand(1, d, factor);
        rule.cut_result(0, d, factor);
        rule.cut_operand(
            0, d, d < rank - 2 ? factor : rule.add(size_at(rule.operand(0), d), FactorKind::Replication));
    }
}

}  // namespace hlo2c::frontend

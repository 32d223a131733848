#pragma once

#include <initializer_list>

#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_lists.h"
#include "frontend/partition/sharding_rule.h"

namespace hlo2c::frontend {

/// Builds the rule of one op.
class RuleBuilder {
public:
    RuleBuilder(const Function& function, const Op& op) : function_(function), op_(op) {
        for (const ValueId operand : op.operands) rule_.operands.emplace_back(rank(operand));
        for (const ValueId result : op.results) rule_.results.emplace_back(rank(result));
    }

    const Op& op() const { return op_; }
    const TensorType& operand(std::size_t i) const { return function_.tensor(op_.operands[i]); }
    const TensorType& result(std::size_t i = 0) const { return function_.tensor(op_.results[i]); }

    int add(std::int64_t size, FactorKind kind = FactorKind::PassThrough, bool is_blocked = false) {
        return rule_.add(size, kind, is_blocked);
    }
    bool has_tensor(std::size_t i) const { return function_.type(op_.results[i]).is_tensor(); }

    /// Adds a factor to a dimension, minor to those that it has.
    void cut_operand(std::size_t i, std::int64_t dimension, int factor) {
        rule_.operands[i][static_cast<std::size_t>(dimension)].push_back(factor);
    }
    void cut_result(std::size_t i, std::int64_t dimension, int factor) {
        rule_.results[i][static_cast<std::size_t>(dimension)].push_back(factor);
    }
    /// The same for all operands and results of the result's rank.
    void cut_everywhere(std::int64_t dimension, int factor) {
        for (auto* tensors : {&rule_.operands, &rule_.results})
            for (std::vector<DimensionFactors>& dimensions : *tensors)
                if (dimensions.size() == rule_.results[0].size())
                    dimensions[static_cast<std::size_t>(dimension)].push_back(factor);
    }
    /// A factor for this dimension of operand 0 and of result 0.
    void pass(std::int64_t from, std::int64_t to) {
        const int factor = add(size_at(operand(0), from));
        cut_operand(0, from, factor);
        cut_result(0, to, factor);
    }

    ShardingRule take() { return std::move(rule_); }

private:
    std::size_t rank(ValueId value) const {
        return function_.type(value).is_tensor() ? function_.tensor(value).shape.size() : 0;
    }

    const Function& function_;
    const Op& op_;
    ShardingRule rule_;
};

/// Fills in the factors of an op.
using RuleHook = void (*)(RuleBuilder& rule);

/// Whether the window of a dimension has one element, and moves from element to element.
bool is_trivial(const Window& window, std::size_t d);

// The hooks, by family.

// rules_of_contractions.cpp
void dot_rule(RuleBuilder& rule);
void dot_general_rule(RuleBuilder& rule);
void convolution_rule(RuleBuilder& rule);
void fft_rule(RuleBuilder& rule);
void cholesky_rule(RuleBuilder& rule);
void triangular_solve_rule(RuleBuilder& rule);

// rules_of_indexing.cpp
void dynamic_slice_rule(RuleBuilder& rule);
void dynamic_update_slice_rule(RuleBuilder& rule);
void gather_rule(RuleBuilder& rule);
void scatter_rule(RuleBuilder& rule);
void sort_rule(RuleBuilder& rule);
void top_k_rule(RuleBuilder& rule);

// rules_of_movement.cpp
void elementwise_rule(RuleBuilder& rule);
void each_to_each_rule(RuleBuilder& rule);
void broadcast_in_dim_rule(RuleBuilder& rule);
void transpose_rule(RuleBuilder& rule);
void bitcast_convert_rule(RuleBuilder& rule);
void concatenate_rule(RuleBuilder& rule);
void pad_rule(RuleBuilder& rule);
void slice_rule(RuleBuilder& rule);
void reverse_rule(RuleBuilder& rule);
void reduce_rule(RuleBuilder& rule);
void reduce_window_rule(RuleBuilder& rule);
void select_and_scatter_rule(RuleBuilder& rule);
void batch_norm_rule(RuleBuilder& rule);
void batch_norm_inference_rule(RuleBuilder& rule);

}  // namespace hlo2c::frontend

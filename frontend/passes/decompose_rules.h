#pragma once

#include <functional>

#include "frontend/passes/simplify_rules.h"

namespace hlo2c::frontend {

/// The rules of `decompose`, by op.
void add_batch_norm_rules(std::map<OpCode, SimplifyRule>& table);
void add_broadcasting_rules(std::map<OpCode, SimplifyRule>& table);
void add_contraction_rules(std::map<OpCode, SimplifyRule>& table);
void add_custom_call_rules(std::map<OpCode, SimplifyRule>& table);
void add_fft_rules(std::map<OpCode, SimplifyRule>& table);
void add_function_rules(std::map<OpCode, SimplifyRule>& table);
void add_indexing_rules(std::map<OpCode, SimplifyRule>& table);
void add_integer_rules(std::map<OpCode, SimplifyRule>& table);
void add_loop_rules(std::map<OpCode, SimplifyRule>& table);
void add_precision_rules(std::map<OpCode, SimplifyRule>& table);
void add_random_rules(std::map<OpCode, SimplifyRule>& table);
void add_scatter_rules(std::map<OpCode, SimplifyRule>& table);
void add_top_k_rules(std::map<OpCode, SimplifyRule>& table);

/// Batch normalisation over dimensions whose sizes are read from the operand, by get_dimension_size.
void add_counted_batch_norm_rules(std::map<OpCode, SimplifyRule>& table);

/// Applies the rule of the op, and as long as a rule turns the op into another, the rule of that.
Replacement apply_rules(const std::map<OpCode, SimplifyRule>& table, Rewriter& rewriter, Op& op);

/// A select_and_scatter: a reduction over windows finds the places of what is selected, a scatter goes there.
/// The place -1 is none; what each element of the operand is called, and what each window finds, are given to
/// a rule first.
using PlacesRule = std::function<ValueId(ValueId places)>;
ValueId scatter_to_places(Rewriter& rewriter, Op& op, const PlacesRule& of_operand,
                          const PlacesRule& of_windows);

/// A custom call that gives the largest (or smallest) elements of rows and where they stand.
Replacement decompose_custom_top_k(Rewriter& rewriter, Op& op);
/// A custom call that may miss some of them: here it never does.
Replacement decompose_approximate_top_k(Rewriter& rewriter, Op& op);

}  // namespace hlo2c::frontend

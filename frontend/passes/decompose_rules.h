#pragma once

#include <functional>

#include "frontend/passes/simplify_rules.h"

namespace hlo2c::frontend {

// The rules of `decompose`, by family.
extern const RuleRows batch_norm_rules, broadcasting_rules, collective_rules, contraction_rules,
    custom_call_rules, fft_rules, function_rules, indexing_rules, integer_rules, loop_rules, precision_rules,
    random_rules, scatter_rules, top_k_rules;

/// Batch normalisation that counts elements at run time, by get_dimension_size.
extern const RuleRows counted_batch_norm_rules;

/// Applies the op's rule, and repeats as long as a rule turns the op into one of another code.
Replacement apply_rules(const RuleTable& table, Rewriter& rewriter, Op& op);

/// A copy of the op, without results and not yet emitted, whose float operands are converted to f32.
Op with_single_operands(Rewriter& rewriter, const Op& op);

/// The op on operands in f32; integers stay as they are. The result is rounded to the op's type at the end.
Replacement computed_in_single(Rewriter& rewriter, const Op& op);

/// Lowers select_and_scatter to a window reduction that finds the position of the element each window
/// selects, and a scatter to these positions. A position is a row-major number; -1 means none. `of_operand`
/// may change the positions of the operand's elements, `of_windows` those that the windows have found.
using PlacesRule = std::function<ValueId(ValueId places)>;
ValueId scatter_to_places(Rewriter& rewriter, Op& op, const PlacesRule& of_operand,
                          const PlacesRule& of_windows);

/// True if a computation adds its two arguments, and nothing else.
bool only_adds(const Region& computation);
/// A scatter of f32 that adds in f64 and rounds once. The op has no results yet, or they are replaced.
ValueId scatter_in_wider_type(Rewriter& rewriter, Op op);

/// A custom call that returns the largest (or smallest) elements of each row and their positions.
Replacement decompose_custom_top_k(Rewriter& rewriter, Op& op);
/// The approximate form, which may miss some elements; this one is exact.
Replacement decompose_approximate_top_k(Rewriter& rewriter, Op& op);

}  // namespace hlo2c::frontend

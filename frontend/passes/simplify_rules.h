#pragma once

#include <array>
#include <initializer_list>
#include <span>

#include "frontend/ir/total_table.h"
#include "frontend/passes/rewriter.h"

namespace hlo2c::frontend {

/// A rule of `simplify` or `decompose`. It returns replacements for the op's results, or nothing; see
/// Rewriter::Rule.
using Replacement = std::optional<std::vector<ValueId>>;
using SimplifyRule = Replacement (*)(Rewriter& rewriter, Op& op);

using RuleEntry = OpEntry<SimplifyRule>;
using RuleRows = std::span<const RuleEntry>;

/// The rules of several families of ops, by op.
class RuleTable {
public:
    /// Takes the rules of ops for which `takes` is true. No op may be in two of the families.
    RuleTable(
        std::initializer_list<RuleRows> families, bool (*takes)(OpCode code) = [](OpCode) { return true; });
    /// The rule of an op, or nullptr.
    SimplifyRule find(OpCode code) const { return behaviour(rules_, code); }

private:
    std::array<SimplifyRule, op_count> rules_{};
};

extern const RuleRows arithmetic_rules, movement_rules, selection_rules, control_rules;
/// Dynamic ops whose shapes are constants become static ones.
extern const RuleRows dynamic_rules;

/// `and` and `or` of comparisons of one value with constants, which no value or every value passes, are a
/// constant.
Replacement simplify_comparison_pair(Rewriter& rewriter, Op& op);

/// Becomes a slice, reversed or with repeated elements, if its indices are constants that progress evenly.
Replacement simplify_gather(Rewriter& rewriter, Op& op);

/// Becomes a dynamic_update_slice if it has a single window, whose start is a constant.
Replacement simplify_scatter(Rewriter& rewriter, Op& op);

/// Becomes a slice if its start is known, else a dynamic_slice if its result shape is static.
Replacement simplify_real_dynamic_slice(Rewriter& rewriter, Op& op);
/// The shape of its result, which is known if the limit is the start plus constants. A range longer than the
/// operand is clamped to it.
std::optional<std::vector<std::int64_t>> real_dynamic_slice_shape(const Rewriter& rewriter, const Op& op);

/// Replaces custom calls `stablehlo.dynamic_*`, which represent ops without a dynamic form, and removes the
/// shape operands of other custom calls.
Replacement simplify_dynamic_call(Rewriter& rewriter, Op& op);

/// The integers of a constant, row-major; nothing for other values.
std::optional<std::vector<std::int64_t>> known_integers(const Rewriter& rewriter, ValueId value);

/// The literal of a constant whose elements are all equal (a splat, a scalar, or a broadcast of one), else
/// nullptr.
const Literal* uniform_constant(const Rewriter& rewriter, ValueId value);

/// A constant of `type` whose elements all are `value` (0 or 1, say).
ValueId emit_uniform(Rewriter& rewriter, const TensorType& type, std::int64_t value);

/// Replaces the op's only result by `value` if their types are equal.
Replacement forwarded(const Rewriter& rewriter, const Op& op, ValueId value);

}  // namespace hlo2c::frontend

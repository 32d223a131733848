#pragma once

#include <map>

#include "frontend/passes/rewriter.h"

namespace hlo2c::frontend {

/// The rules of `simplify`, by op. A rule returns replacements for the op's results, or nothing; see
/// Rewriter::Rule.
using Replacement = std::optional<std::vector<ValueId>>;
using SimplifyRule = Replacement (*)(Rewriter& rewriter, Op& op);

void add_arithmetic_rules(std::map<OpCode, SimplifyRule>& table);
void add_movement_rules(std::map<OpCode, SimplifyRule>& table);
void add_selection_rules(std::map<OpCode, SimplifyRule>& table);
void add_control_rules(std::map<OpCode, SimplifyRule>& table);
/// Dynamic ops whose shapes are constants become static ones.
void add_dynamic_rules(std::map<OpCode, SimplifyRule>& table);

/// Becomes a slice if its start is known, else a dynamic_slice if its result shape is static.
Replacement simplify_real_dynamic_slice(Rewriter& rewriter, Op& op);
/// The shape of its result, which is known if the limit is the start plus constants. A range longer than the
/// operand is cut to the operand.
std::optional<std::vector<std::int64_t>> real_dynamic_slice_shape(const Rewriter& rewriter, const Op& op);

/// Custom calls `stablehlo.dynamic_*`, which stand for ops without a dynamic form, and custom calls whose
/// operands hold the shapes of their results.
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

#pragma once

#include <map>

#include "frontend/passes/rewriter.h"

namespace hlo2c::frontend {

/// The rules of `simplify`, by the op they look at. A rule gives the values that take the place of the op's
/// results, or nothing; see Rewriter::Rule.
using Replacement = std::optional<std::vector<ValueId>>;
using SimplifyRule = Replacement (*)(Rewriter& rewriter, Op& op);

void add_arithmetic_rules(std::map<OpCode, SimplifyRule>& table);
void add_movement_rules(std::map<OpCode, SimplifyRule>& table);
void add_selection_rules(std::map<OpCode, SimplifyRule>& table);
void add_control_rules(std::map<OpCode, SimplifyRule>& table);
/// Dynamic ops whose shapes are constants become static ones.
void add_dynamic_rules(std::map<OpCode, SimplifyRule>& table);

/// Becomes a slice where its start is known, else a dynamic_slice where its result has known sizes.
Replacement simplify_real_dynamic_slice(Rewriter& rewriter, Op& op);
/// The sizes of its result: how far start and limit are apart is known where the limit is the start plus
/// constants. A range longer than the operand is cut to it.
std::optional<std::vector<std::int64_t>> real_dynamic_slice_shape(const Rewriter& rewriter, const Op& op);

/// The custom calls `stablehlo.dynamic_*`, which spell ops that have no dynamic form, and those whose
/// operands hold the shapes of their results.
Replacement simplify_dynamic_call(Rewriter& rewriter, Op& op);

/// The integers of a constant, row-major.
std::optional<std::vector<std::int64_t>> known_integers(const Rewriter& rewriter, ValueId value);

/// The one value that all elements of a constant have: a splat, a scalar, or a broadcast of one.
const Literal* uniform_constant(const Rewriter& rewriter, ValueId value);

/// A constant of `type` whose elements all are `value` (0 or 1, say).
ValueId emit_uniform(Rewriter& rewriter, const TensorType& type, std::int64_t value);

/// Gives `value` in place of the op's only result when their types are equal.
Replacement forwarded(const Rewriter& rewriter, const Op& op, ValueId value);

}  // namespace hlo2c::frontend

#pragma once

#include <Halide.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler::halide {

/// Element arithmetic as Halide sees it: calls to pure functions that it neither folds nor rearranges. Halide
/// treats floats as reals and integers as unbounded, so only index arithmetic is written with Halide's own
/// operators; the conversion to LoopNest turns these calls into the nodes they name.
Halide::Expr opaque_node(NodeKind kind, Halide::Type type, std::vector<Halide::Expr> operands);
/// A call to one of the math functions of LoopNest's Call node.
Halide::Expr opaque_call(const std::string& function, Halide::Type type, std::vector<Halide::Expr> operands);
/// A floating-point constant by its bit pattern (Halide would merge 0 with -0 and fold with NaN).
Halide::Expr opaque_real(ScalarKind kind, std::uint64_t bits);
/// The number that a call of `opaque_real` of this kind holds; nothing for any other expression.
std::optional<double> opaque_number(const Halide::Expr& value, ScalarKind kind);

/// Two-operand short form; comparisons have type Bool.
Halide::Expr opaque_binary(NodeKind kind, const Halide::Expr& a, const Halide::Expr& b);
Halide::Expr opaque_select(const Halide::Expr& condition, const Halide::Expr& a, const Halide::Expr& b);
Halide::Expr opaque_convert(const Halide::Expr& value, ScalarKind to);

/// `value`, in a form that refers to the loops of `domain`. Halide runs an update only over the loops that it
/// refers to, and under their condition, so an update that reads the same element in every iteration must
/// refer to one explicitly.
Halide::Expr within(const Halide::Expr& value, const Halide::RDom& domain);

/// Names by which the conversion to LoopNest recognises the calls.
inline constexpr const char* opaque_node_prefix = "hlo2c.node.";
inline constexpr const char* opaque_call_prefix = "hlo2c.call.";
inline constexpr const char* opaque_real_name = "hlo2c.real";

}  // namespace hlo2c::scheduler::halide

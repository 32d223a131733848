#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// A Call of this prefix and the name of a narrow type ("nearest_bf16") rounds an f32 to that type.
inline constexpr const char* nearest_prefix = "nearest_";
/// Calls of these functions raise a number to 1.5 and -1.5.
inline constexpr const char *power_three_halves = "power_three_halves",
                            *power_minus_three_halves = "power_minus_three_halves";

/// How the floating-point expressions of a program may be computed (docs/numerics.md). `Strict`: each
/// operation rounds as written. `Contract`: in addition, a * b + c rounds once. `Fast`: in addition, sums and
/// products are reordered, values of bf16 and f16 are rounded only when they are stored, divisions of many
/// elements by one value become products with its reciprocal, powers of 1.5 and -1.5 become products of
/// square roots, tanh, erf and erfc of f32 are less exact, and values are assumed to be finite.
enum class FloatRules : std::uint8_t { Strict, Contract, Fast };

/// A Call of this name is an Fma whose first operand is the same in all lanes, and often subnormal.
inline constexpr const char* fma_of_subnormals = "fma_of_subnormals";

/// "strict", "contract", "fast".
std::string spelling(FloatRules rules);
/// All spellings, in the order of the values.
std::vector<std::string> float_rules_names();
/// The rules with this spelling, which must be one of `float_rules_names`.
FloatRules parse_float_rules(const std::string& name);

/// Rewrites floating-point arithmetic by the rules. If the target has no fused multiply-add, an Fma becomes a
/// product and a sum. The C compiler never forms or splits one.
LoopNest apply_float_rules(const LoopNest& nest, FloatRules rules, bool has_fma);

}  // namespace hlo2c::scheduler

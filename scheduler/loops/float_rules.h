#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// How the floating-point expressions of a program may be computed (docs/numerics.md). `Strict`: each is
/// rounded as it is written. `Contract`: also a * b + c is rounded once. `Fast`: also sums and products are
/// reordered, divisions by one value for many elements become products with its reciprocal, and values are
/// taken to be finite.
enum class FloatRules : std::uint8_t { Strict, Contract, Fast };

/// "strict", "contract", "fast".
std::string spelling(FloatRules rules);
/// All spellings, in the order of the values.
std::vector<std::string> float_rules_names();
/// The rules of a spelling out of `float_rules_names`.
FloatRules parse_float_rules(const std::string& name);

/// Rewrites floating-point arithmetic by the rules. Where the target has no fused multiply-add, an Fma
/// becomes a product and a sum; the C compiler never makes or breaks one.
LoopNest apply_float_rules(const LoopNest& nest, FloatRules rules, bool has_fma);

}  // namespace hlo2c::scheduler

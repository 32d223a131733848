#pragma once

#include <optional>

#include "frontend/evaluate/interpreter.h"

namespace hlo2c::frontend {

/// Ops that a region of two scalars may consist of, and that reductions then compute without running it per
/// element.
enum class BodyKind { Add, Multiply, Maximum, Minimum, And, Or, Second };

/// The region as one of these: `^(a, b): return op(a, b)`, or the second argument itself. Nothing for other
/// regions, and for regions whose types are quantized or differ.
std::optional<BodyKind> simple_body(const Function& function, const Region& region);

/// One step of a reduction in a domain; sums and products are wrapped or rounded to `type`, their parts where
/// they are complex.
std::int64_t combine(BodyKind kind, ElementType type, std::int64_t a, std::int64_t b);
double combine(BodyKind kind, ElementType type, double a, double b);
Complex combine(BodyKind kind, ElementType type, const Complex& a, const Complex& b);

/// The direction of a region `^(a, b): return compare DIRECTION, a, b` of floats or integers: "GE", "LT",
/// ...; empty for other regions and for total order.
std::string simple_comparison(const Function& function, const Region& region);

}  // namespace hlo2c::frontend

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/evaluate/interpreter.h"
#include "frontend/ir/keywords.h"

namespace hlo2c::frontend {

/// Region bodies on two scalars that reductions compute directly, without running the region per element.
enum class BodyKind { Add, Multiply, Maximum, Minimum, And, Or, Second };

/// The kinds of a region `^(a0, a1, ..., b0, b1, ...)` that returns one such op of a0 and b0, of a1 and b1,
/// ..., directly or through calls; Second returns b. Empty for other regions, and if types are quantized or
/// differ.
std::vector<BodyKind> simple_bodies(const Program& program, const Function& function, const Region& region);

/// The partial value of one result element of a reduction.
template <typename T>
struct Gathered {
    T value{};
    T lost{};  ///< accumulated rounding error, if it is kept
};

/// Applies one body in a domain. Sums and products of f32, f64 and complex numbers are accumulated in double
/// with the rounding error of each step, and rounded once at the end: the order is unspecified, and every
/// order comes close to this value. Narrower floats are rounded at each step, as the body is written.
template <typename T>
class Gathering {
public:
    Gathering(BodyKind kind, ElementType type) : kind_(kind), type_(type) {}

    Gathered<T> start(T first) const { return {first, T{}}; }
    void take(Gathered<T>& so_far, T next) const;
    T result(const Gathered<T>& gathered) const;

private:
    BodyKind kind_;
    ElementType type_;
};

template <typename T>
std::vector<T> results_of(const Gathering<T>& body, const std::vector<Gathered<T>>& gathered) {
    std::vector<T> results;
    results.reserve(gathered.size());
    for (const Gathered<T>& each : gathered) results.push_back(body.result(each));
    return results;
}

/// The direction ("GE", "LT", ...) of a region `^(a, b): return compare DIRECTION, a, b` of floats or
/// integers; empty for other regions and for the total order.
std::optional<ComparisonDirection> simple_comparison(const Function& function, const Region& region);

}  // namespace hlo2c::frontend

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/evaluate/interpreter.h"
#include "frontend/ir/keywords.h"

namespace hlo2c::frontend {

/// Ops that a region may apply to two scalars, and that reductions then compute without running it per
/// element.
enum class BodyKind { Add, Multiply, Maximum, Minimum, And, Or, Second };

/// A region `^(a0, a1, ..., b0, b1, ...)` that returns one of these of a0 and b0, of a1 and b1, ..., itself
/// or through calls; Second returns the second one. Empty for other regions, and for those whose types are
/// quantized or differ.
std::vector<BodyKind> simple_bodies(const Program& program, const Function& function, const Region& region);

/// The value that a reduction has for one element of its result so far.
template <typename T>
struct Gathered {
    T value{};
    T lost{};  ///< what the steps rounded away, where it is kept
};

/// One body at work in a domain. Sums and products of f32, f64 and complex numbers are kept in double, with
/// what each step rounds away, and rounded once at the end: their order is open, and every order comes near
/// to this number. Narrower floats are rounded at each step, as the body is written.
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

/// The direction of a region `^(a, b): return compare DIRECTION, a, b` of floats or integers: "GE", "LT",
/// ...; empty for other regions and for total order.
std::optional<ComparisonDirection> simple_comparison(const Function& function, const Region& region);

}  // namespace hlo2c::frontend

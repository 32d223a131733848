#pragma once

#include <vector>

#include "frontend/evaluate/elements.h"

namespace hlo2c::frontend {

/// A value of the reference, and per element how far from it a right execution may be: |a - value| <= bound,
/// of complex numbers in each part. An element whose bound is 0 has one right value, NaN and infinities with
/// their sign among them; one whose bound is infinite is undecided, and may be anything.
struct Estimate {
    Literal value;
    std::vector<double> bounds;    ///< one per element, or none where all are 0
    std::vector<Literal> samples;  ///< the value in runs with random errors, in f64; none where it is exact
    std::vector<Estimate> parts;   ///< of a tuple, in place of a value
    bool is_tensor = false;        ///< else a tuple, or a token without parts

    Estimate() = default;
    explicit Estimate(Literal literal) : value(std::move(literal)), is_tensor(true) {}
    Estimate(Literal literal, std::vector<double> given);

    bool is_exact() const { return bounds.empty(); }
    std::size_t count() const { return static_cast<std::size_t>(value.type().element_count()); }
    double bound(std::size_t element) const { return bounds.empty() ? 0 : bounds[element]; }
};

/// The value with every element undecided.
Estimate undecided(Literal value);

bool all_exact(const std::vector<Estimate>& estimates);

/// The bounds as a tensor of f64 with the shape of the value, for ops that move elements.
Literal bounds_tensor(const Estimate& estimate);

/// Every element as doubles, two parts of a complex number side by side; integers and booleans as they count.
std::vector<double> parts_of(const Literal& literal);
/// |x| of every element, f64.
std::vector<double> magnitudes(const Literal& literal);
/// The literal of `type` with these parts, rounded once; integers are brought into the range of the type.
Literal from_parts(const TensorType& type, const std::vector<double>& parts);
/// Parts per element: 2 of complex types.
std::size_t parts_per_element(ElementType type);

}  // namespace hlo2c::frontend

#pragma once

#include <vector>

#include "frontend/evaluate/elements.h"

namespace hlo2c::frontend {

/// The reference's value, and an error bound per element: |a - value| <= bound for the `a` of a correct
/// execution, in each part of a complex number. An element with bound 0 has one correct value: it may be NaN
/// or an infinity, and a zero keeps its sign. An element with an infinite bound is undecided: any value is
/// correct.
struct Estimate {
    Literal value;
    std::vector<double> bounds;    ///< one per element; none if all are 0
    std::vector<bool> open_zeros;  ///< elements whose zeros may have either sign; empty if none
    std::vector<Literal> samples;  ///< the value in runs with random errors, in f64; none if exact
    std::vector<Estimate> parts;   ///< of a tuple, instead of a value
    bool is_tensor = false;        ///< otherwise a tuple, or a token without parts

    Estimate() = default;
    explicit Estimate(Literal literal) : value(std::move(literal)), is_tensor(true) {}
    Estimate(Literal literal, std::vector<double> given);

    bool is_exact() const { return bounds.empty() && open_zeros.empty(); }
    std::size_t count() const { return static_cast<std::size_t>(value.type().element_count()); }
    double bound(std::size_t element) const { return bounds.empty() ? 0 : bounds[element]; }
    /// True if zeros of the element may have either sign; otherwise they have that of the reference.
    bool has_open_zeros(std::size_t element) const {
        return bound(element) > 0 || (!open_zeros.empty() && open_zeros[element]);
    }
    std::size_t undecided_count() const;
    /// True if there are elements, and all of them are undecided.
    bool is_undecided() const { return count() > 0 && undecided_count() == count(); }
    /// Marks the elements that `open` selects: their zeros may have either sign.
    void open(std::vector<bool> open);
};

/// The value with every element undecided.
Estimate undecided(Literal value);

bool all_exact(const std::vector<Estimate>& estimates);

/// The bounds as an f64 tensor of the value's shape, for ops that move elements.
Literal bounds_tensor(const Estimate& estimate);
/// A tensor of the same type: 1 for each element whose zeros may have either sign, 0 for others.
Literal open_zeros_tensor(const Estimate& estimate);

/// All elements as doubles: two adjacent parts per complex number; integers and booleans as numbers.
std::vector<double> parts_of(const Literal& literal);
/// The same to read only: floats of f64 are not copied, and a splat of floats has a single value.
Elements<double> read_parts(const Literal& literal);
/// |x| of every element, in f64.
std::vector<double> magnitudes(const Literal& literal);
/// The literal of `type` with these parts, rounded once; integers saturate.
Literal from_parts(const TensorType& type, std::vector<double> parts);
/// Parts per element: 2 for complex types, else 1.
std::size_t parts_per_element(ElementType type);

}  // namespace hlo2c::frontend

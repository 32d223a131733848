#pragma once

#include <complex>
#include <cstdint>
#include <span>
#include <vector>

#include "frontend/ir/literal.h"

namespace hlo2c::frontend {

/// The evaluator computes in three domains: 64-bit integers (also for booleans; unsigned values keep their
/// bits), doubles, and complex doubles. Every element is exact in its domain, and storing rounds or wraps
/// once.
enum class Domain { Integer, Real, Complex };
Domain domain_of(ElementType type);

using Complex = std::complex<double>;

/// Calls `function` with the C++ type of the domain of `type` as its template argument.
template <typename Function>
decltype(auto) in_domain_of(ElementType type, Function&& function) {
    switch (domain_of(type)) {
        case Domain::Integer: return function.template operator()<std::int64_t>();
        case Domain::Real: return function.template operator()<double>();
        case Domain::Complex: break;
    }
    return function.template operator()<Complex>();
}

/// The elements of a literal in a domain; a splat has a single stored value. Elements that the literal stores
/// as `T` are not copied.
template <typename T>
class Elements {
public:
    Elements() = default;
    Elements(SharedBytes bytes, std::size_t step)
        : step(step),
          values(reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)),
          bytes_(std::move(bytes)) {}

    T operator[](std::size_t index) const { return values[index * step]; }

    std::size_t step = 1;  ///< 0 for a splat
    std::span<const T> values;

private:
    SharedBytes bytes_;
};

/// Elements of a float literal.
Elements<double> reals(const Literal& literal);
/// Elements of an integer or boolean literal, sign or zero extended.
Elements<std::int64_t> integers(const Literal& literal);
Elements<Complex> complexes(const Literal& literal);
/// Elements of a float literal as integers in the order of IEEE totalOrder, which also orders NaNs by their
/// bits.
Elements<std::int64_t> total_order(const Literal& literal);

/// A float literal, rounded once to nearest even; a single value for a type with more elements makes a splat.
Literal from_reals(const TensorType& type, std::vector<double> values);
/// An integer or boolean literal, wrapped to the width of the type.
Literal from_integers(const TensorType& type, std::vector<std::int64_t> values);
Literal from_complexes(const TensorType& type, std::vector<Complex> values);

/// The reader and writer of a domain, selected by C++ type: double, std::int64_t or Complex.
template <typename T>
Elements<T> elements(const Literal& literal);
template <>
Elements<double> elements(const Literal& literal);
template <>
Elements<std::int64_t> elements(const Literal& literal);
template <>
Elements<Complex> elements(const Literal& literal);
template <typename T>
Literal from_elements(const TensorType& type, std::vector<T> values);
template <>
Literal from_elements(const TensorType& type, std::vector<double> values);
template <>
Literal from_elements(const TensorType& type, std::vector<std::int64_t> values);
template <>
Literal from_elements(const TensorType& type, std::vector<Complex> values);

/// All elements, those of a splat repeated.
template <typename T>
std::vector<T> all_elements(const Literal& literal) {
    const Elements<T> loaded = elements<T>(literal);
    if (loaded.step == 1) return {loaded.values.begin(), loaded.values.end()};
    return std::vector<T>(static_cast<std::size_t>(literal.type().element_count()), loaded[0]);
}
/// All elements of a float or complex literal; splats are expanded.
std::vector<Complex> all_complexes(const Literal& literal);

/// The integer wrapped to the width of `type` and extended back to 64 bits.
std::int64_t wrap(ElementType type, std::int64_t value);
/// The double rounded to float type `type`.
double round_to(ElementType type, double value);

/// Type with this shape and element type.
inline TensorType tensor_type(std::vector<std::int64_t> shape, ElementType element) {
    return TensorType{std::move(shape), element, {}, {}};
}
/// `type` with another shape and no bounds: element type and quantization stay.
TensorType with_shape(const TensorType& type, std::vector<std::int64_t> shape);

/// The element at `index` as a literal of rank 0.
Literal scalar_at(const Literal& literal, std::int64_t index);
/// A literal of these scalars of one type, in row-major order.
Literal from_scalars(const TensorType& type, const std::vector<Literal>& scalars);
/// A splat of `type` with the value `scalar`.
Literal splat_of(const TensorType& type, const Literal& scalar);

}  // namespace hlo2c::frontend

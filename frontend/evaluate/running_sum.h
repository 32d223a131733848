#pragma once

#include <cmath>
#include <cstdint>

#include "frontend/evaluate/elements.h"
#include "frontend/evaluate/evaluate.h"

namespace hlo2c::frontend {

/// The rounding error of the addition of a and b with the rounded result `sum`.
inline double lost_by_adding(double a, double b, double sum) {
    const double taken = sum - a;
    return (a - (sum - taken)) + (b - taken);
}

/// A value plus its accumulated rounding error. Infinities, NaN and the sign of a zero are kept.
inline double with_lost(double value, double lost) {
    return lost != 0 && std::isfinite(lost) ? value + lost : value;
}

/// A sum of doubles that also accumulates the rounding error of each addition; its value includes both.
class CompensatedSum {
public:
    void add(double term) {
        const double next = total_ + term;
        lost_ += lost_by_adding(total_, term, next);
        total_ = next;
    }
    void add_product(double a, double b) {
        const double rounded = a * b;
        lost_ += std::fma(a, b, -rounded);
        add(rounded);
    }
    double value() const { return with_lost(total_, lost_); }

private:
    double total_ = 0, lost_ = 0;
};

/// The sum for one element of a contraction: integers modulo 2^64, floats in double. For f64 results, double
/// is no wider than the terms, so the sum is compensated.
template <typename T, bool compensated>
class RunningSum;

template <bool compensated>
class RunningSum<std::int64_t, compensated> {
public:
    void add(std::int64_t term) { total_ += static_cast<std::uint64_t>(term); }
    void add_product(std::int64_t a, std::int64_t b) {
        total_ += static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b);
    }
    std::int64_t value() const { return static_cast<std::int64_t>(total_); }

private:
    std::uint64_t total_ = 0;
};

template <>
class RunningSum<double, true> : public CompensatedSum {};

template <>
class RunningSum<double, false> {
public:
    void add(double term) { total_ += term; }
    void add_product(double a, double b) { total_ += a * b; }
    double value() const { return total_; }

private:
    double total_ = 0;
};

/// Sums real and imaginary parts separately, without C's special treatment of infinities in complex products.
template <bool compensated>
class RunningSum<Complex, compensated> {
public:
    void add(const Complex& term) {
        real_.add(term.real());
        imaginary_.add(term.imag());
    }
    void add_product(const Complex& a, const Complex& b) {
        real_.add_product(a.real(), b.real());
        real_.add_product(-a.imag(), b.imag());
        imaginary_.add_product(a.real(), b.imag());
        imaginary_.add_product(a.imag(), b.real());
    }
    Complex value() const { return {real_.value(), imaginary_.value()}; }

private:
    RunningSum<double, compensated> real_, imaginary_;
};

/// Whether sums of products for results of this type are compensated.
inline bool is_compensated(ElementType type, ProductSums sums) {
    return sums == ProductSums::Compensated && real_part(type) == ElementType::F64;
}

/// Adds factors[k] * rows[k * stride + n] to each sums[n], in the order of k.
template <bool compensated, typename T>
void add_products(RunningSum<T, compensated>* sums, std::size_t columns, const T* factors, std::size_t depth,
                  const T* rows, std::size_t stride) {
    std::size_t k = 0;
    for (; k + 4 <= depth; k += 4) {  // four steps per load and store of a sum
        const T *at = factors + k, *first = rows + k * stride, *second = first + stride;
        const T *third = second + stride, *fourth = third + stride;
        for (std::size_t n = 0; n < columns; n++) {
            RunningSum<T, compensated> sum = sums[n];
            sum.add_product(at[0], first[n]);
            sum.add_product(at[1], second[n]);
            sum.add_product(at[2], third[n]);
            sum.add_product(at[3], fourth[n]);
            sums[n] = sum;
        }
    }
    for (; k < depth; k++)
        for (std::size_t n = 0; n < columns; n++) sums[n].add_product(factors[k], rows[k * stride + n]);
}

}  // namespace hlo2c::frontend

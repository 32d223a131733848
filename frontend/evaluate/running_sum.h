#pragma once

#include <cmath>
#include <cstdint>

#include "frontend/evaluate/elements.h"

namespace hlo2c::frontend {

/// What the addition of a and b that gives `sum` rounds away.
inline double lost_by_adding(double a, double b, double sum) {
    const double taken = sum - a;
    return (a - (sum - taken)) + (b - taken);
}

/// A value with what was rounded away on the way to it. Infinities, NaN and the sign of zero are its own.
inline double with_lost(double value, double lost) {
    return lost != 0 && std::isfinite(lost) ? value + lost : value;
}

/// A sum of doubles that also adds up what each of its additions rounds away, and gives both together.
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

/// The sum behind one element of a contraction: integers modulo 2^64, floats in double. For results of f64
/// double is no wider than the terms, and the sum is compensated.
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

/// Part by part: infinities are not told apart from NaN as C does in products of complex numbers.
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

/// Whether sums for results of this type are compensated.
inline bool is_compensated(ElementType type) {
    return real_part(type) == ElementType::F64;
}

}  // namespace hlo2c::frontend

#pragma once

#include <limits>

#include "frontend/evaluate/elements.h"

namespace hlo2c::frontend {

/// Functions of complex numbers, accurate for all finite arguments: also where parts are subnormal, or so
/// large that the magnitude is not a number of f64. Of infinities and NaN they give what C's functions do,
/// except where C leaves a sign open or the result would depend on the order of operations; then both parts
/// are NaN.

Complex multiply_complex(const Complex& a, const Complex& b);
Complex divide_complex(const Complex& a, const Complex& b);
Complex power_complex(const Complex& a, const Complex& b);
Complex atan2_complex(const Complex& y, const Complex& x);

Complex sign_complex(const Complex& x);
Complex square_complex(const Complex& x);
Complex rsqrt_complex(const Complex& x);
Complex cbrt_complex(const Complex& x);
Complex exponential_complex(const Complex& x);
Complex exponential_minus_one_complex(const Complex& x);
Complex log_plus_one_complex(const Complex& x);
Complex logistic_complex(const Complex& x);
Complex sinh_complex(const Complex& x);
Complex cosh_complex(const Complex& x);
Complex tanh_complex(const Complex& x);
Complex sine_complex(const Complex& x);
Complex cosine_complex(const Complex& x);
Complex tan_complex(const Complex& x);

/// True if neither part is NaN.
bool is_ordered(const Complex& x);

/// An inverse function: NaN in both parts if a part of the argument is NaN.
template <typename Function>
auto of_ordered(Function function) {
    return [function](const Complex& x) {
        constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
        return is_ordered(x) ? function(x) : Complex(not_a_number, not_a_number);
    };
}

}  // namespace hlo2c::frontend

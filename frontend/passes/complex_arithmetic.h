#pragma once

#include "frontend/ir/keywords.h"
#include "frontend/passes/builder.h"

namespace hlo2c::frontend {

/// A complex value as its real and imaginary parts.
struct Parts {
    ValueId re = no_value, im = no_value;
};

/// Complex arithmetic, expanded to real ops on the parts. Functions of f32 parts compute in f64 where sums
/// would cancel or squares would overflow, and round at the end.
class ComplexArithmetic {
public:
    /// With `only_stablehlo`, quotients and magnitudes are ops on complex numbers joined from their parts,
    /// else ops of our own on the parts.
    explicit ComplexArithmetic(Rewriter& rewriter, bool only_stablehlo = false)
        : b_(rewriter), only_stablehlo_(only_stablehlo) {}

    Parts negate(Parts z) { return {b_.unary(OpCode::Negate, z.re), b_.unary(OpCode::Negate, z.im)}; }
    Parts add(Parts a, Parts b) { return {b_.add(a.re, b.re), b_.add(a.im, b.im)}; }
    Parts subtract(Parts a, Parts b) { return {b_.subtract(a.re, b.re), b_.subtract(a.im, b.im)}; }
    Parts multiply(Parts a, Parts b);
    Parts divide(Parts a, Parts b);
    Parts square(Parts z);
    Parts conjugate(Parts z) { return {z.re, b_.unary(OpCode::Negate, z.im)}; }
    ValueId abs(Parts z);
    Parts sign(Parts z);

    Parts square_root(Parts z);
    Parts reciprocal_root(Parts z);
    Parts cube_root(Parts z);
    Parts exponential(Parts z);
    Parts exponential_minus_one(Parts z);
    Parts log(Parts z);
    Parts log_plus_one(Parts z);
    Parts logistic(Parts z);
    Parts power(Parts a, Parts b);
    Parts sine(Parts z);
    Parts cosine(Parts z);
    Parts tangent(Parts z);
    Parts hyperbolic_sine(Parts z);
    Parts hyperbolic_cosine(Parts z);
    Parts hyperbolic_tangent(Parts z);
    Parts arc_sine(Parts z);
    Parts arc_cosine(Parts z);
    Parts arc_tangent(Parts z);
    Parts area_sine(Parts z);
    Parts area_cosine(Parts z);
    Parts area_tangent(Parts z);
    Parts atan2(Parts y, Parts x);

    /// "EQ", "NE"; the others compare real parts first, then imaginary ones.
    ValueId compare(ComparisonDirection direction, Parts a, Parts b);
    Parts select(ValueId condition, Parts yes, Parts no);

private:
    ValueId like(ValueId value, double number) { return b_.uniform_like(value, number); }
    ValueId infinity(ValueId value);
    ValueId wide(ValueId value) { return b_.convert(value, ElementType::F64); }
    Parts wide(Parts z) { return {wide(z.re), wide(z.im)}; }
    /// Back from f64 to the element type of `original`.
    ValueId narrow(ValueId value, ValueId original) { return b_.convert(value, b_.tensor(original).element); }
    Parts narrow(Parts z, ValueId original) { return {narrow(z.re, original), narrow(z.im, original)}; }
    bool is_double(Parts z) { return b_.tensor(z.re).element == ElementType::F64; }
    /// `result`, and NaN in both parts where a part of z is NaN.
    Parts if_ordered(Parts z, Parts result);
    Parts scaled(Parts z, ValueId scale) {
        return scale == no_value ? z : Parts{b_.multiply(z.re, scale), b_.multiply(z.im, scale)};
    }
    /// The larger of the absolute values of the parts.
    ValueId largest_part(Parts z);
    /// Masks of the elements whose parts must be scaled, because f64 cannot represent their magnitude or half
    /// of it; numbers with parts of f32 (`is_double` is false) need neither masks nor scales.
    struct Range {
        ValueId is_tiny = no_value, is_huge = no_value, largest = no_value;
    };
    Range range_of(ValueId largest, bool is_double);
    ValueId choose(Range range, double tiny, double between, double huge);
    /// `largest` if it is neither zero nor infinite, else one.
    ValueId finite_scale(ValueId largest);
    ValueId squared_norm(Parts z);
    /// The magnitude of a wide number, also where it is not a number of f32.
    ValueId magnitude(Parts wide_z, bool is_double);
    ValueId log_magnitude(Parts wide_z, bool is_double);
    /// atan2 of wide values, rounded to the element type of `original`; a common scale of both has no effect.
    ValueId angle(ValueId wide_y, ValueId wide_x, ValueId original);
    ValueId is_far(Parts wide_z);
    ValueId log_of_double(Parts wide_z, bool is_double);
    Parts wide_square_root(Parts wide_z, bool is_double);
    /// The square root of a number in the range of f64, of which `size` is the magnitude.
    Parts root_in_range(Parts wide_z, ValueId size);
    Parts polar(ValueId wide_radius, ValueId angle);
    /// An exponent as a rest that exp does not send to infinity, and the factors that make up for the
    /// difference: f64 may not hold exp(x) although it holds its product with a sine. Parts of f32 need none.
    struct Growth {
        ValueId rest = no_value, is_large = no_value, factor = no_value, second_factor = no_value;
    };
    Growth growth(ValueId exponent, bool is_double);
    ValueId grown(ValueId value, const Growth& growth);
    /// The number with the radius exp(exponent) and this angle.
    Parts exponential_polar(ValueId exponent, ValueId angle, bool is_double);
    ValueId is_zero(Parts z);
    ValueId is_infinite(ValueId value);
    ValueId either(ValueId a, ValueId b) { return b_.binary(OpCode::Or, a, b); }
    ValueId both(ValueId a, ValueId b) { return b_.binary(OpCode::And, a, b); }
    ValueId copy_sign(ValueId size, ValueId sign);
    ValueId real_sinh(ValueId wide_x, const Growth& growth);
    ValueId real_cosh(ValueId wide_x, const Growth& growth);
    ValueId real_asinh(ValueId wide_x);
    ValueId sine_of(ValueId angle) { return wide(b_.unary(OpCode::Sine, angle)); }
    ValueId cosine_of(ValueId angle) { return wide(b_.unary(OpCode::Cosine, angle)); }
    Parts times_i(Parts z) { return {b_.unary(OpCode::Negate, z.im), z.re}; }
    Parts times_minus_i(Parts z) { return {z.im, b_.unary(OpCode::Negate, z.re)}; }
    Parts one_plus(Parts z) { return {b_.add(like(z.re, 1), z.re), z.im}; }
    Parts one_minus(Parts z) { return {b_.subtract(like(z.re, 1), z.re), b_.unary(OpCode::Negate, z.im)}; }

    Builder b_;
    bool only_stablehlo_;
};

/// The function of an op with one complex operand and a complex result; nullptr for any other op.
using ComplexFunction = Parts (ComplexArithmetic::*)(Parts);
ComplexFunction complex_function(OpCode code);

}  // namespace hlo2c::frontend

#include "frontend/passes/complex_arithmetic.h"

#include <limits>
#include <numbers>

namespace hlo2c::frontend {

ValueId ComplexArithmetic::infinity(ValueId value) {
    return like(value, std::numeric_limits<double>::infinity());
}

ValueId ComplexArithmetic::is_zero(Parts z) {
    return both(b_.compare(ComparisonDirection::Eq, z.re, like(z.re, 0)),
                b_.compare(ComparisonDirection::Eq, z.im, like(z.im, 0)));
}

ValueId ComplexArithmetic::squared_norm(Parts z) {
    return b_.add(b_.multiply(z.re, z.re), b_.multiply(z.im, z.im));
}

ValueId ComplexArithmetic::is_infinite(ValueId value) {
    return b_.compare(ComparisonDirection::Eq, b_.unary(OpCode::Abs, value), infinity(value));
}

/// |size| with the sign bit of `sign`.
ValueId ComplexArithmetic::copy_sign(ValueId size, ValueId sign) {
    const bool is_wide = bit_width(b_.tensor(sign).element) == 64;
    const ElementType integer = is_wide ? ElementType::I64 : ElementType::I32;
    const ValueId bits = b_.bitcast(sign, integer);
    const ValueId sign_bit = both(bits, like(bits, is_wide ? -0x1p63 : -0x1p31));
    const ValueId magnitude = b_.bitcast(b_.unary(OpCode::Abs, size), integer);
    return b_.bitcast(either(magnitude, sign_bit), b_.tensor(size).element);
}

Parts ComplexArithmetic::select(ValueId condition, Parts yes, Parts no) {
    return {b_.select(condition, yes.re, no.re), b_.select(condition, yes.im, no.im)};
}

Parts ComplexArithmetic::if_ordered(Parts z, Parts result) {
    const ValueId unordered = either(b_.compare(ComparisonDirection::Ne, z.re, z.re),
                                     b_.compare(ComparisonDirection::Ne, z.im, z.im));
    const ValueId unknown = like(result.re, std::numeric_limits<double>::quiet_NaN());
    return select(unordered, {unknown, unknown}, result);
}

ValueId ComplexArithmetic::compare(ComparisonDirection direction, Parts a, Parts b) {
    const ValueId re_equal = b_.compare(ComparisonDirection::Eq, a.re, b.re);
    if (direction == ComparisonDirection::Eq)
        return both(re_equal, b_.compare(ComparisonDirection::Eq, a.im, b.im));
    if (direction == ComparisonDirection::Ne)
        return either(b_.compare(ComparisonDirection::Ne, a.re, b.re),
                      b_.compare(ComparisonDirection::Ne, a.im, b.im));
    const bool is_greater = direction == ComparisonDirection::Gt || direction == ComparisonDirection::Ge;
    const ComparisonDirection strict = is_greater ? ComparisonDirection::Gt : ComparisonDirection::Lt;
    return either(b_.compare(strict, a.re, b.re), both(re_equal, b_.compare(direction, a.im, b.im)));
}

Parts ComplexArithmetic::multiply(Parts a, Parts b) {
    return {b_.subtract(b_.multiply(a.re, b.re), b_.multiply(a.im, b.im)),
            b_.add(b_.multiply(a.re, b.im), b_.multiply(a.im, b.re))};
}

/// (re - im)(re + im) does not turn large parts into NaN, as re*re - im*im does. The real part is zero if the
/// parts are finite and have equal magnitudes.
Parts ComplexArithmetic::square(Parts z) {
    const ValueId product = b_.multiply(z.re, z.im);
    const ValueId size = b_.unary(OpCode::Abs, z.re);
    const ValueId diagonal = both(b_.compare(ComparisonDirection::Eq, size, b_.unary(OpCode::Abs, z.im)),
                                  b_.compare(ComparisonDirection::Lt, size, infinity(size)));
    const ValueId difference = b_.multiply(b_.subtract(z.re, z.im), b_.add(z.re, z.im));
    return {b_.select(diagonal, like(z.re, 0), difference), b_.add(product, product)};
}

ValueId ComplexArithmetic::abs(Parts z) {
    if (!only_stablehlo_) return b_.binary(OpCode::PartsMagnitude, z.re, z.im);
    return b_.real(OpCode::Abs, b_.complex(z.re, z.im));
}

Parts ComplexArithmetic::divide(Parts a, Parts b) {
    if (only_stablehlo_) {
        const ValueId quotient = b_.divide(b_.complex(a.re, a.im), b_.complex(b.re, b.im));
        return {b_.real(OpCode::Real, quotient), b_.real(OpCode::Imag, quotient)};
    }
    return {b_.like_first(OpCode::PartsQuotientReal, {a.re, a.im, b.re, b.im}),
            b_.like_first(OpCode::PartsQuotientImag, {a.re, a.im, b.re, b.im})};
}

ValueId ComplexArithmetic::largest_part(Parts z) {
    return b_.binary(OpCode::Maximum, b_.unary(OpCode::Abs, z.re), b_.unary(OpCode::Abs, z.im));
}

ComplexArithmetic::Range ComplexArithmetic::range_of(ValueId largest, bool is_double) {
    if (!is_double) return {no_value, no_value, largest};
    return {b_.compare(ComparisonDirection::Lt, largest, like(largest, 1e-290)),
            b_.compare(ComparisonDirection::Gt, largest, like(largest, 1e300)), largest};
}

ValueId ComplexArithmetic::choose(Range range, double tiny, double between, double huge) {
    if (range.is_tiny == no_value) return no_value;
    return b_.select(range.is_huge, like(range.largest, huge),
                     b_.select(range.is_tiny, like(range.largest, tiny), like(range.largest, between)));
}

ValueId ComplexArithmetic::finite_scale(ValueId largest) {
    const ValueId scalable = both(b_.compare(ComparisonDirection::Gt, largest, like(largest, 0)),
                                  b_.compare(ComparisonDirection::Lt, largest, infinity(largest)));
    return b_.select(scalable, largest, like(largest, 1));
}

ValueId ComplexArithmetic::angle(ValueId y, ValueId x, ValueId original) {
    const ValueId scale = finite_scale(largest_part({x, y}));
    return b_.binary(OpCode::Atan2, narrow(b_.divide(y, scale), original),
                     narrow(b_.divide(x, scale), original));
}

ValueId ComplexArithmetic::magnitude(Parts z, bool is_double) {
    if (is_double) return abs(z);
    return b_.select(either(is_infinite(z.re), is_infinite(z.im)), infinity(z.re),
                     b_.unary(OpCode::Sqrt, squared_norm(z)));
}

Parts ComplexArithmetic::sign(Parts narrow_z) {
    const Parts original = wide(narrow_z);
    const Range range = range_of(largest_part(original), is_double(narrow_z));
    const Parts z = scaled(original, choose(range, 0x1p108, 1, 0x1p-2));
    const ValueId size = magnitude(z, is_double(narrow_z));
    const Parts unit = {b_.divide(z.re, size), b_.divide(z.im, size)};
    const Parts zero = {like(z.re, 0), like(z.re, 0)};
    return narrow(if_ordered(z, select(is_zero(z), zero, unit)), narrow_z.re);
}

/// log |z|; near |z| = 1 computed from |z|^2 - 1 without cancellation.
ValueId ComplexArithmetic::log_magnitude(Parts z, bool is_double) {
    const ValueId a = b_.unary(OpCode::Abs, z.re), b = b_.unary(OpCode::Abs, z.im);
    const ValueId large = b_.binary(OpCode::Maximum, a, b), small = b_.binary(OpCode::Minimum, a, b);
    const ValueId beyond =
        b_.add(b_.multiply(b_.subtract(large, like(large, 1)), b_.add(large, like(large, 1))),
               b_.multiply(small, small));
    const ValueId near = b_.multiply(b_.unary(OpCode::LogPlusOne, beyond), like(large, 0.5));
    const Range range = range_of(large, is_double);
    ValueId far = b_.unary(OpCode::Log, magnitude(scaled(z, choose(range, 0x1p108, 1, 0x1p-2)), is_double));
    if (is_double) far = b_.add(far, choose(range, -108 * std::numbers::ln2, 0, 2 * std::numbers::ln2));
    return b_.select(b_.compare(ComparisonDirection::Lt, b_.unary(OpCode::Abs, beyond), like(large, 0.5)),
                     near, far);
}

Parts ComplexArithmetic::log(Parts z) {
    return {narrow(log_magnitude(wide(z), is_double(z)), z.re), b_.binary(OpCode::Atan2, z.im, z.re)};
}

Parts ComplexArithmetic::log_plus_one(Parts z) {
    const Parts w = wide(z);
    // |1 + z|^2 - 1 = x(2 + x) + y^2
    const ValueId beyond = b_.add(b_.multiply(w.re, b_.add(like(w.re, 2), w.re)), b_.multiply(w.im, w.im));
    const ValueId near = b_.multiply(b_.unary(OpCode::LogPlusOne, beyond), like(w.re, 0.5));
    const ValueId far = log_magnitude(one_plus(w), is_double(z));
    const ValueId size = b_.select(
        b_.compare(ComparisonDirection::Lt, b_.unary(OpCode::Abs, beyond), like(w.re, 0.5)), near, far);
    return {narrow(size, z.re), b_.binary(OpCode::Atan2, z.im, b_.add(z.re, like(z.re, 1)))};
}

/// The parts of a number given by radius and angle; for an angle of zero, the imaginary part is zero whatever
/// the radius.
Parts ComplexArithmetic::polar(ValueId radius, ValueId angle) {
    const ValueId im = b_.multiply(radius, sine_of(angle));
    const ValueId flat = b_.compare(ComparisonDirection::Eq, angle, like(angle, 0));
    return {b_.multiply(radius, b_.select(flat, like(radius, 1), cosine_of(angle))),
            b_.select(flat, wide(angle), im)};
}

ComplexArithmetic::Growth ComplexArithmetic::growth(ValueId x, bool is_double) {
    if (!is_double) return {x, no_value, no_value, no_value};
    constexpr double step = 700, exponential_of_step = 1.0142320547350045e304;
    const ValueId is_large = b_.compare(ComparisonDirection::Gt, x, like(x, step));
    const ValueId is_huge = b_.compare(ComparisonDirection::Gt, x, like(x, 2 * step));
    const ValueId shift =
        b_.select(is_huge, like(x, 2 * step), b_.select(is_large, like(x, step), like(x, 0)));
    return {b_.subtract(x, shift), is_large, b_.select(is_large, like(x, exponential_of_step), like(x, 1)),
            b_.select(is_huge, like(x, exponential_of_step), like(x, 1))};
}

ValueId ComplexArithmetic::grown(ValueId value, const Growth& growth) {
    if (growth.is_large == no_value) return value;
    return b_.multiply(b_.multiply(value, growth.factor), growth.second_factor);
}

Parts ComplexArithmetic::exponential_polar(ValueId exponent, ValueId angle, bool is_double) {
    const Growth growth = this->growth(exponent, is_double);
    const ValueId radius = b_.unary(OpCode::Exponential, growth.rest);
    const ValueId flat = b_.compare(ComparisonDirection::Eq, angle, like(angle, 0));
    const ValueId cosine = b_.select(flat, like(radius, 1), cosine_of(angle));
    return {b_.multiply(radius, grown(cosine, growth)),
            b_.select(flat, wide(angle), b_.multiply(radius, grown(sine_of(angle), growth)))};
}

Parts ComplexArithmetic::exponential(Parts z) {
    return narrow(exponential_polar(wide(z.re), z.im, is_double(z)), z.re);
}

/// expm1(re) cos(im) - 2 sin(im/2)^2, exp(re) sin(im): no cancellation near zero.
Parts ComplexArithmetic::exponential_minus_one(Parts z) {
    const ValueId x = wide(z.re);
    const ValueId half = sine_of(b_.multiply(z.im, like(z.im, 0.5)));
    const Parts power = exponential_polar(x, z.im, is_double(z));
    ValueId re = b_.subtract(b_.multiply(b_.unary(OpCode::ExponentialMinusOne, x), cosine_of(z.im)),
                             b_.multiply(like(x, 2), b_.multiply(half, half)));
    if (is_double(z)) re = b_.select(b_.compare(ComparisonDirection::Gt, x, like(x, 700)), power.re, re);
    const ValueId flat = b_.compare(ComparisonDirection::Eq, z.im, like(z.im, 0));
    return narrow({b_.select(flat, b_.unary(OpCode::ExponentialMinusOne, x), re), power.im}, z.re);
}

/// With q = exp(-|re|), m = 1 - q and h = 2 cos(im/2)^2: 1 / (1 + exp(-z)) is
/// ((m + q h) + i q sin(im)) / (m^2 + 2 q h), and on the left half-plane its real part is q (h - m) by that.
Parts ComplexArithmetic::logistic(Parts z) {
    const ValueId x = wide(z.re), size = b_.unary(OpCode::Negate, b_.unary(OpCode::Abs, x));
    const ValueId q = b_.unary(OpCode::Exponential, size);
    const ValueId m = b_.unary(OpCode::Negate, b_.unary(OpCode::ExponentialMinusOne, size));
    const ValueId half = cosine_of(b_.multiply(z.im, like(z.im, 0.5)));
    const ValueId h = b_.multiply(like(x, 2), b_.multiply(half, half)), qh = b_.multiply(q, h);
    const ValueId below = b_.add(b_.multiply(m, m), b_.add(qh, qh));
    const ValueId left = b_.compare(ComparisonDirection::Lt, x, like(x, 0));
    const ValueId re = b_.select(left, b_.multiply(q, b_.subtract(h, m)), b_.add(m, qh));
    const ValueId im = polar(q, z.im).im;
    return narrow({b_.divide(re, below), b_.divide(im, below)}, z.re);
}

Parts ComplexArithmetic::root_in_range(Parts z, ValueId size) {
    const ValueId t =
        b_.unary(OpCode::Sqrt, b_.multiply(b_.add(b_.unary(OpCode::Abs, z.re), size), like(size, 0.5)));
    const ValueId other = b_.divide(b_.unary(OpCode::Abs, z.im), b_.add(t, t));
    const ValueId right = b_.compare(ComparisonDirection::Ge, z.re, like(z.re, 0));
    return {b_.select(right, t, other), copy_sign(b_.select(right, other, t), z.im)};
}

/// The parts are scaled by a power of four.
Parts ComplexArithmetic::wide_square_root(Parts original, bool is_double) {
    const Range range = range_of(largest_part(original), is_double);
    const Parts z = scaled(original, choose(range, 0x1p108, 1, 0x1p-2));
    const Parts root = scaled(root_in_range(z, magnitude(z, is_double)), choose(range, 0x1p-54, 1, 0x1p1));
    const Parts zero = {like(z.re, 0), z.im};
    const Parts upwards = {infinity(z.re), z.im};
    return select(is_infinite(z.im), upwards, select(is_zero(z), zero, root));
}

Parts ComplexArithmetic::square_root(Parts z) {
    return narrow(wide_square_root(wide(z), is_double(z)), z.re);
}

/// conj(s) / |z| with s = sqrt(z), both of the number scaled by a power of four; zero gives an infinity.
Parts ComplexArithmetic::reciprocal_root(Parts narrow_z) {
    const Parts original = wide(narrow_z);
    const Range range = range_of(largest_part(original), is_double(narrow_z));
    const Parts z = scaled(original, choose(range, 0x1p108, 1, 0x1p-2));
    const ValueId size = magnitude(z, is_double(narrow_z));
    const Parts root = root_in_range(z, size);
    const Parts inverse =
        scaled({b_.divide(root.re, size), b_.unary(OpCode::Negate, b_.divide(root.im, size))},
               choose(range, 0x1p54, 1, 0x1p-1));
    const ValueId nothing = like(z.re, 0);
    const Parts far = {nothing, copy_sign(nothing, b_.unary(OpCode::Negate, z.im))};
    const Parts result = select(either(is_infinite(z.re), is_infinite(z.im)), far, inverse);
    return narrow(select(is_zero(z), {infinity(z.re), nothing}, result), narrow_z.re);
}

/// The cube root of the magnitude, which is scaled by a power of eight, and a third of the angle.
Parts ComplexArithmetic::cube_root(Parts z) {
    const Parts original = wide(z);
    const Range range = range_of(largest_part(original), is_double(z));
    const ValueId size = magnitude(scaled(original, choose(range, 0x1p108, 1, 0x1p-3)), is_double(z));
    ValueId radius = b_.unary(OpCode::Cbrt, size);
    if (is_double(z)) radius = b_.multiply(radius, choose(range, 0x1p-36, 1, 0x1p1));
    const ValueId third = b_.divide(b_.binary(OpCode::Atan2, z.im, z.re), like(z.re, 3));
    return select(is_zero(z), z, narrow(polar(radius, third), z.re));
}

/// exp(b log a). Zero to a power with a positive real part is zero; zero to the power zero is one. The angle
/// may be large, so its rounding error would show in both parts.
Parts ComplexArithmetic::power(Parts a, Parts b) {
    const Parts base = wide(a);
    const ValueId size = log_magnitude(base, is_double(a)),
                  angle = b_.binary(OpCode::Atan2, base.im, base.re);
    const Parts product = multiply(wide(b), {size, angle});
    const Parts result = narrow(exponential_polar(product.re, product.im, is_double(a)), a.re);
    const ValueId zero = like(a.re, 0);
    const Parts nothing = {zero, zero}, one = {like(a.re, 1), zero};
    const ValueId base_zero = is_zero(a);
    const ValueId grows = both(base_zero, b_.compare(ComparisonDirection::Gt, b.re, zero));
    return select(both(base_zero, is_zero(b)), one, select(grows, nothing, result));
}

/// (e + e / (e + 1)) / 2 with e = expm1(|x|); where `growth` has taken a part of |x|, exp(|x|) / 2.
ValueId ComplexArithmetic::real_sinh(ValueId x, const Growth& growth) {
    const ValueId e = b_.unary(OpCode::ExponentialMinusOne, growth.rest);
    const ValueId rest = b_.divide(e, b_.add(e, like(x, 1)));
    const ValueId far =
        growth.is_large == no_value ? is_infinite(e) : either(is_infinite(e), growth.is_large);
    return copy_sign(b_.multiply(b_.add(e, b_.select(far, like(x, 1), rest)), like(x, 0.5)), x);
}

/// (e + 1 / e) / 2 with e = exp(|x|); where `growth` has taken a part of |x|, exp(|x|) / 2.
ValueId ComplexArithmetic::real_cosh(ValueId x, const Growth& growth) {
    const ValueId e = b_.unary(OpCode::Exponential, growth.rest);
    ValueId rest = b_.divide(like(x, 1), e);
    if (growth.is_large != no_value) rest = b_.select(growth.is_large, like(x, 0), rest);
    return b_.multiply(b_.add(e, rest), like(x, 0.5));
}

/// log1p(|x| + x^2 / (1 + sqrt(1 + x^2))); for large arguments log(2|x|).
ValueId ComplexArithmetic::real_asinh(ValueId x) {
    const ValueId size = b_.unary(OpCode::Abs, x), square = b_.multiply(x, x), one = like(x, 1);
    const ValueId root = b_.unary(OpCode::Sqrt, b_.add(one, square));
    const ValueId near = b_.unary(OpCode::LogPlusOne, b_.add(size, b_.divide(square, b_.add(one, root))));
    const ValueId far = b_.add(b_.unary(OpCode::Log, size), b_.unary(OpCode::Log, like(x, 2)));
    return copy_sign(b_.select(b_.compare(ComparisonDirection::Lt, size, like(x, 1e9)), near, far), x);
}

/// On the imaginary axis, where the radius is zero, the real part has the sign of the cosine.
Parts ComplexArithmetic::hyperbolic_sine(Parts z) {
    const ValueId x = wide(z.re), one = like(x, 1);
    const Growth growth = this->growth(b_.unary(OpCode::Abs, x), is_double(z));
    const ValueId flat = b_.compare(ComparisonDirection::Eq, z.im, like(z.im, 0));
    const ValueId upright = b_.compare(ComparisonDirection::Eq, z.re, like(z.re, 0));
    const ValueId cosine = b_.select(flat, one, cosine_of(z.im));
    const ValueId re = b_.select(upright, b_.multiply(x, copy_sign(one, cosine)),
                                 b_.multiply(real_sinh(x, growth), grown(cosine, growth)));
    const ValueId im = b_.multiply(real_cosh(x, growth), grown(sine_of(z.im), growth));
    return narrow({re, b_.select(flat, wide(z.im), im)}, z.re);
}

/// On the axes, the imaginary part is a zero with the sign of the product, also beside an infinite part.
Parts ComplexArithmetic::hyperbolic_cosine(Parts z) {
    const ValueId x = wide(z.re), one = like(x, 1);
    const Growth growth = this->growth(b_.unary(OpCode::Abs, x), is_double(z));
    const ValueId flat = b_.compare(ComparisonDirection::Eq, z.im, like(z.im, 0));
    const ValueId upright = b_.compare(ComparisonDirection::Eq, z.re, like(z.re, 0));
    const ValueId cosine = b_.select(flat, one, cosine_of(z.im)), sine = sine_of(z.im);
    const ValueId re = b_.multiply(real_cosh(x, growth), grown(cosine, growth));
    const ValueId im = b_.multiply(real_sinh(x, growth), grown(sine, growth));
    const ValueId none =
        b_.select(flat, b_.multiply(wide(z.im), copy_sign(one, x)), b_.multiply(x, copy_sign(one, sine)));
    return narrow({re, b_.select(either(flat, upright), none, im)}, z.re);
}

/// Kahan's formula, with t = tan(im) and s = sinh(re): (sqrt(1 + s^2)(1 + t^2) s + i t) / (1 + (1 + t^2)
/// s^2).
Parts ComplexArithmetic::hyperbolic_tangent(Parts z) {
    const ValueId x = wide(z.re), one = like(x, 1);
    const ValueId sine = sine_of(z.im), cosine = cosine_of(z.im);
    const ValueId flat = b_.compare(ComparisonDirection::Eq, z.im, like(z.im, 0));
    const ValueId t = b_.select(flat, wide(z.im), b_.divide(sine, cosine));
    const ValueId beta = b_.add(one, b_.multiply(t, t));
    const ValueId s = real_sinh(x, growth(b_.unary(OpCode::Abs, x), false));
    const ValueId square = b_.multiply(s, s);
    const ValueId below = b_.add(one, b_.multiply(beta, square));
    const ValueId rho = b_.unary(OpCode::Sqrt, b_.add(one, square));
    const Parts near = {b_.divide(b_.multiply(b_.multiply(beta, rho), s), below), b_.divide(t, below)};
    const ValueId decay = b_.unary(OpCode::Exponential, b_.multiply(b_.unary(OpCode::Abs, x), like(x, -2)));
    const ValueId turn = b_.select(flat, wide(z.im), b_.multiply(sine, cosine));
    const ValueId vanishing = b_.multiply(b_.multiply(like(x, 4), turn), decay);
    const ValueId is_far = is_infinite(z.re);
    const ValueId unknown = b_.compare(ComparisonDirection::Ne, vanishing, vanishing);
    const Parts far = {b_.select(either(is_far, b_.compare(ComparisonDirection::Eq, vanishing, vanishing)),
                                 copy_sign(one, x), vanishing),
                       b_.select(both(is_far, unknown), like(x, 0), vanishing)};
    const ValueId beyond = b_.compare(ComparisonDirection::Gt, b_.unary(OpCode::Abs, x), like(x, 22));
    const Parts result = select(beyond, far, near);
    return narrow({result.re, b_.select(flat, wide(z.im), result.im)}, z.re);
}

Parts ComplexArithmetic::sine(Parts z) {
    return times_minus_i(hyperbolic_sine(times_i(z)));
}

Parts ComplexArithmetic::cosine(Parts z) {
    return hyperbolic_cosine(times_i(z));
}

Parts ComplexArithmetic::tangent(Parts z) {
    return times_minus_i(hyperbolic_tangent(times_i(z)));
}

/// Mask of the elements so large that adding one to z or z^2 has no effect in f64.
ValueId ComplexArithmetic::is_far(Parts z) {
    const ValueId largest = largest_part(z);
    return b_.compare(ComparisonDirection::Gt, largest, like(largest, 1e9));
}

ValueId ComplexArithmetic::log_of_double(Parts z, bool is_double) {
    return b_.add(log_magnitude(z, is_double), like(z.re, std::numbers::ln2));
}

/// The inverse functions use Kahan's formulas, which keep the branch cuts. Far from the origin, where the
/// products would overflow, they use log |2z| and the angle of z, which are equal to them there.
Parts ComplexArithmetic::arc_sine(Parts z) {
    const Parts w = wide(z);
    const Parts below = wide_square_root(one_minus(w), is_double(z)),
                above = wide_square_root(one_plus(w), is_double(z));
    const ValueId across = b_.subtract(b_.multiply(below.re, above.re), b_.multiply(below.im, above.im));
    const Parts near = {angle(w.re, across, z.re),
                        narrow(real_asinh(multiply(conjugate(below), above).im), z.re)};
    const Parts far = {angle(w.re, b_.unary(OpCode::Abs, w.im), z.re),
                       narrow(copy_sign(log_of_double(w, is_double(z)), w.im), z.re)};
    return if_ordered(z, select(is_far(w), far, near));
}

Parts ComplexArithmetic::arc_cosine(Parts z) {
    const Parts w = wide(z);
    const Parts below = wide_square_root(one_minus(w), is_double(z)),
                above = wide_square_root(one_plus(w), is_double(z));
    const ValueId half = angle(below.re, above.re, z.re);
    const Parts near = {b_.add(half, half), narrow(real_asinh(multiply(conjugate(above), below).im), z.re)};
    const Parts far = {
        angle(b_.unary(OpCode::Abs, w.im), w.re, z.re),
        narrow(copy_sign(log_of_double(w, is_double(z)), b_.unary(OpCode::Negate, w.im)), z.re)};
    return if_ordered(z, select(is_far(w), far, near));
}

Parts ComplexArithmetic::area_cosine(Parts z) {
    const Parts w = wide(z);
    const Parts below = wide_square_root({b_.subtract(w.re, like(w.re, 1)), w.im}, is_double(z));
    const Parts above = wide_square_root(one_plus(w), is_double(z));
    const ValueId half = angle(below.im, above.re, z.re);
    const Parts near = {narrow(real_asinh(multiply(conjugate(below), above).re), z.re), b_.add(half, half)};
    const Parts far = {narrow(log_of_double(w, is_double(z)), z.re), angle(w.im, w.re, z.re)};
    return if_ordered(z, select(is_far(w), far, near));
}

Parts ComplexArithmetic::area_sine(Parts z) {
    return times_minus_i(arc_sine(times_i(z)));
}

/// Far from the origin: 1/z and a quarter turn.
Parts ComplexArithmetic::area_tangent(Parts z) {
    const Parts w = wide(z);
    const ValueId one = like(w.re, 1), square = b_.multiply(w.im, w.im);
    const ValueId size = b_.unary(OpCode::Abs, w.re);
    const ValueId left = b_.subtract(one, size), right = b_.add(one, size);
    const ValueId ratio =
        b_.divide(b_.multiply(like(w.re, 4), size), b_.add(b_.multiply(left, left), square));
    ValueId quarter = b_.multiply(b_.unary(OpCode::LogPlusOne, ratio), like(w.re, 0.25));
    if (is_double(z)) {
        // So close to a pole that the square vanishes: log(2 / |im|) / 2.
        const ValueId height = b_.unary(OpCode::Abs, w.im);
        const ValueId at_pole = both(b_.compare(ComparisonDirection::Eq, left, like(left, 0)),
                                     b_.compare(ComparisonDirection::Lt, height, like(height, 1e-150)));
        const ValueId depth = b_.subtract(like(w.re, std::numbers::ln2), b_.unary(OpCode::Log, height));
        quarter = b_.select(at_pole, b_.multiply(depth, like(w.re, 0.5)), quarter);
    }
    const Parts near = {
        narrow(copy_sign(quarter, w.re), z.re),
        b_.multiply(angle(b_.add(w.im, w.im), b_.subtract(b_.multiply(left, right), square), z.re),
                    like(z.re, 0.5))};
    const ValueId largest = largest_part(w);
    const Parts unit = {b_.divide(w.re, largest), b_.divide(w.im, largest)};
    const ValueId norm = b_.add(b_.multiply(unit.re, unit.re), b_.multiply(unit.im, unit.im));
    const ValueId inverse = b_.divide(b_.divide(unit.re, norm), largest);
    const ValueId vanished = copy_sign(like(w.re, 0), w.re);
    const Parts far = {narrow(b_.select(is_infinite(largest), vanished, inverse), z.re),
                       copy_sign(like(z.re, std::numbers::pi / 2), z.im)};
    return if_ordered(z,
                      select(b_.compare(ComparisonDirection::Gt, largest, like(largest, 1e17)), far, near));
}

Parts ComplexArithmetic::arc_tangent(Parts z) {
    return times_minus_i(area_tangent(times_i(z)));
}

/// -i log((x + iy) / sqrt(x^2 + y^2)), of operands that are scaled so that the largest part is one.
Parts ComplexArithmetic::atan2(Parts narrow_y, Parts narrow_x) {
    Parts y = wide(narrow_y), x = wide(narrow_x);
    const ValueId scale = finite_scale(b_.binary(OpCode::Maximum, largest_part(x), largest_part(y)));
    for (Parts* z : {&x, &y}) *z = {b_.divide(z->re, scale), b_.divide(z->im, scale)};
    const Parts norm = square_root(add(square(x), square(y)));
    return narrow(times_minus_i(log(divide(add(x, times_i(y)), norm))), narrow_y.re);
}

}  // namespace hlo2c::frontend

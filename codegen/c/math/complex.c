INLINE f32xN root_of_squares_f32xN(f32xN large, f32xN small)
{
    /* The sum of the squares is rounded once, with all that they and their sum lost. */
    const f32xN square = large * large, other = small * small, sum = square + other;
    const f32xN lost =
        fused_f32xN(large, large, neg_f32xN(square)) + fused_f32xN(small, small, neg_f32xN(other));
    return sqrt_f32xN(sum + (((square - sum) + other) + lost));
}

INLINE f32xN magnitude_f32xN(f32xN x, f32xN y)
{
    /* Parts are scaled where squares leave the range. */
    const f32xN a = abs_f32xN(x), b = abs_f32xN(y), infinity = splat_f32xN(infinity_f32());
    const i32xN swapped = lt_f32xN(a, b);
    const f32xN large = select_f32xN(swapped, b, a), small = select_f32xN(swapped, a, b);
    const f32xN value = root_of_squares_f32xN(large, small);
    const i32xN tiny = lt_f32xN(large, splat_f32xN(0x1p-40f)) & ne_f32xN(large, splat_f32xN(0.0f));
    const i32xN far = tiny | ~lt_f32xN(large, splat_f32xN(0x1p63f));
    if (!any_i32xN(far)) {
        return value;
    }
    const f32xN before = select_f32xN(tiny, splat_f32xN(0x1p100f), splat_f32xN(0x1p-80f));
    const f32xN after = select_f32xN(tiny, splat_f32xN(0x1p-100f), splat_f32xN(0x1p80f));
    const f32xN scaled = root_of_squares_f32xN(large * before, small * before) * after;
    const f32xN result = select_f32xN(far, scaled, value);
    return select_f32xN(eq_f32xN(a, infinity) | eq_f32xN(b, infinity), infinity, result);
}

INLINE f64xN magnitude_f64xN(f64xN x, f64xN y)
{
    const f64xN a = abs_f64xN(x), b = abs_f64xN(y), infinity = splat_f64xN(infinity_f64());
    const i64xN swapped = lt_f64xN(a, b);
    const f64xN large = select_f64xN(swapped, b, a), small = select_f64xN(swapped, a, b);
    const f64xN ratio = div_f64xN(small, large);
    const f64xN size = large * sqrt_f64xN(splat_f64xN(1.0) + ratio * ratio);
    const f64xN value = select_f64xN(eq_f64xN(large, splat_f64xN(0.0)), large + small, size);
    return select_f64xN(eq_f64xN(a, infinity) | eq_f64xN(b, infinity), infinity, value);
}

OUTLINE double special_quotient_f64(double a, double b, double c, double d, int part)
{
    /* A part of (a + ib) / (c + id) where the plain formula may be wrongly NaN. A zero divisor has the sign
     * of its real part. An infinite number beside a finite one is reduced to its direction. */
    const double infinity = infinity_f64();
    const int finite_over = abs_f64(a) < infinity && abs_f64(b) < infinity;
    const int finite_under = abs_f64(c) < infinity && abs_f64(d) < infinity;
    if (c == 0 && d == 0) {
        return (part ? b : a) * copy_sign_f64(infinity, c);
    }
    double factor = bits_f64_u64(UINT64_C(0x7ff8000000000000));
    if (finite_under && (abs_f64(a) == infinity || abs_f64(b) == infinity)) {
        a = copy_sign_f64(abs_f64(a) == infinity ? 1 : 0, a);
        b = copy_sign_f64(abs_f64(b) == infinity ? 1 : 0, b);
        factor = infinity;
    } else if (finite_over && (abs_f64(c) == infinity || abs_f64(d) == infinity)) {
        c = copy_sign_f64(abs_f64(c) == infinity ? 1 : 0, c);
        d = copy_sign_f64(abs_f64(d) == infinity ? 1 : 0, d);
        factor = 0;
    }
    return factor * (part ? b * c - a * d : a * c + b * d);
}

INLINE float special_quotient_real_f32(float a, float b, float c, float d)
{
    return (float)special_quotient_f64(a, b, c, d, 0);
}

INLINE float special_quotient_imag_f32(float a, float b, float c, float d)
{
    return (float)special_quotient_f64(a, b, c, d, 1);
}

INLINE double special_quotient_real_f64(double a, double b, double c, double d)
{
    return special_quotient_f64(a, b, c, d, 0);
}

INLINE double special_quotient_imag_f64(double a, double b, double c, double d)
{
    return special_quotient_f64(a, b, c, d, 1);
}

OUTLINE fxN ordered_quotient_real_fxN(fxN value, fxN a, fxN b, fxN c, fxN d)
{
    return select_fxN(ne_fxN(value, value), special_quotient_real_fxN(a, b, c, d), value);
}

OUTLINE fxN ordered_quotient_imag_fxN(fxN value, fxN a, fxN b, fxN c, fxN d)
{
    return select_fxN(ne_fxN(value, value), special_quotient_imag_fxN(a, b, c, d), value);
}

INLINE f32xN quotient_real_f32xN(f32xN a, f32xN b, f32xN c, f32xN d)
{
    /* f64 holds the products of f32 exactly. */
    const f64xN u = convert_f64xN_f32xN(c), v = convert_f64xN_f32xN(d);
    const f64xN inverse = div_f64xN(splat_f64xN(1.0), fma_f64xN(u, u, v * v));
    const f64xN product = fma_f64xN(convert_f64xN_f32xN(a), u, convert_f64xN_f32xN(b) * v);
    const f32xN value = convert_f32xN_f64xN(product * inverse);
    return any_i32xN(ne_f32xN(value, value)) ? ordered_quotient_real_f32xN(value, a, b, c, d) : value;
}

INLINE f32xN quotient_imag_f32xN(f32xN a, f32xN b, f32xN c, f32xN d)
{
    const f64xN u = convert_f64xN_f32xN(c), v = convert_f64xN_f32xN(d);
    const f64xN inverse = div_f64xN(splat_f64xN(1.0), fma_f64xN(u, u, v * v));
    const f64xN product = fma_f64xN(convert_f64xN_f32xN(b), u, neg_f64xN(convert_f64xN_f32xN(a) * v));
    const f32xN value = convert_f32xN_f64xN(product * inverse);
    return any_i32xN(ne_f32xN(value, value)) ? ordered_quotient_imag_f32xN(value, a, b, c, d) : value;
}

INLINE f64xN largest_part_f64xN(f64xN x, f64xN y)
{
    const f64xN a = abs_f64xN(x), b = abs_f64xN(y);
    return select_f64xN(lt_f64xN(a, b), b, a);
}

INLINE f64xN moderate_scale_f64xN(f64xN largest)
{
    /* A power of two that takes the parts of a complex number away from overflow and underflow. */
    const i64xN huge = lt_f64xN(splat_f64xN(1e300), largest), tiny = lt_f64xN(largest, splat_f64xN(1e-290));
    const f64xN up = select_f64xN(tiny, splat_f64xN(0x1p108), splat_f64xN(1.0));
    return select_f64xN(huge, splat_f64xN(0x1p-2), up);
}

INLINE f64xN scaled_quotient_f64xN(f64xN product, f64xN u, f64xN v, f64xN below, f64xN scale)
{
    /* The product of a dividend and a conjugate divisor over the norm of the divisor, which is
     * (u + iv) below; the power of two undoes those of dividend and divisor. */
    return div_f64xN(product, (u * u + v * v) * below) * scale;
}

INLINE f64xN quotient_real_f64xN(f64xN a, f64xN b, f64xN c, f64xN d)
{
    const f64xN before = moderate_scale_f64xN(largest_part_f64xN(a, b));
    const f64xN after = moderate_scale_f64xN(largest_part_f64xN(c, d));
    const f64xN below = largest_part_f64xN(c, d) * after;
    const f64xN u = div_f64xN(c * after, below), v = div_f64xN(d * after, below);
    const f64xN product = a * before * u + b * before * v;
    const f64xN value = scaled_quotient_f64xN(product, u, v, below, div_f64xN(after, before));
    return any_i64xN(ne_f64xN(value, value)) ? ordered_quotient_real_f64xN(value, a, b, c, d) : value;
}

INLINE f64xN quotient_imag_f64xN(f64xN a, f64xN b, f64xN c, f64xN d)
{
    const f64xN before = moderate_scale_f64xN(largest_part_f64xN(a, b));
    const f64xN after = moderate_scale_f64xN(largest_part_f64xN(c, d));
    const f64xN below = largest_part_f64xN(c, d) * after;
    const f64xN u = div_f64xN(c * after, below), v = div_f64xN(d * after, below);
    const f64xN product = b * before * u - a * before * v;
    const f64xN value = scaled_quotient_f64xN(product, u, v, below, div_f64xN(after, before));
    return any_i64xN(ne_f64xN(value, value)) ? ordered_quotient_imag_f64xN(value, a, b, c, d) : value;
}

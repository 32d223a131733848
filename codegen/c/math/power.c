INLINE f64xN log2_wide_f64xN(f64xN x)
{
    /* log2 of a normal positive number, to some 45 bits */
    const f64xN f = log_fraction_f64xN(x);
    const f64xN s = f / (f + splat_f64xN(2.0));
    const f64xN t = s * s;
    f64xN p = splat_f64xN(0.28289928511903701);
    p = fma_f64xN(p, t, splat_f64xN(0.31990575509093668));
    p = fma_f64xN(p, t, splat_f64xN(0.41220925104536281));
    p = fma_f64xN(p, t, splat_f64xN(0.57707794237701914));
    p = fma_f64xN(p, t, splat_f64xN(0.96179669411330485));
    p = fma_f64xN(p, t, splat_f64xN(2.88539008177785));
    return fma_f64xN(s, p, log_exponent_f64xN(x));
}

INLINE f64xN exp2_wide_f64xN(f64xN x)
{
    /* 2^x for |x| < 1000, to some 32 bits */
    const f64xN shifted = x + splat_f64xN(6755399441055744.0);
    const f64xN f = x - (shifted - splat_f64xN(6755399441055744.0));
    f64xN p = splat_f64xN(1.3359770766590948e-5);
    p = fma_f64xN(p, f, splat_f64xN(0.00015461367735628312));
    p = fma_f64xN(p, f, splat_f64xN(0.0013341951284634526));
    p = fma_f64xN(p, f, splat_f64xN(0.009618056918835783));
    p = fma_f64xN(p, f, splat_f64xN(0.055504003749535826));
    p = fma_f64xN(p, f, splat_f64xN(0.24022650920790252));
    p = fma_f64xN(p, f, splat_f64xN(0.69314718381695801));
    p = fma_f64xN(p, f, splat_f64xN(1.0));
    return bits_f64xN_u64xN(bits_u64xN_f64xN(p) + (bits_u64xN_f64xN(shifted) << 52));
}

INLINE f64xN power_wide_f64xN(f64xN magnitude, f64xN y)
{
    /* magnitude^y of a finite number that is not zero; f32 overflows or underflows if |y log2 magnitude| is
     * 200 */
    const f64xN power = y * log2_wide_f64xN(magnitude), limit = splat_f64xN(200.0);
    const f64xN upper = select_f64xN(lt_f64xN(limit, power), limit, power);
    return exp2_wide_f64xN(select_f64xN(lt_f64xN(upper, neg_f64xN(limit)), neg_f64xN(limit), upper));
}

OUTLINE f32xN power_of_any_f32xN(f32xN x, f32xN y, f32xN positive)
{
    /* x^y, where `positive` is |x|^y unless |x| is zero or infinite */
    const f32xN one = splat_f32xN(1.0f), zero = splat_f32xN(0.0f);
    const f32xN infinity = splat_f32xN(infinity_f32());
    const f32xN magnitude = abs_f32xN(x), exponent = abs_f32xN(y), half = exponent * splat_f32xN(0.5f);
    const i32xN integral = eq_f32xN(floor_f32xN(exponent), exponent);
    const i32xN odd = integral & ~eq_f32xN(floor_f32xN(half), half);
    const i32xN root_of_negative = lt_f32xN(x, zero) & lt_f32xN(magnitude, infinity) & ~integral;
    const i32xN ordered = eq_f32xN(x, x) & eq_f32xN(y, y);
    const i32xN endless_one = eq_f32xN(magnitude, one) & eq_f32xN(exponent, infinity);
    const f32xN of_infinity = select_f32xN(lt_f32xN(zero, y), infinity, zero);
    const f32xN of_zero = select_f32xN(lt_f32xN(zero, y), zero, infinity);
    const f32xN upper = select_f32xN(eq_f32xN(magnitude, infinity), of_infinity, positive);
    const f32xN size = select_f32xN(eq_f32xN(magnitude, zero), of_zero, upper);
    const f32xN number = select_f32xN(odd, copy_sign_f32xN(size, x), size);
    const f32xN real = select_f32xN(root_of_negative, splat_f32xN(bits_f32_u32(0x7fc00000u)), number);
    const f32xN result = select_f32xN(ordered, real, x + y);
    return select_f32xN(eq_f32xN(y, zero) | eq_f32xN(x, one) | endless_one, one, result);
}

INLINE f32xN power_f32xN(f32xN x, f32xN y)
{
    const f32xN infinity = splat_f32xN(infinity_f32());
    const f32xN positive =
        convert_f32xN_f64xN(power_wide_f64xN(convert_f64xN_f32xN(abs_f32xN(x)), convert_f64xN_f32xN(y)));
    const i32xN is_plain =
        lt_f32xN(splat_f32xN(0.0f), x) & lt_f32xN(x, infinity) & lt_f32xN(abs_f32xN(y), infinity);
    return any_i32xN(~is_plain) ? power_of_any_f32xN(x, y, positive) : positive;
}

INLINE fxN power_half_fxN(fxN x)
{
    const fxN infinity = splat_fxN(infinity_f());
    return select_fxN(eq_fxN(x, neg_fxN(infinity)), infinity, sqrt_fxN(x) + splat_fxN(0.0_f));
}

INLINE fxN power_minus_half_fxN(fxN x)
{
    const fxN infinity = splat_fxN(infinity_f()), zero = splat_fxN(0.0_f);
    const fxN root = select_fxN(eq_fxN(x, neg_fxN(infinity)), zero, rsqrt_fxN(x));
    return select_fxN(eq_fxN(x, zero), infinity, root);
}

INLINE fxN root_remainder_fxN(fxN x, fxN root)
{
    /* x^(3/2) - (x root rounded) for a rounded square root */
    const fxN cube = x * root, lost = fused_fxN(neg_fxN(root), root, x);
    return fused_fxN(x, root, neg_fxN(cube)) + splat_fxN(0.5_f) * root * lost;
}

INLINE fxN power_three_halves_fxN(fxN x)
{
    const fxN infinity = splat_fxN(infinity_f()), root = sqrt_fxN(x);
    const fxN cube = x * root, low = root_remainder_fxN(x, root);
    const fxN result = select_fxN(lt_fxN(abs_fxN(low), infinity), cube + low, cube);
    return select_fxN(eq_fxN(x, neg_fxN(infinity)), infinity, result);
}

INLINE f32xN power_minus_three_halves_f32xN(f32xN x)
{
    /* Scaling keeps the cube of the root away from overflow and underflow. */
    const f32xN infinity = splat_f32xN(infinity_f32()), one = splat_f32xN(1.0f);
    const i32xN large = lt_f32xN(splat_f32xN(0x1p80f), x), small = lt_f32xN(x, splat_f32xN(0x1p-80f));
    const f32xN scaled =
        x * select_f32xN(large, splat_f32xN(0x1p-40f), select_f32xN(small, splat_f32xN(0x1p40f), one));
    const f32xN root = sqrt_f32xN(scaled);
    const f32xN cube = scaled * root, low = root_remainder_f32xN(scaled, root);
    const f32xN inverse = div_f32xN(one, cube);
    const f32xN error = fused_f32xN(neg_f32xN(cube), inverse, one) - low * inverse;
    const f32xN refined = fma_f32xN(inverse, error, inverse);
    const f32xN result = select_f32xN(lt_f32xN(abs_f32xN(error), one), refined, inverse);
    const f32xN unscaled =
        result * select_f32xN(large, splat_f32xN(0x1p-60f), select_f32xN(small, splat_f32xN(0x1p60f), one));
    return select_f32xN(eq_f32xN(x, neg_f32xN(infinity)), splat_f32xN(0.0f), unscaled);
}

INLINE f64xN power_minus_three_halves_f64xN(f64xN x)
{
    /* Scaling keeps the cube of the root away from overflow and underflow. */
    const f64xN infinity = splat_f64xN(infinity_f64()), one = splat_f64xN(1.0);
    const i64xN large = lt_f64xN(splat_f64xN(0x1p600), x), small = lt_f64xN(x, splat_f64xN(0x1p-600));
    const f64xN scaled =
        x * select_f64xN(large, splat_f64xN(0x1p-400), select_f64xN(small, splat_f64xN(0x1p400), one));
    const f64xN root = sqrt_f64xN(scaled);
    const f64xN cube = scaled * root, low = root_remainder_f64xN(scaled, root), inverse = one / cube;
    const f64xN error = fused_f64xN(neg_f64xN(cube), inverse, one) - low * inverse;
    const f64xN refined = fma_f64xN(inverse, error, inverse);
    const f64xN result = select_f64xN(lt_f64xN(abs_f64xN(error), one), refined, inverse);
    const f64xN unscaled =
        result * select_f64xN(large, splat_f64xN(0x1p-600), select_f64xN(small, splat_f64xN(0x1p600), one));
    return select_f64xN(eq_f64xN(x, neg_f64xN(infinity)), splat_f64xN(0.0), unscaled);
}

INLINE float cbrt_f32(float x)
{
    const float magnitude = abs_f32(x);
    if (!(magnitude > 0 && magnitude < infinity_f32())) {
        return x;
    }
    const double a = magnitude;
    double t = bits_f64_u64(bits_u64_f64(a) / 3 + UINT64_C(0x2a9f7893782da1ce));
    for (int i = 0; i < 4; i++) {
        t -= (t - a / (t * t)) * (1.0 / 3);
    }
    return copy_sign_f32((float)t, x);
}

INLINE f64xN half_exp_f64xN(f64xN a)
{
    /* exp(a) / 2 for a >= 0, which overflows later than exp itself */
    const f64xN x = lesser_f64xN(splat_f64xN(711.0), a);
    const f64xN n = exp_exponent_f64xN(x);
    return scale_f64xN(exp_fraction_f64xN(x, n, splat_f64xN(0.0)), exponent_bits_f64xN(n - splat_f64xN(1.0)));
}

INLINE f64xN cosh_f64xN(f64xN x)
{
    const f64xN e = half_exp_f64xN(abs_f64xN(x));
    return e + splat_f64xN(0.25) / e;
}

INLINE f64xN sinh_f64xN(f64xN x)
{
    /* The series for |x| < 1. */
    const f64xN a = abs_f64xN(x), s = x * x;
    const f64xN e = half_exp_f64xN(a);
    const f64xN far = e - splat_f64xN(0.25) / e;
    f64xN p = splat_f64xN(8.22063524662433e-18);
    p = fma_f64xN(p, s, splat_f64xN(2.8114572543455206e-15));
    p = fma_f64xN(p, s, splat_f64xN(7.647163731819816e-13));
    p = fma_f64xN(p, s, splat_f64xN(1.6059043836821613e-10));
    p = fma_f64xN(p, s, splat_f64xN(2.505210838544172e-08));
    p = fma_f64xN(p, s, splat_f64xN(2.7557319223985893e-06));
    p = fma_f64xN(p, s, splat_f64xN(0.0001984126984126984));
    p = fma_f64xN(p, s, splat_f64xN(0.008333333333333333));
    p = fma_f64xN(p, s, splat_f64xN(0.16666666666666666));
    const f64xN near = fma_f64xN(p * s, a, a);
    return copy_sign_f64xN(select_f64xN(lt_f64xN(a, splat_f64xN(1.0)), near, far), x);
}

INLINE f64xN asinh_f64xN(f64xN x)
{
    /* log(1 + a + a^2 / (1 + sqrt(a^2 + 1))); log(2 a) where 1 is negligible next to a^2 */
    const f64xN a = abs_f64xN(x), one = splat_f64xN(1.0);
    const i64xN large = lt_f64xN(splat_f64xN(1e9), a);
    const f64xN b = select_f64xN(large, one, a);
    const f64xN square = b * b;
    const f64xN near = log_plus_one_f64xN(b + square / (one + sqrt_f64xN(square + one)));
    const f64xN far = log_f64xN(a) + splat_f64xN(0.6931471805599453);
    return copy_sign_f64xN(select_f64xN(large, far, near), x);
}

INLINE f64xN acosh_f64xN(f64xN x)
{
    /* log(1 + t + sqrt(2 t + t^2)) with t = x - 1, the rounding errors of sum and root compensated */
    const f64xN one = splat_f64xN(1.0);
    const i64xN large = lt_f64xN(splat_f64xN(1e9), x);
    const f64xN t = select_f64xN(large, one, x) - one;
    const f64xN twice = t + t, square = fma_f64xN(t, t, twice), root = sqrt_f64xN(square);
    const f64xN square_low = fused_f64xN(t, t, twice - square);
    const f64xN root_low =
        (fused_f64xN(neg_f64xN(root), root, square) + square_low) / (root + root + splat_f64xN(1e-300));
    const f64xN sum = t + root;
    const f64xN near = log_plus_one_and_f64xN(sum, (t - (sum - root)) + root_low);
    const f64xN far = log_f64xN(x) + splat_f64xN(0.6931471805599453);
    const f64xN result = select_f64xN(large, far, near);
    return select_f64xN(lt_f64xN(x, one), splat_f64xN(bits_f64_u64(0x7ff8000000000000u)), result);
}

INLINE f64xN atanh_f64xN(f64xN x)
{
    /* log(1 + 2 a / (1 - a)) / 2 */
    const f64xN a = abs_f64xN(x);
    const f64xN value = splat_f64xN(0.5) * log_plus_one_f64xN((a + a) / (splat_f64xN(1.0) - a));
    return copy_sign_f64xN(value, x);
}

INLINE f64xN atan_f64xN(f64xN x)
{
    return atan2_f64xN(x, splat_f64xN(1.0));
}

INLINE f64xN asin_f64xN(f64xN x)
{
    return atan2_f64xN(x, sqrt_f64xN(fused_f64xN(neg_f64xN(x), x, splat_f64xN(1.0))));
}

INLINE f64xN acos_f64xN(f64xN x)
{
    return atan2_f64xN(sqrt_f64xN(fused_f64xN(neg_f64xN(x), x, splat_f64xN(1.0))), x);
}

INLINE f64xN exp_sum_f64xN(f64xN a, f64xN sign)
{
    /* (exp(a) + sign exp(-a)) / 2 to 40 bits for a from 0 to 90: both share the parts of their series, for
     * a = n ln 2 + f. */
    const f64xN n = exp_exponent_f64xN(a), one = splat_f64xN(1.0);
    const f64xN f = fma_f64xN(n, splat_f64xN(-0.6931471805599453), a), s = f * f;
    f64xN even = splat_f64xN(2.755731922398589e-07);
    even = fma_f64xN(even, s, splat_f64xN(2.48015873015873e-05));
    even = fma_f64xN(even, s, splat_f64xN(0.001388888888888889));
    even = fma_f64xN(even, s, splat_f64xN(0.041666666666666664));
    even = fma_f64xN(even, s, splat_f64xN(0.5));
    even = fma_f64xN(even, s, one);
    f64xN odd = splat_f64xN(2.7557319223985893e-06);
    odd = fma_f64xN(odd, s, splat_f64xN(0.0001984126984126984));
    odd = fma_f64xN(odd, s, splat_f64xN(0.008333333333333333));
    odd = fma_f64xN(odd, s, splat_f64xN(0.16666666666666666));
    odd = fma_f64xN(odd * s, f, f);
    const u64xN power = bits_u64xN_i64xN(exponent_bits_f64xN(n)) << 52;
    const f64xN up = bits_f64xN_u64xN(power + splat_u64xN(0x3fe0000000000000u));
    const f64xN down = bits_f64xN_u64xN(splat_u64xN(0x3fe0000000000000u) - power) * sign;
    return fma_f64xN(up - down, odd, (up + down) * even);
}

INLINE f64xN bounded_f64xN(f32xN x)
{
    /* |x|, up to 90: exp(90) is infinite in f32. NaN stays. */
    return lesser_f64xN(splat_f64xN(90.0), convert_f64xN_f32xN(abs_f32xN(x)));
}

INLINE f32xN cosh_f32xN(f32xN x)
{
    return convert_f32xN_f64xN(exp_sum_f64xN(bounded_f64xN(x), splat_f64xN(1.0)));
}

INLINE f32xN sinh_f32xN(f32xN x)
{
    const f32xN result = convert_f32xN_f64xN(exp_sum_f64xN(bounded_f64xN(x), splat_f64xN(-1.0)));
    return copy_sign_f32xN(result, x);
}

INLINE f32xN asinh_f32xN(f32xN x)
{
    /* log(a + sqrt(a^2 + 1)), which is a where the cube is negligible */
    const f64xN a = convert_f64xN_f32xN(abs_f32xN(x)), one = splat_f64xN(1.0);
    const f64xN value = short_log_f64xN(a + sqrt_f64xN(fma_f64xN(a, a, one)));
    const i64xN is_near = lt_f64xN(a, splat_f64xN(0x1p-20));
    const i64xN is_finite = lt_f64xN(a, splat_f64xN(infinity_f64()));
    const f64xN result = select_f64xN(is_finite, select_f64xN(is_near, a, value), a);
    return copy_sign_f32xN(convert_f32xN_f64xN(result), x);
}

INLINE f32xN acosh_f32xN(f32xN x)
{
    /* log(1 + t + sqrt(2 t + t^2)) with t = x - 1 */
    const f64xN y = convert_f64xN_f32xN(x), one = splat_f64xN(1.0), t = y - one;
    const f64xN value = short_log_f64xN(one + (t + sqrt_f64xN(fma_f64xN(t, t, t + t))));
    const i64xN is_finite = lt_f64xN(y, splat_f64xN(infinity_f64()));
    const f64xN result = select_f64xN(is_finite, value, y);
    return convert_f32xN_f64xN(
        select_f64xN(lt_f64xN(y, one), splat_f64xN(bits_f64_u64(0x7ff8000000000000u)), result));
}

INLINE f32xN atanh_f32xN(f32xN x)
{
    /* log(1 + 2 a / (1 - a)) / 2, which is a where the cube is negligible */
    const f64xN a = convert_f64xN_f32xN(abs_f32xN(x)), one = splat_f64xN(1.0);
    const f64xN value = splat_f64xN(0.5) * short_log_f64xN(one + (a + a) / (one - a));
    const f64xN infinity = splat_f64xN(infinity_f64());
    const f64xN nan = splat_f64xN(bits_f64_u64(0x7ff8000000000000u));
    const f64xN end = select_f64xN(eq_f64xN(a, one), infinity, nan);
    const f64xN inside = select_f64xN(lt_f64xN(a, splat_f64xN(0x1p-20)), a, value);
    return copy_sign_f32xN(convert_f32xN_f64xN(select_f64xN(lt_f64xN(a, one), inside, end)), x);
}

INLINE f32xN atan_f32xN(f32xN x)
{
    return atan2_f32xN(x, splat_f32xN(1.0f));
}

INLINE f64xN half_angle_f64xN(f64xN a)
{
    /* a up to 1/2, beyond that the sine of half the angle whose cosine is a */
    const f64xN half = splat_f64xN(0.5);
    return select_f64xN(lt_f64xN(half, a), sqrt_f64xN(half * (splat_f64xN(1.0) - a)), a);
}

INLINE f64xN asin_series_f64xN(f64xN s)
{
    /* asin(s) to 38 bits for s up to 1/2 */
    const f64xN z = s * s;
    f64xN p = splat_f64xN(0.029414711522340712);
    p = fma_f64xN(p, z, splat_f64xN(0.005347826002622676));
    p = fma_f64xN(p, z, splat_f64xN(0.01933886817961733));
    p = fma_f64xN(p, z, splat_f64xN(0.02212692038355062));
    p = fma_f64xN(p, z, splat_f64xN(0.030398113746118637));
    p = fma_f64xN(p, z, splat_f64xN(0.044642338688305624));
    p = fma_f64xN(p, z, splat_f64xN(0.0750000062939404));
    p = fma_f64xN(p, z, splat_f64xN(0.16666666665418525));
    return fma_f64xN(p * z, s, s);
}

INLINE f32xN asin_f32xN(f32xN x)
{
    const f64xN a = convert_f64xN_f32xN(abs_f32xN(x)), half = splat_f64xN(0.5);
    const f64xN angle = asin_series_f64xN(half_angle_f64xN(a));
    const f64xN far = fma_f64xN(splat_f64xN(-2.0), angle, splat_f64xN(1.5707963267948966));
    return copy_sign_f32xN(convert_f32xN_f64xN(select_f64xN(lt_f64xN(half, a), far, angle)), x);
}

INLINE f32xN acos_f32xN(f32xN x)
{
    const f64xN y = convert_f64xN_f32xN(x), a = abs_f64xN(y), half = splat_f64xN(0.5);
    const f64xN angle = asin_series_f64xN(half_angle_f64xN(a)), twice = angle + angle;
    const f64xN near = splat_f64xN(1.5707963267948966) - copy_sign_f64xN(angle, y);
    const i64xN is_negative = lt_f64xN(y, splat_f64xN(0.0));
    const f64xN far = select_f64xN(is_negative, splat_f64xN(3.141592653589793) - twice, twice);
    return convert_f32xN_f64xN(select_f64xN(lt_f64xN(half, a), far, near));
}

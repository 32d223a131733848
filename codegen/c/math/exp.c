INLINE f32xN shifted_power_f32xN(f32xN x)
{
    /* the integer n nearest to x / ln 2, in the lowest bits of the result, which is n + 12582912 */
    return fma_f32xN(x, splat_f32xN(1.44269502f), splat_f32xN(12582912.0f));
}

INLINE f32xN rest_of_power_f32xN(f32xN x, f32xN n)
{
    /* x - n ln 2 */
    return fma_f32xN(n, splat_f32xN(-1.42860677e-6f), fma_f32xN(n, splat_f32xN(-0.693145752f), x));
}

INLINE f32xN exp_series_f32xN(f32xN f)
{
    /* exp(f) for |f| <= ln 2 / 2 */
    f32xN p = splat_f32xN(0.00138146104f);
    p = fma_f32xN(p, f, splat_f32xN(0.00836871006f));
    p = fma_f32xN(p, f, splat_f32xN(0.041668389f));
    p = fma_f32xN(p, f, splat_f32xN(0.166665211f));
    p = fma_f32xN(p, f, splat_f32xN(0.49999994f));
    p = fma_f32xN(p, f, splat_f32xN(1.0f));
    return fused_f32xN(p, f, splat_f32xN(1.0f));
}

INLINE f32xN moderate_exp_f32xN(f32xN x)
{
    /* exp(x) for |x| up to 87, where no result is infinite or subnormal */
    const f32xN shifted = shifted_power_f32xN(x), n = shifted - splat_f32xN(12582912.0f);
    const f32xN f = rest_of_power_f32xN(x, n);
    const f32xN p = exp_series_f32xN(f);
    return moderate_scale_f32xN(p, shifted);
}

INLINE f32xN exp_f32xN(f32xN a)
{
    /* a = n ln 2 + f with |f| <= ln 2 / 2; out of range the result is infinite or 0; NaN stays NaN.
     * Most vectors have no lane near the ends, and take half the time. */
#if defined(HLO2C_SCALE_FROM_f32xN)
    const f32xN x = a;
#else
    if (all_i32xN(le_f32xN(abs_f32xN(a), splat_f32xN(87.0f))))
        return moderate_exp_f32xN(a);
    const f32xN x = greater_f32xN(splat_f32xN(-104.0f), a);
#endif
    const f32xN shifted = shifted_power_f32xN(x), n = shifted - splat_f32xN(12582912.0f);
    const f32xN f = rest_of_power_f32xN(x, n);
    const f32xN p = exp_series_f32xN(f);
#if defined(HLO2C_SCALE_FROM_f32xN)
    const f32xN result = HLO2C_SCALE_FROM_f32xN(-104.0f, a, p, n);
#else
    /* The lowest bits of `shifted` are n, which is added to the exponent. A result below the normal numbers
     * is a multiple of 2^-149, to which the sum with 2^23 rounds. So no operation meets a subnormal number,
     * which would take a hundred cycles. */
    const u32xN power = bits_u32xN_f32xN(shifted) << 23;
    const u32xN normal = bits_u32xN_f32xN(p) + power;
    const f32xN unit = bits_f32xN_u32xN(power + splat_u32xN(0x8a000000u));
    const f32xN rounded = fma_f32xN(p, unit, splat_f32xN(8388608.0f));
    const f32xN small = bits_f32xN_u32xN(bits_u32xN_f32xN(rounded) - splat_u32xN(0x4b000000u));
    const i32xN below = lt_i32xN(bits_i32xN_u32xN(normal), splat_i32xN(0x00800000));
    const f32xN result = select_f32xN(below, small, bits_f32xN_u32xN(normal));
#endif
    const f32xN infinity = splat_f32xN(infinity_f32());
    return select_f32xN(le_f32xN(a, splat_f32xN(88.7228317f)), result, a + infinity);
}

INLINE f32xN fast_exp_series_f32xN(f32xN f)
{
    f32xN p = splat_f32xN(0.008312521f);
    p = fma_f32xN(p, f, splat_f32xN(0.041890156f));
    p = fma_f32xN(p, f, splat_f32xN(0.16667114f));
    p = fma_f32xN(p, f, splat_f32xN(0.4999923f));
    p = fma_f32xN(p, f, splat_f32xN(1.0f));
    return fma_f32xN(p, f, splat_f32xN(1.0f));
}

INLINE f32xN moderate_fast_exp_f32xN(f32xN x)
{
    const f32xN shifted = shifted_power_f32xN(x), n = shifted - splat_f32xN(12582912.0f);
    const f32xN f = rest_of_power_f32xN(x, n);
    const f32xN p = fast_exp_series_f32xN(f);
    return moderate_scale_f32xN(p, shifted);
}

INLINE f32xN fast_exp_f32xN(f32xN a)
{
    /* Within 3 ULP, and 0 instead of subnormal numbers: a product with one takes a hundred cycles. */
#if defined(HLO2C_SCALE_FROM_f32xN)
    const f32xN x = lesser_f32xN(splat_f32xN(89.0f), a);
    const f32xN shifted = shifted_power_f32xN(x), n = shifted - splat_f32xN(12582912.0f);
    const f32xN f = rest_of_power_f32xN(x, n);
    return HLO2C_SCALE_FROM_f32xN(-87.3365402f, a, fast_exp_series_f32xN(f), n);
#else
    if (all_i32xN(le_f32xN(abs_f32xN(a), splat_f32xN(87.0f))))
        return moderate_fast_exp_f32xN(a);
    /* 2^128 is out of the exponent's range. */
    const f32xN normal = moderate_fast_exp_f32xN(lesser_f32xN(splat_f32xN(89.0f), a));
    const f32xN positive = select_f32xN(lt_f32xN(a, splat_f32xN(-87.3365402f)), splat_f32xN(0.0f), normal);
    const f32xN infinity = splat_f32xN(infinity_f32());
    return select_f32xN(le_f32xN(a, splat_f32xN(88.7228317f)), positive, a + infinity);
#endif
}

INLINE f32xN scale_f32xN(f32xN x, i32xN exponent)
{
    /* Two steps, since 2^exponent itself may be out of range. */
    const i32xN half = exponent >> 1;
    const f32xN first = bits_f32xN_u32xN(bits_u32xN_i32xN(half + splat_i32xN(127)) << 23);
    const f32xN second = bits_f32xN_u32xN(bits_u32xN_i32xN(exponent - half + splat_i32xN(127)) << 23);
    return x * first * second;
}

INLINE f32xN moderate_scale_f32xN(f32xN x, f32xN shifted)
{
    /* x 2^n, for normal numbers; n is in the lowest bits of `shifted`. */
    return bits_f32xN_u32xN(bits_u32xN_f32xN(x) + (bits_u32xN_f32xN(shifted) << 23));
}

INLINE f32xN exponential_minus_one_f32xN(f32xN a)
{
    /* 2^n (1 + f + f^2 q) - 1, with f and the first sum in two parts each. */
    const f32xN x = lesser_f32xN(splat_f32xN(89.0f), greater_f32xN(splat_f32xN(-18.0f), a));
    const f32xN shifted = shifted_power_f32xN(x);
    const f32xN n = shifted - splat_f32xN(12582912.0f);
    const f32xN reduced = fma_f32xN(n, splat_f32xN(-0.693145752f), x);
    const f32xN f = fma_f32xN(n, splat_f32xN(-1.42860677e-6f), reduced);
    const f32xN rest = fma_f32xN(n, splat_f32xN(-1.42860677e-6f), reduced - f);
    f32xN q = splat_f32xN(0.00138146104f);
    q = fma_f32xN(q, f, splat_f32xN(0.00836871006f));
    q = fma_f32xN(q, f, splat_f32xN(0.041668389f));
    q = fma_f32xN(q, f, splat_f32xN(0.166665211f));
    q = fma_f32xN(q, f, splat_f32xN(0.49999994f));
    const f32xN square = f * f;
    const f32xN square_low = fused_f32xN(f, f, neg_f32xN(square));
    const f32xN low = fused_f32xN(q, square, fma_f32xN(q, square_low, rest));
    const i32xN exponent = bits_i32xN_f32xN(shifted) - splat_i32xN(0x4b400001);
    const f32xN scale = bits_f32xN_u32xN(bits_u32xN_i32xN(exponent + splat_i32xN(127)) << 23);
    const f32xN offset = scale - splat_f32xN(0.5f);
    const f32xN sum = fma_f32xN(scale, f, offset);
    const f32xN error = fma_f32xN(scale, f, offset - sum);
    const f32xN offset_error = (scale - offset) - splat_f32xN(0.5f);
    const f32xN result = (sum + fma_f32xN(scale, low, error + offset_error)) * splat_f32xN(2.0f);
    const f32xN small = copy_sign_f32xN(fma_f32xN(splat_f32xN(0.5f) * a, a, a), a);
    return select_f32xN(lt_f32xN(abs_f32xN(a), splat_f32xN(1e-4f)), small, result);
}

INLINE f64xN exp_series_f64xN(f64xN f)
{
    /* p of exp(f) = 1 + f + f^2 p, to 2^-60. Odd and even powers are two chains, which take half the time. */
    const f64xN s = f * f;
    f64xN even = splat_f64xN(2.0914680780540267e-09);
    even = fma_f64xN(even, s, splat_f64xN(2.7557273657975953e-07));
    even = fma_f64xN(even, s, splat_f64xN(2.4801587325536023e-05));
    even = fma_f64xN(even, s, splat_f64xN(0.0013888888888883752));
    even = fma_f64xN(even, s, splat_f64xN(0.041666666666666664));
    even = fma_f64xN(even, s, splat_f64xN(0.5));
    f64xN odd = splat_f64xN(2.5105208339987698e-08);
    odd = fma_f64xN(odd, s, splat_f64xN(2.7557255421023506e-06));
    odd = fma_f64xN(odd, s, splat_f64xN(0.00019841269874804214));
    odd = fma_f64xN(odd, s, splat_f64xN(0.00833333333332614));
    odd = fma_f64xN(odd, s, splat_f64xN(0.1666666666666667));
    return fma_f64xN(odd, f, even);
}

INLINE f64xN exp_f64xN(f64xN a)
{
    /* As for f32. */
    const f64xN x = lesser_f64xN(splat_f64xN(710.0), greater_f64xN(splat_f64xN(-746.0), a));
    const f64xN shifted = fma_f64xN(x, splat_f64xN(1.4426950408889634), splat_f64xN(6755399441055744.0));
    const f64xN n = shifted - splat_f64xN(6755399441055744.0);
    const f64xN f =
        fma_f64xN(n, splat_f64xN(-1.9082149292705877e-10), fma_f64xN(n, splat_f64xN(-0.6931471803691238), x));
    f64xN p = exp_series_f64xN(f);
    p = fma_f64xN(p, f, splat_f64xN(1.0));
    p = fma_f64xN(p, f, splat_f64xN(1.0));
    return scale_f64xN(p, bits_i64xN_f64xN(shifted) - splat_i64xN(0x4338000000000000));
}

INLINE f64xN scale_f64xN(f64xN x, i64xN exponent)
{
    const i64xN half = exponent >> 1;
    const f64xN first = bits_f64xN_u64xN(bits_u64xN_i64xN(half + splat_i64xN(1023)) << 52);
    const f64xN second = bits_f64xN_u64xN(bits_u64xN_i64xN(exponent - half + splat_i64xN(1023)) << 52);
    return x * first * second;
}

INLINE f64xN exponential_minus_one_f64xN(f64xN a)
{
    /* As for f32. */
    const f64xN x = lesser_f64xN(splat_f64xN(710.0), greater_f64xN(splat_f64xN(-40.0), a));
    const f64xN shifted = fma_f64xN(x, splat_f64xN(1.4426950408889634), splat_f64xN(6755399441055744.0));
    const f64xN n = shifted - splat_f64xN(6755399441055744.0);
    const f64xN reduced = fma_f64xN(n, splat_f64xN(-0.6931471803691238), x);
    const f64xN f = fma_f64xN(n, splat_f64xN(-1.9082149292705877e-10), reduced);
    const f64xN rest = fma_f64xN(n, splat_f64xN(-1.9082149292705877e-10), reduced - f);
    const f64xN q = exp_series_f64xN(f);
    const f64xN low = fma_f64xN(q * f, f, rest);
    const i64xN exponent = bits_i64xN_f64xN(shifted) - splat_i64xN(0x4338000000000001);
    const f64xN scale = bits_f64xN_u64xN(bits_u64xN_i64xN(exponent + splat_i64xN(1023)) << 52);
    const f64xN offset = scale - splat_f64xN(0.5);
    const f64xN sum = fma_f64xN(scale, f, offset);
    const f64xN error = fma_f64xN(scale, f, offset - sum);
    const f64xN offset_error = (scale - offset) - splat_f64xN(0.5);
    const f64xN result = (sum + fma_f64xN(scale, low, error + offset_error)) * splat_f64xN(2.0);
    const f64xN small = copy_sign_f64xN(fma_f64xN(splat_f64xN(0.5) * a, a, a), a);
    return select_f64xN(lt_f64xN(abs_f64xN(a), splat_f64xN(1e-8)), small, result);
}

INLINE f64xN exp_exponent_f64xN(f64xN x)
{
    /* n of exp(x) = 2^n exp(f) with |f| <= ln 2 / 2 */
    return fma_f64xN(x, splat_f64xN(1.4426950408889634), splat_f64xN(6755399441055744.0)) -
           splat_f64xN(6755399441055744.0);
}

INLINE f64xN exp_head_f64xN(f64xN x, f64xN n)
{
    /* 1 + f of exp(x) = 2^n exp(f) */
    const f64xN reduced = fma_f64xN(n, splat_f64xN(-0.6931471803691238), x);
    return splat_f64xN(1.0) + fma_f64xN(n, splat_f64xN(-1.9082149292705877e-10), reduced);
}

INLINE f64xN exp_tail_f64xN(f64xN x, f64xN n, f64xN low)
{
    /* exp(f + low) minus the rounded 1 + f, of exp(x + low) = 2^n exp(f + low), for small low */
    const f64xN reduced = fma_f64xN(n, splat_f64xN(-0.6931471803691238), x);
    const f64xN f = fma_f64xN(n, splat_f64xN(-1.9082149292705877e-10), reduced);
    const f64xN rest = fma_f64xN(n, splat_f64xN(-1.9082149292705877e-10), reduced - f) + low;
    const f64xN q = exp_series_f64xN(f);
    const f64xN one = splat_f64xN(1.0);
    const f64xN head = one + f;
    const f64xN bend = q * f * f;
    return ((one - head) + f) + fma_f64xN(rest, head + bend, bend);
}

INLINE f64xN exp_fraction_f64xN(f64xN x, f64xN n, f64xN low)
{
    return exp_head_f64xN(x, n) + exp_tail_f64xN(x, n, low);
}

INLINE i64xN exponent_bits_f64xN(f64xN n)
{
    /* Converts an integral number of moderate size to an integer. */
    return bits_i64xN_f64xN(n + splat_f64xN(6755399441055744.0)) - splat_i64xN(0x4338000000000000);
}

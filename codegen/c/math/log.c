INLINE f32xN log_f32xN(f32xN a)
{
    /* a = 2^n (1 + f) with 1 + f between sqrt(1/2) and sqrt(2). */
    const i32xN subnormal = lt_f32xN(a, splat_f32xN(1.17549435e-38f));
    const f32xN x = select_f32xN(subnormal, a * splat_f32xN(8388608.0f), a);
    const i32xN bits = bits_i32xN_f32xN(x);
    const i32xN exponent = (bits - splat_i32xN(0x3f3504f3)) >> 23;
    const f32xN f = bits_f32xN_i32xN(bits - (exponent << 23)) - splat_f32xN(1.0f);
    const f32xN n = convert_f32xN_i32xN(exponent - (subnormal & splat_i32xN(23)));
    return log_ends_f32xN(a, log_sum_f32xN(n, f, splat_f32xN(0.0f)));
}

INLINE f32xN log_sum_f32xN(f32xN n, f32xN f, f32xN rest)
{
    /* n ln 2 + log(1 + f) + rest */
    f32xN p = splat_f32xN(-0.0763443187f);
    p = fma_f32xN(p, f, splat_f32xN(0.127615511f));
    p = fma_f32xN(p, f, splat_f32xN(-0.131601945f));
    p = fma_f32xN(p, f, splat_f32xN(0.142017618f));
    p = fma_f32xN(p, f, splat_f32xN(-0.166233569f));
    p = fma_f32xN(p, f, splat_f32xN(0.200012267f));
    p = fma_f32xN(p, f, splat_f32xN(-0.250008225f));
    p = fma_f32xN(p, f, splat_f32xN(0.333333313f));
    p = fma_f32xN(p, f, splat_f32xN(-0.5f));
    const f32xN tail = fma_f32xN(p, f * f, fma_f32xN(n, splat_f32xN(-2.12194440e-4f), rest));
    const f32xN sum = fma_f32xN(n, splat_f32xN(0.693359375f), f);
    const f32xN error = fma_f32xN(n, splat_f32xN(0.693359375f), neg_f32xN(sum)) + f;
    return sum + (error + tail);
}

INLINE f32xN log_ends_f32xN(f32xN a, f32xN result)
{
    /* -inf at 0, NaN below, infinity and NaN as they are. */
    const f32xN infinity = splat_f32xN(bits_f32_u32(0x7f800000u));
    const f32xN upper = select_f32xN(lt_f32xN(a, infinity), result, a);
    const f32xN lower = select_f32xN(eq_f32xN(a, splat_f32xN(0.0f)), neg_f32xN(infinity), upper);
    return select_f32xN(lt_f32xN(a, splat_f32xN(0.0f)), splat_f32xN(bits_f32_u32(0x7fc00000u)), lower);
}

INLINE f32xN log_plus_one_f32xN(f32xN a)
{
    /* log(u) + c / u for u = 1 + a rounded and c what was lost in rounding. */
    const f32xN one = splat_f32xN(1.0f);
    const f32xN u = one + a;
    const f32xN larger = select_f32xN(lt_f32xN(one, a), a, one);
    const f32xN smaller = select_f32xN(lt_f32xN(one, a), one, a);
    const f32xN lost = smaller - (u - larger);
    const i32xN bits = bits_i32xN_f32xN(u);
    const i32xN exponent = (bits - splat_i32xN(0x3f3504f3)) >> 23;
    const f32xN f = bits_f32xN_i32xN(bits - (exponent << 23)) - one;
    const f32xN result = log_sum_f32xN(convert_f32xN_i32xN(exponent), f, lost / u);
    const f32xN ends = log_ends_f32xN(u, result);
    return select_f32xN(lt_f32xN(abs_f32xN(a), splat_f32xN(5.9604645e-8f)), a, ends);
}

INLINE f32xN log_f32xN(f32xN a)
{
    /* a = 2^n (1 + f) with 1 + f between sqrt(1/2) and sqrt(2). */
    const i32xN subnormal = lt_f32xN(a, splat_f32xN(1.17549435e-38f));
    const f32xN x = select_f32xN(subnormal, a * splat_f32xN(8388608.0f), a);
    const u32xN bits = bits_u32xN_f32xN(x);
    const i32xN exponent = bits_i32xN_u32xN(bits - splat_u32xN(0x3f3504f3u)) >> 23;
    const f32xN f = bits_f32xN_u32xN(bits - (bits_u32xN_i32xN(exponent) << 23)) - splat_f32xN(1.0f);
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
    /* -inf at 0, NaN below 0; infinity and NaN stay. */
    const f32xN infinity = splat_f32xN(infinity_f32());
    const f32xN upper = select_f32xN(lt_f32xN(a, infinity), result, a);
    const f32xN lower = select_f32xN(eq_f32xN(a, splat_f32xN(0.0f)), neg_f32xN(infinity), upper);
    return select_f32xN(lt_f32xN(a, splat_f32xN(0.0f)), splat_f32xN(bits_f32_u32(0x7fc00000u)), lower);
}

INLINE f32xN log_plus_one_f32xN(f32xN a)
{
    /* log(u) + c / u for u = 1 + a rounded and c its rounding error. */
    const f32xN one = splat_f32xN(1.0f);
    const f32xN u = one + a;
    const f32xN larger = select_f32xN(lt_f32xN(one, a), a, one);
    const f32xN smaller = select_f32xN(lt_f32xN(one, a), one, a);
    const f32xN lost = smaller - (u - larger);
    const u32xN bits = bits_u32xN_f32xN(u);
    const i32xN exponent = bits_i32xN_u32xN(bits - splat_u32xN(0x3f3504f3u)) >> 23;
    const f32xN f = bits_f32xN_u32xN(bits - (bits_u32xN_i32xN(exponent) << 23)) - one;
    const f32xN result = log_sum_f32xN(convert_f32xN_i32xN(exponent), f, div_f32xN(lost, u));
    const f32xN ends = log_ends_f32xN(u, result);
    return select_f32xN(lt_f32xN(abs_f32xN(a), splat_f32xN(5.9604645e-8f)), a, ends);
}

INLINE f64xN log_f64xN(f64xN a)
{
    const i64xN subnormal = lt_f64xN(a, splat_f64xN(2.2250738585072014e-308));
    const f64xN x = select_f64xN(subnormal, a * splat_f64xN(18014398509481984.0), a);
    const f64xN n = log_exponent_f64xN(x);
    const f64xN f = log_fraction_f64xN(x);
    const f64xN shift = select_f64xN(subnormal, splat_f64xN(54.0), splat_f64xN(0.0));
    return log_ends_f64xN(a, log_sum_f64xN(n - shift, f, splat_f64xN(0.0)));
}

INLINE f64xN log_exponent_f64xN(f64xN x)
{
    /* n of x = 2^n (1 + f) with 1 + f between sqrt(1/2) and sqrt(2) */
    const i64xN exponent = bits_i64xN_u64xN(bits_u64xN_f64xN(x) - splat_u64xN(0x3fe6a09e667f3bcdu)) >> 52;
    return bits_f64xN_i64xN(exponent + splat_i64xN(0x4338000000000000)) - splat_f64xN(6755399441055744.0);
}

INLINE f64xN log_fraction_f64xN(f64xN x)
{
    /* f of x = 2^n (1 + f) */
    const u64xN bits = bits_u64xN_f64xN(x);
    const i64xN exponent = bits_i64xN_u64xN(bits - splat_u64xN(0x3fe6a09e667f3bcdu)) >> 52;
    return bits_f64xN_u64xN(bits - (bits_u64xN_i64xN(exponent) << 52)) - splat_f64xN(1.0);
}

INLINE f64xN log_tail_f64xN(f64xN n, f64xN f, f64xN rest)
{
    /* log(1 + f) - f + f^2 / 2 + rest and n times the small part of ln 2, by log(1 + f) = 2 atanh(s) with
     * s = f / (2 + f) */
    const f64xN s = f / (splat_f64xN(2.0) + f);
    const f64xN z = s * s;
    f64xN p = splat_f64xN(0.08695652173913043);
    p = fma_f64xN(p, z, splat_f64xN(0.09523809523809523));
    p = fma_f64xN(p, z, splat_f64xN(0.10526315789473684));
    p = fma_f64xN(p, z, splat_f64xN(0.11764705882352941));
    p = fma_f64xN(p, z, splat_f64xN(0.13333333333333333));
    p = fma_f64xN(p, z, splat_f64xN(0.15384615384615385));
    p = fma_f64xN(p, z, splat_f64xN(0.18181818181818182));
    p = fma_f64xN(p, z, splat_f64xN(0.2222222222222222));
    p = fma_f64xN(p, z, splat_f64xN(0.2857142857142857));
    p = fma_f64xN(p, z, splat_f64xN(0.4));
    p = fma_f64xN(p, z, splat_f64xN(0.6666666666666666));
    const f64xN half = splat_f64xN(0.5) * f * f;
    return fma_f64xN(s, fma_f64xN(p, z, half), fma_f64xN(n, splat_f64xN(1.9082149292705877e-10), rest));
}

INLINE f64xN log_rest_f64xN(f64xN n, f64xN f, f64xN rest)
{
    /* f minus (log(1 + f) + rest) and minus n times the small part of ln 2 */
    return splat_f64xN(0.5) * f * f - log_tail_f64xN(n, f, rest);
}

INLINE f64xN log_sum_f64xN(f64xN n, f64xN f, f64xN rest)
{
    /* n ln 2 + log(1 + f) + rest */
    return fma_f64xN(n, splat_f64xN(0.6931471803691238), f - log_rest_f64xN(n, f, rest));
}

INLINE f64xN log_ends_f64xN(f64xN a, f64xN result)
{
    const f64xN infinity = splat_f64xN(infinity_f64());
    const f64xN upper = select_f64xN(lt_f64xN(a, infinity), result, a);
    const f64xN lower = select_f64xN(eq_f64xN(a, splat_f64xN(0.0)), neg_f64xN(infinity), upper);
    return select_f64xN(lt_f64xN(a, splat_f64xN(0.0)), splat_f64xN(bits_f64_u64(0x7ff8000000000000u)), lower);
}

INLINE f64xN log_plus_one_and_f64xN(f64xN a, f64xN low)
{
    /* log(1 + a + low) for small low: log(u) + c / u for u = 1 + a rounded and c its error. */
    const f64xN one = splat_f64xN(1.0);
    const f64xN u = one + a;
    const f64xN larger = select_f64xN(lt_f64xN(one, a), a, one);
    const f64xN smaller = select_f64xN(lt_f64xN(one, a), one, a);
    const f64xN lost = (smaller - (u - larger)) + low;
    const f64xN ends =
        log_ends_f64xN(u, log_sum_f64xN(log_exponent_f64xN(u), log_fraction_f64xN(u), lost / u));
    return select_f64xN(lt_f64xN(abs_f64xN(a), splat_f64xN(1.1102230246251565e-16)), a, ends);
}

INLINE f64xN short_log_f64xN(f64xN x)
{
    /* log(x) to 34 bits, for normal numbers and 0: log(1 + f) is f + f^2 p. Even and odd powers of f are two
     * chains, which run at the same time. */
    const f64xN n = log_exponent_f64xN(x), f = log_fraction_f64xN(x);
    const f64xN square = f * f;
    f64xN p = splat_f64xN(-0.09771449356382762), p_odd = splat_f64xN(0.053931296078182256);
    p = fma_f64xN(p, square, splat_f64xN(-0.0993614137651327));
    p_odd = fma_f64xN(p_odd, square, splat_f64xN(0.09923879802924102));
    p = fma_f64xN(p, square, splat_f64xN(-0.1249823881958088));
    p_odd = fma_f64xN(p_odd, square, splat_f64xN(0.11028403306854524));
    p = fma_f64xN(p, square, splat_f64xN(-0.16666823826926574));
    p_odd = fma_f64xN(p_odd, square, splat_f64xN(0.14289164800185855));
    p = fma_f64xN(p, square, splat_f64xN(-0.24999997692993609));
    p_odd = fma_f64xN(p_odd, square, splat_f64xN(0.19999941130866822));
    p = fma_f64xN(p, square, splat_f64xN(-0.5000000000445634));
    p_odd = fma_f64xN(p_odd, square, splat_f64xN(0.33333333619653827));
    p = fma_f64xN(p_odd, f, p);
    const f64xN logarithm = fma_f64xN(p, square, f);
    return fma_f64xN(n, splat_f64xN(0.6931471805599453), logarithm);
}

INLINE f64xN log_plus_one_f64xN(f64xN a)
{
    return log_plus_one_and_f64xN(a, splat_f64xN(0.0));
}

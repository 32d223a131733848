INLINE f32xN exp_f32xN(f32xN a)
{
    /* a = n ln 2 + f with |f| <= ln 2 / 2; past the ends the result is infinite or 0, and NaN stays NaN. */
    const f32xN x = lesser_f32xN(splat_f32xN(89.0f), greater_f32xN(splat_f32xN(-104.0f), a));
    const f32xN shifted = fma_f32xN(x, splat_f32xN(1.44269502f), splat_f32xN(12582912.0f));
    const f32xN n = shifted - splat_f32xN(12582912.0f);
    const f32xN f = fma_f32xN(n, splat_f32xN(-1.42860677e-6f), fma_f32xN(n, splat_f32xN(-0.693145752f), x));
    f32xN p = splat_f32xN(0.00138146104f);
    p = fma_f32xN(p, f, splat_f32xN(0.00836871006f));
    p = fma_f32xN(p, f, splat_f32xN(0.041668389f));
    p = fma_f32xN(p, f, splat_f32xN(0.166665211f));
    p = fma_f32xN(p, f, splat_f32xN(0.49999994f));
    p = fma_f32xN(p, f, splat_f32xN(1.0f));
    p = fma_f32xN(p, f, splat_f32xN(1.0f));
    return scale_f32xN(p, bits_i32xN_f32xN(shifted) - splat_i32xN(0x4b400000));
}

INLINE f32xN scale_f32xN(f32xN x, i32xN exponent)
{
    /* Two steps, since 2^exponent itself may be out of range. */
    const i32xN half = exponent >> 1;
    const f32xN first = bits_f32xN_i32xN((half + splat_i32xN(127)) << 23);
    const f32xN second = bits_f32xN_i32xN((exponent - half + splat_i32xN(127)) << 23);
    return x * first * second;
}

INLINE f32xN exponential_minus_one_f32xN(f32xN a)
{
    /* 2^n (1 + f + f^2 q) - 1, with f and the first sum in two parts each. */
    const f32xN x = lesser_f32xN(splat_f32xN(89.0f), greater_f32xN(splat_f32xN(-18.0f), a));
    const f32xN shifted = fma_f32xN(x, splat_f32xN(1.44269502f), splat_f32xN(12582912.0f));
    const f32xN n = shifted - splat_f32xN(12582912.0f);
    const f32xN reduced = fma_f32xN(n, splat_f32xN(-0.693145752f), x);
    const f32xN f = fma_f32xN(n, splat_f32xN(-1.42860677e-6f), reduced);
    const f32xN rest = fma_f32xN(n, splat_f32xN(-1.42860677e-6f), reduced - f);
    f32xN q = splat_f32xN(0.00138146104f);
    q = fma_f32xN(q, f, splat_f32xN(0.00836871006f));
    q = fma_f32xN(q, f, splat_f32xN(0.041668389f));
    q = fma_f32xN(q, f, splat_f32xN(0.166665211f));
    q = fma_f32xN(q, f, splat_f32xN(0.49999994f));
    const f32xN low = fma_f32xN(q * f, f, rest);
    const i32xN exponent = bits_i32xN_f32xN(shifted) - splat_i32xN(0x4b400001);
    const f32xN scale = bits_f32xN_i32xN((exponent + splat_i32xN(127)) << 23);
    const f32xN offset = scale - splat_f32xN(0.5f);
    const f32xN sum = fma_f32xN(scale, f, offset);
    const f32xN error = fma_f32xN(scale, f, offset - sum);
    const f32xN offset_error = (scale - offset) - splat_f32xN(0.5f);
    const f32xN result = (sum + fma_f32xN(scale, low, error + offset_error)) * splat_f32xN(2.0f);
    const f32xN small = fma_f32xN(splat_f32xN(0.5f) * a, a, a);
    return select_f32xN(lt_f32xN(abs_f32xN(a), splat_f32xN(1e-4f)), small, result);
}

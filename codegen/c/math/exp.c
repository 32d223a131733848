INLINE f32xN exp_f32xN(f32xN a)
{
    const f32xN x = lesser_f32xN(splat_f32xN(89.0f), greater_f32xN(splat_f32xN(-104.0f), a));
    const f32xN shifted = fma_f32xN(x, splat_f32xN(1.44269502f), splat_f32xN(12582912.0f));
    const f32xN n = shifted - splat_f32xN(12582912.0f);
    const f32xN f = fma_f32xN(n, splat_f32xN(-1.42860677e-6f), fma_f32xN(n, splat_f32xN(-0.693145752f), x));
    f32xN p = splat_f32xN(1.38888889e-3f);
    p = fma_f32xN(p, f, splat_f32xN(8.33333333e-3f));
    p = fma_f32xN(p, f, splat_f32xN(4.16666667e-2f));
    p = fma_f32xN(p, f, splat_f32xN(1.66666667e-1f));
    p = fma_f32xN(p, f, splat_f32xN(0.5f));
    p = fma_f32xN(p, f, splat_f32xN(1.0f));
    p = fma_f32xN(p, f, splat_f32xN(1.0f));
    return scale_f32xN(p, bits_i32xN_f32xN(shifted) - splat_i32xN(0x4b400000));
}

INLINE f32xN scale_f32xN(f32xN x, i32xN exponent)
{
    const i32xN half = exponent >> 1;
    const f32xN first = bits_f32xN_i32xN((half + splat_i32xN(127)) << 23);
    const f32xN second = bits_f32xN_i32xN((exponent - half + splat_i32xN(127)) << 23);
    return x * first * second;
}

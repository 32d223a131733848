INLINE f32xN floor_f32xN(f32xN x)
{
    const f32xN magnitude = abs_f32xN(x);
    const i32xN small = lt_f32xN(magnitude, splat_f32xN(8388608.0f));
    const f32xN truncated =
        convert_f32xN_i32xN(convert_i32xN_f32xN(select_f32xN(small, x, splat_f32xN(0.0f))));
    const f32xN lowered =
        truncated - select_f32xN(lt_f32xN(x, truncated), splat_f32xN(1.0f), splat_f32xN(0.0f));
    return select_f32xN(small, copy_sign_f32xN(lowered, x), x);
}

INLINE fxN ceil_fxN(fxN x)
{
    return neg_fxN(floor_fxN(neg_fxN(x)));
}

INLINE f32xN copy_sign_f32xN(f32xN magnitude, f32xN sign)
{
    const u32xN bit = splat_u32xN(0x80000000u);
    return bits_f32xN_u32xN((bits_u32xN_f32xN(magnitude) & ~bit) | (bits_u32xN_f32xN(sign) & bit));
}

INLINE f64xN copy_sign_f64xN(f64xN magnitude, f64xN sign)
{
    const u64xN bit = splat_u64xN(0x8000000000000000u);
    return bits_f64xN_u64xN((bits_u64xN_f64xN(magnitude) & ~bit) | (bits_u64xN_f64xN(sign) & bit));
}

INLINE f64xN floor_f64xN(f64xN x)
{
    const f64xN magnitude = abs_f64xN(x);
    const i64xN small = lt_f64xN(magnitude, splat_f64xN(4503599627370496.0));
    const f64xN shifted = magnitude + splat_f64xN(4503599627370496.0);
    const f64xN nearest = copy_sign_f64xN(shifted - splat_f64xN(4503599627370496.0), x);
    const f64xN lowered = nearest - select_f64xN(lt_f64xN(x, nearest), splat_f64xN(1.0), splat_f64xN(0.0));
    return select_f64xN(small, copy_sign_f64xN(lowered, x), x);
}

INLINE f32xN round_nearest_even_f32xN(f32xN x)
{
    const f32xN magnitude = abs_f32xN(x);
    const f32xN rounded = (magnitude + splat_f32xN(8388608.0f)) - splat_f32xN(8388608.0f);
    return select_f32xN(lt_f32xN(magnitude, splat_f32xN(8388608.0f)), copy_sign_f32xN(rounded, x), x);
}

INLINE f64xN round_nearest_even_f64xN(f64xN x)
{
    const f64xN magnitude = abs_f64xN(x);
    const f64xN rounded = (magnitude + splat_f64xN(4503599627370496.0)) - splat_f64xN(4503599627370496.0);
    return select_f64xN(lt_f64xN(magnitude, splat_f64xN(4503599627370496.0)), copy_sign_f64xN(rounded, x), x);
}

INLINE f32xN round_nearest_afz_f32xN(f32xN x)
{
    const f32xN magnitude = abs_f32xN(x);
    const f32xN down = floor_f32xN(magnitude);
    const f32xN up =
        select_f32xN(le_f32xN(splat_f32xN(0.5f), magnitude - down), splat_f32xN(1.0f), splat_f32xN(0.0f));
    return select_f32xN(lt_f32xN(magnitude, splat_f32xN(8388608.0f)), copy_sign_f32xN(down + up, x), x);
}

INLINE f64xN round_nearest_afz_f64xN(f64xN x)
{
    const f64xN magnitude = abs_f64xN(x);
    const f64xN down = floor_f64xN(magnitude);
    const f64xN up =
        select_f64xN(le_f64xN(splat_f64xN(0.5), magnitude - down), splat_f64xN(1.0), splat_f64xN(0.0));
    return select_f64xN(lt_f64xN(magnitude, splat_f64xN(4503599627370496.0)), copy_sign_f64xN(down + up, x),
                        x);
}

INLINE ixN is_finite_fxN(fxN x)
{
    return lt_fxN(abs_fxN(x), splat_fxN(infinity_f()));
}

INLINE fxN sign_fxN(fxN x)
{
    const fxN one = copy_sign_fxN(splat_fxN(1.0_f), x);
    return select_fxN(ne_fxN(x, x) | eq_fxN(x, splat_fxN(0.0_f)), x, one);
}

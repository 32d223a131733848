INLINE f32xN round_to_odd_f32xN_f64xN(f64xN x)
{
    const f32xN nearest = convert_f32xN_f64xN(x);
    const f64xN back = convert_f64xN_f32xN(nearest);
    const i64xN grown = lt_f64xN(abs_f64xN(x), abs_f64xN(back));
    const i64xN shrunk = lt_f64xN(abs_f64xN(back), abs_f64xN(x));
    const i32xN step = convert_i32xN_i64xN(grown - shrunk);
    const u32xN bits = bits_u32xN_f32xN(nearest);
    const i32xN even = bits_i32xN_u32xN((bits & splat_u32xN(1u)) - splat_u32xN(1u));
    return bits_f32xN_u32xN(bits + bits_u32xN_i32xN(step & even));
}

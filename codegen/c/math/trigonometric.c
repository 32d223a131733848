INLINE float large_phase_f32(float x, int part)
{
    /* x * 2/pi by as many digits of 2/pi as reach the fraction: part 0 is the nearest integer (modulo 4),
     * parts 1 and 2 are the rest of x, as a sum of two. */
    static const uint32_t two_over_pi[8] = {0,           0xa2f9836eu, 0x4e441529u, 0xfc2757d1u,
                                            0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu};
    const uint32_t bits = bits_u32_f32(x);
    const uint64_t mantissa = (bits & 0x7fffffu) | 0x800000u;
    const int position = (int)(bits >> 23 & 0xff) - 150 + 30;
    const int word = position < 0 ? 0 : position > 134 ? 4 : position / 32;
    const int shift = position < 0 ? 0 : position % 32;
    uint32_t digits[3];
    for (int i = 0; i < 3; i++) {
        const uint64_t pair = (uint64_t)two_over_pi[word + i] << 32 | two_over_pi[word + i + 1];
        digits[i] = (uint32_t)(pair >> (32 - shift));
    }
    const uint64_t low = mantissa * digits[2];
    const uint64_t product = ((mantissa * digits[0]) << 32) + mantissa * digits[1] + (low >> 32);
    const uint64_t quarter = (product + (UINT64_C(1) << 61)) >> 62;
    const uint64_t fraction = product - (quarter << 62);
    const double magnitude = fraction >> 63 ? -(double)(0 - fraction) : (double)fraction;
    const double rest = magnitude * 3.4061215800865545e-19;
    const float first = (float)rest;
    const float value = part == 0 ? (float)(int)(quarter & 3) : part == 1 ? first : (float)(rest - first);
    return bits >> 31 ? -value : value;
}

INLINE float large_quotient_f32(float x)
{
    return large_phase_f32(x, 0);
}

INLINE float large_rest_f32(float x)
{
    return large_phase_f32(x, 1);
}

INLINE float large_rest_low_f32(float x)
{
    return large_phase_f32(x, 2);
}

INLINE i32xN is_large_angle_f32xN(f32xN x)
{
    return lt_f32xN(splat_f32xN(65536.0f), abs_f32xN(x));
}

INLINE f32xN angle_quotient_f32xN(f32xN x)
{
    return fma_f32xN(x, splat_f32xN(0.636619747f), splat_f32xN(12582912.0f)) - splat_f32xN(12582912.0f);
}

INLINE f32xN angle_rest_f32xN(f32xN x, f32xN n)
{
    const f32xN first = fused_f32xN(n, splat_f32xN(-1.57079637f), x);
    return first + n * splat_f32xN(4.37113883e-8f);
}

INLINE f32xN angle_rest_low_f32xN(f32xN x, f32xN n)
{
    const f32xN first = fused_f32xN(n, splat_f32xN(-1.57079637f), x);
    const f32xN second = n * splat_f32xN(4.37113883e-8f);
    const f32xN second_error = fused_f32xN(n, splat_f32xN(4.37113883e-8f), neg_f32xN(second));
    const f32xN rest = first + second;
    const f32xN back = rest - first;
    const f32xN error = (first - (rest - back)) + (second - back);
    return fma_f32xN(n, splat_f32xN(1.71512451e-15f), error + second_error);
}

INLINE f32xN sine_tail_f32xN(f32xN r, f32xN low)
{
    /* sin(r + low) - r for |r| <= pi / 4 */
    const f32xN s = r * r;
    f32xN p = splat_f32xN(2.71774593e-06f);
    p = fma_f32xN(p, s, splat_f32xN(-0.000198392721f));
    p = fma_f32xN(p, s, splat_f32xN(0.00833332911f));
    p = fma_f32xN(p, s, splat_f32xN(-0.166666672f));
    return fused_f32xN(p, r * s, low);
}

INLINE f32xN cosine_tail_f32xN(f32xN r, f32xN low)
{
    /* cos(r + low) - (1 - r^2 / 2 rounded) */
    const f32xN s = r * r;
    const f32xN s_error = fused_f32xN(r, r, neg_f32xN(s));
    const f32xN half = splat_f32xN(0.5f) * s;
    const f32xN head = splat_f32xN(1.0f) - half;
    f32xN p = splat_f32xN(-2.7202185e-07f);
    p = fma_f32xN(p, s, splat_f32xN(2.47994158e-05f));
    p = fma_f32xN(p, s, splat_f32xN(-0.00138888834f));
    p = fma_f32xN(p, s, splat_f32xN(0.0416666679f));
    const f32xN lost = ((splat_f32xN(1.0f) - head) - half) - fma_f32xN(r, low, splat_f32xN(0.5f) * s_error);
    return fma_f32xN(p * s, s, lost);
}

INLINE f32xN sine_ahead_f32xN(f32xN x, i32xN ahead)
{
    /* sin(x + ahead pi / 2) */
    f32xN n = angle_quotient_f32xN(x);
    f32xN r = angle_rest_f32xN(x, n);
    f32xN low = angle_rest_low_f32xN(x, n);
    const i32xN large = is_large_angle_f32xN(x);
    if (any_i32xN(large)) {
        n = select_f32xN(large, large_quotient_f32xN(x), n);
        r = select_f32xN(large, large_rest_f32xN(x), r);
        low = select_f32xN(large, large_rest_low_f32xN(x), low);
    }
    const f32xN sine = r + sine_tail_f32xN(r, low);
    const f32xN cosine = (splat_f32xN(1.0f) - splat_f32xN(0.5f) * (r * r)) + cosine_tail_f32xN(r, low);
    const i32xN quarter = convert_i32xN_f32xN(n) + ahead;
    const i32xN odd = ne_i32xN(quarter & splat_i32xN(1), splat_i32xN(0));
    const u32xN sign = bits_u32xN_i32xN(quarter & splat_i32xN(2)) << 30;
    const f32xN value = select_f32xN(odd, cosine, sine);
    const f32xN result = bits_f32xN_u32xN(bits_u32xN_f32xN(value) ^ sign);
    return select_f32xN(lt_f32xN(abs_f32xN(x), splat_f32xN(infinity_f32())), result, x - x);
}

INLINE f32xN sine_f32xN(f32xN x)
{
    return select_f32xN(lt_f32xN(abs_f32xN(x), splat_f32xN(2.4e-4f)), x, sine_ahead_f32xN(x, splat_i32xN(0)));
}

INLINE f32xN cosine_f32xN(f32xN x)
{
    return sine_ahead_f32xN(x, splat_i32xN(1));
}

INLINE f32xN tan_f32xN(f32xN x)
{
    f32xN n = angle_quotient_f32xN(x);
    f32xN r = angle_rest_f32xN(x, n);
    f32xN low = angle_rest_low_f32xN(x, n);
    const i32xN large = is_large_angle_f32xN(x);
    if (any_i32xN(large)) {
        n = select_f32xN(large, large_quotient_f32xN(x), n);
        r = select_f32xN(large, large_rest_f32xN(x), r);
        low = select_f32xN(large, large_rest_low_f32xN(x), low);
    }
    /* The tail is about -r^3 / 6: the rounding errors of the cube and of 1/6 go into the low part. */
    const f32xN square = r * r, cube = r * square;
    const f32xN cube_low = fused_f32xN(r, square, neg_f32xN(cube)) + r * fused_f32xN(r, r, neg_f32xN(square));
    const f32xN more = fma_f32xN(cube, splat_f32xN(4.967e-9f), low);
    const f32xN sine_low = sine_tail_f32xN(r, fma_f32xN(cube_low, splat_f32xN(-0.1625f), more));
    const f32xN sine = r + sine_low;
    const f32xN sine_error = (r - sine) + sine_low;
    const f32xN head = splat_f32xN(1.0f) - splat_f32xN(0.5f) * (r * r);
    const f32xN cosine_low = cosine_tail_f32xN(r, low);
    const f32xN cosine = head + cosine_low;
    const f32xN cosine_error = (head - cosine) + cosine_low;
    const i32xN odd = ne_i32xN(convert_i32xN_f32xN(n) & splat_i32xN(1), splat_i32xN(0));
    const f32xN above = select_f32xN(odd, neg_f32xN(cosine), sine);
    const f32xN above_error = select_f32xN(odd, neg_f32xN(cosine_error), sine_error);
    const f32xN below = select_f32xN(odd, sine, cosine);
    const f32xN below_error = select_f32xN(odd, sine_error, cosine_error);
    const f32xN ratio = div_f32xN(above, below);
    const f32xN rest = fused_f32xN(neg_f32xN(ratio), below, above) + (above_error - ratio * below_error);
    const f32xN refined = ratio + div_f32xN(rest, below);
    const f32xN near = select_f32xN(lt_f32xN(abs_f32xN(x), splat_f32xN(2.4e-4f)), x, refined);
    return select_f32xN(lt_f32xN(abs_f32xN(x), splat_f32xN(infinity_f32())), near, x - x);
}

INLINE f32xN atan2_f32xN(f32xN y, f32xN x)
{
    const f32xN a = abs_f32xN(x);
    const f32xN b = abs_f32xN(y);
    const f32xN infinity = splat_f32xN(infinity_f32());
    const f32xN zero = splat_f32xN(0.0f);
    const i32xN steep = lt_f32xN(a, b);
    f32xN above = select_f32xN(steep, a, b);
    f32xN below = select_f32xN(steep, b, a);
    const i32xN both_infinite = eq_f32xN(above, infinity);
    above = select_f32xN(both_infinite, splat_f32xN(1.0f), above);
    below = select_f32xN(both_infinite | eq_f32xN(below, zero), splat_f32xN(1.0f), below);
    /* Scaled away from the exponent's limits, so that the remainder below is exact. */
    const f32xN factor = select_f32xN(
        lt_f32xN(splat_f32xN(0x1p60f), below), splat_f32xN(0x1p-60f),
        select_f32xN(lt_f32xN(below, splat_f32xN(0x1p-60f)), splat_f32xN(0x1p60f), splat_f32xN(1.0f)));
    const f32xN numerator = above * factor;
    const f32xN denominator = below * factor;
    const f32xN t = div_f32xN(numerator, denominator);
    const f32xN t_error = div_f32xN(fused_f32xN(neg_f32xN(t), denominator, numerator), denominator);
    const f32xN s = t * t;
    f32xN p = splat_f32xN(0.00114322908f);
    p = fma_f32xN(p, s, splat_f32xN(-0.00747310929f));
    p = fma_f32xN(p, s, splat_f32xN(0.0228877682f));
    p = fma_f32xN(p, s, splat_f32xN(-0.0451221094f));
    p = fma_f32xN(p, s, splat_f32xN(0.0677403063f));
    p = fma_f32xN(p, s, splat_f32xN(-0.0882612914f));
    p = fma_f32xN(p, s, splat_f32xN(0.110624492f));
    p = fma_f32xN(p, s, splat_f32xN(-0.142805085f));
    /* The last two terms and their products are kept in two parts: near t = 1 they make a third of the
     * result. */
    const f32xN fifth = splat_f32xN(0.199997246f), third = splat_f32xN(-0.333333284f);
    const f32xN q = fma_f32xN(p, s, fifth);
    const f32xN q_error = fma_f32xN(p, s, fifth - q);
    const f32xN r = fma_f32xN(q, s, third);
    const f32xN r_error = fused_f32xN(q, s, third - r) + q_error * s;
    const f32xN u = r * s;
    const f32xN u_error = fma_f32xN(r_error, s, fused_f32xN(r, s, neg_f32xN(u)));
    const f32xN safe_error = select_f32xN(lt_f32xN(t, splat_f32xN(1e-20f)), zero, t_error);
    const f32xN tail = u * t;
    const f32xN tail_low = fused_f32xN(u, t, neg_f32xN(tail)) +
                           fma_f32xN(u_error, t, div_f32xN(safe_error, splat_f32xN(1.0f) + s));
    const i32xN left = lt_i32xN(bits_i32xN_f32xN(x), splat_i32xN(0));
    const f32xN quarter = splat_f32xN(1.57079637f);
    const f32xN quarter_low = splat_f32xN(-4.37113883e-8f);
    /* base + sign * (t + tail + tail_low) */
    const f32xN base = select_f32xN(steep, quarter, select_f32xN(left, quarter + quarter, zero));
    const f32xN base_low =
        select_f32xN(steep, quarter_low, select_f32xN(left, quarter_low + quarter_low, zero));
    const i32xN minus = steep ^ left;
    const f32xN head = select_f32xN(minus, neg_f32xN(t), t);
    const f32xN rest = select_f32xN(minus, neg_f32xN(tail), tail);
    const f32xN rest_low = base_low + select_f32xN(minus, neg_f32xN(tail_low), tail_low);
    const f32xN sum = base + head;
    const f32xN lost = select_f32xN(eq_f32xN(base, zero), zero, (base - sum) + head);
    const f32xN magnitude = sum + (lost + (rest + rest_low));
    const i32xN unordered = ne_f32xN(x, x) | ne_f32xN(y, y);
    return select_f32xN(unordered, x + y, copy_sign_f32xN(magnitude, y));
}

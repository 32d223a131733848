OUTLINE void large_angle_f64(double x, double *rest, double *low, int *quarter)
{
    /* x * 2/pi, with the digits of 2/pi that affect the last two bits before the point and 190 after it. */
    static const uint32_t two_over_pi[41] = {
        0,           0,           0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u,
        0x3c439041u, 0xfe5163abu, 0xdebbc561u, 0xb7246e3au, 0x424dd2e0u, 0x06492eeau, 0x09d1921cu,
        0xfe1deb1cu, 0xb129a73eu, 0xe88235f5u, 0x2ebb4484u, 0xe99c7026u, 0xb45f7e41u, 0x3991d639u,
        0x835339f4u, 0x9c845f8bu, 0xbdf9283bu, 0x1ff897ffu, 0xde05980fu, 0xef2f118bu, 0x5a0a6d1fu,
        0x6d367ecfu, 0x27cb09b7u, 0x4f463f66u, 0x9e5fea2du, 0x7527bac7u, 0xebe5f17bu, 0x3d0739f7u,
        0x8a5292eau, 0x6bfb5fb1u, 0x1f8d5d08u, 0x56033046u, 0xfc7b6babu, 0xf0cfbc20u};
    const uint64_t bits = bits_u64_f64(x);
    const uint64_t mantissa = (bits & UINT64_C(0xfffffffffffff)) | UINT64_C(0x10000000000000);
    const int position = (int)(bits >> 52 & 0x7ff) - 1075 + 62, start = position < 0 ? 0 : position;
    uint32_t digits[6], product[6];
    for (int i = 0; i < 6; i++) {
        const uint64_t pair = (uint64_t)two_over_pi[start / 32 + i] << 32 | two_over_pi[start / 32 + i + 1];
        digits[i] = (uint32_t)(pair << (start % 32) >> 32);
    }
    uint64_t sum = 0;
    for (int i = 5; i >= 0; i--) {
        sum += (mantissa & 0xffffffffu) * digits[i];
        product[i] = (uint32_t)sum;
        sum >>= 32;
    }
    sum = 0;
    for (int i = 5; i >= 1; i--) {
        sum += (mantissa >> 32) * digits[i] + product[i - 1];
        product[i - 1] = (uint32_t)sum;
        sum >>= 32;
    }
    uint64_t high = (uint64_t)product[0] << 32 | product[1];
    uint64_t middle = (uint64_t)product[2] << 32 | product[3];
    const uint64_t nearest = (high + (UINT64_C(1) << 61)) >> 62;
    high -= nearest << 62;
    const int below = (int)(high >> 63);
    if (below) {
        high = ~high;
        middle = ~middle;
    }
    const double first = (double)(high >> 32) * 0x1p-30, second = (double)(high & 0xffffffffu) * 0x1p-62;
    const double third = (double)(middle >> 32) * 0x1p-94 + (double)(middle & 0xffffffffu) * 0x1p-126;
    const double head = first + second;
    const double tail = (second - (head - first)) + third;
    const double turns = head + tail;
    const double turns_low = tail - (turns - head);
    const double value = turns * 1.5707963267948966;
    const double value_low = fused_f64(turns, 1.5707963267948966, -value) +
                             (turns * 6.123233995736766e-17 + turns_low * 1.5707963267948966);
    const int negative = below != (int)(bits >> 63);
    *rest = negative ? -value : value;
    *low = negative ? -value_low : value_low;
    *quarter = bits >> 63 ? (int)(0 - nearest) & 3 : (int)nearest & 3;
}

INLINE double large_quotient_f64(double x)
{
    double rest, low;
    int quarter;
    large_angle_f64(x, &rest, &low, &quarter);
    return quarter;
}

INLINE double large_rest_f64(double x)
{
    double rest, low;
    int quarter;
    large_angle_f64(x, &rest, &low, &quarter);
    return rest;
}

INLINE double large_rest_low_f64(double x)
{
    double rest, low;
    int quarter;
    large_angle_f64(x, &rest, &low, &quarter);
    return low;
}

INLINE i64xN is_large_angle_f64xN(f64xN x)
{
    return lt_f64xN(splat_f64xN(1e9), abs_f64xN(x));
}

INLINE f64xN angle_quotient_f64xN(f64xN x)
{
    return fma_f64xN(x, splat_f64xN(0.6366197723675814), splat_f64xN(6755399441055744.0)) -
           splat_f64xN(6755399441055744.0);
}

INLINE f64xN angle_rest_f64xN(f64xN x, f64xN n)
{
    const f64xN first = fused_f64xN(n, splat_f64xN(-1.5707963267948966), x);
    return first - n * splat_f64xN(6.123233995736766e-17);
}

INLINE f64xN angle_rest_low_f64xN(f64xN x, f64xN n)
{
    const f64xN first = fused_f64xN(n, splat_f64xN(-1.5707963267948966), x);
    const f64xN second = n * splat_f64xN(6.123233995736766e-17);
    const f64xN second_error = fused_f64xN(n, splat_f64xN(6.123233995736766e-17), neg_f64xN(second));
    const f64xN rest = first - second;
    const f64xN back = rest - first;
    const f64xN error = (first - (rest - back)) - (second + back);
    return fma_f64xN(n, splat_f64xN(1.4973849048591698e-33), error - second_error);
}

INLINE f64xN sine_tail_f64xN(f64xN r, f64xN low)
{
    /* sin(r + low) - r for |r| <= pi / 4 */
    const f64xN s = r * r;
    f64xN p = splat_f64xN(2.8114572543455206e-15);
    p = fma_f64xN(p, s, splat_f64xN(-7.647163731819816e-13));
    p = fma_f64xN(p, s, splat_f64xN(1.6059043836821613e-10));
    p = fma_f64xN(p, s, splat_f64xN(-2.505210838544172e-08));
    p = fma_f64xN(p, s, splat_f64xN(2.7557319223985893e-06));
    p = fma_f64xN(p, s, splat_f64xN(-0.0001984126984126984));
    p = fma_f64xN(p, s, splat_f64xN(0.008333333333333333));
    p = fma_f64xN(p, s, splat_f64xN(-0.16666666666666666));
    return fma_f64xN(p, s * r, low * fma_f64xN(splat_f64xN(-0.5), s, splat_f64xN(1.0)));
}

INLINE f64xN cosine_tail_f64xN(f64xN r, f64xN low)
{
    /* cos(r + low) - (1 - r^2 / 2 rounded) for |r| <= pi / 4 */
    const f64xN s = r * r;
    const f64xN s_error = fused_f64xN(r, r, neg_f64xN(s));
    const f64xN half = splat_f64xN(0.5) * s;
    f64xN p = splat_f64xN(4.779477332387385e-14);
    p = fma_f64xN(p, s, splat_f64xN(-1.1470745597729725e-11));
    p = fma_f64xN(p, s, splat_f64xN(2.08767569878681e-09));
    p = fma_f64xN(p, s, splat_f64xN(-2.755731922398589e-07));
    p = fma_f64xN(p, s, splat_f64xN(2.48015873015873e-05));
    p = fma_f64xN(p, s, splat_f64xN(-0.001388888888888889));
    p = fma_f64xN(p, s, splat_f64xN(0.041666666666666664));
    const f64xN one = splat_f64xN(1.0), lost = (one - (one - half)) - half;
    return fma_f64xN(p, s * s, lost - fma_f64xN(r, low, splat_f64xN(0.5) * s_error));
}

INLINE i64xN quarter_f64xN(f64xN n)
{
    /* Its last two bits are those of the integral number n. */
    return bits_i64xN_f64xN(n + splat_f64xN(6755399441055744.0));
}

INLINE f64xN sine_ahead_f64xN(f64xN x, i64xN ahead)
{
    /* sin(x + ahead pi / 2) */
    f64xN n = angle_quotient_f64xN(x);
    f64xN r = angle_rest_f64xN(x, n);
    f64xN low = angle_rest_low_f64xN(x, n);
    const i64xN large = is_large_angle_f64xN(x);
    if (any_i64xN(large)) {
        n = select_f64xN(large, large_quotient_f64xN(x), n);
        r = select_f64xN(large, large_rest_f64xN(x), r);
        low = select_f64xN(large, large_rest_low_f64xN(x), low);
    }
    const f64xN sine = r + sine_tail_f64xN(r, low);
    const f64xN cosine = (splat_f64xN(1.0) - splat_f64xN(0.5) * (r * r)) + cosine_tail_f64xN(r, low);
    const i64xN quarter = quarter_f64xN(n) + ahead;
    const i64xN odd = ne_i64xN(quarter & splat_i64xN(1), splat_i64xN(0));
    const u64xN sign = bits_u64xN_i64xN(quarter & splat_i64xN(2)) << 62;
    const f64xN value = select_f64xN(odd, cosine, sine);
    const f64xN result = bits_f64xN_u64xN(bits_u64xN_f64xN(value) ^ sign);
    return select_f64xN(lt_f64xN(abs_f64xN(x), splat_f64xN(infinity_f64())), result, x - x);
}

INLINE f64xN sine_f64xN(f64xN x)
{
    return select_f64xN(lt_f64xN(abs_f64xN(x), splat_f64xN(1e-8)), x, sine_ahead_f64xN(x, splat_i64xN(0)));
}

INLINE f64xN cosine_f64xN(f64xN x)
{
    return sine_ahead_f64xN(x, splat_i64xN(1));
}

INLINE f64xN tan_f64xN(f64xN x)
{
    f64xN n = angle_quotient_f64xN(x);
    f64xN r = angle_rest_f64xN(x, n);
    f64xN low = angle_rest_low_f64xN(x, n);
    const i64xN large = is_large_angle_f64xN(x);
    if (any_i64xN(large)) {
        n = select_f64xN(large, large_quotient_f64xN(x), n);
        r = select_f64xN(large, large_rest_f64xN(x), r);
        low = select_f64xN(large, large_rest_low_f64xN(x), low);
    }
    /* Both are sums of two, and the quotient is corrected by its remainder. */
    const f64xN sine_low = sine_tail_f64xN(r, low), cosine_low = cosine_tail_f64xN(r, low);
    const f64xN sine = r + sine_low, sine_error = (r - sine) + sine_low;
    const f64xN head = splat_f64xN(1.0) - splat_f64xN(0.5) * (r * r);
    const f64xN cosine = head + cosine_low, cosine_error = (head - cosine) + cosine_low;
    const i64xN odd = ne_i64xN(quarter_f64xN(n) & splat_i64xN(1), splat_i64xN(0));
    const f64xN above = select_f64xN(odd, neg_f64xN(cosine), sine);
    const f64xN above_error = select_f64xN(odd, neg_f64xN(cosine_error), sine_error);
    const f64xN below = select_f64xN(odd, sine, cosine);
    const f64xN below_error = select_f64xN(odd, sine_error, cosine_error);
    const f64xN ratio = above / below;
    const f64xN rest = fused_f64xN(neg_f64xN(ratio), below, above) + (above_error - ratio * below_error);
    const f64xN refined = ratio + rest / below;
    const f64xN near = select_f64xN(lt_f64xN(abs_f64xN(x), splat_f64xN(1e-8)), x, refined);
    return select_f64xN(lt_f64xN(abs_f64xN(x), splat_f64xN(infinity_f64())), near, x - x);
}

INLINE f64xN atan2_f64xN(f64xN y, f64xN x)
{
    const f64xN infinity = splat_f64xN(infinity_f64());
    const f64xN zero = splat_f64xN(0.0), one = splat_f64xN(1.0);
    const f64xN a = abs_f64xN(x), b = abs_f64xN(y);
    const i64xN steep = lt_f64xN(a, b), left = lt_i64xN(bits_i64xN_f64xN(x), splat_i64xN(0));
    f64xN above = select_f64xN(steep, a, b), below = select_f64xN(steep, b, a);
    const i64xN both_infinite = eq_f64xN(above, infinity);
    above = select_f64xN(both_infinite, one, above);
    below = select_f64xN(both_infinite | eq_f64xN(below, zero), one, below);
    /* Scaled away from the exponent's limits, so that the remainder below is exact. */
    const f64xN factor =
        select_f64xN(lt_f64xN(splat_f64xN(0x1p500), below), splat_f64xN(0x1p-500),
                     select_f64xN(lt_f64xN(below, splat_f64xN(0x1p-500)), splat_f64xN(0x1p500), one));
    above = above * factor;
    below = below * factor;
    const f64xN t = above / below;
    const f64xN t_rest =
        select_f64xN(lt_f64xN(t, splat_f64xN(1e-150)), zero, fused_f64xN(neg_f64xN(t), below, above));
    /* The angle of the nearest quarter c, in two parts, and of what t is beyond it */
    const f64xN c = floor_f64xN(fma_f64xN(t, splat_f64xN(4.0), splat_f64xN(0.5))) * splat_f64xN(0.25);
    const i64xN none = lt_f64xN(c, splat_f64xN(0.25)), one_quarter = eq_f64xN(c, splat_f64xN(0.25));
    const i64xN half = eq_f64xN(c, splat_f64xN(0.5)), whole = eq_f64xN(c, one);
    f64xN angle = select_f64xN(whole, splat_f64xN(0.7853981633974483), splat_f64xN(0.6435011087932844));
    angle = select_f64xN(half, splat_f64xN(0.4636476090008061), angle);
    angle = select_f64xN(one_quarter, splat_f64xN(0.24497866312686414), angle);
    angle = select_f64xN(none, zero, angle);
    f64xN angle_low =
        select_f64xN(whole, splat_f64xN(3.061616997868383e-17), splat_f64xN(1.5834785051444286e-17));
    angle_low = select_f64xN(half, splat_f64xN(2.2698777452961687e-17), angle_low);
    angle_low = select_f64xN(one_quarter, splat_f64xN(1.0698755618734451e-17), angle_low);
    angle_low = select_f64xN(none, zero, angle_low);
    const f64xN scale = fma_f64xN(t, c, one);
    const f64xN inverse = one / scale, scale_low = fused_f64xN(t, c, one - scale);
    const f64xN u = (t - c) * inverse;
    const f64xN u_error = (fused_f64xN(neg_f64xN(u), scale, t - c) - u * scale_low) * inverse;
    const f64xN s = u * u;
    f64xN p = splat_f64xN(-0.043478260869565216);
    p = fma_f64xN(p, s, splat_f64xN(0.047619047619047616));
    p = fma_f64xN(p, s, splat_f64xN(-0.05263157894736842));
    p = fma_f64xN(p, s, splat_f64xN(0.058823529411764705));
    p = fma_f64xN(p, s, splat_f64xN(-0.06666666666666667));
    p = fma_f64xN(p, s, splat_f64xN(0.07692307692307693));
    p = fma_f64xN(p, s, splat_f64xN(-0.09090909090909091));
    p = fma_f64xN(p, s, splat_f64xN(0.1111111111111111));
    p = fma_f64xN(p, s, splat_f64xN(-0.14285714285714285));
    p = fma_f64xN(p, s, splat_f64xN(0.2));
    p = fma_f64xN(p, s, splat_f64xN(-0.3333333333333333));
    const f64xN head = angle + u;
    const f64xN lost = select_f64xN(none, zero, (angle - head) + u);
    const f64xN errors = angle_low + u_error + t_rest / (below * fma_f64xN(t, t, one));
    const f64xN tail = lost + fma_f64xN(p, s * u, errors);
    /* base + sign * (head + tail) */
    const f64xN base = select_f64xN(steep, splat_f64xN(1.5707963267948966),
                                    select_f64xN(left, splat_f64xN(3.141592653589793), zero));
    const f64xN base_low = select_f64xN(steep, splat_f64xN(6.123233995736766e-17),
                                        select_f64xN(left, splat_f64xN(1.2246467991473532e-16), zero));
    const i64xN minus = steep ^ left;
    const f64xN signed_head = select_f64xN(minus, neg_f64xN(head), head);
    const f64xN signed_tail = select_f64xN(minus, neg_f64xN(tail), tail);
    const f64xN sum = base + signed_head;
    const f64xN rest = select_f64xN(eq_f64xN(base, zero), zero, (base - sum) + signed_head);
    const f64xN magnitude = sum + (rest + (signed_tail + base_low));
    const i64xN unordered = ne_f64xN(x, x) | ne_f64xN(y, y);
    return select_f64xN(unordered, x + y, copy_sign_f64xN(magnitude, y));
}

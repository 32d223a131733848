INLINE f64xN log_beyond_f64xN(f64xN n, f64xN f, f64xN taken)
{
    /* log(2^n (1 + f)) - taken, for f from sqrt(1/2) - 1 to sqrt(2) - 1: the logarithm is a sum of two. With
     * 0 its head, with the head its rest: n log 2 + 2 atanh(f / (2 + f)). */
    const f64xN one = splat_f64xN(1.0);
    const f64xN m = one + f, g = m + one;
    const f64xN g_low = m - (g - one), inverse = one / g;
    const f64xN s = f * inverse;
    const f64xN s_low = (fused_f64xN(neg_f64xN(s), g, f) - s * g_low) * inverse;
    const f64xN square = s * s;
    const f64xN square_low = fma_f64xN(s + s, s_low, fused_f64xN(s, s, neg_f64xN(square)));
    const f64xN cube = square * s;
    const f64xN cube_error = fma_f64xN(square, s_low, fused_f64xN(square, s, neg_f64xN(cube)));
    const f64xN cube_low = fma_f64xN(square_low, s, cube_error);
    f64xN p = splat_f64xN(0.04);
    p = fma_f64xN(p, square, splat_f64xN(0.043478260869565216));
    p = fma_f64xN(p, square, splat_f64xN(0.047619047619047616));
    p = fma_f64xN(p, square, splat_f64xN(0.05263157894736842));
    p = fma_f64xN(p, square, splat_f64xN(0.058823529411764705));
    p = fma_f64xN(p, square, splat_f64xN(0.06666666666666667));
    p = fma_f64xN(p, square, splat_f64xN(0.07692307692307693));
    p = fma_f64xN(p, square, splat_f64xN(0.09090909090909091));
    p = fma_f64xN(p, square, splat_f64xN(0.1111111111111111));
    p = fma_f64xN(p, square, splat_f64xN(0.14285714285714285));
    p = fma_f64xN(p, square, splat_f64xN(0.2));
    const f64xN third = cube * splat_f64xN(0.3333333333333333);
    const f64xN third_error = fused_f64xN(cube, splat_f64xN(0.3333333333333333), neg_f64xN(third));
    const f64xN third_low = fma_f64xN(cube_low, splat_f64xN(0.3333333333333333),
                                      fma_f64xN(cube, splat_f64xN(1.850371707708594e-17), third_error));
    const f64xN fifth = fma_f64xN(cube, square, fma_f64xN(cube_low, square, cube * square_low));
    const f64xN tail = fma_f64xN(p, fifth, third_low);
    const f64xN first = s + third;
    const f64xN first_low = ((s - first) + third) + (s_low + tail);
    const f64xN high = n * splat_f64xN(0.6931471803691238);
    const f64xN next = n * splat_f64xN(1.9082149292705877e-10);
    const f64xN next_low = fma_f64xN(n, splat_f64xN(1.1612227229362532e-26),
                                     fused_f64xN(n, splat_f64xN(1.9082149292705877e-10), neg_f64xN(next)));
    const f64xN twice = first + first;
    const f64xN outer = high + twice;
    const f64xN outer_low = (high - outer) + twice;
    const f64xN sum = outer + next;
    const f64xN back = sum - outer;
    const f64xN sum_low = (outer - (sum - back)) + (next - back);
    const f64xN rest = sum_low + (outer_low + (first_low + first_low + next_low));
    return (sum - taken) + rest;
}

INLINE f64xN exp_beyond_f64xN(f64xN x, f64xN n, f64xN low, f64xN taken)
{
    /* exp(x + low) / 2^n - taken: the exponential is a sum of two, as above. */
    const f64xN first = fma_f64xN(n, splat_f64xN(-0.6931471803691238), x);
    const f64xN second = fma_f64xN(n, splat_f64xN(-1.9082149292705877e-10), low);
    const f64xN r = first + second;
    const f64xN r_low = (first - r) + second;
    f64xN p = splat_f64xN(1.1470745597729725e-11);
    p = fma_f64xN(p, r, splat_f64xN(1.6059043836821613e-10));
    p = fma_f64xN(p, r, splat_f64xN(2.08767569878681e-09));
    p = fma_f64xN(p, r, splat_f64xN(2.505210838544172e-08));
    p = fma_f64xN(p, r, splat_f64xN(2.755731922398589e-07));
    p = fma_f64xN(p, r, splat_f64xN(2.7557319223985893e-06));
    p = fma_f64xN(p, r, splat_f64xN(2.48015873015873e-05));
    p = fma_f64xN(p, r, splat_f64xN(0.0001984126984126984));
    p = fma_f64xN(p, r, splat_f64xN(0.001388888888888889));
    p = fma_f64xN(p, r, splat_f64xN(0.008333333333333333));
    p = fma_f64xN(p, r, splat_f64xN(0.041666666666666664));
    p = fma_f64xN(p, r, splat_f64xN(0.16666666666666666));
    p = fma_f64xN(p, r, splat_f64xN(0.5));
    const f64xN head = splat_f64xN(1.0) + r;
    const f64xN lost = (splat_f64xN(1.0) - head) + r;
    const f64xN tail = lost + fma_f64xN(p, r * r, r_low * head);
    return (head - taken) + tail;
}

INLINE f64xN power_of_positive_f64xN(f64xN x, f64xN y, f64xN part)
{
    /* x^y for positive and finite x as a sum of two, of which `part` is 0 or 1 */
    const f64xN zero = splat_f64xN(0.0), bound = splat_f64xN(1e20), limit = splat_f64xN(1000.0);
    const i64xN subnormal = lt_f64xN(x, splat_f64xN(2.2250738585072014e-308));
    const f64xN normal = select_f64xN(subnormal, x * splat_f64xN(18014398509481984.0), x);
    const f64xN shift = select_f64xN(subnormal, splat_f64xN(54.0), zero);
    const f64xN n = log_exponent_f64xN(normal) - shift, f = log_fraction_f64xN(normal);
    const f64xN logarithm = log_beyond_f64xN(n, f, zero), rest = log_beyond_f64xN(n, f, logarithm);
    const f64xN bounded = greater_f64xN(neg_f64xN(bound), lesser_f64xN(bound, y));
    const f64xN product = bounded * logarithm;
    const f64xN error = fused_f64xN(bounded, logarithm, neg_f64xN(product));
    const f64xN a = greater_f64xN(neg_f64xN(limit), lesser_f64xN(limit, product));
    const f64xN low = select_f64xN(eq_f64xN(a, product), fma_f64xN(bounded, rest, error), zero);
    const f64xN exponent = exp_exponent_f64xN(a);
    const f64xN head = exp_beyond_f64xN(a, exponent, low, zero);
    const f64xN tail = exp_beyond_f64xN(a, exponent, low, head);
    return scale_f64xN(select_f64xN(eq_f64xN(part, zero), head, tail), exponent_bits_f64xN(exponent));
}

INLINE f64xN power_f64xN(f64xN x, f64xN y)
{
    const f64xN one = splat_f64xN(1.0), zero = splat_f64xN(0.0);
    const f64xN infinity = splat_f64xN(infinity_f64());
    const f64xN magnitude = abs_f64xN(x), exponent = abs_f64xN(y), half = exponent * splat_f64xN(0.5);
    const i64xN integral = eq_f64xN(floor_f64xN(exponent), exponent);
    const i64xN odd = integral & ~eq_f64xN(floor_f64xN(half), half);
    const i64xN is_finite =
        lt_f64xN(zero, magnitude) & lt_f64xN(magnitude, infinity) & lt_f64xN(exponent, infinity);
    const i64xN shrinks = lt_f64xN(one, magnitude) ^ lt_f64xN(zero, y);
    const i64xN root_of_negative = lt_f64xN(x, zero) & lt_f64xN(magnitude, infinity) & ~integral;
    const i64xN ordered = eq_f64xN(x, x) & eq_f64xN(y, y);
    const i64xN endless_one = eq_f64xN(magnitude, one) & eq_f64xN(exponent, infinity);
    const f64xN end = select_f64xN(shrinks, zero, infinity);
    const f64xN positive = select_f64xN(is_finite, power_of_positive_f64xN(magnitude, y, zero), end);
    const f64xN number = select_f64xN(odd, copy_sign_f64xN(positive, x), positive);
    const f64xN real = select_f64xN(root_of_negative, splat_f64xN(bits_f64_u64(0x7ff8000000000000u)), number);
    const f64xN result = select_f64xN(ordered, real, x + y);
    return select_f64xN(eq_f64xN(y, zero) | eq_f64xN(x, one) | endless_one, one, result);
}

INLINE double cbrt_f64(double x)
{
    const double magnitude = abs_f64(x);
    if (!(magnitude > 0 && magnitude < infinity_f64())) {
        return x;
    }
    const int tiny = magnitude < 1e-290;
    const double a = tiny ? magnitude * 0x1p300 : magnitude;
    double t = bits_f64_u64(bits_u64_f64(a) / 3 + UINT64_C(0x2a9f7893782da1ce));
    for (int i = 0; i < 4; i++) {
        t -= (t - a / (t * t)) * (1.0 / 3);
    }
    const double square = t * t, square_error = fused_f64(t, t, -square);
    const double cube = square * t, cube_error = fused_f64(square, t, -cube) + square_error * t;
    t -= ((cube - a) + cube_error) / (3 * square);
    return copy_sign_f64(tiny ? t * 0x1p-100 : t, x);
}

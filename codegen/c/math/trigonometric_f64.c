INLINE void large_angle_f64(double x, double *rest, double *low, int *quarter)
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
    const int start = (int)(bits >> 52 & 0x7ff) - 1075 + 62;
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

INLINE void angle_f64(double x, double *rest, double *low, int *quarter)
{
    /* x = quarter * pi/2 + rest + low */
    if (abs_f64(x) > 1e6) {
        large_angle_f64(x, rest, low, quarter);
        return;
    }
    const double n = (x * 0.6366197723675814 + 6755399441055744.0) - 6755399441055744.0;
    const double first = fused_f64(n, -1.5707963267948966, x);
    const double second = n * 6.123233995736766e-17;
    const double second_error = fused_f64(n, 6.123233995736766e-17, -second);
    *rest = first - second;
    const double back = *rest - first;
    const double error = (first - (*rest - back)) - (second + back);
    *low = (error - second_error) + n * 1.4973849048591698e-33;
    *quarter = (int)((int64_t)n & 3);
}

INLINE double sine_tail_f64(double r, double low)
{
    /* sin(r + low) - r for |r| <= pi / 4 */
    const double s = r * r;
    double p = 1.0 / 355687428096000;
    p = p * s - 1.0 / 1307674368000;
    p = p * s + 1.0 / 6227020800;
    p = p * s - 1.0 / 39916800;
    p = p * s + 1.0 / 362880;
    p = p * s - 1.0 / 5040;
    p = p * s + 1.0 / 120;
    p = p * s - 1.0 / 6;
    return p * (s * r) + low * (1 - 0.5 * s);
}

INLINE double cosine_tail_f64(double r, double low)
{
    /* cos(r + low) - (1 - r^2 / 2 rounded) for |r| <= pi / 4 */
    const double s = r * r;
    const double s_error = fused_f64(r, r, -s);
    double p = 1.0 / 20922789888000;
    p = p * s - 1.0 / 87178291200;
    p = p * s + 1.0 / 479001600;
    p = p * s - 1.0 / 3628800;
    p = p * s + 1.0 / 40320;
    p = p * s - 1.0 / 720;
    p = p * s + 1.0 / 24;
    const double lost = (1 - (1 - 0.5 * s)) - 0.5 * s;
    return lost + (p * (s * s) - (r * low + 0.5 * s_error));
}

INLINE double sine_near_f64(double r, double low)
{
    return r + sine_tail_f64(r, low);
}

INLINE double cosine_near_f64(double r, double low)
{
    return (1 - 0.5 * (r * r)) + cosine_tail_f64(r, low);
}

INLINE double sine_f64(double x)
{
    double r, low;
    int quarter;
    if (!(abs_f64(x) < bits_f64_u64(0x7ff0000000000000u))) {
        return x - x;
    }
    if (abs_f64(x) < 1e-8) {
        return x;
    }
    angle_f64(x, &r, &low, &quarter);
    const double value = quarter & 1 ? cosine_near_f64(r, low) : sine_near_f64(r, low);
    return quarter & 2 ? -value : value;
}

INLINE double cosine_f64(double x)
{
    double r, low;
    int quarter;
    if (!(abs_f64(x) < bits_f64_u64(0x7ff0000000000000u))) {
        return x - x;
    }
    angle_f64(x, &r, &low, &quarter);
    const double value = quarter & 1 ? sine_near_f64(r, low) : cosine_near_f64(r, low);
    return (quarter + 1) & 2 ? -value : value;
}

INLINE double tan_f64(double x)
{
    double r, low;
    int quarter;
    if (!(abs_f64(x) < bits_f64_u64(0x7ff0000000000000u))) {
        return x - x;
    }
    if (abs_f64(x) < 1e-8) {
        return x;
    }
    angle_f64(x, &r, &low, &quarter);
    /* Both are sums of two, and the quotient is corrected by its remainder. */
    const double sine_low = sine_tail_f64(r, low), cosine_low = cosine_tail_f64(r, low);
    const double sine = r + sine_low, sine_error = (r - sine) + sine_low;
    const double head = 1 - 0.5 * (r * r);
    const double cosine = head + cosine_low, cosine_error = (head - cosine) + cosine_low;
    const double above = quarter & 1 ? -cosine : sine, above_error = quarter & 1 ? -cosine_error : sine_error;
    const double below = quarter & 1 ? sine : cosine, below_error = quarter & 1 ? sine_error : cosine_error;
    const double ratio = above / below;
    const double rest = fused_f64(-ratio, below, above) + (above_error - ratio * below_error);
    return ratio + rest / below;
}

INLINE double atan2_f64(double y, double x)
{
    static const double angles[5][2] = {{0, 0},
                                        {0.24497866312686414, 1.0698755618734451e-17},
                                        {0.4636476090008061, 2.2698777452961687e-17},
                                        {0.6435011087932844, 1.5834785051444286e-17},
                                        {0.7853981633974483, 3.061616997868383e-17}};
    const double infinity = bits_f64_u64(0x7ff0000000000000u);
    const double a = abs_f64(x), b = abs_f64(y);
    if (x != x || y != y) {
        return x + y;
    }
    const int steep = a < b, left = (int)(bits_u64_f64(x) >> 63);
    double above = steep ? a : b, below = steep ? b : a;
    if (above == infinity) {
        above = below = 1;
    }
    if (below == 0) {
        below = 1;
    }
    /* Scaled away from the exponent's limits, so that the remainder below is exact. */
    const double factor = below > 0x1p500 ? 0x1p-500 : below < 0x1p-500 ? 0x1p500 : 1;
    above *= factor;
    below *= factor;
    const double t = above / below;
    const double t_error = t < 1e-150 ? 0 : fused_f64(-t, below, above) / below;
    const int step = (int)(t * 4 + 0.5);
    const double c = step * 0.25, scale = 1 + t * c;
    const double u = (t - c) / scale, scale_low = fused_f64(t, c, 1 - scale);
    const double u_error = (fused_f64(-u, scale, t - c) - u * scale_low) / scale;
    const double s = u * u;
    double p = -1.0 / 23;
    p = p * s + 1.0 / 21;
    p = p * s - 1.0 / 19;
    p = p * s + 1.0 / 17;
    p = p * s - 1.0 / 15;
    p = p * s + 1.0 / 13;
    p = p * s - 1.0 / 11;
    p = p * s + 1.0 / 9;
    p = p * s - 1.0 / 7;
    p = p * s + 1.0 / 5;
    p = p * s - 1.0 / 3;
    const double head = angles[step][0] + u;
    const double lost = step == 0 ? 0 : (angles[step][0] - head) + u;
    const double tail = lost + (p * (s * u) + angles[step][1] + u_error + t_error / (1 + t * t));
    /* base + sign * (head + tail) */
    const double base = steep ? 1.5707963267948966 : left ? 3.141592653589793 : 0;
    const double base_low = steep ? 6.123233995736766e-17 : left ? 1.2246467991473532e-16 : 0;
    const double sign = steep != left ? -1 : 1;
    const double sum = base + sign * head;
    const double rest = base == 0 ? 0 : (base - sum) + sign * head;
    return copy_sign_f64(sum + (rest + (sign * tail + base_low)), y);
}

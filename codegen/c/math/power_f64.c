INLINE double log_parts_f64(double x, double *low)
{
    /* log of a normal positive number as a sum of two: 2 atanh((m - 1) / (m + 1)) + exponent * log 2. */
    const uint64_t bits = bits_u64_f64(x);
    const int64_t exponent = (int64_t)(bits - UINT64_C(0x3fe6a09e667f3bcd)) >> 52;
    const double m = bits_f64_u64(bits - ((uint64_t)exponent << 52));
    const double f = m - 1, g = m + 1;
    const double g_low = m - (g - 1);
    const double s = f / g;
    const double s_low = (fused_f64(-s, g, f) - s * g_low) / g;
    const double square = s * s;
    const double square_low = fused_f64(s, s, -square) + 2 * s * s_low;
    const double cube = square * s;
    const double cube_low = fused_f64(square, s, -cube) + square * s_low + square_low * s;
    double p = 1.0 / 25;
    p = p * square + 1.0 / 23;
    p = p * square + 1.0 / 21;
    p = p * square + 1.0 / 19;
    p = p * square + 1.0 / 17;
    p = p * square + 1.0 / 15;
    p = p * square + 1.0 / 13;
    p = p * square + 1.0 / 11;
    p = p * square + 1.0 / 9;
    p = p * square + 1.0 / 7;
    p = p * square + 1.0 / 5;
    const double third = cube * 0.3333333333333333;
    const double third_low =
        fused_f64(cube, 0.3333333333333333, -third) + cube * 1.850371707708594e-17 + cube_low * (1.0 / 3);
    const double tail = third_low + p * (cube * square);
    const double first = s + third;
    const double first_low = ((s - first) + third) + (s_low + tail);
    const double high = (double)exponent * 0.6931471803691238;
    const double next = (double)exponent * 1.9082149292705877e-10;
    const double next_low = fused_f64((double)exponent, 1.9082149292705877e-10, -next) +
                            (double)exponent * 1.1612227229362532e-26;
    const double twice = 2 * first;
    const double outer = high + twice;
    const double outer_low = exponent == 0 ? 0 : (high - outer) + twice;
    const double sum = outer + next;
    const double back = sum - outer;
    const double sum_low = (outer - (sum - back)) + (next - back);
    const double rest = sum_low + (outer_low + (2 * first_low + next_low));
    const double total = sum + rest;
    *low = (sum - total) + rest;
    return total;
}

INLINE double exp_parts_f64(double x, double low, double *rest)
{
    /* exp(x + low) as a sum of two */
    *rest = 0;
    if (x > 710) {
        return bits_f64_u64(0x7ff0000000000000u);
    }
    if (x < -746) {
        return 0;
    }
    const double n = (x * 1.4426950408889634 + 6755399441055744.0) - 6755399441055744.0;
    const double first = fma_f64(n, -0.6931471803691238, x);
    const double second = fma_f64(n, -1.9082149292705877e-10, low);
    const double r = first + second;
    const double r_low = (first - r) + second;
    double p = 1.0 / 87178291200;
    p = p * r + 1.0 / 6227020800;
    p = p * r + 1.0 / 479001600;
    p = p * r + 1.0 / 39916800;
    p = p * r + 1.0 / 3628800;
    p = p * r + 1.0 / 362880;
    p = p * r + 1.0 / 40320;
    p = p * r + 1.0 / 5040;
    p = p * r + 1.0 / 720;
    p = p * r + 1.0 / 120;
    p = p * r + 1.0 / 24;
    p = p * r + 1.0 / 6;
    p = p * r + 0.5;
    const double head = 1 + r;
    const double lost = (1 - head) + r;
    const double tail = lost + (p * (r * r) + r_low * head), value = head + tail;
    const int64_t exponent = (int64_t)n, half = exponent / 2;
    const double one_half = bits_f64_u64((uint64_t)(half + 1023) << 52);
    const double other = bits_f64_u64((uint64_t)(exponent - half + 1023) << 52);
    *rest = ((head - value) + tail) * one_half * other;
    return value * one_half * other;
}

INLINE double power_parts_f64(double x, double y, double *rest)
{
    /* x^y for positive and finite x and finite y as a sum of two */
    const int tiny = x < 1e-290;
    double low;
    double logarithm = log_parts_f64(tiny ? x * 0x1p200 : x, &low);
    if (tiny) {
        const double shifted = logarithm - 200 * 0.6931471803691238;
        low += ((logarithm - shifted) - 200 * 0.6931471803691238) - 200 * 1.9082149292705877e-10;
        logarithm = shifted;
    }
    const double bounded = abs_f64(y) > 1e20 ? (y < 0 ? -1e20 : 1e20) : y;
    const double product = bounded * logarithm;
    const double product_low = fused_f64(bounded, logarithm, -product) + bounded * low;
    return exp_parts_f64(product, abs_f64(product) > 1000 ? 0 : product_low, rest);
}

INLINE double power_f64(double x, double y)
{
    const double infinity = bits_f64_u64(0x7ff0000000000000u);
    const double magnitude = abs_f64(x), exponent = abs_f64(y);
    if (y == 0 || x == 1) {
        return 1;
    }
    if (x != x || y != y) {
        return x + y;
    }
    const int even = exponent >= 9007199254740992.0;
    const int64_t whole = even ? 0 : (int64_t)exponent;
    const int integral = even || (double)whole == exponent;
    const double sign = integral && (whole & 1) && bits_u64_f64(x) >> 63 ? -1.0 : 1.0;
    if (magnitude == 1 && (integral || x > 0)) {
        return sign;
    }
    if (magnitude == 0 || magnitude == infinity || exponent == infinity) {
        const int grows = (magnitude > 1) == (y > 0);
        return grows ? sign * infinity : sign * 0.0;
    }
    if (x < 0 && !integral) {
        return bits_f64_u64(0x7ff8000000000000u);
    }
    double rest;
    return sign * power_parts_f64(magnitude, y, &rest);
}

INLINE double cbrt_f64(double x)
{
    const double magnitude = abs_f64(x);
    if (!(magnitude > 0 && magnitude < bits_f64_u64(0x7ff0000000000000u))) {
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

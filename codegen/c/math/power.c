INLINE double log2_wide_f64(double x)
{
    /* log2 of a normal positive number, to some 45 bits. */
    const uint64_t bits = bits_u64_f64(x);
    const int64_t exponent = (int64_t)(bits - UINT64_C(0x3fe6a09e667f3bcd)) >> 52;
    const double m = bits_f64_u64(bits - ((uint64_t)exponent << 52));
    const double s = (m - 1) / (m + 1);
    const double t = s * s;
    double p = 1.0 / 17;
    p = p * t + 1.0 / 15;
    p = p * t + 1.0 / 13;
    p = p * t + 1.0 / 11;
    p = p * t + 1.0 / 9;
    p = p * t + 1.0 / 7;
    p = p * t + 1.0 / 5;
    p = p * t + 1.0 / 3;
    p = p * t + 1;
    return (double)exponent + s * p * 2.8853900817779268;
}

INLINE double exp2_wide_f64(double x)
{
    /* 2^x for |x| < 1000, to some 45 bits. */
    const double shifted = x + 6755399441055744.0;
    const double f = (x - (shifted - 6755399441055744.0)) * 0.6931471805599453;
    double p = 1.0 / 39916800;
    p = p * f + 1.0 / 3628800;
    p = p * f + 1.0 / 362880;
    p = p * f + 1.0 / 40320;
    p = p * f + 1.0 / 5040;
    p = p * f + 1.0 / 720;
    p = p * f + 1.0 / 120;
    p = p * f + 1.0 / 24;
    p = p * f + 1.0 / 6;
    p = p * f + 0.5;
    p = p * f + 1;
    p = p * f + 1;
    return bits_f64_u64(bits_u64_f64(p) + (bits_u64_f64(shifted) << 52));
}

INLINE float power_f32(float x, float y)
{
    const float infinity = bits_f32_u32(0x7f800000u);
    const float magnitude = abs_f32(x), exponent = abs_f32(y);
    if (y == 0 || x == 1) {
        return 1;
    }
    if (x != x || y != y) {
        return x + y;
    }
    const int integral = exponent >= 16777216.0f || (float)(int)exponent == exponent;
    const int odd = integral && exponent < 16777216.0f && ((int)exponent & 1);
    const float sign = odd && bits_u32_f32(x) >> 31 ? -1.0f : 1.0f;
    if (magnitude == 1 && exponent == infinity) {
        return 1;
    }
    if (magnitude == 0 || magnitude == infinity || exponent == infinity) {
        const int grows = (magnitude > 1) == (y > 0);
        return grows ? sign * infinity : sign * 0.0f;
    }
    if (x < 0 && !integral) {
        return bits_f32_u32(0x7fc00000u);
    }
    const double power = (double)y * log2_wide_f64(magnitude);
    const double clamped = power > 200 ? 200 : power < -200 ? -200 : power;
    return sign * (float)exp2_wide_f64(clamped);
}

INLINE float cbrt_f32(float x)
{
    const float magnitude = abs_f32(x);
    if (!(magnitude > 0 && magnitude < bits_f32_u32(0x7f800000u))) {
        return x;
    }
    const double a = magnitude;
    double t = bits_f64_u64(bits_u64_f64(a) / 3 + UINT64_C(0x2a9f7893782da1ce));
    for (int i = 0; i < 4; i++) {
        t -= (t - a / (t * t)) * (1.0 / 3);
    }
    return copy_sign_f32((float)t, x);
}

OUTLINE double zeta_sum_f64(double x, double q)
{
    /* The sum of (n + q)^-x for x > 1 and q > 0, by Euler and Maclaurin: the first terms one by one, then the
     * integral and the derivatives at the next. */
    static const double derivatives[12] = {
        0.08333333333333333,   -0.001388888888888889,  3.306878306878307e-05,  -8.267195767195768e-07,
        2.08767569878681e-08,  -5.284190138687493e-10, 1.3382536530684679e-11, -3.3896802963225827e-13,
        8.586062056277845e-15, -2.174868698558062e-16, 5.5090028283602295e-18, -1.3954464685812522e-19};
    double sum = 0, term = 0;
    for (int n = 0; n < 12; n++) {
        term = power_f64(q, -x);
        sum += term;
        q += 1;
        if (term <= sum * 1e-18) {
            return sum;
        }
    }
    term = power_f64(q, -x);
    double rest = q * term / (x - 1) + 0.5 * term;
    const double inverse = 1 / q;
    double factor = x * inverse * term;
    for (int k = 0; k < 12; k++) {
        rest += derivatives[k] * factor;
        factor *= (x + 2 * k + 1) * inverse * ((x + 2 * k + 2) * inverse);
    }
    return sum + rest;
}

INLINE double zeta_f64(double x, double q)
{
    const double infinity = bits_f64_u64(0x7ff0000000000000u), nan = bits_f64_u64(0x7ff8000000000000u);
    if (x == 1) {
        return infinity;
    }
    if (!(x >= 1) || q != q) {
        return nan;
    }
    if (q > 0) {
        return zeta_sum_f64(x, q);
    }
    /* Terms of negative numbers have a value for whole exponents only, and a pole that both sides approach
     * alike for even ones only. Their sum is one over the positive numbers from the smallest to the largest.
     */
    const double below = floor_f64(q);
    const int even = x == infinity || floor_f64(0.5 * x) == 0.5 * x;
    if (x != floor_f64(x) || q == below) {
        return q == below && x == floor_f64(x) && even ? infinity : nan;
    }
    const double fraction = q - below;
    const double negative = zeta_sum_f64(x, 1 - fraction) - zeta_sum_f64(x, 1 - q);
    return zeta_sum_f64(x, fraction) + (even ? negative : -negative);
}

INLINE float zeta_f32(float x, float q)
{
    return (float)zeta_f64(x, q);
}

INLINE double polygamma_f64(double n, double x)
{
    /* (-1)^(n + 1) n! zeta(n + 1, x), and digamma for n = 0 */
    if (n == 0) {
        return digamma_f64(x);
    }
    if (!(n >= 0) || floor_f64(n) != n) {
        return bits_f64_u64(0x7ff8000000000000u);
    }
    double factorial = n > 170 ? bits_f64_u64(0x7ff0000000000000u) : 1;
    for (int k = 2; k <= 170 && k <= n; k++) {
        factorial *= k;
    }
    const double value = factorial * zeta_f64(n + 1, x);
    return floor_f64(0.5 * n) == 0.5 * n ? -value : value;
}

INLINE float polygamma_f32(float n, float x)
{
    return (float)polygamma_f64(n, x);
}

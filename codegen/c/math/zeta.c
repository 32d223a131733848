INLINE double power_of_sum_f64(double q, double n, double exponent, double *low)
{
    /* (q + n)^exponent as a sum of two, where the rounding error of the sum is compensated */
    const double sum = q + n, back = sum - q;
    const double lost = (q - (sum - back)) + (n - back);
    const double power = power_of_positive_f64(sum, exponent, 0);
    *low = power_of_positive_f64(sum, exponent, 1);
    if (lost != 0 && power != 0) {
        *low += power * (exponent * (lost / sum));
    }
    return power;
}

OUTLINE double zeta_sum_f64(double x, double q, double *low)
{
    /* The sum of (n + q)^-x for x > 1 and q > 0 as a sum of two, by Euler-Maclaurin: the first terms one by
     * one, then the integral and the derivatives at the next term. */
    static const double derivatives[12] = {
        0.08333333333333333,   -0.001388888888888889,  3.306878306878307e-05,  -8.267195767195768e-07,
        2.08767569878681e-08,  -5.284190138687493e-10, 1.3382536530684679e-11, -3.3896802963225827e-13,
        8.586062056277845e-15, -2.174868698558062e-16, 5.5090028283602295e-18, -1.3954464685812522e-19};
    double sum = 0;
    *low = 0;
    for (int n = 0; n < 12; n++) {
        double term_low;
        const double term = power_of_sum_f64(q, n, -x, &term_low), next = sum + term;
        *low += ((sum - next) + term) + term_low;
        sum = next;
        if (sum != 0 && term * (x + q + n) <= sum * (x - 1) * 1e-18) {
            *low = sum < infinity_f64() ? *low : 0;
            return sum;
        }
    }
    double power_low;
    const double term = power_of_sum_f64(q, 12, -x, &power_low), inverse = 1 / (q + 12);
    double rest = 0.5 * term, factor = x * inverse * term;
    for (int k = 0; k < 12 && factor != 0; k++) {
        rest += derivatives[k] * factor;
        factor *= (x + 2 * k + 1) * inverse * ((x + 2 * k + 2) * inverse);
    }
    const double power = power_of_sum_f64(q, 12, 1 - x, &power_low), integral = power / (x - 1);
    const double integral_low = (fused_f64(-integral, x - 1, power) + power_low) / (x - 1);
    const double total = sum + integral, back = total - sum;
    *low += (sum - (total - back)) + (integral - back) + (integral_low + rest);
    return total;
}

OUTLINE double zeta_parts_f64(double x, double q, double *low)
{
    const double infinity = infinity_f64(), nan = bits_f64_u64(0x7ff8000000000000u);
    *low = 0;
    if (x == 1) {
        return infinity;
    }
    if (!(x >= 1) || q != q) {
        return nan;
    }
    const double below = floor_f64(q);
    const int even = x == infinity || floor_f64(0.5 * x) == 0.5 * x;
    if (x == infinity || q == infinity) {
        return q > 0 ? power_f64(q, -x) : even ? infinity : nan;
    }
    if (q > 0) {
        return zeta_sum_f64(x, q, low);
    }
    /* Terms of negative numbers have a value only for integer exponents, and a pole with the same limit
     * from both sides only for even ones. Their sum runs over their absolute values, smallest to largest. */
    if (x != floor_f64(x) || q == below) {
        return q == below && x == floor_f64(x) && even ? infinity : nan;
    }
    double positive_low, near_low, far_low;
    const double positive = zeta_sum_f64(x, q - below, &positive_low);
    const double near = zeta_sum_f64(x, (below + 1) - q, &near_low), far = zeta_sum_f64(x, 1 - q, &far_low);
    if (even) {
        return (positive + near) - (far - (positive_low + near_low - far_low));
    }
    return (positive - near) + (far + (positive_low - near_low + far_low));
}

INLINE double zeta_f64(double x, double q)
{
    double low;
    const double value = zeta_parts_f64(x, q, &low);
    return value + low;
}

INLINE f64xN short_zeta_f64xN(f64xN x, f64xN q)
{
    /* zeta_sum to 36 bits: six terms, the integral and five derivatives. */
    const double derivatives[5] = {0.08333333333333333, -0.001388888888888889, 3.306878306878307e-05,
                                   -8.267195767195768e-07, 2.08767569878681e-08};
    const f64xN exponent = neg_f64xN(x);
    f64xN sum = splat_f64xN(0.0);
    for (int n = 0; n < 6; n++) {
        sum = sum + exp_f64xN(exponent * log_f64xN(q + splat_f64xN(n)));
    }
    const f64xN end = q + splat_f64xN(6.0), inverse = splat_f64xN(1.0) / end, square = inverse * inverse;
    const f64xN power = exp_f64xN(exponent * log_f64xN(end));
    f64xN factor = x * inverse * power;
    sum = sum + splat_f64xN(0.5) * power;
    for (int k = 0; k < 5; k++) {
        sum = fma_f64xN(splat_f64xN(derivatives[k]), factor, sum);
        factor = factor * ((x + splat_f64xN(2 * k + 1)) * (x + splat_f64xN(2 * k + 2)) * square);
    }
    return sum + end * power / (x - splat_f64xN(1.0));
}

INLINE float zeta_of_any_f32(float x, float q)
{
    return (float)zeta_f64(x, q);
}

INLINE f32xN zeta_f32xN(f32xN x, f32xN q)
{
    const f32xN infinity = splat_f32xN(infinity_f32());
    const f32xN value = convert_f32xN_f64xN(short_zeta_f64xN(convert_f64xN_f32xN(x), convert_f64xN_f32xN(q)));
    const i32xN is_plain = lt_f32xN(splat_f32xN(1.0f), x) & lt_f32xN(x, infinity) &
                           lt_f32xN(splat_f32xN(0.0f), q) & lt_f32xN(q, infinity);
    if (all_i32xN(is_plain)) {
        return value;
    }
    return select_f32xN(is_plain, value, zeta_of_any_f32xN(x, q));
}

INLINE double polygamma_f64(double n, double x)
{
    /* (-1)^(n + 1) n! zeta(n + 1, x), and digamma for n = 0 */
    if (n == 0) {
        return digamma_f64(x);
    }
    if (!(n >= 0) || floor_f64(n) != n || n - n != 0) {
        return bits_f64_u64(0x7ff8000000000000u);
    }
    double factorial = n > 170 ? infinity_f64() : 1, factorial_low = 0, low;
    for (int k = 2; k <= 170 && k <= n; k++) {
        const double product = factorial * k;
        factorial_low = fused_f64(factorial, k, -product) + factorial_low * k;
        factorial = product;
    }
    const double zeta = zeta_parts_f64(n + 1, x, &low), product = factorial * zeta;
    const int finite = abs_f64(product) < infinity_f64() && product != 0;
    const double lost =
        finite ? fused_f64(factorial, zeta, -product) + (factorial * low + factorial_low * zeta) : 0;
    const double value = product + lost;
    return floor_f64(0.5 * n) == 0.5 * n ? -value : value;
}

INLINE float polygamma_of_any_f32(float n, float x)
{
    return (float)polygamma_f64(n, x);
}

INLINE f64xN short_polygamma_f64xN(f64xN n, f64xN x)
{
    const f64xN zeta = short_zeta_f64xN(n + splat_f64xN(1.0), x), half = splat_f64xN(0.5) * n;
    f64xN factorial = splat_f64xN(1.0);
    for (int k = 2; k <= 171; k++) {
        const i64xN more = le_f64xN(splat_f64xN(k), n);
        if (!any_i64xN(more)) {
            break;
        }
        factorial = select_f64xN(more, factorial * splat_f64xN(k), factorial);
    }
    const f64xN value = factorial * zeta;
    return select_f64xN(eq_f64xN(floor_f64xN(half), half), neg_f64xN(value), value);
}

INLINE f32xN polygamma_f32xN(f32xN n, f32xN x)
{
    const f32xN infinity = splat_f32xN(infinity_f32());
    const f32xN value =
        convert_f32xN_f64xN(short_polygamma_f64xN(convert_f64xN_f32xN(n), convert_f64xN_f32xN(x)));
    const i32xN is_plain = le_f32xN(splat_f32xN(1.0f), n) & lt_f32xN(n, splat_f32xN(100.0f)) &
                           eq_f32xN(floor_f32xN(n), n) & lt_f32xN(splat_f32xN(0.0f), x) &
                           lt_f32xN(x, infinity);
    if (all_i32xN(is_plain)) {
        return value;
    }
    return select_f32xN(is_plain, value, polygamma_of_any_f32xN(n, x));
}

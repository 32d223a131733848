/* Special functions: by MPFR, and in long double. */
#include <math.h>

#include "reference.h"

/* A pole at zero has no sign here. */
void exact_digamma(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    mpfr_digamma(r, x, MPFR_RNDN);
    if (mpfr_zero_p(x)) mpfr_set_nan(r);
}

/* The zero of erf(r) - x by Halley's method from an approximate start; uses erfc near one. */
void exact_erf_inv(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    if (mpfr_cmpabs_ui(x, 1) > 0 || mpfr_nan_p(x)) {
        mpfr_set_nan(r);
        return;
    }
    if (mpfr_cmpabs_ui(x, 1) == 0 || mpfr_zero_p(x)) {
        mpfr_set(r, x, MPFR_RNDN);
        if (!mpfr_zero_p(x)) mpfr_set_inf(r, mpfr_sgn(x));
        return;
    }
    const mpfr_prec_t precision = mpfr_get_prec(r) + 64;
    mpfr_t a, rest, value, slope, root;
    mpfr_inits2(precision, a, rest, value, slope, root, (mpfr_ptr)NULL);
    mpfr_abs(a, x, MPFR_RNDN);
    mpfr_ui_sub(rest, 1, a, MPFR_RNDN);
    const double magnitude = mpfr_get_d(a, MPFR_RNDN), complement = mpfr_get_d(rest, MPFR_RNDN);
    const double logarithm = log(complement * (1 + magnitude)), half = 4.3307 + logarithm / 2;
    mpfr_mul_d(root, a, 0.8862269254527580, MPFR_RNDN);
    if (magnitude > 0.3) mpfr_set_d(root, sqrt(sqrt(half * half - logarithm / 0.147) - half), MPFR_RNDN);
    for (int i = 0; i < 12; i++) {
        if (magnitude < 0.5) {
            mpfr_erf(value, root, MPFR_RNDN);
            mpfr_sub(value, value, a, MPFR_RNDN);
        } else {
            mpfr_erfc(value, root, MPFR_RNDN);
            mpfr_sub(value, rest, value, MPFR_RNDN);
        }
        mpfr_sqr(slope, root, MPFR_RNDN);
        mpfr_exp(slope, slope, MPFR_RNDN);
        mpfr_mul(value, value, slope, MPFR_RNDN);
        mpfr_const_pi(slope, MPFR_RNDN);
        mpfr_sqrt(slope, slope, MPFR_RNDN);
        mpfr_mul(value, value, slope, MPFR_RNDN);
        mpfr_div_2ui(value, value, 1, MPFR_RNDN);
        /* Halley: value / (1 + root value) */
        mpfr_mul(slope, root, value, MPFR_RNDN);
        mpfr_add_ui(slope, slope, 1, MPFR_RNDN);
        mpfr_div(value, value, slope, MPFR_RNDN);
        mpfr_sub(root, root, value, MPFR_RNDN);
        if (mpfr_zero_p(value) || mpfr_get_exp(value) < mpfr_get_exp(root) - mpfr_get_prec(r)) break;
    }
    mpfr_copysign(r, root, x, MPFR_RNDN);
    mpfr_clears(a, rest, value, slope, root, (mpfr_ptr)NULL);
}

/* exp(-|x|) times the sum of (x/2)^(2k+1) / (k! (k+1)!), whose terms have one sign; from 200 on the
 * asymptotic series, whose terms fall below 2^-120 before they grow. */
void exact_bessel_i1e(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    if (mpfr_nan_p(x) || mpfr_zero_p(x)) {
        mpfr_set(r, x, MPFR_RNDN);
        return;
    }
    if (mpfr_inf_p(x)) {
        mpfr_set_zero(r, mpfr_sgn(x));
        return;
    }
    mpfr_t a, square, term, sum;
    mpfr_inits2(mpfr_get_prec(r) + 32, a, square, term, sum, (mpfr_ptr)NULL);
    mpfr_abs(a, x, MPFR_RNDN);
    if (mpfr_cmp_ui(a, 200) < 0) {
        mpfr_sqr(square, a, MPFR_RNDN);
        mpfr_div_2ui(square, square, 2, MPFR_RNDN);
        mpfr_div_2ui(term, a, 1, MPFR_RNDN);
        mpfr_set(sum, term, MPFR_RNDN);
        for (unsigned long k = 1; mpfr_get_exp(term) > mpfr_get_exp(sum) - mpfr_get_prec(sum); k++) {
            mpfr_mul(term, term, square, MPFR_RNDN);
            mpfr_div_ui(term, term, k * (k + 1), MPFR_RNDN);
            mpfr_add(sum, sum, term, MPFR_RNDN);
        }
        mpfr_neg(a, a, MPFR_RNDN);
        mpfr_exp(a, a, MPFR_RNDN);
        mpfr_mul(sum, sum, a, MPFR_RNDN);
    } else {
        mpfr_set_ui(term, 1, MPFR_RNDN);
        mpfr_set_ui(sum, 1, MPFR_RNDN);
        for (long k = 1; k < 100 && mpfr_get_exp(term) > mpfr_get_exp(sum) - mpfr_get_prec(sum); k++) {
            mpfr_mul_si(term, term, (2 * k - 1) * (2 * k - 1) - 4, MPFR_RNDN);
            mpfr_div_ui(term, term, 8 * (unsigned long)k, MPFR_RNDN);
            mpfr_div(term, term, a, MPFR_RNDN);
            mpfr_add(sum, sum, term, MPFR_RNDN);
        }
        mpfr_const_pi(term, MPFR_RNDN);
        mpfr_mul(term, term, a, MPFR_RNDN);
        mpfr_mul_2ui(term, term, 1, MPFR_RNDN);
        mpfr_rec_sqrt(term, term, MPFR_RNDN);
        mpfr_mul(sum, sum, term, MPFR_RNDN);
    }
    mpfr_copysign(r, sum, x, MPFR_RNDN);
    mpfr_clears(a, square, term, sum, (mpfr_ptr)NULL);
}

/* The sum of (n + q)^-x for x > 1 and q > 0 by the Euler-Maclaurin formula: term by term until the rest is
 * negligible or its series converges. */
static void exact_sum_of_powers(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr q) {
    if (mpfr_inf_p(x) || mpfr_inf_p(q)) {
        mpfr_neg(r, x, MPFR_RNDN);
        mpfr_pow(r, q, r, MPFR_RNDN);
        return;
    }
    mpfr_t at, power, term, sum, inverse, factor;
    mpfr_inits2(mpfr_get_prec(r) + 64, at, power, term, sum, inverse, factor, (mpfr_ptr)NULL);
    const mpfr_prec_t precision = mpfr_get_prec(sum);
    mpfr_neg(power, x, MPFR_RNDN);
    mpfr_set(at, q, MPFR_RNDN);
    mpfr_set_zero(sum, 1);
    mpfr_add_ui(factor, x, 60, MPFR_RNDN);
    int is_done = 0;
    while (!is_done && mpfr_cmp(at, factor) < 0) {
        mpfr_pow(term, at, power, MPFR_RNDN);
        mpfr_add(sum, sum, term, MPFR_RNDN);
        is_done = mpfr_zero_p(term) || mpfr_get_exp(term) < mpfr_get_exp(sum) - precision - 8;
        mpfr_add_ui(at, at, 1, MPFR_RNDN);
    }
    if (!is_done) {
        mpfr_pow(term, at, power, MPFR_RNDN);
        mpfr_div_2ui(factor, term, 1, MPFR_RNDN);
        mpfr_add(sum, sum, factor, MPFR_RNDN);
        mpfr_sub_ui(factor, x, 1, MPFR_RNDN);
        mpfr_div(factor, at, factor, MPFR_RNDN);
        mpfr_mul(factor, factor, term, MPFR_RNDN);
        mpfr_add(sum, sum, factor, MPFR_RNDN);
        /* 2 zeta(2k) x (x + 1) ... (x + 2k - 2) / (2 pi at)^2k times at^(1 - x), with changing signs */
        mpfr_const_pi(inverse, MPFR_RNDN);
        mpfr_mul(inverse, inverse, at, MPFR_RNDN);
        mpfr_mul_2ui(inverse, inverse, 1, MPFR_RNDN);
        mpfr_sqr(inverse, inverse, MPFR_RNDN);
        mpfr_ui_div(inverse, 1, inverse, MPFR_RNDN);
        mpfr_mul(factor, term, at, MPFR_RNDN);
        mpfr_mul(factor, factor, x, MPFR_RNDN);
        mpfr_mul_2ui(factor, factor, 1, MPFR_RNDN);
        for (unsigned long k = 1; k < 200; k++) {
            mpfr_mul(factor, factor, inverse, MPFR_RNDN);
            mpfr_zeta_ui(term, 2 * k, MPFR_RNDN);
            mpfr_mul(term, term, factor, MPFR_RNDN);
            if (k % 2 == 0) mpfr_neg(term, term, MPFR_RNDN);
            mpfr_add(sum, sum, term, MPFR_RNDN);
            if (mpfr_zero_p(term) || mpfr_get_exp(term) < mpfr_get_exp(sum) - precision) break;
            for (unsigned long more = 2 * k - 1; more <= 2 * k; more++) {
                mpfr_add_ui(term, x, more, MPFR_RNDN);
                mpfr_mul(factor, factor, term, MPFR_RNDN);
            }
        }
    }
    mpfr_set(r, sum, MPFR_RNDN);
    mpfr_clears(at, power, term, sum, inverse, factor, (mpfr_ptr)NULL);
}

/* Powers of negative numbers are defined for integer x only; at a pole, both sides tend to the same infinity
 * only for even x. */
void exact_zeta(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr q) {
    mpfr_set_nan(r);
    if (mpfr_cmp_ui(x, 1) == 0 && !mpfr_nan_p(x)) {
        mpfr_set_inf(r, 1);
        return;
    }
    if (mpfr_nan_p(x) || mpfr_nan_p(q) || mpfr_cmp_ui(x, 1) < 0) return;
    if (mpfr_sgn(q) > 0) {
        exact_sum_of_powers(r, x, q);
        return;
    }
    const int is_whole = mpfr_integer_p(x) || mpfr_inf_p(x);
    mpfr_t half, above, below, sum;
    mpfr_init2(half, mpfr_get_prec(x));
    mpfr_inits2(mpfr_get_prec(r) + 64, above, below, sum, (mpfr_ptr)NULL);
    mpfr_div_2ui(half, x, 1, MPFR_RNDN);
    const int is_even = mpfr_integer_p(half) || mpfr_inf_p(x);
    if (mpfr_integer_p(q) || mpfr_inf_p(q) || mpfr_inf_p(x)) {
        if (is_even) mpfr_set_inf(r, 1);
    } else if (is_whole) {
        mpfr_floor(above, q);
        mpfr_sub(above, q, above, MPFR_RNDN);
        mpfr_ceil(below, q);
        mpfr_sub(below, below, q, MPFR_RNDN);
        exact_sum_of_powers(sum, x, above);
        exact_sum_of_powers(above, x, below);
        mpfr_ui_sub(below, 1, q, MPFR_RNDN);
        exact_sum_of_powers(r, x, below);
        mpfr_sub(above, above, r, MPFR_RNDN);
        if (is_even)
            mpfr_add(r, sum, above, MPFR_RNDN);
        else
            mpfr_sub(r, sum, above, MPFR_RNDN);
    }
    mpfr_clears(half, above, below, sum, (mpfr_ptr)NULL);
}

void exact_polygamma(mpfr_ptr r, mpfr_srcptr n, mpfr_srcptr x) {
    if (mpfr_zero_p(n)) {
        exact_digamma(r, x, n);
        return;
    }
    const long order = mpfr_get_si(n, MPFR_RNDN);
    mpfr_t next, factorial;
    mpfr_init2(next, mpfr_get_prec(n));
    mpfr_init2(factorial, mpfr_get_prec(r) + 64);
    mpfr_add_ui(next, n, 1, MPFR_RNDN);
    exact_zeta(r, next, x);
    mpfr_fac_ui(factorial, (unsigned long)order, MPFR_RNDN);
    mpfr_mul(r, r, factorial, MPFR_RNDN);
    if (order % 2 == 0) mpfr_neg(r, r, MPFR_RNDN);
    mpfr_clears(next, factorial, (mpfr_ptr)NULL);
}

static const long double pi = 3.14159265358979323846264338327950288L;

long double extended_digamma(long double x, long double y) {
    (void)y;
    if (!(fabsl(x) > 0) || (x < 0 && x == floorl(x))) return (long double)NAN;
    long double at = x < 0 ? 1 - x : x, sum = 0;
    for (; at < 24; at += 1) sum += 1 / at;
    const long double s = 1 / at, u = s * s;
    static const long double weights[] = {
        1.0L / 12,       -1.0L / 120, 1.0L / 252,      -1.0L / 240,      1.0L / 132,
        -691.0L / 32760, 1.0L / 12,   -3617.0L / 8160, 43867.0L / 14364,
    };
    long double series = 0;
    for (int k = 8; k >= 0; k--) series = (series + weights[k]) * u;
    long double value = (logl(at) - (s / 2 + series)) - sum;
    if (x < 0) value -= pi / tanl(pi * (x - rintl(x)));
    return fabsl(value) < 0.05L ? (long double)NAN : value;
}

/* One step of Halley's method from a start at double precision. */
long double extended_erf_inv(long double x, long double y) {
    (void)y;
    const double argument = (double)x, unused = 0;
    double root;
    block_erf_inv(&argument, &unused, &root, 1);
    if (!(fabs(root) < (double)INFINITY) || root == 0) return root;
    const long double a = fabsl(x), from = fabs(root);
    const long double difference = a < 0.5L ? erfl(from) - a : (1 - a) - erfcl(from);
    const long double d = difference * expl(from * from) * 0.886226925452758013649083741670572591L;
    return copysignl(from - d / (1 + from * d), x);
}

long double extended_bessel_i1e(long double x, long double y) {
    (void)y;
    const long double a = fabsl(x);
    if (!(a < (long double)INFINITY)) return isnan(x) ? x : copysignl(0, x);
    long double term = 1, sum = 1;
    if (a < 45) {
        for (int k = 1; k < 200 && term > 1e-21L * sum; k++) {
            term *= a * a / 4 / ((long double)k * (k + 1));
            sum += term;
        }
        return x / 2 * sum * expl(-a);
    }
    for (int k = 1; k < 60 && fabsl(term) > 1e-21L; k++) {
        const long double odd = 2 * k - 1;
        term *= (odd * odd - 4) / (8 * k * a);
        sum += term;
    }
    return copysignl(sum / sqrtl(2 * pi * a), x);
}

long double extended_zeta(long double x, long double q) {
    if (!(x > 1) || !(q > 0) || isinf(x) || isinf(q)) return (long double)NAN;
    long double sum = 0, at = q;
    for (; at < 20 || at < x + 30; at += 1) {
        const long double term = powl(at, -x);
        sum += term;
        if (term <= sum * 1e-22L) return sum;
    }
    const long double term = powl(at, -x), inverse = 1 / (2 * pi * at);
    sum += at / (x - 1) * term + term / 2;
    /* twice zeta(2k) */
    static const long double weights[] = {
        3.28986813369645287294L, 2.16464646742227638303L, 2.03468612396889827943L, 2.00815471202192226988L,
        2.00198915026638417070L, 2.00049217310661609640L, 2.00012249627011740966L, 2.00003056451881730320L,
        2.00000763458652999968L, 2.00000190792406774560L, 2.00000047690100545550L, 2.00000011921991062130L};
    long double factor = term * at * x * inverse * inverse;
    for (int k = 0; k < 12; k++) {
        sum += k % 2 == 0 ? weights[k] * factor : -weights[k] * factor;
        factor *= (x + 2 * k + 1) * inverse * ((x + 2 * k + 2) * inverse);
    }
    return sum;
}

long double extended_polygamma(long double n, long double x) {
    if (n == 0) return extended_digamma(x, n);
    long double factorial = 1;
    for (int k = 2; k <= n; k++) factorial *= k;
    const long double value = factorial * extended_zeta(n + 1, x);
    return fmodl(n, 2) == 0 ? -value : value;
}

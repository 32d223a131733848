#include "reference.h"

#include <math.h>
#include <string.h>

#define ONE_ARGUMENT(name, function)                                     \
    static void exact_##name(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) { \
        (void)y;                                                         \
        function(r, x, MPFR_RNDN);                                       \
    }                                                                    \
    static long double extended_##name(long double x, long double y) {   \
        (void)y;                                                         \
        return name##l(x);                                               \
    }
#define TWO_ARGUMENTS(name, function)                                    \
    static void exact_##name(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) { \
        function(r, x, y, MPFR_RNDN);                                    \
    }                                                                    \
    static long double extended_##name(long double x, long double y) {   \
        return name##l(x, y);                                            \
    }

static int log_gamma(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t rounding) {
    int sign;
    return mpfr_lgamma(r, &sign, x, rounding);
}

ONE_ARGUMENT(exp, mpfr_exp)
ONE_ARGUMENT(expm1, mpfr_expm1)
ONE_ARGUMENT(log, mpfr_log)
ONE_ARGUMENT(log1p, mpfr_log1p)
ONE_ARGUMENT(sin, mpfr_sin)
ONE_ARGUMENT(cos, mpfr_cos)
ONE_ARGUMENT(tan, mpfr_tan)
ONE_ARGUMENT(tanh, mpfr_tanh)
ONE_ARGUMENT(sqrt, mpfr_sqrt)
ONE_ARGUMENT(cbrt, mpfr_cbrt)
ONE_ARGUMENT(erf, mpfr_erf)
ONE_ARGUMENT(erfc, mpfr_erfc)
ONE_ARGUMENT(sinh, mpfr_sinh)
ONE_ARGUMENT(cosh, mpfr_cosh)
ONE_ARGUMENT(asin, mpfr_asin)
ONE_ARGUMENT(acos, mpfr_acos)
ONE_ARGUMENT(atan, mpfr_atan)
ONE_ARGUMENT(asinh, mpfr_asinh)
ONE_ARGUMENT(acosh, mpfr_acosh)
ONE_ARGUMENT(atanh, mpfr_atanh)
ONE_ARGUMENT(lgamma, log_gamma)
TWO_ARGUMENTS(pow, mpfr_pow)
TWO_ARGUMENTS(atan2, mpfr_atan2)
TWO_ARGUMENTS(fmod, mpfr_fmod)

static void exact_logistic(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    mpfr_neg(r, x, MPFR_RNDN);
    mpfr_exp(r, r, MPFR_RNDN);
    mpfr_add_ui(r, r, 1, MPFR_RNDN);
    mpfr_ui_div(r, 1, r, MPFR_RNDN);
}

static long double extended_logistic(long double x, long double y) {
    (void)y;
    return x < 0 ? expl(x) / (1 + expl(x)) : 1 / (1 + expl(-x));
}

static void exact_rsqrt(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    mpfr_sqrt(r, x, MPFR_RNDN);
    mpfr_ui_div(r, 1, r, MPFR_RNDN);
}

static long double extended_rsqrt(long double x, long double y) {
    (void)y;
    return 1 / sqrtl(x);
}

/* A pole at zero has no sign here. */
static void exact_digamma(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) {
    (void)y;
    mpfr_digamma(r, x, MPFR_RNDN);
    if (mpfr_zero_p(x)) mpfr_set_nan(r);
}

/* The zero of erf(r) - x by Newton's method, with correct digits doubling from those of double; erfc near
 * one. */
static void exact_erf_inv(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) {
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
static void exact_bessel_i1e(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) {
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

#define KNOWN(name) block_##name, extended_##name, exact_##name

static const reference_function functions[] = {
    {"exponential", 1, 1, 2, KNOWN(exp), 0},
    {"exponential_minus_one", 1, 1, 2, KNOWN(expm1), 0},
    {"log", 1, 1, 2, KNOWN(log), 0},
    {"log_plus_one", 1, 1, 2, KNOWN(log1p), 0},
    {"sine", 1, 1, 2, KNOWN(sin), 0},
    {"cosine", 1, 1, 2, KNOWN(cos), 0},
    {"tan", 1, 1, 2, KNOWN(tan), 0},
    {"tanh", 1, 1, 2, KNOWN(tanh), 0},
    {"logistic", 1, 1, 2, KNOWN(logistic), 0},
    {"sqrt", 1, 0.5, 0.5, KNOWN(sqrt), 0},
    {"rsqrt", 1, 1, 2, KNOWN(rsqrt), 0},
    {"cbrt", 1, 1, 2, KNOWN(cbrt), 0},
    {"erf", 1, 1, 2, KNOWN(erf), 0},
    {"erfc", 1, 1, 2, KNOWN(erfc), 0},
    {"sinh", 1, 1, 2, KNOWN(sinh), 0},
    {"cosh", 1, 1, 2, KNOWN(cosh), 0},
    {"asin", 1, 1, 2, KNOWN(asin), 0},
    {"acos", 1, 1, 2, KNOWN(acos), 0},
    {"atan", 1, 1, 2, KNOWN(atan), 0},
    {"asinh", 1, 1, 3, KNOWN(asinh), 0},
    {"acosh", 1, 1, 3, KNOWN(acosh), 0},
    {"atanh", 1, 1, 3, KNOWN(atanh), 0},
    {"lgamma", 1, 1, 6, KNOWN(lgamma), 5},
    {"digamma", 1, 1, 4, NULL, NULL, exact_digamma, 5},
    {"erf_inv", 1, 1, 4, NULL, NULL, exact_erf_inv, 0},
    {"bessel_i1e", 1, 1, 4, NULL, NULL, exact_bessel_i1e, 0},
    {"power", 2, 2, 2, KNOWN(pow), 0},
    {"atan2", 2, 2, 2, KNOWN(atan2), 0},
    {"remainder", 2, 0, 0, KNOWN(fmod), 0},
};

const reference_function* find_reference(const char* name) {
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        if (strcmp(functions[i].name, name) == 0) return &functions[i];
    }
    return NULL;
}

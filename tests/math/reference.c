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

#define KNOWN(name) block_##name, extended_##name, exact_##name

static const reference_function functions[] = {
    {"exponential", 1, 1, 2, KNOWN(exp), ANY, 0},
    {"exponential_minus_one", 1, 1, 2, KNOWN(expm1), ANY, 0},
    {"log", 1, 1, 2, KNOWN(log), ANY, 0},
    {"log_plus_one", 1, 1, 2, KNOWN(log1p), ANY, 0},
    {"sine", 1, 1, 2, KNOWN(sin), ANY, 0},
    {"cosine", 1, 1, 2, KNOWN(cos), ANY, 0},
    {"tan", 1, 1, 2, KNOWN(tan), ANY, 0},
    {"tanh", 1, 1, 2, KNOWN(tanh), ANY, 0},
    {"logistic", 1, 1, 2, KNOWN(logistic), ANY, 0},
    {"sqrt", 1, 0.5, 0.5, KNOWN(sqrt), ANY, 0},
    {"rsqrt", 1, 1, 2, KNOWN(rsqrt), ANY, 0},
    {"cbrt", 1, 1, 2, KNOWN(cbrt), ANY, 0},
    {"erf", 1, 1, 2, KNOWN(erf), ANY, 0},
    {"erfc", 1, 1, 2, KNOWN(erfc), ANY, 0},
    {"sinh", 1, 1, 2, KNOWN(sinh), ANY, 0},
    {"cosh", 1, 1, 2, KNOWN(cosh), ANY, 0},
    {"asin", 1, 1, 2, KNOWN(asin), ANY, 0},
    {"acos", 1, 1, 2, KNOWN(acos), ANY, 0},
    {"atan", 1, 1, 2, KNOWN(atan), ANY, 0},
    {"asinh", 1, 1, 2, KNOWN(asinh), ANY, 0},
    {"acosh", 1, 1, 2, KNOWN(acosh), ANY, 0},
    {"atanh", 1, 1, 2, KNOWN(atanh), ANY, 0},
    {"lgamma", 1, 1, 2, KNOWN(lgamma), ANY, 5},
    {"digamma", 1, 1, 2, KNOWN(digamma), ANY, 5},
    {"erf_inv", 1, 1, 2, KNOWN(erf_inv), ANY, 0},
    {"bessel_i1e", 1, 1, 2, KNOWN(bessel_i1e), ANY, 0},
    {"power", 2, 1, 2, KNOWN(pow), ANY, 0},
    {"atan2", 2, 1, 2, KNOWN(atan2), ANY, 0},
    {"remainder", 2, 0, 0, KNOWN(fmod), ANY, 0},
    {"zeta", 2, 1, 2, NULL, extended_zeta, exact_zeta, ABOVE_ONE, 0},
    {"polygamma", 2, 1, 2, NULL, extended_polygamma, exact_polygamma, WHOLE, 0},
};

const reference_function* find_reference(const char* name) {
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        if (strcmp(functions[i].name, name) == 0) return &functions[i];
    }
    return NULL;
}

/* Three references of the specification's functions: in double for many inputs at once, which is nearly
 * always sufficient for results of f32 and narrower; in long double for results of f64; and correctly rounded
 * by MPFR. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <mpfr.h>
#include <stddef.h>

/* results[i] = function(x[i], y[i]) for i < count, to about 50 bits; y is unused by functions of one
 * argument. */
typedef void reference_block(const double* x, const double* y, double* results, size_t count);

typedef struct reference_function {
    const char* name;
    int arguments;
    double limit;           /* largest error in units of the last place for f32 */
    double f64_limit;       /* the same for f64 */
    reference_block* block; /* NULL: only MPFR knows it */
    long double (*extended)(long double x, long double y); /* NULL: only MPFR knows it */
    void (*exact)(mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y);
    enum { ANY, ABOVE_ONE, WHOLE } first; /* what the first argument is */
    int left; /* not 0: a result for a negative number, where zeros are, counts as 2^left where it is smaller
               */
} reference_function;

/* The function of this name, or NULL. */
const reference_function* find_reference(const char* name);

/* Builds the tables of the blocks; must be called before any of them is used. */
void prepare_blocks(void);

/* True if every f32 result is within `bound` units in the last place of `exact`, and matches its NaN,
 * infinities and signs of zeros. */
int all_within(const double* exact, const float* got, double bound, size_t count);

/* The blocks, in separate files that the compiler vectorises. NaN where only MPFR has a reference. */
reference_block block_exp, block_expm1, block_log, block_log1p, block_sin, block_cos, block_tan, block_tanh,
    block_logistic, block_sqrt, block_rsqrt, block_cbrt, block_erf, block_erfc, block_sinh, block_cosh,
    block_asin, block_acos, block_atan, block_asinh, block_acosh, block_atanh, block_lgamma, block_pow,
    block_atan2, block_fmod, block_digamma, block_erf_inv, block_bessel_i1e;

long double extended_digamma(long double x, long double y), extended_erf_inv(long double x, long double y),
    extended_bessel_i1e(long double x, long double y), extended_zeta(long double x, long double q),
    extended_polygamma(long double n, long double x);
void exact_digamma(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y),
    exact_erf_inv(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y),
    exact_bessel_i1e(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y),
    exact_zeta(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr q),
    exact_polygamma(mpfr_ptr r, mpfr_srcptr n, mpfr_srcptr x);

#endif

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "reference.h"

#define FUNCTION(name, value)                                                            \
    void block_##name(const double* x, const double* y, double* results, size_t count) { \
        (void)y;                                                                         \
        _Pragma("omp simd") for (size_t i = 0; i < count; i++) results[i] = value;       \
    }

FUNCTION(exp, exp(x[i]))
FUNCTION(expm1, expm1(x[i]))
FUNCTION(log, log(x[i]))
FUNCTION(log1p, log1p(x[i]))
FUNCTION(tanh, tanh(x[i]))
FUNCTION(sqrt, sqrt(x[i]))
FUNCTION(rsqrt, 1 / sqrt(x[i]))
FUNCTION(cbrt, cbrt(x[i]))
FUNCTION(erf, erf(x[i]))
FUNCTION(erfc, erfc(x[i]))
FUNCTION(sinh, sinh(x[i]))
FUNCTION(cosh, cosh(x[i]))
FUNCTION(asin, asin(x[i]))
FUNCTION(acos, acos(x[i]))
FUNCTION(atan, atan(x[i]))
FUNCTION(asinh, asinh(x[i]))
FUNCTION(acosh, acosh(x[i]))
FUNCTION(atanh, atanh(x[i]))
FUNCTION(pow, pow(x[i], y[i]))
FUNCTION(atan2, atan2(x[i], y[i]))
FUNCTION(fmod, fmod(x[i], y[i]))

void block_logistic(const double* x, const double* y, double* results, size_t count) {
    (void)y;
#pragma omp simd
    for (size_t i = 0; i < count; i++) {
        const double power = exp(-fabs(x[i]));
        results[i] = (x[i] < 0 ? power : 1) / (1 + power);
    }
}

/* For each exponent of f32: 2^(exponent - 23) * 2 / pi without multiples of 4, as a sum of three parts. The
 * first two have 29 bits, so that their products with whole numbers of 24 bits are exact. */
static double turns[128][3];

void prepare_blocks(void) {
    mpfr_t value, part;
    mpfr_inits2(400, value, part, (mpfr_ptr)NULL);
    for (long exponent = 0; exponent < 128; exponent++) {
        mpfr_const_pi(value, MPFR_RNDN);
        mpfr_ui_div(value, 1, value, MPFR_RNDN);
        mpfr_mul_2si(value, value, exponent - 24, MPFR_RNDN);
        mpfr_frac(value, value, MPFR_RNDN);
        mpfr_mul_2ui(value, value, 2, MPFR_RNDN);
        for (long k = 0; k < 3; k++) {
            mpfr_mul_2si(part, value, 27 + 28 * k, MPFR_RNDN);
            if (k < 2) mpfr_rint(part, part, MPFR_RNDN);
            mpfr_mul_2si(part, part, -27 - 28 * k, MPFR_RNDN);
            turns[exponent][k] = mpfr_get_d(part, MPFR_RNDN);
            mpfr_sub(value, value, part, MPFR_RNDN);
        }
    }
    mpfr_clears(value, part, (mpfr_ptr)NULL);
}

enum { CHUNK = 256 };

/* Sines and cosines of f32 numbers reduced by a multiple of pi / 2; `quarter` is that multiple modulo 4. */
static void reduced_sines(const double* x, double* sine, double* cosine, double* quarter, size_t count) {
    double rest[CHUNK];
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &x[i], 8);
        const int64_t field = (int64_t)(bits >> 52 & 0x7ff) - 1023;
        const int64_t exponent = field < 0 ? 0 : field > 127 ? 127 : field;
        const uint64_t scale_bits = (uint64_t)(1023 + 23 - exponent) << 52;
        double scale;
        memcpy(&scale, &scale_bits, 8);
        const double whole = x[i] * scale, first = whole * turns[exponent][0];
        const double near = rint(first);
        double left = (first - near) + whole * turns[exponent][1];
        const double more = rint(left);
        left = (left - more) + whole * turns[exponent][2];
        const int small = fabs(x[i]) < 0.78;
        const double finite = small ? x[i] : left * 1.5707963267948966;
        rest[i] = fabs(x[i]) < (double)INFINITY ? finite : (double)NAN;
        quarter[i] = small ? 0 : near + more;
    }
#pragma omp simd
    for (size_t i = 0; i < count; i++) sine[i] = sin(rest[i]);
#pragma omp simd
    for (size_t i = 0; i < count; i++) cosine[i] = cos(rest[i]);
}

/* sin(x + ahead pi / 2) */
static void sines(const double* x, double* results, size_t count, double ahead) {
    double sine[CHUNK], cosine[CHUNK], quarter[CHUNK];
    for (size_t first = 0; first < count; first += CHUNK) {
        const size_t size = count - first < CHUNK ? count - first : CHUNK;
        reduced_sines(x + first, sine, cosine, quarter, size);
        for (size_t i = 0; i < size; i++) {
            const double turn = quarter[i] + ahead, turned = turn - 4 * floor(turn * 0.25);
            const double odd = turned - 2 * floor(turned * 0.5);
            const double value = odd != 0 ? cosine[i] : sine[i];
            results[first + i] = turned >= 2 ? -value : value;
        }
    }
}

void block_sin(const double* x, const double* y, double* results, size_t count) {
    (void)y;
    sines(x, results, count, 0);
}

void block_cos(const double* x, const double* y, double* results, size_t count) {
    (void)y;
    sines(x, results, count, 1);
}

void block_tan(const double* x, const double* y, double* results, size_t count) {
    double sine[CHUNK], cosine[CHUNK], quarter[CHUNK];
    (void)y;
    for (size_t first = 0; first < count; first += CHUNK) {
        const size_t size = count - first < CHUNK ? count - first : CHUNK;
        reduced_sines(x + first, sine, cosine, quarter, size);
        for (size_t i = 0; i < size; i++) {
            const double odd = quarter[i] - 2 * floor(quarter[i] * 0.5);
            results[first + i] = odd != 0 ? -cosine[i] / sine[i] : sine[i] / cosine[i];
        }
    }
}

int all_within(const double* exact, const float* got, double bound, size_t count) {
    /* Exponents of the smallest normal number and of one past the largest. */
    const uint64_t least = (uint64_t)(1023 - 126) << 52, mask = (uint64_t)2047 << 52;
    const double top = 0x1p128;
    int64_t doubts = 0;
    for (size_t i = 0; i < count; i++) {
        const double r = exact[i], g = got[i];
        const double bounded = fabs(r) > top ? copysign(top, r) : r,
                     value = fabs(g) > top ? copysign(top, g) : g;
        uint64_t bits, wanted, found;
        memcpy(&bits, &bounded, 8);
        memcpy(&wanted, &r, 8);
        memcpy(&found, &g, 8);
        bits &= mask;
        bits = ((uint64_t)(2046 + 23) << 52) - (bits < least ? least : bits);
        double scale;
        memcpy(&scale, &bits, 8);
        const int64_t ordinary =
            (fabs(value - bounded) * scale <= bound) & (r != 0) & (fabs(r) < (double)INFINITY);
        doubts |= !(ordinary | (wanted == found) | ((r != r) & (g != g)));
    }
    return doubts == 0;
}

/* rt_real_f64.h  Real numbers of type double.
 *
 * Every operation rounds once: the pragma is for the functions of this file and of those that include it. */
#ifndef HLO2C_RT_REAL_F64_H
#define HLO2C_RT_REAL_F64_H

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#endif

typedef double real_f64;

/* The distance from 1 to the next number, and the smallest normal number. */
static inline real_f64 epsilon_real_f64(void)
{
    return 2.220446049250313e-16;
}

static inline real_f64 smallest_real_f64(void)
{
    return 2.2250738585072014e-308;
}

static inline real_f64 absolute_real_f64(real_f64 a)
{
    return a < 0 ? -a : a;
}

static inline real_f64 largest_real_f64(real_f64 a, real_f64 b)
{
    return a < b ? b : a;
}

static inline real_f64 not_a_number_real_f64(void)
{
    const uint64_t bits = UINT64_C(0x7ff8000000000000);
    real_f64 value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Rounded to nearest; NaN for negative numbers. Without an instruction, digit by digit. */
static inline real_f64 square_root_real_f64(real_f64 a)
{
#if defined(__SSE2__)
    return _mm_cvtsd_f64(_mm_sqrt_sd(_mm_set_sd(a), _mm_set_sd(a)));
#elif defined(__aarch64__) && defined(__ARM_NEON)
    return vget_lane_f64(vsqrt_f64(vdup_n_f64(a)), 0);
#else
    const double given = (double)a;
    uint64_t bits;
    memcpy(&bits, &given, sizeof bits);
    if (bits << 1 == 0 || given != given || bits == UINT64_C(0x7ff0000000000000)) {
        return a;
    }
    if (bits >> 63) {
        return not_a_number_real_f64();
    }
    int exponent = (int)(bits >> 52);
    uint64_t mantissa = bits & UINT64_C(0xfffffffffffff);
    if (exponent == 0) {
        for (exponent = 1; mantissa < UINT64_C(0x10000000000000); exponent--) {
            mantissa <<= 1;
        }
    } else {
        mantissa |= UINT64_C(0x10000000000000);
    }
    exponent -= 1023;
    mantissa <<= exponent & 1;
    uint64_t root = 0, rest = 0;
    for (int step = 53; step >= 0; step--) {
        const int shift = 2 * step - 54;
        rest = rest << 2 | (shift >= 0 ? mantissa >> shift & 3 : 0);
        const uint64_t trial = root << 2 | 1;
        root <<= 1;
        if (rest >= trial) {
            rest -= trial;
            root |= 1;
        }
    }
    root = (root >> 1) + (root & 1);
    bits = root + ((uint64_t)((exponent - (exponent & 1)) / 2 + 1022) << 52);
    double result;
    memcpy(&result, &bits, sizeof result);
    return (real_f64)result;
#endif
}

/* sqrt(a^2 + b^2) without overflow. */
static inline real_f64 hypotenuse_real_f64(real_f64 a, real_f64 b)
{
    const real_f64 x = absolute_real_f64(a), y = absolute_real_f64(b);
    const real_f64 large = largest_real_f64(x, y), small = x < y ? x : y;
    if (!(large > 0) || large - large != 0) {
        return large + small;
    }
    const real_f64 ratio = small / large;
    return large * square_root_real_f64(1 + ratio * ratio);
}

#endif

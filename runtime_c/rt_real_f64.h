/* rt_real_f64.h  Real numbers of type double.
 *
 * Every operation rounds once: the pragma applies to this file and to those that include it. */
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

#include "rt_square_root.h"

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

/* Rounded to nearest; NaN for negative numbers. */
static inline real_f64 square_root_real_f64(real_f64 a)
{
#if defined(__SSE2__)
    return _mm_cvtsd_f64(_mm_sqrt_sd(_mm_set_sd(a), _mm_set_sd(a)));
#elif defined(__aarch64__) && defined(__ARM_NEON)
    return vget_lane_f64(vsqrt_f64(vdup_n_f64(a)), 0);
#else
    return square_root_by_digits(a);
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

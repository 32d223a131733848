/* rt_real_f32.h  Real numbers of type float.
 *
 * Every operation rounds once: the pragma applies to this file and to those that include it. */
#ifndef HLO2C_RT_REAL_F32_H
#define HLO2C_RT_REAL_F32_H

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

typedef float real_f32;

/* The distance from 1 to the next number, and the smallest normal number. */
static inline real_f32 epsilon_real_f32(void)
{
    return 1.1920928955078125e-7f;
}

static inline real_f32 smallest_real_f32(void)
{
    return 1.17549435e-38f;
}

static inline real_f32 absolute_real_f32(real_f32 a)
{
    return a < 0 ? -a : a;
}

static inline real_f32 largest_real_f32(real_f32 a, real_f32 b)
{
    return a < b ? b : a;
}

static inline real_f32 not_a_number_real_f32(void)
{
    const uint32_t bits = 0x7fc00000u;
    real_f32 value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Rounded to nearest; NaN for negative numbers. */
static inline real_f32 square_root_real_f32(real_f32 a)
{
#if defined(__SSE2__)
    return _mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(a)));
#elif defined(__aarch64__) && defined(__ARM_NEON)
    return vget_lane_f32(vsqrt_f32(vdup_n_f32(a)), 0);
#else
    return (float)square_root_by_digits(a);
#endif
}

/* sqrt(a^2 + b^2) without overflow. */
static inline real_f32 hypotenuse_real_f32(real_f32 a, real_f32 b)
{
    const real_f32 x = absolute_real_f32(a), y = absolute_real_f32(b);
    const real_f32 large = largest_real_f32(x, y), small = x < y ? x : y;
    if (!(large > 0) || large - large != 0) {
        return large + small;
    }
    const real_f32 ratio = small / large;
    return large * square_root_real_f32(1 + ratio * ratio);
}

#endif

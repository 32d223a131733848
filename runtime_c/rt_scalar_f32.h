/* rt_scalar_f32.h  Arithmetic on f32 elements, with the same names as for complex types. */
#ifndef HLO2C_RT_SCALAR_F32_H
#define HLO2C_RT_SCALAR_F32_H

#include "rt_real_f32.h"

typedef real_f32 scalar_f32;

static inline scalar_f32 from_real_f32(real_f32 value)
{
    return value;
}

static inline real_f32 real_part_f32(scalar_f32 a)
{
    return a;
}

static inline scalar_f32 conjugate_f32(scalar_f32 a)
{
    return a;
}

static inline scalar_f32 add_f32(scalar_f32 a, scalar_f32 b)
{
    return a + b;
}

static inline scalar_f32 subtract_f32(scalar_f32 a, scalar_f32 b)
{
    return a - b;
}

static inline scalar_f32 multiply_f32(scalar_f32 a, scalar_f32 b)
{
    return a * b;
}

static inline scalar_f32 scale_f32(scalar_f32 a, real_f32 factor)
{
    return a * factor;
}

static inline scalar_f32 divide_f32(scalar_f32 a, scalar_f32 b)
{
    return a / b;
}

/* |a|^2, and the magnitude that chooses pivots. */
static inline real_f32 square_f32(scalar_f32 a)
{
    return a * a;
}

static inline real_f32 magnitude_f32(scalar_f32 a)
{
    return absolute_real_f32(a);
}

static inline real_f32 modulus_f32(scalar_f32 a)
{
    return absolute_real_f32(a);
}

static inline int is_zero_f32(scalar_f32 a)
{
    return a == 0;
}

#endif

/* rt_real_c64.h  Real numbers used with complex elements of two f32 parts. */
#ifndef HLO2C_RT_REAL_C64_H
#define HLO2C_RT_REAL_C64_H

#include "rt_real_f32.h"

typedef real_f32 real_c64;

static inline real_c64 epsilon_real_c64(void)
{
    return epsilon_real_f32();
}

static inline real_c64 smallest_real_c64(void)
{
    return smallest_real_f32();
}

static inline real_c64 absolute_real_c64(real_c64 a)
{
    return absolute_real_f32(a);
}

static inline real_c64 largest_real_c64(real_c64 a, real_c64 b)
{
    return largest_real_f32(a, b);
}

static inline real_c64 not_a_number_real_c64(void)
{
    return not_a_number_real_f32();
}

static inline real_c64 square_root_real_c64(real_c64 a)
{
    return square_root_real_f32(a);
}

static inline real_c64 hypotenuse_real_c64(real_c64 a, real_c64 b)
{
    return hypotenuse_real_f32(a, b);
}

#endif

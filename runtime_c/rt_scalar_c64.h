/* rt_scalar_c64.h  Arithmetic on complex elements of two f32 parts. */
#ifndef HLO2C_RT_SCALAR_C64_H
#define HLO2C_RT_SCALAR_C64_H

#include "rt_real_c64.h"

typedef struct scalar_c64 {
    real_c64 real, imaginary;
} scalar_c64;

static inline scalar_c64 from_real_c64(real_c64 value)
{
    return (scalar_c64){value, 0};
}

static inline real_c64 real_part_c64(scalar_c64 a)
{
    return a.real;
}

static inline scalar_c64 conjugate_c64(scalar_c64 a)
{
    return (scalar_c64){a.real, -a.imaginary};
}

static inline scalar_c64 add_c64(scalar_c64 a, scalar_c64 b)
{
    return (scalar_c64){a.real + b.real, a.imaginary + b.imaginary};
}

static inline scalar_c64 subtract_c64(scalar_c64 a, scalar_c64 b)
{
    return (scalar_c64){a.real - b.real, a.imaginary - b.imaginary};
}

static inline scalar_c64 multiply_c64(scalar_c64 a, scalar_c64 b)
{
    return (scalar_c64){a.real * b.real - a.imaginary * b.imaginary,
                        a.real * b.imaginary + a.imaginary * b.real};
}

static inline scalar_c64 scale_c64(scalar_c64 a, real_c64 factor)
{
    return (scalar_c64){a.real * factor, a.imaginary * factor};
}

/* Smith's method: squares no part, so intermediate results do not overflow. */
static inline scalar_c64 divide_c64(scalar_c64 a, scalar_c64 b)
{
    if (absolute_real_c64(b.real) >= absolute_real_c64(b.imaginary)) {
        const real_c64 ratio = b.imaginary / b.real, under = b.real + b.imaginary * ratio;
        return (scalar_c64){(a.real + a.imaginary * ratio) / under, (a.imaginary - a.real * ratio) / under};
    }
    const real_c64 ratio = b.real / b.imaginary, under = b.imaginary + b.real * ratio;
    return (scalar_c64){(a.real * ratio + a.imaginary) / under, (a.imaginary * ratio - a.real) / under};
}

/* |a|^2, and the magnitude that chooses pivots. */
static inline real_c64 square_c64(scalar_c64 a)
{
    return a.real * a.real + a.imaginary * a.imaginary;
}

static inline real_c64 magnitude_c64(scalar_c64 a)
{
    return absolute_real_c64(a.real) + absolute_real_c64(a.imaginary);
}

static inline real_c64 modulus_c64(scalar_c64 a)
{
    return hypotenuse_real_c64(a.real, a.imaginary);
}

static inline int is_zero_c64(scalar_c64 a)
{
    return a.real == 0 && a.imaginary == 0;
}

#endif

/* rt_rotation_c64.h  Rotations of complex rows and columns with f32 parts. */
#ifndef HLO2C_RT_ROTATION_C64_H
#define HLO2C_RT_ROTATION_C64_H

#include "rt_scalar_c64.h"

/* The rotation [c s; -conj(s) c] that maps (a, b) to a multiple of the first unit vector. Subnormal numbers
 * have too few digits for it, and count as zero. */
static inline void make_rotation_c64(scalar_c64 a, scalar_c64 b, real_c64 *c, scalar_c64 *s)
{
    const real_c64 first = modulus_c64(a), second = modulus_c64(b),
                   length = hypotenuse_real_c64(first, second);
    *c = 1;
    *s = from_real_c64(0);
    if (second == 0 || length < smallest_real_c64()) {
        return;
    }
    if (first < smallest_real_c64()) {
        *c = 0;
        *s = conjugate_c64(scale_c64(b, 1 / second));
        return;
    }
    *c = first / length;
    *s = multiply_c64(scale_c64(a, 1 / first), conjugate_c64(scale_c64(b, 1 / length)));
}

/* Rotates rows p and p + 1, `count` elements. */
static inline void turn_rows_c64(scalar_c64 *row, ptrdiff_t n, ptrdiff_t count, real_c64 c, scalar_c64 s)
{
    for (ptrdiff_t j = 0; j < count; j++) {
        const scalar_c64 a = row[j], b = row[n + j];
        row[j] = add_c64(scale_c64(a, c), multiply_c64(s, b));
        row[n + j] = subtract_c64(scale_c64(b, c), multiply_c64(conjugate_c64(s), a));
    }
}

/* Rotates columns p and p + 1 of `count` rows by the adjoint. */
static inline void turn_columns_c64(scalar_c64 *column, ptrdiff_t n, ptrdiff_t count, real_c64 c,
                                    scalar_c64 s)
{
    for (ptrdiff_t i = 0; i < count; i++) {
        const scalar_c64 a = column[i * n], b = column[i * n + 1];
        column[i * n] = add_c64(scale_c64(a, c), multiply_c64(conjugate_c64(s), b));
        column[i * n + 1] = subtract_c64(scale_c64(b, c), multiply_c64(s, a));
    }
}

#endif

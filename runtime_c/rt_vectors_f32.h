/* rt_vectors_f32.h  Helpers for eigenvectors and singular vectors of f32 matrices: rotations, normalised
 * signs. */
#ifndef HLO2C_RT_VECTORS_F32_H
#define HLO2C_RT_VECTORS_F32_H

#include "rt_matrix_f32.h"

/* (x, y) becomes (c x - s y, s x + c y). */
static inline void rotate_rows_f32(scalar_f32 *restrict x, scalar_f32 *restrict y, real_f32 c, real_f32 s,
                                   ptrdiff_t n)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        const scalar_f32 a = x[i], b = y[i];
        x[i] = subtract_f32(scale_f32(a, c), scale_f32(b, s));
        y[i] = add_f32(scale_f32(a, s), scale_f32(b, c));
    }
}

/* The factor of absolute value 1 that makes the first of the largest elements positive; it normalises vectors
 * that are only defined up to such a factor. */
static inline scalar_f32 sign_factor_f32(const scalar_f32 *x, ptrdiff_t stride, ptrdiff_t n)
{
    real_f32 largest = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        largest = largest_real_f32(largest, square_f32(x[i * stride]));
    }
    if (!(largest > 0) || largest - largest != 0) {
        return from_real_f32(1);
    }
    ptrdiff_t first = 0;
    while (square_f32(x[first * stride]) < (real_f32)0.99 * largest) {
        first++;
    }
    return conjugate_f32(divide_f32(x[first * stride], from_real_f32(modulus_f32(x[first * stride]))));
}

#endif

/* rt_reflector_f32.h  Reflectors I - tau v v^H, which map f32 vectors to multiples of the first unit
 * vector. */
#ifndef HLO2C_RT_REFLECTOR_F32_H
#define HLO2C_RT_REFLECTOR_F32_H

#include "rt_matrix_f32.h"

/* The norm of n elements, scaled by the largest to avoid overflow. */
static inline real_f32 length_f32(const scalar_f32 *x, ptrdiff_t stride, ptrdiff_t n)
{
    real_f32 largest = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        const real_f32 size = magnitude_f32(x[i * stride]);
        if (!(size <= largest)) {
            largest = size;
        }
    }
    if (!(largest > 0) || largest - largest != 0) {
        return largest;
    }
    real_f32 sum = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        sum += square_f32(divide_f32(x[i * stride], from_real_f32(largest)));
    }
    return largest * square_root_real_f32(sum);
}

/* Turns x (n elements, the first of them alpha) into beta and the rest of v; H^H x = beta e1 with a real
 * beta. Returns tau. */
static inline scalar_f32 make_reflector_f32(scalar_f32 *x, ptrdiff_t stride, ptrdiff_t n)
{
    scalar_f32 alpha = x[0];
    real_f32 rest = length_f32(x + stride, stride, n - 1), unit = 1;
    const scalar_f32 imaginary = subtract_f32(alpha, from_real_f32(real_part_f32(alpha)));
    if (rest == 0 && is_zero_f32(imaginary)) {
        return from_real_f32(0);
    }
    /* Subnormal numbers have too few digits for an orthogonal reflector. */
    if (rest < smallest_real_f32() && magnitude_f32(alpha) < smallest_real_f32()) {
        unit = smallest_real_f32();
        for (ptrdiff_t i = 0; i < n; i++) {
            x[i * stride] = scale_f32(x[i * stride], 1 / unit);
        }
        alpha = x[0];
        rest = length_f32(x + stride, stride, n - 1);
    }
    const scalar_f32 parts[2] = {alpha, from_real_f32(rest)};
    const real_f32 norm = length_f32(parts, 1, 2);
    const real_f32 beta = real_part_f32(alpha) < 0 ? norm : -norm;
    const scalar_f32 tau = divide_f32(subtract_f32(from_real_f32(beta), alpha), from_real_f32(beta));
    const scalar_f32 under = subtract_f32(alpha, from_real_f32(beta));
    for (ptrdiff_t i = 1; i < n; i++) {
        x[i * stride] = divide_f32(x[i * stride], under);
    }
    x[0] = from_real_f32(beta * unit);
    return tau;
}

/* c -= factor * v (v^H c): `c` has n contiguous rows; v[0] counts as 1. `work` holds one row. */
static inline void reflect_rows_f32(scalar_f32 *restrict c, ptrdiff_t c_row, ptrdiff_t n, ptrdiff_t columns,
                                    const scalar_f32 *v, ptrdiff_t stride, scalar_f32 factor,
                                    scalar_f32 *restrict work)
{
    if (is_zero_f32(factor)) {
        return;
    }
    for (ptrdiff_t j = 0; j < columns; j++) {
        work[j] = c[j];
    }
    for (ptrdiff_t i = 1; i < n; i++) {
        const scalar_f32 *restrict row = c + i * c_row;
        const scalar_f32 weight = conjugate_f32(v[i * stride]);
        for (ptrdiff_t j = 0; j < columns; j++) {
            work[j] = add_f32(work[j], multiply_f32(weight, row[j]));
        }
    }
    subtract_row_f32(c, work, factor, columns);
    for (ptrdiff_t i = 1; i < n; i++) {
        subtract_row_f32(c + i * c_row, work, multiply_f32(factor, v[i * stride]), columns);
    }
}

/* c -= factor * (c v) v^H: `c` has `rows` rows of n elements; v[0] counts as 1. `work` holds a copy of v^H.
 */
static inline void reflect_columns_f32(scalar_f32 *restrict c, ptrdiff_t c_row, ptrdiff_t rows, ptrdiff_t n,
                                       const scalar_f32 *v, ptrdiff_t stride, scalar_f32 factor,
                                       scalar_f32 *restrict work)
{
    if (is_zero_f32(factor)) {
        return;
    }
    work[0] = from_real_f32(1);
    for (ptrdiff_t j = 1; j < n; j++) {
        work[j] = conjugate_f32(v[j * stride]);
    }
    for (ptrdiff_t i = 0; i < rows; i++) {
        scalar_f32 *restrict row = c + i * c_row;
        subtract_row_f32(row, work, multiply_f32(factor, inner_product_f32(work, row, n)), n);
    }
}

#endif

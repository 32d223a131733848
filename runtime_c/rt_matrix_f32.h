/* rt_matrix_f32.h  Building blocks of factorizations of f32 matrices. */
#ifndef HLO2C_RT_MATRIX_F32_H
#define HLO2C_RT_MATRIX_F32_H

#include "rt_linear_algebra.h"
#include "rt_scalar_f32.h"

/* Read-only view of a matrix: element (i, j) is at i * row + j * column, and is conjugated if
 * `conjugated`. */
typedef struct view_f32 {
    const scalar_f32 *at;
    ptrdiff_t row, column;
    int conjugated;
} view_f32;

static inline scalar_f32 element_f32(view_f32 a, ptrdiff_t i, ptrdiff_t j)
{
    const scalar_f32 value = a.at[i * a.row + j * a.column];
    return a.conjugated ? conjugate_f32(value) : value;
}

/* y -= factor * x, n elements. */
static inline void subtract_row_f32(scalar_f32 *restrict y, const scalar_f32 *restrict x, scalar_f32 factor,
                                    ptrdiff_t n)
{
    for (ptrdiff_t j = 0; j < n; j++) {
        y[j] = subtract_f32(y[j], multiply_f32(factor, x[j]));
    }
}

/* x^H y, in eight parallel sums. */
static inline scalar_f32 inner_product_f32(const scalar_f32 *x, const scalar_f32 *y, ptrdiff_t n)
{
    scalar_f32 sums[8];
    for (int lane = 0; lane < 8; lane++) {
        sums[lane] = from_real_f32(0);
    }
    ptrdiff_t i = 0;
    for (; i + 8 <= n; i += 8) {
        for (int lane = 0; lane < 8; lane++) {
            sums[lane] = add_f32(sums[lane], multiply_f32(conjugate_f32(x[i + lane]), y[i + lane]));
        }
    }
    for (; i < n; i++) {
        sums[0] = add_f32(sums[0], multiply_f32(conjugate_f32(x[i]), y[i]));
    }
    for (int half = 4; half > 0; half /= 2) {
        for (int lane = 0; lane < half; lane++) {
            sums[lane] = add_f32(sums[lane], sums[lane + half]);
        }
    }
    return sums[0];
}

/* The weighted sum of four rows of x in one column. */
static inline scalar_f32 weighted_sum_f32(const scalar_f32 *weights, scalar_f32 x0, scalar_f32 x1,
                                          scalar_f32 x2, scalar_f32 x3)
{
    return add_f32(add_f32(multiply_f32(weights[0], x0), multiply_f32(weights[1], x1)),
                   add_f32(multiply_f32(weights[2], x2), multiply_f32(weights[3], x3)));
}

/* y -= the weighted sum of four rows of x, n elements. */
static inline void subtract_four_rows_f32(scalar_f32 *restrict y, const scalar_f32 *restrict x,
                                          ptrdiff_t x_row, const scalar_f32 *weights, ptrdiff_t n)
{
    const scalar_f32 *restrict x1 = x + x_row, *restrict x2 = x1 + x_row, *restrict x3 = x2 + x_row;
    const scalar_f32 w[4] = {weights[0], weights[1], weights[2], weights[3]};
    for (ptrdiff_t j = 0; j < n; j++) {
        y[j] = subtract_f32(y[j], weighted_sum_f32(w, x[j], x1[j], x2[j], x3[j]));
    }
}

/* y -= the weighted sum of `count` rows of x, n elements. The weights are row 0 of `weights`. */
static inline void subtract_rows_f32(scalar_f32 *restrict y, const scalar_f32 *restrict x, ptrdiff_t x_row,
                                     view_f32 weights, ptrdiff_t count, ptrdiff_t n)
{
    ptrdiff_t k = 0;
    for (; k + 4 <= count; k += 4) {
        const scalar_f32 four[4] = {element_f32(weights, 0, k), element_f32(weights, 0, k + 1),
                                    element_f32(weights, 0, k + 2), element_f32(weights, 0, k + 3)};
        subtract_four_rows_f32(y, x + k * x_row, x_row, four, n);
    }
    for (; k < count; k++) {
        subtract_row_f32(y, x + k * x_row, element_f32(weights, 0, k), n);
    }
}

/* The same as `subtract_four_rows_f32` for two rows, y and z, with four weights each, so that each load of x
 * serves both. */
static inline void subtract_from_two_rows_f32(scalar_f32 *restrict y, scalar_f32 *restrict z,
                                              const scalar_f32 *restrict x, ptrdiff_t x_row,
                                              const scalar_f32 *weights, ptrdiff_t n)
{
    const scalar_f32 *restrict x1 = x + x_row, *restrict x2 = x1 + x_row, *restrict x3 = x2 + x_row;
    const scalar_f32 of_y[4] = {weights[0], weights[1], weights[2], weights[3]};
    const scalar_f32 of_z[4] = {weights[4], weights[5], weights[6], weights[7]};
    for (ptrdiff_t j = 0; j < n; j++) {
        const scalar_f32 e0 = x[j], e1 = x1[j], e2 = x2[j], e3 = x3[j];
        y[j] = subtract_f32(y[j], weighted_sum_f32(of_y, e0, e1, e2, e3));
        z[j] = subtract_f32(z[j], weighted_sum_f32(of_z, e0, e1, e2, e3));
    }
}

/* c -= a * b: `c` is rows x columns, `b` is inner x columns, both with contiguous rows. Works on strips of
 * columns that stay in the cache, and subtracts four rows of b from two rows of c at a time. */
static inline void subtract_product_f32(scalar_f32 *restrict c, ptrdiff_t c_row, ptrdiff_t rows,
                                        ptrdiff_t columns, ptrdiff_t inner, view_f32 a,
                                        const scalar_f32 *restrict b, ptrdiff_t b_row)
{
    enum {
        strip = 256
    };
    const ptrdiff_t rest = inner % 4, whole = inner - rest;
    for (ptrdiff_t first = 0; first < columns; first += strip) {
        const ptrdiff_t n = columns - first < strip ? columns - first : strip;
        for (ptrdiff_t i = 0; i < rows; i += 2) {
            scalar_f32 *const y = c + i * c_row + first;
            const ptrdiff_t count = rows - i < 2 ? 1 : 2;
            for (ptrdiff_t k = 0; k < whole; k += 4) {
                scalar_f32 weights[8];
                for (ptrdiff_t l = 0; l < 4 * count; l++) {
                    weights[l] = element_f32(a, i + l / 4, k + l % 4);
                }
                if (count == 2) {
                    subtract_from_two_rows_f32(y, y + c_row, b + k * b_row + first, b_row, weights, n);
                } else {
                    subtract_four_rows_f32(y, b + k * b_row + first, b_row, weights, n);
                }
            }
            for (ptrdiff_t k = 0; k < rest; k++) {
                const scalar_f32 *const x = b + (whole + k) * b_row + first;
                for (ptrdiff_t l = 0; l < count; l++) {
                    subtract_row_f32(y + l * c_row, x, element_f32(a, i + l, whole + k), n);
                }
            }
        }
    }
}

/* Solves a x = b in place of b, for a triangle `a` of n rows. Solves blocks of the triangle row by row, and
 * updates the remaining rows after each block. */
static inline void solve_triangle_f32(view_f32 a, ptrdiff_t n, int lower, int unit, scalar_f32 *b,
                                      ptrdiff_t b_row, ptrdiff_t columns)
{
    enum {
        block = 32
    };
    for (ptrdiff_t done = 0; done < n; done += block) {
        const ptrdiff_t size = n - done < block ? n - done : block;
        const ptrdiff_t begin = lower ? done : n - done - size;
        for (ptrdiff_t step = 0; step < size; step++) {
            const ptrdiff_t i = lower ? begin + step : begin + size - 1 - step;
            const ptrdiff_t known = lower ? begin : i + 1;
            view_f32 weights = a;
            weights.at += i * a.row + known * a.column;
            subtract_rows_f32(b + i * b_row, b + known * b_row, b_row, weights, step, columns);
            if (!unit) {
                const scalar_f32 pivot = element_f32(a, i, i);
                for (ptrdiff_t j = 0; j < columns; j++) {
                    b[i * b_row + j] = divide_f32(b[i * b_row + j], pivot);
                }
            }
        }
        const ptrdiff_t rest = lower ? begin + size : 0;
        view_f32 coupling = a;
        coupling.at += rest * a.row + begin * a.column;
        subtract_product_f32(b + rest * b_row, b_row, n - done - size, columns, size, coupling,
                             b + begin * b_row, b_row);
    }
}

#endif

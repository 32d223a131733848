/* rt_block_reflector_f32.h  Products of reflectors of f32 elements, I - V T V^H, that are applied at once. */
#ifndef HLO2C_RT_BLOCK_REFLECTOR_F32_H
#define HLO2C_RT_BLOCK_REFLECTOR_F32_H

#include "rt_reflector_f32.h"

/* V^H is kept: `size` rows of `length` elements each; T is upper triangular. `overlaps` is room for a square,
 * `product` for `size` times the rows or columns that the block is applied to. */
typedef struct block_f32 {
    ptrdiff_t length, size;
    scalar_f32 *v, *t, *overlaps, *product;
} block_f32;

/* Where the parts of a block of up to `size` reflectors of up to `length` elements are in a scratch; the
 * product is the last of them. */
static inline block_f32 block_of_f32(scalar_f32 *work, ptrdiff_t length, ptrdiff_t size)
{
    block_f32 b = {length, size, work, work + length * size, NULL, NULL};
    b.overlaps = b.t + size * size;
    b.product = b.overlaps + size * size;
    return b;
}

/* sums[i][k] -= x_k^H c_i for rows of n elements. Parts of the rows stay in the cache, and four rows of x are
 * taken at a time. */
static inline void subtract_inner_products_f32(scalar_f32 *sums, ptrdiff_t sums_row, const scalar_f32 *c,
                                               ptrdiff_t c_row, ptrdiff_t rows, const scalar_f32 *x,
                                               ptrdiff_t x_row, ptrdiff_t count, ptrdiff_t n)
{
    enum {
        strip = 256,
        lanes = 8
    };
    for (ptrdiff_t first = 0; first < n; first += strip) {
        const ptrdiff_t length = n - first < strip ? n - first : strip, whole = length - length % lanes;
        for (ptrdiff_t i = 0; i < rows; i++) {
            const scalar_f32 *const y = c + i * c_row + first;
            ptrdiff_t k = 0;
            for (; k + 4 <= count; k += 4) {
                const scalar_f32 *const x0 = x + k * x_row + first, *const x1 = x0 + x_row;
                const scalar_f32 *const x2 = x1 + x_row, *const x3 = x2 + x_row;
                scalar_f32 s0[lanes], s1[lanes], s2[lanes], s3[lanes];
                for (int lane = 0; lane < lanes; lane++) {
                    s0[lane] = s1[lane] = s2[lane] = s3[lane] = from_real_f32(0);
                }
                for (ptrdiff_t j = 0; j < whole; j += lanes) {
                    for (int lane = 0; lane < lanes; lane++) {
                        const scalar_f32 value = y[j + lane];
                        s0[lane] = add_f32(s0[lane], multiply_f32(conjugate_f32(x0[j + lane]), value));
                        s1[lane] = add_f32(s1[lane], multiply_f32(conjugate_f32(x1[j + lane]), value));
                        s2[lane] = add_f32(s2[lane], multiply_f32(conjugate_f32(x2[j + lane]), value));
                        s3[lane] = add_f32(s3[lane], multiply_f32(conjugate_f32(x3[j + lane]), value));
                    }
                }
                for (ptrdiff_t j = whole; j < length; j++) {
                    s0[0] = add_f32(s0[0], multiply_f32(conjugate_f32(x0[j]), y[j]));
                    s1[0] = add_f32(s1[0], multiply_f32(conjugate_f32(x1[j]), y[j]));
                    s2[0] = add_f32(s2[0], multiply_f32(conjugate_f32(x2[j]), y[j]));
                    s3[0] = add_f32(s3[0], multiply_f32(conjugate_f32(x3[j]), y[j]));
                }
                for (int half = lanes / 2; half > 0; half /= 2) {
                    for (int lane = 0; lane < half; lane++) {
                        s0[lane] = add_f32(s0[lane], s0[lane + half]);
                        s1[lane] = add_f32(s1[lane], s1[lane + half]);
                        s2[lane] = add_f32(s2[lane], s2[lane + half]);
                        s3[lane] = add_f32(s3[lane], s3[lane + half]);
                    }
                }
                scalar_f32 *const sum = sums + i * sums_row + k;
                sum[0] = subtract_f32(sum[0], s0[0]);
                sum[1] = subtract_f32(sum[1], s1[0]);
                sum[2] = subtract_f32(sum[2], s2[0]);
                sum[3] = subtract_f32(sum[3], s3[0]);
            }
            for (; k < count; k++) {
                scalar_f32 *const sum = sums + i * sums_row + k;
                *sum = subtract_f32(*sum, inner_product_f32(x + k * x_row + first, y, length));
            }
        }
    }
}

/* Makes T of V and the reflectors' factors. */
static inline void join_reflectors_f32(block_f32 *b, const scalar_f32 *tau)
{
    const ptrdiff_t size = b->size;
    for (ptrdiff_t i = 0; i < size * size; i++) {
        b->overlaps[i] = b->t[i] = from_real_f32(0);
    }
    /* Row k gets -v_j^H v_k in column j, conjugated. */
    for (ptrdiff_t k = 1; k < size; k++) {
        subtract_inner_products_f32(b->overlaps + k * size, size, b->v + k * b->length, b->length, 1, b->v,
                                    b->length, k, b->length);
    }
    for (ptrdiff_t k = 0; k < size; k++) {
        b->t[k * size + k] = tau[k];
        for (ptrdiff_t i = 0; i < k; i++) {
            scalar_f32 sum = from_real_f32(0);
            for (ptrdiff_t j = i; j < k; j++) {
                const scalar_f32 overlap = conjugate_f32(b->overlaps[k * size + j]);
                sum = add_f32(sum, multiply_f32(b->t[i * size + j], overlap));
            }
            b->t[i * size + k] = multiply_f32(tau[k], sum);
        }
    }
}

/* Copies the reflectors of `size` columns of `length` elements below each other, with their ones and zeros,
 * and makes T. */
static inline void take_block_f32(block_f32 *b, const scalar_f32 *at, ptrdiff_t stride, ptrdiff_t length,
                                  ptrdiff_t size, const scalar_f32 *tau)
{
    b->length = length;
    b->size = size;
    for (ptrdiff_t i = 0; i < length; i++) {
        for (ptrdiff_t k = 0; k < size; k++) {
            b->v[k * length + i] = i > k ? conjugate_f32(at[i * stride + k]) : from_real_f32(i == k);
        }
    }
    join_reflectors_f32(b, tau);
}

/* c -= V op(T) V^H c, op the adjoint or nothing; `c` has as many rows as reflectors have elements. */
static inline void apply_block_f32(const block_f32 *b, scalar_f32 *c, ptrdiff_t c_row, ptrdiff_t columns,
                                   int adjoint)
{
    enum {
        chunk = 64 /* rows of which products are taken while they are in the cache */
    };
    const ptrdiff_t size = b->size;
    scalar_f32 *const w = b->product;
    for (ptrdiff_t i = 0; i < size * columns; i++) {
        w[i] = from_real_f32(0);
    }
    for (ptrdiff_t first = 0; first < b->length; first += chunk) {
        const ptrdiff_t count = b->length - first < chunk ? b->length - first : chunk;
        const view_f32 part = {b->v + first, b->length, 1, 0};
        subtract_product_f32(w, columns, size, columns, count, part, c + first * c_row, c_row);
    }
    /* Each row of w, which is -V^H c, becomes -op(T) w out of rows that are not yet overwritten. */
    for (ptrdiff_t step = 0; step < size; step++) {
        const ptrdiff_t i = adjoint ? size - 1 - step : step;
        const scalar_f32 own = b->t[i * size + i];
        const scalar_f32 factor = subtract_f32(from_real_f32(0), adjoint ? conjugate_f32(own) : own);
        for (ptrdiff_t j = 0; j < columns; j++) {
            w[i * columns + j] = multiply_f32(factor, w[i * columns + j]);
        }
        for (ptrdiff_t k = adjoint ? 0 : i + 1; k < (adjoint ? i : size); k++) {
            const scalar_f32 weight = adjoint ? conjugate_f32(b->t[k * size + i]) : b->t[i * size + k];
            subtract_row_f32(w + i * columns, w + k * columns, weight, columns);
        }
    }
    const view_f32 v = {b->v, 1, b->length, 1};
    subtract_product_f32(c, c_row, b->length, columns, size, v, w, columns);
}

/* The product gets c V op(T): `c` has `rows` rows of as many elements as reflectors have. */
static inline void multiply_by_block_f32(const block_f32 *b, const scalar_f32 *c, ptrdiff_t c_row,
                                         ptrdiff_t rows, int adjoint)
{
    const ptrdiff_t size = b->size;
    scalar_f32 *const w = b->product;
    for (ptrdiff_t i = 0; i < rows * size; i++) {
        w[i] = from_real_f32(0);
    }
    subtract_inner_products_f32(w, size, c, c_row, rows, b->v, b->length, size, b->length);
    for (ptrdiff_t i = 0; i < rows; i++) {
        scalar_f32 *const row = w + i * size;
        for (ptrdiff_t step = 0; step < size; step++) {
            const ptrdiff_t k = adjoint ? step : size - 1 - step;
            scalar_f32 sum = from_real_f32(0);
            for (ptrdiff_t j = adjoint ? k : 0; j < (adjoint ? size : k + 1); j++) {
                const scalar_f32 weight = adjoint ? conjugate_f32(b->t[k * size + j]) : b->t[j * size + k];
                sum = subtract_f32(sum, multiply_f32(row[j], weight));
            }
            row[k] = sum;
        }
    }
}

/* c -= c V op(T) V^H. */
static inline void apply_block_from_right_f32(const block_f32 *b, scalar_f32 *c, ptrdiff_t c_row,
                                              ptrdiff_t rows, int adjoint)
{
    multiply_by_block_f32(b, c, c_row, rows, adjoint);
    const view_f32 w = {b->product, b->size, 1, 0};
    subtract_product_f32(c, c_row, rows, b->length, b->size, w, b->v, b->length);
}

#endif

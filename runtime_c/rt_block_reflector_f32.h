/* rt_block_reflector_f32.h  Products of reflectors of f32 elements in block form, I - V T V^H. */
#ifndef HLO2C_RT_BLOCK_REFLECTOR_F32_H
#define HLO2C_RT_BLOCK_REFLECTOR_F32_H

#include "rt_reflector_f32.h"

enum {
    block_chunk_f32 = 64 /* elements of the reflectors per chunk, which stays in the cache */
};

/* Stores V^H as `size` rows of `length` elements; T is upper triangular. `overlaps` is a buffer for a square
 * of `size`, `columns` for a chunk of V, and `product` for `size` times the rows or columns that the block is
 * applied to. */
typedef struct block_f32 {
    ptrdiff_t length, size;
    scalar_f32 *v, *t, *overlaps, *columns, *product;
} block_f32;

/* Lays out the parts of a block of up to `size` reflectors of up to `length` elements in scratch memory; the
 * product comes last. */
static inline block_f32 block_of_f32(scalar_f32 *work, ptrdiff_t length, ptrdiff_t size)
{
    block_f32 b = {.length = length, .size = size, .v = work, .t = work + length * size};
    b.overlaps = b.t + size * size;
    b.columns = b.overlaps + size * size;
    b.product = b.columns + block_chunk_f32 * size;
    return b;
}

/* Computes row and column k of T for a reflector whose row of V^H is stored after those of the k reflectors
 * before it. Row k of the overlaps stores -v_j^H v_k for each reflector j before it. */
static inline void join_reflector_f32(block_f32 *b, ptrdiff_t k, scalar_f32 tau)
{
    const ptrdiff_t size = b->size;
    scalar_f32 *const overlaps = b->overlaps + k * size;
    for (ptrdiff_t j = 0; j < size; j++) {
        b->t[k * size + j] = from_real_f32(0);
    }
    for (ptrdiff_t j = 0; j < k; j++) {
        const scalar_f32 overlap = inner_product_f32(b->v + k * b->length, b->v + j * b->length, b->length);
        overlaps[j] = subtract_f32(from_real_f32(0), overlap);
    }
    for (ptrdiff_t i = 0; i < k; i++) {
        scalar_f32 sum = from_real_f32(0);
        for (ptrdiff_t j = i; j < k; j++) {
            sum = add_f32(sum, multiply_f32(b->t[i * size + j], overlaps[j]));
        }
        b->t[i * size + k] = multiply_f32(tau, sum);
    }
    b->t[k * size + k] = tau;
}

/* Copies the reflectors of `size` columns of `length` elements to rows, with their explicit ones and zeros,
 * and computes T. */
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
    for (ptrdiff_t k = 0; k < size; k++) {
        join_reflector_f32(b, k, tau[k]);
    }
}

/* c -= V op(T) V^H c, where op is the adjoint or the identity; `c` has `length` rows. */
static inline void apply_block_f32(const block_f32 *b, scalar_f32 *c, ptrdiff_t c_row, ptrdiff_t columns,
                                   int adjoint)
{
    const ptrdiff_t size = b->size;
    scalar_f32 *const w = b->product;
    for (ptrdiff_t i = 0; i < size * columns; i++) {
        w[i] = from_real_f32(0);
    }
    for (ptrdiff_t first = 0; first < b->length; first += block_chunk_f32) {
        const ptrdiff_t rest = b->length - first, count = rest < block_chunk_f32 ? rest : block_chunk_f32;
        const view_f32 part = {b->v + first, b->length, 1, 0};
        subtract_product_f32(w, columns, size, columns, count, part, c + first * c_row, c_row);
    }
    /* Replaces w, which is -V^H c, by -op(T) w, row by row; each row needs only rows that are not overwritten
     * yet. */
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

/* c -= c V op(T) V^H: `c` has `rows` rows of `length` elements. Chunks of V op(T) are computed once for all
 * rows; the buffer of the overlaps holds op(T). */
static inline void apply_block_from_right_f32(const block_f32 *b, scalar_f32 *c, ptrdiff_t c_row,
                                              ptrdiff_t rows, int adjoint)
{
    const ptrdiff_t size = b->size;
    scalar_f32 *const w = b->product;
    for (ptrdiff_t i = 0; i < size; i++) {
        for (ptrdiff_t k = 0; k < size; k++) {
            b->overlaps[i * size + k] = adjoint ? conjugate_f32(b->t[k * size + i]) : b->t[i * size + k];
        }
    }
    for (ptrdiff_t i = 0; i < rows * size; i++) {
        w[i] = from_real_f32(0);
    }
    for (ptrdiff_t first = 0; first < b->length; first += block_chunk_f32) {
        const ptrdiff_t rest = b->length - first, count = rest < block_chunk_f32 ? rest : block_chunk_f32;
        const view_f32 v = {b->v + first, 1, b->length, 1}, part = {c + first, c_row, 1, 0};
        for (ptrdiff_t i = 0; i < count * size; i++) {
            b->columns[i] = from_real_f32(0);
        }
        subtract_product_f32(b->columns, size, count, size, size, v, b->overlaps, size);
        subtract_product_f32(w, size, rows, size, count, part, b->columns, size);
    }
    const view_f32 product = {w, size, 1, 0};
    subtract_product_f32(c, c_row, rows, b->length, size, product, b->v, b->length);
}

#endif

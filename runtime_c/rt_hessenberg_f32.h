/* rt_hessenberg_f32.h  Hessenberg form of f32 matrices: zeros below the first subdiagonal. */
#ifndef HLO2C_RT_HESSENBERG_F32_H
#define HLO2C_RT_HESSENBERG_F32_H

#include "rt_block_reflector_f32.h"

/* Applies the panel's k earlier reflectors to column `first` + k from both sides, and turns it into a
 * reflector. Adds it to the block, and row k of the conjugate of Y = a V T to `product`. The elements of v
 * are indexed like the columns from `first` + 1 on, and those of y like the rows from there on. Returns the
 * reflector's factor. `column` is a buffer for `b->length` elements. */
static inline scalar_f32 reduce_hessenberg_column_f32(scalar_f32 *a, ptrdiff_t n, ptrdiff_t first,
                                                      ptrdiff_t k, block_f32 *b, scalar_f32 *column)
{
    const ptrdiff_t length = b->length, size = b->size;
    scalar_f32 *const below = a + (first + 1) * n + first, *const weights = b->overlaps + k * size;
    scalar_f32 *const v = b->v + k * length, *const y = b->product + k * length;
    for (ptrdiff_t i = 0; i < length; i++) {
        column[i] = conjugate_f32(below[i * n + k]);
    }
    if (k > 0) {
        const view_f32 before = {b->v + k - 1, 0, length, 1}, adjoint = {weights, 0, 1, 1};
        subtract_product_f32(column, 0, 1, length, k, before, b->product, length);
        for (ptrdiff_t j = 0; j < k; j++) {
            weights[j] = inner_product_f32(column, b->v + j * length, length);
        }
        for (ptrdiff_t j = k - 1; j >= 0; j--) {
            scalar_f32 sum = from_real_f32(0);
            for (ptrdiff_t i = 0; i <= j; i++) {
                sum = add_f32(sum, multiply_f32(conjugate_f32(b->t[i * size + j]), weights[i]));
            }
            weights[j] = sum;
        }
        subtract_product_f32(column, 0, 1, length, k, adjoint, b->v, length);
    }
    const scalar_f32 tau = conjugate_f32(make_reflector_f32(column + k, 1, length - k));
    for (ptrdiff_t i = 0; i < length; i++) {
        below[i * n + k] = conjugate_f32(column[i]);
        v[i] = i > k ? column[i] : from_real_f32(i == k);
    }
    join_reflector_f32(b, k, tau);
    /* -(a v)^*, corrected by the earlier reflectors' updates of a; the overlaps are negated, too. */
    for (ptrdiff_t i = 0; i < length; i++) {
        const scalar_f32 sum = inner_product_f32(v + k, below + i * n + k + 1, length - k);
        y[i] = subtract_f32(from_real_f32(0), conjugate_f32(sum));
    }
    const view_f32 overlaps = {weights, 0, 1, 1};
    subtract_product_f32(y, 0, 1, length, k, overlaps, b->product, length);
    const scalar_f32 factor = subtract_f32(from_real_f32(0), conjugate_f32(tau));
    for (ptrdiff_t i = 0; i < length; i++) {
        y[i] = multiply_f32(factor, y[i]);
    }
    return tau;
}

/* Reduces a to the Hessenberg form Q^H a Q, where Q is the product of the reflectors stored below the
 * subdiagonal. Works on rows and columns [first, end). Reduces panels of `block` columns and updates the rest
 * of the matrix after each; the last columns are reduced one by one. `work` holds n + block * (2 * n + 2 *
 * block + 64) elements. */
static inline void reduce_to_hessenberg_f32(scalar_f32 *a, ptrdiff_t n, ptrdiff_t first, ptrdiff_t end,
                                            ptrdiff_t block, scalar_f32 *tau, scalar_f32 *work)
{
    enum {
        few = 32 /* too few columns for a panel */
    };
    for (ptrdiff_t i = 0; i + 1 < n; i++) {
        tau[i] = from_real_f32(0);
    }
    ptrdiff_t i = first;
    for (; block > 0 && i + block + few < end; i += block) {
        const ptrdiff_t next = i + 1, rest = i + block, m = end - next;
        block_f32 b = block_of_f32(work + n, m, block);
        for (ptrdiff_t k = 0; k < block; k++) {
            tau[i + k] = reduce_hessenberg_column_f32(a, n, i, k, &b, work);
        }
        const view_f32 y = {b.product, 1, m, 1};
        subtract_product_f32(a + next * n + rest, n, m, end - rest, block, y, b.v + block - 1, m);
        apply_block_f32(&b, a + next * n + rest, n, n - rest, 1);
        apply_block_from_right_f32(&b, a + next, n, next, 0);
    }
    for (; i + 1 < end; i++) {
        const ptrdiff_t m = end - i - 1;
        scalar_f32 *const v = a + (i + 1) * n + i;
        tau[i] = make_reflector_f32(v, n, m);
        reflect_columns_f32(a + i + 1, n, end, m, v, n, tau[i], work);
        reflect_rows_f32(v + 1, n, m, n - i - 1, v, n, conjugate_f32(tau[i]), work);
    }
}

/* Puts Q into `q`. `work` holds as much as for the form. */
static inline void form_hessenberg_basis_f32(const scalar_f32 *a, ptrdiff_t n, ptrdiff_t block,
                                             const scalar_f32 *tau, scalar_f32 *q, scalar_f32 *work)
{
    for (ptrdiff_t i = 0; i < n * n; i++) {
        q[i] = from_real_f32(i / n == i % n);
    }
    const ptrdiff_t whole = block > 0 ? (n - 1) / block * block : 0;
    for (ptrdiff_t i = n - 2; i >= whole; i--) {
        const ptrdiff_t m = n - i - 1;
        reflect_rows_f32(q + (i + 1) * n + i + 1, n, m, m, a + (i + 1) * n + i, n, tau[i], work);
    }
    for (ptrdiff_t i = whole - block; block > 0 && i >= 0; i -= block) {
        const ptrdiff_t m = n - i - 1;
        block_f32 b = block_of_f32(work + n, m, block);
        take_block_f32(&b, a + (i + 1) * n + i, n, m, block, tau + i);
        apply_block_f32(&b, q + (i + 1) * n + i + 1, n, m, 0);
    }
}

/* Puts zeros where the reflectors were. */
static inline void clear_below_f32(scalar_f32 *a, ptrdiff_t n)
{
    for (ptrdiff_t i = 2; i < n; i++) {
        for (ptrdiff_t j = 0; j + 1 < i; j++) {
            a[i * n + j] = from_real_f32(0);
        }
    }
}

#endif

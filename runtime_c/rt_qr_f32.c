#include "rt_qr_f32.h"

#include "rt_reflector_f32.h"

enum {
    chunk_f32 = 64 /* rows of which products are taken while they are in the cache */
};

/* Reflectors at once: I - V T V^H. */
typedef struct block_f32 {
    ptrdiff_t rows, size;
    scalar_f32 *v, *t, *overlaps, *product;
} block_f32;

/* How many reflectors make a block, of `count` in all. */
static ptrdiff_t block_size_f32(const hlo2c_matrices *shape, ptrdiff_t count)
{
    return shape->block > 0 && shape->block < count ? (ptrdiff_t)shape->block : count;
}

/* Where the parts of a block are in the scratch, behind one row. */
static block_f32 block_of_f32(scalar_f32 *work, ptrdiff_t rows, ptrdiff_t columns, ptrdiff_t size)
{
    block_f32 b = {.v = work + columns};
    b.t = b.v + rows * size;
    b.overlaps = b.t + size * size;
    b.product = b.overlaps + size * size;
    return b;
}

/* Copies the reflectors of `size` columns, with their ones and zeros, and makes T. */
static void take_block_f32(block_f32 *b, const scalar_f32 *at, ptrdiff_t stride, ptrdiff_t rows,
                           ptrdiff_t size, const scalar_f32 *tau)
{
    b->rows = rows;
    b->size = size;
    for (ptrdiff_t i = 0; i < rows; i++) {
        for (ptrdiff_t k = 0; k < size; k++) {
            b->v[i * size + k] = i > k ? at[i * stride + k] : from_real_f32(i == k);
        }
    }
    for (ptrdiff_t i = 0; i < size * size; i++) {
        b->overlaps[i] = b->t[i] = from_real_f32(0);
    }
    const view_f32 adjoint = {b->v, 1, size, 1};
    for (ptrdiff_t first = 0; first < rows; first += chunk_f32) {
        const ptrdiff_t count = rows - first < chunk_f32 ? rows - first : chunk_f32;
        view_f32 part = adjoint;
        part.at += first * size;
        subtract_product_f32(b->overlaps, size, size, size, count, part, b->v + first * size, size);
    }
    for (ptrdiff_t k = 0; k < size; k++) {
        b->t[k * size + k] = tau[k];
        for (ptrdiff_t i = 0; i < k; i++) {
            scalar_f32 sum = from_real_f32(0);
            for (ptrdiff_t j = i; j < k; j++) {
                sum = add_f32(sum, multiply_f32(b->t[i * size + j], b->overlaps[j * size + k]));
            }
            b->t[i * size + k] = multiply_f32(tau[k], sum);
        }
    }
}

/* c -= V op(T) V^H c, op the adjoint or nothing; `c` has the block's rows. */
static void apply_block_f32(const block_f32 *b, scalar_f32 *c, ptrdiff_t c_row, ptrdiff_t columns,
                            int adjoint)
{
    const ptrdiff_t size = b->size;
    scalar_f32 *const w = b->product;
    for (ptrdiff_t i = 0; i < size * columns; i++) {
        w[i] = from_real_f32(0);
    }
    for (ptrdiff_t first = 0; first < b->rows; first += chunk_f32) {
        const ptrdiff_t count = b->rows - first < chunk_f32 ? b->rows - first : chunk_f32;
        const view_f32 part = {b->v + first * size, 1, size, 1};
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
    const view_f32 v = {b->v, size, 1, 0};
    subtract_product_f32(c, c_row, b->rows, columns, size, v, w, columns);
}

void hlo2c_geqrf_f32(float *a, float *restrict tau, unsigned char *restrict scratch,
                     const hlo2c_matrices *shape)
{
    const ptrdiff_t rows = (ptrdiff_t)shape->rows, columns = (ptrdiff_t)shape->columns;
    const ptrdiff_t count = rows < columns ? rows : columns;
    const ptrdiff_t step = block_size_f32(shape, count);
    scalar_f32 *const work = (scalar_f32 *)(void *)scratch;
    block_f32 block = block_of_f32(work, rows, columns, step);
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        scalar_f32 *const matrix = (scalar_f32 *)(void *)a + batch * rows * columns;
        scalar_f32 *const factors = (scalar_f32 *)(void *)tau + batch * count;
        for (ptrdiff_t first = 0; first < count; first += step) {
            const ptrdiff_t size = count - first < step ? count - first : step;
            const ptrdiff_t end = step < count ? first + size : columns;
            for (ptrdiff_t k = first; k < first + size; k++) {
                scalar_f32 *const v = matrix + k * columns + k;
                factors[k] = make_reflector_f32(v, columns, rows - k);
                reflect_rows_f32(v + 1, columns, rows - k, end - k - 1, v, columns, conjugate_f32(factors[k]),
                                 work);
            }
            if (end < columns) {
                scalar_f32 *const corner = matrix + first * columns + first;
                take_block_f32(&block, corner, columns, rows - first, size, factors + first);
                apply_block_f32(&block, corner + size, columns, columns - end, 1);
            }
        }
    }
}

/* Reflectors from `first` up to `end` become columns of the product; those after them are formed already. */
static void form_columns_f32(scalar_f32 *q, ptrdiff_t rows, ptrdiff_t columns, ptrdiff_t first, ptrdiff_t end,
                             ptrdiff_t last, const scalar_f32 *factors, scalar_f32 *work)
{
    for (ptrdiff_t k = end - 1; k >= first; k--) {
        scalar_f32 *const v = q + k * columns + k;
        reflect_rows_f32(v + 1, columns, rows - k, last - k - 1, v, columns, factors[k], work);
        for (ptrdiff_t i = 1; i < rows - k; i++) {
            v[i * columns] = subtract_f32(from_real_f32(0), multiply_f32(factors[k], v[i * columns]));
        }
        v[0] = subtract_f32(from_real_f32(1), factors[k]);
        for (ptrdiff_t i = 0; i < k; i++) {
            q[i * columns + k] = from_real_f32(0);
        }
    }
}

void hlo2c_orgqr_f32(float *a, const float *restrict tau, unsigned char *restrict scratch,
                     const hlo2c_matrices *shape)
{
    const ptrdiff_t rows = (ptrdiff_t)shape->rows, columns = (ptrdiff_t)shape->columns;
    const ptrdiff_t count = (ptrdiff_t)shape->count;
    const ptrdiff_t step = block_size_f32(shape, count);
    scalar_f32 *const work = (scalar_f32 *)(void *)scratch;
    block_f32 block = block_of_f32(work, rows, columns, step);
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        scalar_f32 *const q = (scalar_f32 *)(void *)a + batch * rows * columns;
        const scalar_f32 *const factors = (const scalar_f32 *)(const void *)tau + batch * count;
        for (ptrdiff_t i = 0; i < rows; i++) {
            for (ptrdiff_t j = count; j < columns; j++) {
                q[i * columns + j] = from_real_f32(i == j);
            }
        }
        for (ptrdiff_t end = count; end > 0;) {
            const ptrdiff_t size = (end - 1) % step + 1, first = end - size;
            const ptrdiff_t last = step < count ? end : columns;
            if (last < columns) {
                scalar_f32 *const corner = q + first * columns + first;
                take_block_f32(&block, corner, columns, rows - first, size, factors + first);
                apply_block_f32(&block, corner + size, columns, columns - last, 0);
            }
            form_columns_f32(q, rows, columns, first, end, last, factors, work);
            end = first;
        }
    }
}

void hlo2c_ormqr_f32(const float *a, const float *restrict tau, float *c, unsigned char *restrict scratch,
                     const hlo2c_matrices *shape)
{
    const ptrdiff_t rows = (ptrdiff_t)shape->rows, columns = (ptrdiff_t)shape->columns;
    const ptrdiff_t count = (ptrdiff_t)shape->count, length = (ptrdiff_t)shape->full;
    const ptrdiff_t order = shape->left ? rows : columns;
    const int adjoint = shape->operation != HLO2C_AS_IT_IS;
    scalar_f32 *const work = (scalar_f32 *)(void *)scratch;
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        const scalar_f32 *const reflectors = (const scalar_f32 *)(const void *)a + batch * order * length;
        const scalar_f32 *const factors = (const scalar_f32 *)(const void *)tau + batch * count;
        scalar_f32 *const target = (scalar_f32 *)(void *)c + batch * rows * columns;
        for (ptrdiff_t step = 0; step < count; step++) {
            const ptrdiff_t k = (shape->left != 0) == adjoint ? step : count - 1 - step;
            const scalar_f32 *const v = reflectors + k * length + k;
            const scalar_f32 factor = adjoint ? conjugate_f32(factors[k]) : factors[k];
            if (shape->left) {
                reflect_rows_f32(target + k * columns, columns, rows - k, columns, v, length, factor, work);
            } else {
                reflect_columns_f32(target + k, columns, rows, columns - k, v, length, factor, work);
            }
        }
    }
}

#include "rt_qr_f32.h"

#include "rt_block_reflector_f32.h"

/* Number of reflectors per block, for `count` reflectors. */
static ptrdiff_t block_size_f32(const hlo2c_matrices *shape, ptrdiff_t count)
{
    return shape->block > 0 && shape->block < count ? (ptrdiff_t)shape->block : count;
}

void hlo2c_geqrf_f32(float *a, float *restrict tau, unsigned char *restrict scratch,
                     const hlo2c_matrices *shape)
{
    const ptrdiff_t rows = (ptrdiff_t)shape->rows, columns = (ptrdiff_t)shape->columns;
    const ptrdiff_t count = rows < columns ? rows : columns;
    const ptrdiff_t step = block_size_f32(shape, count);
    scalar_f32 *const work = (scalar_f32 *)(void *)scratch;
    block_f32 block = block_of_f32(work + columns, rows, step);
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

/* Forms the columns of the product for reflectors [first, end); the columns after them are already formed. */
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
    block_f32 block = block_of_f32(work + columns, rows, step);
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

static void apply_reflectors_f32(const scalar_f32 *reflectors, const scalar_f32 *factors, scalar_f32 *target,
                                 scalar_f32 *work, const hlo2c_matrices *shape)
{
    const ptrdiff_t rows = (ptrdiff_t)shape->rows, columns = (ptrdiff_t)shape->columns;
    const ptrdiff_t count = (ptrdiff_t)shape->count, length = (ptrdiff_t)shape->full;
    const int adjoint = shape->operation != HLO2C_AS_IT_IS;
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

static void apply_blocks_f32(const scalar_f32 *reflectors, const scalar_f32 *factors, scalar_f32 *target,
                             scalar_f32 *work, const hlo2c_matrices *shape)
{
    const ptrdiff_t rows = (ptrdiff_t)shape->rows, columns = (ptrdiff_t)shape->columns;
    const ptrdiff_t count = (ptrdiff_t)shape->count, stride = (ptrdiff_t)shape->full;
    const ptrdiff_t order = shape->left ? rows : columns, step = (ptrdiff_t)shape->block;
    const int adjoint = shape->operation != HLO2C_AS_IT_IS, forward = (shape->left != 0) == adjoint;
    block_f32 block = block_of_f32(work, order, step);
    for (ptrdiff_t done = 0; done < count; done += step) {
        const ptrdiff_t first = forward ? done : (count - 1 - done) / step * step;
        const ptrdiff_t size = count - first < step ? count - first : step;
        take_block_f32(&block, reflectors + first * stride + first, stride, order - first, size,
                       factors + first);
        if (shape->left) {
            apply_block_f32(&block, target + first * columns, columns, columns, adjoint);
        } else {
            apply_block_from_right_f32(&block, target + first, columns, rows, adjoint);
        }
    }
}

void hlo2c_ormqr_f32(const float *a, const float *restrict tau, float *c, unsigned char *restrict scratch,
                     const hlo2c_matrices *shape)
{
    const ptrdiff_t rows = (ptrdiff_t)shape->rows, columns = (ptrdiff_t)shape->columns;
    const ptrdiff_t size = (ptrdiff_t)((shape->left ? rows : columns) * shape->full);
    scalar_f32 *const work = (scalar_f32 *)(void *)scratch;
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        const scalar_f32 *const reflectors = (const scalar_f32 *)(const void *)a + batch * size;
        const scalar_f32 *const factors = (const scalar_f32 *)(const void *)tau + batch * shape->count;
        scalar_f32 *const target = (scalar_f32 *)(void *)c + batch * rows * columns;
        if (shape->block > 0) {
            apply_blocks_f32(reflectors, factors, target, work, shape);
        } else {
            apply_reflectors_f32(reflectors, factors, target, work, shape);
        }
    }
}

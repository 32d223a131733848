#include "rt_qr_f32.h"

#include "rt_reflector_f32.h"

void hlo2c_geqrf_f32(float *a, float *restrict tau, unsigned char *restrict scratch,
                     const hlo2c_matrices *shape)
{
    const ptrdiff_t rows = (ptrdiff_t)shape->rows, columns = (ptrdiff_t)shape->columns;
    const ptrdiff_t count = rows < columns ? rows : columns;
    scalar_f32 *const work = (scalar_f32 *)(void *)scratch;
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        scalar_f32 *const matrix = (scalar_f32 *)(void *)a + batch * rows * columns;
        scalar_f32 *const factors = (scalar_f32 *)(void *)tau + batch * count;
        for (ptrdiff_t k = 0; k < count; k++) {
            scalar_f32 *const v = matrix + k * columns + k;
            factors[k] = make_reflector_f32(v, columns, rows - k);
            reflect_rows_f32(v + 1, columns, rows - k, columns - k - 1, v, columns, conjugate_f32(factors[k]),
                             work);
        }
    }
}

void hlo2c_orgqr_f32(float *a, const float *restrict tau, unsigned char *restrict scratch,
                     const hlo2c_matrices *shape)
{
    const ptrdiff_t rows = (ptrdiff_t)shape->rows, columns = (ptrdiff_t)shape->columns;
    const ptrdiff_t count = (ptrdiff_t)shape->count;
    scalar_f32 *const work = (scalar_f32 *)(void *)scratch;
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        scalar_f32 *const q = (scalar_f32 *)(void *)a + batch * rows * columns;
        const scalar_f32 *const factors = (const scalar_f32 *)(const void *)tau + batch * count;
        for (ptrdiff_t i = 0; i < rows; i++) {
            for (ptrdiff_t j = count; j < columns; j++) {
                q[i * columns + j] = from_real_f32(i == j);
            }
        }
        for (ptrdiff_t k = count - 1; k >= 0; k--) {
            scalar_f32 *const v = q + k * columns + k;
            reflect_rows_f32(v + 1, columns, rows - k, columns - k - 1, v, columns, factors[k], work);
            for (ptrdiff_t i = 1; i < rows - k; i++) {
                v[i * columns] = subtract_f32(from_real_f32(0), multiply_f32(factors[k], v[i * columns]));
            }
            v[0] = subtract_f32(from_real_f32(1), factors[k]);
            for (ptrdiff_t i = 0; i < k; i++) {
                q[i * columns + k] = from_real_f32(0);
            }
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

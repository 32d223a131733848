#include "rt_lu_f32.h"

#include "rt_matrix_f32.h"

static void exchange_f32(scalar_f32 *x, scalar_f32 *y, ptrdiff_t count)
{
    for (ptrdiff_t j = 0; j < count; j++) {
        const scalar_f32 kept = x[j];
        x[j] = y[j];
        y[j] = kept;
    }
}

/* Factors blocks of columns, exchanging whole rows; then updates the rows to the right and the remaining
 * submatrix. */
static int32_t factor_f32(scalar_f32 *a, ptrdiff_t rows, ptrdiff_t columns, int32_t *pivots)
{
    enum {
        block = 32
    };
    const ptrdiff_t count = rows < columns ? rows : columns;
    int32_t first_zero = 0;
    for (ptrdiff_t begin = 0; begin < count; begin += block) {
        const ptrdiff_t end = count - begin < block ? count : begin + block;
        for (ptrdiff_t k = begin; k < end; k++) {
            ptrdiff_t best = k;
            for (ptrdiff_t i = k + 1; i < rows; i++) {
                if (magnitude_f32(a[i * columns + k]) > magnitude_f32(a[best * columns + k])) {
                    best = i;
                }
            }
            pivots[k] = (int32_t)(best + 1);
            if (is_zero_f32(a[best * columns + k])) {
                first_zero = first_zero != 0 ? first_zero : (int32_t)(k + 1);
                continue;
            }
            if (best != k) {
                exchange_f32(a + k * columns, a + best * columns, columns);
            }
            const scalar_f32 pivot = a[k * columns + k];
            for (ptrdiff_t i = k + 1; i < rows; i++) {
                scalar_f32 *row = a + i * columns;
                row[k] = divide_f32(row[k], pivot);
                subtract_row_f32(row + k + 1, a + k * columns + k + 1, row[k], end - k - 1);
            }
        }
        const view_f32 left = {a + begin * columns + begin, columns, 1, 0};
        solve_triangle_f32(left, end - begin, 1, 1, a + begin * columns + end, columns, columns - end);
        view_f32 below = left;
        below.at += (end - begin) * columns;
        subtract_product_f32(a + end * columns + end, columns, rows - end, columns - end, end - begin, below,
                             a + begin * columns + end, columns);
    }
    return first_zero;
}

void hlo2c_getrf_f32(float *a, int32_t *restrict pivots, int32_t *restrict info, const hlo2c_matrices *shape)
{
    const ptrdiff_t rows = (ptrdiff_t)shape->rows, columns = (ptrdiff_t)shape->columns;
    const ptrdiff_t count = rows < columns ? rows : columns;
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        info[batch] = factor_f32((scalar_f32 *)(void *)a + batch * rows * columns, rows, columns,
                                 pivots + batch * count);
    }
}

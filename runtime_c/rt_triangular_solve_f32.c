#include "rt_triangular_solve_f32.h"

#include "rt_matrix_f32.h"

enum {
    columns_at_once_f32 = 32 /* columns per block, solved in all rows before the next block */
};

/* x a = b for a triangle with contiguous rows: solves a block of columns, then updates the remaining columns
 * at once. */
static void solve_along_rows_f32(const scalar_f32 *a, ptrdiff_t n, int lower, int unit, scalar_f32 *x,
                                 ptrdiff_t rows)
{
    for (ptrdiff_t done = 0; done < n; done += columns_at_once_f32) {
        const ptrdiff_t size = n - done < columns_at_once_f32 ? n - done : columns_at_once_f32;
        const ptrdiff_t begin = lower ? n - done - size : done, rest = lower ? 0 : begin + size;
        for (ptrdiff_t i = 0; i < rows; i++) {
            scalar_f32 *const row = x + i * n;
            for (ptrdiff_t step = 0; step < size; step++) {
                const ptrdiff_t k = lower ? begin + size - 1 - step : begin + step;
                if (!unit) {
                    row[k] = divide_f32(row[k], a[k * n + k]);
                }
                const ptrdiff_t first = lower ? begin : k + 1;
                subtract_row_f32(row + first, a + k * n + first, row[k], size - 1 - step);
            }
        }
        const view_f32 known = {x + begin, n, 1, 0};
        subtract_product_f32(x + rest, n, rows, n - done - size, size, known, a + begin * n + rest, n);
    }
}

/* x a^H = b, where `lower` describes a^H: multiplies rows of the triangle by the known part of x. A block of
 * rows stays in the cache for all rows of x. */
static void solve_across_rows_f32(const scalar_f32 *a, ptrdiff_t n, int lower, int unit, scalar_f32 *x,
                                  ptrdiff_t rows)
{
    for (ptrdiff_t done = 0; done < n; done += columns_at_once_f32) {
        const ptrdiff_t size = n - done < columns_at_once_f32 ? n - done : columns_at_once_f32;
        const ptrdiff_t begin = lower ? n - done - size : done, known = lower ? n - done : 0;
        const scalar_f32 *const corner = a + begin * n + begin;
        for (ptrdiff_t i = 0; i < rows; i++) {
            const scalar_f32 *const row = x + i * n + known;
            scalar_f32 *const part = x + i * n + begin;
            for (ptrdiff_t k = 0; done > 0 && k < size; k++) {
                part[k] = subtract_f32(part[k], inner_product_f32(a + (begin + k) * n + known, row, done));
            }
            for (ptrdiff_t step = 0; step < size; step++) {
                const ptrdiff_t k = lower ? size - 1 - step : step, first = lower ? 0 : k + 1;
                if (!unit) {
                    part[k] = divide_f32(part[k], conjugate_f32(corner[k * n + k]));
                }
                for (ptrdiff_t j = first; j < first + size - 1 - step; j++) {
                    part[j] = subtract_f32(part[j], multiply_f32(conjugate_f32(corner[j * n + k]), part[k]));
                }
            }
        }
    }
}

static void conjugate_elements_f32(scalar_f32 *x, ptrdiff_t count)
{
    for (ptrdiff_t i = 0; i < count; i++) {
        x[i] = conjugate_f32(x[i]);
    }
}

/* x op(a) = b. The transpose is the adjoint with conjugated right-hand sides. */
static void solve_from_right_f32(const scalar_f32 *a, ptrdiff_t n, const hlo2c_matrices *shape, int lower,
                                 scalar_f32 *x)
{
    const ptrdiff_t rows = (ptrdiff_t)shape->rows;
    const int unit = shape->unit != 0;
    if (shape->operation == HLO2C_AS_IT_IS) {
        solve_along_rows_f32(a, n, lower, unit, x, rows);
        return;
    }
    if (shape->operation == HLO2C_TRANSPOSED) {
        conjugate_elements_f32(x, rows * n);
    }
    solve_across_rows_f32(a, n, lower, unit, x, rows);
    if (shape->operation == HLO2C_TRANSPOSED) {
        conjugate_elements_f32(x, rows * n);
    }
}

void hlo2c_triangular_solve_f32(const float *restrict a, float *restrict b, const hlo2c_matrices *shape)
{
    const ptrdiff_t rows = (ptrdiff_t)shape->rows, columns = (ptrdiff_t)shape->columns;
    const ptrdiff_t n = shape->left ? rows : columns;
    const int across = shape->operation != HLO2C_AS_IT_IS;
    const int lower = (shape->lower != 0) != across, unit = shape->unit != 0;
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        const scalar_f32 *const triangle = (const scalar_f32 *)(const void *)a + batch * n * n;
        scalar_f32 *const x = (scalar_f32 *)(void *)b + batch * rows * columns;
        if (shape->left) {
            const view_f32 matrix = {triangle, across ? 1 : n, across ? n : 1,
                                     shape->operation == HLO2C_ADJOINT};
            solve_triangle_f32(matrix, n, lower, unit, x, columns, columns);
        } else {
            solve_from_right_f32(triangle, n, shape, lower, x);
        }
    }
}

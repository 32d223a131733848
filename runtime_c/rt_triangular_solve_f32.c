#include "rt_triangular_solve_f32.h"

#include "rt_matrix_f32.h"

/* x a = b, row by row of b. An element that is known is taken off those after it. */
static void solve_row_f32(view_f32 a, ptrdiff_t n, int lower, int unit, scalar_f32 *x)
{
    for (ptrdiff_t step = 0; step < n; step++) {
        const ptrdiff_t k = lower ? n - 1 - step : step;
        if (!unit) {
            x[k] = divide_f32(x[k], element_f32(a, k, k));
        }
        const ptrdiff_t first = lower ? 0 : k + 1, count = n - 1 - step;
        if (a.column == 1 && !a.conjugated) {
            subtract_row_f32(x + first, a.at + k * a.row + first, x[k], count);
            continue;
        }
        for (ptrdiff_t j = first; j < first + count; j++) {
            x[j] = subtract_f32(x[j], multiply_f32(x[k], element_f32(a, k, j)));
        }
    }
}

void hlo2c_triangular_solve_f32(const float *restrict a, float *restrict b, const hlo2c_matrices *shape)
{
    const ptrdiff_t rows = (ptrdiff_t)shape->rows, columns = (ptrdiff_t)shape->columns;
    const ptrdiff_t n = shape->left ? rows : columns;
    const int across = shape->operation != HLO2C_AS_IT_IS;
    const int lower = (shape->lower != 0) != across, unit = shape->unit != 0;
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        const view_f32 matrix = {(const scalar_f32 *)(const void *)a + batch * n * n, across ? 1 : n,
                                 across ? n : 1, shape->operation == HLO2C_ADJOINT};
        scalar_f32 *const x = (scalar_f32 *)(void *)b + batch * rows * columns;
        if (shape->left) {
            solve_triangle_f32(matrix, n, lower, unit, x, columns, columns);
            continue;
        }
        for (ptrdiff_t i = 0; i < rows; i++) {
            solve_row_f32(matrix, n, lower, unit, x + i * columns);
        }
    }
}

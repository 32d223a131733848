#include "rt_tridiagonal_f32.h"

#include "rt_matrix_f32.h"

/* Elimination with exchanges of neighbours, as LAPACK's gtsv: what is exchanged upwards has a third element.
 */
static int32_t solve_f32(ptrdiff_t n, scalar_f32 *d, scalar_f32 *u, scalar_f32 *v, const scalar_f32 *below,
                         scalar_f32 *b, ptrdiff_t columns)
{
    for (ptrdiff_t k = 0; k + 1 < n; k++) {
        scalar_f32 *const row = b + k * columns, *const next = row + columns;
        v[k] = from_real_f32(0);
        if (magnitude_f32(d[k]) >= magnitude_f32(below[k])) {
            if (is_zero_f32(d[k])) {
                return (int32_t)(k + 1);
            }
            const scalar_f32 factor = divide_f32(below[k], d[k]);
            d[k + 1] = subtract_f32(d[k + 1], multiply_f32(factor, u[k]));
            subtract_row_f32(next, row, factor, columns);
            continue;
        }
        const scalar_f32 factor = divide_f32(d[k], below[k]), kept = d[k + 1];
        d[k] = below[k];
        d[k + 1] = subtract_f32(u[k], multiply_f32(factor, kept));
        u[k] = kept;
        if (k + 2 < n) {
            v[k] = u[k + 1];
            u[k + 1] = subtract_f32(from_real_f32(0), multiply_f32(factor, v[k]));
        }
        for (ptrdiff_t j = 0; j < columns; j++) {
            const scalar_f32 upper = row[j];
            row[j] = next[j];
            next[j] = subtract_f32(upper, multiply_f32(factor, next[j]));
        }
    }
    if (is_zero_f32(d[n - 1])) {
        return (int32_t)n;
    }
    for (ptrdiff_t k = n - 1; k >= 0; k--) {
        scalar_f32 *const row = b + k * columns;
        if (k + 1 < n) {
            subtract_row_f32(row, row + columns, u[k], columns);
        }
        if (k + 2 < n) {
            subtract_row_f32(row, row + 2 * columns, v[k], columns);
        }
        for (ptrdiff_t j = 0; j < columns; j++) {
            row[j] = divide_f32(row[j], d[k]);
        }
    }
    return 0;
}

void hlo2c_gtsv_f32(float *b, const float *below, const float *diagonal, const float *above, int32_t *info,
                    unsigned char *scratch, const hlo2c_matrices *shape)
{
    const ptrdiff_t n = (ptrdiff_t)shape->rows, columns = (ptrdiff_t)shape->columns;
    const ptrdiff_t beside = shape->full ? n : n - 1, skipped = shape->full ? 1 : 0;
    scalar_f32 *const d = (scalar_f32 *)(void *)scratch, *const u = d + n, *const v = u + n;
    for (ptrdiff_t batch = 0; n > 0 && batch < shape->batches; batch++) {
        const scalar_f32 *const lower = (const scalar_f32 *)(const void *)below + batch * beside + skipped;
        const scalar_f32 *const middle = (const scalar_f32 *)(const void *)diagonal + batch * n;
        const scalar_f32 *const upper = (const scalar_f32 *)(const void *)above + batch * beside;
        for (ptrdiff_t k = 0; k < n; k++) {
            d[k] = middle[k];
            u[k] = k + 1 < n ? upper[k] : from_real_f32(0);
        }
        info[batch] = solve_f32(n, d, u, v, lower, (scalar_f32 *)(void *)b + batch * n * columns, columns);
    }
}

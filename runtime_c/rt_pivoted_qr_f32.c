#include "rt_pivoted_qr_f32.h"

#include "rt_reflector_f32.h"

static void exchange_columns_f32(scalar_f32 *a, ptrdiff_t rows, ptrdiff_t columns, ptrdiff_t p, ptrdiff_t q)
{
    for (ptrdiff_t i = 0; i < rows; i++) {
        const scalar_f32 kept = a[i * columns + p];
        a[i * columns + p] = a[i * columns + q];
        a[i * columns + q] = kept;
    }
}

/* Brings the columns that are asked for to the front; returns how many there are. */
static ptrdiff_t put_first_f32(scalar_f32 *a, ptrdiff_t rows, ptrdiff_t columns, const int32_t *given,
                               int32_t *order)
{
    ptrdiff_t count = 0;
    for (ptrdiff_t j = 0; j < columns; j++) {
        order[j] = (int32_t)(j + 1);
        if (given[j] == 0) {
            continue;
        }
        exchange_columns_f32(a, rows, columns, count, j);
        order[j] = order[count];
        order[count] = (int32_t)(j + 1);
        count++;
    }
    return count;
}

/* What is left of each column after row k, from what was left before; found anew where the difference would
 * lose half of the digits. */
static void shorten_f32(const scalar_f32 *a, ptrdiff_t rows, ptrdiff_t columns, ptrdiff_t k, real_f32 *left,
                        real_f32 *start)
{
    const real_f32 limit = square_root_real_f32(epsilon_real_f32());
    for (ptrdiff_t j = k + 1; j < columns; j++) {
        if (left[j] == 0) {
            continue;
        }
        const real_f32 part = modulus_f32(a[k * columns + j]) / left[j];
        const real_f32 rest = largest_real_f32(1 - part * part, 0), lost = left[j] / start[j];
        if (rest * lost * lost > limit) {
            left[j] *= square_root_real_f32(rest);
        } else {
            left[j] = start[j] = length_f32(a + (k + 1) * columns + j, columns, rows - k - 1);
        }
    }
}

void hlo2c_geqp3_f32(const int32_t *given, float *a, int32_t *order, float *tau, unsigned char *scratch,
                     const hlo2c_matrices *shape)
{
    const ptrdiff_t rows = (ptrdiff_t)shape->rows, columns = (ptrdiff_t)shape->columns;
    const ptrdiff_t count = rows < columns ? rows : columns;
    scalar_f32 *const work = (scalar_f32 *)(void *)scratch;
    real_f32 *const left = (real_f32 *)(void *)(work + columns), *const start = left + columns;
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        scalar_f32 *const matrix = (scalar_f32 *)(void *)a + batch * rows * columns;
        scalar_f32 *const factors = (scalar_f32 *)(void *)tau + batch * count;
        int32_t *const numbers = order + batch * columns;
        const ptrdiff_t fixed = put_first_f32(matrix, rows, columns, given + batch * columns, numbers);
        for (ptrdiff_t k = 0; k < count; k++) {
            if (k == fixed) {
                for (ptrdiff_t j = k; j < columns; j++) {
                    left[j] = start[j] = length_f32(matrix + k * columns + j, columns, rows - k);
                }
            }
            ptrdiff_t best = k;
            for (ptrdiff_t j = k + 1; k >= fixed && j < columns; j++) {
                best = left[j] > left[best] ? j : best;
            }
            if (best != k) {
                exchange_columns_f32(matrix, rows, columns, k, best);
                left[best] = left[k];
                start[best] = start[k];
                const int32_t kept = numbers[k];
                numbers[k] = numbers[best];
                numbers[best] = kept;
            }
            scalar_f32 *const v = matrix + k * columns + k;
            factors[k] = make_reflector_f32(v, columns, rows - k);
            reflect_rows_f32(v + 1, columns, rows - k, columns - k - 1, v, columns, conjugate_f32(factors[k]),
                             work);
            if (k >= fixed) {
                shorten_f32(matrix, rows, columns, k, left, start);
            }
        }
    }
}

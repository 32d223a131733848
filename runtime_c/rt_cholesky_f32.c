#include "rt_cholesky_f32.h"

#include "rt_matrix_f32.h"

/* Subtracts from row r, from the diagonal to column `last`, the products with rows `first` to `end` - 1 of
 * the factor. */
static void subtract_known_rows_f32(scalar_f32 *a, ptrdiff_t n, ptrdiff_t r, ptrdiff_t first, ptrdiff_t end,
                                    ptrdiff_t last)
{
    const scalar_f32 *const known = a + first * n + r;
    const view_f32 weights = {known, 0, n, 1};
    subtract_rows_f32(a + r * n + r, known, n, weights, end - first, last - r);
}

/* Computes the upper factor by blocks of rows. Returns the order of the first leading minor that is not
 * positive, or 0. */
static int32_t factor_f32(scalar_f32 *a, ptrdiff_t n)
{
    enum {
        block = 32
    };
    for (ptrdiff_t begin = 0; begin < n; begin += block) {
        const ptrdiff_t end = n - begin < block ? n : begin + block;
        for (ptrdiff_t k = begin; k < end; k++) {
            scalar_f32 *row = a + k * n;
            subtract_known_rows_f32(a, n, k, begin, k, n);
            const real_f32 pivot = real_part_f32(row[k]);
            if (!(pivot > 0)) {
                return (int32_t)(k + 1);
            }
            const real_f32 root = square_root_real_f32(pivot);
            row[k] = from_real_f32(root);
            for (ptrdiff_t j = k + 1; j < n; j++) {
                row[j] = scale_f32(row[j], 1 / root);
            }
        }
        /* Subtracts the products with this block from the remaining rows, in bands: row by row in the band's
         * diagonal corner, so that nothing below the diagonal is written, and at once beyond it. */
        for (ptrdiff_t i = end; i < n; i += block) {
            const ptrdiff_t corner = n - i < block ? n : i + block;
            for (ptrdiff_t r = i; r < corner; r++) {
                subtract_known_rows_f32(a, n, r, begin, end, corner);
            }
            const view_f32 left = {a + begin * n + i, 1, n, 1};
            subtract_product_f32(a + i * n + corner, n, corner - i, n - corner, end - begin, left,
                                 a + begin * n + corner, n);
        }
    }
    return 0;
}

/* Replaces the matrix by its adjoint. */
static void adjoint_f32(scalar_f32 *a, ptrdiff_t n)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        for (ptrdiff_t j = 0; j <= i; j++) {
            const scalar_f32 below = a[i * n + j];
            a[i * n + j] = conjugate_f32(a[j * n + i]);
            a[j * n + i] = conjugate_f32(below);
        }
    }
}

/* Factors one matrix; the other triangle keeps its elements. */
static int32_t factor_triangle_f32(scalar_f32 *matrix, ptrdiff_t n, int lower)
{
    if (lower) {
        adjoint_f32(matrix, n);
    }
    const int32_t failed = factor_f32(matrix, n);
    if (lower) {
        adjoint_f32(matrix, n);
    }
    return failed;
}

void hlo2c_cholesky_f32(float *a, const hlo2c_matrices *shape)
{
    const ptrdiff_t n = (ptrdiff_t)shape->rows;
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        scalar_f32 *const matrix = (scalar_f32 *)(void *)a + batch * n * n;
        const int32_t failed = factor_triangle_f32(matrix, n, shape->lower != 0);
        const scalar_f32 elsewhere = from_real_f32(failed != 0 ? not_a_number_real_f32() : 0);
        for (ptrdiff_t i = 0; i < n; i++) {
            for (ptrdiff_t j = 0; j < n; j++) {
                if (failed != 0 || (shape->lower ? i < j : j < i)) {
                    matrix[i * n + j] = elsewhere;
                }
            }
        }
    }
}

void hlo2c_potrf_f32(float *a, int32_t *info, const hlo2c_matrices *shape)
{
    const ptrdiff_t n = (ptrdiff_t)shape->rows;
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        info[batch] = factor_triangle_f32((scalar_f32 *)(void *)a + batch * n * n, n, shape->lower != 0);
    }
}

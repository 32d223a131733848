#include "rt_eig_c64.h"

#include "rt_multishift_c64.h"
#include "rt_spectral_c64.h"

/* Columns of `vectors` become z times the eigenvectors of the triangle, of length 1. */
static void make_vectors_c64(const triangle_c64 *triangle, const scalar_c64 *z, int left, scalar_c64 *vectors)
{
    const ptrdiff_t n = triangle->n;
    for (ptrdiff_t first = 0; first < n; first += vectors_at_once_c64) {
        const ptrdiff_t rest = n - first, count = rest < vectors_at_once_c64 ? rest : vectors_at_once_c64;
        const ptrdiff_t begin = left ? first : 0, end = left ? n : first + count;
        const view_c64 basis = {z + begin, n, 1, 0};
        triangle_vectors_c64(triangle, left, first, count);
        subtract_product_c64(vectors + first, n, n, count, end - begin, basis, triangle->x + begin * count,
                             count);
        normalise_columns_c64(vectors + first, n, n, count);
    }
}

/* y = factor * x */
static void copy_scaled_c64(const scalar_c64 *x, real_c64 factor, scalar_c64 *y, ptrdiff_t count)
{
    for (ptrdiff_t i = 0; i < count; i++) {
        y[i] = scale_c64(x[i], factor);
    }
}

static void clear_c64(scalar_c64 *x, ptrdiff_t count)
{
    for (ptrdiff_t i = 0; i < count; i++) {
        x[i] = from_real_c64(0);
    }
}

/* The diagonal of t times `factor`; NaN for its first `failed` elements. */
static void read_values_c64(const scalar_c64 *t, ptrdiff_t n, real_c64 factor, ptrdiff_t failed,
                            scalar_c64 *values)
{
    for (ptrdiff_t k = 0; k < n; k++) {
        const real_c64 nan = not_a_number_real_c64();
        values[k] = k < failed ? (scalar_c64){nan, nan} : scale_c64(t[k * n + k], factor);
    }
}

void hlo2c_geev_c64(const real_f32 *a, real_f32 *values, real_f32 *left, real_f32 *right, int32_t *info,
                    unsigned char *scratch, const hlo2c_matrices *shape)
{
    const ptrdiff_t n = (ptrdiff_t)shape->rows, size = n * n;
    const int values_only = !shape->left && !shape->vectors;
    scalar_c64 *const t = (scalar_c64 *)(void *)scratch, *const z = t + size, *const work = z + size;
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        info[batch] = 0;
        if (n == 0) {
            continue;
        }
        const scalar_c64 *const matrix = (const scalar_c64 *)(const void *)a + batch * size;
        scalar_c64 *const lefts = (scalar_c64 *)(void *)left + batch * size;
        scalar_c64 *const rights = (scalar_c64 *)(void *)right + batch * size;
        const real_c64 factor = near_one_c64(matrix, size);
        copy_scaled_c64(matrix, factor, t, size);
        clear_c64(lefts, size);
        clear_c64(rights, size);
        info[batch] = schur_c64(t, values_only ? NULL : z, n, (ptrdiff_t)shape->block,
                                (ptrdiff_t)shape->window, values_only, work);
        read_values_c64(t, n, 1 / factor, info[batch], (scalar_c64 *)(void *)values + batch * n);
        if (values_only) {
            continue;
        }
        const triangle_c64 triangle = triangle_of_c64(t, n, work);
        if (shape->left) {
            make_vectors_c64(&triangle, z, 1, lefts);
        }
        if (shape->vectors) {
            make_vectors_c64(&triangle, z, 0, rights);
        }
    }
}

void hlo2c_gees_c64(real_f32 *a, real_f32 *z, real_f32 *values, int32_t *chosen, int32_t *info,
                    unsigned char *scratch, const hlo2c_matrices *shape)
{
    const ptrdiff_t n = (ptrdiff_t)shape->rows, size = n * n;
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        info[batch] = chosen[batch] = 0;
        if (n == 0) {
            continue;
        }
        scalar_c64 *const t = (scalar_c64 *)(void *)a + batch * size;
        scalar_c64 *const basis = (scalar_c64 *)(void *)z + batch * size;
        const real_c64 factor = near_one_c64(t, size);
        copy_scaled_c64(t, factor, t, size);
        clear_c64(basis, size);
        info[batch] = schur_c64(t, shape->vectors ? basis : NULL, n, (ptrdiff_t)shape->block,
                                (ptrdiff_t)shape->window, 0, (scalar_c64 *)(void *)scratch);
        read_values_c64(t, n, 1 / factor, info[batch], (scalar_c64 *)(void *)values + batch * n);
        copy_scaled_c64(t, 1 / factor, t, size);
    }
}

#include "rt_eig_c64.h"

#include "rt_hessenberg_c64.h"
#include "rt_spectral_c64.h"

/* t becomes the triangle, z the basis. `work` holds a row, and what the Hessenberg form needs. */
static int32_t schur_c64(scalar_c64 *t, scalar_c64 *z, ptrdiff_t n, ptrdiff_t block, scalar_c64 *work)
{
    reduce_to_hessenberg_c64(t, n, 0, n, block, work, work + n);
    form_hessenberg_basis_c64(t, n, block, work, z, work + n);
    return triangularise_c64(t, n, z);
}

static void clear_c64(scalar_c64 *x, ptrdiff_t count)
{
    for (ptrdiff_t i = 0; i < count; i++) {
        x[i] = from_real_c64(0);
    }
}

void hlo2c_geev_c64(const real_f32 *a, real_f32 *values, real_f32 *left, real_f32 *right, int32_t *info,
                    unsigned char *scratch, const hlo2c_matrices *shape)
{
    const ptrdiff_t n = (ptrdiff_t)shape->rows, size = n * n;
    scalar_c64 *const t = (scalar_c64 *)(void *)scratch, *const z = t + size, *const work = z + size;
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        info[batch] = 0;
        if (n == 0) {
            continue;
        }
        const scalar_c64 *const matrix = (const scalar_c64 *)(const void *)a + batch * size;
        scalar_c64 *const found = (scalar_c64 *)(void *)values + batch * n;
        scalar_c64 *const lefts = (scalar_c64 *)(void *)left + batch * size;
        scalar_c64 *const rights = (scalar_c64 *)(void *)right + batch * size;
        for (ptrdiff_t i = 0; i < size; i++) {
            t[i] = matrix[i];
        }
        info[batch] = schur_c64(t, z, n, (ptrdiff_t)shape->block, work);
        for (ptrdiff_t k = 0; k < n; k++) {
            found[k] = t[k * n + k];
        }
        clear_c64(lefts, size);
        clear_c64(rights, size);
        if (shape->left) {
            triangle_vectors_c64(t, z, n, 1, lefts, work);
        }
        if (shape->vectors) {
            triangle_vectors_c64(t, z, n, 0, rights, work);
        }
    }
}

void hlo2c_gees_c64(real_f32 *a, real_f32 *z, real_f32 *values, int32_t *chosen, int32_t *info,
                    unsigned char *scratch, const hlo2c_matrices *shape)
{
    const ptrdiff_t n = (ptrdiff_t)shape->rows, size = n * n;
    scalar_c64 *const basis = (scalar_c64 *)(void *)scratch, *const work = basis + size;
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        info[batch] = chosen[batch] = 0;
        if (n == 0) {
            continue;
        }
        scalar_c64 *const matrix = (scalar_c64 *)(void *)a + batch * size;
        scalar_c64 *const found = (scalar_c64 *)(void *)values + batch * n;
        scalar_c64 *const vectors = (scalar_c64 *)(void *)z + batch * size;
        info[batch] = schur_c64(matrix, basis, n, (ptrdiff_t)shape->block, work);
        for (ptrdiff_t k = 0; k < n; k++) {
            found[k] = matrix[k * n + k];
        }
        for (ptrdiff_t i = 0; i < size; i++) {
            vectors[i] = shape->vectors ? basis[i] : from_real_c64(0);
        }
    }
}

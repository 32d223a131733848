#include "rt_eig_f32.h"

#include "rt_multishift_f32.h"
#include "rt_spectral_c64.h"

/* The imaginary part of the eigenvalues of a 2 x 2 block with equal diagonal elements. */
static real_f32 imaginary_part_f32(const real_f32 *corner, ptrdiff_t n)
{
    return square_root_real_f32(absolute_real_f32(corner[1])) *
           square_root_real_f32(absolute_real_f32(corner[n]));
}

/* The eigenvalues of the diagonal blocks times `factor`; NaN for the first `failed` ones. */
static void read_values_f32(const real_f32 *t, ptrdiff_t n, real_f32 factor, ptrdiff_t failed, real_f32 *real,
                            real_f32 *imaginary)
{
    for (ptrdiff_t k = 0; k < n; k++) {
        const real_f32 *const corner = t + k * n + k;
        real[k] = k < failed ? not_a_number_real_f32() : factor * corner[0];
        imaginary[k] = k < failed ? real[k] : 0;
        if (k >= failed && k + 1 < n && corner[n] != 0) {
            imaginary[k] = factor * imaginary_part_f32(corner, n);
            real[k + 1] = factor * corner[n + 1];
            imaginary[k + 1] = -imaginary[k];
            k++;
        }
    }
}

/* The rotation of two complex columns that makes a 2 x 2 block triangular; none if c is 1. */
typedef struct rotation_f32 {
    scalar_c64 s;
    real_f32 c;
} rotation_f32;

/* Turns the quasi-triangular form into a complex triangle, and stores the rotations that do so. */
static void make_complex_f32(const real_f32 *t, ptrdiff_t n, scalar_c64 *complex_t, rotation_f32 *rotations)
{
    for (ptrdiff_t i = 0; i < n * n; i++) {
        complex_t[i] = from_real_c64(t[i]);
    }
    for (ptrdiff_t k = 0; k + 1 < n; k++) {
        scalar_c64 *const corner = complex_t + k * n + k;
        rotations[k] = (rotation_f32){from_real_c64(0), 1};
        if (t[(k + 1) * n + k] == 0) {
            continue;
        }
        const scalar_c64 value = {corner[0].real, imaginary_part_f32(t + k * n + k, n)};
        real_f32 c;
        scalar_c64 s;
        make_rotation_c64(subtract_c64(value, corner[n + 1]), corner[n], &c, &s);
        turn_rows_c64(corner, n, n - k, c, s);
        turn_columns_c64(complex_t + k, n, k + 2, c, s);
        corner[0] = value;
        corner[n] = from_real_c64(0);
        corner[n + 1] = conjugate_c64(value);
        rotations[k] = (rotation_f32){s, c};
    }
}

/* Columns of `vectors`, which are zero, become z times the eigenvectors of the triangle, of length 1. */
static void make_vectors_f32(const triangle_c64 *triangle, const rotation_f32 *rotations, const real_f32 *z,
                             int left, scalar_c64 *vectors)
{
    const ptrdiff_t n = triangle->n;
    for (ptrdiff_t first = 0; first < n; first += vectors_at_once_c64) {
        const ptrdiff_t rest = n - first, count = rest < vectors_at_once_c64 ? rest : vectors_at_once_c64;
        const ptrdiff_t begin = left ? first : 0, end = left ? n : first + count;
        triangle_vectors_c64(triangle, left, first, count);
        const ptrdiff_t from = begin > 0 ? begin - 1 : 0, until = end < n ? end + 1 : n;
        scalar_c64 *const x = triangle->x + from * count;
        for (ptrdiff_t k = from; k + 1 < until; k++) {
            turn_rows_c64(triangle->x + k * count, count, count, rotations[k].c,
                          scale_c64(rotations[k].s, -1));
        }
        const view_f32 basis = {z + from, n, 1, 0};
        subtract_product_f32((real_f32 *)(void *)(vectors + first), 2 * n, n, 2 * count, until - from, basis,
                             (const real_f32 *)(void *)x, 2 * count);
        normalise_columns_c64(vectors + first, n, n, count);
    }
}

void hlo2c_geev_f32(const real_f32 *a, real_f32 *real_parts, real_f32 *imaginary_parts, real_f32 *left,
                    real_f32 *right, int32_t *info, unsigned char *scratch, const hlo2c_matrices *shape)
{
    const ptrdiff_t n = (ptrdiff_t)shape->rows, size = n * n;
    const int values_only = !shape->left && !shape->vectors;
    scalar_c64 *const complex_t = (scalar_c64 *)(void *)scratch;
    real_f32 *const t = (real_f32 *)(void *)(complex_t + size), *const z = t + size, *const work = z + size;
    /* Columns of vectors lie where the iteration worked. */
    scalar_c64 *const x = (scalar_c64 *)(void *)work;
    rotation_f32 *const rotations = (rotation_f32 *)(void *)(x + vectors_at_once_c64 * n);
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        info[batch] = 0;
        if (n == 0) {
            continue;
        }
        real_f32 *const real = real_parts + batch * n, *const imaginary = imaginary_parts + batch * n;
        scalar_c64 *const lefts = (scalar_c64 *)(void *)left + batch * size;
        scalar_c64 *const rights = (scalar_c64 *)(void *)right + batch * size;
        const real_f32 factor = near_one_f32(a + batch * size, size);
        for (ptrdiff_t i = 0; i < size; i++) {
            t[i] = factor * a[batch * size + i];
            lefts[i] = rights[i] = from_real_c64(0);
        }
        info[batch] = schur_f32(t, values_only ? NULL : z, n, (ptrdiff_t)shape->block,
                                (ptrdiff_t)shape->window, values_only, work);
        read_values_f32(t, n, 1 / factor, info[batch], real, imaginary);
        if (values_only) {
            continue;
        }
        make_complex_f32(t, n, complex_t, rotations);
        const triangle_c64 triangle = triangle_of_c64(complex_t, n, x);
        if (shape->left) {
            make_vectors_f32(&triangle, rotations, z, 1, lefts);
        }
        if (shape->vectors) {
            make_vectors_f32(&triangle, rotations, z, 0, rights);
        }
    }
}

void hlo2c_gees_f32(real_f32 *a, real_f32 *z, real_f32 *real_parts, real_f32 *imaginary_parts,
                    int32_t *chosen, int32_t *info, unsigned char *scratch, const hlo2c_matrices *shape)
{
    const ptrdiff_t n = (ptrdiff_t)shape->rows, size = n * n;
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        info[batch] = chosen[batch] = 0;
        if (n == 0) {
            continue;
        }
        real_f32 *const t = a + batch * size, *const basis = z + batch * size;
        const real_f32 factor = near_one_f32(t, size);
        for (ptrdiff_t i = 0; i < size; i++) {
            t[i] *= factor;
            basis[i] = 0;
        }
        info[batch] = schur_f32(t, shape->vectors ? basis : NULL, n, (ptrdiff_t)shape->block,
                                (ptrdiff_t)shape->window, 0, (real_f32 *)(void *)scratch);
        read_values_f32(t, n, 1 / factor, info[batch], real_parts + batch * n, imaginary_parts + batch * n);
        for (ptrdiff_t i = 0; i < size; i++) {
            t[i] *= 1 / factor;
        }
    }
}

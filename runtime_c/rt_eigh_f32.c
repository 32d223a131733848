#include "rt_eigh_f32.h"

#include "rt_reflector_f32.h"
#include "rt_vectors_f32.h"

/* Writes the triangle that is not read: the conjugate of the other, with real numbers on the diagonal. */
static void mirror_f32(scalar_f32 *a, ptrdiff_t n, int lower)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        a[i * n + i] = from_real_f32(real_part_f32(a[i * n + i]));
        for (ptrdiff_t j = 0; j < i; j++) {
            if (lower) {
                a[j * n + i] = conjugate_f32(a[i * n + j]);
            } else {
                a[i * n + j] = conjugate_f32(a[j * n + i]);
            }
        }
    }
}

/* H^H a H is tridiagonal, H the product of the reflectors that are left below the subdiagonal. The whole
 * matrix is kept up to date. `work` holds two rows. */
static void tridiagonalise_f32(scalar_f32 *a, ptrdiff_t n, real_f32 *diagonal, real_f32 *beside,
                               scalar_f32 *tau, scalar_f32 *work)
{
    scalar_f32 *const v = work, *const w = work + n;
    for (ptrdiff_t i = 0; i + 1 < n; i++) {
        const ptrdiff_t m = n - i - 1;
        scalar_f32 *const column = a + (i + 1) * n + i, *const block = column + 1;
        tau[i] = make_reflector_f32(column, n, m);
        beside[i] = real_part_f32(column[0]);
        diagonal[i] = real_part_f32(a[i * n + i]);
        if (is_zero_f32(tau[i])) {
            continue;
        }
        v[0] = from_real_f32(1);
        for (ptrdiff_t j = 1; j < m; j++) {
            v[j] = column[j * n];
        }
        /* w = tau a v, which is the sum of conjugated rows because a is its own adjoint. */
        for (ptrdiff_t j = 0; j < m; j++) {
            w[j] = from_real_f32(0);
        }
        for (ptrdiff_t k = 0; k < m; k++) {
            const scalar_f32 factor = multiply_f32(tau[i], v[k]);
            for (ptrdiff_t j = 0; j < m; j++) {
                w[j] = add_f32(w[j], multiply_f32(factor, conjugate_f32(block[k * n + j])));
            }
        }
        const scalar_f32 overlap = multiply_f32(tau[i], inner_product_f32(w, v, m));
        subtract_row_f32(w, v, scale_f32(overlap, (real_f32)0.5), m);
        for (ptrdiff_t j = 0; j < m; j++) {
            for (ptrdiff_t k = 0; k < m; k++) {
                const scalar_f32 first = multiply_f32(v[j], conjugate_f32(w[k]));
                const scalar_f32 second = multiply_f32(w[j], conjugate_f32(v[k]));
                block[j * n + k] = subtract_f32(block[j * n + k], add_f32(first, second));
            }
        }
    }
    diagonal[n - 1] = real_part_f32(a[n * n - 1]);
}

/* Row k of `z` becomes column k of H, conjugated: H = H_0 H_1 ... applied to the unit vectors. */
static void form_rows_f32(const scalar_f32 *a, ptrdiff_t n, const scalar_f32 *tau, scalar_f32 *z,
                          scalar_f32 *work)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        for (ptrdiff_t j = 0; j < n; j++) {
            z[i * n + j] = from_real_f32(i == j);
        }
    }
    /* Z = H^T: rows from i + 1 on are multiplied by each reflector's transpose from the right, last one
     * first. */
    for (ptrdiff_t i = n - 2; i >= 0; i--) {
        const ptrdiff_t m = n - i - 1;
        work[0] = from_real_f32(1);
        for (ptrdiff_t j = 1; j < m; j++) {
            work[j] = a[(i + 1 + j) * n + i];
        }
        for (ptrdiff_t k = i + 1; k < n; k++) {
            scalar_f32 *const row = z + k * n + i + 1;
            const scalar_f32 overlap = inner_product_f32(work, row, m);
            subtract_row_f32(row, work, multiply_f32(tau[i], overlap), m);
        }
    }
}

/* Implicit QL steps with shifts on a tridiagonal form; rows of `z` take part where it is there. Returns 0, or
 * 1 + the number of the value that did not converge. */
static int32_t diagonalise_f32(real_f32 *d, real_f32 *e, ptrdiff_t n, scalar_f32 *z)
{
    e[n - 1] = 0;
    for (ptrdiff_t l = 0; l < n; l++) {
        for (int steps = 0;; steps++) {
            ptrdiff_t m = l;
            while (m + 1 < n &&
                   absolute_real_f32(e[m]) >
                       epsilon_real_f32() * (absolute_real_f32(d[m]) + absolute_real_f32(d[m + 1]))) {
                m++;
            }
            if (m == l) {
                break;
            }
            if (steps == 60) {
                return (int32_t)(l + 1);
            }
            real_f32 g = (d[l + 1] - d[l]) / (2 * e[l]);
            real_f32 r = hypotenuse_real_f32(g, 1);
            g = d[m] - d[l] + e[l] / (g + (g < 0 ? -r : r));
            real_f32 s = 1, c = 1, p = 0;
            ptrdiff_t i = m - 1;
            for (; i >= l; i--) {
                const real_f32 f = s * e[i], b = c * e[i];
                r = hypotenuse_real_f32(f, g);
                e[i + 1] = r;
                if (r == 0) {
                    d[i + 1] -= p;
                    e[m] = 0;
                    break;
                }
                s = f / r;
                c = g / r;
                g = d[i + 1] - p;
                r = (d[i] - g) * s + 2 * c * b;
                p = s * r;
                d[i + 1] = g + p;
                g = c * r - b;
                if (z != NULL) {
                    rotate_rows_f32(z + i * n, z + (i + 1) * n, c, s, n);
                }
            }
            if (r == 0 && i >= l) {
                continue;
            }
            d[l] -= p;
            e[l] = g;
            e[m] = 0;
        }
    }
    return 0;
}

/* Ascending values; vectors go with them. */
static void put_in_order_f32(real_f32 *d, ptrdiff_t n, scalar_f32 *z)
{
    for (ptrdiff_t k = 0; k < n; k++) {
        ptrdiff_t least = k;
        for (ptrdiff_t j = k + 1; j < n; j++) {
            if (d[j] < d[least]) {
                least = j;
            }
        }
        if (least == k) {
            continue;
        }
        const real_f32 kept = d[k];
        d[k] = d[least];
        d[least] = kept;
        for (ptrdiff_t j = 0; z != NULL && j < n; j++) {
            const scalar_f32 element = z[k * n + j];
            z[k * n + j] = z[least * n + j];
            z[least * n + j] = element;
        }
    }
}

void hlo2c_syevd_f32(float *a, float *values, int32_t *info, unsigned char *scratch,
                     const hlo2c_matrices *shape)
{
    const ptrdiff_t n = (ptrdiff_t)shape->rows;
    scalar_f32 *const z = (scalar_f32 *)(void *)scratch, *const tau = z + n * n, *const work = tau + n;
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        info[batch] = 0;
        if (n == 0) {
            continue;
        }
        scalar_f32 *const matrix = (scalar_f32 *)(void *)a + batch * n * n;
        real_f32 *const d = values + batch * n;
        /* The numbers beside the diagonal use the room of what is no longer needed once z is formed. */
        mirror_f32(matrix, n, shape->lower != 0);
        real_f32 *const beside = (real_f32 *)(void *)z;
        tridiagonalise_f32(matrix, n, d, beside, tau, work);
        real_f32 *const e = (real_f32 *)(void *)matrix;
        if (!shape->vectors) {
            info[batch] = diagonalise_f32(d, beside, n, NULL);
            put_in_order_f32(d, n, NULL);
            continue;
        }
        /* The first row of the matrix holds nothing of the reflectors. */
        for (ptrdiff_t i = 0; i + 1 < n; i++) {
            e[i] = beside[i];
        }
        form_rows_f32(matrix, n, tau, z, work);
        info[batch] = diagonalise_f32(d, e, n, z);
        put_in_order_f32(d, n, z);
        for (ptrdiff_t k = 0; k < n; k++) {
            const scalar_f32 factor = sign_factor_f32(z + k * n, 1, n);
            for (ptrdiff_t i = 0; i < n; i++) {
                matrix[i * n + k] = multiply_f32(factor, z[k * n + i]);
            }
        }
    }
}

/* Turns a matrix by half a circle: its upper triangle becomes the lower one. */
static void turn_f32(scalar_f32 *a, ptrdiff_t count)
{
    for (ptrdiff_t i = 0; i < count / 2; i++) {
        const scalar_f32 kept = a[i];
        a[i] = a[count - 1 - i];
        a[count - 1 - i] = kept;
    }
}

static void reverse_f32(real_f32 *x, ptrdiff_t count)
{
    for (ptrdiff_t i = 0; i < count / 2; i++) {
        const real_f32 kept = x[i];
        x[i] = x[count - 1 - i];
        x[count - 1 - i] = kept;
    }
}

/* The reduction from the upper triangle begins at the last column: it is that from the lower triangle of the
 * matrix that is turned by half a circle. The other triangle stays as it is. */
void hlo2c_sytrd_f32(float *a, float *diagonal, float *beside, float *tau, int32_t *info,
                     unsigned char *scratch, const hlo2c_matrices *shape)
{
    const ptrdiff_t n = (ptrdiff_t)shape->rows;
    scalar_f32 *const form = (scalar_f32 *)(void *)scratch, *const work = form + n * n;
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        info[batch] = 0;
        if (n == 0) {
            continue;
        }
        scalar_f32 *const matrix = (scalar_f32 *)(void *)a + batch * n * n;
        scalar_f32 *const factors = (scalar_f32 *)(void *)tau + batch * (n - 1);
        real_f32 *const middle = diagonal + batch * n, *const side = beside + batch * (n - 1);
        if (!shape->lower) {
            turn_f32(matrix, n * n);
        }
        for (ptrdiff_t i = 0; i < n * n; i++) {
            form[i] = matrix[i];
        }
        mirror_f32(form, n, 1);
        tridiagonalise_f32(form, n, middle, side, factors, work);
        for (ptrdiff_t i = 0; i < n; i++) {
            for (ptrdiff_t j = 0; j < i; j++) {
                matrix[i * n + j] = form[i * n + j];
            }
            matrix[i * n + i] = from_real_f32(middle[i]);
        }
        if (!shape->lower) {
            turn_f32(matrix, n * n);
            turn_f32(factors, n - 1);
            reverse_f32(middle, n);
            reverse_f32(side, n - 1);
        }
    }
}

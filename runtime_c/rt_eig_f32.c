#include "rt_eig_f32.h"

#include "rt_hessenberg_f32.h"
#include "rt_spectral_c64.h"

/* A Hessenberg form on its way to quasi-triangular form, and what its steps share. */
typedef struct iteration_f32 {
    real_f32 *h, *z;
    ptrdiff_t n;
    real_f32 *real, *imaginary;
} iteration_f32;

/* Rotates rows and columns p, p + 1 of the form, and columns of the basis. */
static void rotate_pair_f32(const iteration_f32 *it, ptrdiff_t p, real_f32 c, real_f32 s)
{
    const ptrdiff_t n = it->n;
    real_f32 *const h = it->h, *const z = it->z;
    for (ptrdiff_t j = p; j < n; j++) {
        const real_f32 a = h[p * n + j], b = h[(p + 1) * n + j];
        h[p * n + j] = c * a + s * b;
        h[(p + 1) * n + j] = c * b - s * a;
    }
    for (ptrdiff_t i = 0; i <= p + 1; i++) {
        const real_f32 a = h[i * n + p], b = h[i * n + p + 1];
        h[i * n + p] = c * a + s * b;
        h[i * n + p + 1] = c * b - s * a;
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        const real_f32 a = z[i * n + p], b = z[i * n + p + 1];
        z[i * n + p] = c * a + s * b;
        z[i * n + p + 1] = c * b - s * a;
    }
}

/* A block of two that split off: two real values make it a triangle, a pair of complex ones stays. */
static void split_pair_f32(const iteration_f32 *it, ptrdiff_t p)
{
    const ptrdiff_t n = it->n;
    real_f32 *const h = it->h;
    const real_f32 x = h[(p + 1) * n + p + 1], beside = h[(p + 1) * n + p];
    const real_f32 half = (h[p * n + p] - x) / 2, product = beside * h[p * n + p + 1];
    const real_f32 inside = half * half + product;
    const real_f32 root = square_root_real_f32(absolute_real_f32(inside));
    if (inside < 0) {
        /* Equal diagonal elements, and opposite signs beside them: half the angle of (beside + above, 2
         * half). */
        const real_f32 sigma = beside + h[p * n + p + 1], size = hypotenuse_real_f32(sigma, 2 * half);
        const real_f32 c = square_root_real_f32((1 + absolute_real_f32(sigma) / size) / 2);
        const real_f32 s = half / (size * c);
        rotate_pair_f32(it, p, c, sigma < 0 ? s : -s);
        h[p * n + p] = h[(p + 1) * n + p + 1] = x + half;
        it->real[p] = it->real[p + 1] = x + half;
        it->imaginary[p] = root;
        it->imaginary[p + 1] = -root;
        return;
    }
    const real_f32 far = half >= 0 ? half + root : half - root;
    const real_f32 length = hypotenuse_real_f32(beside, far);
    rotate_pair_f32(it, p, far / length, beside / length);
    h[(p + 1) * n + p] = 0;
    for (ptrdiff_t k = p; k < p + 2; k++) {
        it->real[k] = h[k * n + k];
        it->imaginary[k] = 0;
    }
}

/* Takes along * (weights . row) off the first two or three elements of each row. */
static void reflect_three_columns_f32(real_f32 *rows, ptrdiff_t n, ptrdiff_t count, const real_f32 *weights,
                                      const real_f32 *along, int has_third)
{
    for (ptrdiff_t i = 0; i < count; i++) {
        real_f32 *const row = rows + i * n;
        real_f32 sum = weights[0] * row[0] + weights[1] * row[1];
        if (has_third) {
            sum += weights[2] * row[2];
            row[2] -= sum * along[2];
        }
        row[0] -= sum;
        row[1] -= sum * along[1];
    }
}

/* One double step with implicit shifts on rows low ... high; x and y are what the shifts add up to and their
 * product is x y - w. */
static void double_step_f32(const iteration_f32 *it, ptrdiff_t low, ptrdiff_t high, real_f32 x, real_f32 y,
                            real_f32 w)
{
    const ptrdiff_t n = it->n;
    real_f32 *const h = it->h, *const z = it->z;
    real_f32 p = 0, q = 0, r = 0;
    ptrdiff_t first = high - 2;
    for (;; first--) {
        const real_f32 here = h[first * n + first], a = x - here, b = y - here;
        p = (a * b - w) / h[(first + 1) * n + first] + h[first * n + first + 1];
        q = h[(first + 1) * n + first + 1] - here - a - b;
        r = h[(first + 2) * n + first + 1];
        const real_f32 size = absolute_real_f32(p) + absolute_real_f32(q) + absolute_real_f32(r);
        p /= size;
        q /= size;
        r /= size;
        if (first == low) {
            break;
        }
        const real_f32 around = absolute_real_f32(h[(first - 1) * n + first - 1]) + absolute_real_f32(here) +
                                absolute_real_f32(h[(first + 1) * n + first + 1]);
        const real_f32 beside = absolute_real_f32(h[first * n + first - 1]);
        if (beside * (absolute_real_f32(q) + absolute_real_f32(r)) <
            epsilon_real_f32() * absolute_real_f32(p) * around) {
            break;
        }
    }
    for (ptrdiff_t i = first + 2; i <= high; i++) {
        h[i * n + i - 2] = 0;
        if (i > first + 2) {
            h[i * n + i - 3] = 0;
        }
    }
    for (ptrdiff_t k = first; k < high; k++) {
        const int has_third = k + 1 < high;
        real_f32 size = 1;
        if (k != first) {
            p = h[k * n + k - 1];
            q = h[(k + 1) * n + k - 1];
            r = has_third ? h[(k + 2) * n + k - 1] : 0;
            size = absolute_real_f32(p) + absolute_real_f32(q) + absolute_real_f32(r);
            if (size == 0) {
                continue;
            }
            p /= size;
            q /= size;
            r /= size;
        } else if (!has_third) {
            r = 0;
        }
        real_f32 s = square_root_real_f32(p * p + q * q + r * r);
        s = p < 0 ? -s : s;
        if (s == 0) {
            continue;
        }
        if (k != first) {
            h[k * n + k - 1] = -s * size;
        } else if (low != first) {
            h[k * n + k - 1] = -h[k * n + k - 1];
        }
        p += s;
        const real_f32 u = p / s, v = q / s, t = r / s;
        q /= p;
        r /= p;
        for (ptrdiff_t j = k; j < n; j++) {
            real_f32 sum = h[k * n + j] + q * h[(k + 1) * n + j];
            if (has_third) {
                sum += r * h[(k + 2) * n + j];
                h[(k + 2) * n + j] -= sum * t;
            }
            h[k * n + j] -= sum * u;
            h[(k + 1) * n + j] -= sum * v;
        }
        const real_f32 weights[3] = {u, v, t}, along[3] = {1, q, r};
        reflect_three_columns_f32(h + k, n, (high < k + 3 ? high : k + 3) + 1, weights, along, has_third);
        reflect_three_columns_f32(z + k, n, n, weights, along, has_third);
    }
}

/* h becomes quasi-triangular and z follows. Returns 0, or the number of values that did not converge. */
static int32_t iterate_f32(const iteration_f32 *it)
{
    const ptrdiff_t n = it->n;
    real_f32 *const h = it->h;
    int steps = 0;
    for (ptrdiff_t high = n - 1; high >= 0;) {
        ptrdiff_t low = high;
        for (; low > 0; low--) {
            const real_f32 around =
                absolute_real_f32(h[(low - 1) * n + low - 1]) + absolute_real_f32(h[low * n + low]);
            const real_f32 beside = absolute_real_f32(h[low * n + low - 1]);
            if (!(beside > epsilon_real_f32() * around) || beside <= smallest_real_f32()) {
                h[low * n + low - 1] = 0;
                break;
            }
        }
        if (low == high) {
            it->real[high] = h[high * n + high];
            it->imaginary[high] = 0;
            high--;
            steps = 0;
            continue;
        }
        if (low == high - 1) {
            split_pair_f32(it, low);
            high -= 2;
            steps = 0;
            continue;
        }
        if (++steps > 90) {
            return (int32_t)(high + 1);
        }
        real_f32 x = h[high * n + high], y = h[(high - 1) * n + high - 1];
        real_f32 w = h[high * n + high - 1] * h[(high - 1) * n + high];
        if (steps % 11 == 10) {
            const real_f32 s =
                absolute_real_f32(h[high * n + high - 1]) + absolute_real_f32(h[(high - 1) * n + high - 2]);
            x = y = x + (real_f32)0.75 * s;
            w = (real_f32)-0.4375 * s * s;
        }
        double_step_f32(it, low, high, x, y, w);
    }
    return 0;
}

static int32_t schur_f32(real_f32 *t, real_f32 *z, ptrdiff_t n, ptrdiff_t block, real_f32 *real,
                         real_f32 *imaginary, real_f32 *work)
{
    reduce_to_hessenberg_f32(t, n, 0, n, block, work, work + n);
    form_hessenberg_basis_f32(t, n, block, work, z, work + n);
    const iteration_f32 it = {t, z, n, real, imaginary};
    const int32_t failed = iterate_f32(&it);
    /* What the steps left below the subdiagonal is rounding. */
    for (ptrdiff_t i = 2; i < n; i++) {
        for (ptrdiff_t j = 0; j + 1 < i; j++) {
            t[i * n + j] = 0;
        }
    }
    for (ptrdiff_t k = 0; k < failed; k++) {
        real[k] = imaginary[k] = not_a_number_real_f32();
    }
    return failed;
}

/* The quasi-triangular form as a complex triangle, and its basis. */
static void make_complex_f32(const real_f32 *t, const real_f32 *z, ptrdiff_t n, const real_f32 *real,
                             const real_f32 *imaginary, scalar_c64 *complex_t, scalar_c64 *complex_z)
{
    for (ptrdiff_t i = 0; i < n * n; i++) {
        complex_t[i] = from_real_c64(t[i]);
        complex_z[i] = from_real_c64(z[i]);
    }
    for (ptrdiff_t k = 0; k + 1 < n; k++) {
        if (!(imaginary[k] > 0)) {
            continue;
        }
        const scalar_c64 value = {real[k], imaginary[k]};
        scalar_c64 *const corner = complex_t + k * n + k;
        real_c64 c;
        scalar_c64 s;
        make_rotation_c64(subtract_c64(value, corner[n + 1]), corner[n], &c, &s);
        turn_rows_c64(corner, n, n - k, c, s);
        turn_columns_c64(complex_t + k, n, k + 2, c, s);
        turn_columns_c64(complex_z + k, n, n, c, s);
        corner[0] = value;
        corner[n] = from_real_c64(0);
        corner[n + 1] = conjugate_c64(value);
    }
}

void hlo2c_geev_f32(const real_f32 *a, real_f32 *real_parts, real_f32 *imaginary_parts, real_f32 *left,
                    real_f32 *right, int32_t *info, unsigned char *scratch, const hlo2c_matrices *shape)
{
    const ptrdiff_t n = (ptrdiff_t)shape->rows, size = n * n;
    scalar_c64 *const complex_t = (scalar_c64 *)(void *)scratch, *const complex_z = complex_t + size;
    scalar_c64 *const complex_work = complex_z + size;
    real_f32 *const t = (real_f32 *)(void *)(complex_work + n), *const z = t + size, *const work = z + size;
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        info[batch] = 0;
        if (n == 0) {
            continue;
        }
        real_f32 *const real = real_parts + batch * n, *const imaginary = imaginary_parts + batch * n;
        scalar_c64 *const lefts = (scalar_c64 *)(void *)left + batch * size;
        scalar_c64 *const rights = (scalar_c64 *)(void *)right + batch * size;
        for (ptrdiff_t i = 0; i < size; i++) {
            t[i] = a[batch * size + i];
            lefts[i] = rights[i] = from_real_c64(0);
        }
        info[batch] = schur_f32(t, z, n, (ptrdiff_t)shape->block, real, imaginary, work);
        make_complex_f32(t, z, n, real, imaginary, complex_t, complex_z);
        if (shape->left) {
            triangle_vectors_c64(complex_t, complex_z, n, 1, lefts, complex_work);
        }
        if (shape->vectors) {
            triangle_vectors_c64(complex_t, complex_z, n, 0, rights, complex_work);
        }
    }
}

void hlo2c_gees_f32(real_f32 *a, real_f32 *z, real_f32 *real_parts, real_f32 *imaginary_parts,
                    int32_t *chosen, int32_t *info, unsigned char *scratch, const hlo2c_matrices *shape)
{
    const ptrdiff_t n = (ptrdiff_t)shape->rows, size = n * n;
    real_f32 *const basis = (real_f32 *)(void *)scratch, *const work = basis + size;
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        info[batch] = chosen[batch] = 0;
        if (n == 0) {
            continue;
        }
        info[batch] = schur_f32(a + batch * size, basis, n, (ptrdiff_t)shape->block, real_parts + batch * n,
                                imaginary_parts + batch * n, work);
        for (ptrdiff_t i = 0; i < size; i++) {
            z[batch * size + i] = shape->vectors ? basis[i] : 0;
        }
    }
}

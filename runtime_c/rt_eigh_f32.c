#include "rt_eigh_f32.h"

#include "rt_hessenberg_f32.h"
#include "rt_vectors_f32.h"

/* Fills the lower triangle with the conjugate of the upper one. */
static void copy_to_lower_f32(scalar_f32 *a, ptrdiff_t n)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        for (ptrdiff_t j = 0; j < i; j++) {
            a[i * n + j] = conjugate_f32(a[j * n + i]);
        }
    }
}

/* A panel of reflectors: rows of V^H and W^H with a - V W^H - W V^H = H^H a H. Elements have the same indices
 * as in the matrix. `column` holds one column, `weights` two numbers per reflector. */
typedef struct panel_f32 {
    scalar_f32 *v, *w, *column, *weights;
} panel_f32;

/* conj(y) += a conj(x) for m rows of a Hermitian matrix; reads the lower triangle, four rows at a time, as
 * columns and as rows. */
static void add_product_f32(const scalar_f32 *a, ptrdiff_t n, ptrdiff_t m, const scalar_f32 *x, scalar_f32 *y)
{
    for (ptrdiff_t first = 0; first < m; first += 4) {
        const ptrdiff_t count = m - first < 4 ? m - first : 4;
        const scalar_f32 *const rows = a + first * n;
        scalar_f32 factors[4];
        for (ptrdiff_t i = 0; i < count; i++) {
            factors[i] = subtract_f32(from_real_f32(0), x[first + i]);
        }
        const view_f32 weights = {factors, 0, 1, 0};
        subtract_product_f32(y, 0, 1, first, count, weights, rows, n);
        for (ptrdiff_t i = 0; i < count; i++) {
            const scalar_f32 *const row = rows + i * n;
            scalar_f32 sum = inner_product_f32(row, x, first + i);
            for (ptrdiff_t j = first; j < first + i; j++) {
                y[j] = subtract_f32(y[j], multiply_f32(factors[i], row[j]));
            }
            sum = add_f32(sum, scale_f32(x[first + i], real_part_f32(row[first + i])));
            y[first + i] = add_f32(y[first + i], sum);
        }
    }
}

/* Applies the earlier reflectors of the panel to column i, and turns it into a reflector. */
static void reduce_column_f32(scalar_f32 *a, ptrdiff_t n, ptrdiff_t i, ptrdiff_t before, const panel_f32 *p,
                              real_f32 *diagonal, real_f32 *beside, scalar_f32 *tau)
{
    scalar_f32 *const column = p->column;
    const view_f32 v = {p->v + i, 0, n, 1}, w = {p->w + i, 0, n, 1};
    for (ptrdiff_t j = 0; j < n - i; j++) {
        column[j] = conjugate_f32(a[(i + j) * n + i]);
    }
    subtract_product_f32(column, 0, 1, n - i, before, w, p->v + i, n);
    subtract_product_f32(column, 0, 1, n - i, before, v, p->w + i, n);
    diagonal[i] = real_part_f32(column[0]);
    a[i * n + i] = from_real_f32(diagonal[i]);
    if (i + 1 == n) {
        return;
    }
    for (ptrdiff_t j = 1; j < n - i; j++) {
        column[j] = conjugate_f32(column[j]);
    }
    tau[i] = make_reflector_f32(column + 1, 1, n - i - 1);
    beside[i] = real_part_f32(column[1]);
    scalar_f32 *const kept = p->v + before * n + i;
    for (ptrdiff_t j = 1; j < n - i; j++) {
        a[(i + j) * n + i] = column[j];
        kept[j] = conjugate_f32(column[j]);
    }
    kept[1] = from_real_f32(1);
}

/* w = tau (a v - V W^H v - W V^H v) minus a multiple of v that makes the update symmetric. */
static void complete_panel_f32(const scalar_f32 *a, ptrdiff_t n, ptrdiff_t i, ptrdiff_t before,
                               const panel_f32 *p, scalar_f32 tau)
{
    const ptrdiff_t next = i + 1, m = n - next;
    const scalar_f32 *const v = p->v + before * n + next;
    scalar_f32 *const w = p->w + before * n + next, *const of_v = p->weights + before;
    for (ptrdiff_t j = 0; j < m; j++) {
        w[j] = from_real_f32(0);
    }
    if (is_zero_f32(tau)) {
        return;
    }
    add_product_f32(a + next * n + next, n, m, v, w);
    for (ptrdiff_t k = 0; k < before; k++) {
        p->weights[k] = inner_product_f32(p->w + k * n + next, v, m);
        of_v[k] = inner_product_f32(p->v + k * n + next, v, m);
    }
    const view_f32 first = {p->weights, 0, 1, 0}, second = {of_v, 0, 1, 0};
    subtract_product_f32(w, 0, 1, m, before, first, p->v + next, n);
    subtract_product_f32(w, 0, 1, m, before, second, p->w + next, n);
    for (ptrdiff_t j = 0; j < m; j++) {
        w[j] = multiply_f32(conjugate_f32(tau), w[j]);
    }
    const scalar_f32 overlap = multiply_f32(tau, inner_product_f32(v, w, m));
    subtract_row_f32(w, v, scale_f32(conjugate_f32(overlap), (real_f32)0.5), m);
}

/* Subtracts a panel's update from rows and columns from `first` on, in the lower triangle only. */
static void update_from_panel_f32(scalar_f32 *a, ptrdiff_t n, ptrdiff_t first, ptrdiff_t size,
                                  const panel_f32 *p)
{
    enum {
        rows = 32
    };
    for (ptrdiff_t begin = first; begin < n; begin += rows) {
        const ptrdiff_t end = n - begin < rows ? n : begin + rows;
        const view_f32 v = {p->v + begin, 1, n, 1}, w = {p->w + begin, 1, n, 1};
        scalar_f32 *const corner = a + begin * n + first;
        subtract_product_f32(corner, n, end - begin, begin - first, size, v, p->w + first, n);
        subtract_product_f32(corner, n, end - begin, begin - first, size, w, p->v + first, n);
        for (ptrdiff_t i = begin; i < end; i++) {
            const view_f32 own_v = {p->v + i, 0, n, 1}, own_w = {p->w + i, 0, n, 1};
            scalar_f32 *const row = a + i * n + begin;
            subtract_product_f32(row, 0, 1, i + 1 - begin, size, own_v, p->w + begin, n);
            subtract_product_f32(row, 0, 1, i + 1 - begin, size, own_w, p->v + begin, n);
        }
    }
}

/* Reduces a to the tridiagonal H^H a H, where H is the product of the reflectors stored below the
 * subdiagonal. Reads and writes the lower triangle. `work` holds 2 * at_once * (n + 1) + n elements. */
static void tridiagonalise_f32(scalar_f32 *a, ptrdiff_t n, ptrdiff_t at_once, real_f32 *diagonal,
                               real_f32 *beside, scalar_f32 *tau, scalar_f32 *work)
{
    panel_f32 p = {.v = work, .w = work + at_once * n, .column = work + 2 * at_once * n};
    p.weights = p.column + n;
    for (ptrdiff_t first = 0; first < n; first += at_once) {
        const ptrdiff_t size = n - first < at_once ? n - first : at_once;
        for (ptrdiff_t k = 0; k < size; k++) {
            const ptrdiff_t i = first + k;
            reduce_column_f32(a, n, i, k, &p, diagonal, beside, tau);
            if (i + 1 < n) {
                complete_panel_f32(a, n, i, k, &p, tau[i]);
            }
        }
        update_from_panel_f32(a, n, first + size, size, &p);
    }
}

/* Transposes a square matrix in place, without conjugating it. */
static void transpose_f32(scalar_f32 *a, ptrdiff_t n)
{
    enum {
        tile = 16
    };
    for (ptrdiff_t top = 0; top < n; top += tile) {
        for (ptrdiff_t left = 0; left <= top; left += tile) {
            for (ptrdiff_t i = top; i < n && i < top + tile; i++) {
                for (ptrdiff_t j = left; j < i && j < left + tile; j++) {
                    const scalar_f32 kept = a[i * n + j];
                    a[i * n + j] = a[j * n + i];
                    a[j * n + i] = kept;
                }
            }
        }
    }
}

/* Implicit QL steps with shifts on a tridiagonal form; also applied to the rows of `z`, unless it is NULL.
 * Returns 0, or 1 + the index of the value that did not converge. */
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

/* Sorts the values in ascending order, with their vectors. */
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
    const ptrdiff_t n = (ptrdiff_t)shape->rows, panel = shape->panel > 0 ? (ptrdiff_t)shape->panel : 1;
    scalar_f32 *const z = (scalar_f32 *)(void *)scratch, *const tau = z + n * n, *const work = tau + n;
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        info[batch] = 0;
        if (n == 0) {
            continue;
        }
        scalar_f32 *const matrix = (scalar_f32 *)(void *)a + batch * n * n;
        real_f32 *const d = values + batch * n;
        /* The subdiagonal is stored in memory that is free once z is formed. */
        if (!shape->lower) {
            copy_to_lower_f32(matrix, n);
        }
        real_f32 *const beside = (real_f32 *)(void *)z;
        tridiagonalise_f32(matrix, n, panel, d, beside, tau, work);
        real_f32 *const e = (real_f32 *)(void *)matrix;
        if (!shape->vectors) {
            info[batch] = diagonalise_f32(d, beside, n, NULL);
            put_in_order_f32(d, n, NULL);
            continue;
        }
        /* The first row of the matrix holds no reflectors. */
        for (ptrdiff_t i = 0; i + 1 < n; i++) {
            e[i] = beside[i];
        }
        /* The QL steps work on rows, so the columns of the product of reflectors become rows. */
        form_hessenberg_basis_f32(matrix, n, (ptrdiff_t)shape->block, tau, z, work);
        transpose_f32(z, n);
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

/* Rotates a matrix by 180 degrees, so that its upper triangle becomes the lower one. */
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

/* The reduction from the upper triangle begins at the last column, so it is the reduction from the lower
 * triangle of the matrix rotated by 180 degrees. The other triangle is unchanged. */
void hlo2c_sytrd_f32(float *a, float *diagonal, float *beside, float *tau, int32_t *info,
                     unsigned char *scratch, const hlo2c_matrices *shape)
{
    const ptrdiff_t n = (ptrdiff_t)shape->rows, panel = shape->panel > 0 ? (ptrdiff_t)shape->panel : 1;
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
        tridiagonalise_f32(matrix, n, panel, middle, side, factors, (scalar_f32 *)(void *)scratch);
        if (!shape->lower) {
            turn_f32(matrix, n * n);
            turn_f32(factors, n - 1);
            reverse_f32(middle, n);
            reverse_f32(side, n - 1);
        }
    }
}

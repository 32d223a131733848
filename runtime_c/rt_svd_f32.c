#include "rt_svd_f32.h"

#include "rt_block_reflector_f32.h"
#include "rt_vectors_f32.h"

/* A matrix of `longer` rows and `shorter` columns during its reduction, first to bidiagonal, then to diagonal
 * form. Rows of `lefts` and `rights` are the singular vectors of the longer and the shorter side; both are
 * NULL if vectors are not computed. `panel` is a buffer for `block` reflectors of both sides. */
typedef struct reduction_f32 {
    ptrdiff_t longer, shorter, all, block;
    scalar_f32 *w, *lefts, *rights, *left_factors, *right_factors, *work, *panel;
    real_f32 *d, *e;
} reduction_f32;

/* A panel of reflectors: those of both sides map w to w - V Y^H - X U^H. Rows of `v` and `x` are columns of V
 * and X, with an element for each row of w; those of `y` and `u` are rows of Y^H and U^H. */
typedef struct panel_f32 {
    scalar_f32 *v, *x, *y, *u;
} panel_f32;

/* Applies k reflectors of both sides to column i, and turns it into a reflector. */
static void reduce_column_f32(const reduction_f32 *r, const panel_f32 *p, ptrdiff_t i, ptrdiff_t k)
{
    const ptrdiff_t n = r->shorter, longer = r->longer, below = longer - i;
    scalar_f32 *const column = r->w + i * n + i, *const v = p->v + k * longer + i;
    for (ptrdiff_t j = 0; j < below; j++) {
        v[j] = column[j * n];
    }
    const view_f32 y = {p->y + i, 0, n, 0}, u = {p->u + i, 0, n, 0};
    subtract_product_f32(v, 0, 1, below, k, y, p->v + i, longer);
    subtract_product_f32(v, 0, 1, below, k, u, p->x + i, longer);
    r->left_factors[i] = make_reflector_f32(v, 1, below);
    r->d[i] = real_part_f32(v[0]);
    for (ptrdiff_t j = 0; j < below; j++) {
        column[j * n] = v[j];
    }
    v[0] = from_real_f32(1);
}

/* Computes row k of Y^H: tau (w^H v - Y V^H v - U X^H v). */
static void complete_left_f32(const reduction_f32 *r, const panel_f32 *p, ptrdiff_t i, ptrdiff_t k)
{
    const ptrdiff_t n = r->shorter, longer = r->longer, below = longer - i, beside = n - i - 1;
    const scalar_f32 *const v = p->v + k * longer + i;
    scalar_f32 *const y = p->y + k * n + i + 1, *const of_y = r->work, *const of_u = r->work + k;
    for (ptrdiff_t j = 0; j < beside; j++) {
        y[j] = from_real_f32(0);
    }
    for (ptrdiff_t l = 0; l < k; l++) {
        of_y[l] = scale_f32(inner_product_f32(v, p->v + l * longer + i, below), -1);
        of_u[l] = scale_f32(inner_product_f32(v, p->x + l * longer + i, below), -1);
    }
    const view_f32 adjoint = {v, 0, 1, 1}, first = {of_y, 0, 1, 0}, second = {of_u, 0, 1, 0};
    subtract_product_f32(y, 0, 1, beside, below, adjoint, r->w + i * n + i + 1, n);
    subtract_product_f32(y, 0, 1, beside, k, first, p->y + i + 1, n);
    subtract_product_f32(y, 0, 1, beside, k, second, p->u + i + 1, n);
    const scalar_f32 factor = scale_f32(conjugate_f32(r->left_factors[i]), -1);
    for (ptrdiff_t j = 0; j < beside; j++) {
        y[j] = multiply_f32(factor, y[j]);
    }
}

/* Computes column k of X: tau (w u - V Y^H u - X U^H u). */
static void complete_right_f32(const reduction_f32 *r, const panel_f32 *p, ptrdiff_t i, ptrdiff_t k)
{
    const ptrdiff_t n = r->shorter, longer = r->longer, below = longer - i - 1, beside = n - i - 1;
    const scalar_f32 *const u = p->u + k * n + i + 1;
    scalar_f32 *const x = p->x + k * longer + i + 1, *const of_v = r->work, *const of_x = r->work + k + 1;
    for (ptrdiff_t j = 0; j < below; j++) {
        x[j] = inner_product_f32(u, r->w + (i + 1 + j) * n + i + 1, beside);
    }
    for (ptrdiff_t l = 0; l <= k; l++) {
        of_v[l] = inner_product_f32(u, p->y + l * n + i + 1, beside);
        of_x[l] = inner_product_f32(u, p->u + l * n + i + 1, beside);
    }
    const view_f32 first = {of_v, 0, 1, 0}, second = {of_x, 0, 1, 0};
    subtract_product_f32(x, 0, 1, below, k + 1, first, p->v + i + 1, longer);
    subtract_product_f32(x, 0, 1, below, k, second, p->x + i + 1, longer);
    for (ptrdiff_t j = 0; j < below; j++) {
        x[j] = multiply_f32(r->right_factors[i], x[j]);
    }
}

/* Turns row i, from the element after the diagonal on, into a reflector from the right. */
static void make_right_reflector_f32(const reduction_f32 *r, ptrdiff_t i)
{
    const ptrdiff_t n = r->shorter, beside = n - i - 1;
    scalar_f32 *const row = r->w + i * n + i + 1;
    for (ptrdiff_t j = 0; j < beside; j++) {
        row[j] = conjugate_f32(row[j]);
    }
    r->right_factors[i] = make_reflector_f32(row, 1, beside);
    r->e[i] = real_part_f32(row[0]);
}

/* Reduces `block` columns and rows from `first` on, and updates the remaining submatrix. */
static void reduce_panel_f32(const reduction_f32 *r, ptrdiff_t first)
{
    const ptrdiff_t n = r->shorter, longer = r->longer, block = r->block, next = first + block;
    const panel_f32 p = {r->panel, r->panel + block * longer, r->panel + 2 * block * longer,
                         r->panel + 2 * block * longer + block * n};
    for (ptrdiff_t k = 0; k < block; k++) {
        const ptrdiff_t i = first + k, beside = n - i - 1;
        scalar_f32 *const row = r->w + i * n + i + 1, *const u = p.u + k * n + i + 1;
        reduce_column_f32(r, &p, i, k);
        complete_left_f32(r, &p, i, k);
        const view_f32 v = {p.v + i, 0, longer, 0}, x = {p.x + i, 0, longer, 0};
        subtract_product_f32(row, 0, 1, beside, k + 1, v, p.y + i + 1, n);
        subtract_product_f32(row, 0, 1, beside, k, x, p.u + i + 1, n);
        make_right_reflector_f32(r, i);
        u[0] = from_real_f32(1);
        for (ptrdiff_t j = 1; j < beside; j++) {
            u[j] = conjugate_f32(row[j]);
        }
        complete_right_f32(r, &p, i, k);
    }
    const view_f32 v = {p.v + next, 1, longer, 0}, x = {p.x + next, 1, longer, 0};
    scalar_f32 *const rest = r->w + next * n + next;
    subtract_product_f32(rest, n, longer - next, n - next, block, v, p.y + next, n);
    subtract_product_f32(rest, n, longer - next, n - next, block, x, p.u + next, n);
}

/* Reflectors from the left eliminate the columns below the diagonal, those from the right the rows after the
 * superdiagonal. They are stored in place of the eliminated elements. */
static void bidiagonalise_f32(const reduction_f32 *r)
{
    const ptrdiff_t n = r->shorter;
    ptrdiff_t i = 0;
    for (; r->block > 0 && i + 2 * r->block < n; i += r->block) {
        reduce_panel_f32(r, i);
    }
    for (; i < n; i++) {
        scalar_f32 *const column = r->w + i * n + i, *const row = column + 1;
        const ptrdiff_t below = r->longer - i, beside = n - i - 1;
        r->left_factors[i] = make_reflector_f32(column, n, below);
        r->d[i] = real_part_f32(column[0]);
        r->e[i] = 0;
        if (beside == 0) {
            continue;
        }
        reflect_rows_f32(row, n, below, beside, column, n, conjugate_f32(r->left_factors[i]), r->work);
        make_right_reflector_f32(r, i);
        reflect_columns_f32(row + n, n, below - 1, beside, row, 1, r->right_factors[i], r->work);
    }
}

/* Applies a reflector to the rows of `x` from index `first` on: x becomes x H^T. `v` has `count` elements. */
static void reflect_vectors_f32(scalar_f32 *x, ptrdiff_t rows, ptrdiff_t length, ptrdiff_t first,
                                const scalar_f32 *v, ptrdiff_t stride, ptrdiff_t count, scalar_f32 factor,
                                scalar_f32 *work)
{
    work[0] = from_real_f32(1);
    for (ptrdiff_t j = 1; j < count; j++) {
        work[j] = v[j * stride];
    }
    for (ptrdiff_t k = first; k < rows; k++) {
        scalar_f32 *const row = x + k * length + first;
        subtract_row_f32(row, work, multiply_f32(factor, inner_product_f32(work, row, count)), count);
    }
}

static void set_unit_rows_f32(scalar_f32 *x, ptrdiff_t rows, ptrdiff_t length)
{
    for (ptrdiff_t i = 0; i < rows; i++) {
        for (ptrdiff_t j = 0; j < length; j++) {
            x[i * length + j] = from_real_f32(i == j);
        }
    }
}

/* The same for a block of `size` reflectors: x becomes x Q^T, where Q^T is the adjoint of the product of
 * their conjugates. Each reflector begins `next` elements after the one before it, and its elements are
 * `stride` apart. */
static void reflect_vectors_at_once_f32(const reduction_f32 *r, scalar_f32 *x, ptrdiff_t rows,
                                        ptrdiff_t length, ptrdiff_t first, const scalar_f32 *v,
                                        ptrdiff_t stride, ptrdiff_t next, ptrdiff_t size,
                                        const scalar_f32 *factors)
{
    const ptrdiff_t count = length - first;
    block_f32 b = block_of_f32(r->panel, count, size);
    for (ptrdiff_t i = 0; i < count; i++) {
        for (ptrdiff_t k = 0; k < size; k++) {
            b.v[k * count + i] = i > k ? v[k * next + (i - k) * stride] : from_real_f32(i == k);
        }
    }
    for (ptrdiff_t k = 0; k < size; k++) {
        join_reflector_f32(&b, k, conjugate_f32(factors[k]));
    }
    apply_block_from_right_f32(&b, x + first * length + first, length, rows - first, 1);
}

/* Forms the products of the reflectors, as rows. */
static void form_vectors_f32(const reduction_f32 *r)
{
    const ptrdiff_t n = r->shorter, whole = r->block > 0 ? (n - 1) / r->block * r->block : 0;
    set_unit_rows_f32(r->lefts, r->all, r->longer);
    set_unit_rows_f32(r->rights, n, n);
    for (ptrdiff_t i = n - 1; i >= whole; i--) {
        const scalar_f32 *const v = r->w + i * n + i;
        reflect_vectors_f32(r->lefts, r->all, r->longer, i, v, n, r->longer - i, r->left_factors[i], r->work);
        if (i + 1 < n) {
            reflect_vectors_f32(r->rights, n, n, i + 1, v + 1, 1, n - i - 1, r->right_factors[i], r->work);
        }
    }
    for (ptrdiff_t end = whole; end > 0; end -= r->block) {
        const ptrdiff_t i = end - r->block;
        const scalar_f32 *const v = r->w + i * n + i;
        reflect_vectors_at_once_f32(r, r->lefts, r->all, r->longer, i, v, n, n + 1, r->block,
                                    r->left_factors + i);
        reflect_vectors_at_once_f32(r, r->rights, n, n, i + 1, v + 1, 1, n + 1, r->block,
                                    r->right_factors + i);
    }
}

/* Rotates rows i and j of vectors, unless they are NULL: (x, y) becomes (c x + s y, c y - s x). */
static void turn_vectors_f32(scalar_f32 *x, ptrdiff_t length, ptrdiff_t i, ptrdiff_t j, real_f32 c,
                             real_f32 s)
{
    if (x != NULL) {
        rotate_rows_f32(x + i * length, x + j * length, c, -s, length);
    }
}

/* The rotation that maps (f, g) to (length, 0). */
static real_f32 make_turn_f32(real_f32 f, real_f32 g, real_f32 *c, real_f32 *s)
{
    const real_f32 length = hypotenuse_real_f32(f, g);
    *c = length == 0 ? 1 : f / length;
    *s = length == 0 ? 0 : g / length;
    return length;
}

/* Eliminates the element above the last diagonal element, which is zero. */
static void clear_column_f32(const reduction_f32 *r, ptrdiff_t first, ptrdiff_t last)
{
    real_f32 f = r->e[last - 1], c, s;
    r->e[last - 1] = 0;
    for (ptrdiff_t j = last - 1; j >= first; j--) {
        r->d[j] = make_turn_f32(r->d[j], f, &c, &s);
        if (j > first) {
            f = -s * r->e[j - 1];
            r->e[j - 1] *= c;
        }
        turn_vectors_f32(r->rights, r->shorter, j, last, c, s);
    }
}

/* Eliminates the element beside a zero on the diagonal that is not the last diagonal element. */
static void clear_row_f32(const reduction_f32 *r, ptrdiff_t zero, ptrdiff_t last)
{
    real_f32 f = r->e[zero], c, s;
    r->e[zero] = 0;
    for (ptrdiff_t j = zero + 1; j <= last; j++) {
        r->d[j] = make_turn_f32(r->d[j], f, &c, &s);
        f = -s * r->e[j];
        r->e[j] *= c;
        turn_vectors_f32(r->lefts, r->longer, j, zero, c, s);
    }
}

/* The first column of the shifted matrix: (f, g). */
static real_f32 shifted_f32(const reduction_f32 *r, ptrdiff_t first, ptrdiff_t last, real_f32 *g)
{
    const real_f32 parts[5] = {r->d[last], r->d[last - 1], r->e[last - 1], r->d[first], r->e[first]};
    real_f32 size = 0;
    for (int i = 0; i < 5; i++) {
        size = largest_real_f32(size, absolute_real_f32(parts[i]));
    }
    const real_f32 end = parts[0] / size, before = parts[1] / size, beside = parts[2] / size;
    const real_f32 here = parts[3] / size, next = parts[4] / size;
    const real_f32 b = ((before + end) * (before - end) + beside * beside) / 2;
    const real_f32 c = end * beside * (end * beside);
    real_f32 shift = 0;
    if (b != 0 || c != 0) {
        const real_f32 root = square_root_real_f32(b * b + c);
        shift = c / (b < 0 ? b - root : b + root);
    }
    *g = here * next;
    return (here + end) * (here - end) + shift;
}

/* One step with an implicit shift on rows first ... last. */
static void step_f32(const reduction_f32 *r, ptrdiff_t first, ptrdiff_t last)
{
    real_f32 *const d = r->d, *const e = r->e;
    real_f32 g, c, s, f = shifted_f32(r, first, last, &g);
    for (ptrdiff_t j = first; j < last; j++) {
        real_f32 length = make_turn_f32(f, g, &c, &s);
        if (j > first) {
            e[j - 1] = length;
        }
        f = c * d[j] + s * e[j];
        e[j] = c * e[j] - s * d[j];
        g = s * d[j + 1];
        d[j + 1] *= c;
        turn_vectors_f32(r->rights, r->shorter, j, j + 1, c, s);
        length = make_turn_f32(f, g, &c, &s);
        d[j] = length;
        f = c * e[j] + s * d[j + 1];
        d[j + 1] = c * d[j + 1] - s * e[j];
        g = j + 1 < last ? s * e[j + 1] : 0;
        e[j + 1] = j + 1 < last ? c * e[j + 1] : e[j + 1];
        turn_vectors_f32(r->lefts, r->longer, j, j + 1, c, s);
    }
    e[last - 1] = f;
}

/* Zeroes negligible elements in the block that ends at `last`; returns the block's first row. */
static ptrdiff_t find_block_f32(const reduction_f32 *r, ptrdiff_t last)
{
    const real_f32 *const d = r->d;
    const real_f32 tiny = smallest_real_f32() / epsilon_real_f32();
    for (ptrdiff_t first = last; first > 0; first--) {
        const real_f32 around = absolute_real_f32(d[first - 1]) + absolute_real_f32(d[first]);
        if (absolute_real_f32(r->e[first - 1]) <= tiny + epsilon_real_f32() * around) {
            r->e[first - 1] = 0;
            return first;
        }
    }
    return 0;
}

/* Zeroes the last negligible diagonal element of a block and returns its index; first - 1 if there is
 * none. */
static ptrdiff_t find_zero_f32(const reduction_f32 *r, ptrdiff_t first, ptrdiff_t last)
{
    const real_f32 tiny = smallest_real_f32() / epsilon_real_f32();
    for (ptrdiff_t j = last; j >= first; j--) {
        const real_f32 before = j > first ? absolute_real_f32(r->e[j - 1]) : 0;
        const real_f32 after = j < last ? absolute_real_f32(r->e[j]) : 0;
        if (absolute_real_f32(r->d[j]) <= tiny + epsilon_real_f32() * (before + after)) {
            r->d[j] = 0;
            return j;
        }
    }
    return first - 1;
}

/* Reduces the bidiagonal form to a diagonal. Returns 0, or 1 if it does not converge. */
static int32_t diagonalise_f32(const reduction_f32 *r)
{
    int steps = 0;
    for (ptrdiff_t last = r->shorter - 1; last >= 0;) {
        const ptrdiff_t first = find_block_f32(r, last);
        if (first == last) {
            if (r->d[last] < 0) {
                r->d[last] = -r->d[last];
                for (ptrdiff_t i = 0; r->rights != NULL && i < r->shorter; i++) {
                    scalar_f32 *const element = r->rights + last * r->shorter + i;
                    *element = subtract_f32(from_real_f32(0), *element);
                }
            }
            last--;
            steps = 0;
            continue;
        }
        if (++steps > 75) {
            return 1;
        }
        const ptrdiff_t zero = find_zero_f32(r, first, last);
        if (zero == last) {
            clear_column_f32(r, first, last);
        } else if (zero >= first) {
            clear_row_f32(r, zero, last);
        } else {
            step_f32(r, first, last);
        }
    }
    return 0;
}

static void exchange_rows_f32(scalar_f32 *x, ptrdiff_t length, ptrdiff_t i, ptrdiff_t j)
{
    for (ptrdiff_t k = 0; x != NULL && k < length; k++) {
        const scalar_f32 kept = x[i * length + k];
        x[i * length + k] = x[j * length + k];
        x[j * length + k] = kept;
    }
}

/* Sorts the values in descending order, with their vectors. */
static void put_in_order_f32(const reduction_f32 *r)
{
    for (ptrdiff_t k = 0; k < r->shorter; k++) {
        ptrdiff_t best = k;
        for (ptrdiff_t j = k + 1; j < r->shorter; j++) {
            best = r->d[j] > r->d[best] ? j : best;
        }
        if (best != k) {
            const real_f32 kept = r->d[k];
            r->d[k] = r->d[best];
            r->d[best] = kept;
            exchange_rows_f32(r->lefts, r->longer, k, best);
            exchange_rows_f32(r->rights, r->shorter, k, best);
        }
    }
}

/* A divisor of all elements, so that their squares neither overflow nor underflow. */
static real_f32 scale_of_f32(const scalar_f32 *a, ptrdiff_t count)
{
    real_f32 largest = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        largest = largest_real_f32(largest, magnitude_f32(a[i]));
    }
    return largest > 0 && largest - largest == 0 ? largest : 1;
}

static void clear_f32(scalar_f32 *x, ptrdiff_t count)
{
    for (ptrdiff_t i = 0; i < count; i++) {
        x[i] = from_real_f32(0);
    }
}

void hlo2c_gesdd_f32(const float *a, float *values, float *u, float *vt, int32_t *info,
                     unsigned char *scratch, const hlo2c_matrices *shape)
{
    const ptrdiff_t rows = (ptrdiff_t)shape->rows, columns = (ptrdiff_t)shape->columns;
    const int is_tall = rows >= columns;
    const ptrdiff_t count = is_tall ? columns : rows, n = is_tall ? rows : columns;
    const ptrdiff_t u_columns = shape->full ? rows : count, vt_rows = shape->full ? columns : count;
    const ptrdiff_t block = (ptrdiff_t)shape->block;
    reduction_f32 r = {.longer = n, .shorter = count, .all = shape->full ? n : count, .block = block};
    r.w = (scalar_f32 *)(void *)scratch;
    scalar_f32 *const lefts = r.w + n * count, *const rights = lefts + r.all * n;
    r.left_factors = rights + count * count;
    r.right_factors = r.left_factors + count;
    r.work = r.right_factors + count;
    r.panel = r.work + n;
    r.e = (real_f32 *)(void *)(r.panel + block * (2 * n + 2 * count + 2 * block + block_chunk_f32));
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        const scalar_f32 *const matrix = (const scalar_f32 *)(const void *)a + batch * rows * columns;
        scalar_f32 *const left = (scalar_f32 *)(void *)u + batch * rows * u_columns;
        scalar_f32 *const right = (scalar_f32 *)(void *)vt + batch * vt_rows * columns;
        const real_f32 scale = scale_of_f32(matrix, rows * columns);
        for (ptrdiff_t i = 0; i < n; i++) {
            for (ptrdiff_t k = 0; k < count; k++) {
                const scalar_f32 element =
                    is_tall ? matrix[i * columns + k] : conjugate_f32(matrix[k * columns + i]);
                r.w[i * count + k] = divide_f32(element, from_real_f32(scale));
            }
        }
        r.d = values + batch * count;
        bidiagonalise_f32(&r);
        if (shape->vectors) {
            r.lefts = lefts;
            r.rights = rights;
            form_vectors_f32(&r);
        }
        info[batch] = diagonalise_f32(&r);
        put_in_order_f32(&r);
        for (ptrdiff_t k = 0; k < count; k++) {
            r.d[k] *= scale;
        }
        if (!shape->vectors) {
            clear_f32(left, rows * u_columns);
            clear_f32(right, vt_rows * columns);
            continue;
        }
        for (ptrdiff_t k = 0; k < r.all; k++) {
            const scalar_f32 *const far = lefts + k * n, *const near = rights + k * count;
            const int is_pair = k < count;
            const scalar_f32 factor =
                is_pair && !is_tall ? sign_factor_f32(near, 1, rows) : sign_factor_f32(far, 1, n);
            const scalar_f32 *const first = is_tall ? far : near, *const second = is_tall ? near : far;
            for (ptrdiff_t i = 0; i < rows && k < u_columns; i++) {
                left[i * u_columns + k] = multiply_f32(factor, first[i]);
            }
            for (ptrdiff_t i = 0; i < columns && k < vt_rows; i++) {
                right[k * columns + i] = conjugate_f32(multiply_f32(factor, second[i]));
            }
        }
    }
}

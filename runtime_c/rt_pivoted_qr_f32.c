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

/* Moves the requested columns to the front and returns their number. */
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

/* State of the factorization: `left` holds the norm of each column below the finished rows, `start` that norm
 * when it was last computed exactly. Row k of `products` is row k of the adjoint of F, where the reflectors
 * of a panel subtract V F^H from the matrix. */
typedef struct pivoting_f32 {
    ptrdiff_t rows, columns, block;
    scalar_f32 *a, *tau, *work, *products;
    real_f32 *left, *start;
    int32_t *order;
} pivoting_f32;

/* Computes the norms of columns from `first` on in rows from `row` on, scaled by the largest element to avoid
 * overflow. */
static void measure_columns_f32(const pivoting_f32 *p, ptrdiff_t row, ptrdiff_t first)
{
    const ptrdiff_t columns = p->columns;
    real_f32 *const largest = p->left, *const sums = p->start;
    for (ptrdiff_t j = first; j < columns; j++) {
        largest[j] = sums[j] = 0;
    }
    for (ptrdiff_t i = row; i < p->rows; i++) {
        for (ptrdiff_t j = first; j < columns; j++) {
            const real_f32 size = magnitude_f32(p->a[i * columns + j]);
            largest[j] = size <= largest[j] ? largest[j] : size;
        }
    }
    for (ptrdiff_t i = row; i < p->rows; i++) {
        for (ptrdiff_t j = first; j < columns; j++) {
            const scalar_f32 element = p->a[i * columns + j];
            sums[j] += square_f32(divide_f32(element, from_real_f32(largest[j] > 0 ? largest[j] : 1)));
        }
    }
    for (ptrdiff_t j = first; j < columns; j++) {
        const int is_finite = largest[j] - largest[j] == 0;
        p->left[j] = p->start[j] = is_finite ? largest[j] * square_root_real_f32(sums[j]) : largest[j];
    }
}

/* Updates the norms of columns from k + 1 on after row k from the previous norms. If cancellation would lose
 * half of the digits, `start` becomes negative to mark the column for recomputation. Returns whether a column
 * is marked. */
static int shorten_f32(const pivoting_f32 *p, ptrdiff_t k)
{
    const real_f32 limit = square_root_real_f32(epsilon_real_f32());
    int is_lost = 0;
    for (ptrdiff_t j = k + 1; j < p->columns; j++) {
        if (p->left[j] == 0) {
            continue;
        }
        const real_f32 part = modulus_f32(p->a[k * p->columns + j]) / p->left[j];
        const real_f32 rest = largest_real_f32((1 + part) * (1 - part), 0), lost = p->left[j] / p->start[j];
        if (rest * lost * lost > limit) {
            p->left[j] *= square_root_real_f32(rest);
        } else {
            p->start[j] = -1;
            is_lost = 1;
        }
    }
    return is_lost;
}

/* Recomputes the norms of the marked columns below row k. */
static void measure_again_f32(const pivoting_f32 *p, ptrdiff_t k)
{
    for (ptrdiff_t j = k + 1; j < p->columns; j++) {
        if (p->start[j] < 0) {
            const scalar_f32 *const below = p->a + (k + 1) * p->columns + j;
            p->left[j] = p->start[j] = length_f32(below, p->columns, p->rows - k - 1);
        }
    }
}

/* Exchanges column k with the remaining column of largest norm, with their data, including `done` rows of
 * products. */
static void choose_column_f32(const pivoting_f32 *p, ptrdiff_t k, ptrdiff_t done)
{
    ptrdiff_t best = k;
    for (ptrdiff_t j = k + 1; j < p->columns; j++) {
        best = p->left[j] > p->left[best] ? j : best;
    }
    if (best == k) {
        return;
    }
    exchange_columns_f32(p->a, p->rows, p->columns, k, best);
    exchange_columns_f32(p->products, done, p->columns, k, best);
    p->left[best] = p->left[k];
    p->start[best] = p->start[k];
    const int32_t kept = p->order[k];
    p->order[k] = p->order[best];
    p->order[best] = kept;
}

/* Turns column k into a reflector and applies it to all later columns. */
static void reflect_column_f32(const pivoting_f32 *p, ptrdiff_t k)
{
    const ptrdiff_t columns = p->columns;
    scalar_f32 *const v = p->a + k * columns + k;
    p->tau[k] = make_reflector_f32(v, columns, p->rows - k);
    reflect_rows_f32(v + 1, columns, p->rows - k, columns - k - 1, v, columns, conjugate_f32(p->tau[k]),
                     p->work);
}

/* Processes column k of a panel that begins at `first`: updates only the column itself and row k of the later
 * columns. */
static void reflect_in_panel_f32(const pivoting_f32 *p, ptrdiff_t first, ptrdiff_t k)
{
    const ptrdiff_t columns = p->columns, before = k - first, rest = columns - k - 1;
    scalar_f32 *const panel = p->a + k * columns + first, *const v = panel + before;
    scalar_f32 *const product = p->products + before * columns;
    for (ptrdiff_t l = 0; l < before; l++) {
        p->work[l] = conjugate_f32(p->products[l * columns + k]);
    }
    for (ptrdiff_t i = 0; i < p->rows - k; i++) {
        const scalar_f32 taken = inner_product_f32(p->work, panel + i * columns, before);
        v[i * columns] = subtract_f32(v[i * columns], taken);
    }
    p->tau[k] = make_reflector_f32(v, columns, p->rows - k);
    const scalar_f32 pivot = v[0], factor = subtract_f32(from_real_f32(0), conjugate_f32(p->tau[k]));
    v[0] = from_real_f32(1);
    /* -v^H a, corrected by the earlier reflectors' updates of a; their products with v come first. */
    for (ptrdiff_t j = first; j < columns; j++) {
        product[j] = from_real_f32(0);
    }
    const view_f32 adjoint = {v, 0, columns, 1}, overlaps = {p->work, 0, 1, 0}, row = {panel, 0, 1, 0};
    subtract_product_f32(product + first, 0, 1, columns - first, p->rows - k, adjoint, panel, columns);
    for (ptrdiff_t l = 0; l < before; l++) {
        p->work[l] = product[first + l];
    }
    subtract_product_f32(product + k + 1, 0, 1, rest, before, overlaps, p->products + k + 1, columns);
    for (ptrdiff_t j = k + 1; j < columns; j++) {
        product[j] = multiply_f32(factor, product[j]);
    }
    subtract_product_f32(v + 1, 0, 1, rest, before + 1, row, p->products + k + 1, columns);
    v[0] = pivot;
}

/* Reduces up to `count` columns from `first` on, as long as the norms of all other columns are known without
 * recomputation. Returns their number. */
static ptrdiff_t factor_panel_f32(const pivoting_f32 *p, ptrdiff_t first, ptrdiff_t count)
{
    const ptrdiff_t columns = p->columns;
    ptrdiff_t done = 0;
    int is_lost = 0;
    for (; done < count && !is_lost; done++) {
        choose_column_f32(p, first + done, done);
        reflect_in_panel_f32(p, first, first + done);
        is_lost = shorten_f32(p, first + done);
    }
    const ptrdiff_t next = first + done;
    const view_f32 v = {p->a + next * columns + first, columns, 1, 0};
    subtract_product_f32(p->a + next * columns + next, columns, p->rows - next, columns - next, done, v,
                         p->products + next, columns);
    if (is_lost) {
        measure_again_f32(p, next - 1);
    }
    return done;
}

static void factor_f32(const pivoting_f32 *p, ptrdiff_t fixed)
{
    enum {
        few = 32 /* too few columns for a panel */
    };
    const ptrdiff_t count = p->rows < p->columns ? p->rows : p->columns;
    ptrdiff_t k = 0;
    for (; k < count && k < fixed; k++) {
        reflect_column_f32(p, k);
    }
    measure_columns_f32(p, k, k);
    while (p->block > 0 && k + p->block + few < count) {
        k += factor_panel_f32(p, k, p->block);
    }
    for (; k < count; k++) {
        choose_column_f32(p, k, 0);
        reflect_column_f32(p, k);
        if (shorten_f32(p, k)) {
            measure_again_f32(p, k);
        }
    }
}

void hlo2c_geqp3_f32(const int32_t *given, float *a, int32_t *order, float *tau, unsigned char *scratch,
                     const hlo2c_matrices *shape)
{
    const ptrdiff_t rows = (ptrdiff_t)shape->rows, columns = (ptrdiff_t)shape->columns;
    const ptrdiff_t count = rows < columns ? rows : columns, block = (ptrdiff_t)shape->block;
    pivoting_f32 p = {
        .rows = rows, .columns = columns, .block = block, .work = (scalar_f32 *)(void *)scratch};
    p.products = p.work + columns;
    p.left = (real_f32 *)(void *)(p.products + block * columns);
    p.start = p.left + columns;
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        p.a = (scalar_f32 *)(void *)a + batch * rows * columns;
        p.tau = (scalar_f32 *)(void *)tau + batch * count;
        p.order = order + batch * columns;
        factor_f32(&p, put_first_f32(p.a, rows, columns, given + batch * columns, p.order));
    }
}

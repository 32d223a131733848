#include "rt_tridiagonal_f32.h"

#include "rt_matrix_f32.h"

/* A system during elimination: the diagonal, the superdiagonal, the second superdiagonal that exchanges fill,
 * and the right-hand sides. Element k of `below` belongs to row k. */
typedef struct system_f32 {
    ptrdiff_t n, columns;
    scalar_f32 *d, *u, *v, *b;
    const scalar_f32 *below;
} system_f32;

/* Subtracts a multiple of row k from row k + 1. */
static void eliminate_f32(const system_f32 *s, ptrdiff_t k)
{
    scalar_f32 *const row = s->b + k * s->columns;
    const scalar_f32 factor = divide_f32(s->below[k], s->d[k]);
    s->v[k] = from_real_f32(0);
    s->d[k + 1] = subtract_f32(s->d[k + 1], multiply_f32(factor, s->u[k]));
    subtract_row_f32(row + s->columns, row, factor, s->columns);
}

/* The same after the two rows were exchanged. */
static void exchange_and_eliminate_f32(const system_f32 *s, ptrdiff_t k)
{
    scalar_f32 *const row = s->b + k * s->columns, *const next = row + s->columns;
    const scalar_f32 factor = divide_f32(s->d[k], s->below[k]), kept = s->d[k + 1];
    s->d[k] = s->below[k];
    s->d[k + 1] = subtract_f32(s->u[k], multiply_f32(factor, kept));
    s->u[k] = kept;
    s->v[k] = from_real_f32(0);
    if (k + 2 < s->n) {
        s->v[k] = s->u[k + 1];
        s->u[k + 1] = subtract_f32(from_real_f32(0), multiply_f32(factor, s->v[k]));
    }
    for (ptrdiff_t j = 0; j < s->columns; j++) {
        const scalar_f32 upper = row[j];
        row[j] = next[j];
        next[j] = subtract_f32(upper, multiply_f32(factor, next[j]));
    }
}

/* Subtracts the known terms from row k of the right-hand sides. */
static void substitute_f32(const system_f32 *s, ptrdiff_t k)
{
    scalar_f32 *const row = s->b + k * s->columns;
    if (k + 1 < s->n) {
        subtract_row_f32(row, row + s->columns, s->u[k], s->columns);
    }
    if (k + 2 < s->n) {
        subtract_row_f32(row, row + 2 * s->columns, s->v[k], s->columns);
    }
}

/* Elimination with exchanges of neighbours, as LAPACK's gtsv. */
static int32_t solve_f32(const system_f32 *s)
{
    for (ptrdiff_t k = 0; k + 1 < s->n; k++) {
        if (magnitude_f32(s->d[k]) < magnitude_f32(s->below[k])) {
            exchange_and_eliminate_f32(s, k);
        } else if (is_zero_f32(s->d[k])) {
            return (int32_t)(k + 1);
        } else {
            eliminate_f32(s, k);
        }
    }
    if (is_zero_f32(s->d[s->n - 1])) {
        return (int32_t)s->n;
    }
    for (ptrdiff_t k = s->n - 1; k >= 0; k--) {
        substitute_f32(s, k);
        for (ptrdiff_t j = 0; j < s->columns; j++) {
            s->b[k * s->columns + j] = divide_f32(s->b[k * s->columns + j], s->d[k]);
        }
    }
    return 0;
}

/* Divides a row by its pivot, moved away from zero in growing steps where a quotient would overflow. */
static void divide_by_perturbed_f32(scalar_f32 *row, ptrdiff_t columns, scalar_f32 pivot, real_f32 step)
{
    const real_f32 least = smallest_real_f32(), most = 1 / least;
    real_f32 largest = 0;
    for (ptrdiff_t j = 0; j < columns; j++) {
        largest = largest_real_f32(largest, modulus_f32(row[j]));
    }
    step = largest_real_f32(step, least);
    step = real_part_f32(pivot) < 0 ? -step : step;
    for (real_f32 size = modulus_f32(pivot); size < 1; size = modulus_f32(pivot)) {
        const int vanishes = size < least && (size == 0 || largest * least > size);
        if (vanishes || (size >= least && largest > size * most)) {
            pivot = add_f32(pivot, from_real_f32(step));
            step *= 2;
            continue;
        }
        if (size < least) {
            pivot = scale_f32(pivot, most);
            for (ptrdiff_t j = 0; j < columns; j++) {
                row[j] = scale_f32(row[j], most);
            }
        }
        break;
    }
    for (ptrdiff_t j = 0; j < columns; j++) {
        row[j] = divide_f32(row[j], pivot);
    }
}

/* Chooses pivots by their magnitude relative to their row, as in LAPACK's lagtf. */
static void solve_perturbed_f32(const system_f32 *s)
{
    real_f32 largest = 0, scale = modulus_f32(s->d[0]) + modulus_f32(s->u[0]);
    for (ptrdiff_t k = 0; k + 1 < s->n; k++) {
        const real_f32 beside = modulus_f32(s->below[k]);
        const real_f32 next = beside + modulus_f32(s->d[k + 1]) + modulus_f32(s->u[k + 1]);
        const int is_first = is_zero_f32(s->d[k]);
        if (beside == 0) {
            s->v[k] = from_real_f32(0);
            scale = next;
        } else if (!is_first && beside / next <= modulus_f32(s->d[k]) / scale) {
            eliminate_f32(s, k);
            scale = next;
        } else {
            exchange_and_eliminate_f32(s, k);
            scale = modulus_f32(s->d[k + 1]) + modulus_f32(s->u[k + 1]);
        }
    }
    for (ptrdiff_t k = 0; k < s->n; k++) {
        largest = largest_real_f32(largest, modulus_f32(s->d[k]));
        largest = largest_real_f32(largest, modulus_f32(s->u[k]));
        largest = largest_real_f32(largest, k + 2 < s->n ? modulus_f32(s->v[k]) : 0);
    }
    for (ptrdiff_t k = s->n - 1; k >= 0; k--) {
        substitute_f32(s, k);
        divide_by_perturbed_f32(s->b + k * s->columns, s->columns, s->d[k], epsilon_real_f32() * largest);
    }
}

/* The system of one matrix of a batch, with copies in the scratch of everything that elimination
 * overwrites. */
static system_f32 system_of_f32(float *b, const float *below, const float *diagonal, const float *above,
                                unsigned char *scratch, const hlo2c_matrices *shape, ptrdiff_t batch)
{
    const ptrdiff_t n = (ptrdiff_t)shape->rows, columns = (ptrdiff_t)shape->columns;
    const ptrdiff_t beside = shape->full ? n : n - 1, skipped = shape->full ? 1 : 0;
    const scalar_f32 *const middle = (const scalar_f32 *)(const void *)diagonal + batch * n;
    const scalar_f32 *const upper = (const scalar_f32 *)(const void *)above + batch * beside;
    scalar_f32 *const d = (scalar_f32 *)(void *)scratch, *const u = d + n, *const v = u + n;
    for (ptrdiff_t k = 0; k < n; k++) {
        d[k] = middle[k];
        u[k] = k + 1 < n ? upper[k] : from_real_f32(0);
        v[k] = from_real_f32(0);
    }
    return (system_f32){n,
                        columns,
                        d,
                        u,
                        v,
                        (scalar_f32 *)(void *)b + batch * n * columns,
                        (const scalar_f32 *)(const void *)below + batch * beside + skipped};
}

void hlo2c_gtsv_f32(float *b, const float *below, const float *diagonal, const float *above, int32_t *info,
                    unsigned char *scratch, const hlo2c_matrices *shape)
{
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        info[batch] = 0;
        if (shape->rows > 0) {
            const system_f32 s = system_of_f32(b, below, diagonal, above, scratch, shape, batch);
            info[batch] = solve_f32(&s);
        }
    }
}

void hlo2c_gtsv_perturbed_f32(float *b, const float *below, const float *diagonal, const float *above,
                              unsigned char *scratch, const hlo2c_matrices *shape)
{
    for (ptrdiff_t batch = 0; shape->rows > 0 && batch < shape->batches; batch++) {
        const system_f32 s = system_of_f32(b, below, diagonal, above, scratch, shape, batch);
        solve_perturbed_f32(&s);
    }
}

/* rt_bulge_f32.h  Steps that reduce a Hessenberg form of f32 elements to a Schur form: shifts, and bulges
 * that reflectors of two or three elements chase down the diagonal. */
#ifndef HLO2C_RT_BULGE_F32_H
#define HLO2C_RT_BULGE_F32_H

#include "rt_reflector_f32.h"

/* A Hessenberg form of `n` rows during the reduction, and rows of the adjoint of its basis, or NULL. With
 * `values_only` only the rows and columns that remain to be reduced are updated. `row` has room for n
 * elements. */
typedef struct form_f32 {
    scalar_f32 *h, *basis, *row;
    ptrdiff_t n;
    int values_only;
} form_f32;

/* Two shifts: the eigenvalues of [x above; beside y]. */
typedef struct shifts_f32 {
    scalar_f32 x, above, beside, y;
} shifts_f32;

/* The reflector I - v u^H of `size` elements; v begins with 1. */
typedef struct bulge_f32 {
    scalar_f32 v[3], u[3];
    int size;
} bulge_f32;

/* Computes the column that starts a bulge: up to a factor, the first column of p(H), where H is the form and
 * p the polynomial whose roots are the two shifts. `corner` points to the first of the active rows and
 * columns, three or more. */
static inline void begin_bulge_f32(const scalar_f32 *corner, ptrdiff_t stride, shifts_f32 shifts,
                                   scalar_f32 *column)
{
    const scalar_f32 here = corner[0], below = corner[stride];
    const scalar_f32 a = subtract_f32(shifts.x, here), b = subtract_f32(shifts.y, here);
    const real_f32 size = magnitude_f32(a) + magnitude_f32(shifts.beside) + magnitude_f32(below);
    const scalar_f32 under = from_real_f32(size), weight = divide_f32(below, under);
    const scalar_f32 product = subtract_f32(multiply_f32(divide_f32(a, under), b),
                                            multiply_f32(divide_f32(shifts.beside, under), shifts.above));
    column[0] = add_f32(product, multiply_f32(weight, corner[1]));
    column[1] = multiply_f32(weight, subtract_f32(subtract_f32(corner[stride + 1], here), add_f32(a, b)));
    column[2] = multiply_f32(weight, corner[2 * stride + 1]);
}

/* Computes the reflector whose adjoint maps `column`, two or three elements, to a multiple of the first unit
 * vector. Returns the factor. */
static inline scalar_f32 make_bulge_f32(const scalar_f32 *column, int size, bulge_f32 *b)
{
    real_f32 scale = 0, sum = 0;
    for (int i = 0; i < size; i++) {
        scale += magnitude_f32(column[i]);
    }
    b->size = size;
    for (int i = 0; i < 3; i++) {
        b->v[i] = b->u[i] = from_real_f32(0);
    }
    if (scale < smallest_real_f32()) {
        return column[0];
    }
    const real_f32 factor = 1 / scale;
    for (int i = 0; i < size; i++) {
        b->v[i] = scale_f32(column[i], factor);
        sum += square_f32(b->v[i]);
    }
    const scalar_f32 alpha = b->v[0];
    const real_f32 norm = square_root_real_f32(sum), beta = real_part_f32(alpha) < 0 ? norm : -norm;
    const scalar_f32 under = divide_f32(from_real_f32(1), subtract_f32(alpha, from_real_f32(beta)));
    const scalar_f32 tau = scale_f32(subtract_f32(from_real_f32(beta), alpha), 1 / beta);
    b->v[0] = from_real_f32(1);
    for (int i = 1; i < size; i++) {
        b->v[i] = multiply_f32(b->v[i], under);
    }
    for (int i = 0; i < size; i++) {
        b->u[i] = multiply_f32(conjugate_f32(tau), b->v[i]);
    }
    return from_real_f32(beta * scale);
}

static inline void reflect_two_rows_f32(scalar_f32 *restrict x, scalar_f32 *restrict y, ptrdiff_t n,
                                        const bulge_f32 *b)
{
    const scalar_f32 v = conjugate_f32(b->v[1]), u0 = b->u[0], u1 = b->u[1];
    for (ptrdiff_t j = 0; j < n; j++) {
        const scalar_f32 sum = add_f32(x[j], multiply_f32(v, y[j]));
        x[j] = subtract_f32(x[j], multiply_f32(u0, sum));
        y[j] = subtract_f32(y[j], multiply_f32(u1, sum));
    }
}

static inline void reflect_three_rows_f32(scalar_f32 *restrict x, scalar_f32 *restrict y,
                                          scalar_f32 *restrict z, ptrdiff_t n, const bulge_f32 *b)
{
    const scalar_f32 v = conjugate_f32(b->v[1]), w = conjugate_f32(b->v[2]);
    const scalar_f32 u0 = b->u[0], u1 = b->u[1], u2 = b->u[2];
    for (ptrdiff_t j = 0; j < n; j++) {
        const scalar_f32 sum = add_f32(add_f32(x[j], multiply_f32(v, y[j])), multiply_f32(w, z[j]));
        x[j] = subtract_f32(x[j], multiply_f32(u0, sum));
        y[j] = subtract_f32(y[j], multiply_f32(u1, sum));
        z[j] = subtract_f32(z[j], multiply_f32(u2, sum));
    }
}

/* Applies the reflector's adjoint to two or three rows that begin at `rows`. */
static inline void bulge_rows_f32(scalar_f32 *rows, ptrdiff_t stride, ptrdiff_t n, const bulge_f32 *b)
{
    if (b->size == 3) {
        reflect_three_rows_f32(rows, rows + stride, rows + 2 * stride, n, b);
    } else {
        reflect_two_rows_f32(rows, rows + stride, n, b);
    }
}

/* Applies the reflector from the right to the first two or three elements of each row. */
static inline void bulge_columns_f32(scalar_f32 *rows, ptrdiff_t stride, ptrdiff_t count, const bulge_f32 *b)
{
    const scalar_f32 v = b->v[1], w = b->v[2];
    const scalar_f32 u0 = conjugate_f32(b->u[0]), u1 = conjugate_f32(b->u[1]), u2 = conjugate_f32(b->u[2]);
    for (ptrdiff_t i = 0; i < count; i++) {
        scalar_f32 *const row = rows + i * stride;
        scalar_f32 sum = add_f32(row[0], multiply_f32(row[1], v));
        if (b->size == 3) {
            sum = add_f32(sum, multiply_f32(row[2], w));
            row[2] = subtract_f32(row[2], multiply_f32(sum, u2));
        }
        row[0] = subtract_f32(row[0], multiply_f32(sum, u0));
        row[1] = subtract_f32(row[1], multiply_f32(sum, u1));
    }
}

#endif

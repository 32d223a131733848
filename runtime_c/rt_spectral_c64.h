/* rt_spectral_c64.h  Eigenvectors of complex triangular matrices with f32 parts. */
#ifndef HLO2C_RT_SPECTRAL_C64_H
#define HLO2C_RT_SPECTRAL_C64_H

#include "rt_rotation_c64.h"
#include "rt_vectors_c64.h"

enum {
    vectors_at_once_c64 = 32,
    vector_rows_c64 = 32 /* rows of the triangle that are solved one by one */
};

/* The difference of two eigenvalues, replaced by `least` if it is too small to divide by. */
static inline scalar_c64 safe_difference_c64(scalar_c64 a, scalar_c64 b, real_c64 scale)
{
    const scalar_c64 difference = subtract_c64(a, b);
    const real_c64 least = largest_real_c64(epsilon_real_c64() * scale, smallest_real_c64());
    return magnitude_c64(difference) < least ? from_real_c64(least) : difference;
}

/* Normalises `count` columns, at most vectors_at_once, of `rows` rows, so that the first of the largest
 * elements of each is positive. */
static inline void normalise_columns_c64(scalar_c64 *x, ptrdiff_t stride, ptrdiff_t rows, ptrdiff_t count)
{
    real_c64 largest[vectors_at_once_c64], sums[vectors_at_once_c64], most[vectors_at_once_c64];
    scalar_c64 factors[vectors_at_once_c64];
    for (ptrdiff_t k = 0; k < count; k++) {
        largest[k] = sums[k] = most[k] = 0;
        factors[k] = from_real_c64(0);
    }
    for (ptrdiff_t i = 0; i < rows; i++) {
        for (ptrdiff_t k = 0; k < count; k++) {
            largest[k] = largest_real_c64(largest[k], magnitude_c64(x[i * stride + k]));
        }
    }
    for (ptrdiff_t k = 0; k < count; k++) {
        largest[k] = largest[k] > 0 ? largest[k] : 1;
    }
    for (ptrdiff_t i = 0; i < rows; i++) {
        for (ptrdiff_t k = 0; k < count; k++) {
            scalar_c64 *const element = x + i * stride + k;
            *element = scale_c64(*element, 1 / largest[k]);
            const real_c64 square = square_c64(*element);
            sums[k] += square;
            most[k] = largest_real_c64(most[k], square);
        }
    }
    for (ptrdiff_t i = 0; i < rows; i++) {
        for (ptrdiff_t k = 0; k < count; k++) {
            const scalar_c64 element = x[i * stride + k];
            if (is_zero_c64(factors[k]) && square_c64(element) >= (real_c64)0.99 * most[k] && most[k] > 0) {
                const scalar_c64 sign = divide_c64(element, from_real_c64(modulus_c64(element)));
                factors[k] = scale_c64(conjugate_c64(sign), 1 / square_root_real_c64(sums[k]));
            }
        }
    }
    for (ptrdiff_t i = 0; i < rows; i++) {
        for (ptrdiff_t k = 0; k < count; k++) {
            x[i * stride + k] = multiply_c64(factors[k], x[i * stride + k]);
        }
    }
}

/* A triangle `t` of n rows, whose largest elements have the magnitude `scale`, near to 1, and columns of n
 * elements: `x` holds vectors_at_once of them interleaved. */
typedef struct triangle_c64 {
    const scalar_c64 *t;
    scalar_c64 *x;
    ptrdiff_t n;
    real_c64 scale;
} triangle_c64;

static inline triangle_c64 triangle_of_c64(const scalar_c64 *t, ptrdiff_t n, scalar_c64 *x)
{
    triangle_c64 triangle = {.t = t, .x = x, .n = n};
    for (ptrdiff_t i = 0; i < n * n; i++) {
        triangle.scale = largest_real_c64(triangle.scale, magnitude_c64(t[i]));
    }
    return triangle;
}

/* Divides row i of `count` columns from `first` on by their pivots. Scales down the columns that grow too
 * large, whose elements so far are in rows [from, until). */
static inline void finish_vector_row_c64(const triangle_c64 *a, ptrdiff_t i, ptrdiff_t first, ptrdiff_t count,
                                         int left, ptrdiff_t from, ptrdiff_t until)
{
    const ptrdiff_t n = a->n;
    const real_c64 limit = 1 / square_root_real_c64(smallest_real_c64());
    scalar_c64 *const row = a->x + i * count;
    for (ptrdiff_t k = 0; k < count; k++) {
        const ptrdiff_t own = first + k;
        if (left ? i <= own : i >= own) {
            row[k] = from_real_c64(i == own);
            continue;
        }
        const scalar_c64 under = safe_difference_c64(a->t[i * n + i], a->t[own * n + own], a->scale);
        row[k] = divide_c64(row[k], left ? conjugate_c64(under) : under);
        const real_c64 size = magnitude_c64(row[k]);
        for (ptrdiff_t j = from; size > limit && j < until; j++) {
            a->x[j * count + k] = scale_c64(a->x[j * count + k], 1 / size);
        }
    }
}

/* Computes `count` eigenvectors of the triangle from index `first` on in the columns of x: right ones in rows
 * up to the last index, or left ones (x^H t = lambda x^H) in rows from the first index on. */
static inline void triangle_vectors_c64(const triangle_c64 *a, int left, ptrdiff_t first, ptrdiff_t count)
{
    const ptrdiff_t n = a->n, begin = left ? first : 0, end = left ? n : first + count;
    scalar_c64 *const x = a->x;
    for (ptrdiff_t i = 0; i < n * count; i++) {
        x[i] = from_real_c64(0);
    }
    for (ptrdiff_t done = begin; done < end; done += vector_rows_c64) {
        const ptrdiff_t rest = end - done, rows = rest < vector_rows_c64 ? rest : vector_rows_c64;
        const ptrdiff_t top = left ? done : end - (done - begin) - rows, bottom = top + rows;
        if (left) {
            const view_c64 beside = {a->t + begin * n + top, 1, n, 1};
            subtract_product_c64(x + top * count, count, rows, count, top - begin, beside, x + begin * count,
                                 count);
        } else {
            const view_c64 beside = {a->t + top * n + bottom, n, 1, 0};
            subtract_product_c64(x + top * count, count, rows, count, end - bottom, beside,
                                 x + bottom * count, count);
        }
        for (ptrdiff_t step = 0; step < rows; step++) {
            const ptrdiff_t i = left ? top + step : bottom - 1 - step;
            for (ptrdiff_t j = left ? top : i + 1; j < (left ? i : bottom); j++) {
                const scalar_c64 weight = left ? conjugate_c64(a->t[j * n + i]) : a->t[i * n + j];
                subtract_row_c64(x + i * count, x + j * count, weight, count);
            }
            finish_vector_row_c64(a, i, first, count, left, left ? begin : top, left ? bottom : end);
        }
    }
}

#endif

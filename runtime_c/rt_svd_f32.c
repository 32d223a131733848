#include "rt_svd_f32.h"

#include "rt_vectors_f32.h"

static real_f32 sum_of_squares_f32(const scalar_f32 *x, ptrdiff_t n)
{
    return real_part_f32(inner_product_f32(x, x, n));
}

/* Rows whose squares add up to this count as zero, beside elements of up to 1. */
static real_f32 negligible_f32(void)
{
    return smallest_real_f32() / epsilon_real_f32();
}

/* Turns the rows x and y, and those of the rotations, so that x^H y becomes 0. Returns 1 where it was not. */
static int make_orthogonal_f32(scalar_f32 *x, scalar_f32 *y, ptrdiff_t n, scalar_f32 *x_turn,
                               scalar_f32 *y_turn, ptrdiff_t turns)
{
    const real_f32 a = sum_of_squares_f32(x, n), b = sum_of_squares_f32(y, n);
    const scalar_f32 product = inner_product_f32(x, y, n);
    const real_f32 size = modulus_f32(product);
    if (a <= negligible_f32() || b <= negligible_f32() ||
        !(size > 2 * epsilon_real_f32() * square_root_real_f32(a) * square_root_real_f32(b))) {
        return 0;
    }
    const scalar_f32 phase = conjugate_f32(scale_f32(product, 1 / size));
    for (ptrdiff_t i = 0; i < n; i++) {
        y[i] = multiply_f32(phase, y[i]);
    }
    for (ptrdiff_t i = 0; i < turns; i++) {
        y_turn[i] = multiply_f32(phase, y_turn[i]);
    }
    const real_f32 zeta = (b - a) / (2 * size);
    const real_f32 root = hypotenuse_real_f32(1, zeta);
    const real_f32 t = zeta < 0 ? -1 / (root - zeta) : 1 / (root + zeta);
    const real_f32 c = 1 / hypotenuse_real_f32(1, t);
    rotate_rows_f32(x, y, c, c * t, n);
    rotate_rows_f32(x_turn, y_turn, c, c * t, turns);
    return 1;
}

static void exchange_rows_f32(scalar_f32 *x, scalar_f32 *y, ptrdiff_t n)
{
    for (ptrdiff_t i = 0; i < n; i++) {
        const scalar_f32 kept = x[i];
        x[i] = y[i];
        y[i] = kept;
    }
}

/* Makes row `k` of w a unit vector that is orthogonal to the k rows before it: the first axis that is far
 * enough from them, without its part along them. */
static void complete_f32(scalar_f32 *w, ptrdiff_t k, ptrdiff_t n)
{
    scalar_f32 *const x = w + k * n;
    for (ptrdiff_t axis = 0; axis < n; axis++) {
        for (ptrdiff_t i = 0; i < n; i++) {
            x[i] = from_real_f32(i == axis);
        }
        for (int again = 0; again < 2; again++) {
            for (ptrdiff_t j = 0; j < k; j++) {
                subtract_row_f32(x, w + j * n, inner_product_f32(w + j * n, x, n), n);
            }
            if (again == 0 && sum_of_squares_f32(x, n) * (real_f32)(2 * n) < (real_f32)(n - k)) {
                break;
            }
            const real_f32 length = square_root_real_f32(sum_of_squares_f32(x, n));
            for (ptrdiff_t i = 0; i < n; i++) {
                x[i] = scale_f32(x[i], 1 / length);
            }
            if (again == 1) {
                return;
            }
        }
    }
}

/* Rows of w (count x n) become left vectors times values, rows of `turns` right vectors. */
static int32_t orthogonalise_f32(scalar_f32 *w, ptrdiff_t count, ptrdiff_t n, scalar_f32 *turns,
                                 real_f32 *values)
{
    real_f32 largest = 0;
    for (ptrdiff_t i = 0; i < count * n; i++) {
        largest = largest_real_f32(largest, magnitude_f32(w[i]));
    }
    const real_f32 scale = largest > 0 && largest - largest == 0 ? largest : 1;
    for (ptrdiff_t i = 0; i < count * n; i++) {
        w[i] = divide_f32(w[i], from_real_f32(scale));
    }
    for (ptrdiff_t i = 0; i < count; i++) {
        for (ptrdiff_t j = 0; j < count; j++) {
            turns[i * count + j] = from_real_f32(i == j);
        }
    }
    int changed = 1;
    for (int sweep = 0; changed && sweep < 40; sweep++) {
        changed = 0;
        for (ptrdiff_t p = 0; p < count; p++) {
            for (ptrdiff_t q = p + 1; q < count; q++) {
                changed |=
                    make_orthogonal_f32(w + p * n, w + q * n, n, turns + p * count, turns + q * count, count);
            }
        }
    }
    for (ptrdiff_t k = 0; k < count; k++) {
        values[k] = square_root_real_f32(sum_of_squares_f32(w + k * n, n));
    }
    for (ptrdiff_t k = 0; k < count; k++) {
        ptrdiff_t best = k;
        for (ptrdiff_t j = k + 1; j < count; j++) {
            if (values[j] > values[best]) {
                best = j;
            }
        }
        if (best != k) {
            const real_f32 kept = values[k];
            values[k] = values[best];
            values[best] = kept;
            exchange_rows_f32(w + k * n, w + best * n, n);
            exchange_rows_f32(turns + k * count, turns + best * count, count);
        }
    }
    for (ptrdiff_t k = 0; k < count; k++) {
        if (values[k] * values[k] <= negligible_f32()) {
            values[k] = 0;
            complete_f32(w, k, n);
            continue;
        }
        for (ptrdiff_t i = 0; i < n; i++) {
            w[k * n + i] = divide_f32(w[k * n + i], from_real_f32(values[k]));
        }
        values[k] *= scale;
    }
    return changed;
}

void hlo2c_gesdd_f32(const float *a, float *values, float *u, float *vt, int32_t *info,
                     unsigned char *scratch, const hlo2c_matrices *shape)
{
    const ptrdiff_t rows = (ptrdiff_t)shape->rows, columns = (ptrdiff_t)shape->columns;
    const int is_tall = rows >= columns;
    const ptrdiff_t count = is_tall ? columns : rows, n = is_tall ? rows : columns;
    const ptrdiff_t all = shape->full ? n : count;
    const ptrdiff_t u_columns = shape->full ? rows : count, vt_rows = shape->full ? columns : count;
    scalar_f32 *const w = (scalar_f32 *)(void *)scratch, *const turns = w + all * n;
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        const scalar_f32 *const matrix = (const scalar_f32 *)(const void *)a + batch * rows * columns;
        scalar_f32 *const left = (scalar_f32 *)(void *)u + batch * rows * u_columns;
        scalar_f32 *const right = (scalar_f32 *)(void *)vt + batch * vt_rows * columns;
        for (ptrdiff_t k = 0; k < count; k++) {
            for (ptrdiff_t i = 0; i < n; i++) {
                w[k * n + i] = is_tall ? matrix[i * columns + k] : conjugate_f32(matrix[k * columns + i]);
            }
        }
        info[batch] = orthogonalise_f32(w, count, n, turns, values + batch * count);
        if (!shape->vectors) {
            for (ptrdiff_t i = 0; i < rows * u_columns; i++) {
                left[i] = from_real_f32(0);
            }
            for (ptrdiff_t i = 0; i < vt_rows * columns; i++) {
                right[i] = from_real_f32(0);
            }
            continue;
        }
        for (ptrdiff_t k = count; k < all; k++) {
            complete_f32(w, k, n);
        }
        /* w holds the vectors on the longer side, turns those on the shorter one. */
        for (ptrdiff_t k = 0; k < all; k++) {
            const scalar_f32 *const lefts = is_tall ? w + k * n : turns + k * count;
            const scalar_f32 factor = sign_factor_f32(k < count ? lefts : w + k * n, 1, k < count ? rows : n);
            for (ptrdiff_t i = 0; i < rows && k < u_columns; i++) {
                left[i * u_columns + k] = multiply_f32(factor, lefts[i]);
            }
            const scalar_f32 *const rights = is_tall ? turns + k * count : w + k * n;
            for (ptrdiff_t i = 0; i < columns && k < vt_rows; i++) {
                right[k * columns + i] = conjugate_f32(multiply_f32(factor, rights[i]));
            }
        }
    }
}

/* rt_spectral_c64.h  Eigenvectors of complex triangles, parts of f32. */
#ifndef HLO2C_RT_SPECTRAL_C64_H
#define HLO2C_RT_SPECTRAL_C64_H

#include "rt_vectors_c64.h"

/* A number that stands for a difference of eigenvalues that is too small to divide by. */
static inline scalar_c64 safe_difference_c64(scalar_c64 a, scalar_c64 b, real_c64 scale)
{
    const scalar_c64 difference = subtract_c64(a, b);
    const real_c64 least = largest_real_c64(epsilon_real_c64() * scale, smallest_real_c64());
    return magnitude_c64(difference) < least ? from_real_c64(least) : difference;
}

/* Length 1, and the first of the largest elements a positive number. */
static inline void normalise_c64(scalar_c64 *x, ptrdiff_t stride, ptrdiff_t n)
{
    real_c64 largest = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        largest = largest_real_c64(largest, magnitude_c64(x[i * stride]));
    }
    if (!(largest > 0)) {
        return;
    }
    real_c64 sum = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
        x[i * stride] = scale_c64(x[i * stride], 1 / largest);
        sum += square_c64(x[i * stride]);
    }
    const scalar_c64 factor = scale_c64(sign_factor_c64(x, stride, n), 1 / square_root_real_c64(sum));
    for (ptrdiff_t i = 0; i < n; i++) {
        x[i * stride] = multiply_c64(factor, x[i * stride]);
    }
}

/* Eigenvectors of z t z^H for a triangle t, as columns of `vectors`: right ones, or left ones (u^H a = lambda
 * u^H). `x` holds n numbers. */
static inline void triangle_vectors_c64(const scalar_c64 *t, const scalar_c64 *z, ptrdiff_t n, int left,
                                        scalar_c64 *vectors, scalar_c64 *x)
{
    real_c64 scale = 0;
    for (ptrdiff_t i = 0; i < n * n; i++) {
        scale = largest_real_c64(scale, magnitude_c64(t[i]));
    }
    for (ptrdiff_t k = 0; k < n; k++) {
        const scalar_c64 value = t[k * n + k];
        for (ptrdiff_t i = 0; i < n; i++) {
            x[i] = from_real_c64(i == k);
        }
        if (left) {
            /* (t - value)^H x = 0, from row k on downwards. */
            for (ptrdiff_t i = k + 1; i < n; i++) {
                scalar_c64 sum = from_real_c64(0);
                for (ptrdiff_t j = k; j < i; j++) {
                    sum = add_c64(sum, multiply_c64(conjugate_c64(t[j * n + i]), x[j]));
                }
                x[i] = divide_c64(sum, conjugate_c64(safe_difference_c64(value, t[i * n + i], scale)));
            }
        } else {
            for (ptrdiff_t i = k - 1; i >= 0; i--) {
                scalar_c64 sum = from_real_c64(0);
                for (ptrdiff_t j = i + 1; j <= k; j++) {
                    sum = add_c64(sum, multiply_c64(t[i * n + j], x[j]));
                }
                x[i] = divide_c64(sum, safe_difference_c64(value, t[i * n + i], scale));
            }
        }
        for (ptrdiff_t i = 0; i < n; i++) {
            scalar_c64 sum = from_real_c64(0);
            for (ptrdiff_t j = 0; j < n; j++) {
                sum = add_c64(sum, multiply_c64(z[i * n + j], x[j]));
            }
            vectors[i * n + k] = sum;
        }
        normalise_c64(vectors + k, n, n);
    }
}

/* The rotation [c s; -conj(s) c] that makes (a, b) a multiple of the first axis. */
static inline void make_rotation_c64(scalar_c64 a, scalar_c64 b, real_c64 *c, scalar_c64 *s)
{
    const real_c64 first = modulus_c64(a), second = modulus_c64(b),
                   length = hypotenuse_real_c64(first, second);
    *c = 1;
    *s = from_real_c64(0);
    if (second == 0) {
        return;
    }
    if (first == 0) {
        *c = 0;
        *s = conjugate_c64(scale_c64(b, 1 / second));
        return;
    }
    *c = first / length;
    *s = multiply_c64(scale_c64(a, 1 / first), conjugate_c64(scale_c64(b, 1 / length)));
}

/* Rows p and p + 1, `count` elements. */
static inline void turn_rows_c64(scalar_c64 *row, ptrdiff_t n, ptrdiff_t count, real_c64 c, scalar_c64 s)
{
    for (ptrdiff_t j = 0; j < count; j++) {
        const scalar_c64 a = row[j], b = row[n + j];
        row[j] = add_c64(scale_c64(a, c), multiply_c64(s, b));
        row[n + j] = subtract_c64(scale_c64(b, c), multiply_c64(conjugate_c64(s), a));
    }
}

/* Columns p and p + 1 of `count` rows, by the adjoint. */
static inline void turn_columns_c64(scalar_c64 *column, ptrdiff_t n, ptrdiff_t count, real_c64 c,
                                    scalar_c64 s)
{
    for (ptrdiff_t i = 0; i < count; i++) {
        const scalar_c64 a = column[i * n], b = column[i * n + 1];
        column[i * n] = add_c64(scale_c64(a, c), multiply_c64(conjugate_c64(s), b));
        column[i * n + 1] = subtract_c64(scale_c64(b, c), multiply_c64(s, a));
    }
}

/* Implicit QR steps with single shifts turn a Hessenberg form into a triangle; `z` takes part where it is
 * there. Returns 0, or the number of eigenvalues that did not converge. */
static inline int32_t triangularise_c64(scalar_c64 *t, ptrdiff_t n, scalar_c64 *z)
{
    int steps = 0;
    for (ptrdiff_t high = n - 1; high > 0;) {
        ptrdiff_t low = high;
        for (; low > 0; low--) {
            const real_c64 beside = magnitude_c64(t[low * n + low - 1]);
            const real_c64 around =
                magnitude_c64(t[low * n + low]) + magnitude_c64(t[(low - 1) * n + low - 1]);
            if (!(beside > epsilon_real_c64() * around) || beside <= smallest_real_c64()) {
                t[low * n + low - 1] = from_real_c64(0);
                break;
            }
        }
        if (low == high) {
            high--;
            steps = 0;
            continue;
        }
        if (++steps > 60) {
            return (int32_t)(high + 1);
        }
        /* The eigenvalue of the last two rows that is nearer to the corner; now and then another shift. */
        const scalar_c64 corner = t[high * n + high];
        const scalar_c64 half = scale_c64(subtract_c64(t[(high - 1) * n + high - 1], corner), (real_c64)0.5);
        const scalar_c64 product = multiply_c64(t[(high - 1) * n + high], t[high * n + high - 1]);
        scalar_c64 shift = corner;
        if (steps % 11 == 10) {
            shift = add_c64(corner, from_real_c64(modulus_c64(t[high * n + high - 1])));
        } else if (!is_zero_c64(product)) {
            const scalar_c64 inside = add_c64(multiply_c64(half, half), product);
            const real_c64 size = modulus_c64(inside);
            const real_c64 real = square_root_real_c64(largest_real_c64((size + inside.real) / 2, 0));
            const real_c64 imaginary = square_root_real_c64(largest_real_c64((size - inside.real) / 2, 0));
            scalar_c64 root = {real, inside.imaginary < 0 ? -imaginary : imaginary};
            if (real_part_c64(multiply_c64(conjugate_c64(half), root)) < 0) {
                root = scale_c64(root, -1);
            }
            shift = subtract_c64(corner, divide_c64(product, add_c64(half, root)));
        }
        scalar_c64 x = subtract_c64(t[low * n + low], shift), y = t[(low + 1) * n + low];
        for (ptrdiff_t k = low; k < high; k++) {
            real_c64 c;
            scalar_c64 s;
            make_rotation_c64(x, y, &c, &s);
            const ptrdiff_t first = k > low ? k - 1 : k;
            turn_rows_c64(t + k * n + first, n, n - first, c, s);
            turn_columns_c64(t + k, n, (k + 2 < high ? k + 2 : high) + 1, c, s);
            if (z != NULL) {
                turn_columns_c64(z + k, n, n, c, s);
            }
            if (k > low) {
                t[(k + 1) * n + k - 1] = from_real_c64(0);
            }
            if (k + 1 < high) {
                x = t[(k + 1) * n + k];
                y = t[(k + 2) * n + k];
            }
        }
    }
    return 0;
}

#endif

/* rt_diagonal_blocks_f32.h  Schur forms of real f32 matrices: quasi-triangular, with a 2 x 2 diagonal block
 * for each pair of complex eigenvalues.
 *
 * rt_diagonal_blocks_c64.h has the same names for complex matrices, whose forms are triangular. */
#ifndef HLO2C_RT_DIAGONAL_BLOCKS_F32_H
#define HLO2C_RT_DIAGONAL_BLOCKS_F32_H

#include "rt_bulge_f32.h"
#include "rt_vectors_f32.h"

/* Rotates rows and columns p, p + 1 of the form, and the basis. */
static inline void rotate_pair_f32(const form_f32 *f, ptrdiff_t p, real_f32 c, real_f32 s)
{
    const ptrdiff_t n = f->n;
    real_f32 *const h = f->h;
    rotate_rows_f32(h + p * n + p, h + (p + 1) * n + p, c, -s, n - p);
    for (ptrdiff_t i = 0; i <= p + 1; i++) {
        const real_f32 a = h[i * n + p], b = h[i * n + p + 1];
        h[i * n + p] = c * a + s * b;
        h[i * n + p + 1] = c * b - s * a;
    }
    if (f->basis != NULL) {
        rotate_rows_f32(f->basis + p * n, f->basis + (p + 1) * n, c, -s, n);
    }
}

/* Standardises the decoupled diagonal block of rows p and p + 1: it becomes triangular if its eigenvalues are
 * real, and gets equal diagonal elements if they are a complex pair. */
static inline void split_pair_f32(const form_f32 *f, ptrdiff_t p)
{
    const ptrdiff_t n = f->n;
    real_f32 *const h = f->h;
    const real_f32 x = h[(p + 1) * n + p + 1], difference = (h[p * n + p] - x) / 2;
    const real_f32 size = largest_real_f32(
        absolute_real_f32(h[(p + 1) * n + p]),
        largest_real_f32(absolute_real_f32(h[p * n + p + 1]), absolute_real_f32(difference)));
    if (h[(p + 1) * n + p] == 0) {
        return;
    }
    const real_f32 beside = h[(p + 1) * n + p] / size, above = h[p * n + p + 1] / size;
    const real_f32 half = difference / size, inside = half * half + beside * above;
    if (inside < 0) {
        /* Opposite signs beside the diagonal: half the angle of (beside + above, 2 half). */
        const real_f32 sigma = beside + above, length = hypotenuse_real_f32(sigma, 2 * half);
        if (length > 0) {
            const real_f32 c = square_root_real_f32((1 + absolute_real_f32(sigma) / length) / 2);
            const real_f32 s = half / (length * c);
            rotate_pair_f32(f, p, c, sigma < 0 ? s : -s);
        }
        h[p * n + p] = h[(p + 1) * n + p + 1] = x + difference;
        return;
    }
    const real_f32 root = square_root_real_f32(inside), far = half >= 0 ? half + root : half - root;
    const real_f32 length = hypotenuse_real_f32(beside, far);
    rotate_pair_f32(f, p, far / length, beside / length);
    h[(p + 1) * n + p] = 0;
}

/* Number of rows of the block that ends in row `last`. */
static inline ptrdiff_t block_rows_f32(const form_f32 *f, ptrdiff_t last)
{
    return last > 0 && f->h[last * f->n + last - 1] != 0 ? 2 : 1;
}

/* Approximate magnitude of the values of that block. */
static inline real_f32 block_magnitude_f32(const form_f32 *f, ptrdiff_t last)
{
    const real_f32 *const corner = f->h + last * f->n + last;
    if (block_rows_f32(f, last) == 1) {
        return absolute_real_f32(corner[0]);
    }
    return absolute_real_f32(corner[0]) + square_root_real_f32(absolute_real_f32(corner[-1])) *
                                              square_root_real_f32(absolute_real_f32(corner[-f->n]));
}

/* Solves a x = b with `n` equations, at most four, in place of b, by complete pivoting. */
static inline void solve_few_f32(real_f32 (*a)[4], real_f32 *b, ptrdiff_t n)
{
    ptrdiff_t order[4] = {0, 1, 2, 3};
    real_f32 least = 0;
    for (ptrdiff_t k = 0; k < n; k++) {
        ptrdiff_t row = k, column = k;
        for (ptrdiff_t i = k; i < n; i++) {
            for (ptrdiff_t j = k; j < n; j++) {
                if (absolute_real_f32(a[i][j]) > absolute_real_f32(a[row][column])) {
                    row = i;
                    column = j;
                }
            }
        }
        for (ptrdiff_t j = 0; j < n; j++) {
            const real_f32 kept = a[k][j];
            a[k][j] = a[row][j];
            a[row][j] = kept;
        }
        const real_f32 right = b[k];
        b[k] = b[row];
        b[row] = right;
        for (ptrdiff_t i = 0; i < n; i++) {
            const real_f32 kept = a[i][k];
            a[i][k] = a[i][column];
            a[i][column] = kept;
        }
        const ptrdiff_t number = order[k];
        order[k] = order[column];
        order[column] = number;
        if (k == 0) {
            least = largest_real_f32(epsilon_real_f32() * absolute_real_f32(a[0][0]), smallest_real_f32());
        }
        if (absolute_real_f32(a[k][k]) < least) {
            a[k][k] = least;
        }
        for (ptrdiff_t i = k + 1; i < n; i++) {
            const real_f32 factor = a[i][k] / a[k][k];
            for (ptrdiff_t j = k + 1; j < n; j++) {
                a[i][j] -= factor * a[k][j];
            }
            b[i] -= factor * b[k];
        }
    }
    real_f32 x[4] = {0, 0, 0, 0};
    for (ptrdiff_t k = n - 1; k >= 0; k--) {
        real_f32 sum = b[k];
        for (ptrdiff_t j = k + 1; j < n; j++) {
            sum -= a[k][j] * x[order[j]];
        }
        x[order[k]] = sum / a[k][k];
    }
    for (ptrdiff_t k = 0; k < n; k++) {
        b[k] = x[k];
    }
}

/* Makes reflectors, one for each of the `second` columns of the result. The first columns of their product
 * are a basis of the invariant subspace of the second of two neighbouring blocks. `d` points to the first
 * block; its rows are `stride` apart. */
static inline void make_exchange_f32(const real_f32 *d, ptrdiff_t stride, ptrdiff_t first, ptrdiff_t second,
                                     real_f32 (*columns)[2], real_f32 *tau)
{
    /* a11 x - x a22 = -a12, element by element. */
    real_f32 equations[4][4], x[4];
    for (ptrdiff_t i = 0; i < first; i++) {
        for (ptrdiff_t j = 0; j < second; j++) {
            real_f32 *const row = equations[i * second + j];
            for (ptrdiff_t k = 0; k < first * second; k++) {
                row[k] = 0;
            }
            for (ptrdiff_t k = 0; k < first; k++) {
                row[k * second + j] += d[i * stride + k];
            }
            for (ptrdiff_t k = 0; k < second; k++) {
                row[i * second + k] -= d[(first + k) * stride + first + j];
            }
            x[i * second + j] = -d[i * stride + first + j];
        }
    }
    solve_few_f32(equations, x, first * second);
    for (ptrdiff_t j = 0; j < second; j++) {
        for (ptrdiff_t i = 0; i < first; i++) {
            columns[i][j] = x[i * second + j];
        }
        for (ptrdiff_t i = 0; i < second; i++) {
            columns[first + i][j] = i == j;
        }
    }
    real_f32 row[2] = {0, 0};
    for (ptrdiff_t j = 0; j < second; j++) {
        const ptrdiff_t length = first + second - j;
        tau[j] = make_reflector_f32(&columns[j][j], 2, length);
        reflect_rows_f32(&columns[j][j] + 1, 2, length, second - j - 1, &columns[j][j], 2, tau[j], row);
    }
}

/* Exchanges the block of `first` rows that begins in row p and the block of `second` rows after it. Returns 0
 * if they stay, because their values are too close [Bai, Demmel: On swapping diagonal blocks in real Schur
 * form, 1993]. */
static inline int exchange_blocks_f32(const form_f32 *f, ptrdiff_t p, ptrdiff_t first, ptrdiff_t second)
{
    const ptrdiff_t n = f->n, size = first + second;
    real_f32 *const corner = f->h + p * n + p;
    const real_f32 upper = corner[0], lower = corner[(size - 1) * n + size - 1];
    if (size == 2) {
        const real_f32 a = corner[1], b = lower - upper;
        const real_f32 longest = largest_real_f32(absolute_real_f32(a), absolute_real_f32(b));
        if (longest > 0) {
            const real_f32 length = hypotenuse_real_f32(a / longest, b / longest);
            rotate_pair_f32(f, p, a / longest / length, b / longest / length);
        }
        corner[0] = lower;
        corner[n] = 0;
        corner[n + 1] = upper;
        return 1;
    }
    real_f32 columns[4][2], tau[2], trial[4][4], row[4], largest = 0, left = 0;
    make_exchange_f32(corner, n, first, second, columns, tau);
    for (ptrdiff_t i = 0; i < size; i++) {
        for (ptrdiff_t j = 0; j < size; j++) {
            trial[i][j] = corner[i * n + j];
            largest = largest_real_f32(largest, absolute_real_f32(trial[i][j]));
        }
    }
    for (ptrdiff_t j = 0; j < second; j++) {
        const real_f32 *const v = &columns[j][j];
        reflect_rows_f32(trial[j], 4, size - j, size, v, 2, tau[j], row);
        reflect_columns_f32(trial[0] + j, 4, size, size - j, v, 2, tau[j], row);
    }
    for (ptrdiff_t i = second; i < size; i++) {
        for (ptrdiff_t j = 0; j < second; j++) {
            left += absolute_real_f32(trial[i][j]);
        }
    }
    if (!(left <= 10 * epsilon_real_f32() * largest)) {
        return 0;
    }
    for (ptrdiff_t j = 0; j < second; j++) {
        const real_f32 *const v = &columns[j][j];
        reflect_rows_f32(corner + j * n, n, size - j, n - p, v, 2, tau[j], f->row);
        reflect_columns_f32(f->h + p + j, n, p + size, size - j, v, 2, tau[j], f->row);
        if (f->basis != NULL) {
            reflect_rows_f32(f->basis + (p + j) * n, n, size - j, n, v, 2, tau[j], f->row);
        }
    }
    for (ptrdiff_t i = second; i < size; i++) {
        for (ptrdiff_t j = 0; j < second; j++) {
            corner[i * n + j] = 0;
        }
    }
    if (second == 1) {
        corner[0] = lower;
    } else {
        split_pair_f32(f, p);
    }
    if (first == 1) {
        corner[second * (n + 1)] = upper;
    } else {
        split_pair_f32(f, p + second);
    }
    return 1;
}

/* Collects up to `most` pairs of shifts from the blocks in rows `begin` to `end`, last blocks first. Skips a
 * real value without a partner, unless it is the only one. */
static inline ptrdiff_t take_shifts_f32(const form_f32 *f, ptrdiff_t begin, ptrdiff_t end, shifts_f32 *pairs,
                                        ptrdiff_t most)
{
    const ptrdiff_t n = f->n;
    ptrdiff_t count = 0, partner = -1;
    for (ptrdiff_t last = end - 1; last >= begin && count < most;) {
        const real_f32 *const corner = f->h + last * n + last;
        const ptrdiff_t rows = block_rows_f32(f, last);
        if (rows == 2) {
            pairs[count++] = (shifts_f32){corner[-n - 1], corner[-n], corner[-1], corner[0]};
        } else if (partner >= 0) {
            pairs[count++] = (shifts_f32){corner[0], 0, 0, f->h[partner * n + partner]};
            partner = -1;
        } else {
            partner = last;
        }
        last -= rows;
    }
    if (count == 0 && partner >= 0) {
        const real_f32 value = f->h[partner * n + partner];
        pairs[count++] = (shifts_f32){value, 0, 0, value};
    }
    return count;
}

/* One double step on rows low ... high, three or more. It begins in the lowest row that two consecutive small
 * subdiagonal elements allow. */
static inline void step_f32(const form_f32 *f, ptrdiff_t low, ptrdiff_t high, shifts_f32 shifts)
{
    const ptrdiff_t n = f->n, end = f->values_only ? high + 1 : n, top = f->values_only ? low : 0;
    scalar_f32 *const h = f->h, column[3];
    ptrdiff_t first = high - 2;
    for (;; first--) {
        const scalar_f32 *const corner = h + first * n + first;
        begin_bulge_f32(corner, n, shifts, column);
        if (first == low) {
            break;
        }
        const real_f32 own = magnitude_f32(column[0]);
        const real_f32 others = magnitude_f32(column[1]) + magnitude_f32(column[2]), size = own + others;
        const real_f32 around =
            magnitude_f32(corner[-n - 1]) + magnitude_f32(corner[0]) + magnitude_f32(corner[n + 1]);
        if (magnitude_f32(corner[-1]) * (others / size) < epsilon_real_f32() * (own / size) * around) {
            break;
        }
    }
    for (ptrdiff_t k = first; k < high; k++) {
        const int size = k + 1 < high ? 3 : 2;
        scalar_f32 *const corner = h + k * n + k;
        bulge_f32 bulge;
        for (int i = 0; k > first && i < size; i++) {
            column[i] = corner[i * n - 1];
            corner[i * n - 1] = from_real_f32(0);
        }
        const scalar_f32 multiple = make_bulge_f32(column, size, &bulge);
        if (k > first) {
            corner[-1] = multiple;
        } else if (k > low) {
            corner[-1] = multiply_f32(subtract_f32(from_real_f32(1), bulge.u[0]), corner[-1]);
        }
        bulge_rows_f32(corner, n, end - k, &bulge);
        bulge_columns_f32(h + top * n + k, n, (high < k + 3 ? high : k + 3) + 1 - top, &bulge);
        if (f->basis != NULL) {
            bulge_rows_f32(f->basis + k * n, n, n, &bulge);
        }
    }
}

#endif

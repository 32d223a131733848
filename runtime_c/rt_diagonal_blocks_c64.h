/* rt_diagonal_blocks_c64.h  Schur forms of complex matrices with f32 parts, and the steps that lead
 * to them.
 *
 * Names are those of rt_diagonal_blocks_f32.h; each block is one element. */
#ifndef HLO2C_RT_DIAGONAL_BLOCKS_C64_H
#define HLO2C_RT_DIAGONAL_BLOCKS_C64_H

#include "rt_bulge_c64.h"
#include "rt_rotation_c64.h"

/* Rotates rows and columns p, p + 1 of the form, and the basis. */
static inline void rotate_pair_c64(const form_c64 *f, ptrdiff_t p, real_c64 c, scalar_c64 s)
{
    const ptrdiff_t n = f->n;
    turn_rows_c64(f->h + p * n + p, n, n - p, c, s);
    turn_columns_c64(f->h + p, n, p + 2, c, s);
    if (f->basis != NULL) {
        turn_rows_c64(f->basis + p * n, n, n, c, s);
    }
}

/* Computes first the part that does not suffer from cancellation, and from it the other part. */
static inline scalar_c64 square_root_c64(scalar_c64 a)
{
    const real_c64 length = modulus_c64(a),
                   large = square_root_real_c64((length + absolute_real_c64(a.real)) / 2);
    if (large == 0) {
        return from_real_c64(0);
    }
    const real_c64 small = a.imaginary / (2 * large);
    if (a.real >= 0) {
        return (scalar_c64){large, small};
    }
    return a.imaginary < 0 ? (scalar_c64){-small, -large} : (scalar_c64){small, large};
}

/* Of the two square roots of half^2 + product, the one that does not cancel with half when added. */
static inline scalar_c64 root_beside_c64(scalar_c64 half, scalar_c64 product)
{
    const scalar_c64 root = square_root_c64(add_c64(multiply_c64(half, half), product));
    return real_part_c64(multiply_c64(conjugate_c64(half), root)) < 0 ? scale_c64(root, -1) : root;
}

/* Makes the decoupled diagonal block of rows p and p + 1 triangular. */
static inline void split_pair_c64(const form_c64 *f, ptrdiff_t p)
{
    const ptrdiff_t n = f->n;
    scalar_c64 *const corner = f->h + p * n + p;
    const real_c64 size =
        largest_real_c64(largest_real_c64(magnitude_c64(corner[0]), magnitude_c64(corner[1])),
                         largest_real_c64(magnitude_c64(corner[n]), magnitude_c64(corner[n + 1])));
    if (is_zero_c64(corner[n]) || !(size >= smallest_real_c64())) {
        return;
    }
    /* (half +- root, below) is an eigenvector. */
    const scalar_c64 below = scale_c64(corner[n], 1 / size), above = scale_c64(corner[1], 1 / size);
    const scalar_c64 difference =
        subtract_c64(scale_c64(corner[0], 1 / size), scale_c64(corner[n + 1], 1 / size));
    const scalar_c64 half = scale_c64(difference, (real_c64)0.5);
    const scalar_c64 root = root_beside_c64(half, multiply_c64(below, above));
    real_c64 c;
    scalar_c64 s;
    make_rotation_c64(add_c64(half, root), below, &c, &s);
    rotate_pair_c64(f, p, c, s);
    corner[n] = from_real_c64(0);
}

static inline ptrdiff_t block_rows_c64(const form_c64 *f, ptrdiff_t last)
{
    (void)f;
    (void)last;
    return 1;
}

static inline real_c64 block_magnitude_c64(const form_c64 *f, ptrdiff_t last)
{
    return magnitude_c64(f->h[last * f->n + last]);
}

/* Exchanges elements p and p + 1 of the diagonal. */
static inline int exchange_blocks_c64(const form_c64 *f, ptrdiff_t p, ptrdiff_t first, ptrdiff_t second)
{
    (void)first;
    (void)second;
    const ptrdiff_t n = f->n;
    scalar_c64 *const corner = f->h + p * n + p;
    const scalar_c64 upper = corner[0], lower = corner[n + 1];
    const scalar_c64 a = corner[1], b = subtract_c64(lower, upper);
    const real_c64 size = largest_real_c64(magnitude_c64(a), magnitude_c64(b));
    real_c64 c = 0;
    scalar_c64 s = from_real_c64(1);
    if (size >= smallest_real_c64()) {
        make_rotation_c64(scale_c64(a, 1 / size), scale_c64(b, 1 / size), &c, &s);
    }
    rotate_pair_c64(f, p, c, s);
    corner[0] = lower;
    corner[n] = from_real_c64(0);
    corner[n + 1] = upper;
    return 1;
}

/* Collects up to `most` pairs of shifts from rows `begin` to `end`, last rows first; a single shift is used
 * twice. */
static inline ptrdiff_t take_shifts_c64(const form_c64 *f, ptrdiff_t begin, ptrdiff_t end, shifts_c64 *pairs,
                                        ptrdiff_t most)
{
    ptrdiff_t count = 0;
    for (ptrdiff_t last = end - 1; last >= begin && count < most; last -= 2) {
        const scalar_c64 value = f->h[last * (f->n + 1)];
        const scalar_c64 other = last > begin ? f->h[(last - 1) * (f->n + 1)] : value;
        pairs[count++] = (shifts_c64){value, from_real_c64(0), from_real_c64(0), other};
    }
    return count;
}

/* Chooses the shift that is nearer to the second element of the diagonal. */
static inline scalar_c64 nearer_shift_c64(shifts_c64 shifts)
{
    const scalar_c64 difference = scale_c64(subtract_c64(shifts.x, shifts.y), (real_c64)0.5);
    const real_c64 size =
        largest_real_c64(largest_real_c64(magnitude_c64(shifts.above), magnitude_c64(shifts.beside)),
                         magnitude_c64(difference));
    if (!(size >= smallest_real_c64())) {
        return shifts.y;
    }
    const scalar_c64 half = scale_c64(difference, 1 / size), above = scale_c64(shifts.above, 1 / size);
    const scalar_c64 product = multiply_c64(above, scale_c64(shifts.beside, 1 / size));
    const scalar_c64 far = add_c64(half, root_beside_c64(half, product));
    return is_zero_c64(far) ? shifts.y : subtract_c64(shifts.y, scale_c64(divide_c64(product, far), size));
}

/* One step on rows low ... high with the nearer one of two shifts. */
static inline void step_c64(const form_c64 *f, ptrdiff_t low, ptrdiff_t high, shifts_c64 shifts)
{
    const ptrdiff_t n = f->n, end = f->values_only ? high + 1 : n, top = f->values_only ? low : 0;
    scalar_c64 *const h = f->h;
    scalar_c64 x = subtract_c64(h[low * n + low], nearer_shift_c64(shifts)), y = h[(low + 1) * n + low];
    for (ptrdiff_t k = low; k < high; k++) {
        real_c64 c;
        scalar_c64 s;
        make_rotation_c64(x, y, &c, &s);
        const ptrdiff_t first = k > low ? k - 1 : k, bottom = k + 2 < high ? k + 2 : high;
        turn_rows_c64(h + k * n + first, n, end - first, c, s);
        turn_columns_c64(h + top * n + k, n, bottom + 1 - top, c, s);
        if (f->basis != NULL) {
            turn_rows_c64(f->basis + k * n, n, n, c, s);
        }
        if (k > low) {
            h[(k + 1) * n + k - 1] = from_real_c64(0);
        }
        if (k + 1 < high) {
            x = h[(k + 1) * n + k];
            y = h[(k + 2) * n + k];
        }
    }
}

#endif

/* rt_schur_f32.h  Schur forms of f32 matrices from Hessenberg forms, by implicitly shifted QR steps. */
#ifndef HLO2C_RT_SCHUR_F32_H
#define HLO2C_RT_SCHUR_F32_H

#include "rt_diagonal_blocks_f32.h"

/* Threshold below which numbers are negligible in forms whose largest elements are near to 1: quotients by
 * larger numbers do not overflow. */
static inline real_f32 nothing_f32(void)
{
    return smallest_real_f32() / epsilon_real_f32();
}

/* Whether the subdiagonal element in row i is negligible. NaN is. */
static inline int is_negligible_f32(const scalar_f32 *h, ptrdiff_t n, ptrdiff_t i)
{
    const scalar_f32 *const corner = h + i * n + i;
    const real_f32 beside = magnitude_f32(corner[-1]);
    const real_f32 around = magnitude_f32(corner[0]) + magnitude_f32(corner[-n - 1]);
    return !(beside > epsilon_real_f32() * around) || beside <= nothing_f32();
}

/* The first row of the unreduced block that ends in row `high`; the subdiagonal element of that row becomes
 * zero. */
static inline ptrdiff_t find_low_f32(scalar_f32 *h, ptrdiff_t n, ptrdiff_t high)
{
    for (ptrdiff_t low = high; low > 0; low--) {
        if (is_negligible_f32(h, n, low)) {
            h[low * n + low - 1] = from_real_f32(0);
            return low;
        }
    }
    return 0;
}

/* Exceptional shifts, for forms that do not converge with eigenvalues of the last rows. */
static inline shifts_f32 exceptional_shifts_f32(const scalar_f32 *h, ptrdiff_t n, ptrdiff_t last)
{
    const scalar_f32 *const corner = h + last * n + last;
    const real_f32 size = magnitude_f32(corner[-1]) + magnitude_f32(corner[-n - 2]);
    const scalar_f32 near = add_f32(corner[0], from_real_f32((real_f32)0.75 * size));
    return (shifts_f32){near, from_real_f32(size), from_real_f32((real_f32)-0.4375 * size), near};
}

/* Reduces h to Schur form and updates the basis. Returns how many eigenvalues, the first ones, did not
 * converge. */
static inline int32_t iterate_f32(const form_f32 *f)
{
    const ptrdiff_t n = f->n;
    scalar_f32 *const h = f->h;
    int steps = 0;
    for (ptrdiff_t high = n - 1; high >= 0;) {
        const ptrdiff_t low = find_low_f32(h, n, high);
        if (low + 1 >= high) {
            if (low < high) {
                split_pair_f32(f, low);
            }
            high = low - 1;
            steps = 0;
            continue;
        }
        if (++steps > 90) {
            return (int32_t)(high + 1);
        }
        const scalar_f32 *const corner = h + high * n + high;
        shifts_f32 shifts = {corner[-n - 1], corner[-n], corner[-1], corner[0]};
        if (steps % 11 == 10) {
            shifts = exceptional_shifts_f32(h, n, high);
        }
        step_f32(f, low, high, shifts);
    }
    return 0;
}

#endif

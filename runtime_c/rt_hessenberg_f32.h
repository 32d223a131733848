/* rt_hessenberg_f32.h  Hessenberg form of f32 matrices: zeros below the first subdiagonal. */
#ifndef HLO2C_RT_HESSENBERG_F32_H
#define HLO2C_RT_HESSENBERG_F32_H

#include "rt_reflector_f32.h"

/* Q^H a Q is of the form, and Q the product of the reflectors that are left below the subdiagonal. `work`
 * holds a row; rows and columns from `first` up to `end` take part. */
static inline void reduce_to_hessenberg_f32(scalar_f32 *a, ptrdiff_t n, ptrdiff_t first, ptrdiff_t end,
                                            scalar_f32 *tau, scalar_f32 *work)
{
    for (ptrdiff_t i = 0; i + 1 < n; i++) {
        tau[i] = from_real_f32(0);
    }
    for (ptrdiff_t i = first; i + 1 < end; i++) {
        const ptrdiff_t m = end - i - 1;
        scalar_f32 *const v = a + (i + 1) * n + i;
        tau[i] = make_reflector_f32(v, n, m);
        reflect_columns_f32(a + i + 1, n, end, m, v, n, tau[i], work);
        reflect_rows_f32(v + 1, n, m, n - i - 1, v, n, conjugate_f32(tau[i]), work);
    }
}

/* Puts Q into `q`, and zeros where the reflectors were. */
static inline void form_hessenberg_basis_f32(scalar_f32 *a, ptrdiff_t n, const scalar_f32 *tau, scalar_f32 *q,
                                             scalar_f32 *work)
{
    for (ptrdiff_t i = 0; i < n * n; i++) {
        q[i] = from_real_f32(i / n == i % n);
    }
    for (ptrdiff_t i = n - 2; i >= 0; i--) {
        const ptrdiff_t m = n - i - 1;
        reflect_rows_f32(q + (i + 1) * n + i + 1, n, m, m, a + (i + 1) * n + i, n, tau[i], work);
    }
    for (ptrdiff_t i = 2; i < n; i++) {
        for (ptrdiff_t j = 0; j + 1 < i; j++) {
            a[i * n + j] = from_real_f32(0);
        }
    }
}

#endif

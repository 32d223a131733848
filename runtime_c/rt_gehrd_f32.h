/* rt_gehrd_f32.h  Hessenberg form of f32 matrices, as LAPACK leaves it. */
#ifndef HLO2C_RT_GEHRD_F32_H
#define HLO2C_RT_GEHRD_F32_H

#include "rt_linear_algebra.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Replaces `a` by the form, with the reflectors below its subdiagonal, and stores rows - 1 factors in `tau`.
 * Reduces rows and columns [first, count), in panels of `block` columns or one by one. Scratch, with b =
 * `block`: rows + b * (2 * rows + 2 * b + 64) elements. */
void hlo2c_gehrd_f32(float *a, float *tau, int32_t *info, unsigned char *scratch,
                     const hlo2c_matrices *shape);

#ifdef __cplusplus
}
#endif

#endif

/* rt_lu_f32.h  LU factors of f32 matrices. */
#ifndef HLO2C_RT_LU_F32_H
#define HLO2C_RT_LU_F32_H

#include "rt_linear_algebra.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Replaces `a` by L and U with L U = P a; the unit diagonal of L is not stored. `pivots` holds, for each of
 * the first min(rows, columns) rows, the row it was exchanged with, counted from 1. `info` is, per matrix,
 * the number of the first zero pivot, or 0. */
void hlo2c_getrf_f32(float *a, int32_t *pivots, int32_t *info, const hlo2c_matrices *shape);

#ifdef __cplusplus
}
#endif

#endif

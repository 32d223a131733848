/* rt_lu_f32.h  LU factors of f32 matrices. */
#ifndef HLO2C_RT_LU_F32_H
#define HLO2C_RT_LU_F32_H

#include "rt_linear_algebra.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Puts L and U with L U = P a in the place of `a`; L has ones on its diagonal, which are not stored. `pivots`
 * says for each of the first min(rows, columns) rows with which row it was exchanged, counted from 1; `info`
 * per matrix which pivot is the first that is zero, 0 where none is. */
void hlo2c_getrf_f32(float *a, int32_t *pivots, int32_t *info, const hlo2c_matrices *shape);

#ifdef __cplusplus
}
#endif

#endif

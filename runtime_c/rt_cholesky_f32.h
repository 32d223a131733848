/* rt_cholesky_f32.h  Cholesky factors of f32 matrices. */
#ifndef HLO2C_RT_CHOLESKY_F32_H
#define HLO2C_RT_CHOLESKY_F32_H

#include "rt_linear_algebra.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Puts L with L L^H = a (lower), or U with U^H U = a, in the place of that triangle of `a`; the other
 * triangle is not read and becomes 0. Where `a` is not positive definite the whole triangle becomes NaN. */
void hlo2c_cholesky_f32(float *a, const hlo2c_matrices *shape);

/* The same, as LAPACK's potrf: the other triangle stays as it is, and `info` says per matrix which leading
 * minor is not positive, counted from 1; 0 where all are. */
void hlo2c_potrf_f32(float *a, int32_t *info, const hlo2c_matrices *shape);

#ifdef __cplusplus
}
#endif

#endif

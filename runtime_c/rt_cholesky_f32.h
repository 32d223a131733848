/* rt_cholesky_f32.h  Cholesky factors of f32 matrices. */
#ifndef HLO2C_RT_CHOLESKY_F32_H
#define HLO2C_RT_CHOLESKY_F32_H

#include "rt_linear_algebra.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Replaces a triangle of `a` by L with L L^H = a (lower), or by U with U^H U = a; the other triangle is not
 * read and becomes 0. If `a` is not positive definite, the whole triangle becomes NaN. */
void hlo2c_cholesky_f32(float *a, const hlo2c_matrices *shape);

/* The same, like LAPACK's potrf: the other triangle is unchanged, and `info` is, per matrix, the order of the
 * first leading minor that is not positive, or 0. */
void hlo2c_potrf_f32(float *a, int32_t *info, const hlo2c_matrices *shape);

#ifdef __cplusplus
}
#endif

#endif

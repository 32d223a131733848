/* rt_svd_f32.h  Singular values and vectors of f32 matrices. */
#ifndef HLO2C_RT_SVD_F32_H
#define HLO2C_RT_SVD_F32_H

#include "rt_linear_algebra.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Computes a = u diag(values) vt with descending values. With `full`, u and vt are square; otherwise u has
 * one column, and vt one row, per value. Without `vectors` both become 0. `info` is 0, or 1 if the values did
 * not converge. With p the smaller of rows and columns and q the larger, scratch holds (p + (full ? q : p)) *
 * q + p * p + 3 * p + q elements, and with b = `block`, the number of reflectors of each side per panel, b *
 * (2 * q + 2 * p + 2 * b + 64) more. */
void hlo2c_gesdd_f32(const float *a, float *values, float *u, float *vt, int32_t *info,
                     unsigned char *scratch, const hlo2c_matrices *shape);

#ifdef __cplusplus
}
#endif

#endif

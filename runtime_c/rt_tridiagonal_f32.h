/* rt_tridiagonal_f32.h  Systems of f32 equations whose matrix has three diagonals. */
#ifndef HLO2C_RT_TRIDIAGONAL_F32_H
#define HLO2C_RT_TRIDIAGONAL_F32_H

#include "rt_linear_algebra.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Puts x with a x = b in the place of `b`, rows x columns; `below` and `above` have an element for each row,
 * the first (last) of which counts as 0 (`full`), or rows - 1 elements. Rows are exchanged where that keeps
 * factors small. `info` is 0, or the number of the first pivot that is zero, from 1. Scratch: 3 * rows
 * elements. */
void hlo2c_gtsv_f32(float *b, const float *below, const float *diagonal, const float *above, int32_t *info,
                    unsigned char *scratch, const hlo2c_matrices *shape);

/* The same for systems that may be singular: pivots near zero are moved away from it, so that no quotient
 * overflows, as LAPACK's lagtf and lagts do for inverse iteration. */
void hlo2c_gtsv_perturbed_f32(float *b, const float *below, const float *diagonal, const float *above,
                              unsigned char *scratch, const hlo2c_matrices *shape);

#ifdef __cplusplus
}
#endif

#endif

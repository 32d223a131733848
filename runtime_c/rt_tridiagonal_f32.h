/* rt_tridiagonal_f32.h  Tridiagonal systems of f32 equations. */
#ifndef HLO2C_RT_TRIDIAGONAL_F32_H
#define HLO2C_RT_TRIDIAGONAL_F32_H

#include "rt_linear_algebra.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Replaces `b`, rows x columns, by x with a x = b. `below` and `above` have rows - 1 elements; with `full`
 * they have one per row, and the first of `below` and the last of `above` count as 0. Exchanges rows to keep
 * factors small. `info` is 0, or the number of the first zero pivot, counted from 1. Scratch: 3 * rows
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

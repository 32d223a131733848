/* rt_pivoted_qr_f32.h  QR factorization of f32 matrices with column pivoting. */
#ifndef HLO2C_RT_PIVOTED_QR_F32_H
#define HLO2C_RT_PIVOTED_QR_F32_H

#include "rt_linear_algebra.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Replaces `a` by R and the reflectors, and stores the original index of each column, counted from 1, in
 * `order`. Columns whose entry in `given` is not 0 come first. The others follow by largest remaining norm,
 * as in LAPACK's geqp3, in panels of up to `block` columns, or one by one if that is 0. Scratch: (3 +
 * `block`) * columns elements. */
void hlo2c_geqp3_f32(const int32_t *given, float *a, int32_t *order, float *tau, unsigned char *scratch,
                     const hlo2c_matrices *shape);

#ifdef __cplusplus
}
#endif

#endif

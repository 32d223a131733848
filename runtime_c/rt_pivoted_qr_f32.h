/* rt_pivoted_qr_f32.h  Factorization of f32 matrices into an orthogonal and a triangular one, columns in
 * order of what is left of them. */
#ifndef HLO2C_RT_PIVOTED_QR_F32_H
#define HLO2C_RT_PIVOTED_QR_F32_H

#include "rt_linear_algebra.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Puts R and the reflectors in the place of `a`, and into `order`, counted from 1, which column each is.
 * Columns whose number in `given` is not 0 come first. The others follow, the longest remainder first, as
 * LAPACK's geqp3 takes them, in panels of up to `block` columns, or one after the other. Scratch: (3 +
 * `block`) * columns elements. */
void hlo2c_geqp3_f32(const int32_t *given, float *a, int32_t *order, float *tau, unsigned char *scratch,
                     const hlo2c_matrices *shape);

#ifdef __cplusplus
}
#endif

#endif

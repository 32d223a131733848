/* rt_qr_f32.h  QR factors of f32 matrices out of reflectors I - tau v v^H, as LAPACK stores them: v has a 1
 * at its own row, zeros above, and the rest below the diagonal. */
#ifndef HLO2C_RT_QR_F32_H
#define HLO2C_RT_QR_F32_H

#include "rt_linear_algebra.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Puts R and the reflectors whose product is Q in the place of `a`; `tau` gets min(rows, columns) factors per
 * matrix. `scratch` has room for `columns` elements, and with b = `block` for b * (rows + columns + 2 * b +
 * 64) more. */
void hlo2c_geqrf_f32(float *a, float *tau, unsigned char *scratch, const hlo2c_matrices *shape);

/* Puts the first `columns` columns of the product of `count` reflectors in their place. `scratch` as above.
 */
void hlo2c_orgqr_f32(float *a, const float *tau, unsigned char *scratch, const hlo2c_matrices *shape);

/* Puts op(Q) c (left) or c op(Q) in the place of `c`, which is rows x columns; Q is the product of the first
 * `count` reflectors in `a`, whose rows are as long as `full` says. `scratch` has room for rows + columns
 * elements, and with b = `block` for b * (rows + columns + 2 * b + 64) instead where that is more. */
void hlo2c_ormqr_f32(const float *a, const float *tau, float *c, unsigned char *scratch,
                     const hlo2c_matrices *shape);

#ifdef __cplusplus
}
#endif

#endif

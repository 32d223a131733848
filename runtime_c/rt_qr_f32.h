/* rt_qr_f32.h  QR factors of f32 matrices by reflectors I - tau v v^H, stored as in LAPACK: v has an implicit
 * 1 in its own row, zeros above, and the rest below the diagonal. */
#ifndef HLO2C_RT_QR_F32_H
#define HLO2C_RT_QR_F32_H

#include "rt_linear_algebra.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Replaces `a` by R and the reflectors whose product is Q; stores min(rows, columns) factors per matrix in
 * `tau`. `scratch` has room for `columns` elements, and with b = `block` for b * (rows + columns + 2 * b +
 * 64) more. */
void hlo2c_geqrf_f32(float *a, float *tau, unsigned char *scratch, const hlo2c_matrices *shape);

/* Replaces `count` reflectors by the first `columns` columns of their product. `scratch` as above. */
void hlo2c_orgqr_f32(float *a, const float *tau, unsigned char *scratch, const hlo2c_matrices *shape);

/* Replaces `c`, which is rows x columns, by op(Q) c (left) or c op(Q); Q is the product of the first `count`
 * reflectors in `a`, whose row stride is `full`. `scratch` has room for rows + columns elements or, with b =
 * `block`, for b * (rows + columns + 2 * b + 64) if that is more. */
void hlo2c_ormqr_f32(const float *a, const float *tau, float *c, unsigned char *scratch,
                     const hlo2c_matrices *shape);

#ifdef __cplusplus
}
#endif

#endif

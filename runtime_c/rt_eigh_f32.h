/* rt_eigh_f32.h  Eigenvalues and eigenvectors of symmetric (or Hermitian) f32 matrices. */
#ifndef HLO2C_RT_EIGH_F32_H
#define HLO2C_RT_EIGH_F32_H

#include "rt_linear_algebra.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Replaces `a` by the eigenvectors as columns (if `vectors`), and stores the eigenvalues in ascending order
 * in `values`. Reads one triangle of `a`. `info` is, per matrix, 0 or 1 + the index of the value that did not
 * converge. The reduction uses panels of p = `panel` columns, or 1; the vectors are formed from blocks of b =
 * `block` reflectors, or one by one. Scratch: rows * (rows + 1) elements, plus the maximum of rows + 2 * p *
 * (rows + 1) and, if `vectors`, rows + b * (2 * rows + 2 * b + 64). */
void hlo2c_syevd_f32(float *a, float *values, int32_t *info, unsigned char *scratch,
                     const hlo2c_matrices *shape);

/* Reduces symmetric matrices to tridiagonal form: stores the form and the reflectors in the triangle of `a`
 * that is read, as LAPACK's sytrd does, the form also in `diagonal` and `beside`, and the reflectors' factors
 * in `tau`. Scratch, with p = `panel` or 1: rows + 2 * p * (rows + 1) elements. */
void hlo2c_sytrd_f32(float *a, float *diagonal, float *beside, float *tau, int32_t *info,
                     unsigned char *scratch, const hlo2c_matrices *shape);

#ifdef __cplusplus
}
#endif

#endif

/* rt_eigh_f32.h  Eigenvalues and eigenvectors of symmetric (or Hermitian) f32 matrices. */
#ifndef HLO2C_RT_EIGH_F32_H
#define HLO2C_RT_EIGH_F32_H

#include "rt_linear_algebra.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Puts the eigenvectors, as columns, in the place of `a` (where `vectors`), and the eigenvalues, ascending,
 * into `values`. One triangle of `a` is read. `info` is 0, or per matrix 1 + the number of the value that did
 * not converge. The matrix is reduced by panels of p = `panel` columns, or 1, and the vectors are made of
 * b = `block` reflectors at once, or one after the other. Scratch: rows * (rows + 1) elements, and the most
 * of rows + 2 * p * (rows + 1) and, where `vectors`, rows + b * (2 * rows + 2 * b + 64). */
void hlo2c_syevd_f32(float *a, float *values, int32_t *info, unsigned char *scratch,
                     const hlo2c_matrices *shape);

/* Reduces symmetric matrices to tridiagonal form: `a` gets the form and the reflectors in the triangle that
 * is read, as LAPACK's sytrd leaves them, `diagonal` and `beside` the form, `tau` the reflectors' factors.
 * Scratch: with p = `panel`, or 1, rows + 2 * p * (rows + 1) elements. */
void hlo2c_sytrd_f32(float *a, float *diagonal, float *beside, float *tau, int32_t *info,
                     unsigned char *scratch, const hlo2c_matrices *shape);

#ifdef __cplusplus
}
#endif

#endif

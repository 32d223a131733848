/* rt_eig_c64.h  Eigenvalues, eigenvectors and Schur forms of complex matrices with f32 parts. */
#ifndef HLO2C_RT_EIG_C64_H
#define HLO2C_RT_EIG_C64_H

#include "rt_linear_algebra.h"
#include "rt_real_f32.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Computes the eigenvalues, and as columns the left eigenvectors (if `left`) and the right ones (if
 * `vectors`); vectors that are not computed become 0. `info` is the number of values that did not converge.
 * Matrices of more than `window` rows, 14 or more, use windows of that size; 0 disables them. Scratch, with b
 * = `block`, the columns of a panel or 0, and w = `window`: 2 * rows^2 numbers, plus the maximum of 2 * rows
 * + b * (2 * rows + 2 * b + 64), 32 * rows and, unless w = 0, 3 * (w + 2)^2 + 70 * w. */
void hlo2c_geev_c64(const real_f32 *a, real_f32 *values, real_f32 *left, real_f32 *right, int32_t *info,
                    unsigned char *scratch, const hlo2c_matrices *shape);

/* Replaces `a` by the triangle t with a = z t z^H; stores z if `vectors`, else 0. `chosen` becomes 0, because
 * nothing is sorted. Scratch, with b and w as above: the maximum of 2 * rows + b * (2 * rows + 2 * b + 64)
 * numbers and, unless w = 0, 3 * (w + 2)^2 + 70 * w. */
void hlo2c_gees_c64(real_f32 *a, real_f32 *z, real_f32 *values, int32_t *chosen, int32_t *info,
                    unsigned char *scratch, const hlo2c_matrices *shape);

#ifdef __cplusplus
}
#endif

#endif

/* rt_triangular_solve_f32.h  Triangular systems of f32 equations. */
#ifndef HLO2C_RT_TRIANGULAR_SOLVE_F32_H
#define HLO2C_RT_TRIANGULAR_SOLVE_F32_H

#include "rt_linear_algebra.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Replaces `b` by x with op(a) x = b (left) or x op(a) = b. `a` is square; `rows` and `columns` are those of
 * `b`. Reads only one triangle of `a`. */
void hlo2c_triangular_solve_f32(const float *a, float *b, const hlo2c_matrices *shape);

#ifdef __cplusplus
}
#endif

#endif

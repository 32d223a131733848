/* rt_triangular_solve_f32.h  Systems of f32 equations whose matrix is a triangle. */
#ifndef HLO2C_RT_TRIANGULAR_SOLVE_F32_H
#define HLO2C_RT_TRIANGULAR_SOLVE_F32_H

#include "rt_linear_algebra.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Puts x with op(a) x = b (left) or x op(a) = b in the place of `b`. `a` is square; `rows` and `columns` are
 * those of `b`. Only one triangle of `a` is read. */
void hlo2c_triangular_solve_f32(const float *a, float *b, const hlo2c_matrices *shape);

#ifdef __cplusplus
}
#endif

#endif

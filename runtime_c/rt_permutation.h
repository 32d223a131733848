/* rt_permutation.h  Converts row exchanges to a permutation. */
#ifndef HLO2C_RT_PERMUTATION_H
#define HLO2C_RT_PERMUTATION_H

#include "rt_linear_algebra.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Row i was exchanged with row pivots[i], counted from 0, for `columns` rows in order; order[i] becomes the
 * original index of row i of `rows`. A pivot out of range means no exchange. */
void hlo2c_pivots_to_permutation(const int32_t *pivots, int32_t *order, const hlo2c_matrices *shape);

#ifdef __cplusplus
}
#endif

#endif

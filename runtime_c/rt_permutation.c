#include "rt_permutation.h"

#include <stddef.h>

void hlo2c_pivots_to_permutation(const int32_t *pivots, int32_t *order, const hlo2c_matrices *shape)
{
    const ptrdiff_t rows = (ptrdiff_t)shape->rows, count = (ptrdiff_t)shape->columns;
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        const int32_t *const exchanges = pivots + batch * count;
        int32_t *const permutation = order + batch * rows;
        for (ptrdiff_t i = 0; i < rows; i++) {
            permutation[i] = (int32_t)i;
        }
        for (ptrdiff_t i = 0; i < count; i++) {
            const ptrdiff_t other = exchanges[i] < 0 || exchanges[i] >= rows ? i : exchanges[i];
            const int32_t kept = permutation[i];
            permutation[i] = permutation[other];
            permutation[other] = kept;
        }
    }
}

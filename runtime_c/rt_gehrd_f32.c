#include "rt_gehrd_f32.h"

#include "rt_hessenberg_f32.h"

void hlo2c_gehrd_f32(float *a, float *tau, int32_t *info, unsigned char *scratch, const hlo2c_matrices *shape)
{
    const ptrdiff_t n = (ptrdiff_t)shape->rows;
    for (ptrdiff_t batch = 0; batch < shape->batches; batch++) {
        info[batch] = 0;
        if (n == 0) {
            continue;
        }
        reduce_to_hessenberg_f32((scalar_f32 *)(void *)a + batch * n * n, n, (ptrdiff_t)shape->first,
                                 (ptrdiff_t)shape->count, (ptrdiff_t)shape->block,
                                 (scalar_f32 *)(void *)tau + batch * (n - 1), (scalar_f32 *)(void *)scratch);
    }
}

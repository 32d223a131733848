/* hlo2c_openmp.h  The parallel_for hook on OpenMP: `hooks.parallel_for = hlo2c_openmp_parallel_for`. Compile
 * with -fopenmp; otherwise the loop runs in the calling thread. */
#ifndef HLO2C_OPENMP_H
#define HLO2C_OPENMP_H

#include "hlo2c_runtime.h"

static inline int hlo2c_openmp_parallel_for(void *user, int extent,
                                            int (*body)(void *closure, int begin, int end), void *closure)
{
    int status = HLO2C_OK;
    (void)user;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic)
#endif
    for (int iteration = 0; iteration < extent; iteration++) {
        const int own = body(closure, iteration, iteration + 1);
        if (own != HLO2C_OK) {
#ifdef _OPENMP
#pragma omp atomic write
#endif
            status = own;
        }
    }
    return status;
}

#endif

/* rt_linear_algebra.h  The constants in a call of a linear algebra unit.
 *
 * Matrices are row-major and contiguous: `batches` of them, each `rows` x `columns`. */
#ifndef HLO2C_RT_LINEAR_ALGEBRA_H
#define HLO2C_RT_LINEAR_ALGEBRA_H

#include <stdint.h>

/* Functions whose frames are not part of their callers'. */
#if defined(__GNUC__)
#define HLO2C_SEPARATE static __attribute__((noinline, unused))
#else
#define HLO2C_SEPARATE static
#endif

/* The meaning of op(a). */
enum {
    HLO2C_AS_IT_IS = 0,
    HLO2C_TRANSPOSED = 1,
    HLO2C_ADJOINT = 2
};

typedef struct hlo2c_matrices {
    int64_t batches;
    int64_t rows, columns;
    int64_t lower;     /* reads or writes the lower triangle, else the upper one */
    int64_t count;     /* number of reflectors, if fewer than columns */
    int64_t block;     /* reflectors per block; 0: applied one by one */
    int64_t first;     /* first row to be reduced */
    int64_t full;      /* square factors instead of thin ones */
    int64_t vectors;   /* compute vectors in addition to values */
    int64_t left;      /* apply the matrix from the left */
    int64_t unit;      /* the diagonal is implicitly 1 */
    int64_t operation; /* HLO2C_AS_IT_IS, ... */
    int64_t panel;     /* columns per panel; 0: 1 */
    int64_t window;    /* rows of the windows or parts on the diagonal; 0: none */
} hlo2c_matrices;

#endif

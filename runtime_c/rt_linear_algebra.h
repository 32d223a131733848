/* rt_linear_algebra.h  The constants that units of linear algebra are called with.
 *
 * Matrices are row-major and lie one behind the other: `batches` of them, each `rows` x `columns`. */
#ifndef HLO2C_RT_LINEAR_ALGEBRA_H
#define HLO2C_RT_LINEAR_ALGEBRA_H

#include <stdint.h>

/* What op(a) is. */
enum {
    HLO2C_AS_IT_IS = 0,
    HLO2C_TRANSPOSED = 1,
    HLO2C_ADJOINT = 2
};

typedef struct hlo2c_matrices {
    int64_t batches;
    int64_t rows, columns;
    int64_t lower;     /* the lower triangle is read, or written; else the upper one */
    int64_t count;     /* of reflectors, where there are fewer than columns */
    int64_t block;     /* reflectors that are applied at once; 0: one after the other */
    int64_t first;     /* row that is the first to take part */
    int64_t full;      /* factors are square rather than thin */
    int64_t vectors;   /* vectors are wanted beside values */
    int64_t left;      /* the matrix stands to the left of what it is applied to */
    int64_t unit;      /* the diagonal is 1 and not read */
    int64_t operation; /* HLO2C_AS_IT_IS, ... */
    int64_t panel;     /* columns that are reduced before the rest of the matrix follows; 0: 1 */
    int64_t window;    /* rows of windows on the diagonal; 0: the whole matrix at once */
} hlo2c_matrices;

#endif

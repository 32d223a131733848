/* rt_fft.h  Constants of the calls of Fourier transforms. */
#ifndef HLO2C_RT_FFT_H
#define HLO2C_RT_FFT_H

#include <stdint.h>

typedef struct hlo2c_fft {
    int64_t outer, length, inner;
    int64_t inverse; /* divides by the length */
    /* Length of the underlying complex transform: `length`, half of it for real rows of even length, or a
     * longer power of two (`chirp`) if `length` has a large prime factor. */
    int64_t points;
    int64_t chirp; /* 0, or the length that is transformed through `points` */
    int64_t lanes; /* number of rows transformed together */
} hlo2c_fft;

/* Scratch: 4 * points * lanes elements.
 *
 * Roots, as pairs (cosine, sine) of negative angles: for each radix r of `points`, with m times r points
 * still to do, m groups of r - 1 factors w^j ... w^((r-1)j) for j = 0 ... m-1, and for r beyond 5 the r roots
 * of order r first; then, with a chirp, its numbers and the transform of the filter divided by `points`;
 * then, for real numbers in even rows, the first length / 2 + 1 roots of order `length`. */

/* The next radix: 4, 2, 3, 5, or the smallest prime factor. */
static inline int64_t hlo2c_fft_radix(int64_t points)
{
    if (points % 4 == 0) {
        return 4;
    }
    for (int64_t radix = 2; radix * radix <= points; radix++) {
        if (points % radix == 0) {
            return radix;
        }
    }
    return points;
}

#endif

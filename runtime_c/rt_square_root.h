/* rt_square_root.h  Square roots for machines without a square root instruction. */
#ifndef HLO2C_RT_SQUARE_ROOT_H
#define HLO2C_RT_SQUARE_ROOT_H

#include <stdint.h>
#include <string.h>

/* Rounded to nearest, digit by digit; NaN for negative numbers. */
static inline double square_root_by_digits(double a)
{
    uint64_t bits;
    memcpy(&bits, &a, sizeof bits);
    if (bits << 1 == 0 || a != a || bits == UINT64_C(0x7ff0000000000000)) {
        return a;
    }
    if (bits >> 63) {
        bits = UINT64_C(0x7ff8000000000000);
        memcpy(&a, &bits, sizeof a);
        return a;
    }
    int exponent = (int)(bits >> 52);
    uint64_t mantissa = bits & UINT64_C(0xfffffffffffff);
    if (exponent == 0) {
        for (exponent = 1; mantissa < UINT64_C(0x10000000000000); exponent--) {
            mantissa <<= 1;
        }
    } else {
        mantissa |= UINT64_C(0x10000000000000);
    }
    exponent -= 1023;
    mantissa <<= exponent & 1;
    uint64_t root = 0, rest = 0;
    for (int step = 53; step >= 0; step--) {
        const int shift = 2 * step - 54;
        rest = rest << 2 | (shift >= 0 ? mantissa >> shift & 3 : 0);
        const uint64_t trial = root << 2 | 1;
        root <<= 1;
        if (rest >= trial) {
            rest -= trial;
            root |= 1;
        }
    }
    root = (root >> 1) + (root & 1);
    bits = root + ((uint64_t)((exponent - (exponent & 1)) / 2 + 1022) << 52);
    memcpy(&a, &bits, sizeof a);
    return a;
}

#endif

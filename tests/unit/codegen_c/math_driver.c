/* Runs FUNCTION over float bit patterns in steps of STEP and reports the largest error in units of the last
 * place of the correctly rounded result, from a reference in double; special values must agree exactly. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "math_vector.h"

static double reference(double x);

static double ulp(double x) {
    int exponent;
    frexp(x, &exponent);
    if (exponent < -125) exponent = -125;
    return ldexp(1.0, exponent - 24);
}

int main(int argc, char** argv) {
    const uint64_t step = argc > 1 ? strtoull(argv[1], NULL, 10) : 9973;
    double worst = 0;
    float worst_at = 0;
    long wrong = 0;
    float wrong_at = 0;
    for (uint64_t bits = 0; bits < UINT64_C(1) << 32;) {
        float x[8], y[8];
        for (int i = 0; i < 8; i++) {
            const uint32_t pattern = (uint32_t)bits;
            memcpy(&x[i], &pattern, 4);
            bits += step;
        }
        store_f32x8(y, FUNCTION_f32x8(load_f32x8(x)));
        for (int i = 0; i < 8; i++) {
            const double exact = reference(x[i]);
            const float rounded = (float)exact;
            if (isnan(rounded) || isinf(rounded) || rounded == 0) {
                const int same =
                    isnan(rounded) ? isnan(y[i]) : y[i] == rounded && signbit(y[i]) == signbit(rounded);
                const double limit = isinf(rounded) ? 0x1p103 : 0x1p-149;
                const int near = !isnan(rounded) && !isinf(exact) && fabs((double)y[i] - exact) <= limit;
                if (!same && !near) wrong++, wrong_at = x[i];
                continue;
            }
            const double error = fabs((double)y[i] - exact) / ulp(exact);
            if (!(error <= worst)) worst = error, worst_at = x[i];
        }
    }
    printf("%.4f %a %ld %a\n", worst, worst_at, wrong, wrong_at);
    return 0;
}

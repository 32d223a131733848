/* Runs FUNCTION over f64 bit patterns, random, near to simple numbers and at the ends of its range, and
 * reports the largest error in units of the last place of the correctly rounded result, from a reference in
 * long double; special values must agree exactly. */
#include <stdio.h>

static double worst = 0, worst_at = 0, wrong_at = 0;
static long wrong = 0;
static uint64_t state = 88172645463325252u;

static uint64_t random_bits(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static void check(double x, double y) {
    const long double exact = reference(x);
    const double rounded = (double)exact;
    if (isnan(rounded) || isinf(rounded) || rounded == 0) {
        const int same = isnan(rounded) ? isnan(y) : y == rounded && signbit(y) == signbit(rounded);
        const long double limit = isinf(rounded) ? 0x1p971L : 0x1p-1074L;
        const int near = !isnan(rounded) && !isinf(exact) && fabsl(y - exact) <= limit;
        if (!same && !near) wrong++, wrong_at = x;
        return;
    }
    int exponent;
    frexpl(exact, &exponent);
    if (exponent < -1021) exponent = -1021;
    const double error = (double)(fabsl(y - exact) / ldexpl(1, exponent - 53));
    if (!(error <= worst)) worst = error, worst_at = x;
}

static double sample(long i) {
    static const double special[] = {0.0,   0x1p-1074, 0x1p-1022, 0x1p-54, 0x1p-53, 0x1p-27,
                                     0.5,   1.0,       2.0,       709.5,   709.782, 709.79,
                                     710.5, 744.4,     745.1,     745.14,  750.0,   1e300};
    const long count = (long)(sizeof special / sizeof special[0]);
    const double sign = i & 1 ? -1.0 : 1.0;
    if (i < 2 * count) return sign * special[i / 2];
    if (i < 2 * count + 4) return i & 2 ? sign * (double)INFINITY : (double)NAN;
    const uint64_t bits = random_bits(), fraction = bits & UINT64_C(0x800fffffffffffff);
    const int kind = (int)(i % 4);
    double value;
    const uint64_t field = kind == 0   ? random_bits() % 2047
                           : kind == 1 ? 1023 + random_bits() % 11
                           : kind == 2 ? 1013 + random_bits() % 13
                                       : 963 + random_bits() % 61;
    const uint64_t pattern = fraction | field << 52;
    memcpy(&value, &pattern, sizeof value);
    return value;
}

int main(void) {
    for (long i = 0; i < 1000000; i += 4) {
        double x[4], y[4];
        for (int k = 0; k < 4; k++) x[k] = sample(i + k);
        store_f64x4(y, FUNCTION_f64x4(load_f64x4(x)));
        for (int k = 0; k < 4; k++) check(x[k], y[k]);
    }
    printf("%.4f %a %ld %a\n", worst, worst_at, wrong, wrong_at);
    return 0;
}

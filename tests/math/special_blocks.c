/* Special functions in double, by ranges: a block of neighbouring numbers is mostly in one range. */
#include <math.h>

#include "reference.h"

typedef struct {
    double least, most; /* magnitudes; `most` is NaN where a number is */
    int negative, positive;
} range;

static range range_of(const double* x, size_t count) {
    range r = {(double)INFINITY, 0, 0, 0};
    int unordered = 0;
    for (size_t i = 0; i < count; i++) {
        const double size = fabs(x[i]);
        r.least = size < r.least ? size : r.least;
        r.most = size > r.most ? size : r.most;
        r.negative |= x[i] < 0;
        r.positive |= x[i] > 0;
        unordered |= x[i] != x[i];
    }
    if (unordered) r.most = (double)NAN;
    return r;
}

static const double euler = 0.57721566490153286, pi = 3.14159265358979324;

void block_lgamma(const double* x, const double* y, double* results, size_t count) {
    (void)y;
    const range r = range_of(x, count);
    if (r.most < 0x1p-30 && r.least > 0) {
#pragma omp simd
        for (size_t i = 0; i < count; i++) results[i] = -log(fabs(x[i])) - euler * x[i];
    } else if (r.least >= 0x1p23 && !r.positive && r.most <= (double)INFINITY) {
        /* whole numbers, all of them poles */
        for (size_t i = 0; i < count; i++) results[i] = (double)INFINITY;
    } else if (r.least >= 20 && !r.negative && r.most < (double)INFINITY) {
#pragma omp simd
        for (size_t i = 0; i < count; i++) {
            const double s = 1 / x[i], u = s * s;
            const double series =
                s * (1.0 / 12 - u * (1.0 / 360 - u * (1.0 / 1260 - u * (1.0 / 1680 - u * (1.0 / 1188)))));
            results[i] = (x[i] - 0.5) * (log(x[i]) - 1) + (0.41893853320467274 + series);
        }
    } else {
        for (size_t i = 0; i < count; i++) results[i] = lgamma(x[i]);
    }
}

void block_digamma(const double* x, const double* y, double* results, size_t count) {
    (void)y;
    const range r = range_of(x, count);
    if (r.most < 0x1p-30 && r.least > 0) {
#pragma omp simd
        for (size_t i = 0; i < count; i++) results[i] = -1 / x[i] - euler + x[i] * (pi * pi / 6);
        return;
    }
    if (r.least >= 0x1p23 && !r.positive) {
        for (size_t i = 0; i < count; i++) results[i] = (double)NAN;
        return;
    }
    if (!(r.most <= (double)INFINITY) || r.least == 0) {
        for (size_t i = 0; i < count; i++) results[i] = (double)NAN;
        return;
    }
#pragma omp simd
    for (size_t i = 0; i < count; i++) {
        const double from = x[i] < 0 ? 1 - x[i] : x[i];
        double sum = 0;
        if (r.least < 16) {
            for (int k = 0; k < 16; k++) sum += 1 / (from + k);
        }
        const double at = r.least < 16 ? from + 16 : from, s = 1 / at, u = s * s;
        const double series =
            u * (1.0 / 12 -
                 u * (1.0 / 120 - u * (1.0 / 252 - u * (1.0 / 240 - u * (1.0 / 132 - u * (691.0 / 32760))))));
        results[i] = (log(at) - (0.5 * s + series)) - sum;
    }
    if (r.negative) {
#pragma omp simd
        for (size_t i = 0; i < count; i++) {
            const double part = x[i] - rint(x[i]), reflected = results[i] - pi / tan(pi * part);
            results[i] = x[i] < 0 ? part == 0 ? (double)NAN : reflected : results[i];
        }
    }
    /* Near zeros only MPFR knows. */
    for (size_t i = 0; i < count; i++) results[i] = fabs(results[i]) < 1e-4 ? (double)NAN : results[i];
}

void block_erf_inv(const double* x, const double* y, double* results, size_t count) {
    (void)y;
    const range r = range_of(x, count);
    if (r.most < 0x1p-13) {
        for (size_t i = 0; i < count; i++)
            results[i] = x[i] * (0.886226925452758 + 0.2320136665346545 * (x[i] * x[i]));
        return;
    }
    if (r.least >= 1) {
        for (size_t i = 0; i < count; i++)
            results[i] = fabs(x[i]) == 1 ? copysign((double)INFINITY, x[i]) : (double)NAN;
        return;
    }
    if (!(r.most < 1)) {
        for (size_t i = 0; i < count; i++) results[i] = (double)NAN;
        return;
    }
#pragma omp simd
    for (size_t i = 0; i < count; i++) {
        const double a = fabs(x[i]), l = log((1 - a) * (1 + a)), half = 4.3307467508 + 0.5 * l;
        results[i] = a < 0.3 ? a * (0.886226925452758 + 0.232013666534654 * (a * a))
                             : sqrt(sqrt(half * half - l * 6.802721088435374) - half);
    }
    /* Halley's method on erf, or on erfc where that is the small one. */
    for (int step = 0; step < 2; step++) {
#pragma omp simd
        for (size_t i = 0; i < count; i++) {
            const double a = fabs(x[i]), root = results[i];
            const double below = erf(root) - a, above = (1 - a) - erfc(root);
            const double d = (a < 0.5 ? below : above) * exp(root * root) * 0.886226925452758;
            results[i] = root - d / (1 + root * d);
        }
    }
    for (size_t i = 0; i < count; i++) results[i] = copysign(results[i], x[i]);
}

void block_bessel_i1e(const double* x, const double* y, double* results, size_t count) {
    (void)y;
    const range r = range_of(x, count);
    if (r.most < 0x1p-30) {
        for (size_t i = 0; i < count; i++) results[i] = x[i] * 0.5 * (1 - fabs(x[i]));
    } else if (r.most < 40) {
        /* exp(-|x|) sum of (x/2)^(2k+1) / (k! (k+1)!) */
        double weights[100] = {1};
        int terms = 1;
        for (double size = 1; terms < 100 && size > 1e-18; terms++) {
            weights[terms] = weights[terms - 1] / ((double)terms * (terms + 1));
            size *= r.most * r.most / 4 / ((double)terms * (terms + 1));
        }
#pragma omp simd
        for (size_t i = 0; i < count; i++) {
            const double square = 0.25 * x[i] * x[i];
            double sum = 0;
            for (int k = terms - 1; k >= 0; k--) sum = sum * square + weights[k];
            results[i] = sum * (0.5 * x[i]) * exp(-fabs(x[i]));
        }
    } else if (r.least >= 32) {
        double weights[40] = {1};
        int terms = 1;
        for (double size = 1; terms < 40 && size > 1e-18; terms++) {
            const double odd = 2.0 * terms - 1, factor = (odd * odd - 4) / (8.0 * terms);
            weights[terms] = weights[terms - 1] * factor;
            size = fabs(size * factor / r.least);
        }
#pragma omp simd
        for (size_t i = 0; i < count; i++) {
            const double inverse = 1 / fabs(x[i]);
            double sum = 0;
            for (int k = terms - 1; k >= 0; k--) sum = sum * inverse + weights[k];
            results[i] = copysign(sum * sqrt(inverse * (0.5 / pi)), x[i]);
        }
    } else {
        for (size_t i = 0; i < count; i++) results[i] = (double)NAN;
    }
}

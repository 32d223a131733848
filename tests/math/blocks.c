#include <math.h>

#include "reference.h"

#define FUNCTION(name, value)                                                            \
    void block_##name(const double* x, const double* y, double* results, size_t count) { \
        (void)y;                                                                         \
        _Pragma("omp simd") for (size_t i = 0; i < count; i++) results[i] = value;       \
    }

FUNCTION(exp, exp(x[i]))
FUNCTION(expm1, expm1(x[i]))
FUNCTION(log, log(x[i]))
FUNCTION(log1p, log1p(x[i]))
FUNCTION(sin, sin(x[i]))
FUNCTION(cos, cos(x[i]))
FUNCTION(tan, tan(x[i]))
FUNCTION(tanh, tanh(x[i]))
FUNCTION(logistic, x[i] < 0 ? exp(x[i]) / (1 + exp(x[i])) : 1 / (1 + exp(-x[i])))
FUNCTION(sqrt, sqrt(x[i]))
FUNCTION(rsqrt, 1 / sqrt(x[i]))
FUNCTION(cbrt, cbrt(x[i]))
FUNCTION(erf, erf(x[i]))
FUNCTION(erfc, erfc(x[i]))
FUNCTION(sinh, sinh(x[i]))
FUNCTION(cosh, cosh(x[i]))
FUNCTION(asin, asin(x[i]))
FUNCTION(acos, acos(x[i]))
FUNCTION(atan, atan(x[i]))
FUNCTION(asinh, asinh(x[i]))
FUNCTION(acosh, acosh(x[i]))
FUNCTION(atanh, atanh(x[i]))
FUNCTION(lgamma, lgamma(x[i]))
FUNCTION(pow, pow(x[i], y[i]))
FUNCTION(atan2, atan2(x[i], y[i]))
FUNCTION(fmod, fmod(x[i], y[i]))

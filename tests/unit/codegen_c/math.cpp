#include <catch2/catch.hpp>
#include <fstream>
#include <set>
#include <sstream>

#include "codegen/c/vector_support.h"
#include "tests/unit/codegen_c/compiled_kernel.h"

using namespace hlo2c::codegen::testing;

namespace {

struct Case {
    const char *function, *reference;
    double limit;
};

const Case cases[] = {
    {"exp", "exp(x)", 1},
    {"exponential_minus_one", "expm1(x)", 1},
    {"log", "log(x)", 1},
    {"log_plus_one", "log1p(x)", 1},
    {"tanh", "tanh(x)", 1},
    {"logistic", "x < 0 ? exp(x) / (1 + exp(x)) : 1 / (1 + exp(-x))", 1},
    {"erf", "erf(x)", 1},
    {"sine", "sin(x)", 1},
    {"cosine", "cos(x)", 1},
    {"tan", "tan(x)", 1},
    {"cbrt", "cbrt(x)", 1},
    {"erfc", "erfc(x)", 1},
    {"fast_exp", "exp(x) < 0x1p-126 ? 0 : exp(x)", 3},
    {"fast_tanh", "tanh(x)", 6},
    {"fast_erf", "erf(x)", 6},
    {"fast_erfc", "erfc(x)", 6},
    {"lgamma", "lgamma(x)", 1},
    {"sinh", "sinh(x)", 1},
    {"cosh", "cosh(x)", 1},
    {"asinh", "asinh(x)", 1},
    {"acosh", "acosh(x)", 1},
    {"atanh", "atanh(x)", 1},
    {"asin", "asin(x)", 1},
    {"acos", "acos(x)", 1},
    {"atan", "atan(x)", 1},
    {"sqrt", "sqrt(x)", 0.5},
    {"rsqrt", "1 / sqrt(x)", 1},
    {"power_half", "pow(x, 0.5)", 1},
    {"power_minus_half", "pow(x, -0.5)", 1},
    {"power_three_halves", "pow(x, 1.5)", 1},
    {"power_minus_three_halves", "pow(x, -1.5)", 1},
    {"floor", "floor(x)", 0},
    {"ceil", "ceil(x)", 0},
    {"round_nearest_even", "nearbyint(x)", 0},
    {"round_nearest_afz", "round(x)", 0},
};

const Case wide_cases[] = {
    {"exp", "expl(x)", 2},
    {"exponential_minus_one", "expm1l(x)", 2},
    {"log", "logl(x)", 2},
    {"log_plus_one", "log1pl(x)", 2},
    {"tanh", "tanhl(x)", 2},
    {"logistic", "x < 0 ? expl(x) / (1 + expl(x)) : 1 / (1 + expl(-x))", 2},
    {"sine", "sinl(x)", 1},
    {"cosine", "cosl(x)", 1},
    {"tan", "tanl(x)", 2},
    {"cbrt", "cbrtl(x)", 1},
    {"erf", "erfl(x)", 1},
    {"erfc", "erfcl(x)", 2},
    {"sinh", "sinhl(x)", 3},
    {"cosh", "coshl(x)", 2},
    {"asinh", "asinhl(x)", 3},
    {"acosh", "acoshl(x)", 3},
    {"atanh", "atanhl(x)", 3},
    {"asin", "asinl(x)", 2},
    {"acos", "acosl(x)", 2},
    {"atan", "atanl(x)", 2},
    {"power_half", "powl(x, 0.5L)", 1},
    {"power_minus_half", "powl(x, -0.5L)", 1},
    {"power_three_halves", "powl(x, 1.5L)", 1},
    {"power_minus_three_halves", "powl(x, -1.5L)", 1},
};

struct Measure {
    double worst;
    std::string at;
    long wrong;
    std::string wrong_at;
};

Measure measure(const Case& each, const std::string& step, const std::string& level = "v3") {
    hlo2c::codegen::VectorSupport support;
    const std::string name = std::string(each.function) + "_f32x8";
    for (const char* operation : {each.function, "load", "store"})
        REQUIRE(support.require({operation, {hlo2c::scheduler::ScalarKind::F32, 8}}));
    const std::string folder = temporary_path("math");
    shell("mkdir " + folder);
    std::ofstream(folder + "/math_vector.h") << support.header("MATH_VECTOR_H", "");
    std::ofstream(folder + "/reference.c")
        << "#define FUNCTION_f32x8 " << name << "\n#include \"" << MATH_DRIVER
        << "\"\nstatic double reference(double x)\n{\n    return " << each.reference << ";\n}\n";
    shell("gcc -O2 -march=x86-64-" + level + " -I" + folder + " " + folder + "/reference.c -lm -o " + folder +
          "/run");
    Measure result;
    std::istringstream(shell(folder + "/run " + step)) >> result.worst >> result.at >> result.wrong >>
        result.wrong_at;
    return result;
}

void check_within_limit(const Case& each, const Measure& found) {
    INFO(each.function << ": " << found.worst << " at " << found.at << ", " << found.wrong
                       << " wrong, one at " << found.wrong_at);
    if (std::getenv("HLO2C_SHOW_ERRORS"))
        WARN(each.function << ": " << found.worst << " ULP at " << found.at);
    CHECK(found.worst <= each.limit);
    CHECK(found.wrong == 0);
}

void check_all(const std::string& step) {
    for (const Case& each : cases) {
        check_within_limit(each, measure(each, step));
    }
}

}  // namespace

TEST_CASE("Functions of f64 are within two units in the last place on a sample of all inputs") {
    const Case each = GENERATE(from_range(std::begin(wide_cases), std::end(wide_cases)));
    const std::string text = std::string("#define FUNCTION_f64x4 ") + each.function +
                             "_f64x4\n#include <math.h>\n" +
                             "static long double reference(long double x)\n{\n    return " + each.reference +
                             ";\n}\n/* load_f64x4( store_f64x4( " + each.function +
                             "_f64x4( */\n#include \"" + MATH_DRIVER_F64 + "\"\n";
    const Build build = GENERATE(Build{"gcc", "-std=gnu11 -O2 -march=x86-64-v3"},
                                 Build{"clang-14", "-std=gnu11 -O2 -DHLO2C_SCALAR"});
    Measure result;
    std::istringstream(run_program(text, build)) >> result.worst >> result.at >> result.wrong >>
        result.wrong_at;
    check_within_limit(each, result);
}

TEST_CASE("Functions of two f64 arguments are within two units in the last place, and exact at the ends") {
    const char* const text = R"(
#include <math.h>
#include <stdio.h>
static double worst;
static uint64_t state = 88172645463325252u;
static double next(int range)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    const uint64_t field = 1023 - (uint64_t)range / 2 + (state >> 20) % (uint64_t)range;
    return bits_f64_u64((state & 0x800fffffffffffffu) | field << 52);
}
static void check(double got, long double exact)
{
    int exponent;
    const double rounded = (double)exact;
    if (isnan(rounded) || isinf(rounded) || rounded == 0) {
        if (isnan(rounded) ? !isnan(got) : got != rounded || signbit(got) != signbit(rounded)) {
            printf("%a instead of %a\n", got, rounded);
        }
        return;
    }
    frexpl(exact, &exponent);
    if (exponent < -1021) exponent = -1021;
    const double error = (double)(fabsl(got - exact) / ldexpl(1, exponent - 53));
    if (!(error <= worst)) worst = error;
}
int main(void)
{
    const double special[] = {0.0, 0x1p-1074, 0x1p-1022, 0.5, 1.0, 2.0, 3.0, 1e9, 9007199254740993.0, 1e300, INFINITY, NAN};
    for (int i = 0; i < 24; i++) {
        for (int k = 0; k < 24; k++) {
            const double x = i & 1 ? -special[i / 2] : special[i / 2], y = k & 1 ? -special[k / 2] : special[k / 2];
            check(power_f64(x, y), powl(x, y));
            check(atan2_f64(y, x), atan2l(y, x));
        }
    }
    for (int i = 0; i < 300000; i++) {
        const double x = next(i & 1 ? 2000 : 6), y = next(i & 2 ? 40 : 6);
        check(power_f64(abs_f64(x), y), powl(fabs(x), y));
        check(atan2_f64(y, x), atan2l(y, x));
    }
    if (worst > 2) printf("%.3f units\n", worst);
    return 0;
}
)";
    CHECK(run_program(text, {"gcc", "-std=gnu11 -O2 -march=x86-64-v3"}) == "");
    CHECK(run_program(text, {"clang-14", "-std=gnu11 -O2 -DHLO2C_SCALAR"}) == "");
}

TEST_CASE("Powers of f32 vectors are within one unit in the last place, and exact at the ends") {
    const char* const text = R"(
/* load_f32x8( store_f32x8( power_f32x8( */
#include <math.h>
#include <stdio.h>
static double worst;
static uint64_t state = 88172645463325252u;
static float next(int range)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    const uint32_t field = 127 - (uint32_t)range / 2 + (uint32_t)((state >> 40) % (uint64_t)range);
    return bits_f32_u32(((uint32_t)state & 0x807fffffu) | field << 23);
}
static void check(const float *x, const float *y)
{
    float got[8];
    store_f32x8(got, power_f32x8(load_f32x8(x), load_f32x8(y)));
    for (int i = 0; i < 8; i++) {
        const double exact = pow(x[i], y[i]), nearest = (float)exact;
        if (isnan(exact) ? isnan(got[i]) : got[i] == nearest && !signbit(got[i]) == !signbit(exact)) continue;
        int exponent;
        frexp(exact, &exponent);
        if (exponent < -125) exponent = -125;
        const double error = fabs(got[i] - exact) / ldexp(1, exponent - 24);
        if (!(error <= worst)) worst = error;
    }
}
int main(void)
{
    const float special[] = {0.0f, 0x1p-149f, 0x1p-126f, 0.5f, 1.0f, 1.5f, 2.0f, 3.0f, 16777215.0f, 16777216.0f, 1e30f, INFINITY, NAN};
    float x[8], y[8];
    int lane = 0;
    for (int i = 0; i < 26; i++) {
        for (int k = 0; k < 26; k++) {
            x[lane] = i & 1 ? -special[i / 2] : special[i / 2];
            y[lane++] = k & 1 ? -special[k / 2] : special[k / 2];
            if (lane == 8) {
                check(x, y);
                lane = 0;
            }
        }
    }
    for (int i = 0; i < 400000; i++) {
        x[lane] = next(i & 1 ? 250 : 6);
        y[lane++] = i & 4 ? (float)(i % 41 - 20) : next(i & 2 ? 20 : 6);
        if (lane == 8) {
            check(x, y);
            lane = 0;
        }
    }
    if (worst > 1) printf("%.3f units\n", worst);
    return 0;
}
)";
    CHECK(run_program(text, {"gcc", "-std=gnu11 -O2 -march=x86-64-v3"}) == "");
    CHECK(run_program(text, {"gcc", "-std=gnu11 -O2"}) == "");
    CHECK(run_program(text, {"clang-14", "-std=gnu11 -O2 -DHLO2C_SCALAR"}) == "");
}

namespace {

/// Compares numbers with those of C.
const char* const checks_of_parts = R"(
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
static const double none[4];
static void check_one(const char *what, float got, double exact, double size, double limit)
{
    const float expected = (float)exact;
    const int same = isnan(expected) ? isnan(got) : got == expected && !signbit(got) == !signbit(expected);
    const double unit = isfinite(expected) && expected != 0 ? ldexp(1, ilogb(expected) - 23) : 0;
    if (isnan(expected) && size == INFINITY) {
        return; /* an infinity with the sign of the direction, where C has NaN beside an infinity */
    }
    if (!same && !(fabs((double)got - exact) <= limit * fmax(unit, 0x1p-149) + 1e-14 * size)) {
        printf("%s: %.9g, not %.9g\n", what, got, expected);
    }
}
static void check(const char *what, const float *got, const double *exact, const double *sizes, double limit)
{
    for (int i = 0; i < 4; i++) {
        check_one(what, got[i], exact[i], sizes[i], limit);
    }
}
)";

}  // namespace

TEST_CASE("quotients and magnitudes of complex f32 are those of C, also beside special values") {
    const std::string text = checks_of_parts + std::string(R"(
static const float values[16] = {0.0f,      -0.0f,     1.0f,      -2.5f,     3e38f, -3e38f, 1e-45f, -2e-38f,
                                 INFINITY, -INFINITY, NAN,       7e-20f,    5e18f, 1e19f,  3e-18f, 0.3f};
static double complex number(double re, double im)
{
    const double parts[2] = {re, im};
    double complex z;
    memcpy(&z, parts, sizeof z);
    return z;
}
int main(void)
{
    for (int n = 0; n < 65536; n += 4) {
        float a[4], b[4], c[4], d[4], got[4];
        double real[4], imag[4], sizes[4], size[4];
        for (int i = 0; i < 4; i++) {
            a[i] = values[(n + i) & 15];
            b[i] = values[(n + i) >> 4 & 15];
            c[i] = values[(n + i) >> 8 & 15];
            d[i] = values[(n + i) >> 12];
            const double complex quotient = number(a[i], b[i]) / number(c[i], d[i]);
            real[i] = creal(quotient);
            imag[i] = cimag(quotient);
            sizes[i] = isfinite(real[i]) && isfinite(imag[i]) ? fabs(real[i]) + fabs(imag[i]) : 0;
            sizes[i] = isnan(real[i]) != isnan(imag[i]) ? INFINITY : sizes[i];
            size[i] = hypot(a[i], b[i]);
            const double parts[2] = {quotient_real_f64(a[i], b[i], c[i], d[i]),
                                     quotient_imag_f64(a[i], b[i], c[i], d[i])};
            const float rounded[2] = {(float)parts[0], (float)parts[1]};
            check_one("f64", rounded[0], real[i], sizes[i], 0.51);
            check_one("f64", rounded[1], imag[i], sizes[i], 0.51);
        }
        store_f32x4(got, quotient_real_f32x4(load_f32x4(a), load_f32x4(b), load_f32x4(c), load_f32x4(d)));
        check("real part", got, real, sizes, 0.51);
        store_f32x4(got, quotient_imag_f32x4(load_f32x4(a), load_f32x4(b), load_f32x4(c), load_f32x4(d)));
        check("imaginary part", got, imag, sizes, 0.51);
        store_f32x4(got, magnitude_f32x4(load_f32x4(a), load_f32x4(b)));
        check("magnitude", got, size, none, 0.9);
    }
    return 0;
}
)");
    CHECK(run_program(text, {"gcc", "-std=gnu11 -O2 -march=x86-64-v3"}) == "");
    CHECK(run_program(text, {"gcc", "-std=gnu11 -O2"}) == "");
    CHECK(run_program(text, {"clang-14", "-std=gnu11 -O2 -DHLO2C_SCALAR"}) == "");
}

TEST_CASE("magnitudes of complex f32 are within 0.9 units of the last place") {
    const std::string text = checks_of_parts + std::string(R"(
int main(void)
{
    unsigned state = 1;
    for (int n = 0; n < 1000000; n += 4) {
        float a[4], b[4], got[4];
        double size[4];
        for (int i = 0; i < 4; i++) {
            state = state * 1664525u + 1013904223u;
            a[i] = 1.0f + (float)(state >> 9) * 0x1p-23f;
            state = state * 1664525u + 1013904223u;
            b[i] = ldexpf(1.0f + (float)(state >> 9) * 0x1p-23f, -(n & 7));
            size[i] = sqrt((double)a[i] * a[i] + (double)b[i] * b[i]);
        }
        store_f32x4(got, magnitude_f32x4(load_f32x4(a), load_f32x4(b)));
        check("magnitude", got, size, none, 0.9);
    }
    return 0;
}
)");
    CHECK(run_program(text, {"gcc", "-std=gnu11 -O2 -march=x86-64-v3"}) == "");
    CHECK(run_program(text, {"gcc", "-std=gnu11 -O2"}) == "");
    CHECK(run_program(text, {"clang-14", "-std=gnu11 -O2 -DHLO2C_SCALAR"}) == "");
}

TEST_CASE("zeta and polygamma of f32 vectors are those of f64 rounded, also beside poles and infinities") {
    const std::string text = R"(
#include <math.h>
#include <stdio.h>
static const float values[16] = {1.0f, 2.0f, 3.0f, 0.5f, 7.25f, 20.0f, 1.0000001f, 99.0f,
                                 -2.0f, -2.5f, 0.0f, 150.0f, 1e-30f, 1e30f, INFINITY, NAN};
static void check(const char *what, const float *x, const float *q, const float *got, double (*exact)(double, double))
{
    for (int i = 0; i < 8; i++) {
        const float expected = (float)exact(x[i], q[i]);
        const int same = isnan(expected) ? isnan(got[i]) : got[i] == expected;
        const double unit = fmax(fabs((double)expected) * 0x1p-23, 0x1p-149);
        if (!same && !(fabs((double)got[i] - expected) <= unit)) {
            printf("%s(%g, %g): %.9g, not %.9g\n", what, x[i], q[i], got[i], expected);
        }
    }
}
int main(void)
{
    for (int i = 0; i < 16; i++) {
        for (int k = 0; k < 16; k++) {
            float x[8], q[8], zeta[8], polygamma[8];
            for (int lane = 0; lane < 8; lane++) {
                x[lane] = lane < 4 ? values[i] : 2.0f + (float)lane;
                q[lane] = lane < 4 ? values[k] : 0.3f * (float)(i + k + lane);
            }
            store_f32x8(zeta, zeta_f32x8(load_f32x8(x), load_f32x8(q)));
            store_f32x8(polygamma, polygamma_f32x8(load_f32x8(x), load_f32x8(q)));
            check("zeta", x, q, zeta, zeta_f64);
            check("polygamma", x, q, polygamma, polygamma_f64);
        }
    }
    return 0;
}
)";
    CHECK(run_program(text, {"gcc", "-std=gnu11 -O2 -march=x86-64-v3"}) == "");
    CHECK(run_program(text, {"clang-14", "-std=gnu11 -O2 -DHLO2C_SCALAR"}) == "");
}

TEST_CASE("zeta and polygamma agree with sums and with their recurrence, and know their poles") {
    const char* const text = R"c(
#include <math.h>
#include <stdio.h>
static void check(const char* what, double got, double expected)
{
    const int same = isnan(expected) ? isnan(got) : got == expected;
    if (!same && !(fabs(got - expected) <= 1e-13 * fabs(expected))) printf("%s: %.17g, not %.17g\n", what, got, expected);
}
int main(void)
{
    check("zeta(2, 1)", zeta_f64(2, 1), 1.6449340668482264);
    check("zeta(3, 1/2)", zeta_f64(3, 0.5), 8.4143983221171600);
    check("zeta(1.5, 1)", zeta_f64(1.5, 1), 2.6123753486854883);
    check("zeta(20, 40)", zeta_f64(20, 40), 2.4071877617931632e-32);
    check("zeta(1, 3)", zeta_f64(1, 3), INFINITY);
    check("zeta(0.5, 3)", zeta_f64(0.5, 3), NAN);
    check("zeta(2, -3)", zeta_f64(2, -3), INFINITY);
    check("zeta(3, -3)", zeta_f64(3, -3), NAN);
    check("zeta(2.5, -3.5)", zeta_f64(2.5, -3.5), NAN);
    check("zeta(inf, 2)", zeta_f64(INFINITY, 2), 0);
    check("zeta(2, -2^-60)", zeta_f64(2, -0x1p-60), 0x1p120);
    check("zeta(3, -2^-60)", zeta_f64(3, -0x1p-60), -0x1p180);
    for (int i = 0; i < 200; i++) {
        const double q = i * 0.37 - 20.11, x = 2 + i % 7;
        check("zeta(x, q)", zeta_f64(x, q), pow(q, -x) + zeta_f64(x, q + 1));
    }
    check("polygamma(0, 1)", polygamma_f64(0, 1), -0.57721566490153286);
    check("polygamma(1, 1)", polygamma_f64(1, 1), 1.6449340668482264);
    check("polygamma(2, 1/2)", polygamma_f64(2, 0.5), -16.828796644234320);
    check("polygamma(3, -0.5)", polygamma_f64(3, -0.5), 193.40909103400244);
    check("polygamma(1.5, 2)", polygamma_f64(1.5, 2), NAN);
    check("polygamma(-1, 2)", polygamma_f64(-1, 2), NAN);
    return 0;
}
)c";
    CHECK(run_program(text, {"gcc", "-std=gnu11 -O2 -march=x86-64-v3"}) == "");
    CHECK(run_program(text, {"clang-14", "-std=gnu11 -O2 -DHLO2C_SCALAR"}) == "");
}

TEST_CASE("A lane's exponential has the same bits beside lanes that are out of range") {
    struct Bits {
        const char *function, *sum;  // of all results of the sample
    };
    const Bits each = GENERATE(Bits{"exp", "4c8cb85a83022387"}, Bits{"fast_exp", "6d51afcb63b0acf5"},
                               Bits{"erfc", "94af9bd951faf46c"}, Bits{"fast_erfc", "db878d1bc2cea723"},
                               Bits{"logistic", "4bc447589adcb96a"});
    const Build build = GENERATE(Build{"gcc", "-std=gnu11 -O2 -march=x86-64-v3"},
                                 Build{"clang-14", "-std=gnu11 -O2 -march=x86-64-v3"},
                                 Build{"clang-14", "-std=gnu11 -O2 -DHLO2C_SCALAR -mfma"});
    const std::string text = std::string("#define FUNCTION ") + each.function + "_f32x8\n" + R"(
#include <stdio.h>
/* load_f32x8( store_f32x8( )" +
                             each.function + R"(_f32x8( */
static const uint32_t ends[] = {0, 1, 0x7fffff, 0x800000, 0x42ae0000, 0x42aeac4f, 0x42aeac50, 0x42aeac51, 0x42b17217,
    0x42b17218, 0x42b17219, 0x42cff1b5, 0x42d00000, 0x42d00001, 0x42700000, 0x41100000, 0x41210000, 0x7f7fffff, 0x7f800000,
    0x7f800001, 0x7fc00000, 0x7fffffff};
enum { end_count = sizeof ends / sizeof *ends };
static uint64_t sum;
static void results(const uint32_t *bits, uint32_t *found)
{
    float x[8], y[8];
    memcpy(x, bits, sizeof x);
    store_f32x8(y, FUNCTION(load_f32x8(x)));
    memcpy(found, y, sizeof y);
    for (int i = 0; i < 8; i++)
        if ((found[i] & 0x7fffffff) > 0x7f800000) found[i] = 0x7fc00000;
}
static void check(const uint32_t *bits)
{
    uint32_t alone[8], beside[8], mixed[8];
    results(bits, alone);
    for (int odd = 0; odd < 2; odd++) {
        for (int i = 0; i < 8; i++)
            mixed[i] = i % 2 == odd ? bits[i] : ends[(bits[i] / 8 + (uint32_t)i) % end_count] ^ (bits[i] & 1) << 31;
        results(mixed, beside);
        for (int i = odd; i < 8; i += 2)
            if (alone[i] != beside[i]) printf("%08x: %08x and %08x\n", bits[i], alone[i], beside[i]);
    }
    for (int i = 0; i < 8; i++) sum = sum * 0x9e3779b97f4a7c15u + alone[i];
}
int main(void)
{
    uint32_t bits[8];
    for (int i = 0; i < 2 * end_count; i++) {
        for (int k = 0; k < 8; k++) bits[k] = ends[i / 2] ^ (uint32_t)(i & 1) << 31;
        check(bits);
    }
    for (uint64_t at = 0; at < (uint64_t)1 << 32;) {
        for (int k = 0; k < 8; k++, at += 3989) bits[k] = (uint32_t)at;
        check(bits);
    }
    printf("%016llx", (unsigned long long)sum);
    return 0;
}
)";
    INFO(each.function);
    CHECK(run_program(text, build) == each.sum);
}

TEST_CASE("Functions of f32 are within their limits on a sample of all inputs") {
    check_all("9973");
}

TEST_CASE("Functions of f32 that AVX-512 scales are within their limits on a sample of all inputs") {
    if (!__builtin_cpu_supports("avx512vl")) {
        WARN("this machine has no AVX-512");
        return;
    }
    for (const Case& each : cases)
        if (std::set<std::string>{"exp", "fast_exp", "erfc", "fast_erfc"}.count(each.function) != 0)
            check_within_limit(each, measure(each, "9973", "v4"));
}

TEST_CASE("Functions of f32 are within their limits on every input", "[.math]") {
    check_all("1");
}

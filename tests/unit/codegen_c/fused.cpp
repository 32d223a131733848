#include <catch2/catch.hpp>

#include "tests/unit/codegen_c/compiled_kernel.h"

using namespace hlo2c::codegen::testing;

namespace {

/// Compares FUNCTION with the C library's fma on special values, on random bits, and on operands whose
/// product and sum almost cancel, are halfway between two numbers, or are subnormal.
const char* const comparison = R"(
#include <math.h>
#include <stdio.h>

static uint64_t state = 88172645463325252u;

static uint64_t random_bits(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static double from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static long wrong = 0;

static void compare(double a, double b, double c)
{
    const double expected = fma(a, b, c), got = FUNCTION(a, b, c);
    if (memcmp(&expected, &got, sizeof got) != 0 && !(expected != expected && got != got)) {
        if (wrong++ < 5) printf("%a * %a + %a: %a, not %a\n", a, b, c, got, expected);
    }
}

static double around(int exponent, int spread, int few_bits)
{
    uint64_t bits = random_bits();
    if (few_bits) bits &= random_bits() & random_bits() & random_bits();
    const uint64_t field = (uint64_t)(exponent + (int)(random_bits() % (2 * (unsigned)spread + 1)) - spread);
    return from_bits((bits & UINT64_C(0x800fffffffffffff)) | (field & 0x7ff) << 52);
}

int main(void)
{
    const uint64_t special[] = {0, 1, 2, 3, UINT64_C(0x7ff0000000000000), UINT64_C(0x7ff8000000000000),
        UINT64_C(0x7fefffffffffffff), UINT64_C(0x0010000000000000), UINT64_C(0x000fffffffffffff),
        UINT64_C(0x0010000000000001), UINT64_C(0x3ff0000000000000), UINT64_C(0x3ff0000000000001),
        UINT64_C(0x3fefffffffffffff), UINT64_C(0x3fe0000000000000), UINT64_C(0x4000000000000000),
        UINT64_C(0x7fe0000000000000), UINT64_C(0x3ca0000000000000), UINT64_C(0x0008000000000000),
        UINT64_C(0x4330000000000000), UINT64_C(0x4330000000000001), UINT64_C(0x3e50000000000000)};
    const int count = (int)(sizeof special / sizeof special[0]);
    for (int i = 0; i < 8 * count * count * count; i++) {
        const uint64_t x = special[i / 8 % count], y = special[i / 8 / count % count];
        const uint64_t z = special[i / 8 / count / count];
        compare(from_bits(x | (uint64_t)(i & 1) << 63), from_bits(y | (uint64_t)(i & 2) << 62),
                from_bits(z | (uint64_t)(i & 4) << 61));
    }
    for (int i = 0; i < 200000; i++) {
        compare(from_bits(random_bits()), from_bits(random_bits()), from_bits(random_bits()));
        const int few = i & 1;
        compare(around(1023, 40, few), around(1023, 40, few), around(1023, 120, few));
        compare(around(523, 60, few), around(523, 60, few), around(60, 60, few));
        compare(around(1523, 60, few), around(1523, 60, few), around(2000, 47, few));
        const double a = around(1023, 2, few), b = around(1023, 2, few);
        compare(a, b, -(a * b));
        compare(a, b, from_bits(bits_of(-(a * b)) + random_bits() % 5 - 2));
        const double low = fma(a, b, -(a * b));
        compare(a, b, low * 4503599627370496.0 * from_bits((uint64_t)(1023 - (int)(random_bits() % 8)) << 52));
        compare(a * 0x1p-540, b * 0x1p-500, around(1, 1, few));
        compare(a, 1.0, from_bits((uint64_t)(970 - (int)(random_bits() % 3)) << 52 | (random_bits() & 1)));
    }
    printf("%ld wrong\n", wrong);
    return 0;
}
)";

}  // namespace

TEST_CASE("A fused multiply-add of f64 without the instruction rounds once") {
    std::string text = comparison;
    text.insert(
        text.find("static long wrong"),
        "static uint64_t bits_of(double value)\n{\n    uint64_t bits;\n    memcpy(&bits, &value, 8);\n"
        "    return bits;\n}\n\n");
    const std::string function = GENERATE("exact_fma_f64", "exact_fma_bits_f64", "fma_f64");
    const Build build =
        GENERATE(Build{"gcc", "-std=gnu11 -O2"}, Build{"clang-14", "-std=c11 -O2 -DHLO2C_SCALAR"},
                 Build{"gcc", "-std=gnu11 -O3 -march=x86-64-v3 -ffp-contract=fast"},
                 Build{"gcc", "-std=gnu11 -O1 -fsanitize=undefined -fno-sanitize-recover=all"});
    INFO(function << " by " << build.compiler << " " << build.flags);
    for (std::size_t at; (at = text.find("FUNCTION")) != std::string::npos;) text.replace(at, 8, function);
    CHECK(run_program(text, build) == "0 wrong\n");
}

TEST_CASE("Vectors of f64 are multiplied and added in one rounding in both forms of the header") {
    const Build build = GENERATE(Build{"gcc", "-std=gnu11 -O2"}, Build{"gcc", "-std=c11 -O2 -DHLO2C_SCALAR"},
                                 Build{"clang-14", "-std=gnu11 -O2 -march=x86-64-v3"});
    CHECK(run_program(R"(
#include <stdio.h>

int main(void)
{
    const double a[4] = {1 + 0x1p-30, 3, -1 - 0x1p-30, 0x1p-600}, c[4] = {-1, 1, 1, 0x1p-1074};
    double result[4];
    store_f64x4(result, fma_f64x4(load_f64x4(a), load_f64x4(a), load_f64x4(c)));
    printf("%a %a %a %a\n", result[0], result[1], result[2], result[3]);
    return 0;
}
)",
                      build) == "0x1.00000002p-29 0x1.4p+3 0x1.00000004p+1 0x0.0000000000001p-1022\n");
}

TEST_CASE("A multiply-add of factors that are often subnormal has the bits of any other") {
    const Build build = GENERATE(
        Build{"gcc", "-std=gnu11 -O2 -march=x86-64-v3"}, Build{"gcc", "-std=gnu11 -O3 -march=native"},
        Build{"clang-14", "-std=gnu11 -O2 -march=x86-64-v3"}, Build{"gcc", "-std=c11 -O2 -DHLO2C_SCALAR"});
    INFO(build.compiler << " " << build.flags);
    CHECK(run_program(R"(
#include <math.h>
#include <stdio.h>

static float from_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

int main(void)
{
    const uint32_t factors[] = {0, 1, 2, 27, 0xfff7, 0xffff, 0x10000, 0x3fffff, 0x400000, 0x7fffff, 0x800000, 0x800001, 0x3f800000,
        0x7f800000, 0x7fc00000};
    const uint32_t others[] = {0, 1, 0x800000, 0x3e800000, 0x3e99999a, 0x3f000000, 0x3f800000, 0x3fc00000,
        0x3fffffff, 0x43000000, 0x43000001, 0x49800000, 0x49800001,
        0x7f7fffff, 0x7f800000, 0x7fc00000};
    const uint32_t sums[] = {0, 1, 2, 3, 0x7ffffe, 0x7fffff, 0x800000, 0x3fffff, 0x1980000, 0x197fffff, 0x19800000, 0x19800001,
        0x25000000, 0x3f800000, 0x7f7fffff, 0x7f800000, 0x7fc00000};
    enum { FACTORS = sizeof factors / 4, OTHERS = sizeof others / 4, SUMS = sizeof sums / 4 };
    long wrong = 0;
    for (int i = 0; i < FACTORS * OTHERS * SUMS * 8; i++) {
        const float a = from_bits(factors[i / 8 % FACTORS] | (uint32_t)(i & 1) << 31);
        float b[16], c[16], got[16];
        /* All lanes alike, then one of them different. */
        for (int odd = -1; odd < 16; odd++) {
            for (int lane = 0; lane < 16; lane++) {
                const int other = i / 8 / FACTORS + (lane == odd);
                b[lane] = from_bits(others[other % OTHERS] | (uint32_t)(i & 2) << 30);
                c[lane] = from_bits(sums[other / OTHERS % SUMS] | (uint32_t)(i & 4) << 29);
            }
            store_f32x8(got, fma_of_subnormals_f32x8(splat_f32x8(a), load_f32x8(b), load_f32x8(c)));
            store_f32x8(got + 8, fma_of_subnormals_f32x8(splat_f32x8(a), load_f32x8(b + 8), load_f32x8(c + 8)));
            for (int wide = 0; wide < 2; wide++) {
                for (int lane = 0; lane < 16; lane++) {
                    const float expected = fmaf(a, b[lane], c[lane]);
                    const int are_nan = isnan(expected) && isnan(got[lane]);
                    wrong += !are_nan && memcmp(&expected, &got[lane], 4) != 0;
                }
                store_f32x16(got, fma_of_subnormals_f32x16(splat_f32x16(a), load_f32x16(b), load_f32x16(c)));
            }
        }
    }
    printf("%ld wrong\n", wrong);
    return 0;
}
)",
                      build) == "0 wrong\n");
}

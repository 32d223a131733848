#include <catch2/catch.hpp>

#include "codegen/c/support_function.h"
#include "codegen/c/vector_support.h"
#include "tests/unit/codegen_c/compiled_kernel.h"

using namespace hlo2c::codegen::testing;

namespace {

/// Macros of the checks below: each prints the line of a wrong result.
const char* const checks = R"(
#include <stdio.h>

#define EXPECT(value, expected) \
    do { \
        if ((value) != (expected)) printf("line %d: %.17g, not %.17g\n", __LINE__, (double)(value), (double)(expected)); \
    } while (0)
)";

void check_program(const std::string& body) {
    const Build build =
        GENERATE(Build{"gcc", "-std=gnu11 -O2 -march=x86-64-v3"}, Build{"clang-14", "-std=gnu11 -O2"},
                 Build{"gcc", "-std=c11 -O1 -DHLO2C_SCALAR"},
                 Build{"gcc",
                       "-std=gnu11 -O1 -march=x86-64-v3 -fsanitize=address,undefined "
                       "-fno-sanitize-recover=all"});
    INFO(build.compiler << " " << build.flags);
    CHECK(run_program(checks + ("\nint main(void)\n{\n" + body + "    return 0;\n}\n"), build) == "");
}

/// For 64-byte vectors: compiled everywhere, run if the processor supports them.
void check_wide_program(const std::string& body, const std::string& flags,
                        const std::string& functions = "") {
    CHECK(run_program(checks + (functions +
                                "\nint main(void)\n{\n    if (!__builtin_cpu_supports(\"avx512bw\")) {\n"
                                "        return 0;\n    }\n" +
                                body + "    return 0;\n}\n"),
                      {"gcc", "-std=gnu11 -march=x86-64-v4 " + flags}) == "");
}

void replace(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
        text.replace(at, from.size(), to);
    }
}

}  // namespace

TEST_CASE("Additions of a number bounded on one side wrap, whatever the compiler infers") {
    using hlo2c::scheduler::LoopNest, hlo2c::scheduler::NodeId, hlo2c::scheduler::NodeKind,
        hlo2c::scheduler::ScalarKind;
    LoopNest nest;
    nest.parameters = {{"a", ScalarKind::I32, 1, false}, {"out", ScalarKind::I32, 1, true}};
    const NodeId place = nest.integer(0);
    const NodeId load =
        nest.add({.kind = NodeKind::Load, .type = {ScalarKind::I32, 1}, .operands = {place}, .symbol = "a"});
    const NodeId bounded = nest.binary(NodeKind::Maximum, load, nest.integer(2040229527));
    const NodeId sum = nest.binary(NodeKind::Add, bounded, bounded);
    nest.body = nest.add({.kind = NodeKind::Store, .operands = {place, sum}, .symbol = "out"});
    const auto plan = plan_of(nest, 32);
    for (const Build& build : all_builds()) {
        INFO(build.compiler << " " << build.flags);
        const auto out = run_kernel(plan, build, {bytes_of<std::int32_t>({-5}), bytes_of<std::int32_t>({0})});
        CHECK(values_of<std::int32_t>(out[1])[0] == -214508242);
    }
}

TEST_CASE("Every second, third and fourth element is loaded, and nothing past the last") {
    std::string body;
    for (const auto& [type, name] : {std::pair{"float", "f32x4"},
                                     {"float", "f32x8"},
                                     {"double", "f64x4"},
                                     {"uint8_t", "u8x16"},
                                     {"int16_t", "i16x8"},
                                     {"int32_t", "i32x16"}}) {
        for (int stride = 2; stride <= 4; stride++) {
            std::string each = R"(    {
        enum { lanes = (int)(sizeof(@N) / sizeof(@T)) };
        @T in[@S * (lanes - 1) + 1], out[lanes];
        for (int i = 0; i < @S * (lanes - 1) + 1; i++) in[i] = (@T)(i + 1);
        store_@N(out, load_every@S_@N(in));
        for (int i = 0; i < lanes; i++) EXPECT(out[i], @S * i + 1);
    }
)";
            replace(each, "@N", name);
            replace(each, "@T", type);
            replace(each, "@S", std::to_string(stride));
            body += each;
        }
    }
    check_program(body);
}

TEST_CASE(
    "Integer division by zero gives -1 with the dividend as remainder, and the smallest integer wraps") {
    check_program(R"(
    EXPECT(div_i32(7, 0), -1);
    EXPECT(rem_i32(7, 0), 7);
    EXPECT(div_i32(INT32_MIN, -1), INT32_MIN);
    EXPECT(rem_i32(INT32_MIN, -1), 0);
    EXPECT(div_i32(-7, 2), -3);
    EXPECT(rem_i32(-7, 2), -1);
    EXPECT(div_i8(INT8_MIN, -1), INT8_MIN);
    EXPECT(div_i64(INT64_MIN, -1), INT64_MIN);
    EXPECT(div_u8(7, 0), 255);
    EXPECT(rem_u8(7, 0), 7);
    EXPECT(div_u64(7, 0), UINT64_MAX);
    const int32_t a[4] = {7, INT32_MIN, -7, 9}, b[4] = {0, -1, 2, -4};
    int32_t quotient[4], rest[4];
    store_i32x4(quotient, div_i32x4(load_i32x4(a), load_i32x4(b)));
    store_i32x4(rest, rem_i32x4(load_i32x4(a), load_i32x4(b)));
    for (int i = 0; i < 4; i++) {
        EXPECT(quotient[i], div_i32(a[i], b[i]));
        EXPECT(rest[i], rem_i32(a[i], b[i]));
    }
)");
}

TEST_CASE("Lanes are chosen by comparisons, also where vectors are compared into mask registers") {
    std::string body;
    for (const auto& [type, name] : {std::pair{"uint8_t", "u8x32"},
                                     {"uint16_t", "u16x8"},
                                     {"uint16_t", "u16x16"},
                                     {"int16_t", "i16x8"},
                                     {"int32_t", "i32x4"},
                                     {"int32_t", "i32x8"},
                                     {"uint64_t", "u64x4"},
                                     {"float", "f32x8"},
                                     {"double", "f64x2"}}) {
        std::string each = R"(    {
        enum { lanes = (int)(sizeof(@N) / sizeof(@T)) };
        static volatile int five = 5;
        static @T a[lanes], b[lanes], larger[lanes], other[lanes];
        for (int i = 0; i < lanes; i++) {
            a[i] = (@T)(i * 13 % five);
            b[i] = (@T)(i * 11 % five);
        }
        store_@N(larger, select_@N(lt_@N(load_@N(b), load_@N(a)), load_@N(a), load_@N(b)));
        store_@N(other, select_@N(ne_@N(load_@N(a), load_@N(b)), load_@N(a), splat_@N(7)));
        for (int i = 0; i < lanes; i++) {
            EXPECT(larger[i], a[i] > b[i] ? a[i] : b[i]);
            EXPECT(other[i], a[i] != b[i] ? a[i] : 7);
        }
    }
)";
        replace(each, "@N", name);
        replace(each, "@T", type);
        body += each;
    }
    check_wide_program(body, "-O2");
}

TEST_CASE("Shifts past the width give zero, or the sign where it is shifted in") {
    check_program(R"(
    EXPECT(shift_left_i32(1, 31), INT32_MIN);
    EXPECT(shift_left_i32(1, 32), 0);
    EXPECT(shift_left_i32(1, -1), 0);
    EXPECT(shift_left_u8(3, 7), 128);
    EXPECT(shift_left_u8(3, 8), 0);
    EXPECT(shift_right_logical_i32(-1, 31), 1);
    EXPECT(shift_right_logical_i32(-1, 32), 0);
    EXPECT(shift_right_logical_i8(-1, 7), 1);
    EXPECT(shift_right_arithmetic_i32(-8, 1), -4);
    EXPECT(shift_right_arithmetic_i32(-8, 40), -1);
    EXPECT(shift_right_arithmetic_i32(8, -1), 0);
    EXPECT(shift_right_arithmetic_i64(INT64_MIN, 64), -1);
    const int32_t a[8] = {1, -1, -8, 8, INT32_MIN, 5, -5, 1}, by[8] = {31, 32, 1, 40, 31, 0, -1, 64};
    int32_t left[8], logical[8], arithmetic[8];
    store_i32x8(left, shift_left_i32x8(load_i32x8(a), load_i32x8(by)));
    store_i32x8(logical, shift_right_logical_i32x8(load_i32x8(a), load_i32x8(by)));
    store_i32x8(arithmetic, shift_right_arithmetic_i32x8(load_i32x8(a), load_i32x8(by)));
    for (int i = 0; i < 8; i++) {
        EXPECT(left[i], shift_left_i32(a[i], by[i]));
        EXPECT(logical[i], shift_right_logical_i32(a[i], by[i]));
        EXPECT(arithmetic[i], shift_right_arithmetic_i32(a[i], by[i]));
    }
)");
}

TEST_CASE("Vectors of integers divide as scalars, rounding down") {
    check_program(R"(
    static const int32_t divisors[] = {1, 2, 3, 5, 7, 10, 641, 65535, 65537, 46341, 1 << 30, INT32_MAX - 1, INT32_MAX};
    uint32_t state = 1;
    for (int step = 0; step < 20000; step++) {
        int32_t a[8], b[8], quotients[8], remainders[8];
        for (int i = 0; i < 8; i++) {
            state = state * 1664525u + 1013904223u;
            b[i] = divisors[(step + i) % 13];
            /* Near multiples of the divisor, near 0 and the ends, and anywhere. */
            const int64_t multiple = (int32_t)state / b[i] * (int64_t)b[i] + (int)(state >> 8) % 3 - 1;
            a[i] = step % 4 == 0 ? (int32_t)state : step % 4 == 1 ? (int32_t)(INT32_MAX - (state >> 28))
                 : step % 4 == 2 ? (int32_t)(INT32_MIN + (int)(state >> 28))
                 : multiple < INT32_MIN ? INT32_MIN : multiple > INT32_MAX ? INT32_MAX : (int32_t)multiple;
        }
        store_i32x8(quotients, floor_div_i32x8(load_i32x8(a), load_i32x8(b)));
        store_i32x8(remainders, floor_rem_i32x8(load_i32x8(a), load_i32x8(b)));
        for (int i = 0; i < 8; i++) {
            const int64_t rest = ((int64_t)a[i] % b[i] + b[i]) % b[i];
            EXPECT(remainders[i], rest);
            EXPECT(quotients[i], (a[i] - rest) / b[i]);
        }
    }
)");
}

TEST_CASE("Vectors widen to the same values, integers with their sign or without one") {
    check_program(R"(
    int8_t bytes[16];
    for (int i = 0; i < 16; i++) bytes[i] = (int8_t)(i * 37 - 128);
    const uint8_t *unsigned_bytes = (const uint8_t *)bytes;
    int16_t words[16];
    int32_t wide[16], wide_words[16], half[8];
    uint32_t zeros[16];
    int64_t longs[4];
    float reals[8], unsigned_reals[16];
    double doubles[8], whole_doubles[4];
    store_i16x16(words, convert_i16x16_i8x16(load_i8x16(bytes)));
    store_i32x16(wide, convert_i32x16_i8x16(load_i8x16(bytes)));
    store_i32x16(wide_words, convert_i32x16_i16x16(load_i16x16(words)));
    store_u32x16(zeros, convert_u32x16_u8x16(load_u8x16(unsigned_bytes)));
    store_i32x8(half, convert_i32x8_i8x8(load_i8x8(bytes)));
    store_i64x4(longs, convert_i64x4_i32x4(load_i32x4(wide)));
    store_f32x8(reals, convert_f32x8_i8x8(load_i8x8(bytes)));
    store_f32x16(unsigned_reals, convert_f32x16_u8x16(load_u8x16(unsigned_bytes)));
    store_f64x4(doubles, convert_f64x4_f32x4(load_f32x4(reals)));
    store_f64x4(doubles + 4, convert_f64x4_f32x4(load_f32x4(reals + 4)));
    store_f64x4(whole_doubles, convert_f64x4_i32x4(load_i32x4(wide)));
    for (int i = 0; i < 16; i++) {
        EXPECT(words[i], bytes[i]);
        EXPECT(wide[i], bytes[i]);
        EXPECT(wide_words[i], bytes[i]);
        EXPECT(zeros[i], unsigned_bytes[i]);
        EXPECT(unsigned_reals[i], (float)unsigned_bytes[i]);
    }
    for (int i = 0; i < 8; i++) {
        EXPECT(half[i], bytes[i]);
        EXPECT(reals[i], (float)bytes[i]);
        EXPECT(doubles[i], (double)bytes[i]);
    }
    for (int i = 0; i < 4; i++) {
        EXPECT(longs[i], wide[i]);
        EXPECT(whole_doubles[i], (double)wide[i]);
    }
)");
}

TEST_CASE("Vectors narrow to the lower bits of each lane") {
    std::string body;
    for (const auto& [wide, bits, narrow, kept, lanes] : {std::tuple{"i", 32, "i", 8, 8},
                                                          {"i", 32, "u", 8, 8},
                                                          {"u", 32, "u", 16, 8},
                                                          {"i", 32, "i", 16, 8},
                                                          {"i", 16, "u", 8, 16},
                                                          {"i", 64, "i", 32, 4},
                                                          {"u", 64, "u", 16, 4},
                                                          {"i", 64, "u", 8, 4},
                                                          {"i", 32, "i", 8, 4},
                                                          {"i", 32, "u", 8, 16}}) {
        std::string each = R"(    {
        @Sint@B_t in[@N];
        @sint@K_t out[@N];
        for (int i = 0; i < @N; i++) in[i] = (@Sint@B_t)(UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)(i + 3) >> (64 - @B));
        store_@d@Kx@N(out, convert_@d@Kx@N_@D@Bx@N(load_@D@Bx@N(in)));
        for (int i = 0; i < @N; i++) EXPECT(out[i], (@sint@K_t)in[i]);
    }
)";
        replace(each, "@S", *wide == 'u' ? "u" : "");
        replace(each, "@s", *narrow == 'u' ? "u" : "");
        replace(each, "@D", wide);
        replace(each, "@d", narrow);
        replace(each, "@B", std::to_string(bits));
        replace(each, "@K", std::to_string(kept));
        replace(each, "@N", std::to_string(lanes));
        body += each;
    }
    check_program(body);
}

TEST_CASE("Floats convert to the nearest representable integer, and NaN to zero") {
    check_program(R"(
    const float nan = bits_f32_u32(0x7fc00000u), infinity = bits_f32_u32(0x7f800000u);
    EXPECT(convert_i32_f32(-2.9f), -2);
    EXPECT(convert_i32_f32(3e9f), INT32_MAX);
    EXPECT(convert_i32_f32(-infinity), INT32_MIN);
    EXPECT(convert_i32_f32(nan), 0);
    EXPECT(convert_i8_f32(127.9f), 127);
    EXPECT(convert_i8_f32(128.0f), 127);
    EXPECT(convert_i8_f32(-1000.0f), -128);
    EXPECT(convert_u8_f32(-1.0f), 0);
    EXPECT(convert_u8_f32(255.9f), 255);
    EXPECT(convert_u8_f32(256.0f), 255);
    EXPECT(convert_u32_f32(infinity), UINT32_MAX);
    EXPECT(convert_i64_f64(1e300), INT64_MAX);
    EXPECT(convert_u64_f64(1.8446744073709552e19), UINT64_MAX);
    const float a[8] = {-2.9f, 3e9f, -3e9f, nan, infinity, -infinity, 2147483520.0f, -0.5f};
    int32_t wide[8];
    uint8_t narrow[8];
    store_i32x8(wide, convert_i32x8_f32x8(load_f32x8(a)));
    store_u8x8(narrow, convert_u8x8_f32x8(load_f32x8(a)));
    for (int i = 0; i < 8; i++) {
        EXPECT(wide[i], convert_i32_f32(a[i]));
        EXPECT(narrow[i], convert_u8_f32(a[i]));
    }
)");
}

TEST_CASE("Vectors of floats convert as scalars do") {
    std::string body = R"(
    static const volatile double given[16] = {-2.9, 3e9, 3e19, 1, 0.5, 1e18, 9e18, -0.75, -1, 0, 2e19, -3e9, 4294967040.0, 2147483520.0, 255.9, -1e300};
    double f64[16];
    float f32[16];
    for (int i = 0; i < 16; i++) {
        f64[i] = i == 3 ? bits_f64_u64(UINT64_C(0x7ff8000000000000)) : i == 15 ? -infinity_f64() : given[i];
        f32[i] = (float)f64[i];
    }
)";
    const auto add = [&](const std::string& to, const std::string& c_type, const std::string& from,
                         int lanes) {
        std::string each = R"(    for (int i = 0; i < 16; i += @N) {
        @C out[@N];
        store_@T(out, convert_@T_@Fx@N(load_@Fx@N(&@F[i])));
        for (int j = 0; j < @N; j++) EXPECT(out[j], convert_@t_@F(@F[i + j]));
    }
)";
        replace(each, "@T", to + "x" + std::to_string(lanes));
        replace(each, "@t", to);
        replace(each, "@C", c_type);
        replace(each, "@F", from);
        replace(each, "@N", std::to_string(lanes));
        body += each;
    };
    for (const int lanes : {4, 8}) {
        for (const char* sign : {"i", "u"}) {
            const std::string prefix = *sign == 'u' ? "uint" : "int";
            for (const char* bits : {"8", "16", "32", "64"})
                add(sign + std::string(bits), prefix + bits + "_t", "f64", lanes);
            for (const char* bits : {"32", "64"})
                add(sign + std::string(bits), prefix + bits + "_t", "f32", lanes);
        }
    }
    check_program(body);
    check_wide_program(body, "-O3 -mprefer-vector-width=512", "");
}

TEST_CASE("Extremes of scalars are NaN if an operand is, and order zeros by sign") {
    check_program(R"(
    const float nan = bits_f32_u32(0x7fc00000u);
    const double zero = 0.0;
    EXPECT(max_f32(1.5f, -2.0f) == 1.5f && max_f32(-2.0f, 1.5f) == 1.5f, 1);
    EXPECT(min_f32(1.5f, -2.0f) == -2.0f && min_f32(-2.0f, 1.5f) == -2.0f, 1);
    EXPECT(max_f32(nan, 1.0f) != max_f32(nan, 1.0f) && max_f32(1.0f, nan) != max_f32(1.0f, nan), 1);
    EXPECT(min_f32(nan, 1.0f) != min_f32(nan, 1.0f) && min_f32(1.0f, nan) != min_f32(1.0f, nan), 1);
    EXPECT(bits_u64_f64(max_f64(-zero, zero)) | bits_u64_f64(max_f64(zero, -zero)), 0);
    EXPECT(bits_u64_f64(min_f64(-zero, zero)) & bits_u64_f64(min_f64(zero, -zero)), UINT64_C(1) << 63);
)");
}

TEST_CASE("Vectors of 64 bytes become wider integers") {
    check_wide_program(R"(
    static const volatile float given[16] = {-2.9f, 3e9f, 3e19f, 1, 0.5f, 1e18f, 9e18f, 7, -1, 0, 2e19f, 2, 3, 4, 5, 6};
    static float a[16];
    static uint64_t wide[16];
    for (int i = 0; i < 16; i++) {
        a[i] = i == 3 ? bits_f32_u32(0x7fc00000u) : given[i];
    }
    widen(a, wide);
    for (int i = 0; i < 16; i++) {
        EXPECT(wide[i], convert_u64_f32(a[i]));
    }
)",
                       "-O3 -mprefer-vector-width=512", R"(
void widen(const float *restrict a, uint64_t *restrict wide);
void widen(const float *restrict a, uint64_t *restrict wide)
{
    for (int i = 0; i < 16; i += 8) {
        store_u64x8(&wide[i], convert_u64x8_f32x8(load_f32x8(&a[i])));
    }
}
)");
}

TEST_CASE("Bits of short vectors are counted as those of scalars") {
    check_program(R"(
    static const volatile uint8_t given[32] = {0, 1, 2, 3, 127, 128, 255, 64, 5, 9, 17, 33, 200, 16, 15, 240};
    uint8_t bytes[32], zeros[32], ones[32];
    for (int i = 0; i < 32; i++) {
        bytes[i] = given[i];
    }
    store_u8x4(zeros, count_leading_zeros_u8x4(load_u8x4(bytes)));
    store_u8x4(ones, population_count_u8x4(load_u8x4(bytes)));
    store_u8x8(&zeros[4], count_leading_zeros_u8x8(load_u8x8(&bytes[4])));
    store_u8x8(&ones[4], population_count_u8x8(load_u8x8(&bytes[4])));
    store_u8x16(&zeros[12], count_leading_zeros_u8x16(load_u8x16(&bytes[12])));
    store_u8x16(&ones[12], population_count_u8x16(load_u8x16(&bytes[12])));
    for (int i = 0; i < 28; i++) {
        EXPECT(zeros[i], count_leading_zeros_u8(bytes[i]));
        EXPECT(ones[i], population_count_u8(bytes[i]));
    }
)");
}

TEST_CASE("Bits are counted by the instructions of AVX-512 for it") {
    std::string body = R"(
    if (!__builtin_cpu_supports("avx512vpopcntdq") || !__builtin_cpu_supports("avx512bitalg")) {
        return 0;
    }
    unsigned char given[64], counts[64];
    for (int i = 0; i < 64; i++) {
        given[i] = (unsigned char)(i * 37 + (i % 3 == 0 ? 128 : 0));
    }
)";
    for (const int bits : {8, 16, 32, 64})
        for (const int bytes : {4, 8, 16, 32, 64}) {
            if (bytes * 8 <= bits) continue;
            std::string check = R"(    {
        uTYPExLANES value;
        memcpy(&value, given, sizeof value);
        value = population_count_uTYPExLANES(value);
        memcpy(counts, &value, sizeof value);
        for (int i = 0; i < LANES; i++) {
            uint_t before, after;
            memcpy(&before, &given[i * TYPE / 8], sizeof before);
            memcpy(&after, &counts[i * TYPE / 8], sizeof after);
            EXPECT(after, population_count_uTYPE(before));
        }
    }
)";
            replace(check, "uint_t", "uintTYPE_t");
            replace(check, "TYPE", std::to_string(bits));
            replace(check, "LANES", std::to_string(bytes * 8 / bits));
            body += check;
        }
    check_wide_program(body, "-O2 -mavx512vpopcntdq -mavx512bitalg");
    const auto header_of = [](const std::string& call) {
        hlo2c::codegen::VectorSupport support;
        const hlo2c::codegen::Definition used = hlo2c::codegen::instantiate(
            call, {"count", "count", {hlo2c::scheduler::ScalarKind::U32, 1}, std::nullopt});
        for (const hlo2c::scheduler::ValueType type : used.types) support.require_type(type);
        for (const hlo2c::codegen::SupportCall& each : used.calls) support.require(each);
        return support.header("COUNT_VECTOR_H", call);
    };
    CHECK_THAT(header_of("population_count_u32x16(splat_u32x16(1))"), Catch::Contains("_mm512_popcnt_epi32"));
    CHECK_THAT(header_of("population_count_u16x8(splat_u16x8(1))"), Catch::Contains("_mm_popcnt_epi16"));
}

TEST_CASE("Bits are counted in every width") {
    check_program(R"(
    EXPECT(count_leading_zeros_u8(0), 8);
    EXPECT(count_leading_zeros_u8(1), 7);
    EXPECT(count_leading_zeros_i8(-1), 0);
    EXPECT(count_leading_zeros_i16(256), 7);
    EXPECT(count_leading_zeros_i32(0), 32);
    EXPECT(count_leading_zeros_i32(0x10000), 15);
    for (int highest = 0; highest < 32; highest++) {
        const uint32_t power = UINT32_C(1) << highest;
        EXPECT(count_leading_zeros_u32(power), 31u - (uint32_t)highest);
        EXPECT(count_leading_zeros_u32(power | (power - 1)), 31u - (uint32_t)highest);
    }
    EXPECT(count_leading_zeros_u64(0), 64);
    EXPECT(count_leading_zeros_i64(INT64_C(1) << 40), 23);
    EXPECT(population_count_u8(255), 8);
    EXPECT(population_count_i16(-1), 16);
    EXPECT(population_count_i32(-2), 31);
    EXPECT(population_count_u64(UINT64_C(0x8000000180000001)), 4);
    EXPECT(population_count_i64(-1), 64);
)");
}

TEST_CASE("Powers of integers wrap, and negative exponents leave one, minus one or zero") {
    check_program(R"(
    EXPECT(integer_power_i32(3, 5), 243);
    EXPECT(integer_power_i32(-2, 31), INT32_MIN);
    EXPECT(integer_power_i32(2, 32), 0);
    EXPECT(integer_power_i32(7, 0), 1);
    EXPECT(integer_power_i32(-1, -3), -1);
    EXPECT(integer_power_i32(-1, -4), 1);
    EXPECT(integer_power_i32(5, -1), 0);
    EXPECT(integer_power_u8(3, 6), 217);
    EXPECT(integer_power_u16(255, 255), (uint16_t)65279);
    EXPECT(integer_power_i64(-3, 39), INT64_C(-4052555153018976267));
)");
}

TEST_CASE("Two floats are divided each by its own divisor") {
    check_program(R"(
    const float a[2] = {7.0f, -1.0f}, b[2] = {2.0f, 0.0f};
    float quotient[2];
    store_f32x2(quotient, div_f32x2(load_f32x2(a), load_f32x2(b)));
    EXPECT(quotient[0], 3.5f);
    EXPECT(quotient[1], -1.0f / 0.0f);
)");
}

TEST_CASE("The remainder of floats is exact, with the sign of the dividend") {
    check_program(R"(
    EXPECT(float_remainder_f32(5.5f, 2.0f), 1.5f);
    EXPECT(float_remainder_f32(-5.5f, 2.0f), -1.5f);
    EXPECT(float_remainder_f32(5.5f, -2.0f), 1.5f);
    EXPECT(float_remainder_f32(1.0f, 3.0f), 1.0f);
    EXPECT(bits_u32_f32(float_remainder_f32(-4.0f, 2.0f)), 0x80000000u);
    EXPECT(float_remainder_f32(0x1p100f, 3.0f), 1.0f);
    EXPECT(float_remainder_f32(0x1.8p-140f, 0x1p-140f), 0x1p-141f);
    EXPECT(float_remainder_f32(2.0f, bits_f32_u32(0x7f800000u)), 2.0f);
    EXPECT(bits_u32_f32(float_remainder_f32(2.0f, 0.0f)) & 0x7fc00000u, 0x7fc00000u);
    EXPECT(float_remainder_f64(0x1p1000, 3.0), 1.0);
    EXPECT(float_remainder_f64(-0x1.8p-1060, 0x1p-1060), -0x1p-1061);
    EXPECT(float_remainder_f64(7.25, 0.5), 0.25);
)");
}

TEST_CASE("Powers of floats follow the rules at the special values") {
    check_program(R"(
    const float infinity = bits_f32_u32(0x7f800000u), nan = bits_f32_u32(0x7fc00000u);
    EXPECT(power_f32(2.0f, 10.0f), 1024.0f);
    EXPECT(power_f32(-2.0f, 3.0f), -8.0f);
    EXPECT(power_f32(nan, 0.0f), 1.0f);
    EXPECT(power_f32(1.0f, nan), 1.0f);
    EXPECT(power_f32(0.0f, -2.0f), infinity);
    EXPECT(power_f32(-0.0f, -3.0f), -infinity);
    EXPECT(power_f32(-1.0f, infinity), 1.0f);
    EXPECT(power_f32(0.5f, -infinity), infinity);
    EXPECT(power_f32(-infinity, 3.0f), -infinity);
    EXPECT(power_f32(-infinity, -3.0f), 0.0f);
    EXPECT(power_f32(-8.0f, 0.5f) != power_f32(-8.0f, 0.5f), 1);
    EXPECT(power_f32(2.0f, -149.0f), 0x1p-149f);
    EXPECT(power_f32(2.0f, 128.0f), infinity);
)");
}

TEST_CASE("Bits are counted in vectors as in scalars") {
    const auto check_of = [](int bits, int bytes) {
        std::string check = R"(
    for (int i = 0; i < 400; i++) {
        uintBITS_t values[LANES], counts[LANES], zeros[LANES];
        for (int lane = 0; lane < LANES; lane++) {
            state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
            values[lane] = (uintBITS_t)((uintBITS_t)(state >> 7) >> (lane + i) % (BITS + 1) % BITS);
        }
        values[i % LANES] = (uintBITS_t)(i < 200 ? 0 : -1);
        store_uBITSxLANES(counts, population_count_uBITSxLANES(load_uBITSxLANES(values)));
        store_uBITSxLANES(zeros, count_leading_zeros_uBITSxLANES(load_uBITSxLANES(values)));
        for (int lane = 0; lane < LANES; lane++) {
            int ones = 0, length = 0;
            for (int bit = 0; bit < BITS; bit++) {
                if (values[lane] >> bit & 1) ones++, length = bit + 1;
            }
            EXPECT((int)counts[lane], ones);
            EXPECT((int)zeros[lane], BITS - length);
        }
    }
)";
        replace(check, "BITS", std::to_string(bits));
        replace(check, "LANES", std::to_string(8 * bytes / bits));
        return check;
    };
    const std::string begin = "    uint64_t state = 1;\n";
    std::string narrow = begin, wide = begin;
    for (const int bits : {8, 16, 32, 64}) {
        narrow += check_of(bits, 16) + check_of(bits, 32);
        wide += check_of(bits, 64);
    }
    check_program(narrow);
    check_wide_program(wide, "-O2");
}

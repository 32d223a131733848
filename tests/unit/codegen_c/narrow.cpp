#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <sstream>

#include "frontend/ir/literal.h"
#include "scheduler/groups/element_form.h"
#include "tests/unit/codegen_c/compiled_kernel.h"

using namespace hlo2c::codegen::testing;
using hlo2c::frontend::ElementType;

namespace {

constexpr ElementType narrow_types[] = {
    ElementType::F4E2M1FN, ElementType::F6E2M3FN,   ElementType::F6E3M2FN,   ElementType::F8E3M4,
    ElementType::F8E4M3,   ElementType::F8E4M3FN,   ElementType::F8E4M3FNUZ, ElementType::F8E4M3B11FNUZ,
    ElementType::F8E5M2,   ElementType::F8E5M2FNUZ, ElementType::F8E8M0FNU,  ElementType::BF16,
    ElementType::F16,      ElementType::TF32,
};

/// A checksum over many values, which shows the block with a wrong value.
struct Digest {
    std::uint64_t value = 14695981039346656037u;
    void add(std::uint32_t bits) { value = (value ^ bits) * 1099511628211u; }
};

/// The bits of an f32; all NaN are equal.
std::uint32_t plain_bits(double value) {
    return std::isnan(value) ? 0x7fc00000u : std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

int code_bits(ElementType type) {
    return hlo2c::frontend::bit_width(type) == 32 ? 19 : hlo2c::frontend::bit_width(type);
}

/// tf32 is stored in the upper 19 bits.
int padding(ElementType type) {
    return type == ElementType::TF32 ? 13 : 0;
}

const char* const digest_text = R"(
#include <stdio.h>

static uint64_t digest;
static void add(uint32_t bits)
{
    digest = (digest ^ bits) * 1099511628211u;
}
)";

std::string filled(std::string text, ElementType type) {
    const auto form = hlo2c::scheduler::element_form(type);
    const std::string stored = spelling(form.stored);
    const auto replace = [&](const std::string& from, const std::string& to) {
        for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
            text.replace(at, from.size(), to);
    };
    replace("@FROM", "from_" + form.narrow + "_f32x8_" + stored + "x8");
    replace("@TO", "to_" + form.narrow + "_" + stored + "x8_f32x8");
    replace("@NAME", form.narrow);
    replace("@S", stored);
    replace("@CODES", std::to_string(1 << code_bits(type)) + "u");
    replace("@PAD", std::to_string(padding(type)));
    return text;
}

/// One function per type, all called by main, which prints the digest after each.
std::string program_of(const char* function) {
    std::string text = digest_text, calls;
    for (ElementType type : narrow_types) {
        text += filled(function, type);
        calls += filled("    test_@NAME();\n    printf(\"%llu\\n\", (unsigned long long)digest);\n", type);
    }
    return text + "\nint main(void)\n{\n" + calls + "    return 0;\n}\n";
}

const Build narrow_builds[] = {{"gcc", "-std=gnu11 -O1 -march=x86-64-v3"},
                               {"clang-14", "-std=gnu11 -O1"},
                               {"gcc", "-std=c11 -O1 -DHLO2C_SCALAR"}};

}  // namespace

TEST_CASE("Every code of a narrow float has its value in f32") {
    const Build build = GENERATE(from_range(std::begin(narrow_builds), std::end(narrow_builds)));
    std::istringstream found(run_program(program_of(R"(
static void test_@NAME(void)
{
    for (uint32_t code = 0; code < @CODES; code += 8) {
        @S codes[8];
        float values[8];
        for (uint32_t i = 0; i < 8; i++) codes[i] = (@S)((code + i) << @PAD);
        store_f32x8(values, @FROM(load_@Sx8(codes)));
        for (int i = 0; i < 8; i++) add(values[i] != values[i] ? 0x7fc00000u : bits_u32_f32(values[i]));
    }
}
)"),
                                         build));
    Digest expected;
    expected.value = 0;
    for (ElementType type : narrow_types) {
        for (std::uint32_t code = 0; code < 1u << code_bits(type); code++)
            expected.add(plain_bits(hlo2c::frontend::decode_float(type, code << padding(type))));
        std::uint64_t value = 1;
        found >> value;
        INFO(hlo2c::frontend::spelling(type) << ", " << build.compiler << " " << build.flags);
        REQUIRE(value == expected.value);
    }
}

TEST_CASE("The short tanh rounds to the nearest bf16 and f16 of every one") {
    const Build build = GENERATE(from_range(std::begin(narrow_builds), std::end(narrow_builds)));
    std::string text = "#include <math.h>\n#include <stdio.h>\n", calls;
    for (const ElementType type : {ElementType::BF16, ElementType::F16}) {
        text += filled(R"(
static void test_@NAME(void)
{
    for (uint32_t code = 0; code < 65536; code += 8) {
        uint16_t codes[8], results[8], nearest[8];
        float values[8], exact[8];
        for (uint32_t i = 0; i < 8; i++) codes[i] = (uint16_t)(code + i);
        store_f32x8(values, @FROM(load_u16x8(codes)));
        for (int i = 0; i < 8; i++) exact[i] = (float)tanh((double)values[i]);
        store_u16x8(results, @TO(fast_tanh_f32x8(load_f32x8(values))));
        store_u16x8(nearest, @TO(load_f32x8(exact)));
        for (int i = 0; i < 8; i++)
            if (results[i] != nearest[i] && values[i] == values[i]) printf("@NAME %x\n", (unsigned)codes[i]);
    }
}
)",
                       type);
        calls += filled("    test_@NAME();\n", type);
    }
    CHECK(run_program(text + "\nint main(void)\n{\n" + calls + "    return 0;\n}\n", build) == "");
}

TEST_CASE("An f32 rounds to the nearest narrow float, to the even one between two") {
    const Build build = GENERATE(from_range(std::begin(narrow_builds), std::end(narrow_builds)));
    // A sample of all inputs, and all midpoints between two codes with their neighbours.
    std::istringstream found(run_program(program_of(R"(
static void put_@NAME(uint32_t bits)
{
    static float values[8];
    static int count;
    const float value = bits_f32_u32(bits);
    values[count++] = value != value ? 0.0f : value;
    if (count < 8) return;
    @S codes[8];
    store_@Sx8(codes, @TO(load_f32x8(values)));
    for (int i = 0; i < 8; i++) add((uint32_t)codes[i]);
    count = 0;
}

static float decoded_@NAME(uint32_t code)
{
    @S codes[8];
    float values[8];
    for (int i = 0; i < 8; i++) codes[i] = (@S)(code << @PAD);
    store_f32x8(values, @FROM(load_@Sx8(codes)));
    return values[0];
}

static void test_@NAME(void)
{
    for (uint64_t bits = 0; bits < 4294967296u; bits += 99991) put_@NAME((uint32_t)bits);
    for (uint32_t code = 0; code + 1 < @CODES; code++) {
        const uint32_t middle = bits_u32_f32(decoded_@NAME(code) / 2 + decoded_@NAME(code + 1) / 2);
        put_@NAME(middle - 1);
        put_@NAME(middle);
        put_@NAME(middle + 1);
    }
}
)"),
                                         build));
    Digest expected;
    expected.value = 0;
    for (ElementType type : narrow_types) {
        std::vector<float> pending;
        const auto put = [&](std::uint32_t bits) {
            const float value = std::bit_cast<float>(bits);
            pending.push_back(std::isnan(value) ? 0.0F : value);
            if (pending.size() < 8) return;
            for (float each : pending)
                expected.add(static_cast<std::uint32_t>(hlo2c::frontend::encode_float(type, each)));
            pending.clear();
        };
        const auto decoded = [&](std::uint32_t code) {
            return static_cast<float>(hlo2c::frontend::decode_float(type, code << padding(type)));
        };
        for (std::uint64_t bits = 0; bits < 4294967296u; bits += 99991) put(static_cast<std::uint32_t>(bits));
        for (std::uint32_t code = 0; code + 1 < 1u << code_bits(type); code++) {
            const auto middle = std::bit_cast<std::uint32_t>(decoded(code) / 2 + decoded(code + 1) / 2);
            put(middle - 1);
            put(middle);
            put(middle + 1);
        }
        std::uint64_t value = 1;
        found >> value;
        INFO(hlo2c::frontend::spelling(type) << ", " << build.compiler << " " << build.flags);
        REQUIRE(value == expected.value);
    }
}

TEST_CASE("f64 rounds to odd on its way to a narrow float, so that it is rounded once") {
    CHECK(run_program(R"(
#include <stdio.h>

int main(void)
{
    const double values[8] = {1.00390625 + 0x1p-40, 1.00390625 - 0x1p-40, 1e300, -1e-300, 0.0, 1.0, -0.1, 65519.999999};
    float narrow[8];
    store_f32x8(narrow, round_to_odd_f32x8_f64x8(load_f64x8(values)));
    for (int i = 0; i < 8; i++) {
        printf("%08x%s", (unsigned)bits_u32_f32(narrow[i]), i < 7 ? " " : "");
        if (bits_u32_f32(narrow[i]) != bits_u32_f32(round_to_odd_f32_f64(values[i]))) printf("scalar differs");
    }
    return 0;
}
)",
                      {"gcc", "-std=gnu11 -O2 -march=x86-64-v3"}) ==
          "3f808001 3f807fff 7f7fffff 80000001 00000000 3f800000 bdcccccd 477fefff");
}

#include <cmath>
#include <cstring>

#include "tests/unit/hlo_text/hlo_text_test.h"

using namespace hlo2c;
using namespace hlo2c::frontend;

namespace {

wire::LiteralProto literal_of(const std::string& constant) {
    return last_of("c = " + constant).literal();
}

std::vector<int> bytes_of(const std::string& bytes) {
    std::vector<int> values;
    for (const char c : bytes) values.push_back(static_cast<unsigned char>(c));
    return values;
}

}  // namespace

TEST_CASE("constants of every kind of element are kept exactly") {
    CHECK(literal_of("f32[] constant(0.1)").f32s(0) == 0.1f);
    CHECK(literal_of("f64[2] constant({1e-310, -1.7976931348623157e308})").f64s(0) == 1e-310);
    CHECK(literal_of("s64[] constant(-9223372036854775808)").s64s(0) == INT64_MIN);
    CHECK(literal_of("u64[] constant(18446744073709551615)").u64s(0) == UINT64_MAX);
    CHECK(literal_of("pred[3] constant({true, 0, 1})").preds(2));
    CHECK(literal_of("c64[1] constant({(1.5, -inf)})").c64s(1) == -INFINITY);
    CHECK(bytes_of(literal_of("s4[3] constant({-8, 7, -1})").s4s()) == std::vector<int>{8, 7, 15});
    CHECK(bytes_of(literal_of("u2[2] constant({3, 0})").u2s()) == std::vector<int>{3, 0});
    CHECK(bytes_of(literal_of("bf16[] constant(1)").bf16s()) == std::vector<int>{0x80, 0x3f});
    CHECK(bytes_of(literal_of("f8e4m3fn[] constant(448)").f8e4m3fns()) == std::vector<int>{0x7e});
    CHECK(bytes_of(literal_of("s16[] constant(-2)").s16s()) == std::vector<int>{0xfe, 0xff});
}

TEST_CASE("a negative number of 64 bits wraps where the type has no sign") {
    CHECK(literal_of("u64[] constant(-1)").u64s(0) == UINT64_MAX);
    CHECK(refusal_of_line("c = u32[] constant(-1)").number == 111);
}

TEST_CASE("NaNs keep their sign and payload") {
    const auto bits = [](const std::string& constant) {
        const float value = literal_of(constant).f32s(0);
        std::uint32_t result = 0;
        std::memcpy(&result, &value, sizeof result);
        return result;
    };
    CHECK(bits("f32[] constant(nan)") == 0x7fc00000);
    CHECK(bits("f32[] constant(-nan)") == 0xffc00000);
    CHECK(bits("f32[] constant(-nan(0x12345))") == 0xff812345);
    CHECK(bytes_of(literal_of("bf16[] constant(nan(0x7f))").bf16s()) == std::vector<int>{0xff, 0x7f});
    CHECK(refusal_of_line("c = f8e4m3b11fnuz[] constant(nan(0x1))").number == 111);
    CHECK(refusal_of_line("c = f32[] constant(nan(0x800000))").number == 111);
}

TEST_CASE("elements are stored in the order of the layout") {
    const auto literal = literal_of("s32[2,3]{0,1} constant({{1,2,3},{4,5,6}})");
    CHECK(std::vector<int>(literal.s32s().begin(), literal.s32s().end()) ==
          std::vector<int>{1, 4, 2, 5, 3, 6});
    const auto bytes = literal_of("u16[2,2]{0,1} constant({{1,2},{3,4}})");
    CHECK(bytes_of(bytes.u16s()) == std::vector<int>{1, 0, 3, 0, 2, 0, 4, 0});
}

TEST_CASE("constants may be tuples, empty, or hold comments") {
    CHECK(literal_of("(f32[2]{0}, (s32[], pred[])) constant(({1, 2}, (3, true)))").tuple_literals_size() ==
          2);
    CHECK(literal_of("f32[0,3] constant({})").f32s_size() == 0);
    CHECK(literal_of("f32[2,2] constant({ /*i0=0*/ {1, 2}, /*i0=1*/ {3, 4} })").f32s_size() == 4);
}

TEST_CASE("a single value is the first element of an array, the others are zero") {
    const auto literal = literal_of("f32[2,2] constant(3)");
    CHECK(std::vector<float>(literal.f32s().begin(), literal.f32s().end()) == std::vector<float>{3, 0, 0, 0});
    CHECK(refusal_of_line("c = f32[1000000,1000000] constant(3)").number == 111);
    CHECK(literal_of("f32[2048,2048] constant(0.65)").f32s_size() == 2048 * 2048);
}

TEST_CASE("a custom call may have a literal with shapes inside") {
    const auto call = last_of(
        "r = f32[] custom-call(), custom_call_target=\"t\", literal=(s32[2]{0} {4, 8}, pred[1]{0} {1})");
    CHECK(call.literal().tuple_literals(0).s32s(1) == 8);
    CHECK(call.literal().shape().tuple_shapes(1).element_type() == wire::PRED);
}

TEST_CASE("a constant with elided data has a shape and no literal") {
    const auto constant = last_of("c = f32[67,89]{1,0} constant({...})");
    CHECK_FALSE(constant.has_literal());
    CHECK(constant.shape().dimensions(1) == 89);
    const auto tuple = last_of("c = (f32[2]{0}, s32[3]{0}) constant(({...}, {1, 2, 3}))");
    CHECK(tuple.literal().tuple_literals(0).f32s_size() == 0);
    CHECK(tuple.literal().tuple_literals(1).s32s(2) == 3);
}

TEST_CASE("a partly elided constant is rejected, and the remedy says how to print it") {
    const Diagnostic refusal = refusal_of_line("c = f32[2,3]{1,0} constant({{...}, {1, 2, 3}})");
    CHECK(refusal.number == 105);
    CHECK(refusal.place.line == 3);
    CHECK(refusal.remedy.find("large_constants") != std::string::npos);
}

TEST_CASE("values that a type cannot represent are rejected at their location") {
    CHECK(refusal_of_line("c = f16[] constant(-65520)").number == 111);
    CHECK(refusal_of_line("c = bf16[] constant(1e100)").number == 111);
    CHECK(refusal_of_line("c = f64[] constant(-1.8e308)").number == 111);
    CHECK(refusal_of_line("c = f8e4m3fn[] constant(inf)").number == 111);
    CHECK(refusal_of_line("c = s4[] constant(8)").number == 111);
    CHECK(refusal_of_line("c = u4[] constant(-1)").number == 111);
    CHECK(refusal_of_line("c = s32[] constant(1.5)").number == 111);
    const Diagnostic refusal = refusal_of_line("c = u32[2] constant({1, 4294967296})");
    CHECK(refusal.number == 111);
    CHECK(refusal.place.column == 25);
}

TEST_CASE("lists that do not match the shape are rejected") {
    CHECK(refusal_of_line("c = f32[2,3] constant({1, 2, 3, 4, 5, 6})").number == 102);
    CHECK(refusal_of_line("c = f32[2] constant({1, 2, 3})").number == 102);
    CHECK(refusal_of_line("c = f32[3] constant({1, 2})").number == 111);
    CHECK(refusal_of_line("c = f32[] constant({1})").number == 102);
}

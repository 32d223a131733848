#include <array>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "tests/unit/codegen_c/compiled_kernel.h"

using namespace hlo2c::codegen::testing;
using namespace hlo2c::scheduler;

namespace {

/// bytes = select(x < y and flag, p, 9); singles = select(p < 5, x, y); doubles = select(p < 5 or x < y, d,
/// 1); both = not (p < 5) xor flag
LoopNest select_nest(int lanes) {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::F32, lanes, false},      {"y", ScalarKind::F32, lanes, false},
                       {"p", ScalarKind::U8, lanes, false},       {"flag", ScalarKind::Boolean, lanes, false},
                       {"d", ScalarKind::F64, lanes, false},      {"bytes", ScalarKind::U8, lanes, true},
                       {"singles", ScalarKind::F32, lanes, true}, {"doubles", ScalarKind::F64, lanes, true},
                       {"both", ScalarKind::Boolean, lanes, true}};
    const auto place = [&] {
        const NodeId base = nest.integer(0), stride = nest.integer(1);
        return nest.add(
            {.kind = NodeKind::Ramp, .type = {ScalarKind::I32, lanes}, .operands = {base, stride}});
    };
    const auto load = [&](const std::string& buffer, ScalarKind kind) {
        const NodeId at = place();
        return nest.add({.kind = NodeKind::Load, .type = {kind, lanes}, .operands = {at}, .symbol = buffer});
    };
    const auto select = [&](NodeId condition, NodeId a, NodeId b) {
        return nest.add({.kind = NodeKind::Select, .type = nest[a].type, .operands = {condition, a, b}});
    };
    const auto store = [&](const std::string& buffer, NodeId value) {
        const NodeId at = place();
        return nest.add({.kind = NodeKind::Store, .operands = {at, value}, .symbol = buffer});
    };
    const NodeId x = load("x", ScalarKind::F32), y = load("y", ScalarKind::F32);
    const NodeId p = load("p", ScalarKind::U8), d = load("d", ScalarKind::F64);
    const NodeId flag = load("flag", ScalarKind::Boolean);
    const NodeId less = nest.binary(NodeKind::Less, x, y);
    const NodeId small = nest.binary(NodeKind::Less, p, nest.integer(5, {ScalarKind::U8, lanes}));
    const NodeId one =
        nest.add({.kind = NodeKind::Real, .type = {ScalarKind::F64, lanes}, .integer = 0x3ff0000000000000});
    const NodeId nine = nest.integer(9, {ScalarKind::U8, lanes});
    const NodeId bytes = select(nest.binary(NodeKind::And, less, flag), p, nine);
    const NodeId doubles = select(nest.binary(NodeKind::Or, small, less), d, one);
    const NodeId both = nest.binary(NodeKind::Xor, nest.unary(NodeKind::Not, small), flag);
    const std::vector<NodeId> statements = {store("bytes", bytes), store("singles", select(small, x, y)),
                                            store("doubles", doubles), store("both", both)};
    nest.body = nest.block(statements);
    return nest;
}

}  // namespace

TEST_CASE("Conditions of one width select values of another") {
    const int lanes = GENERATE(1, 4, 8, 16);
    const std::size_t count = static_cast<std::size_t>(lanes);
    std::vector<float> x(count), y(count), singles(count);
    std::vector<double> d(count), doubles(count);
    std::vector<unsigned char> p(count), flag(count), bytes(count), both(count);
    for (std::size_t i = 0; i < count; i++) {
        x[i] = static_cast<float>(i * 7 % 5), y[i] = static_cast<float>(i * 3 % 4), d[i] = 0.5 + double(i);
        p[i] = static_cast<unsigned char>(i * 61 % 11), flag[i] = i % 3 == 1;
        bytes[i] = x[i] < y[i] && flag[i] ? p[i] : 9;
        singles[i] = p[i] < 5 ? x[i] : y[i];
        doubles[i] = p[i] < 5 || x[i] < y[i] ? d[i] : 1;
        both[i] = !(p[i] < 5) != (flag[i] != 0);
    }
    const std::vector<unsigned char> empty_bytes(count, 77);
    for (const Build& build :
         {Build{"gcc", "-std=gnu11 -O2 -march=x86-64-v3"}, Build{"clang-14", "-std=c11 -O1"},
          Build{"gcc", "-std=c11 -O2 -DHLO2C_SCALAR"}}) {
        INFO(lanes << " lanes by " << build.compiler << " " << build.flags);
        const Buffers out = run_kernel(
            plan_of(select_nest(lanes), 32), build,
            {bytes_of(x), bytes_of(y), p, flag, bytes_of(d), empty_bytes, bytes_of(std::vector<float>(count)),
             bytes_of(std::vector<double>(count)), empty_bytes});
        CHECK(out[5] == bytes);
        CHECK(values_of<float>(out[6]) == singles);
        CHECK(values_of<double>(out[7]) == doubles);
        CHECK(out[8] == both);
    }
}

TEST_CASE("Comparisons of one width are combined before they become bytes") {
    LoopNest nest;
    nest.parameters = {{"x", ScalarKind::F32, 8, false},
                       {"y", ScalarKind::F32, 8, false},
                       {"both", ScalarKind::Boolean, 8, true}};
    const NodeId base = nest.integer(0), stride = nest.integer(1);
    const NodeId at =
        nest.add({.kind = NodeKind::Ramp, .type = {ScalarKind::I32, 8}, .operands = {base, stride}});
    const auto load = [&](const std::string& buffer) {
        return nest.add(
            {.kind = NodeKind::Load, .type = {ScalarKind::F32, 8}, .operands = {at}, .symbol = buffer});
    };
    const NodeId x = load("x"), y = load("y");
    const NodeId both = nest.binary(NodeKind::And, nest.binary(NodeKind::Less, x, y),
                                    nest.unary(NodeKind::Not, nest.binary(NodeKind::Equal, x, y)));
    nest.body = nest.add({.kind = NodeKind::Store, .operands = {at, both}, .symbol = "both"});
    const Plan plan = plan_of(nest, 32);
    const std::string source = source_of(plan);
    CHECK(source.find("ones_u8x8(convert_i8x8_i32x8(and_i32x8(") != std::string::npos);
    const std::vector<float> first = {1, 2, 3, 4, 5, 6, 7, 8}, second = {1, 3, 2, 5, 5, 7, 7, 9};
    const Buffers out = run_kernel(plan, {"gcc", "-std=gnu11 -O2 -march=x86-64-v3"},
                                   {bytes_of(first), bytes_of(second), std::vector<unsigned char>(8, 77)});
    CHECK(out[2] == std::vector<unsigned char>{0, 1, 0, 1, 0, 1, 0, 1});
}

TEST_CASE("Constant limits keep NaN and the signs of zeros, and take one instruction") {
    const int lanes = GENERATE(1, 4, 8, 16);
    const ScalarKind kind = GENERATE(ScalarKind::F32, ScalarKind::F64);
    const std::vector<double> limits = {6, -1, 0.0, std::numeric_limits<double>::infinity()};
    LoopNest nest;
    const ValueType type{kind, lanes};
    nest.parameters = {{"x", kind, lanes, false}, {"out", kind, 8 * lanes, true}};
    const auto place = [&](int begin) {
        return nest.add({.kind = NodeKind::Ramp,
                         .type = {ScalarKind::I32, lanes},
                         .operands = {nest.integer(begin), nest.integer(1)}});
    };
    std::vector<double> x, expected;
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    for (int i = 0; i < lanes; i++) x.push_back(std::array{unknown, -0.0, 0.0, 7.0, -3.0, 6.0}[i % 6u]);
    std::vector<NodeId> stores;
    for (const NodeKind extremum : {NodeKind::Maximum, NodeKind::Minimum})
        for (const double limit : limits) {
            const NodeId value =
                nest.add({.kind = NodeKind::Load, .type = type, .operands = {place(0)}, .symbol = "x"});
            const std::int64_t bits = kind == ScalarKind::F64
                                          ? std::bit_cast<std::int64_t>(limit)
                                          : std::bit_cast<std::uint32_t>(static_cast<float>(limit));
            const NodeId constant = nest.add({.kind = NodeKind::Real, .type = type, .integer = bits});
            stores.push_back(nest.add({.kind = NodeKind::Store,
                                       .operands = {place(lanes * static_cast<int>(stores.size())),
                                                    nest.binary(extremum, value, constant)},
                                       .symbol = "out"}));
            for (const double each : x) {
                const bool most = extremum == NodeKind::Maximum;
                const bool limited = most ? limit > each : limit < each;
                const bool zeros = limit == 0 && each == 0;
                expected.push_back(zeros     ? (std::signbit(limit) && std::signbit(each)) ||
                                                   (!most && std::signbit(limit) != std::signbit(each))
                                                   ? -0.0
                                                   : 0.0
                                   : limited ? limit
                                             : each);
            }
        }
    nest.body = nest.block(stores);
    const Plan plan = plan_of(nest, 32);
    const std::string source = source_of(plan);
    CHECK(source.find(lanes == 1 ? "at_most_f" : "at_least_f") != std::string::npos);
    const auto widened = [&](const std::vector<unsigned char>& bytes) {
        if (kind == ScalarKind::F64) return values_of<double>(bytes);
        const std::vector<float> values = values_of<float>(bytes);
        return std::vector<double>(values.begin(), values.end());
    };
    const auto narrowed = [&](const std::vector<double>& values) {
        return kind == ScalarKind::F64 ? bytes_of(values)
                                       : bytes_of(std::vector<float>(values.begin(), values.end()));
    };
    for (const Build& build :
         {Build{"gcc", "-std=gnu11 -O2 -march=x86-64-v3"}, Build{"clang-14", "-std=c11 -O1"},
          Build{"gcc", "-std=c11 -O2 -DHLO2C_SCALAR"}}) {
        const Buffers out = run_kernel(plan, build, {narrowed(x), narrowed(expected)});
        const std::vector<double> results = widened(out[1]);
        for (std::size_t i = 0; i < results.size(); i++) {
            INFO(build.flags << ": " << i << " of " << results[i] << ", expected " << expected[i]);
            CHECK(std::isnan(results[i]) == std::isnan(expected[i]));
            if (!std::isnan(expected[i])) {
                CHECK(results[i] == expected[i]);
                CHECK(std::signbit(results[i]) == std::signbit(expected[i]));
            }
        }
    }
}

TEST_CASE("A condition that compares with zero chooses the same on every level of x86-64") {
    const std::string level = GENERATE("x86-64-v2", "x86-64-v3", "x86-64-v4");
    if (level == "x86-64-v4" && !__builtin_cpu_supports("avx512vl")) return;
    const std::string optimisation = GENERATE("-O1", "-O3");
    const std::string text = R"(#include <stdio.h>
static void odd_or_even(const float *x, float *out)
{
    const i32x8 number = convert_i32x8_f32x8(load_f32x8(x));
    const i32x8 odd = ne_i32x8(number & splat_i32x8(1), splat_i32x8(0));
    store_f32x8(out, select_f32x8(odd, splat_f32x8(1.0f), splat_f32x8(2.0f)));
}

int main(int count, char **words)
{
    float x[8], out[8];
    (void)words;
    for (int i = 0; i < 8; i++) {
        x[i] = (float)(i * count);
    }
    odd_or_even(x, out);
    for (int i = 0; i < 8; i++) {
        printf("%d", (int)out[i]);
    }
    return 0;
}
)";
    CHECK(run_program(text, {"gcc", "-std=gnu11 " + optimisation + " -march=" + level}) == "21212121");
}

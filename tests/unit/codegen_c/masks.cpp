#include <catch2/catch.hpp>

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

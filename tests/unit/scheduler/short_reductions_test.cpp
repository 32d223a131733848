#include "scheduler/rewrite/short_reductions.h"

#include <catch2/catch.hpp>

#include "frontend/evaluate/evaluate.h"
#include "frontend/ops/verify.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
using hlo2c::frontend::Literal;
using hlo2c::frontend::Op;
using hlo2c::frontend::OpCode;
using hlo2c::frontend::Program;

namespace {

/// Reduces the square of %x.
Program reducing(const std::string& op, const std::string& dimensions, const std::string& result) {
    return program_of("(%x: tensor<4x5x3xf32>) -> tensor<" + result + "xf32>",
                      R"(
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %square = stablehlo.multiply %x, %x : tensor<4x5x3xf32>
  %r = stablehlo.reduce(%square init: %one) applies stablehlo.)" +
                          op + " across dimensions = [" + dimensions +
                          R"(] : (tensor<4x5x3xf32>, tensor<f32>) -> tensor<)" + result + R"(xf32>
  return %r : tensor<)" + result +
                          R"(xf32>
)");
}

Program unrolled(Program program) {
    unroll_short_reductions(program);
    hlo2c::frontend::verify(program);
    return program;
}

int reductions(const Program& program) {
    int count = 0;
    for (const Op& op : program.main().body.ops) count += op.code == OpCode::Reduce;
    return count;
}

}  // namespace

TEST_CASE("a reduction of three neighbours becomes elementwise ops with the same results") {
    for (const char* op : {"add", "multiply", "maximum", "minimum"}) {
        const Program before = reducing(op, "2", "4x5"), after = unrolled(before);
        CHECK(reductions(after) == 0);
        std::vector<double> elements;
        for (int i = 0; i < 60; i++) elements.push_back(i * 37 % 101 / 16.0 - 3);
        const auto& type = before.main().tensor(before.main().arguments()[0]);
        const std::vector<Literal> arguments = {Literal::from_values<double>(type, elements)};
        CHECK(hlo2c::frontend::evaluate(after, arguments) == hlo2c::frontend::evaluate(before, arguments));
    }
}

TEST_CASE("three neighbours are added one after the other to the initial value") {
    const Program after = unrolled(program_of("(%x: tensor<16x3xf32>) -> tensor<16xf32>", R"(
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %one) applies stablehlo.add across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
)"));
    REQUIRE(reductions(after) == 0);
    // The large number absorbs the one before it, and not the one after it.
    std::vector<double> elements;
    for (int i = 0; i < 16; i++) elements.insert(elements.end(), {0x1p30, -0x1p30, 1});
    const auto& type = after.main().tensor(after.main().arguments()[0]);
    const std::vector<Literal> arguments = {Literal::from_values<double>(type, elements)};
    const std::vector<Literal> results = hlo2c::frontend::evaluate(after, arguments);
    for (int i = 0; i < 16; i++) CHECK(results[0].real(i) == 1);
}

TEST_CASE("reductions of many elements, of distant ones, and to few results stay") {
    CHECK(reductions(unrolled(reducing("add", "1", "4x3"))) == 1);
    CHECK(reductions(unrolled(reducing("add", "1, 2", "4"))) == 1);
    const Program few = program_of("(%x: tensor<3x4xf32>) -> tensor<3xf32>", R"(
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
)");
    CHECK(reductions(unrolled(few)) == 1);
}

TEST_CASE("the reductions of a softmax stay, because one kernel takes both") {
    CHECK(reductions(unrolled(softmax_of(20, 3))) == 2);
}

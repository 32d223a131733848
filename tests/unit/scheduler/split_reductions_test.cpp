#include "scheduler/rewrite/split_reductions.h"

#include <algorithm>
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

/// Reduces %x and its double along rows with this body, of which %a and %b are combined elements of %x, %c
/// and %d of its double.
Program reducing(const std::string& body) {
    return program_of("(%x: tensor<4x5xf32>) -> (tensor<4xf32>, tensor<4xf32>)", R"(
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %double = stablehlo.add %x, %x : tensor<4x5xf32>
  %r:2 = stablehlo.reduce(%x init: %one), (%double init: %one) across dimensions = [1] : (tensor<4x5xf32>, tensor<4x5xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<f32>, %d: tensor<f32>) {
)" + body + R"(
    }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
)");
}

/// The number of reductions after splitting, which keeps the results.
int reductions(const std::string& body) {
    const Program before = reducing(body);
    Program after = before;
    split_reductions(after);
    hlo2c::frontend::verify(after);
    std::vector<double> elements;
    for (int i = 0; i < 20; i++) elements.push_back(i * 37 % 101 / 16.0 - 3);
    const auto& type = before.main().tensor(before.main().arguments()[0]);
    const std::vector<Literal> arguments = {Literal::from_values<double>(type, elements)};
    CHECK(hlo2c::frontend::evaluate(after, arguments) == hlo2c::frontend::evaluate(before, arguments));
    int count = 0;
    for (const Op& op : after.main().body.ops) count += op.code == OpCode::Reduce;
    return count;
}

const std::string returned = "stablehlo.return %s, %t : tensor<f32>, tensor<f32>";
const std::string plain_sum = "%s = stablehlo.add %a, %b : tensor<f32>\n";

}  // namespace

TEST_CASE("a plain sum is a reduction of its own beside one whose order matters") {
    CHECK(reductions(plain_sum +
                     "%n = stablehlo.negate %c : tensor<f32>\n"
                     "%t = stablehlo.subtract %d, %n : tensor<f32>\n" +
                     returned) == 2);
    CHECK(reductions("%s = stablehlo.subtract %a, %b : tensor<f32>\n"
                     "%t = stablehlo.maximum %d, %c : tensor<f32>\n" +
                     returned) == 2);
}

TEST_CASE("plain sums stay together, and so do results that depend on each other") {
    CHECK(reductions(plain_sum + "%t = stablehlo.multiply %c, %d : tensor<f32>\n" + returned) == 1);
    CHECK(reductions(plain_sum + "%t = stablehlo.subtract %c, %s : tensor<f32>\n" + returned) == 1);
    CHECK(reductions(plain_sum + "%t = stablehlo.subtract %c, %a : tensor<f32>\n" + returned) == 1);
    CHECK(reductions(plain_sum + "stablehlo.return %s, %s : tensor<f32>, tensor<f32>") == 1);
    CHECK(reductions(plain_sum + "stablehlo.return %s, %a : tensor<f32>, tensor<f32>") == 1);
}

TEST_CASE("sums of rounded results are combined in order, beside plain ones") {
    Program program = program_of(
        "(%x: tensor<6xf16>, %y: tensor<6xcomplex<f32>>) -> (tensor<f16>, tensor<complex<f32>>)", R"(
  %one = stablehlo.constant dense<1.0> : tensor<f16>
  %zero = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %r:2 = stablehlo.reduce(%x init: %one), (%y init: %zero) across dimensions = [0] : (tensor<6xf16>, tensor<6xcomplex<f32>>, tensor<f16>, tensor<complex<f32>>) -> (tensor<f16>, tensor<complex<f32>>)
    reducer(%a: tensor<f16>, %b: tensor<f16>) (%c: tensor<complex<f32>>, %d: tensor<complex<f32>>) {
      %s = stablehlo.multiply %a, %b : tensor<f16>
      %t = stablehlo.add %c, %d : tensor<complex<f32>>
      stablehlo.return %s, %t : tensor<f16>, tensor<complex<f32>>
    }
  return %r#0, %r#1 : tensor<f16>, tensor<complex<f32>>
)");
    split_reductions(program);
    hlo2c::frontend::verify(program);
    const auto& ops = program.main().body.ops;
    CHECK(std::count_if(ops.begin(), ops.end(), [](const Op& op) { return op.code == OpCode::Reduce; }) == 2);
}

#include "scheduler/rewrite/gathered_rows.h"

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

int count(const Program& program, OpCode code) {
    int found = 0;
    for_each_op(program.main().body, [&](const Op& op) { found += op.code == code; });
    return found;
}

/// The rewritten program, which computes the same.
Program gathered(const std::string& signature, const std::string& body) {
    const Program before = program_of(signature, body);
    Program after = before;
    gather_rows(after);
    hlo2c::frontend::verify(after);
    std::vector<Literal> arguments;
    for (const auto argument : before.main().arguments()) {
        const auto& type = before.main().tensor(argument);
        std::vector<double> elements;
        for (std::int64_t i = 0; i < type.element_count(); i++) elements.push_back(static_cast<double>(i));
        arguments.push_back(Literal::from_values<double>(type, elements));
    }
    CHECK(hlo2c::frontend::evaluate(after, arguments) == hlo2c::frontend::evaluate(before, arguments));
    return after;
}

const std::string rolled = R"(
  %a = stablehlo.slice %x [5:8, 0:32] : (tensor<8x32xf32>) -> tensor<3x32xf32>
  %b = stablehlo.slice %x [0:5, 0:32] : (tensor<8x32xf32>) -> tensor<5x32xf32>
  %r = stablehlo.concatenate %a, %b, dim = 0 : (tensor<3x32xf32>, tensor<5x32xf32>) -> tensor<8x32xf32>
)";

}  // namespace

TEST_CASE("rolled rows that an elementwise op reads are gathered") {
    const Program program =
        gathered("(%x: tensor<8x32xf32>, %y: tensor<f32>) -> tensor<8x32xf32>", rolled + R"(
  %c = stablehlo.broadcast_in_dim %y, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
  %s = stablehlo.add %r, %c : tensor<8x32xf32>
  return %s : tensor<8x32xf32>)");
    CHECK(count(program, OpCode::Gather) == 1);
    CHECK(count(program, OpCode::Concatenate) == 0);
    CHECK(count(program, OpCode::Slice) == 0);
}

TEST_CASE("a roll along the innermost dimension reads the rolled rows as a gather") {
    const Program program = gathered("(%x: tensor<8x32xf32>) -> tensor<8x32xf32>", rolled + R"(
  %c = stablehlo.slice %r [0:8, 7:32] : (tensor<8x32xf32>) -> tensor<8x25xf32>
  %d = stablehlo.slice %r [0:8, 0:7] : (tensor<8x32xf32>) -> tensor<8x7xf32>
  %s = stablehlo.concatenate %c, %d, dim = 1 : (tensor<8x25xf32>, tensor<8x7xf32>) -> tensor<8x32xf32>
  return %s : tensor<8x32xf32>)");
    CHECK(count(program, OpCode::Gather) == 1);
    CHECK(count(program, OpCode::Concatenate) == 1);
}

TEST_CASE("edges by reflection are one gather of the value inside") {
    const Program program = gathered("(%x: tensor<8x32xf32>) -> tensor<12x32xf32>", R"(
  %top = stablehlo.slice %x [1:3, 0:32] : (tensor<8x32xf32>) -> tensor<2x32xf32>
  %above = stablehlo.reverse %top, dims = [0] : tensor<2x32xf32>
  %a = stablehlo.concatenate %above, %x, dim = 0 : (tensor<2x32xf32>, tensor<8x32xf32>) -> tensor<10x32xf32>
  %end = stablehlo.slice %a [7:9, 0:32] : (tensor<10x32xf32>) -> tensor<2x32xf32>
  %below = stablehlo.reverse %end, dims = [0] : tensor<2x32xf32>
  %b = stablehlo.concatenate %a, %below, dim = 0 : (tensor<10x32xf32>, tensor<2x32xf32>) -> tensor<12x32xf32>
  %n = stablehlo.negate %b : tensor<12x32xf32>
  return %n : tensor<12x32xf32>)");
    CHECK(count(program, OpCode::Gather) == 1);
    CHECK(program.main().body.ops.size() == 4);  // the positions, the gather, the negation, the return
}

TEST_CASE("rows that memory holds anyway, or whose order a reader changes, stay a concatenation") {
    CHECK(count(gathered("(%x: tensor<8x32xf32>) -> tensor<8x32xf32>",
                         rolled + "  return %r : tensor<8x32xf32>"),
                OpCode::Gather) == 0);
    CHECK(count(gathered("(%x: tensor<8x32xf32>) -> tensor<32x8xf32>", rolled + R"(
  %t = stablehlo.transpose %r, dims = [1, 0] : (tensor<8x32xf32>) -> tensor<32x8xf32>
  return %t : tensor<32x8xf32>)"),
                OpCode::Gather) == 0);
    CHECK(count(gathered("(%x: tensor<8x32xf32>) -> tensor<8x8xf32>", rolled + R"(
  %n = stablehlo.negate %r : tensor<8x32xf32>
  %d = stablehlo.dot_general %r, %n, contracting_dims = [1] x [1] : (tensor<8x32xf32>, tensor<8x32xf32>) -> tensor<8x8xf32>
  return %d : tensor<8x8xf32>)"),
                OpCode::Gather) == 0);
}

TEST_CASE("parts of two values, and short rows, stay a concatenation") {
    CHECK(count(gathered("(%x: tensor<3x32xf32>, %y: tensor<5x32xf32>) -> tensor<8x32xf32>", R"(
  %r = stablehlo.concatenate %x, %y, dim = 0 : (tensor<3x32xf32>, tensor<5x32xf32>) -> tensor<8x32xf32>
  %n = stablehlo.negate %r : tensor<8x32xf32>
  return %n : tensor<8x32xf32>)"),
                OpCode::Gather) == 0);
    CHECK(count(gathered("(%x: tensor<8x3xf32>) -> tensor<8x3xf32>", R"(
  %a = stablehlo.slice %x [5:8, 0:3] : (tensor<8x3xf32>) -> tensor<3x3xf32>
  %b = stablehlo.slice %x [0:5, 0:3] : (tensor<8x3xf32>) -> tensor<5x3xf32>
  %r = stablehlo.concatenate %a, %b, dim = 0 : (tensor<3x3xf32>, tensor<5x3xf32>) -> tensor<8x3xf32>
  %n = stablehlo.negate %r : tensor<8x3xf32>
  return %n : tensor<8x3xf32>)"),
                OpCode::Gather) == 0);
}

TEST_CASE("rows that a loop's body captures stay a concatenation") {
    const Program program = gathered("(%x: tensor<8x32xf32>) -> tensor<8x32xf32>", rolled + R"(
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %i:2 = stablehlo.while(%k = %zero, %s = %x) : tensor<i32>, tensor<8x32xf32>
    cond {
      %p = stablehlo.compare LT, %k, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %n = stablehlo.add %k, %one : tensor<i32>
      %t = stablehlo.add %s, %r : tensor<8x32xf32>
      stablehlo.return %n, %t : tensor<i32>, tensor<8x32xf32>
    }
  return %i#1 : tensor<8x32xf32>)");
    CHECK(count(program, OpCode::Gather) == 0);
}

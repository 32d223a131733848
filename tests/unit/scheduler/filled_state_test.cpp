#include "scheduler/rewrite/filled_state.h"

#include <catch2/catch.hpp>

#include "frontend/evaluate/evaluate.h"
#include "frontend/ops/verify.h"
#include "scheduler/schedule.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
using hlo2c::frontend::Literal;
using hlo2c::frontend::Op;
using hlo2c::frontend::Program;

namespace {

/// Adds %x three times to a state that begins as `constant`, and writes a row of zeros next to it.
Program summing(const std::string& constant) {
    return program_of("(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>)",
                      R"(
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %start = stablehlo.constant )" +
                          constant +
                          R"( : tensor<8x8xf32>
  %ones = stablehlo.constant dense<1.5> : tensor<8x8xf32>
  %r:2 = stablehlo.while(%i = %zero, %s = %start) : tensor<i32>, tensor<8x8xf32>
   cond {
    %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    %next = stablehlo.add %s, %x : tensor<8x8xf32>
    stablehlo.return %n, %next : tensor<i32>, tensor<8x8xf32>
  }
  %row = stablehlo.slice %x [0:1, 0:8] : (tensor<8x8xf32>) -> tensor<1x8xf32>
  %u = stablehlo.dynamic_update_slice %ones, %row, %three, %zero : (tensor<8x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<8x8xf32>
  return %r#1, %u, %ones : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
)");
}

int fills(const Program& program) {
    int count = 0;
    for (const Op& op : program.main().body.ops) count += op.code == hlo2c::frontend::OpCode::BroadcastInDim;
    return count;
}

std::int64_t weight_bytes(const Plan& plan) {
    std::int64_t bytes = 0;
    for (const Weight& weight : plan.weights) bytes += static_cast<std::int64_t>(weight.bytes.size());
    return bytes;
}

int copies(const std::vector<Step>& steps) {
    int count = 0;
    for (const Step& step : steps) count += std::holds_alternative<CopyStep>(step.action);
    return count;
}

}  // namespace

TEST_CASE("a state of equal elements is written by a kernel, not copied from the library's constants") {
    const Program program = summing("dense<0.5>");
    Program after = program;
    fill_states(after);
    hlo2c::frontend::verify(after);
    CHECK(fills(after) == 3);
    std::vector<double> elements;
    for (int i = 0; i < 64; i++) elements.push_back(i / 8.0 - 3);
    const Literal x =
        Literal::from_values<double>(program.main().tensor(program.main().arguments()[0]), elements);
    CHECK(hlo2c::frontend::evaluate(after, {&x, 1}) == hlo2c::frontend::evaluate(program, {&x, 1}));
    const Plan plan = schedule(program, load_target("x86-64-v3"));
    CHECK(weight_bytes(plan) < 64);
    CHECK(copies(plan.functions[0].steps) == 0);
}

TEST_CASE("a state of different elements stays a constant of the library, and so does a scalar") {
    std::string rows;
    for (int row = 0; row < 8; row++) rows += std::string(row ? "," : "") + "[1.,2.,3.,4.,5.,6.,7.,8.]";
    Program program = summing("dense<[" + rows + "]>");
    fill_states(program);
    CHECK(fills(program) == 2);
    CHECK(weight_bytes(schedule(std::move(program), load_target("x86-64-v3"))) >= 256);
}

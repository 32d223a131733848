#include "scheduler/rewrite/double_loops.h"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "frontend/evaluate/evaluate.h"
#include "frontend/ops/verify.h"
#include "scheduler/program_names.h"
#include "scheduler/schedule.h"
#include "tests/unit/scheduler/program_text.h"

using namespace hlo2c::scheduler;
using hlo2c::frontend::Program;

namespace {

/// A matrix of 32 x 32 times another one, plus the counter, `turns` times. The counter goes up from 0 or down
/// to 0.
Program powers(int turns, bool up = true) {
    return program_of("(%x: tensor<32x32xf32>, %w: tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<i32>)",
                      fmt::format(R"(
  %start = stablehlo.constant dense<{}> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %end = stablehlo.constant dense<{}> : tensor<i32>
  %r:2 = stablehlo.while(%i = %start, %s = %x) : tensor<i32>, tensor<32x32xf32>
   cond {{
    %c = stablehlo.compare LT, {} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }} do {{
    %p = stablehlo.dot_general %s, %w, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
    %f = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
    %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %t = stablehlo.add %p, %b : tensor<32x32xf32>
    %n = stablehlo.{} %i, %three : tensor<i32>
    stablehlo.return %n, %t : tensor<i32>, tensor<32x32xf32>
  }}
  return %r#1, %r#0 : tensor<32x32xf32>, tensor<i32>
)",
                                  up ? 0 : 3 * turns, up ? 3 * turns : 0, up ? "%i, %end" : "%end, %i",
                                  up ? "add" : "subtract"));
}

std::ptrdiff_t products_of(const Program& program) {
    for (const Op& op : program.main().body.ops)
        if (op.code == OpCode::While)
            return std::count_if(op.regions[1].ops.begin(), op.regions[1].ops.end(),
                                 [](const Op& inner) { return inner.code == OpCode::DotGeneral; });
    return 0;
}

}  // namespace

TEST_CASE("an iteration does the work of two where a product reads the state, and computes the same") {
    const Program program = powers(6, GENERATE(true, false));
    Program doubled = program;
    double_loops(doubled);
    hlo2c::frontend::verify(doubled);
    CHECK(products_of(doubled) == 2);
    std::vector<Literal> arguments;
    for (int a = 0; a < 2; a++) {
        std::vector<double> elements;
        for (int i = 0; i < 32 * 32; i++)
            elements.push_back(static_cast<double>((i * 37 + a) % 101) / 1024 - 0.03);
        arguments.push_back(Literal::from_values<double>(
            program.main().tensor(program.main().arguments()[static_cast<std::size_t>(a)]), elements));
    }
    CHECK(hlo2c::frontend::evaluate(doubled, arguments) == hlo2c::frontend::evaluate(program, arguments));
}

TEST_CASE("a loop that runs an odd number of times is not doubled") {
    Program odd = powers(7);
    double_loops(odd);
    CHECK(products_of(odd) == 1);
}

TEST_CASE("no copy of the state ends a doubled iteration") {
    const Plan plan = schedule(powers(6), load_target("x86-64-v3"));
    for (const Step& step : plan.functions[0].steps)
        if (const auto* loop = std::get_if<WhileStep>(&step.action)) {
            CHECK(loop->trip_count == 3);
            for (const Step& inner : loop->body) CHECK(std::holds_alternative<CallStep>(inner.action));
        }
}

#include "frontend/passes/hoist_loop_invariants.h"

#include <catch2/catch.hpp>

#include "frontend/ops/op_traits.h"
#include "frontend/passes/dead_code_elimination.h"
#include "tests/unit/passes/programs.h"

using namespace hlo2c::frontend;

namespace {

/// A loop of three iterations over an i32 counter and an i32 sum; it captures %a.
Program loop_over(const std::string& body) {
    return program_of(R"(
func.func @main(%a: tensor<1000xi32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %zero) : tensor<i32>, tensor<i32>
)" + three_iterations +
                      body + R"(
    stablehlo.return %n, %t : tensor<i32>, tensor<i32>
  }
  return %r#1 : tensor<i32>
}
)");
}

const std::string sum = R"((%squares init: %zero) applies stablehlo.add across dimensions = [0]
        : (tensor<1000xi32>, tensor<i32>) -> tensor<i32>
)";

/// Names of the ops in the loop's body, without constants.
std::vector<std::string> ops_of_body(const Program& program) {
    std::vector<std::string> names;
    for (const Op& op : program.main().body.ops)
        if (op.code == OpCode::While)
            for (const Op& inner : op.regions[1].ops)
                if (inner.code != OpCode::Constant && !has_trait(inner.code, op_trait::Terminator))
                    names.emplace_back(spelling(inner.code));
    return names;
}

}  // namespace

TEST_CASE("a loop-invariant reduction is computed once") {
    Program program = loop_over(
        "%squares = stablehlo.multiply %a, %a : tensor<1000xi32>\n"
        "%q = stablehlo.reduce" +
        sum + "%t = stablehlo.add %s, %q : tensor<i32>");
    const std::vector<Literal> arguments = {Literal::from_values<std::int32_t>(
        {{1000}, ElementType::I32, {}, {}}, std::vector<std::int32_t>(1000, 7))};
    const std::vector<Literal> before = evaluate(program, arguments);
    hoist_loop_invariants(program);
    dead_code_elimination(program);
    verify(program);
    CHECK(ops_of_body(program) == std::vector<std::string>{"stablehlo.add", "stablehlo.add"});
    CHECK(evaluate(program, arguments) == before);
}

TEST_CASE("ops that depend on the iteration stay in the loop, and so do cheap ones") {
    Program program = loop_over(
        "%all = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<i32>) -> tensor<1000xi32>\n"
        "%squares = stablehlo.multiply %a, %all : tensor<1000xi32>\n"
        "%q = stablehlo.reduce" +
        sum +
        "%double = stablehlo.add %zero, %zero : tensor<i32>\n"
        "%u = stablehlo.add %s, %q : tensor<i32>\n"
        "%t = stablehlo.add %u, %double : tensor<i32>");
    const std::vector<std::string> before = ops_of_body(program);
    hoist_loop_invariants(program);
    verify(program);
    CHECK(ops_of_body(program) == before);
}

TEST_CASE("a loop keeps a copy of a hoisted op's cheap operands that it reads itself") {
    Program program = loop_over(
        "%squares = stablehlo.multiply %a, %a : tensor<1000xi32>\n"
        "%q = stablehlo.reduce" +
        sum +
        "%part = stablehlo.dynamic_slice %squares, %i, sizes = [1] : (tensor<1000xi32>, tensor<i32>) -> "
        "tensor<1xi32>\n"
        "%p = stablehlo.reshape %part : (tensor<1xi32>) -> tensor<i32>\n"
        "%u = stablehlo.add %s, %q : tensor<i32>\n"
        "%t = stablehlo.add %u, %p : tensor<i32>");
    const std::vector<Literal> arguments = {Literal::from_values<std::int32_t>(
        {{1000}, ElementType::I32, {}, {}}, std::vector<std::int32_t>(1000, 3))};
    const std::vector<Literal> before = evaluate(program, arguments);
    hoist_loop_invariants(program);
    verify(program);
    CHECK(ops_of_body(program) == std::vector<std::string>{"stablehlo.add", "stablehlo.multiply",
                                                           "stablehlo.dynamic_slice", "stablehlo.reshape",
                                                           "stablehlo.add", "stablehlo.add"});
    CHECK(evaluate(program, arguments) == before);
}

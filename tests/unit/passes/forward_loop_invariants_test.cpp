#include "frontend/passes/forward_loop_invariants.h"

#include <catch2/catch.hpp>
#include <ctime>

#include "frontend/passes/dead_code_elimination.h"
#include "tests/unit/passes/programs.h"

using namespace hlo2c::frontend;

TEST_CASE("values that a loop carries unchanged are read from outside and no longer carried") {
    Program program = program_of(R"(
func.func @main(%w: tensor<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<3> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %v = %w, %s = %x) : tensor<i32>, tensor<4xf32>, tensor<4xf32>
   cond {
    %c = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %m = stablehlo.multiply %s, %v : tensor<4xf32>
    %n = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %n, %v, %m : tensor<i32>, tensor<4xf32>, tensor<4xf32>
  }
  return %r#2 : tensor<4xf32>
}
)");
    const std::vector<Literal> arguments = {
        Literal::from_values<float>({{4}, ElementType::F32, {}, {}}, {1, 2, 3, 4}),
        Literal::from_values<float>({{4}, ElementType::F32, {}, {}}, {1, 1, 2, 2})};
    const std::vector<Literal> before = evaluate(program, arguments);

    forward_loop_invariants(program);
    dead_code_elimination(program);
    verify(program);

    const std::vector<Op>& ops = program.main().body.ops;
    const auto loop =
        std::find_if(ops.begin(), ops.end(), [](const Op& op) { return op.code == OpCode::While; });
    REQUIRE(loop != ops.end());
    CHECK(loop->operands.size() == 2);
    const Op& multiply = loop->regions[1].ops.front();
    REQUIRE(multiply.code == OpCode::Multiply);
    CHECK(multiply.operands[1] == program.main().arguments()[0]);
    CHECK(evaluate(program, arguments) == before);
}

TEST_CASE("a loop that changes nothing is removed, and its results are its operands") {
    Program program = program_of(R"(
func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<i32>) {
  %five = stablehlo.constant dense<5> : tensor<i32>
  %r:3 = stablehlo.while(%x = %a, %y = %a, %n = %five) : tensor<4xf32>, tensor<4xf32>, tensor<i32>
   cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %k = stablehlo.constant dense<5> : tensor<i32>
    stablehlo.return %y, %x, %k : tensor<4xf32>, tensor<4xf32>, tensor<i32>
  }
  return %r#0, %r#1, %r#2 : tensor<4xf32>, tensor<4xf32>, tensor<i32>
}
)");
    forward_loop_invariants(program);
    dead_code_elimination(program);
    verify(program);
    CHECK(ops_of(program).empty());
}

TEST_CASE("a loop that swaps two values still carries them") {
    Program program = program_of(R"(
func.func @main(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<i32>, tensor<i32>
)" + three_iterations + R"(
    stablehlo.return %n, %y, %x : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %r#1 : tensor<i32>
}
)");
    forward_loop_invariants(program);
    dead_code_elimination(program);
    verify(program);
    const std::vector<Literal> arguments = {Literal::scalar<int>(ElementType::I32, 1),
                                            Literal::scalar<int>(ElementType::I32, 2)};
    CHECK(evaluate(program, arguments).at(0).integer(0) == 2);
}

TEST_CASE("a loop that shifts thousands of carried values is analysed in seconds") {
    constexpr int count = 6000;
    std::string carried, types, next;
    for (int i = 0; i < count; i++) {
        carried += "%s" + std::to_string(i) + " = %x, ";
        types += "tensor<f32>, ";
        if (i > 0) next += "%s" + std::to_string(i) + ", ";
    }
    Program program =
        program_of("func.func @main(%x: tensor<f32>, %p: tensor<i1>) -> tensor<f32> {\n  %r:" +
                   std::to_string(count + 1) + " = stablehlo.while(" + carried + "%q = %p) : " + types +
                   "tensor<i1>\n   cond {\n    stablehlo.return %q : tensor<i1>\n  } do {\n"
                   "    %y = stablehlo.cosine %s0 : tensor<f32>\n    %n = stablehlo.not %q : "
                   "tensor<i1>\n    stablehlo.return " +
                   next + "%y, %n : " + types + "tensor<i1>\n  }\n  return %r#0 : tensor<f32>\n}\n");
    const std::clock_t begin = std::clock();
    forward_loop_invariants(program);
    CHECK(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC < 10);
    CHECK(program.main().body.ops.front().regions[1].ops.front().operands[0] ==
          program.main().body.ops.front().regions[1].arguments[0]);
}

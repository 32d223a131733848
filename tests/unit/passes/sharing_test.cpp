#include <catch2/catch.hpp>

#include "frontend/passes/common_subexpression_elimination.h"
#include "tests/unit/passes/programs.h"

using namespace hlo2c::frontend;

TEST_CASE("equal ops share one result, commutative ones in either order") {
    Program program = unary_program(
        "%b = stablehlo.exponential %a : tensor<4xf32>\n"
        "%c = stablehlo.exponential %a : tensor<4xf32>\n"
        "%d = stablehlo.add %a, %b : tensor<4xf32>\n%e = stablehlo.add %c, %a : tensor<4xf32>\n"
        "%r = stablehlo.multiply %d, %e : tensor<4xf32>");
    common_subexpression_elimination(program);
    verify(program);
    CHECK(ops_of(program) == std::vector<std::string>{"exponential", "add", "multiply"});
}

TEST_CASE("ops that differ in an attribute or in operand order stay apart") {
    Program program = unary_program(
        "%b = stablehlo.reverse %a, dims = [0] : tensor<4xf32>\n"
        "%c = stablehlo.subtract %a, %b : tensor<4xf32>\n"
        "%d = stablehlo.subtract %b, %a : tensor<4xf32>\n"
        "%r = stablehlo.multiply %c, %d : tensor<4xf32>");
    common_subexpression_elimination(program);
    CHECK(ops_of(program).size() == 4);
}

TEST_CASE("equal calls of functions of libraries share one result, unless they have side effects") {
    const auto ops = [](const std::string& target, const std::string& attributes) {
        const std::string call = " = stablehlo.custom_call @" + target + "(%m) {" + attributes +
                                 "} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)\n";
        Program program =
            unary_program("%m = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<2x2xf32>\n%b:2" + call +
                              "%c:2" + call + "%r = stablehlo.add %b#0, %c#0 : tensor<2x2xf32>",
                          "tensor<2x2xf32>");
        common_subexpression_elimination(program);
        verify(program);
        return ops_of(program).size();
    };
    const std::string lower = "mhlo.backend_config = {uplo = 76 : ui8}";
    CHECK(ops("lapack_spotrf_ffi", lower) == 3);
    CHECK(ops("lapack_spotrf_ffi", lower + ", has_side_effect = true") == 4);
    CHECK(ops("unknown_function", lower) == 4);
}

TEST_CASE("reductions with equal bodies share one result") {
    const std::string reduce =
        " = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : "
        "(tensor<4xf32>, tensor<f32>) -> tensor<f32>\n";
    Program program = unary_program("%z = stablehlo.constant dense<0.0> : tensor<f32>\n%b" + reduce + "%c" +
                                        reduce + "%r = stablehlo.multiply %b, %c : tensor<f32>",
                                    "tensor<f32>");
    common_subexpression_elimination(program);
    verify(program);
    CHECK(ops_of(program) == std::vector<std::string>{"reduce", "add", "multiply"});
}

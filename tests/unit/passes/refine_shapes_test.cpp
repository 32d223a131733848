#include "frontend/passes/refine_shapes.h"

#include <catch2/catch.hpp>

#include "frontend/diagnostic.h"
#include "frontend/pipeline.h"
#include "tests/unit/passes/programs.h"

using namespace hlo2c;
using namespace hlo2c::frontend;

namespace {

/// Doubles x and appends n ones, n the size of x; `least` is what the program asks of n.
Program doubled_and_ones(int least) {
    return program_of(
        "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n"
        "%n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>\n"
        "%least = stablehlo.constant dense<" +
        std::to_string(least) +
        "> : tensor<i32>\n"
        "%holds = stablehlo.compare GE, %n, %least : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
        "stablehlo.custom_call @shape_assertion(%holds, %n) {has_side_effect = true, error_message = "
        "\"n is {0}\"} : (tensor<i1>, tensor<i32>) -> ()\n"
        "%r = func.call @body(%n, %x) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>\n"
        "return %r : tensor<?xf32>\n}\n"
        "func.func private @body(%n: tensor<i32> {jax.global_constant = \"n\"}, %x: tensor<?xf32>) -> "
        "tensor<?xf32> {\n"
        "%one = stablehlo.constant dense<1.0> : tensor<f32>\n"
        "%shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>\n"
        "%ones = stablehlo.dynamic_broadcast_in_dim %one, %shape, dims = [] : (tensor<f32>, tensor<1xi32>) "
        "-> "
        "tensor<?xf32>\n"
        "%double = stablehlo.add %x, %x : tensor<?xf32>\n"
        "%r = stablehlo.concatenate %double, %ones, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> "
        "tensor<?xf32>\n"
        "return %r : tensor<?xf32>\n}\n");
}

}  // namespace

TEST_CASE("the size of an argument reaches every value, and dynamic ops become static") {
    Program program = doubled_and_ones(1);
    set_argument_shape(program, 0, {5});
    const Program result = run_pipeline(std::move(program), {});
    CHECK(result.main().result_types == std::vector<Type>{TensorType{{10}, ElementType::F32, {}, {}}});
    CHECK(ops_of(result) == std::vector<std::string>{"add", "concatenate"});
}

TEST_CASE("a free dimension is known by the name that the exporter gave it") {
    const std::vector<FreeDimension> free = free_dimensions(doubled_and_ones(1));
    REQUIRE(free.size() == 1);
    CHECK(free[0].argument == 0);
    CHECK(free[0].dimension == 0);
    CHECK(free[0].name == "n");
}

TEST_CASE("sizes that the program does not allow are refused in its own words (H0214)") {
    Program program = doubled_and_ones(6);
    set_argument_shape(program, 0, {5});
    try {
        run_pipeline(std::move(program), {});
        FAIL("accepted");
    } catch (const DiagnosticError& error) {
        CHECK(error.diagnostic().number == 214);
        CHECK(error.diagnostic().message == "n is 5");
    }
}

TEST_CASE("sizes that contradict an argument are refused (H0213)") {
    Program program = doubled_and_ones(1);
    CHECK_THROWS_AS(set_argument_shape(program, 0, {5, 2}), DiagnosticError);
    CHECK_THROWS_AS(set_argument_shape(program, 1, {5}), DiagnosticError);
    set_argument_shape(program, 0, {5});
    CHECK_THROWS_AS(set_argument_shape(program, 0, {6}), DiagnosticError);
}

TEST_CASE("sizes pass through the results of a conditional") {
    Program program = program_of(
        "func.func @main(%x: tensor<?xf32>, %p: tensor<i1>) -> tensor<?xf32> {\n"
        "%r = \"stablehlo.if\"(%p) ({\n"
        "%a = stablehlo.negate %x : tensor<?xf32>\n\"stablehlo.return\"(%a) : (tensor<?xf32>) -> ()\n}, {\n"
        "\"stablehlo.return\"(%x) : (tensor<?xf32>) -> ()\n}) : (tensor<i1>) -> tensor<?xf32>\n"
        "%s = stablehlo.abs %r : tensor<?xf32>\n"
        "return %s : tensor<?xf32>\n}\n");
    set_argument_shape(program, 0, {3});
    refine_shapes(program);
    CHECK(program.main().result_types == std::vector<Type>{TensorType{{3}, ElementType::F32, {}, {}}});
}

TEST_CASE("the custom call that spells a dynamic reduce_window becomes one") {
    Program program = program_of(
        "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n"
        "%zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
        "%n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>\n"
        "%size = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>\n"
        "%one = stablehlo.constant dense<1> : tensor<1xi32>\n"
        "%padding = stablehlo.constant dense<[[3, 0]]> : tensor<1x2xi32>\n"
        "%r = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %size, %one, %one, %one, "
        "%padding) "
        "{called_computations = [@sum]} : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, "
        "tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>\n"
        "return %r : tensor<?xf32>\n}\n"
        "func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {\n"
        "%r = stablehlo.add %a, %b : tensor<f32>\nreturn %r : tensor<f32>\n}\n");
    set_argument_shape(program, 0, {4});
    const Program result = run_pipeline(std::move(program), {});
    CHECK(ops_of(result) == std::vector<std::string>{"reduce_window", "add"});
    CHECK(result.main().result_types == std::vector<Type>{TensorType{{4}, ElementType::F32, {}, {}}});
}

#include <catch2/catch.hpp>

#include "tests/unit/evaluate/programs.h"

using namespace hlo2c::frontend;

TEST_CASE("stablehlo.dynamic_rng_bit_generator gives the bits of the static op") {
    const std::vector<Literal> found =
        run_program(R"(
        func.func @main(%key: tensor<4xui32>) -> (tensor<?x?xui32>, tensor<3x5xui32>, tensor<2xui64>, tensor<2xui64>) {
        %state = stablehlo.constant dense<[7, 9]> : tensor<2xui64>
        %shape = stablehlo.constant dense<[3, 5]> : tensor<2xi32>
        %a:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%state, %shape) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>} : (tensor<2xui64>, tensor<2xi32>) -> (tensor<2xui64>, tensor<?x?xui32>)
        %s, %b = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui32>)
        return %a#1, %b, %a#0, %s : tensor<?x?xui32>, tensor<3x5xui32>, tensor<2xui64>, tensor<2xui64>
    })",
                    {Literal::from_values<std::uint32_t>({{4}, ElementType::UI32, {}, {}}, {1, 2, 3, 4})});
    CHECK(found[0].type().shape == std::vector<std::int64_t>{3, 5});
    for (std::int64_t i = 0; i < 15; i++) CHECK(found[0].integer(i) == found[1].integer(i));
    CHECK(found[2].integer(1) == found[3].integer(1));
}

TEST_CASE("stablehlo.dynamic_reduce_window reduces several values by a called function") {
    const std::vector<Literal> found = run_program(R"(
        func.func private @sum_and_difference(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>) -> (tensor<f32>, tensor<i32>) {
        %0 = stablehlo.add %a, %c : tensor<f32>
        %1 = stablehlo.subtract %b, %d : tensor<i32>
        return %0, %1 : tensor<f32>, tensor<i32>
        }
        func.func @main() -> (tensor<?xf32>, tensor<?xi32>) {
        %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
        %y = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
        %f = stablehlo.constant dense<0.5> : tensor<f32>
        %i = stablehlo.constant dense<10> : tensor<i32>
        %size = stablehlo.constant dense<3> : tensor<1xi32>
        %stride = stablehlo.constant dense<2> : tensor<1xi32>
        %one = stablehlo.constant dense<1> : tensor<1xi32>
        %padding = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi32>
        %r:2 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %y, %f, %i, %size, %stride, %one, %one, %padding) {called_computations = [@sum_and_difference]} : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> (tensor<?xf32>, tensor<?xi32>)
        return %r#0, %r#1 : tensor<?xf32>, tensor<?xi32>
    })");
    REQUIRE(found[0].type().shape == std::vector<std::int64_t>{2});
    CHECK(found[0].real(0) == 4);  // 0.5 + (0.5 + 1 + 2)
    CHECK(found[0].real(1) == 9.5);
    CHECK(found[1].integer(0) == -3);  // 10 - (10 + 1 + 2)
    CHECK(found[1].integer(1) == 1);
}

TEST_CASE("stablehlo.dynamic_reduce_window requires lists that are a window") {
    const auto run = [](std::int64_t size, std::int64_t stride) {
        const auto list = [](std::int64_t value) {
            return Literal::from_values<std::int64_t>(TensorType{{1}, ElementType::I32, {}, {}}, {value});
        };
        return run_program(R"(
        func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
        %0 = stablehlo.add %a, %b : tensor<f32>
        return %0 : tensor<f32>
        }
        func.func @main(%size: tensor<1xi32>, %stride: tensor<1xi32>) -> tensor<?xf32> {
        %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
        %zero = stablehlo.constant dense<0.0> : tensor<f32>
        %one = stablehlo.constant dense<1> : tensor<1xi32>
        %padding = stablehlo.constant dense<[[1, 0]]> : tensor<1x2xi32>
        %r = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %size, %stride, %one, %one, %padding) {called_computations = [@sum]} : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
        return %r : tensor<?xf32>
    })",
                           {list(size), list(stride)});
    };
    CHECK(run(3, 2)[0].real(1) == 9);
    CHECK_THROWS_WITH(run(0, 2), Catch::Contains("0 is in the list of window sizes, which are positive"));
    CHECK_THROWS_WITH(run(3, -1), Catch::Contains("-1 is in the list of strides, which are positive"));
}

TEST_CASE("a LAPACK call takes its result shapes from operands") {
    const std::string program = R"(
        func.func @main(%a: tensor<?x?xf64>, %n: tensor<1xi32>) -> (tensor<?x?xf64>, tensor<?xi32>, tensor<i32>) {
        %nn = stablehlo.concatenate %n, %n, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
        %none = stablehlo.constant dense<> : tensor<0xi32>
        %f:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%a, %nn, %n, %none) {indices_of_shape_operands = dense<[1, 2, 3]> : tensor<3xi64>, mhlo.backend_config = {}} : (tensor<?x?xf64>, tensor<2xi32>, tensor<1xi32>, tensor<0xi32>) -> (tensor<?x?xf64>, tensor<?xi32>, tensor<i32>)
        return %f#0, %f#1, %f#2 : tensor<?x?xf64>, tensor<?xi32>, tensor<i32>
    })";
    const auto matrix =
        Literal::from_values<double>(TensorType{{2, 2}, ElementType::F64, {}, {}}, {1, 2, 4, 6});
    const auto size = [](std::int64_t n) {
        return Literal::from_values<std::int64_t>(TensorType{{1}, ElementType::I32, {}, {}}, {n});
    };
    const std::vector<Literal> found = run_program(program, {matrix, size(2)});
    REQUIRE(found[0].type().shape == std::vector<std::int64_t>{2, 2});
    CHECK(found[0].real(0) == 4);
    CHECK(found[0].real(2) == 0.25);
    CHECK(found[0].real(3) == 0.5);
    CHECK(found[1].integer(0) == 2);
    CHECK_THROWS_WITH(run_program(program, {matrix, size(-1)}),
                      Catch::Contains("the program computes the invalid shape -1x-1 for result 0"));
}

#include "frontend/passes/refine_shapes.h"

#include <catch2/catch.hpp>

#include "frontend/diagnostic.h"
#include "frontend/ops/output_operand_alias.h"
#include "frontend/passes/size_arguments.h"
#include "frontend/pipeline.h"
#include "tests/unit/passes/programs.h"

using namespace hlo2c;
using namespace hlo2c::frontend;

namespace {

/// Doubles x and appends n ones, where n is the size of x; the program requires n to be at least `least`.
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

TEST_CASE("sizes that the program does not allow are rejected with its own message (H0214)") {
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

namespace {

/// Sums windows of the four elements of %x; `size` computes the window's %size from %n.
Program dynamic_sums(const std::string& size) {
    Program program = program_of(
        "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n"
        "%zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
        "%n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>\n" +
        size +
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
    return program;
}

}  // namespace

TEST_CASE("the custom call that spells a dynamic reduce_window becomes one") {
    const Program result =
        run_pipeline(dynamic_sums("%size = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>\n"), {});
    CHECK(ops_of(result) == std::vector<std::string>{"reduce_window", "add"});
    CHECK(result.main().result_types == std::vector<Type>{TensorType{{4}, ElementType::F32, {}, {}}});
}

TEST_CASE("a dynamic reduce_window with impossible lists is refused under its own name") {
    Program program = dynamic_sums(
        "%four = stablehlo.constant dense<4> : tensor<i32>\n"
        "%rest = stablehlo.subtract %n, %four : tensor<i32>\n"
        "%size = stablehlo.reshape %rest : (tensor<i32>) -> tensor<1xi32>\n");
    CHECK_THROWS_WITH(run_pipeline(std::move(program), {}),
                      Catch::Contains("custom_call") &&
                          Catch::Contains("0 is in the list of window sizes, which are positive"));
}

TEST_CASE("shape assertions are checked even if no value of the entry point is dynamic") {
    const auto counted = [](int size) {
        Program program = program_of(
            "func.func @main(%x: tensor<?xf32>) -> tensor<i32> {\n"
            "%n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>\n"
            "%least = stablehlo.constant dense<3> : tensor<i32>\n"
            "%holds = stablehlo.compare GE, %n, %least : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
            "stablehlo.custom_call @shape_assertion(%holds, %n) {has_side_effect = true, error_message = "
            "\"n is {0}\"} : (tensor<i1>, tensor<i32>) -> ()\n"
            "return %n : tensor<i32>\n}\n");
        set_argument_shape(program, 0, {size});
        return run_pipeline(std::move(program), {});
    };
    const Program result = counted(4);
    CHECK(ops_of(result).empty());
    REQUIRE(returned_constant(result) != nullptr);
    CHECK(returned_constant(result)->integer(0) == 4);
    CHECK_THROWS_WITH(counted(2), Catch::Contains("n is 2"));
}

TEST_CASE("a custom call takes its result types from its shape operands, which are removed") {
    Program program = program_of(
        "func.func @main(%a: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xi32>, tensor<i32>) {\n"
        "%m = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>\n"
        "%n = stablehlo.get_dimension_size %a, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>\n"
        "%r = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>\n"
        "%c = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>\n"
        "%rc = stablehlo.concatenate %r, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>\n"
        "%least = stablehlo.minimum %r, %c : tensor<1xi32>\n"
        "%none = stablehlo.constant dense<> : tensor<0xi32>\n"
        "%f:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%rc, %least, %a, %none) {"
        "indices_of_shape_operands = dense<[0, 1, 3]> : tensor<3xi64>, mhlo.backend_config = {}, "
        "operand_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : "
        "tensor<2xindex>, dense<0> : tensor<1xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, "
        "dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>], output_operand_aliases = "
        "[#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 2, "
        "operand_tuple_indices = []>]} : (tensor<2xi32>, tensor<1xi32>, tensor<?x?xf32>, tensor<0xi32>) -> "
        "(tensor<?x?xf32>, tensor<?xi32>, tensor<i32>)\n"
        "return %f#0, %f#1, %f#2 : tensor<?x?xf32>, tensor<?xi32>, tensor<i32>\n}\n");
    set_argument_shape(program, 0, {4, 3});
    const Program result = run_pipeline(std::move(program), {});
    CHECK(ops_of(result) == std::vector<std::string>{"custom_call"});
    CHECK(result.main().result_types == std::vector<Type>{TensorType{{4, 3}, ElementType::F32, {}, {}},
                                                          TensorType{{3}, ElementType::I32, {}, {}},
                                                          TensorType{{}, ElementType::I32, {}, {}}});
    for (const Op& op : result.main().body.ops) {
        if (op.code != OpCode::CustomCall) continue;
        CHECK(op.operands == result.main().arguments());
        REQUIRE(output_operand_aliases(op).size() == 1);
        CHECK(output_operand_aliases(op)[0].operand_index == 0);
    }
}

TEST_CASE("a program that returns its argument returns the argument's sizes") {
    Program program = program_of(
        "func.func @main(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {\nreturn %x : tensor<?x2xf32>\n}\n");
    set_argument_shape(program, 0, {3, 2});
    const Program result = run_pipeline(std::move(program), {});
    CHECK(result.main().result_types == std::vector<Type>{TensorType{{3, 2}, ElementType::F32, {}, {}}});
}

TEST_CASE("a slice from a computed start to this start plus constants has a size that is known") {
    const Program program = program_of(
        "func.func @main(%x: tensor<5x4xf32>, %s: tensor<i32>) -> tensor<?x?xf32> {\n"
        "%zero = stablehlo.constant dense<0> : tensor<1xi32>\n"
        "%a = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>\n"
        "%start = stablehlo.concatenate %a, %zero, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> "
        "tensor<2xi32>\n"
        "%b = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>\n"
        "%from = stablehlo.concatenate %b, %zero, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>\n"
        "%size = stablehlo.constant dense<[3, 9]> : tensor<2xi32>\n"
        "%limit = stablehlo.add %from, %size : tensor<2xi32>\n"
        "%strides = stablehlo.constant dense<[2, 1]> : tensor<2xi32>\n"
        "%r = stablehlo.real_dynamic_slice %x, %start, %limit, %strides : (tensor<5x4xf32>, tensor<2xi32>, "
        "tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>\n"
        "return %r : tensor<?x?xf32>\n}\n");
    const Program result = run_pipeline(program, {});
    CHECK(result.main().result_types == std::vector<Type>{TensorType{{2, 4}, ElementType::F32, {}, {}}});
    const std::vector<std::string> ops = ops_of(result);
    CHECK(std::count(ops.begin(), ops.end(), "dynamic_slice") == 1);
    CHECK(std::count(ops.begin(), ops.end(), "real_dynamic_slice") == 0);
}

TEST_CASE("a bounded size is free until it is given, and may not exceed its bound") {
    const Program program = program_of(
        "func.func @main(%t: !stablehlo.token, %x: tensor<?x2xf32, #stablehlo.bounds<4, ?>>) -> "
        "tensor<?x2xf32, #stablehlo.bounds<4, ?>> {\n"
        "%r = stablehlo.negate %x : tensor<?x2xf32, #stablehlo.bounds<4, ?>>\n"
        "return %r : tensor<?x2xf32, #stablehlo.bounds<4, ?>>\n}\n");
    REQUIRE(free_dimensions(program).size() == 1);
    Program given = program;
    set_argument_shapes(
        given, std::vector<Literal>{
                   {}, Literal(TensorType{{3, 2}, ElementType::F32, {}, {}}, std::vector<std::byte>(24))});
    CHECK(free_dimensions(given).empty());
    CHECK(run_pipeline(given, {}).main().result_types ==
          std::vector<Type>{TensorType{{3, 2}, ElementType::F32, {}, {}}});
    given = program;
    CHECK_THROWS_AS(set_argument_shape(given, 1, {5, 2}), DiagnosticError);
}

TEST_CASE("sizes of one argument may be given one at a time") {
    Program program = program_of(
        "func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {\nreturn %x : tensor<?x?xf32>\n}\n");
    set_argument_shape(program, 0, {2, dynamic_size});
    REQUIRE(free_dimensions(program).size() == 1);
    CHECK(free_dimensions(program)[0].dimension == 1);
    CHECK_THROWS_AS(set_argument_shape(program, 0, {dynamic_size, 3}), DiagnosticError);
    set_argument_shape(program, 0, {2, 3});
    CHECK(free_dimensions(program).empty());
}

TEST_CASE("size arguments are found, but only if no argument's shape determines the size") {
    const std::string text =
        "func.func @main(%x: tensor<?xf32>, %n: tensor<i64>, %k: tensor<i64>) -> (tensor<?xf32>, "
        "tensor<?xf32>, "
        "tensor<i64>) {\n"
        "%one = stablehlo.constant dense<1.0> : tensor<f32>\n"
        "%d = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>\n"
        "%size = stablehlo.reshape %d : (tensor<i32>) -> tensor<1xi32>\n"
        "%a = stablehlo.dynamic_broadcast_in_dim %one, %size, dims = [] : (tensor<f32>, tensor<1xi32>) -> "
        "tensor<?xf32>\n"
        "%other = func.call @shape(%n) : (tensor<i64>) -> tensor<1xi64>\n"
        "%b = stablehlo.dynamic_broadcast_in_dim %one, %other, dims = [] : (tensor<f32>, tensor<1xi64>) -> "
        "tensor<?xf32>\n"
        "%s = stablehlo.add %n, %k : tensor<i64>\n"
        "return %a, %b, %s : tensor<?xf32>, tensor<?xf32>, tensor<i64>\n}\n"
        "func.func private @shape(%n: tensor<i64>) -> tensor<1xi64> {\n"
        "%two = stablehlo.constant dense<2> : tensor<i64>\n"
        "%twice = stablehlo.multiply %n, %two : tensor<i64>\n"
        "%r = stablehlo.reshape %twice : (tensor<i64>) -> tensor<1xi64>\n"
        "return %r : tensor<1xi64>\n}\n";
    Program program = program_of(text);
    set_argument_shape(program, 0, {3});
    CHECK(size_arguments(program) == std::vector<int>{1});
    CHECK(size_arguments(unary_program("%r = stablehlo.negate %a : tensor<4xf32>")).empty());
}

TEST_CASE("an argument that is the shape of random numbers determines their sizes") {
    const std::string text =
        "func.func @main(%a: tensor<f32>, %n: tensor<2xi64>) -> tensor<?x?xf32> {\n"
        "%r = stablehlo.rng %a, %a, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) "
        "-> "
        "tensor<?x?xf32>\n"
        "return %r : tensor<?x?xf32>\n}\n";
    CHECK(size_arguments(program_of(text)) == std::vector<int>{1});
}

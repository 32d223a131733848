#include "frontend/passes/size_intervals.h"

#include <catch2/catch.hpp>

#include "frontend/passes/refine_shapes.h"
#include "frontend/pipeline.h"
#include "tests/unit/passes/programs.h"

using namespace hlo2c::frontend;

namespace {

/// The types of the results of the program's main function, whose argument's first dimension has a bound
/// of 6.
std::vector<std::string> refined(const std::string& body, const std::string& results) {
    Program program =
        program_of("func.func @main(%x: tensor<?x2xf32>) -> (" + results + ") {\n" + body + "}\n");
    set_argument_bound(program, free_dimensions(program).at(0), 6);
    refine_shapes(program);
    std::vector<std::string> types;
    for (const Type& type : program.main().result_types) types.push_back(to_string(type));
    return types;
}

const std::string size_of_x =
    "%n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>\n";

}  // namespace

TEST_CASE("a size that is computed from a bounded one has the bound that follows") {
    const std::string body = size_of_x + R"(
        %one = stablehlo.constant dense<1> : tensor<i32>
        %three = stablehlo.constant dense<3> : tensor<1xi32>
        %more = stablehlo.add %n, %one : tensor<i32>
        %list = stablehlo.reshape %more : (tensor<i32>) -> tensor<1xi32>
        %shape = stablehlo.concatenate %list, %three, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
        %y = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
        return %y : tensor<?x?xf32>
    )";
    CHECK(refined(body, "tensor<?x?xf32>") ==
          std::vector<std::string>{"tensor<?x3xf32, #stablehlo.bounds<7, ?>>"});
}

TEST_CASE("products, quotients and the smaller of two sizes keep their bounds") {
    const std::string body = size_of_x + R"(
        %two = stablehlo.constant dense<2> : tensor<i32>
        %four = stablehlo.constant dense<4> : tensor<i32>
        %twice = stablehlo.multiply %n, %two : tensor<i32>
        %half = stablehlo.divide %n, %two : tensor<i32>
        %least = stablehlo.minimum %n, %four : tensor<i32>
        %a = stablehlo.reshape %twice : (tensor<i32>) -> tensor<1xi32>
        %b = stablehlo.reshape %half : (tensor<i32>) -> tensor<1xi32>
        %c = stablehlo.reshape %least : (tensor<i32>) -> tensor<1xi32>
        %ia = stablehlo.dynamic_iota %a, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
        %ib = stablehlo.dynamic_iota %b, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
        %ic = stablehlo.dynamic_iota %c, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
        return %ia, %ib, %ic : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
    )";
    CHECK(refined(body, "tensor<?xi32>, tensor<?xi32>, tensor<?xi32>") ==
          std::vector<std::string>{"tensor<?xi32, #stablehlo.bounds<12>>",
                                   "tensor<?xi32, #stablehlo.bounds<3>>",
                                   "tensor<?xi32, #stablehlo.bounds<4>>"});
}

TEST_CASE("a size that depends on data has no bound") {
    const std::string body = R"(
        %zero = stablehlo.constant dense<0.0> : tensor<f32>
        %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1]
          : (tensor<?x2xf32>, tensor<f32>) -> tensor<f32>
        %n = stablehlo.convert %sum : (tensor<f32>) -> tensor<i32>
        %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
        %y = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
        return %y : tensor<?xf32>
    )";
    CHECK(refined(body, "tensor<?xf32>") == std::vector<std::string>{"tensor<?xf32>"});
}

TEST_CASE("a program whose size is bounded gives for each size what it gives for that size alone") {
    const Program open =
        program_of("func.func @main(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {\n" + size_of_x + R"(
        %c2 = stablehlo.constant dense<2> : tensor<1xi32>
        %list = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
        %shape = stablehlo.concatenate %list, %c2, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
        %zero = stablehlo.constant dense<0.0> : tensor<f32>
        %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
          : (tensor<?x2xf32>, tensor<f32>) -> tensor<2xf32>
        %wide = stablehlo.dynamic_broadcast_in_dim %sum, %shape, dims = [1]
          : (tensor<2xf32>, tensor<2xi32>) -> tensor<?x2xf32>
        %y = stablehlo.add %x, %wide : tensor<?x2xf32>
        return %y : tensor<?x2xf32>
}
)");
    Program bounded = open;
    set_argument_bound(bounded, free_dimensions(bounded).at(0), 6);
    const Program compiled = run_pipeline(bounded, {});
    for (std::int64_t size = 0; size <= 6; size++) {
        std::vector<double> values(12);
        for (std::size_t i = 0; i < values.size(); i++) values[i] = static_cast<double>(i) - 4;
        const Literal whole = Literal::from_values(TensorType{{6, 2}, ElementType::F32, {}, {}}, values);
        values.resize(static_cast<std::size_t>(2 * size));
        const Literal part = Literal::from_values(TensorType{{size, 2}, ElementType::F32, {}, {}}, values);
        Program alone = open;
        set_argument_shapes(alone, {&part, 1});
        const Literal expected = evaluate(run_pipeline(alone, {}), std::vector<Literal>{part}).at(0);
        const std::vector<Literal> results =
            evaluate(compiled, std::vector<Literal>{whole, Literal::scalar(ElementType::I32, size)});
        CHECK(results.at(1).integer(0) == size);
        for (std::int64_t i = 0; i < 12; i++)
            CHECK(results.at(0).real(i) == (i < 2 * size ? expected.real(i) : 0));
    }
}

#include "frontend/pipeline.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "frontend/ir/donation.h"
#include "tests/unit/passes/programs.h"

using namespace hlo2c::frontend;

TEST_CASE("the pipeline reports the program after each pass, in pipeline order") {
    Program program = unary_program("%r = stablehlo.abs %a : tensor<4xf32>");
    std::vector<std::string_view> seen;
    run_pipeline(std::move(program), {},
                 [&](std::string_view pass, const Program&) { seen.push_back(pass); });
    CHECK(seen == pipeline_passes());
}

TEST_CASE("a program is prepared in steps that can be seen, up to the one that is evaluated") {
    const Program written = program_of(
        "func.func @main(%a: tuple<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32> {\n"
        "%x = stablehlo.get_tuple_element %a[0] : (tuple<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32>\n"
        "return %x : tensor<4xf32>\n}\n");
    std::vector<std::string_view> seen;
    std::vector<std::size_t> arguments;
    const Program prepared = prepare(written, {}, [&](std::string_view step, const Program& program) {
        seen.push_back(step);
        arguments.push_back(program.main().arguments().size());
    });
    CHECK(seen == preparation_steps());
    CHECK(arguments == std::vector<std::size_t>{1, 1, 1, 1, 2, 2});
}

TEST_CASE("the aliases that a module states become those of its arguments, if their types agree") {
    const Program prepared = prepare(
        program_of(
            "module attributes {mhlo.input_output_alias = ["
            "{alias = {kind = \"may_alias\", parameter_index = array<i64>, parameter_number = 1 : i64}, "
            "output_index = array<i64: 0>}, "
            "{alias = {kind = \"may_alias\", parameter_index = array<i64>, parameter_number = 0 : i64}, "
            "output_index = array<i64: 1>}, "
            "{alias = {kind = \"may_alias\", parameter_index = array<i64: 0>, parameter_number = 0 : i64}, "
            "output_index = array<i64: 0>}, "
            "{alias = {kind = \"may_alias\", parameter_index = array<i64>, parameter_number = 9 : i64}, "
            "output_index = array<i64: 9>}]} {\n"
            "func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi32>) {\n"
            "%c = stablehlo.constant dense<1> : tensor<4xi32>\n"
            "return %b, %c : tensor<4xf32>, tensor<4xi32>\n}\n}\n"),
        {});
    CHECK(aliased_result(prepared.main(), 1) == 0);
    CHECK_FALSE(aliased_result(prepared.main(), 0));
}

TEST_CASE("the passes that split complex numbers are the last of the pipeline") {
    std::vector<std::string_view> seen;
    run_passes(complex_passes(), unary_program("%r = stablehlo.abs %a : tensor<4xf32>"), {},
               [&](std::string_view pass, const Program&) { seen.push_back(pass); });
    CHECK(seen == std::vector<std::string_view>{"complex", "simplify-parts", "cse-parts", "dce-parts"});
    const std::vector<std::string_view> all = pipeline_passes();
    CHECK(std::equal(seen.rbegin(), seen.rend(), all.rbegin()));
}

TEST_CASE("weights that are bound are folded into one constant") {
    Program program = program_of(
        "func.func @main(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>) -> tensor<2x4xf32> {\n"
        "%t = stablehlo.transpose %w, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>\n"
        "%r = stablehlo.dot_general %x, %t, contracting_dims = [1] x [0] : (tensor<2x3xf32>, "
        "tensor<3x4xf32>) -> "
        "tensor<2x4xf32>\nreturn %r : tensor<2x4xf32>\n}\n");
    const Literal weight = Literal::from_values<float>({{4, 3}, ElementType::F32, {}, {}},
                                                       {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
    const Program result = run_pipeline(std::move(program), {{{1, weight}}});
    CHECK(ops_of(result) == std::vector<std::string>{"dot_general"});
    CHECK(result.main().arguments().size() == 1);
}

TEST_CASE("constants fold to the bits that the evaluator gives for the ops as written") {
    const std::string quantized_a = "tensor<2x!quant.uniform<i8:f32, 1.000000e-01>>",
                      quantized_b = "tensor<2x!quant.uniform<i8:f32, 3.000000e-01>>",
                      fine = "tensor<!quant.uniform<i32:f32, 1.1920928955078125e-07>>";
    const std::vector<std::pair<std::string, std::string>> bodies = {
        {"tensor<f32>",
         "%a = stablehlo.constant dense<[16777216.0, 1.0, 1.0]> : tensor<3xf32>\n"
         "%z = stablehlo.constant dense<0.0> : tensor<f32>\n"
         "%r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : "
         "(tensor<3xf32>, tensor<f32>) -> tensor<f32>"},
        {"tensor<bf16>",
         "%a = stablehlo.constant dense<[256.0, 1.0, 1.0]> : tensor<3xbf16>\n"
         "%z = stablehlo.constant dense<0.0> : tensor<bf16>\n"
         "%r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : "
         "(tensor<3xbf16>, tensor<bf16>) -> tensor<bf16>"},
        {"tensor<3x1xf32>",
         "%a = stablehlo.constant dense<[[1.1], [-0.7], [3.3]]> : tensor<3x1xf32>\n"
         "%s = stablehlo.constant dense<1.3> : tensor<1xf32>\n"
         "%r, %m, %v = \"stablehlo.batch_norm_training\"(%a, %s, %s) <{epsilon = 0.1 : f32, feature_index = "
         "1 : i64}> : (tensor<3x1xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<3x1xf32>, tensor<1xf32>, "
         "tensor<1xf32>)"},
        {fine,
         "%x = stablehlo.constant dense<[0.7, 1.1]> : tensor<2xf32>\n%y = stablehlo.constant dense<[0.9, "
         "-2.1]> : tensor<2xf32>\n%a = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> " +
             quantized_a + "\n%b = stablehlo.uniform_quantize %y : (tensor<2xf32>) -> " + quantized_b +
             "\n%r = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (" + quantized_a + ", " +
             quantized_b + ") -> " + fine}};
    for (const auto& [type, body] : bodies) {
        CAPTURE(body);
        const Program written =
            program_of("func.func @main() -> " + type + " {\n" + body + "\nreturn %r : " + type + "\n}\n");
        const Literal expected = evaluate(written, {}).at(0);
        const Program result = run_pipeline(written, {});
        const Literal* folded = returned_constant(result);
        REQUIRE(folded != nullptr);
        CHECK(folded->expanded() == expected.expanded());
    }
}

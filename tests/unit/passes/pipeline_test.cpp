#include "frontend/pipeline.h"

#include <catch2/catch.hpp>

#include "tests/unit/passes/programs.h"

using namespace hlo2c::frontend;

TEST_CASE("the pipeline shows the program after each pass, in the order of its names") {
    Program program = unary_program("%r = stablehlo.abs %a : tensor<4xf32>");
    std::vector<std::string_view> seen;
    run_pipeline(std::move(program), {},
                 [&](std::string_view pass, const Program&) { seen.push_back(pass); });
    CHECK(seen == pipeline_passes());
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

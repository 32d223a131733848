#include "frontend/passes/combine_pads.h"

#include <catch2/catch.hpp>

#include "frontend/ir/attributes.h"
#include "frontend/ir/strided.h"
#include "tests/unit/passes/programs.h"

using namespace hlo2c::frontend;
namespace attr = hlo2c::attr;

namespace {

/// The neighbours above and below, with zeros beyond the edges, read by `reader`.
std::string neighbours(const std::string& reader) {
    return "func.func @main(%u: tensor<8x6xf32>) -> tensor<8x6xf32> {\n"
           "%z = stablehlo.constant dense<0.0> : tensor<f32>\n"
           "%a = stablehlo.slice %u [1:8, 0:6] : (tensor<8x6xf32>) -> tensor<7x6xf32>\n"
           "%below = stablehlo.pad %a, %z, low = [0, 0], high = [1, 0], interior = [0, 0] : "
           "(tensor<7x6xf32>, "
           "tensor<f32>) -> tensor<8x6xf32>\n"
           "%b = stablehlo.slice %u [0:7, 0:6] : (tensor<8x6xf32>) -> tensor<7x6xf32>\n"
           "%above = stablehlo.pad %b, %z, low = [1, 0], high = [0, 0], interior = [0, 0] : "
           "(tensor<7x6xf32>, "
           "tensor<f32>) -> tensor<8x6xf32>\n" +
           reader + "return %r : tensor<8x6xf32>\n}\n";
}

}  // namespace

TEST_CASE("pads of slices of one value become slices of one padded value") {
    Program program = program_of(neighbours("%r = stablehlo.add %below, %above : tensor<8x6xf32>\n"));
    combine_pads(program);
    verify(program);
    std::vector<Op> pads, windows;
    for (const Op& op : program.main().body.ops) {
        if (op.code == OpCode::Pad) pads.push_back(op);
        if (op.code == OpCode::Slice && !pads.empty() && op.operands[0] == pads[0].results[0])
            windows.push_back(op);
    }
    REQUIRE(pads.size() == 1);
    CHECK(program.main().tensor(pads[0].results[0]).shape == Shape{10, 6});
    REQUIRE(windows.size() == 2);
    CHECK(windows[0][attr::start_indices] == Shape{2, 0});
    CHECK(windows[0][attr::limit_indices] == Shape{10, 6});
    CHECK(windows[1][attr::start_indices] == Shape{0, 0});
    CHECK(windows[1][attr::limit_indices] == Shape{8, 6});
}

TEST_CASE("pads behind a slice that ends before the edge stay") {
    Program program = program_of(
        "func.func @main(%u: tensor<8x6xf32>) -> tensor<8x6xf32> {\n"
        "%z = stablehlo.constant dense<0.0> : tensor<f32>\n"
        "%a = stablehlo.slice %u [1:7, 0:6] : (tensor<8x6xf32>) -> tensor<6x6xf32>\n"
        "%p = stablehlo.pad %a, %z, low = [0, 0], high = [2, 0], interior = [0, 0] : (tensor<6x6xf32>, "
        "tensor<f32>) -> tensor<8x6xf32>\n"
        "%q = stablehlo.pad %a, %z, low = [2, 0], high = [0, 0], interior = [0, 0] : (tensor<6x6xf32>, "
        "tensor<f32>) -> tensor<8x6xf32>\n"
        "%r = stablehlo.add %p, %q : tensor<8x6xf32>\nreturn %r : tensor<8x6xf32>\n}\n");
    const std::vector<std::string> before = ops_of(program);
    combine_pads(program);
    CHECK(ops_of(program) == before);
}

TEST_CASE("pads that other than elementwise ops read stay") {
    Program program = program_of(neighbours(
        "%s:2 = \"stablehlo.sort\"(%below, %above) <{dimension = 0 : i64}> ({\n^bb0(%x: tensor<f32>, %y: "
        "tensor<f32>, %v: tensor<f32>, %w: tensor<f32>):\n  %l = stablehlo.compare LT, %x, %y : "
        "(tensor<f32>, "
        "tensor<f32>) -> tensor<i1>\n  stablehlo.return %l : tensor<i1>\n}) : (tensor<8x6xf32>, "
        "tensor<8x6xf32>) "
        "-> (tensor<8x6xf32>, tensor<8x6xf32>)\n%r = stablehlo.add %s#0, %s#1 : tensor<8x6xf32>\n"));
    const std::vector<std::string> before = ops_of(program);
    combine_pads(program);
    CHECK(ops_of(program) == before);
}

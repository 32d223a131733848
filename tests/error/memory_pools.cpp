#include <catch2/catch.hpp>

#include "tests/error/command.h"

using Catch::Matchers::Contains;
using namespace hlo2c::tests;

namespace {

constexpr const char* program =
    R"(func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64xf32> {
  %c = stablehlo.constant dense<[1.5, 2.5, 3.5, 4.5]> : tensor<4xf32>
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = stablehlo.dot_general %w, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%p init: %z) applies stablehlo.add across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %k = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<4xf32>) -> tensor<16x4xf32>
  %f = stablehlo.reshape %k : (tensor<16x4xf32>) -> tensor<64xf32>
  %r = stablehlo.add %s, %f : tensor<64xf32>
  return %r : tensor<64xf32>
}
)";

/// Compiles the program for a machine with these pools.
hlo2c::driver::ProcessResult compile_with(const Folder& folder, const std::string& pools,
                                          const std::string& weights = "c") {
    const std::string target = "name: board\nbase: x86-64-v3\npools:\n" + pools;
    return command({"compile", folder.file("p.mlir", program), "-o", folder.path("library"), "--target",
                    folder.file("board.yaml", target), "--weights", weights});
}

}  // namespace

TEST_CASE("buffers that fit no pool are an error that names them") {
    const Folder folder;
    const auto result = compile_with(folder, "  - {name: sram, bytes: 16K}\n  - {name: psram, bytes: 8K}\n");
    CHECK(result.status == 1);
    CHECK(error_number(result.output) == 702);
    CHECK_THAT(result.output, Contains("2 buffers are live together at step ") &&
                                  Contains("32768 bytes needed, available: sram 16384, psram 8192") &&
                                  Contains(": 16384 bytes, f32[64,64], steps ") &&
                                  Contains("Give a pool more"));
    const auto large = compile_with(folder, "  - {name: sram, bytes: 12K}\n  - {name: psram, bytes: 12K}\n");
    CHECK(error_number(large.output) == 702);
    CHECK_THAT(large.output, Contains("a buffer is larger than every pool: 16384 bytes needed"));
    CHECK(folder.names() == std::vector<std::string>{"board.yaml", "p.mlir"});
    CHECK(compile_with(folder, "  - {name: sram, bytes: 20K}\n  - {name: psram, bytes: 64K}\n").status == 0);
}

TEST_CASE("weights that exceed their pool are an error that names the largest") {
    for (const char* storage : {"c", "blob", "extern"}) {
        const Folder folder;
        const auto result =
            compile_with(folder, "  - {name: flash, bytes: 16, alignment: 32, holds: weights}\n", storage);
        CHECK(result.status == 1);
        CHECK(error_number(result.output) == 703);
        CHECK_THAT(result.output, Contains("and the pool flash has 16\n") && Contains(": 16 bytes, f32[4]"));
        CHECK(folder.names() == std::vector<std::string>{"board.yaml", "p.mlir"});
    }
}

TEST_CASE("a wrong pool in a target's description is an error with its place") {
    const Folder folder;
    const auto result = compile_with(folder, "  - {name: sram, bytes: 16K, holds: stack}\n");
    CHECK(result.status == 1);
    CHECK_THAT(result.output,
               Contains("board.yaml:4:37: error H0484: 'holds' is 'stack', expected values or weights"));
}

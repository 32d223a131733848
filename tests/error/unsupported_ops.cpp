#include <catch2/catch.hpp>
#include <string>
#include <tuple>

#include "tests/error/command.h"

using Catch::Matchers::Contains;
using namespace hlo2c::tests;

TEST_CASE("an op without kernels is named with its place") {
    const auto refused = [](const std::string& body, const std::string& type, int number) {
        const auto result = compile_error("func.func @main(%a: " + type + ", %i: tensor<f32>) -> " + type +
                                          " {\n" + body + "  return %r : " + type + "\n}\n");
        INFO(result.output);
        CHECK(result.status == 2);
        CHECK(error_number(result.output) == number);
        return result.output;
    };
    const std::string loop = refused(R"(  %r = "stablehlo.reduce_window"(%a, %i) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %w = stablehlo.while(%v = %x) : tensor<f32>
     cond {
      %c = stablehlo.compare LT, %v, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %n = stablehlo.add %v, %y : tensor<f32>
      stablehlo.return %n : tensor<f32>
    }
    stablehlo.return %w : tensor<f32>
  }) {window_dimensions = array<i64: 1>} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
)",
                                     "tensor<8xf32>", 402);
    CHECK_THAT(loop, Contains("bad.mlir:4:10: unsupported H0402") && Contains("in stablehlo.while"));
    const std::string random = refused(
        "  %r, %b = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<4xui64>) -> "
        "(tensor<4xui64>, tensor<4xi32>)\n",
        "tensor<4xui64>", 431);
    CHECK_THAT(random, Contains("bad.mlir:2:12: unsupported H0431"));
    const std::string library = refused(
        "  %r, %t = stablehlo.custom_call @Qr(%a) : (tensor<4x4xbf16>) -> (tensor<4x4xbf16>, "
        "tensor<4xbf16>)\n",
        "tensor<4x4xbf16>", 430);
    CHECK_THAT(library, Contains("bad.mlir:2:12: unsupported H0430") && Contains("bf16"));
    const std::string sort = refused(R"(  %r = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.compare LT, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<268435457xf32>) -> tensor<268435457xf32>
)",
                                     "tensor<268435457xf32>", 406);
    CHECK_THAT(sort, Contains("bad.mlir:2:8: unsupported H0406"));
}

TEST_CASE("compile refuses tensors whose parts 32 bits cannot index (H0412)") {
    const std::tuple<std::string, std::string, std::string> refused[] = {
        {"2147483648", "f32", "elements"},
        {"1073741824", "complex<f32>", "real and imaginary parts"},
        {"1073741824", "complex<f64>", "real and imaginary parts"}};
    for (const auto& [size, part, counted] : refused) {
        const std::string large = "tensor<" + size + "x" + part + ">", small = "tensor<4x" + part + ">";
        const auto sliced =
            compile_error("func.func @main(%a: " + large + ") -> " + small +
                          " {\n  %b = stablehlo.slice %a [4:8] : (" + large + ") -> " + small +
                          "\n  %c = stablehlo.add %b, %b : " + small + "\n  return %c : " + small + "\n}\n");
        CHECK(sliced.status == 2);
        CHECK(error_number(sliced.output) == 412);
        CHECK_THAT(sliced.output, Contains("slice") && Contains(counted + ": " + large));
    }
}

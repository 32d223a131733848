#include <catch2/catch.hpp>

#include "tests/unit/evaluate/programs.h"

using namespace hlo2c::frontend;
using Values = std::vector<double>;

TEST_CASE("quantizing rounds ties to even after adding the zero point, and clamps") {
    const std::string type = "tensor<4x!quant.uniform<i8:f32, 5.000000e-01:1>>";
    const std::string body = constant("a", "[1.25, -0.25, 100.0, -100.0]", "tensor<4xf32>") +
                             "%r = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> " + type;
    CHECK(values_of(type, body) == Values{4, 0, 127, -128});
}

TEST_CASE("dequantizing subtracts in a wider type") {
    const std::string type = "tensor<2x!quant.uniform<i8:f32, 2.000000e+00:127>>";
    const std::string body = constant("a", "[-128.0, 0.0]", "tensor<2xf32>") +
                             "%q = stablehlo.uniform_quantize %a : (tensor<2xf32>) -> " + type +
                             "\n%r = stablehlo.uniform_dequantize %q : (" + type + ") -> tensor<2xf32>";
    CHECK(values_of("tensor<2xf32>", body) == Values{-128, 0});
}

TEST_CASE("arithmetic on quantized values computes in the expressed type") {
    const std::string type = "tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>";
    const std::string body = constant("a", "[1.5, 60.0]", "tensor<2xf32>") +
                             "%q = stablehlo.uniform_quantize %a : " + "(tensor<2xf32>) -> " + type +
                             "\n%r = stablehlo.add %q, %q : " + type;
    CHECK(values_of(type, body) == Values{6, 127});
}

TEST_CASE("a contraction of quantized values computes on their dequantized values") {
    // NumPy: sum(float64(float32(a * float32(0.1))) * float64(float32(b * float32(0.3)))) as float32. The sum
    // of integers times float32(0.1) * float32(0.3) would be one unit in the last place less.
    const std::string lhs = "tensor<2x!quant.uniform<i8:f32, 1.000000e-01>>";
    const std::string rhs = "tensor<2x!quant.uniform<i8:f32, 3.000000e-01>>";
    const std::string fine = "tensor<!quant.uniform<i32:f32, 1.1920928955078125e-07>>";
    const std::string body = constant("x", "[0.7, 1.1]", "tensor<2xf32>") +
                             constant("y", "[0.9, -2.1]", "tensor<2xf32>") +
                             "%a = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> " + lhs +
                             "\n%b = stablehlo.uniform_quantize %y : (tensor<2xf32>) -> " + rhs +
                             "\n%r = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (" + lhs +
                             ", " + rhs + ") -> " + fine;
    CHECK(values_of(fine, body) == Values{-0x1.ae147ep+23});
}

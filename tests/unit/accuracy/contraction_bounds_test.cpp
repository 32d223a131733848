#include <catch2/catch.hpp>
#include <cmath>

#include "frontend/accuracy/judge.h"
#include "tests/unit/accuracy/estimated_program.h"

using namespace hlo2c::frontend;
using namespace hlo2c::frontend::testing;

TEST_CASE("the bound of a contraction of few terms has room for the one rounding of the reference") {
    const Estimate sum = run(R"(
        func.func @main(%x: tensor<3xf32>) -> tensor<f32> {
          %r = stablehlo.dot %x, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
          return %r : tensor<f32>
        })",
                             {floats({1, 0.1F, 0.2F})})
                             .at(0);
    CHECK(sum.bound(0) == Approx((3 + 1) * 1.05 * unit).epsilon(1e-3));
}

TEST_CASE("the roundings of a contraction's equal terms add up in each stretch") {
    const std::string program = R"(
        func.func @main(%x: tensor<300xf32>, %y: tensor<300xf32>) -> tensor<f32> {
          %r = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0]
              : (tensor<300xf32>, tensor<300xf32>) -> tensor<f32>
          return %r : tensor<f32>
        })";
    const auto bound = [&](const std::vector<double>& x) {
        const Estimate sum = run(program, {floats(x), floats(std::vector<double>(300, 3))}).at(0);
        double magnitude = 0;
        for (const double each : x) magnitude += 3 * std::fabs(each);
        return sum.bound(0) / (unit * magnitude);
    };
    std::vector<double> rising(300), alternating(300, 0.7);
    for (std::size_t i = 0; i < 300; i++) {
        rising[i] = static_cast<double>(i) * 0.7;
        if (i % 2 == 1) alternating[i] = -0.7;
    }
    CHECK(bound(std::vector<double>(300, 0.7)) == Approx(64 + 300.0 / 256).epsilon(1e-3));
    CHECK(bound(rising) == Approx(16).epsilon(1e-3));
    CHECK(bound(alternating) == Approx(16).epsilon(1e-3));
    // Each product is less than half of the least number, so that a sum of them may stay 0.
    const Estimate tiny =
        run(program, {floats(std::vector<double>(300, 0x1p-80)), floats(std::vector<double>(300, 0x1.ep-71))})
            .at(0);
    CHECK(tiny.bound(0) >= 300 * 0x1.ep-151);
    CHECK(tiny.bound(0) <= 2 * 300 * 0x1.ep-151);
}

TEST_CASE("a quantized contraction of large numbers that cancel keeps the roundings of its sums") {
    TensorType type{{32, 3}, ElementType::I16, {}, {}};
    type.quantization = {{.storage = ElementType::I16,
                          .expressed = ElementType::F32,
                          .storage_minimum = -32768,
                          .storage_maximum = 32767,
                          .scales = {1},
                          .zero_points = {0}}};
    std::vector<int> rows;
    for (int row = 0; row < 32; row++) rows.insert(rows.end(), {30001, -29999, row});
    const std::string quantized = "!quant.uniform<i16:f32, 1.0>";
    const Estimate sum = run("func.func @main(%x: tensor<32x3x" + quantized + ">, %y: tensor<32x3x" +
                                 quantized + ">) -> tensor<32x" + quantized +
                                 "> {\n"
                                 "%r = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], "
                                 "contracting_dims = [1] x [1] : (tensor<32x3x" +
                                 quantized + ">, tensor<32x3x" + quantized + ">) -> tensor<32x" + quantized +
                                 ">\nreturn %r : tensor<32x" + quantized + ">\n}",
                             {Literal::from_values<int>(type, rows), Literal::from_values<int>(type, rows)})
                             .at(0);
    CHECK(sum.bound(0) >= 3 * unit * 18e8);
}

TEST_CASE("a hybrid contraction of quantized weights has the bounds of the same contraction of floats") {
    const Estimate sum = run(R"(
        func.func @main(%x: tensor<1x2xf32>, %w: tensor<2x1x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x1xf32> {
          %r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
              : (tensor<1x2xf32>, tensor<2x1x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x1xf32>
          return %r : tensor<1x1xf32>
        })",
                             {Literal::from_values<double>({{1, 2}, ElementType::F32, {}, {}}, {3.1F, 5}),
                              [] {
                                  TensorType type{{2, 1}, ElementType::I8, {}, {}};
                                  type.quantization = {{.storage = ElementType::I8,
                                                        .expressed = ElementType::F32,
                                                        .storage_minimum = -128,
                                                        .storage_maximum = 127,
                                                        .scales = {0.5},
                                                        .zero_points = {0}}};
                                  return Literal::from_values<int>(type, {2, -4});
                              }()})
                             .at(0);
    CHECK(sum.value.real(0) == Approx(-6.9));
    CHECK(sum.bound(0) == Approx(2 * unit * 13.1 + unit * 6.9));
}

#include "driver/random_arguments.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "frontend/accuracy/estimate.h"
#include "frontend/forms/text/parser.h"

using namespace hlo2c;
using namespace hlo2c::driver;

namespace {

/// Elements of argument `number`, drawn in the style of the program.
std::vector<double> drawn(const std::string& text, int number) {
    const frontend::Program program = frontend::read_stablehlo_text(text, "test.mlir");
    std::vector<frontend::Type> types;
    for (const frontend::ValueId argument : program.main().arguments())
        types.push_back(program.main().type(argument));
    return frontend::parts_of(random_arguments(types, argument_style(program)).at(number));
}

template <typename Holds>
bool any(const std::vector<double>& values, Holds holds) {
    return std::any_of(values.begin(), values.end(), holds);
}

const auto is_negative_zero = [](double value) { return value == 0 && std::signbit(value); };
const auto is_positive_zero = [](double value) { return value == 0 && !std::signbit(value); };
const auto is_subnormal = [](double value) { return value != 0 && std::fabs(value) < 0x1p-126; };

}  // namespace

TEST_CASE("arguments that are only computed with element by element come from the whole type") {
    const std::vector<double> floats = drawn(R"(
        func.func @main(%x: tensor<512xf32>, %i: tensor<512xi32>) -> (tensor<512xf32>, tensor<512xi32>) {
          %r = stablehlo.maximum %x, %x : tensor<512xf32>
          %s = stablehlo.shift_left %i, %i : tensor<512xi32>
          return %r, %s : tensor<512xf32>, tensor<512xi32>
        })",
                                             0);
    CHECK(any(floats, [](double value) { return std::isnan(value); }));
    CHECK(any(floats, [](double value) { return value == INFINITY; }));
    CHECK(any(floats, [](double value) { return value == -INFINITY; }));
    CHECK(any(floats, [](double value) { return std::isfinite(value) && std::fabs(value) > 1e20; }));
    CHECK(any(floats, is_negative_zero));
    CHECK(any(floats, is_positive_zero));
    CHECK(any(floats, is_subnormal));
    CHECK(any(floats, [](double value) { return value == 2.5; }));
    const std::vector<double> integers = drawn(R"(
        func.func @main(%i: tensor<512xi32>) -> tensor<512xi32> {
          %s = stablehlo.shift_left %i, %i : tensor<512xi32>
          return %s : tensor<512xi32>
        })",
                                               0);
    for (const double wanted : {-2147483648.0, 2147483647.0, -1.0, 0.0, 31.0, 32.0, 33.0})
        CHECK(any(integers, [&](double value) { return value == wanted; }));
}

TEST_CASE("floats that are summed stay around 1, with both zeros and subnormal numbers") {
    const std::vector<double> floats = drawn(R"(
        func.func @main(%x: tensor<512xf32>) -> tensor<f32> {
          %r = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0]
              : (tensor<512xf32>, tensor<512xf32>) -> tensor<f32>
          return %r : tensor<f32>
        })",
                                             0);
    CHECK_FALSE(any(floats, [](double value) { return !(std::fabs(value) <= 2.5); }));
    CHECK(any(floats, is_negative_zero));
    CHECK(any(floats, is_positive_zero));
    CHECK(any(floats, is_subnormal));
}

TEST_CASE("indices lie inside and outside of what they index, trip counts are few") {
    const std::vector<double> indices = drawn(R"(
        func.func @main(%x: tensor<40xf32>, %i: tensor<64x1xi32>) -> tensor<64xf32> {
          %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],
              start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>
              : (tensor<40xf32>, tensor<64x1xi32>) -> tensor<64xf32>
          return %r : tensor<64xf32>
        })",
                                              1);
    CHECK(any(indices, [](double value) { return value < 0; }));
    CHECK(any(indices, [](double value) { return value >= 40; }));
    CHECK(any(indices, [](double value) { return value > 20 && value < 40; }));
    CHECK_FALSE(any(indices, [](double value) { return value < -2 || value > 41; }));
    const std::vector<double> counts = drawn(R"(
        func.func @main(%n: tensor<64xi32>) -> tensor<i32> {
          %zero = stablehlo.constant dense<0> : tensor<i32>
          %one = stablehlo.constant dense<1> : tensor<i32>
          %s = stablehlo.slice %n [0:1] : (tensor<64xi32>) -> tensor<1xi32>
          %m = stablehlo.reshape %s : (tensor<1xi32>) -> tensor<i32>
          %r = stablehlo.while(%i = %zero) : tensor<i32>
            cond {
              %p = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
              stablehlo.return %p : tensor<i1>
            } do {
              %j = stablehlo.add %i, %one : tensor<i32>
              stablehlo.return %j : tensor<i32>
            }
          return %r : tensor<i32>
        })",
                                             0);
    CHECK_FALSE(any(counts, [](double value) { return value < 0 || value > 3; }));
}

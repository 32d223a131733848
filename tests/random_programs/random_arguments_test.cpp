#include "driver/random_arguments.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "driver/argument_styles.h"
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

TEST_CASE("arguments used only by elementwise ops cover the whole range of their type") {
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

TEST_CASE("indices are in and out of range, trip counts are small") {
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

TEST_CASE("weights are scaled by the number of terms, and operands of roots are positive") {
    const frontend::Program program = frontend::read_stablehlo_text(R"(
        func.func @main(%x: tensor<4x64xf32>, %w: tensor<64x16xf32>, %v: tensor<16xf32>, %k: tensor<16x16xf32>)
            -> tensor<4x16xf32> {
          %d = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
              : (tensor<4x64xf32>, tensor<64x16xf32>) -> tensor<4x16xf32>
          %e = stablehlo.constant dense<1.0e-3> : tensor<16xf32>
          %s = stablehlo.add %v, %e : tensor<16xf32>
          %r = stablehlo.rsqrt %s : tensor<16xf32>
          %b = stablehlo.broadcast_in_dim %r, dims = [1] : (tensor<16xf32>) -> tensor<4x16xf32>
          %n = stablehlo.multiply %d, %b : tensor<4x16xf32>
          %c = func.call @layer(%n, %k) : (tensor<4x16xf32>, tensor<16x16xf32>) -> tensor<4x16xf32>
          return %c : tensor<4x16xf32>
        }
        func.func private @layer(%y: tensor<4x16xf32>, %w: tensor<16x16xf32>) -> tensor<4x16xf32> {
          %t = stablehlo.transpose %w, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
          %d = stablehlo.dot_general %y, %t, contracting_dims = [1] x [0]
              : (tensor<4x16xf32>, tensor<16x16xf32>) -> tensor<4x16xf32>
          return %d : tensor<4x16xf32>
        })",
                                                                    "test.mlir");
    const std::vector<ArgumentStyle> styles = argument_styles(program);
    REQUIRE(styles.size() == 4);
    CHECK(styles[0].scale == 1);
    CHECK(styles[1].scale == 0.125);
    CHECK(styles[3].scale == 0.25);
    CHECK((styles[2].is_positive && !styles[0].is_positive && !styles[1].is_positive &&
           !styles[3].is_positive));
    std::vector<frontend::Type> types;
    for (const frontend::ValueId argument : program.main().arguments())
        types.push_back(program.main().type(argument));
    const auto arrays = random_arguments(types, styles);
    const std::vector<double> weights = frontend::parts_of(arrays.at(1));
    const std::vector<double> variances = frontend::parts_of(arrays.at(2));
    CHECK_FALSE(any(weights, [](double value) { return std::fabs(value) > 2.5 * 0.125; }));
    CHECK(any(weights, [](double value) { return std::fabs(value) > 0.125; }));
    CHECK_FALSE(any(variances, [](double value) { return value < 0.25; }));
}

TEST_CASE("a count of steps is positive, and so are the second moments that its powers correct") {
    const frontend::Program program = frontend::read_stablehlo_text(R"(
        func.func @main(%n: tensor<i32>, %m: tensor<8xf32>, %v: tensor<8xf32>, %i: tensor<i32>, %g: tensor<4x8xf32>)
            -> (tensor<8xf32>, tensor<1x8xf32>) {
          %one = stablehlo.constant dense<1> : tensor<i32>
          %unit = stablehlo.constant dense<1.0> : tensor<f32>
          %zero = stablehlo.constant dense<0> : tensor<i32>
          %base = stablehlo.constant dense<0.999> : tensor<f32>
          %t = stablehlo.add %n, %one : tensor<i32>
          %p = stablehlo.compare LT, %n, %one, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
          %c = func.call @where(%p, %t, %one) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
          %f = stablehlo.convert %c : (tensor<i32>) -> tensor<f32>
          %b = stablehlo.power %base, %f : tensor<f32>
          %d = stablehlo.subtract %unit, %b : tensor<f32>
          %e = stablehlo.broadcast_in_dim %d, dims = [] : (tensor<f32>) -> tensor<8xf32>
          %q = stablehlo.divide %v, %e : tensor<8xf32>
          %s = stablehlo.sqrt %q : tensor<8xf32>
          %k = stablehlo.dot_general %m, %m, contracting_dims = [0] x [0]
              : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
          %l = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<f32>) -> tensor<8xf32>
          %r = stablehlo.multiply %l, %s : tensor<8xf32>
          %row = stablehlo.dynamic_slice %g, %i, %zero, sizes = [1, 8]
              : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
          return %r, %row : tensor<8xf32>, tensor<1x8xf32>
        }
        func.func private @where(%p: tensor<i1>, %a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
          %r = stablehlo.select %p, %a, %b : tensor<i1>, tensor<i32>
          return %r : tensor<i32>
        })",
                                                                    "test.mlir");
    const std::vector<ArgumentStyle> styles = argument_styles(program);
    REQUIRE(styles.size() == 5);
    CHECK(styles[0].least == 1);
    CHECK(styles[3].least < 0);
    CHECK(styles[2].is_positive);
    CHECK_FALSE(styles[1].is_positive);
}

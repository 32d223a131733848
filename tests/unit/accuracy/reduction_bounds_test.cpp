#include <catch2/catch.hpp>
#include <cmath>

#include "frontend/accuracy/analysis.h"
#include "frontend/accuracy/judge.h"
#include "frontend/forms/text/parser.h"

using namespace hlo2c::frontend;

namespace {

Literal floats(std::vector<std::int64_t> shape, const std::vector<double>& values) {
    return Literal::from_values<double>({std::move(shape), ElementType::F32, {}, {}}, values);
}

/// Whether `values`, next to results that are right, pass as the only result.
bool accepts(const Estimate& expected, const std::vector<double>& values) {
    return judge(floats(expected.value.type().shape, values), expected).agrees;
}

}  // namespace

TEST_CASE("a reduction by an unknown body is judged relative to the elements that each result combines") {
    const Estimate rows = estimate(read_stablehlo_text(R"(
        func.func @main(%x: tensor<2x2xf32>) -> tensor<2xf32> {
          %zero = stablehlo.constant dense<0.0> : tensor<f32>
          %r = stablehlo.reduce(%x init: %zero) across dimensions = [1]
              : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
           reducer(%a: tensor<f32>, %b: tensor<f32>) {
            %squares = stablehlo.multiply %b, %b : tensor<f32>
            %s = stablehlo.add %a, %squares : tensor<f32>
            stablehlo.return %s : tensor<f32>
          }
          return %r : tensor<2xf32>
        })",
                                                       "test.mlir"),
                                   std::vector<Literal>{floats({2, 2}, {1000, 2000, 0.5, 0.25})})
                              .at(0);
    CHECK(rows.value.real(0) == 5e6);
    CHECK(accepts(rows, {5e6, 0.3125}));
    CHECK(accepts(rows, {5e6 + 0.5, 0.31250003}));
    CHECK_FALSE(accepts(rows, {5e6, 0.32}));
    CHECK_FALSE(accepts(rows, {5.1e6, 0.3125}));
}

TEST_CASE("sums to which select_and_scatter selects the terms have bounds of their own") {
    const Estimate places =
        estimate(read_stablehlo_text(R"(
        func.func @main(%x: tensor<5xf32>, %y: tensor<3xf32>) -> tensor<5xf32> {
          %zero = stablehlo.constant dense<0.0> : tensor<f32>
          %r = "stablehlo.select_and_scatter"(%x, %y, %zero) ({
           ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
            stablehlo.return %c : tensor<i1>
          }, {
           ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %s = stablehlo.add %a, %b : tensor<f32>
            stablehlo.return %s : tensor<f32>
          }) {window_dimensions = array<i64: 3>} : (tensor<5xf32>, tensor<3xf32>, tensor<f32>) -> tensor<5xf32>
          return %r : tensor<5xf32>
        })",
                                     "test.mlir"),
                 std::vector<Literal>{floats({5}, {1, 5, 2, 9, 3}), floats({3}, {1e-3, 3e4, 1e4})})
            .at(0);
    CHECK(places.bound(0) == 0);
    CHECK(places.bound(1) == 0);
    CHECK(places.bound(3) > 0);
    CHECK(accepts(places, {0, 1e-3, 0, 4e4, 0}));
    CHECK(accepts(places, {0, 1e-3, 0, 40000.004, 0}));
    CHECK_FALSE(accepts(places, {0, 1.1e-3, 0, 4e4, 0}));
    CHECK_FALSE(accepts(places, {0.5, 1e-3, 0, 4e4, 0}));
    CHECK_FALSE(accepts(places, {0, 1e-3, 0, 40001, 0}));
}

namespace {

/// The estimate of a select_and_scatter of five elements, or their sums in pairs, by three overlapping
/// windows of three.
Estimate gradient(const std::vector<double>& operand, const std::vector<double>& source,
                  const std::string& body, bool sums) {
    const std::string selector = sums ? R"(%zero_x = stablehlo.constant dense<0.0> : tensor<f32>
          %w = stablehlo.reduce(%x init: %zero_x) applies stablehlo.add across dimensions = [1]
              : (tensor<5x3xf32>, tensor<f32>) -> tensor<5xf32>)"
                                      : "%w = stablehlo.reshape %x : (tensor<5x1xf32>) -> tensor<5xf32>";
    const std::int64_t columns = sums ? 3 : 1;
    const std::string type = "tensor<5x" + std::to_string(columns) + "xf32>";
    return estimate(
               read_stablehlo_text("func.func @main(%x: " + type + R"(, %y: tensor<3xf32>) -> tensor<5xf32> {
          %zero = stablehlo.constant dense<0.0> : tensor<f32>
          )" + selector + R"(
          %r = "stablehlo.select_and_scatter"(%w, %y, %zero) ({
           ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
            stablehlo.return %c : tensor<i1>
          }, {
           ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            )" + body + R"(
            stablehlo.return %s : tensor<f32>
          }) {window_dimensions = array<i64: 3>} : (tensor<5xf32>, tensor<3xf32>, tensor<f32>) -> tensor<5xf32>
          return %r : tensor<5xf32>
        })",
                                   "test.mlir"),
               std::vector<Literal>{floats({5, columns}, operand), floats({3}, source)})
        .at(0);
}

const std::string addition = "%s = stablehlo.add %a, %b : tensor<f32>";

}  // namespace

TEST_CASE(
    "an inexact operand of select_and_scatter leaves open where its nearly equal elements send their "
    "source") {
    // sums 1, 5, 2, 9 and 9.3 with an error of up to 0.5: the last window may select either of the two
    const Estimate places = gradient({1, 0, 0, 2, 2, 1, 1, 1, 0, 3, 3, 3, 0x1p20, 9.3F, -0x1p20},
                                     {1e-3, 3e4, 1e-2}, addition, true);
    CHECK(accepts(places, {0, 1e-3, 0, 30000.01, 0}));
    CHECK(accepts(places, {0, 1e-3, 0, 30000, 0.01}));
    CHECK_FALSE(accepts(places, {0, 1.1e-3, 0, 30000.01, 0}));
    CHECK_FALSE(accepts(places, {1e-4, 1e-3, 0, 30000.01, 0}));
    CHECK_FALSE(accepts(places, {0, 1e-3, 1e-4, 30000.01, 0}));
    CHECK_FALSE(accepts(places, {0, 1e-3, 0, 30001, 0}));
    CHECK_FALSE(accepts(places, {0, 1e-3, 0, 30000, 0.03}));
}

TEST_CASE("select_and_scatter by any body is judged relative to the elements that each result combines") {
    const Estimate places = gradient({1, 5, 2, 9, 3}, {1e-3, 30, 1000}, R"(
        %squares = stablehlo.multiply %b, %b : tensor<f32>
        %s = stablehlo.add %a, %squares : tensor<f32>)",
                                     false);
    CHECK(accepts(places, {0, 1e-6, 0, 1000900, 0}));
    CHECK_FALSE(accepts(places, {0, 1.5e-6, 0, 1000900, 0}));
    CHECK_FALSE(accepts(places, {0.01, 1e-6, 0, 1000900, 0}));
    CHECK_FALSE(accepts(places, {0, 1e-6, 0, 1001900, 0}));
}

TEST_CASE("each step of a scan is judged by the bounds of its ops") {
    const Estimate steps =
        estimate(read_stablehlo_text(R"(
        func.func @main(%x: tensor<2x3xf32>, %first: tensor<2xf32>) -> (tensor<2x3xf32>, tensor<2xf32>) {
          %t = stablehlo.exponential %x : tensor<2x3xf32>
          %r:2 = chlo.scan(%t) inits(%first) dimension = 1 {
          ^bb0(%in: tensor<2xf32>, %so_far: tensor<2xf32>):
            %p = stablehlo.multiply %so_far, %in : tensor<2xf32>
            stablehlo.return %p, %p : tensor<2xf32>, tensor<2xf32>
          } : (tensor<2x3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<2xf32>)
          return %r#0, %r#1 : tensor<2x3xf32>, tensor<2xf32>
        })",
                                     "test.mlir"),
                 std::vector<Literal>{floats({2, 3}, {0, 10, 1, 0, -10, 1}), floats({2}, {1, 1})})
            .at(0);
    const auto near = [&](std::size_t k) { return steps.bound(k) / steps.value.real(k); };
    for (std::size_t k = 0; k < 6; k++) {
        CHECK(near(k) > 0);
        CHECK(near(k) < 4e-6);
    }
    CHECK(steps.value.real(4) == Approx(4.539993e-05));
}

TEST_CASE("windows whose sizes are operands are judged by what each of them combines") {
    const auto sums = [](const std::string& body) {
        return estimate(read_stablehlo_text(
                            "func.func private @body(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {\n" +
                                body + R"(
          return %r : tensor<f32>
        }
        func.func @main(%x: tensor<6xf32>) -> tensor<2xf32> {
          %zero = stablehlo.constant dense<0.0> : tensor<f32>
          %size = stablehlo.constant dense<3> : tensor<1xi32>
          %one = stablehlo.constant dense<1> : tensor<1xi32>
          %none = stablehlo.constant dense<0> : tensor<1x2xi32>
          %r = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %size, %size, %one, %one, %none)
              {called_computations = [@body]} : (tensor<6xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>,
              tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<2xf32>
          return %r : tensor<2xf32>
        })",
                            "test.mlir"),
                        std::vector<Literal>{floats({6}, {1e6, 2e6, 3e6, 0.5, 0.25, 0.125})})
            .at(0);
    };
    const Estimate plain = sums("%r = stablehlo.add %a, %b : tensor<f32>");
    CHECK(accepts(plain, {6e6, 0.875}));
    CHECK_FALSE(accepts(plain, {6e6, 0.8751}));
    CHECK_FALSE(accepts(plain, {6e6 + 8, 0.875}));
    const Estimate squared =
        sums("%s = stablehlo.multiply %b, %b : tensor<f32>\n%r = stablehlo.add %a, %s : tensor<f32>");
    CHECK(accepts(squared, {1.4e13, 0.328125}));
    CHECK_FALSE(accepts(squared, {1.4e13, 0.3285}));
}

namespace {

/// Sources 1e6, 0.5 and 0.25 go to the elements 3, 2 and 4 of 3, 1, 2, 1, 4, by a selection that reads
/// %limit.
Estimate selected_below_limit(float initial, const std::string& body) {
    return estimate(read_stablehlo_text(R"(
        func.func @main(%x: tensor<5xf32>, %y: tensor<3xf32>, %limit: tensor<f32>, %first: tensor<f32>)
            -> tensor<5xf32> {
          %r = "stablehlo.select_and_scatter"(%x, %y, %first) ({
           ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %capped = stablehlo.minimum %a, %limit : tensor<f32>
            %c = stablehlo.compare GE, %capped, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
            stablehlo.return %c : tensor<i1>
          }, {
           ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            )" + body + R"(
            stablehlo.return %s : tensor<f32>
          }) {window_dimensions = array<i64: 3>} : (tensor<5xf32>, tensor<3xf32>, tensor<f32>) -> tensor<5xf32>
          return %r : tensor<5xf32>
        })",
                                        "test.mlir"),
                    std::vector<Literal>{floats({5}, {3, 1, 2, 1, 4}), floats({3}, {1e6, 0.5, 0.25}),
                                         floats({}, {100}), floats({}, {initial})})
        .at(0);
}

}  // namespace

TEST_CASE("select_and_scatter by a selection that reads other values is judged by its own elements") {
    const Estimate sums = selected_below_limit(0, addition);
    CHECK(accepts(sums, {1e6, 0, 0.5, 0, 0.25}));
    CHECK_FALSE(accepts(sums, {1e6, 0, 0.5, 0, 0.2501}));
    CHECK_FALSE(accepts(sums, {1e6, 0, 0.5001, 0, 0.25}));
    CHECK_FALSE(accepts(sums, {1e6, 0.001, 0.5, 0, 0.25}));
    const Estimate products = selected_below_limit(1, "%s = stablehlo.multiply %a, %b : tensor<f32>");
    CHECK(accepts(products, {1e6, 1, 0.5, 1, 0.25}));
    CHECK_FALSE(accepts(products, {1e6, 1, 0.5, 1, 0.2501}));
    CHECK_FALSE(accepts(products, {1e6, 1.0001F, 0.5, 1, 0.25}));
    const Estimate largest = selected_below_limit(0, "%s = stablehlo.maximum %a, %b : tensor<f32>");
    CHECK(accepts(largest, {1e6, 0, 0.5, 0, 0.25}));
    CHECK_FALSE(accepts(largest, {1e6, 0, 0.5, 0, 0.250001F}));
    CHECK_FALSE(accepts(largest, {1e6, 0, 0.500001F, 0, 0.25}));
    const Estimate squares = selected_below_limit(0, R"(%squares = stablehlo.multiply %b, %b : tensor<f32>
            %s = stablehlo.add %a, %squares : tensor<f32>)");
    CHECK(accepts(squares, {1e12F, 0, 0.25, 0, 0.0625}));
    CHECK_FALSE(accepts(squares, {1e12F, 0, 0.251, 0, 0.0625}));
    CHECK_FALSE(accepts(squares, {1e12F, 0, 0.25, 0, 0.063}));
    CHECK_FALSE(accepts(squares, {1e12F, 0.01, 0.25, 0, 0.0625}));
}

TEST_CASE("a reduction whose body reads a tuple is undecided") {
    const Estimate sum = estimate(read_stablehlo_text(R"(
        func.func @main(%x: tensor<3xf32>, %k: tensor<f32>) -> tensor<f32> {
          %zero = stablehlo.constant dense<0.0> : tensor<f32>
          %t = stablehlo.tuple %k, %zero : tuple<tensor<f32>, tensor<f32>>
          %r = "stablehlo.reduce"(%x, %zero) ({
           ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %f = stablehlo.get_tuple_element %t[0] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
            %m = stablehlo.multiply %b, %f : tensor<f32>
            %s = stablehlo.add %a, %m : tensor<f32>
            stablehlo.return %s : tensor<f32>
          }) {dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
          return %r : tensor<f32>
        })",
                                                      "test.mlir"),
                                  std::vector<Literal>{floats({3}, {1, 2, 3}), floats({}, {2})})
                             .at(0);
    CHECK(sum.value.real(0) == 12);
    CHECK(std::isinf(sum.bound(0)));
}

#include <catch2/catch.hpp>
#include <cmath>

#include "tests/unit/evaluate/programs.h"

using namespace hlo2c::frontend;
using Values = std::vector<double>;

namespace {

const std::string matrix =
    constant("a", "[[1, 2, 3], [4, 5, 6]]", "tensor<2x3xi32>") + constant("z", "0", "tensor<i32>");

/// reduce_window with `op` over a row [3, 1, 2] of f32.
Values window_of(const std::string& op, const std::string& initial, const std::string& attributes, int size) {
    const std::string type = "tensor<" + std::to_string(size) + "xf32>";
    return values_of(type, constant("a", "[3.0, 1.0, 2.0]", "tensor<3xf32>") +
                               constant("z", initial, "tensor<f32>") +
                               "%r = \"stablehlo.reduce_window\"(%a, %z) <{" + attributes +
                               "}> ({\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\n%s = stablehlo." + op +
                               " %x, %y : tensor<f32>\nstablehlo.return %s : tensor<f32>\n}) : "
                               "(tensor<3xf32>, tensor<f32>) -> " +
                               type);
}

}  // namespace

TEST_CASE("reduce folds over any dimensions") {
    CHECK(values_of("tensor<3xi32>",
                    matrix + "%r = stablehlo.reduce(%a init: %z) applies stablehlo.add across "
                             "dimensions = [0] : (tensor<2x3xi32>, tensor<i32>) -> tensor<3xi32>") ==
          Values{5, 7, 9});
    CHECK(values_of("tensor<2xi32>",
                    matrix + "%r = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across "
                             "dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>") ==
          Values{3, 6});
    CHECK(values_of("tensor<i32>",
                    matrix + "%r = stablehlo.reduce(%a init: %z) applies stablehlo.add across "
                             "dimensions = [0, 1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<i32>") ==
          Values{21});
}

TEST_CASE("reduce over nothing gives the initial value") {
    CHECK(values_of("tensor<2xi32>",
                    constant("a", "", "tensor<2x0xi32>") + constant("z", "7", "tensor<i32>") +
                        "%r = stablehlo.reduce(%a init: %z) applies stablehlo.add across "
                        "dimensions = [1] : (tensor<2x0xi32>, tensor<i32>) -> tensor<2xi32>") ==
          Values{7, 7});
}

namespace {

/// 2^24 + 1 + 1 + ..., of `terms` terms: in f32 no addition of one changes it.
Values sum_of_ones(const std::string& element, const std::string& zero, int terms) {
    std::string list = "16777216.0";
    if (element != "f32") list = "(16777216.0, 0.0)";
    for (int i = 1; i < terms; i++) list += element == "f32" ? ", 1.0" : ", (1.0, 0.0)";
    const std::string tensor = "tensor<" + std::to_string(terms) + "x" + element + ">";
    return values_of(
        "tensor<f32>",
        constant("a", "[" + list + "]", tensor) + constant("z", zero, "tensor<" + element + ">") +
            "%s = stablehlo.reduce(%a init: %z) applies stablehlo.add across "
            "dimensions = [0] : (" +
            tensor + ", tensor<" + element + ">) -> tensor<" + element + ">\n" +
            (element == "f32" ? "%r = stablehlo.add %s, %z : tensor<f32>"
                              : "%r = stablehlo.real %s : (tensor<" + element + ">) -> tensor<f32>"));
}

}  // namespace

TEST_CASE("short sums of floats are rounded by each application of their body") {
    CHECK(sum_of_ones("f32", "0.0", 3) == Values{16777216});
    CHECK(sum_of_ones("complex<f32>", "(0.0, 0.0)", 3) == Values{16777216});
}

TEST_CASE("sums of more than 64 floats are accumulated in double") {
    CHECK(sum_of_ones("f32", "0.0", 65) == Values{16777216 + 64});
    CHECK(sum_of_ones("complex<f32>", "(0.0, 0.0)", 65) == Values{16777216 + 64});
}

TEST_CASE("reduce runs any body over several operands in index order") {
    const std::string body =
        constant("a", "[3, 9, 9]", "tensor<3xi32>") + constant("i", "[0, 1, 2]", "tensor<3xi32>") +
        constant("m", "-1", "tensor<i32>") + constant("z", "0", "tensor<i32>") +
        "%v, %r = stablehlo.reduce(%a init: %m), (%i init: %z) across dimensions = [0] : (tensor<3xi32>, "
        "tensor<3xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)\n"
        " reducer(%x: tensor<i32>, %y: tensor<i32>) (%p: tensor<i32>, %q: tensor<i32>) {\n"
        "  %c = stablehlo.compare GE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
        "  %s = stablehlo.select %c, %x, %y : tensor<i1>, tensor<i32>\n"
        "  %t = stablehlo.select %c, %p, %q : tensor<i1>, tensor<i32>\n"
        "  stablehlo.return %s, %t : tensor<i32>, tensor<i32>\n }\n";
    CHECK(values_of("tensor<i32>", body) == Values{1});
}

TEST_CASE("reduce_window pads with the initial value and dilates base and window") {
    CHECK(window_of("maximum", "0xFF800000", "window_dimensions = array<i64: 2>", 2) == Values{3, 2});
    CHECK(window_of("add", "0.0",
                    "window_dimensions = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>",
                    3) == Values{3, 4, 3});
    CHECK(window_of("add", "0.0", "window_dimensions = array<i64: 2>, window_dilations = array<i64: 2>", 1) ==
          Values{5});
    CHECK(window_of("add", "0.0", "window_dimensions = array<i64: 2>, base_dilations = array<i64: 2>", 4) ==
          Values{3, 1, 1, 2});
    CHECK(window_of("add", "0.0",
                    "window_dimensions = array<i64: 1>, padding = dense<[[-1, 0]]> : tensor<1x2xi64>",
                    2) == Values{1, 2});
}

TEST_CASE("a window larger than its operand gives no result") {
    CHECK(window_of("add", "0.0", "window_dimensions = array<i64: 5>", 0).empty());
}

TEST_CASE("select_and_scatter never selects padding and keeps the first of equals") {
    const std::string body =
        constant("a", "[-5.0, -5.0, -7.0]", "tensor<3xf32>") +
        constant("s", "[10.0, 20.0]", "tensor<2xf32>") + constant("z", "0.0", "tensor<f32>") +
        "%r = \"stablehlo.select_and_scatter\"(%a, %s, %z) <{window_dimensions = array<i64: 2>, "
        "window_strides = "
        "array<i64: 2>, padding = dense<[[0, 1]]> : tensor<1x2xi64>}> ({\n"
        "^bb0(%x: tensor<f32>, %y: tensor<f32>):\n"
        "  %c = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
        "  stablehlo.return %c : tensor<i1>\n}, {\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\n"
        "  %t = stablehlo.add %x, %y : tensor<f32>\n  stablehlo.return %t : tensor<f32>\n"
        "}) : (tensor<3xf32>, tensor<2xf32>, tensor<f32>) -> tensor<3xf32>";
    CHECK(values_of("tensor<3xf32>", body) == Values{10, 0, 20});
}

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

/// The elements of a list reduced to one by a region, whose text names its arguments %x and %y and returns.
Values reduced(const std::string& element, const std::string& list, int terms, const std::string& zero,
               const std::string& body) {
    const std::string tensor = "tensor<" + std::to_string(terms) + "x" + element + ">",
                      scalar = "tensor<" + element + ">";
    return values_of(scalar, constant("a", list, tensor) + constant("z", zero, scalar) +
                                 "%r = stablehlo.reduce(%a init: %z) across dimensions = [0] : (" + tensor +
                                 ", " + scalar + ") -> " + scalar + "\n reducer(%x: " + scalar +
                                 ", %y: " + scalar + ") {\n" + body + "\n}");
}

std::string adding(const std::string& operands, const std::string& element) {
    return "%s = stablehlo.add " + operands + " : tensor<" + element + ">\nstablehlo.return %s : tensor<" +
           element + ">";
}

std::string ones_after(const std::string& first, int ones) {
    std::string list = "[" + first;
    for (int i = 0; i < ones; i++) list += ", 1.0";
    return list + "]";
}

}  // namespace

TEST_CASE("sums of f32 are kept in double and rounded once, however few their terms") {
    CHECK(reduced("f32", ones_after("16777216.0", 2), 3, "0.0", adding("%x, %y", "f32")) == Values{16777218});
    CHECK(reduced("f32", ones_after("16777216.0", 64), 65, "0.0", adding("%x, %y", "f32")) ==
          Values{16777216 + 64});
    CHECK(reduced("f32", ones_after("16777216.0", 2), 3, "0.0", adding("%y, %x", "f32")) == Values{16777218});
    CHECK(reduced("complex<f32>", "[(16777216.0, 0.0), (1.0, 0.0), (1.0, 0.0)]", 3, "(0.0, 0.0)",
                  adding("%x, %y", "complex<f32>")) == Values{16777218});
}

TEST_CASE("sums and products of f64 are compensated for the rounding of each step") {
    CHECK(reduced("f64", "[1.0e16, 1.0, -1.0e16]", 3, "0.0", adding("%x, %y", "f64")) == Values{1});
    // (1 + 2^-30)(1 - 2^-30)(1 + 2^-60) is 1 - 2^-120.
    CHECK(reduced("f64", "[1.000000000931322574615478515625, 0.999999999068677425384521484375]", 2, "1.0",
                  "%s = stablehlo.multiply %x, %y : tensor<f64>\nstablehlo.return %s : tensor<f64>") ==
          Values{1});
    CHECK(reduced("f64", "[3.0, 0.33333333333333331, 3.0, 0.33333333333333331]", 4, "1.0",
                  "%s = stablehlo.multiply %x, %y : tensor<f64>\nstablehlo.return %s : tensor<f64>") ==
          Values{1 - 0x1p-53});
}

TEST_CASE("a sum of negative zeros is one") {
    CHECK(std::signbit(reduced("f32", "[-0.0, -0.0]", 2, "-0.0", adding("%x, %y", "f32")).at(0)));
}

TEST_CASE("the body of a reduction of narrow floats rounds at each step, in index order") {
    // Above 2^8 an added one is lost in bf16, above 2^11 in f16.
    CHECK(reduced("bf16", ones_after("1.0", 299), 300, "0.0", adding("%x, %y", "bf16")) == Values{256});
    CHECK(reduced("f16", ones_after("2048.0", 70), 71, "0.0", adding("%x, %y", "f16")) == Values{2048});
    CHECK(reduced("bf16", ones_after("1.0", 299), 300, "0.0",
                  "%p = stablehlo.convert %x : (tensor<bf16>) -> tensor<f32>\n"
                  "%q = stablehlo.convert %y : (tensor<bf16>) -> tensor<f32>\n"
                  "%t = stablehlo.add %p, %q : tensor<f32>\n"
                  "%s = stablehlo.convert %t : (tensor<f32>) -> tensor<bf16>\n"
                  "stablehlo.return %s : tensor<bf16>") == Values{256});
}

TEST_CASE("a body that calls a sum, and one of several sums, count as sums") {
    const std::string list = ones_after("16777216.0", 2);
    const Literal called =
        run_program(
            "func.func private @plus(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {\n"
            "%s = stablehlo.add %x, %y : tensor<f32>\nreturn %s : tensor<f32>\n}\n"
            "func.func @main() -> tensor<f32> {\n" +
            constant("a", list, "tensor<3xf32>") + constant("z", "0.0", "tensor<f32>") +
            "%r = stablehlo.reduce(%a init: %z) across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> "
            "tensor<f32>\n reducer(%x: tensor<f32>, %y: tensor<f32>) {\n"
            "%s = func.call @plus(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>\n"
            "stablehlo.return %s : tensor<f32>\n}\nreturn %r : tensor<f32>\n}\n")
            .at(0);
    CHECK(called.real(0) == 16777218);
    const std::string both =
        constant("a", list, "tensor<3xf32>") + constant("z", "0.0", "tensor<f32>") +
        "%m, %r = stablehlo.reduce(%a init: %z), (%a init: %z) across dimensions = [0] : (tensor<3xf32>, "
        "tensor<3xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)\n"
        " reducer(%x: tensor<f32>, %y: tensor<f32>) (%p: tensor<f32>, %q: tensor<f32>) {\n"
        "  %s = stablehlo.maximum %x, %y : tensor<f32>\n"
        "  %t = stablehlo.add %p, %q : tensor<f32>\n"
        "  stablehlo.return %s, %t : tensor<f32>, tensor<f32>\n }\n";
    CHECK(values_of("tensor<f32>", both) == Values{16777218});
}

TEST_CASE("a body that is not a plain sum rounds as written") {
    CHECK(reduced("f32", ones_after("16777216.0", 2), 3, "0.0",
                  "%b = stablehlo.abs %y : tensor<f32>\n" + adding("%x, %b", "f32")) == Values{16777216});
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

TEST_CASE("sums over windows and of scattered updates are computed like those of reductions") {
    const auto window = [](const std::string& element, const std::string& row, int terms) {
        const std::string tensor = "tensor<" + std::to_string(terms) + "x" + element + ">",
                          scalar = "tensor<" + element + ">", result = "tensor<1x" + element + ">";
        return values_of(result, constant("a", row, tensor) + constant("z", "0.0", scalar) +
                                     "%r = \"stablehlo.reduce_window\"(%a, %z) <{window_dimensions = "
                                     "array<i64: " +
                                     std::to_string(terms) + ">}> ({\n^bb0(%x: " + scalar +
                                     ", %y: " + scalar + "):\n" + adding("%x, %y", element) + "\n}) : (" +
                                     tensor + ", " + scalar + ") -> " + result);
    };
    CHECK(window("f32", ones_after("16777216.0", 2), 3) == Values{16777218});
    CHECK(window("f64", "[1.0e16, 1.0, -1.0e16]", 3) == Values{1});
    CHECK(window("bf16", ones_after("256.0", 2), 3) == Values{256});
    const auto scatter = [](const std::string& element, const std::string& updates) {
        const std::string scalar = "tensor<" + element + ">", result = "tensor<1x" + element + ">",
                          tensor = "tensor<3x" + element + ">";
        return values_of(result,
                         constant("a", "0.0", result) + constant("i", "0", "tensor<3x1xi32>") +
                             constant("u", updates, tensor) +
                             "%r = \"stablehlo.scatter\"(%a, %i, %u) <{scatter_dimension_numbers = "
                             "#stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = "
                             "[0], index_vector_dim = 1>}> ({\n^bb0(%x: " +
                             scalar + ", %y: " + scalar + "):\n" + adding("%x, %y", element) + "\n}) : (" +
                             result + ", tensor<3x1xi32>, " + tensor + ") -> " + result);
    };
    CHECK(scatter("f32", ones_after("16777216.0", 2)) == Values{16777218});
    CHECK(scatter("f64", "[1.0e16, 1.0, -1.0e16]") == Values{1});
    CHECK(scatter("bf16", ones_after("256.0", 2)) == Values{256});
}

TEST_CASE("a window larger than its operand gives an empty result") {
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

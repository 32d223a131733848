#include <catch2/catch.hpp>

#include "frontend/evaluate/elements.h"
#include "tests/unit/evaluate/programs.h"

using namespace hlo2c::frontend;
using Values = std::vector<double>;

TEST_CASE("dot_general orders its result: batching, free of the left, free of the right") {
    const std::string body =
        constant("a", "[[[1, 2], [3, 4]]]", "tensor<1x2x2xi64>") +
        constant("b", "[[[1, 0], [0, 10]]]", "tensor<1x2x2xi64>") +
        "%r = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x "
        "[1] : (tensor<1x2x2xi64>, tensor<1x2x2xi64>) -> tensor<1x2x2xi64>";
    CHECK(values_of("tensor<1x2x2xi64>", body) == Values{1, 20, 3, 40});
}

TEST_CASE("a dot is computed in its result's type") {
    const std::string body = constant("a", "[100, 100]", "tensor<2xi8>") +
                             "%r = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0] : "
                             "(tensor<2xi8>, tensor<2xi8>) -> tensor<i32>";
    CHECK(values_of("tensor<i32>", body) == Values{20000});
}

TEST_CASE("a dot of floats with integers computes on numbers") {
    const std::string body = constant("a", "[0.5, 0.25]", "tensor<2xf32>") +
                             constant("b", "[3, -2]", "tensor<2xi32>") +
                             "%r = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : "
                             "(tensor<2xf32>, tensor<2xi32>) -> tensor<f32>";
    CHECK(values_of("tensor<f32>", body) == Values{1});
}

TEST_CASE("a dot over nothing is zero") {
    const std::string body = constant("a", "", "tensor<2x0xf32>") + constant("b", "", "tensor<0x1xf32>") +
                             "%r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : "
                             "(tensor<2x0xf32>, tensor<0x1xf32>) -> tensor<2x1xf32>";
    CHECK(values_of("tensor<2x1xf32>", body) == Values{0, 0});
}

namespace {

/// The product of a row with ones.
Values row_sum(const std::string& element, const std::string& row, int terms) {
    const std::string tensor = "tensor<" + std::to_string(terms) + "x" + element + ">";
    return values_of("tensor<" + element + ">",
                     constant("a", row, tensor) + constant("b", "1.0", tensor) +
                         "%r = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (" + tensor +
                         ", " + tensor + ") -> tensor<" + element + ">");
}

}  // namespace

TEST_CASE("contractions are summed in double and rounded once, however few their terms") {
    CHECK(row_sum("f32", "[16777216.0, 1.0, 1.0]", 3) == Values{16777218});
    CHECK(row_sum("f16", "[2048.0, 1.0, 1.0]", 3) == Values{2050});
    CHECK(row_sum("bf16", "[256.0, 1.0, 1.0]", 3) == Values{258});
    CHECK(row_sum("f8E5M2", "[8.0, 1.0, 1.0]", 3) == Values{10});
}

TEST_CASE("contractions of f64 are compensated for the rounding of each product and sum") {
    CHECK(row_sum("f64", "[1.0e16, 1.0, -1.0e16]", 3) == Values{1});
    // 3 * (1/3 rounded) is 1 - 2^-54, which no double is.
    const std::string tensor = "tensor<2xf64>";
    const std::string dot = constant("a", "[3.0, -1.0]", tensor) +
                            constant("b", "[0.33333333333333331, 1.0]", tensor) +
                            "%r = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (" + tensor +
                            ", " + tensor + ") -> tensor<f64>";
    CHECK(values_of("tensor<f64>", dot) == Values{-0x1p-54});
    const std::string row = "tensor<1x3x1xf64>", kernel = "tensor<3x1x1xf64>";
    CHECK(values_of("tensor<1x1x1xf64>",
                    constant("a", "[[[1.0e16], [1.0], [-1.0e16]]]", row) + constant("k", "1.0", kernel) +
                        "%r = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], "
                        "window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (" +
                        row + ", " + kernel + ") -> tensor<1x1x1xf64>") == Values{1});
    CHECK(values_of("tensor<f64>", constant("a", "[1.0e16, 1.0, -1.0e16]", "tensor<3xf64>") +
                                       "%r = \"stablehlo.unary_einsum\"(%a) <{einsum_config = \"i->\"}> : "
                                       "(tensor<3xf64>) -> tensor<f64>") == Values{1});
}

TEST_CASE("products are added in the order of their terms, however many there are") {
    // how many of the ones are lost beside the large numbers depends on the order
    const std::vector<double> terms = {1, 0x1p60, -0x1p60, 1, 0x1p60, 1, -0x1p60, 1, 1};
    for (std::size_t depth = 1; depth <= terms.size(); depth++) {
        double expected = 0;
        for (std::size_t k = 0; k < depth; k++) expected += terms[k];
        std::string list;
        for (std::size_t k = 0; k < depth; k++)
            list += (k == 0 ? "[" : ", [") + std::to_string(terms[k]) + ", 2.0]";
        const std::string count = std::to_string(depth);
        const std::string body =
            constant("a", "1.0", "tensor<1x" + count + "xf32>") +
            constant("b", "[" + list + "]", "tensor<" + count + "x2xf32>") +
            "%r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<1x" + count +
            "xf32>, tensor<" + count + "x2xf32>) -> tensor<1x2xf32>";
        INFO(depth);
        CHECK(values_of("tensor<1x2xf32>", body) == Values{expected, 2.0 * static_cast<double>(depth)});
    }
}

TEST_CASE("sums of products for f64 are plain where that is asked for") {
    const Program program = read_stablehlo_text(R"(
        func.func @main(%a: tensor<3xf64>, %b: tensor<3xf64>) -> tensor<f64> {
          %r = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0]
              : (tensor<3xf64>, tensor<3xf64>) -> tensor<f64>
          return %r : tensor<f64>
        })",
                                                "test.mlir");
    const Function& main = program.main();
    const TensorType type = main.tensor(main.arguments()[0]);
    const std::vector<Literal> operands = {from_reals(type, {1, 1, 1}),
                                           from_reals(type, {0x1p60, 1, -0x1p60})};
    const auto sum = [&](ProductSums sums) {
        return evaluate_op(program, main, main.body.ops[0], operands, sums).at(0).real(0);
    };
    CHECK(sum(ProductSums::Compensated) == 1);
    CHECK(sum(ProductSums::Plain) == 0);
}

TEST_CASE("a sum that overflows stays infinite") {
    CHECK(row_sum("f64", "[1.0e308, 1.0e308, -1.0e308]", 3) == Values{infinity});
    CHECK(row_sum("f32", "[3.0e38, 3.0e38, -3.0e38]", 3) == Values{static_cast<double>(3.0e38f)});
}

namespace {

/// One row [1, 2, 3, 4] and a kernel [10, 1], as a convolution with these window attributes.
Values convolve_row(const std::string& window, int size) {
    const std::string type = "tensor<1x" + std::to_string(size) + "x1xi64>";
    return values_of(type,
                     constant("a", "[[[1], [2], [3], [4]]]", "tensor<1x4x1xi64>") +
                         constant("k", "[[[10]], [[1]]]", "tensor<2x1x1xi64>") +
                         "%r = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], "
                         "window = {" +
                         window +
                         "} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
                         "(tensor<1x4x1xi64>, tensor<2x1x1xi64>) -> " +
                         type);
}

}  // namespace

TEST_CASE("a convolution does not flip its kernel unless window_reversal asks for it") {
    CHECK(convolve_row("", 3) == Values{12, 23, 34});
    CHECK(convolve_row("reverse = [true]", 3) == Values{21, 32, 43});
}

TEST_CASE("convolution windows are padded, strided and dilated") {
    CHECK(convolve_row("pad = [[1, 0]]", 4) == Values{1, 12, 23, 34});
    CHECK(convolve_row("pad = [[-1, 0]]", 2) == Values{23, 34});
    CHECK(convolve_row("stride = [2]", 2) == Values{12, 34});
    CHECK(convolve_row("rhs_dilate = [2]", 2) == Values{13, 24});
    CHECK(convolve_row("lhs_dilate = [2]", 6) == Values{10, 2, 20, 3, 30, 4});
}

namespace {

/// Convolves two elements with the kernel [3, 5], in a window of one element.
std::vector<double> convolve_groups(const std::string& input, const std::string& type, int feature_groups,
                                    int batch_groups) {
    return values_of("tensor<1x1x2xf32>",
                     constant("a", input, type) + constant("k", "[[[3.0, 5.0]]]", "tensor<1x1x2xf32>") +
                         "%r = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], "
                         "window = {} {batch_group_count = " +
                         std::to_string(batch_groups) +
                         " : i64, feature_group_count = " + std::to_string(feature_groups) + " : i64} : (" +
                         type + ", tensor<1x1x2xf32>) -> tensor<1x1x2xf32>");
}

}  // namespace

TEST_CASE("feature groups split input and output features") {
    CHECK(convolve_groups("[[[1.0, 2.0]]]", "tensor<1x1x2xf32>", 2, 1) == Values{3, 10});
}

TEST_CASE("batch groups split the batch and the output features") {
    CHECK(convolve_groups("[[[1.0]], [[2.0]]]", "tensor<2x1x1xf32>", 1, 2) == Values{3, 10});
}

TEST_CASE("einsum sums over letters that the result does not have") {
    CHECK(values_of("tensor<2xi32>",
                    constant("a", "[[1, 2], [3, 4]]", "tensor<2x2xi32>") +
                        constant("b", "[10, 1]", "tensor<2xi32>") +
                        "%r = \"stablehlo.einsum\"(%a, %b) <{einsum_config = \"ij,j->i\"}> : "
                        "(tensor<2x2xi32>, tensor<2xi32>) -> tensor<2xi32>") == Values{12, 34});
    CHECK(
        values_of("tensor<2xi32>", constant("a", "[[1, 2], [3, 4]]", "tensor<2x2xi32>") +
                                       "%r = \"stablehlo.unary_einsum\"(%a) <{einsum_config = \"ij->j\"}> : "
                                       "(tensor<2x2xi32>) -> tensor<2xi32>") == Values{4, 6});
}

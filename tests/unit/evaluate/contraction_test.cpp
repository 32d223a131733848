#include <catch2/catch.hpp>

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

TEST_CASE("a dot of floats with integers is one of numbers") {
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

TEST_CASE("short dots of f32 round after each product and each addition, narrower ones once") {
    const auto dot = [](const std::string& element, const std::string& lhs) {
        return values_of("tensor<" + element + ">",
                         constant("a", lhs, "tensor<3x" + element + ">") +
                             constant("b", "1.0", "tensor<3x" + element + ">") +
                             "%r = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<3x" +
                             element + ">, tensor<3x" + element + ">) -> tensor<" + element + ">");
    };
    CHECK(dot("f32", "[16777216.0, 1.0, 1.0]") == Values{16777216});
    CHECK(dot("f16", "[2048.0, 1.0, 1.0]") == Values{2050});
    CHECK(dot("f64", "[16777216.0, 1.0, 1.0]") == Values{16777218});
}

TEST_CASE("dots of more than 64 products accumulate in double and round once") {
    const std::string body = constant("o", "1.0", "tensor<64xf32>") +
                             constant("l", "16777216.0", "tensor<1xf32>") +
                             "%a = stablehlo.concatenate %l, %o, dim = 0 : (tensor<1xf32>, tensor<64xf32>) "
                             "-> tensor<65xf32>\n" +
                             constant("b", "1.0", "tensor<65xf32>") +
                             "%r = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : "
                             "(tensor<65xf32>, tensor<65xf32>) -> tensor<f32>";
    CHECK(values_of("tensor<f32>", body) == Values{16777216 + 64});
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

TEST_CASE("feature groups split input and output features") {
    const std::string body =
        constant("a", "[[[1.0, 2.0]]]", "tensor<1x1x2xf32>") +
        constant("k", "[[[3.0, 5.0]]]", "tensor<1x1x2xf32>") +
        "%r = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} "
        "{batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x1x2xf32>, "
        "tensor<1x1x2xf32>) -> "
        "tensor<1x1x2xf32>";
    CHECK(values_of("tensor<1x1x2xf32>", body) == Values{3, 10});
}

TEST_CASE("batch groups split the batch and the output features") {
    const std::string body =
        constant("a", "[[[1.0]], [[2.0]]]", "tensor<2x1x1xf32>") +
        constant("k", "[[[3.0, 5.0]]]", "tensor<1x1x2xf32>") +
        "%r = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} "
        "{batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x1x1xf32>, "
        "tensor<1x1x2xf32>) -> "
        "tensor<1x1x2xf32>";
    CHECK(values_of("tensor<1x1x2xf32>", body) == Values{3, 10});
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

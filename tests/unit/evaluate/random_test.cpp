#include <catch2/catch.hpp>
#include <cmath>

#include "tests/unit/evaluate/programs.h"

using namespace hlo2c::frontend;
using Values = std::vector<double>;

namespace {

Values random_bits(const std::string& algorithm, const std::string& state, int count,
                   const std::string& type) {
    const std::string n = std::to_string(count);
    return values_of(type, constant("s", state, "tensor<" + n + "xui64>") +
                               "%t, %r = stablehlo.rng_bit_generator %s, algorithm = " + algorithm +
                               " : (tensor<" + n + "xui64>) -> (tensor<" + n + "xui64>, " + type + ")");
}

}  // namespace

TEST_CASE("Threefry gives two words per counter, adjacent along the first even dimension") {
    CHECK(random_bits("THREE_FRY", "[1, 2]", 2, "tensor<4xui32>") ==
          Values{43444564, 2150618427, 3979645651, 3745730563});
    CHECK(random_bits("THREE_FRY", "[1, 2]", 2, "tensor<2x2xui32>") ==
          Values{43444564, 3979645651, 2150618427, 3745730563});
}

TEST_CASE("Philox counts blocks with 128 bits") {
    CHECK(random_bits("PHILOX", "[1, 2]", 2, "tensor<1xui64>") == Values{12229731395331991369.0});
    CHECK(random_bits("PHILOX", "[1, 2, 3]", 3, "tensor<1xui64>") == Values{5869932932755744586.0});
}

TEST_CASE("a real transform gives half the spectrum, and can be inverted for odd lengths") {
    const std::string body =
        constant("a", "[1.0, 2.0, 4.0]", "tensor<3xf32>") +
        "%f = stablehlo.fft %a, type = RFFT, length = [3] : (tensor<3xf32>) -> tensor<2xcomplex<f32>>\n"
        "%r = stablehlo.fft %f, type = IRFFT, length = [3] : (tensor<2xcomplex<f32>>) -> tensor<3xf32>";
    const Values back = values_of("tensor<3xf32>", body);
    CHECK(back[0] == Approx(1));
    CHECK(back[1] == Approx(2));
    CHECK(back[2] == Approx(4));
}

TEST_CASE("a triangular solve reads only one triangle, the one that cholesky returns") {
    const std::string a = constant("a", "[[4.0, 99.0], [2.0, 5.0]]", "tensor<2x2xf64>");
    CHECK(values_of("tensor<2x2xf64>", a + "%r = stablehlo.cholesky %a, lower = true : tensor<2x2xf64>") ==
          Values{2, 0, 1, 2});
    const std::string solve =
        "%r = \"stablehlo.triangular_solve\"(%a, %b) <{left_side = true, lower = true, "
        "unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : "
        "(tensor<2x2xf64>, tensor<2x1xf64>) -> tensor<2x1xf64>";
    CHECK(values_of("tensor<2x1xf64>", a + constant("b", "[[8.0], [14.0]]", "tensor<2x1xf64>") + solve) ==
          Values{2, 2});
    CHECK(std::isnan(
        values_of("tensor<1x1xf64>", constant("n", "[[-1.0]]", "tensor<1x1xf64>") +
                                         "%r = stablehlo.cholesky %n, lower = true : tensor<1x1xf64>")[0]));
}

TEST_CASE("the sums of a triangular solve and of cholesky are compensated") {
    // 10^16 - 1 - 10^16
    CHECK(values_of("tensor<3x1xf64>",
                    constant("a", "[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 1.0]]", "tensor<3x3xf64>") +
                        constant("b", "[[1.0], [1.0e16], [1.0e16]]", "tensor<3x1xf64>") +
                        "%r = \"stablehlo.triangular_solve\"(%a, %b) <{left_side = true, lower = true, "
                        "unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : "
                        "(tensor<3x3xf64>, tensor<3x1xf64>) -> tensor<3x1xf64>") == Values{1, 1e16, -1});
    // The last element of the factor is the square root of 10^16 - 1 - 99999998^2 = 399999995.
    CHECK(values_of("tensor<3x3xf64>",
                    constant("a", "[[1.0, 0.0, 1.0], [0.0, 1.0, 99999998.0], [1.0, 99999998.0, 1.0e16]]",
                             "tensor<3x3xf64>") +
                        "%r = stablehlo.cholesky %a, lower = true : tensor<3x3xf64>")
              .back() == std::sqrt(399999995.0));
}

#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/unit/evaluate/programs.h"

using namespace hlo2c::frontend;
using Values = std::vector<double>;

TEST_CASE("integers wrap at their width") {
    CHECK(binary("add", "[127, -128]", "[1, -1]", "tensor<2xi8>") == Values{-128, 127});
    CHECK(binary("multiply", "[7, 3]", "[2, 3]", "tensor<2xi4>") == Values{-2, -7});
    CHECK(binary("subtract", "[0, 5]", "[1, 6]", "tensor<2xui8>") == Values{255, 255});
    CHECK(unary("negate", "[1, 0]", "tensor<2xui4>") == Values{15, 0});
    CHECK(unary("abs", "[-128, -3]", "tensor<2xi8>") == Values{-128, 3});
}

TEST_CASE("add of booleans is or, multiply is and") {
    CHECK(binary("add", "[true, true, false]", "[true, false, false]", "tensor<3xi1>") == Values{1, 1, 0});
    CHECK(binary("multiply", "[true, true, false]", "[true, false, false]", "tensor<3xi1>") ==
          Values{1, 0, 0});
    CHECK(unary("not", "[true, false]", "tensor<2xi1>") == Values{0, 1});
}

TEST_CASE("integer division goes toward zero and never traps") {
    CHECK(binary("divide", "[-7, 7, 5, -2147483648]", "[2, -2, 0, -1]", "tensor<4xi32>") ==
          Values{-3, -3, -1, -2147483648.0});
    CHECK(binary("remainder", "[-7, 7, 5, -2147483648]", "[2, -2, 0, -1]", "tensor<4xi32>") ==
          Values{-1, 1, 5, 0});
    CHECK(binary("divide", "[200, 7]", "[3, 0]", "tensor<2xui8>") == Values{66, 255});
    CHECK(binary("remainder", "[17.1, -17.1]", "[3.0, 3.0]", "tensor<2xf64>")[1] == Approx(-2.1));
}

TEST_CASE("complex powers of zero are 1, 0 or undefined in both parts") {
    const std::string body =
        constant("zero", "(0.0, 0.0)", "tensor<3xcomplex<f64>>") +
        constant("y", "[(0.0, 0.0), (2.0, 1.0), (-3.75, 0.0)]", "tensor<3xcomplex<f64>>") +
        "%p = stablehlo.power %zero, %y : tensor<3xcomplex<f64>>\n";
    for (const std::string part : {"real", "imag"}) {
        const Values powers =
            values_of("tensor<3xf64>",
                      body + "%r = stablehlo." + part + " %p : (tensor<3xcomplex<f64>>) -> tensor<3xf64>");
        CHECK(powers[0] == (part == "real" ? 1 : 0));
        CHECK(powers[1] == 0);
        CHECK(std::isnan(powers[2]));
    }
}

TEST_CASE("integer powers with negative exponents are 1, -1 or 0") {
    CHECK(binary("power", "[2, 1, -1, -1, 2]", "[10, -3, -3, -2, -1]", "tensor<5xi32>") ==
          Values{1024, 1, -1, 1, 0});
}

TEST_CASE("shifts by the width or more shift everything out") {
    CHECK(binary("shift_left", "[1, 1, 1]", "[3, 8, -1]", "tensor<3xi8>") == Values{8, 0, 0});
    CHECK(binary("shift_right_logical", "[-1, -1]", "[4, 9]", "tensor<2xi8>") == Values{15, 0});
    CHECK(binary("shift_right_arithmetic", "[-16, -16]", "[2, 100]", "tensor<2xi8>") == Values{-4, -1});
}

TEST_CASE("maximum and minimum propagate NaN and order signed zeros") {
    const Values largest =
        binary("maximum", "[0x7FC00000, 1.0, -0.0]", "[1.0, 0x7FC00000, 0.0]", "tensor<3xf32>");
    CHECK(std::isnan(largest[0]));
    CHECK(std::isnan(largest[1]));
    CHECK_FALSE(std::signbit(largest[2]));
    CHECK(std::signbit(binary("minimum", "[0.0, 1.0]", "[-0.0, 2.0]", "tensor<2xf32>")[0]));
}

TEST_CASE("clamp takes the maximum with the lower bound first") {
    const std::string body =
        constant("l", "3.0", "tensor<f32>") + constant("x", "[1.0, 5.0]", "tensor<2xf32>") +
        constant("h", "2.0", "tensor<f32>") +
        "%r = stablehlo.clamp %l, %x, %h : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>";
    CHECK(values_of("tensor<2xf32>", body) == Values{2, 2});
}

TEST_CASE("narrow floats are rounded once per op") {
    CHECK(binary("add", "[1.0]", "[0.00390625]", "tensor<1xbf16>") == Values{1});
    CHECK(binary("add", "[65504.0]", "[16.0]", "tensor<1xf16>") == Values{infinity});
    CHECK(binary("multiply", "[448.0]", "[2.0]", "tensor<1xf8E5M2>") == Values{896});
}

TEST_CASE("rounding to integers keeps signed zeros and breaks ties as named") {
    CHECK(unary("round_nearest_even", "[2.5, 3.5, -0.5]", "tensor<3xf32>") == Values{2, 4, -0.0});
    CHECK(unary("round_nearest_afz", "[2.5, 3.5, -2.5]", "tensor<3xf32>") == Values{3, 4, -3});
    CHECK(std::signbit(unary("ceil", "[-0.8]", "tensor<1xf32>")[0]));
    CHECK(std::signbit(unary("sign", "[-0.0]", "tensor<1xf32>")[0]));
}

TEST_CASE("bits are counted over the width of the type") {
    CHECK(unary("count_leading_zeros", "[1, 0, -1]", "tensor<3xi4>") == Values{3, 4, 0});
    CHECK(unary("popcnt", "[-1, 5]", "tensor<2xi16>") == Values{16, 2});
}

TEST_CASE("comparisons with NaN are false but for NE, and total order ranks it") {
    const auto compare = [](const std::string& direction, const std::string& kind) {
        const std::string body = constant("a", "[0x7FC00000, -0.0]", "tensor<2xf32>") +
                                 constant("b", "[1.0, 0.0]", "tensor<2xf32>") + "%r = stablehlo.compare " +
                                 direction + ", %a, %b, " + kind +
                                 " : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>";
        return values_of("tensor<2xi1>", body);
    };
    CHECK(compare("GT", "FLOAT") == Values{0, 0});
    CHECK(compare("NE", "FLOAT") == Values{1, 0});
    CHECK(compare("GT", "TOTALORDER") == Values{1, 0});
    CHECK(compare("LT", "TOTALORDER") == Values{0, 1});
}

TEST_CASE("total order ranks NaNs by their bits, signalling ones below quiet ones") {
    for (const auto& [type, quiet, signalling] : {std::array{"f32", "0x7FC00000", "0x7F800001"},
                                                  {"f64", "0x7FF8000000000000", "0x7FF0000000000001"},
                                                  {"bf16", "0x7FC0", "0x7F81"}}) {
        const std::string pair = std::string("tensor<2x") + type + ">";
        CHECK(values_of("tensor<2xi1>",
                        constant("a", std::string("[") + signalling + ", " + quiet + "]", pair) +
                            constant("b", std::string("[") + quiet + ", " + quiet + "]", pair) +
                            "%r = stablehlo.compare LT, %a, %b, TOTALORDER : (" + pair + ", " + pair +
                            ") -> tensor<2xi1>") == Values{1, 0});
    }
    CHECK(values_of("tensor<2xi32>",
                    constant("a", "[0x7F800001, 0x7FC00000]", "tensor<2xf32>") +
                        "%v, %r = chlo.top_k(%a, k = 2) : tensor<2xf32> -> (tensor<2xf32>, tensor<2xi32>)") ==
          Values{1, 0});
}

TEST_CASE("conversions to integers truncate and saturate") {
    const auto convert = [](const std::string& value, const std::string& from, const std::string& to) {
        return values_of(to,
                         constant("a", value, from) + "%r = stablehlo.convert %a : (" + from + ") -> " + to);
    };
    CHECK(convert("[-1.9, 300.0, 0x7FC00000]", "tensor<3xf32>", "tensor<3xi8>") == Values{-1, 127, 0});
    CHECK(convert("[-1.9, 300.0]", "tensor<2xf32>", "tensor<2xui8>") == Values{0, 255});
    CHECK(convert("[0.5, 0.0]", "tensor<2xf32>", "tensor<2xi1>") == Values{1, 0});
    CHECK(convert("[257, -1]", "tensor<2xi32>", "tensor<2xi8>") == Values{1, -1});
    CHECK(convert("9007199791611905", "tensor<i64>", "tensor<f32>") == Values{9007200328482816.0});
    CHECK(convert("[(1.5, 2.0)]", "tensor<1xcomplex<f32>>", "tensor<1xf32>") == Values{1.5});
}

TEST_CASE("bitcast_convert cuts wide elements least significant part first") {
    const std::string body = constant("a", "[67305985]", "tensor<1xi32>") +
                             "%r = stablehlo.bitcast_convert %a : (tensor<1xi32>) -> tensor<1x4xi8>";
    CHECK(values_of("tensor<1x4xi8>", body) == Values{1, 2, 3, 4});
    const std::string joined = constant("a", "[[1, 2]]", "tensor<1x2xi4>") +
                               "%r = stablehlo.bitcast_convert %a : (tensor<1x2xi4>) -> tensor<1xi8>";
    CHECK(values_of("tensor<1xi8>", joined) == Values{33});
}

TEST_CASE("reduce_precision rounds the mantissa, then the range") {
    const std::string body = constant("a", "[1.001, 65519.0, 65520.0, 1.0e-8]", "tensor<4xf32>") +
                             "%r = stablehlo.reduce_precision %a, format = e5m10 : tensor<4xf32>";
    CHECK(values_of("tensor<4xf32>", body) == Values{1.0009765625, 65504, infinity, 0});
}

TEST_CASE("functions near zero keep their accuracy") {
    CHECK(unary("exponential_minus_one", "[1.0e-10]", "tensor<1xf64>")[0] == Approx(1e-10).epsilon(1e-9));
    CHECK(unary("log_plus_one", "[1.0e-10]", "tensor<1xf64>")[0] == Approx(1e-10).epsilon(1e-9));
    CHECK(unary("cbrt", "[-8.0]", "tensor<1xf64>") == Values{-2});
    CHECK(unary("logistic", "[0.0]", "tensor<1xf32>") == Values{0.5});
    CHECK(unary("logistic", "[-720.0, -750.0]", "tensor<2xf64>") == Values{std::exp(-720.0), 0});
}

TEST_CASE("exp(x) - 1 of an infinite real number is real") {
    const std::string body = constant("a", "(0x7F800000, 0.0)", "tensor<complex<f32>>") +
                             "%e = stablehlo.exponential_minus_one %a : tensor<complex<f32>>\n";
    CHECK(values_of("tensor<f32>", body + "%r = stablehlo.real %e : (tensor<complex<f32>>) -> tensor<f32>") ==
          Values{infinity});
    CHECK(values_of("tensor<f32>", body + "%r = stablehlo.imag %e : (tensor<complex<f32>>) -> tensor<f32>") ==
          Values{0});
}

TEST_CASE("complex numbers multiply, divide and give their parts") {
    const std::string body = constant("a", "(1.0, 2.0)", "tensor<complex<f32>>") +
                             constant("b", "(3.0, -1.0)", "tensor<complex<f32>>") +
                             "%p = stablehlo.multiply %a, %b : tensor<complex<f32>>\n";
    CHECK(values_of("tensor<f32>", body + "%r = stablehlo.real %p : (tensor<complex<f32>>) -> tensor<f32>") ==
          Values{5});
    CHECK(values_of("tensor<f32>", body + "%r = stablehlo.imag %p : (tensor<complex<f32>>) -> tensor<f32>") ==
          Values{5});
}

TEST_CASE("select takes a scalar or one choice per element") {
    const std::string operands =
        constant("a", "[1, 2]", "tensor<2xi32>") + constant("b", "[3, 4]", "tensor<2xi32>");
    CHECK(values_of("tensor<2xi32>", operands + constant("p", "[false, true]", "tensor<2xi1>") +
                                         "%r = stablehlo.select %p, %a, %b : tensor<2xi1>, tensor<2xi32>") ==
          Values{3, 2});
    CHECK(values_of("tensor<2xi32>", operands + constant("p", "false", "tensor<i1>") +
                                         "%r = stablehlo.select %p, %a, %b : tensor<i1>, tensor<2xi32>") ==
          Values{3, 4});
}

#include <catch2/catch.hpp>

#include "frontend/diagnostic.h"
#include "frontend/pipeline.h"
#include "tests/unit/passes/programs.h"

using namespace hlo2c::frontend;
using Catch::Matchers::Contains;

namespace {

/// What is said of a program that ends in the op `%r`, after `%a`, 4 numbers of which %n are there, and `%m`,
/// the same in pairs.
std::string refusal_of(const std::string& body) {
    const std::string text =
        "func.func @main(%n: tensor<i32>, %x: tensor<4xi32>, %y: tensor<4x2xi32>) -> tensor<i32> {\n"
        "%zero = stablehlo.constant dense<0> : tensor<i32>\n"
        "%a = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xi32>, tensor<i32>) -> "
        "tensor<?xi32, #stablehlo.bounds<4>>\n"
        "%m = stablehlo.set_dimension_size %y, %n, dim = 0 : (tensor<4x2xi32>, tensor<i32>) -> "
        "tensor<?x2xi32, #stablehlo.bounds<4, ?>>\n" +
        body + "\nreturn %n : tensor<i32>\n}\n";
    try {
        run_pipeline(program_of(text), {});
    } catch (const hlo2c::DiagnosticError& error) {
        CHECK(error.diagnostic().number == 216);
        return error.diagnostic().message;
    }
    return "";
}

const std::string line = "tensor<?xi32, #stablehlo.bounds<4>>",
                  pairs = "tensor<?x2xi32, #stablehlo.bounds<4, ?>>";

}  // namespace

TEST_CASE("a result of a size that nothing says is refused") {
    CHECK_THAT(refusal_of("%r = stablehlo.iota dim = 0 : " + line), Contains("stablehlo.iota"));
    CHECK_THAT(refusal_of("%r = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> " + line),
               Contains("nothing says how large dimension 0"));
}

TEST_CASE("a reshape must say which dimension is bounded") {
    CHECK_THAT(refusal_of("%r = stablehlo.reshape %a : (" + line + ") -> tensor<2x2xi32>"),
               Contains("does not say which one of its dimensions is bounded"));
}

TEST_CASE("a kernel that may be smaller has more places than its bound, and is refused") {
    CHECK_THAT(
        refusal_of("%i = stablehlo.constant dense<1> : tensor<1x6x2xi32>\n"
                   "%k = stablehlo.reshape %m : (" +
                   pairs + ") -> tensor<?x2x1xi32, #stablehlo.bounds<4, ?, ?>>\n" +
                   "%r = \"stablehlo.convolution\"(%i, %k) {batch_group_count = 1 : i64, dimension_numbers = "
                   "#stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : "
                   "(tensor<1x6x2xi32>, tensor<?x2x1xi32, #stablehlo.bounds<4, ?, ?>>) -> "
                   "tensor<1x?x1xi32, #stablehlo.bounds<?, 6, ?>>"),
        Contains("stablehlo.convolution: a smaller kernel"));
}

TEST_CASE("processes whose sizes may differ do not exchange bounded values") {
    CHECK_THAT(refusal_of("%r = \"stablehlo.collective_permute\"(%a) {source_target_pairs = dense<0> : "
                          "tensor<1x2xi64>} : (" +
                          line + ") -> " + line),
               Contains("stablehlo.collective_permute works on a size that is only bounded"));
}

TEST_CASE("values of one bound begin a loop") {
    CHECK_THAT(refusal_of("%f = stablehlo.constant dense<1> : tensor<3xi32>\n"
                          "%r = stablehlo.while(%v = %f) : tensor<3xi32>\n"
                          "cond {\n%p = stablehlo.constant dense<false> : tensor<i1>\n"
                          "stablehlo.return %p : tensor<i1>\n} do {\n"
                          "%s = stablehlo.set_dimension_size %v, %n, dim = 0 : (tensor<3xi32>, tensor<i32>) "
                          "-> tensor<?xi32, #stablehlo.bounds<3>>\n"
                          "%t = stablehlo.slice %s [0:3] : (tensor<?xi32, #stablehlo.bounds<3>>) -> "
                          "tensor<3xi32>\nstablehlo.return %t : tensor<3xi32>\n}"),
               Contains("dimension 0 of value 0 is only bounded after a step"));
}

#include <catch2/catch.hpp>

#include "frontend/diagnostic.h"
#include "frontend/pipeline.h"
#include "tests/unit/passes/programs.h"

using namespace hlo2c::frontend;
using Catch::Matchers::Contains;

namespace {

/// The error for a program of `body`, which may read `%a`, a vector bounded by 4 of size %n, and `%m`, the
/// same in pairs.
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

TEST_CASE("a result whose size nothing determines is rejected") {
    CHECK_THAT(refusal_of("%r = stablehlo.iota dim = 0 : " + line), Contains("stablehlo.iota"));
    CHECK_THAT(refusal_of("%r = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> " + line),
               Contains("the size of dimension 0"));
}

TEST_CASE("a size that is set to the whole dimension is known before the program runs") {
    const auto set_to = [](int size) {
        return "func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {\n"
               "%n = stablehlo.constant dense<" +
               std::to_string(size) +
               "> : tensor<i32>\n"
               "%r = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xi32>, tensor<i32>) -> "
               "tensor<4xi32>\nreturn %r : tensor<4xi32>\n}\n";
    };
    CHECK(ops_of(run_pipeline(program_of(set_to(4)), {})).empty());
    CHECK_THROWS_AS(run_pipeline(program_of(set_to(3)), {}), hlo2c::DiagnosticError);
}

TEST_CASE("a reshape must say which dimension is bounded") {
    CHECK_THAT(refusal_of("%r = stablehlo.reshape %a : (" + line + ") -> tensor<2x2xi32>"),
               Contains("does not say which dimension is bounded"));
}

TEST_CASE("a kernel smaller than its bound would yield more outputs, and is rejected") {
    CHECK_THAT(
        refusal_of("%i = stablehlo.constant dense<1> : tensor<1x6x2xi32>\n"
                   "%k = stablehlo.reshape %m : (" +
                   pairs + ") -> tensor<?x2x1xi32, #stablehlo.bounds<4, ?, ?>>\n" +
                   "%r = \"stablehlo.convolution\"(%i, %k) {batch_group_count = 1 : i64, dimension_numbers = "
                   "#stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : "
                   "(tensor<1x6x2xi32>, tensor<?x2x1xi32, #stablehlo.bounds<4, ?, ?>>) -> "
                   "tensor<1x?x1xi32, #stablehlo.bounds<?, 6, ?>>"),
        Contains("stablehlo.convolution: a kernel smaller"));
}

TEST_CASE("a transform has the static length in its attribute") {
    CHECK_THAT(refusal_of("%f = stablehlo.convert %a : (" + line +
                          ") -> tensor<?xf32, #stablehlo.bounds<4>>\n"
                          "%r = stablehlo.fft %f, type = RFFT, length = [4] : (tensor<?xf32, "
                          "#stablehlo.bounds<4>>) -> tensor<?xcomplex<f32>, #stablehlo.bounds<3>>"),
               Contains("it transforms a bounded dimension, but (C4) requires the size in fft_length"));
}

TEST_CASE("a bounded value cannot be sent") {
    CHECK_THAT(
        refusal_of("%t = stablehlo.after_all : !stablehlo.token\n"
                   "%r = \"stablehlo.send\"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle "
                   "= 1, type = 2>, is_host_transfer = true} : (" +
                   line + ", !stablehlo.token) -> !stablehlo.token"),
        Contains("stablehlo.send needs a size of which only a bound is known"));
}

TEST_CASE("an unknown call cannot take bounded values") {
    CHECK_THAT(refusal_of("%r = stablehlo.custom_call @unknown(%a) : (" + line + ") -> " + line),
               Contains("stablehlo.custom_call needs a size of which only a bound is known"));
}

TEST_CASE("per-axis quantized tensors cannot be regrouped at a run-time size") {
    const std::string kernel =
                          "tensor<1x2x?x!quant.uniform<i8:f32:2, {0.5, 0.25, 0.5, 0.25}>, "
                          "#stablehlo.bounds<?, ?, 4>>",
                      result = "tensor<1x3x?x!quant.uniform<i8:f32, 0.5>, #stablehlo.bounds<?, ?, 4>>";
    CHECK_THAT(
        refusal_of(
            "%i = \"stablehlo.constant\"() {value = dense<1> : tensor<1x3x4xi8>} : () -> "
            "tensor<1x3x4x!quant.uniform<i8:f32, 0.5>>\n"
            "%w = stablehlo.constant dense<1> : tensor<1x2x4xi8>\n"
            "%s = stablehlo.set_dimension_size %w, %n, dim = 2 : (tensor<1x2x4xi8>, tensor<i32>) -> "
            "tensor<1x2x?xi8, #stablehlo.bounds<?, ?, 4>>\n"
            "%k = stablehlo.bitcast_convert %s : (tensor<1x2x?xi8, #stablehlo.bounds<?, ?, 4>>) -> " +
            kernel +
            "\n%r = \"stablehlo.convolution\"(%i, %k) {batch_group_count = 1 : i64, dimension_numbers = "
            "#stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64} : "
            "(tensor<1x3x4x!quant.uniform<i8:f32, 0.5>>, " +
            kernel + ") -> " + result),
        Contains("each slice of a group has its own scale"));
}

TEST_CASE("initial values of a loop must have the bounds of its later values") {
    CHECK_THAT(refusal_of("%f = stablehlo.constant dense<1> : tensor<3xi32>\n"
                          "%r = stablehlo.while(%v = %f) : tensor<3xi32>\n"
                          "cond {\n%p = stablehlo.constant dense<false> : tensor<i1>\n"
                          "stablehlo.return %p : tensor<i1>\n} do {\n"
                          "%s = stablehlo.set_dimension_size %v, %n, dim = 0 : (tensor<3xi32>, tensor<i32>) "
                          "-> tensor<?xi32, #stablehlo.bounds<3>>\n"
                          "%t = stablehlo.slice %s [0:3] : (tensor<?xi32, #stablehlo.bounds<3>>) -> "
                          "tensor<3xi32>\nstablehlo.return %t : tensor<3xi32>\n}"),
               Contains("only a bound is known for dimension 0 of value 0 after an iteration"));
}

#include "tests/unit/frontend/refusals.h"

using namespace hlo2c::frontend::testing;

namespace {

/// Checks the cases in a function with the arguments that they use.
void check(const std::vector<Case>& cases) {
    check_cases(
        "func.func @main("
        "%lf: tensor<2x4x2xf32>, %lq: tensor<2x4x2x!quant.uniform<i8:f32, 0.5>>, "
        "%kf: tensor<1x2x2xf32>, %kq: tensor<1x2x2x!quant.uniform<i8:f32, 0.5>>, "
        "%k16: tensor<1x2x2x!quant.uniform<i16:f32, 0.5>>, "
        "%kh: tensor<1x2x2x!quant.uniform<i8:f16, 0.5>>, "
        "%ka: tensor<1x2x2x!quant.uniform<i8:f32:2, {0.5, 0.25}>>, "
        "%ka1: tensor<1x2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>, %pad: tensor<1x2xi64>, "
        "%a: tensor<2x3xf32>, %c: tensor<2x3xcomplex<f32>>, "
        "%q: tensor<2x3x!quant.uniform<i8:f32, 0.5>>, "
        "%q16: tensor<2x3x!quant.uniform<i16:f32, 0.5>>, "
        "%qh: tensor<2x3x!quant.uniform<i8:f16, 0.5>>, "
        "%qa0: tensor<2x3x!quant.uniform<i8:f32:0, {0.5, 0.25}>>, "
        "%qa1: tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 0.25, 0.125}>>, %s: tensor<2xi64>, %qs: "
        "tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>"
        ") {\n",
        cases);
}

}  // namespace

TEST_CASE("a quantized convolution has storage types, expressed types and axes that belong together") {
    check(
        {
            {R"(  %0 = "stablehlo.convolution"(%lq, %kf) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<1x2x2xf32>) -> tensor<2x4x2x!quant.uniform<i8:f32, 0.5>>)",
             "stablehlo.convolution violates (C28)"},
            {R"(  %0 = "stablehlo.convolution"(%lq, %ka1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<1x2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) -> tensor<2x4x2x!quant.uniform<i8:f32, 0.5>>)",
             "stablehlo.convolution violates (C29)"},
            {R"(  %0 = "stablehlo.convolution"(%lq, %ka) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<1x2x2x!quant.uniform<i8:f32:2, {0.5, 0.25}>>) -> tensor<2x4x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>)",
             "stablehlo.convolution violates (C30)"},
            {R"(  %0 = "stablehlo.convolution"(%lq, %k16) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<1x2x2x!quant.uniform<i16:f32, 0.5>>) -> tensor<2x4x2x!quant.uniform<i8:f32, 0.5>>)",
             "stablehlo.convolution violates (C31)"},
            {R"(  %0 = "stablehlo.convolution"(%lq, %kh) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<1x2x2x!quant.uniform<i8:f16, 0.5>>) -> tensor<2x4x2x!quant.uniform<i8:f32, 0.5>>)",
             "stablehlo.convolution violates (C32)"},
            {R"(  %0 = "stablehlo.convolution"(%lq, %kq) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<1x2x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x4x2x!quant.uniform<i8:f32:2, {0.5, 0.25}>>)",
             "stablehlo.convolution violates (C33)"},
            {R"(  %0 = "stablehlo.convolution"(%lf, %kh) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x2xf32>, tensor<1x2x2x!quant.uniform<i8:f16, 0.5>>) -> tensor<2x4x2xf32>)",
             "stablehlo.convolution violates (C34)"},
            {R"(  %0 = "stablehlo.dynamic_conv"(%lq, %kf, %pad) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<1x2x2xf32>, tensor<1x2xi64>) -> tensor<2x4x2x!quant.uniform<i8:f32, 0.5>>)",
             "stablehlo.dynamic_conv violates (C28)"},
            {R"(  %0 = "stablehlo.dynamic_conv"(%lq, %ka1, %pad) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<1x2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>, tensor<1x2xi64>) -> tensor<2x4x2x!quant.uniform<i8:f32, 0.5>>)",
             "stablehlo.dynamic_conv violates (C29)"},
            {R"(  %0 = "stablehlo.dynamic_conv"(%lq, %ka, %pad) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<1x2x2x!quant.uniform<i8:f32:2, {0.5, 0.25}>>, tensor<1x2xi64>) -> tensor<2x4x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>)",
             "stablehlo.dynamic_conv violates (C30)"},
            {R"(  %0 = "stablehlo.dynamic_conv"(%lq, %k16, %pad) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<1x2x2x!quant.uniform<i16:f32, 0.5>>, tensor<1x2xi64>) -> tensor<2x4x2x!quant.uniform<i8:f32, 0.5>>)",
             "stablehlo.dynamic_conv violates (C31)"},
            {R"(  %0 = "stablehlo.dynamic_conv"(%lq, %kh, %pad) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<1x2x2x!quant.uniform<i8:f16, 0.5>>, tensor<1x2xi64>) -> tensor<2x4x2x!quant.uniform<i8:f32, 0.5>>)",
             "stablehlo.dynamic_conv violates (C32)"},
            {R"(  %0 = "stablehlo.dynamic_conv"(%lq, %kq, %pad) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<1x2x2x!quant.uniform<i8:f32, 0.5>>, tensor<1x2xi64>) -> tensor<2x4x2x!quant.uniform<i8:f32:2, {0.5, 0.25}>>)",
             "stablehlo.dynamic_conv violates (C33)"},
            {R"(  %0 = "stablehlo.dynamic_conv"(%lf, %kh, %pad) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x2xf32>, tensor<1x2x2x!quant.uniform<i8:f16, 0.5>>, tensor<1x2xi64>) -> tensor<2x4x2xf32>)",
             "stablehlo.dynamic_conv violates (C34)"},
        });
}

TEST_CASE("a quantized dot has storage types, expressed types and axes that belong together") {
    check({
        {R"(  %0 = "stablehlo.dot_general"(%a, %c) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>} : (tensor<2x3xf32>, tensor<2x3xcomplex<f32>>) -> tensor<2x2xf32>)",
         "stablehlo.dot_general violates (C13)"},
        {R"(  %0 = "stablehlo.dot_general"(%q, %q16) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>} : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>, tensor<2x3x!quant.uniform<i16:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5>>)",
         "stablehlo.dot_general violates (C17)"},
        {R"(  %0 = "stablehlo.dot_general"(%q, %q) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>} : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>, tensor<2x3x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>)",
         "stablehlo.dot_general violates (C19)"},
        {R"(  %0 = "stablehlo.dot_general"(%a, %qh) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>} : (tensor<2x3xf32>, tensor<2x3x!quant.uniform<i8:f16, 0.5>>) -> tensor<2x2xf32>)",
         "stablehlo.dot_general violates (C20)"},
    });
}

TEST_CASE("the quantized axis of a result is that of the operands") {
    check({
        {R"(  %0 = "stablehlo.add"(%q, %qa0) : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>, tensor<2x3x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) -> tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 0.25, 0.125}>>)",
         "stablehlo.add violates (C7)"},
        {R"(  %0 = "stablehlo.dynamic_broadcast_in_dim"(%qs, %s) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>, tensor<2xi64>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>)",
         "stablehlo.dynamic_broadcast_in_dim violates (C6)"},
        {R"(  %0 = "stablehlo.dynamic_reshape"(%qa1, %s) : (tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 0.25, 0.125}>>, tensor<2xi64>) -> tensor<3x2x!quant.uniform<i8:f32:0, {0.5, 0.25, 0.125}>>)",
         "stablehlo.dynamic_reshape violates (C3)"},
    });
}

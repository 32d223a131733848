#include "tests/unit/frontend/refusals.h"

using namespace hlo2c::frontend::testing;

namespace {

/// Checks the cases in a function with the arguments that they use.
void check(const std::vector<Case>& cases) {
    check_cases(
        "func.func @main(%a: tensor<2x3xf32>, %n: tensor<4xi32>, %c: tensor<2x3xcomplex<f32>>, "
        "%j: tensor<4x1xi32>, %k: tensor<2xi64>) {\n",
        cases);
}

}  // namespace

TEST_CASE("the result of an elementwise op has the type of its operands (C1)") {
    check({
        {R"(  %0 = "stablehlo.cbrt"(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>)",
         "stablehlo.cbrt violates (C1)"},
        {R"(  %0 = "stablehlo.ceil"(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>)",
         "stablehlo.ceil violates (C1)"},
        {R"(  %0 = "stablehlo.cosine"(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>)",
         "stablehlo.cosine violates (C1)"},
        {R"(  %0 = "stablehlo.exponential"(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>)",
         "stablehlo.exponential violates (C1)"},
        {R"(  %0 = "stablehlo.exponential_minus_one"(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>)",
         "stablehlo.exponential_minus_one violates (C1)"},
        {R"(  %0 = "stablehlo.floor"(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>)",
         "stablehlo.floor violates (C1)"},
        {R"(  %0 = "stablehlo.log"(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>)",
         "stablehlo.log violates (C1)"},
        {R"(  %0 = "stablehlo.log_plus_one"(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>)",
         "stablehlo.log_plus_one violates (C1)"},
        {R"(  %0 = "stablehlo.logistic"(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>)",
         "stablehlo.logistic violates (C1)"},
        {R"(  %0 = "stablehlo.negate"(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>)",
         "stablehlo.negate violates (C1)"},
        {R"(  %0 = "stablehlo.round_nearest_afz"(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>)",
         "stablehlo.round_nearest_afz violates (C1)"},
        {R"(  %0 = "stablehlo.round_nearest_even"(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>)",
         "stablehlo.round_nearest_even violates (C1)"},
        {R"(  %0 = "stablehlo.rsqrt"(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>)",
         "stablehlo.rsqrt violates (C1)"},
        {R"(  %0 = "stablehlo.sign"(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>)",
         "stablehlo.sign violates (C1)"},
        {R"(  %0 = "stablehlo.sine"(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>)",
         "stablehlo.sine violates (C1)"},
        {R"(  %0 = "stablehlo.sqrt"(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>)",
         "stablehlo.sqrt violates (C1)"},
        {R"(  %0 = "stablehlo.tan"(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>)",
         "stablehlo.tan violates (C1)"},
        {R"(  %0 = "stablehlo.tanh"(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>)",
         "stablehlo.tanh violates (C1)"},
        {R"(  %0 = "stablehlo.count_leading_zeros"(%n) : (tensor<4xi32>) -> tensor<4xi64>)",
         "stablehlo.count_leading_zeros violates (C1)"},
        {R"(  %0 = "stablehlo.not"(%n) : (tensor<4xi32>) -> tensor<4xi64>)", "stablehlo.not violates (C1)"},
        {R"(  %0 = "stablehlo.popcnt"(%n) : (tensor<4xi32>) -> tensor<4xi64>)",
         "stablehlo.popcnt violates (C1)"},
        {R"(  %0 = "stablehlo.reduce_precision"(%a) {exponent_bits = 5 : i32, mantissa_bits = 10 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf16>)",
         "stablehlo.reduce_precision violates (C1)"},
    });
}

TEST_CASE("a declared result violates the constraint on its shape or on its element type") {
    check({
        {R"(  %0 = "stablehlo.gather"(%a, %j) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>, indices_are_sorted = false} : (tensor<2x3xf32>, tensor<4x1xi32>) -> tensor<4x2xf32>)",
         "stablehlo.gather violates (C22): result 0 is declared as tensor<4x2xf32>, but operands and "
         "attributes give tensor<4x3xf32>"},
        {R"(  %0 = "stablehlo.gather"(%a, %j) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>, indices_are_sorted = false} : (tensor<2x3xf32>, tensor<4x1xi32>) -> tensor<4x3xf64>)",
         "stablehlo.gather violates (C23)"},
        {R"(  %0 = "stablehlo.real"(%c) : (tensor<2x3xcomplex<f32>>) -> tensor<2xf32>)",
         "stablehlo.real violates (C1)"},
        {R"(  %0 = "stablehlo.real"(%c) : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf64>)",
         "stablehlo.real violates (C2)"},
        {R"(  %0 = "stablehlo.get_dimension_size"(%a) {dimension = 0 : i64} : (tensor<2x3xf32>) -> tensor<i64>)",
         "result 0 of stablehlo.get_dimension_size is declared as tensor<i64>"},
    });
}

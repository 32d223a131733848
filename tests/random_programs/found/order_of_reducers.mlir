// A product whose order decides whether it overflows takes the elements in the order of the operand, however the
// dimensions are listed: 60000 * 2 is infinite in f16.
func.func @product_across_rows_and_columns() {
  %x = stablehlo.constant dense<[[[60000.0, 60000.0], [0.5, 0.5], [1.0, 1.0]], [[2.0, 2.0], [1.0, 1.0], [1.0, 1.0]], [[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]]]> : tensor<3x3x2xf16>
  %one = stablehlo.constant dense<1.0> : tensor<f16>
  %x0 = stablehlo.optimization_barrier %x : tensor<3x3x2xf16>
  %0 = stablehlo.reduce(%x0 init: %one) applies stablehlo.multiply across dimensions = [1, 0] : (tensor<3x3x2xf16>, tensor<f16>) -> tensor<2xf16>
  check.expect_eq_const %0, dense<60000.0> : tensor<2xf16>
  return
}

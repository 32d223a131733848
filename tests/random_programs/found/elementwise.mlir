// The largest number rounds to infinity whatever the exponent's width.
func.func @reduced_precision_overflows() {
  %x = stablehlo.constant dense<[0x7F7FFFFF, 0x3FC00000, 0xFF7FFFFF]> : tensor<3xf32>
  %0 = stablehlo.reduce_precision %x, format = e1m14 : tensor<3xf32>
  check.expect_eq_const %0, dense<[0x7F800000, 0x00000000, 0xFF800000]> : tensor<3xf32>
  return
}

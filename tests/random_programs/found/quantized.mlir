// The largest number of the storage is none of f32.
func.func @limit_between_floats() {
  %x = stablehlo.constant dense<[1.0e+12, -1.0e+12, 3.0]> : tensor<3xf32>
  %0 = stablehlo.uniform_quantize %x : (tensor<3xf32>) -> tensor<3x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.5:3>>
  %1 = stablehlo.bitcast_convert %0 : (tensor<3x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.5:3>>) -> tensor<3xi32>
  check.expect_eq_const %1, dense<[2147483645, -2147483647, 9]> : tensor<3xi32>
  return
}

// A constant whose literal has the type of its storage was folded into what reads its scale.
func.func @dequantized_constant() {
  %stored = "stablehlo.constant"() <{value = dense<[49, 86]> : tensor<2xui8>}> : () -> tensor<2x!quant.uniform<ui8:f32, 1.0:7>>
  %value = stablehlo.uniform_dequantize %stored : (tensor<2x!quant.uniform<ui8:f32, 1.0:7>>) -> tensor<2xf32>
  check.expect_eq_const %value, dense<[42.0, 79.0]> : tensor<2xf32>
  return
}

// The largest number of the storage is none of f32.
func.func @limit_between_floats() {
  %x = stablehlo.constant dense<[1.0e+12, -1.0e+12, 3.0]> : tensor<3xf32>
  %0 = stablehlo.uniform_quantize %x : (tensor<3xf32>) -> tensor<3x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.5:3>>
  %1 = stablehlo.bitcast_convert %0 : (tensor<3x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.5:3>>) -> tensor<3xi32>
  check.expect_eq_const %1, dense<[2147483645, -2147483647, 9]> : tensor<3xi32>
  return
}

// A product that has no elements, because an operand has none along a dimension of the result.
func.func @dot_general_of_a_scalar_and_nothing() {
  %x = stablehlo.constant dense<> : tensor<1x1x0xi4>
  %y = stablehlo.constant dense<3> : tensor<i4>
  %x0, %y0 = stablehlo.optimization_barrier %x, %y : tensor<1x1x0xi4>, tensor<i4>
  %0 = stablehlo.dot_general %x0, %y0, contracting_dims = [] x [] : (tensor<1x1x0xi4>, tensor<i4>) -> tensor<1x1x0xi16>
  check.expect_eq_const %0, dense<> : tensor<1x1x0xi16>
  return
}

// The same, where the sums have no elements either.
func.func @dot_general_of_sums_of_nothing() {
  %x = stablehlo.constant dense<> : tensor<0x0x1xi64>
  %y = stablehlo.constant dense<> : tensor<1x1x0xi64>
  %x0, %y0 = stablehlo.optimization_barrier %x, %y : tensor<0x0x1xi64>, tensor<1x1x0xi64>
  %0 = stablehlo.dot_general %x0, %y0, contracting_dims = [1, 2] x [2, 0] : (tensor<0x0x1xi64>, tensor<1x1x0xi64>) -> tensor<0x1xi64>
  check.expect_eq_const %0, dense<> : tensor<0x1xi64>
  return
}

// A padded convolution of images without features, whose sums have no elements.
func.func @convolution_without_features() {
  %x = stablehlo.constant dense<> : tensor<2x5x5x0xf32>
  %k = stablehlo.constant dense<> : tensor<3x3x0x4xf32>
  %x0, %k0 = stablehlo.optimization_barrier %x, %k : tensor<2x5x5x0xf32>, tensor<3x3x0x4xf32>
  %0 = stablehlo.convolution(%x0, %k0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x5x0xf32>, tensor<3x3x0x4xf32>) -> tensor<2x5x5x4xf32>
  check.expect_eq_const %0, dense<0.0> : tensor<2x5x5x4xf32>
  return
}

// The same of complex numbers, and of bytes.
func.func @other_types_without_features() {
  %x = stablehlo.constant dense<> : tensor<1x6x0xcomplex<f32>>
  %k = stablehlo.constant dense<> : tensor<3x0x2xcomplex<f32>>
  %a = stablehlo.constant dense<> : tensor<4x0xi8>
  %b = stablehlo.constant dense<> : tensor<0x3xi8>
  %p = stablehlo.constant dense<> : tensor<2x0xi1>
  %x0, %k0, %a0, %b0, %p0 = stablehlo.optimization_barrier %x, %k, %a, %b, %p : tensor<1x6x0xcomplex<f32>>, tensor<3x0x2xcomplex<f32>>, tensor<4x0xi8>, tensor<0x3xi8>, tensor<2x0xi1>
  %0 = stablehlo.convolution(%x0, %k0) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x6x0xcomplex<f32>>, tensor<3x0x2xcomplex<f32>>) -> tensor<1x6x2xcomplex<f32>>
  %1 = stablehlo.dot %a0, %b0 : (tensor<4x0xi8>, tensor<0x3xi8>) -> tensor<4x3xi32>
  %2 = stablehlo.dot_general %p0, %p0, contracting_dims = [1] x [1] : (tensor<2x0xi1>, tensor<2x0xi1>) -> tensor<2x2xi1>
  check.expect_eq_const %0, dense<(0.0, 0.0)> : tensor<1x6x2xcomplex<f32>>
  check.expect_eq_const %1, dense<0> : tensor<4x3xi32>
  check.expect_eq_const %2, dense<false> : tensor<2x2xi1>
  return
}

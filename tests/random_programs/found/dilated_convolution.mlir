// An infinite element of the kernel makes NaN of a zero between the operand's elements, in the other phase only.
func.func @infinite_kernel() {
  %x = stablehlo.constant dense<[[[1.0], [2.0]]]> : tensor<1x2x1xf32>
  %kernel = stablehlo.constant dense<[[[1.0]], [[0x7F800000]], [[1.0]]]> : tensor<3x1x1xf32>
  %0 = stablehlo.convolution(%x, %kernel) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x1xf32>, tensor<3x1x1xf32>) -> tensor<1x3x1xf32>
  %1 = stablehlo.compare NE, %0, %0, FLOAT : (tensor<1x3x1xf32>, tensor<1x3x1xf32>) -> tensor<1x3x1xi1>
  check.expect_eq_const %1, dense<[[[false], [true], [false]]]> : tensor<1x3x1xi1>
  return
}

// Padding cuts off elements, the kernel is reversed, and the last phase has fewer results.
func.func @cut_and_reversed() {
  %x = stablehlo.constant dense<[[[1], [2], [3]]]> : tensor<1x3x1xi32>
  %kernel = stablehlo.constant dense<[[[1]], [[10]], [[100]], [[1000]]]> : tensor<4x1x1xi32>
  %0 = stablehlo.convolution(%x, %kernel) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[-1, 2]], lhs_dilate = [3], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xi32>, tensor<4x1x1xi32>) -> tensor<1x5x1xi32>
  check.expect_eq_const %0, dense<[[[20], [200], [2003], [30], [300]]]> : tensor<1x5x1xi32>
  return
}

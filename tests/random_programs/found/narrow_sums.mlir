// Sums of narrow floats are rounded once. 1 + 0.03125 + ... in f8E4M3FNUZ would stay 1 if each sum were rounded.
func.func @unary_einsum_of_f8() {
  %x = stablehlo.constant dense<[[1.0, 0.03125, 0.03125, 0.03125, 0.03125, 0.03125, 0.03125, 0.03125, 0.03125]]> : tensor<1x9xf8E4M3FNUZ>
  %x0 = stablehlo.optimization_barrier %x : tensor<1x9xf8E4M3FNUZ>
  %0 = "stablehlo.unary_einsum"(%x0) <{einsum_config = "ab->a"}> : (tensor<1x9xf8E4M3FNUZ>) -> tensor<1xf8E4M3FNUZ>
  check.expect_eq_const %0, dense<1.25> : tensor<1xf8E4M3FNUZ>
  return
}

// A letter of one operand alone is summed before the product, without rounding either.
func.func @einsum_of_f16_with_a_lone_letter() {
  %x = stablehlo.constant dense<[[2048.0, 1.0, 1.0, 1.0, 1.0]]> : tensor<1x5xf16>
  %y = stablehlo.constant dense<[0.5]> : tensor<1xf16>
  %x0, %y0 = stablehlo.optimization_barrier %x, %y : tensor<1x5xf16>, tensor<1xf16>
  %0 = "stablehlo.einsum"(%x0, %y0) <{einsum_config = "ab,a->a"}> : (tensor<1x5xf16>, tensor<1xf16>) -> tensor<1xf16>
  check.expect_eq_const %0, dense<1026.0> : tensor<1xf16>
  return
}

// The padding is zero, a number that f8E8M0FNU does not have.
func.func @convolution_of_a_type_without_zero() {
  %w = stablehlo.constant dense<[[[1.0]], [[1.0]], [[64.0]]]> : tensor<3x1x1xf8E8M0FNU>
  %least = stablehlo.constant dense<5.8774717541114375e-39> : tensor<f8E8M0FNU>
  %scale = stablehlo.broadcast_in_dim %least, dims = [] : (tensor<f8E8M0FNU>) -> tensor<1x2x1xf8E8M0FNU>
  %x0, %w0 = stablehlo.optimization_barrier %scale, %w : tensor<1x2x1xf8E8M0FNU>, tensor<3x1x1xf8E8M0FNU>
  %0 = stablehlo.convolution(%x0, %w0) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x1xf8E8M0FNU>, tensor<3x1x1xf8E8M0FNU>) -> tensor<1x1x1xf8E8M0FNU>
  %wide = stablehlo.convert %0 : (tensor<1x1x1xf8E8M0FNU>) -> tensor<1x1x1xf32>
  check.expect_eq_const %wide, dense<1.1754943508222875e-38> : tensor<1x1x1xf32>
  return
}

// The elements of other groups are masked by zero.
func.func @ragged_dot_of_a_type_without_zero() {
  %w = stablehlo.constant dense<[[64.0], [1.0]]> : tensor<2x1xf8E8M0FNU>
  %least = stablehlo.constant dense<5.8774717541114375e-39> : tensor<f8E8M0FNU>
  %scale = stablehlo.broadcast_in_dim %least, dims = [] : (tensor<f8E8M0FNU>) -> tensor<1x2xf8E8M0FNU>
  %groups = stablehlo.constant dense<[1, 1]> : tensor<2xi64>
  %x0, %w0 = stablehlo.optimization_barrier %scale, %w : tensor<1x2xf8E8M0FNU>, tensor<2x1xf8E8M0FNU>
  %0 = "chlo.ragged_dot"(%x0, %w0, %groups) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>} : (tensor<1x2xf8E8M0FNU>, tensor<2x1xf8E8M0FNU>, tensor<2xi64>) -> tensor<2x1x1xf8E8M0FNU>
  %wide = stablehlo.convert %0 : (tensor<2x1x1xf8E8M0FNU>) -> tensor<2x1x1xf32>
  check.expect_eq_const %wide, dense<[[[3.7615819226313200e-37]], [[5.8774717541114375e-39]]]> : tensor<2x1x1xf32>
  return
}

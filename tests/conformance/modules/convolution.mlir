// Booleans are not counted: a result is true where any two meet.
func.func @booleans() {
  %input = stablehlo.constant dense<[[[true], [true], [false], [false]]]> : tensor<1x4x1xi1>
  %kernel = stablehlo.constant dense<[[[true]], [[true]]]> : tensor<2x1x1xi1>
  %0 = stablehlo.convolution(%input, %kernel) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xi1>, tensor<2x1x1xi1>) -> tensor<1x3x1xi1>
  check.expect_eq_const %0, dense<[[[true], [true], [false]]]> : tensor<1x3x1xi1>
  func.return
}

// -----

func.func @floats_give_integers() {
  %input = stablehlo.constant dense<[[[1.5], [2.5], [3.5]]]> : tensor<1x3x1xf32>
  %kernel = stablehlo.constant dense<[[[0.5]], [[0.5]]]> : tensor<2x1x1xf32>
  %0 = stablehlo.convolution(%input, %kernel) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xf32>, tensor<2x1x1xf32>) -> tensor<1x2x1xi32>
  check.expect_eq_const %0, dense<[[[2], [3]]]> : tensor<1x2x1xi32>
  func.return
}

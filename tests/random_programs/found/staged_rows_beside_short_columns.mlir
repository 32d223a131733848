// A convolution of a padded operand with more rows than columns: blocks of its staged lines are around the vectors, so rows
// are not in lanes, although columns are too few to fill a vector. x[i, j] is i (j + 1), and the kernel is one.
func.func @padded_convolution_with_three_columns() {
  %rows = stablehlo.iota dim = 1 : tensor<1x1039x2x1xf32>
  %columns = stablehlo.iota dim = 2 : tensor<1x1039x2x1xf32>
  %one = stablehlo.constant dense<1.0> : tensor<1x1039x2x1xf32>
  %factors = stablehlo.add %columns, %one : tensor<1x1039x2x1xf32>
  %product = stablehlo.multiply %rows, %factors : tensor<1x1039x2x1xf32>
  %x = stablehlo.optimization_barrier %product : tensor<1x1039x2x1xf32>
  %kernel = stablehlo.constant dense<1.0> : tensor<1x3x2x1xf32>
  %r = stablehlo.convolution(%x, %kernel) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[b, f, 0, 1], window = {stride = [1, 2], pad = [[0, 0], [3, 2]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1039x2x1xf32>, tensor<1x3x2x1xf32>) -> tensor<1x1x1037x3xf32>
  %row = stablehlo.iota dim = 2 : tensor<1x1x1037x3xf32>
  %column = stablehlo.iota dim = 3 : tensor<1x1x1037x3xf32>
  %three = stablehlo.constant dense<3.0> : tensor<1x1x1037x3xf32>
  %thrice = stablehlo.multiply %row, %three : tensor<1x1x1037x3xf32>
  %sum = stablehlo.add %thrice, %three : tensor<1x1x1037x3xf32>
  %expected = stablehlo.multiply %sum, %column : tensor<1x1x1037x3xf32>
  check.expect_eq %r, %expected : tensor<1x1x1037x3xf32>
  func.return
}

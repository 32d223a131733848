// A padded convolution whose result is stored with the lines of the images last, so that no loop of its results but the
// one of staged lines writes neighbours. The kernel is ones: each result is the sum of a window.
func.func @lines_last() {
  %i = stablehlo.iota dim = 1 : tensor<2x17x7x15xi32>
  %j = stablehlo.iota dim = 3 : tensor<2x17x7x15xi32>
  %p = stablehlo.multiply %i, %j : tensor<2x17x7x15xi32>
  %x = stablehlo.convert %p : (tensor<2x17x7x15xi32>) -> tensor<2x17x7x15xf32>
  %k = stablehlo.constant dense<1.0> : tensor<3x3x1x30xf32>
  %x0, %k0 = stablehlo.optimization_barrier %x, %k : tensor<2x17x7x15xf32>, tensor<3x3x1x30xf32>
  %c = stablehlo.convolution(%x0, %k0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[3, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 15 : i64} : (tensor<2x17x7x15xf32>, tensor<3x3x1x30xf32>) -> tensor<2x19x7x30xf32>
  %0 = stablehlo.transpose %c, dims = [3, 2, 0, 1] : (tensor<2x19x7x30xf32>) -> tensor<30x7x2x19xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %w = "stablehlo.reduce_window"(%x0, %zero) ({
   ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 1, 3, 3, 1>, padding = dense<[[0, 0], [3, 1], [1, 1], [0, 0]]> : tensor<4x2xi64>} : (tensor<2x17x7x15xf32>, tensor<f32>) -> tensor<2x19x7x15xf32>
  %twice = stablehlo.broadcast_in_dim %w, dims = [0, 1, 2, 3] : (tensor<2x19x7x15xf32>) -> tensor<2x19x7x15x2xf32>
  %all = stablehlo.reshape %twice : (tensor<2x19x7x15x2xf32>) -> tensor<2x19x7x30xf32>
  %1 = stablehlo.transpose %all, dims = [3, 2, 0, 1] : (tensor<2x19x7x30xf32>) -> tensor<30x7x2x19xf32>
  check.expect_eq %0, %1 : tensor<30x7x2x19xf32>
  return
}

// The same with several features, added up over columns.
func.func @lines_last_added_up() {
  %i = stablehlo.iota dim = 2 : tensor<1x5x56x80xi32>
  %x = stablehlo.convert %i : (tensor<1x5x56x80xi32>) -> tensor<1x5x56x80xf32>
  %k = stablehlo.constant dense<1.0> : tensor<3x3x5x48xf32>
  %x0, %k0 = stablehlo.optimization_barrier %x, %k : tensor<1x5x56x80xf32>, tensor<3x3x5x48xf32>
  %c = stablehlo.convolution(%x0, %k0) dim_numbers = [b, f, 0, 1]x[0, 1, i, o]->[b, f, 0, 1], window = {stride = [3, 1], pad = [[1, 4], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x56x80xf32>, tensor<3x3x5x48xf32>) -> tensor<1x48x20x80xf32>
  %t = stablehlo.transpose %c, dims = [3, 0, 1, 2] : (tensor<1x48x20x80xf32>) -> tensor<80x1x48x20xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<80x1x48x20xf32>, tensor<f32>) -> tensor<48x20xf32>
  %w = "stablehlo.reduce_window"(%x0, %zero) ({
   ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {window_dimensions = array<i64: 1, 5, 3, 3>, window_strides = array<i64: 1, 1, 3, 1>, padding = dense<[[0, 0], [0, 0], [1, 4], [1, 1]]> : tensor<4x2xi64>} : (tensor<1x5x56x80xf32>, tensor<f32>) -> tensor<1x1x20x80xf32>
  %sums = stablehlo.reduce(%w init: %zero) applies stablehlo.add across dimensions = [0, 1, 3] : (tensor<1x1x20x80xf32>, tensor<f32>) -> tensor<20xf32>
  %1 = stablehlo.broadcast_in_dim %sums, dims = [1] : (tensor<20xf32>) -> tensor<48x20xf32>
  check.expect_eq %0, %1 : tensor<48x20xf32>
  return
}

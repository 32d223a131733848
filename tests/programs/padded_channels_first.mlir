module @padded_channels_first {
  func.func public @main(%images: tensor<2x24x7x6xf32>, %expand: tensor<80x24x1x1xf32>, %window: tensor<80x1x5x5xf32>, %small: tensor<1x16x2x2xf32>, %dense: tensor<40x16x3x3xf32>, %last: tensor<8x40x3x3xf32>) -> (tensor<2x80x7x6xf32>, tensor<1x8x2x2xf32>) {
    %zeros = stablehlo.constant dense<0.0> : tensor<2x80x7x6xf32>
    %0 = stablehlo.convolution(%images, %expand) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x24x7x6xf32>, tensor<80x24x1x1xf32>) -> tensor<2x80x7x6xf32>
    %1 = stablehlo.maximum %0, %zeros : tensor<2x80x7x6xf32>
    %2 = stablehlo.convolution(%1, %window) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[2, 2], [2, 2]]} {batch_group_count = 1 : i64, feature_group_count = 80 : i64} : (tensor<2x80x7x6xf32>, tensor<80x1x5x5xf32>) -> tensor<2x80x7x6xf32>
    %3 = stablehlo.convolution(%small, %dense) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x16x2x2xf32>, tensor<40x16x3x3xf32>) -> tensor<1x40x2x2xf32>
    %4 = stablehlo.convolution(%3, %last) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x40x2x2xf32>, tensor<8x40x3x3xf32>) -> tensor<1x8x2x2xf32>
    return %2, %4 : tensor<2x80x7x6xf32>, tensor<1x8x2x2xf32>
  }
}

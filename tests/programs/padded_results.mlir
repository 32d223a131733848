module @padded_results {
  func.func public @main(%images: tensor<2x14x13x160xf32>, %squeeze: tensor<1x1x160x48xf32>, %large: tensor<1x16x15x128xf32>, %window: tensor<3x3x128x40xf32>, %next: tensor<3x3x48x16xf32>, %last: tensor<3x3x40x16xf32>) -> (tensor<2x14x13x16xf32>, tensor<1x14x13x16xf32>) {
    %zeros = stablehlo.constant dense<0.0> : tensor<2x14x13x48xf32>
    %0 = stablehlo.convolution(%images, %squeeze) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x14x13x160xf32>, tensor<1x1x160x48xf32>) -> tensor<2x14x13x48xf32>
    %1 = stablehlo.maximum %0, %zeros : tensor<2x14x13x48xf32>
    %2 = stablehlo.convolution(%1, %next) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x14x13x48xf32>, tensor<3x3x48x16xf32>) -> tensor<2x14x13x16xf32>
    %3 = stablehlo.convolution(%large, %window) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x16x15x128xf32>, tensor<3x3x128x40xf32>) -> tensor<1x14x13x40xf32>
    %4 = stablehlo.convolution(%3, %last) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [2, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x14x13x40xf32>, tensor<3x3x40x16xf32>) -> tensor<1x14x13x16xf32>
    return %2, %4 : tensor<2x14x13x16xf32>, tensor<1x14x13x16xf32>
  }
}

module @depthwise_convolution {
  func.func public @main(%image: tensor<1x24x14x14xf32>, %weights: tensor<24x1x3x3xf32>) -> tensor<1x24x14x14xf32> {
    %low = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %high = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %0 = stablehlo.convolution(%image, %weights) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 24 : i64} : (tensor<1x24x14x14xf32>, tensor<24x1x3x3xf32>) -> tensor<1x24x14x14xf32>
    %1 = stablehlo.clamp %low, %0, %high : (tensor<f32>, tensor<1x24x14x14xf32>, tensor<f32>) -> tensor<1x24x14x14xf32>
    return %1 : tensor<1x24x14x14xf32>
  }
}

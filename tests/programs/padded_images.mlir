module @padded_images {
  func.func public @main(%images: tensor<2x11x13x4xf32>, %expand: tensor<1x1x4x24xf32>, %stencil: tensor<3x3x1x24xf32>) -> (tensor<2x13x24xf32>, tensor<2x11x24xf32>) {
    %c = stablehlo.convolution(%images, %expand) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x11x13x4xf32>, tensor<1x1x4x24xf32>) -> tensor<2x11x13x24xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %zeros = stablehlo.constant dense<0.0> : tensor<2x11x13x24xf32>
    %r = stablehlo.maximum %c, %zeros : tensor<2x11x13x24xf32>
    %d = stablehlo.convolution(%r, %stencil) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 24 : i64} : (tensor<2x11x13x24xf32>, tensor<3x3x1x24xf32>) -> tensor<2x11x13x24xf32>
    %lines = stablehlo.reduce(%d init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<2x11x13x24xf32>, tensor<f32>) -> tensor<2x13x24xf32>
    %columns = stablehlo.reduce(%d init: %zero) applies stablehlo.maximum across dimensions = [2] : (tensor<2x11x13x24xf32>, tensor<f32>) -> tensor<2x11x24xf32>
    return %lines, %columns : tensor<2x13x24xf32>, tensor<2x11x24xf32>
  }
}

module @inverted_bottleneck {
  func.func public @main(%images: tensor<2x29x16x8xf32>, %expand: tensor<1x1x8x64xf32>, %stencil: tensor<3x3x1x64xf32>, %project: tensor<1x1x64x8xf32>) -> tensor<2x29x16x8xf32> {
    %c = stablehlo.convolution(%images, %expand) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x29x16x8xf32>, tensor<1x1x8x64xf32>) -> tensor<2x29x16x64xf32>
    %zeros = stablehlo.constant dense<0.0> : tensor<2x29x16x64xf32>
    %r = stablehlo.maximum %c, %zeros : tensor<2x29x16x64xf32>
    %d = stablehlo.convolution(%r, %stencil) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 64 : i64} : (tensor<2x29x16x64xf32>, tensor<3x3x1x64xf32>) -> tensor<2x29x16x64xf32>
    %s = stablehlo.maximum %d, %zeros : tensor<2x29x16x64xf32>
    %p = stablehlo.convolution(%s, %project) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x29x16x64xf32>, tensor<1x1x64x8xf32>) -> tensor<2x29x16x8xf32>
    %sum = stablehlo.add %p, %images : tensor<2x29x16x8xf32>
    return %sum : tensor<2x29x16x8xf32>
  }
}

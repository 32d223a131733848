module @convolution_pool {
  func.func public @main(%image: tensor<2x19x21x3xf32>, %weights: tensor<3x3x3x16xf32>, %bias: tensor<16xf32>) -> tensor<2x5x5x16xf32> {
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.convolution(%image, %weights) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x19x21x3xf32>, tensor<3x3x3x16xf32>) -> tensor<2x10x11x16xf32>
    %1 = stablehlo.broadcast_in_dim %bias, dims = [3] : (tensor<16xf32>) -> tensor<2x10x11x16xf32>
    %2 = stablehlo.add %0, %1 : tensor<2x10x11x16xf32>
    %3 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<2x10x11x16xf32>
    %4 = stablehlo.maximum %2, %3 : tensor<2x10x11x16xf32>
    %5 = "stablehlo.reduce_window"(%4, %low) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%left: tensor<f32>, %right: tensor<f32>):
      %6 = stablehlo.maximum %left, %right : tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }) : (tensor<2x10x11x16xf32>, tensor<f32>) -> tensor<2x5x5x16xf32>
    return %5 : tensor<2x5x5x16xf32>
  }
}

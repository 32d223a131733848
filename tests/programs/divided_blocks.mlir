// Slots divide blocks of sums, of rows and of an image's lines, and the rows of a softmax that works in place.
func.func public @main(%rows: tensor<24x256xf32>, %image: tensor<1x8x8x64xf32>, %weights: tensor<256x320xf32>, %window: tensor<3x3x64x16xf32>, %tall: tensor<36x256xf32>, %narrow: tensor<256x32xf32>) -> (tensor<24x320xf32>, tensor<1x6x6x16xf32>, tensor<36x32xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %scores = stablehlo.dot_general %rows, %weights, contracting_dims = [1] x [0] : (tensor<24x256xf32>, tensor<256x320xf32>) -> tensor<24x320xf32>
  %most = stablehlo.reduce(%scores init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<24x320xf32>, tensor<f32>) -> tensor<24xf32>
  %mosts = stablehlo.broadcast_in_dim %most, dims = [0] : (tensor<24xf32>) -> tensor<24x320xf32>
  %differences = stablehlo.subtract %scores, %mosts : tensor<24x320xf32>
  %powers = stablehlo.exponential %differences : tensor<24x320xf32>
  %sum = stablehlo.reduce(%powers init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x320xf32>, tensor<f32>) -> tensor<24xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x320xf32>
  %shares = stablehlo.divide %powers, %sums : tensor<24x320xf32>
  %features = stablehlo.convolution(%image, %window) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x64xf32>, tensor<3x3x64x16xf32>) -> tensor<1x6x6x16xf32>
  %product = stablehlo.dot_general %tall, %narrow, contracting_dims = [1] x [0] : (tensor<36x256xf32>, tensor<256x32xf32>) -> tensor<36x32xf32>
  return %shares, %features, %product : tensor<24x320xf32>, tensor<1x6x6x16xf32>, tensor<36x32xf32>
}

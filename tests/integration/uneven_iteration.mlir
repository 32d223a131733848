func.func @main(%image: tensor<1x40x40x64xf32>, %weights: tensor<3x3x32x64xf32>) -> tensor<1x20x20x64xf32> {
  %0 = stablehlo.convolution(%image, %weights)
    dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {stride = [2, 2], pad = [[1, 1], [1, 1]]}
    {batch_group_count = 1 : i64, feature_group_count = 2 : i64}
    : (tensor<1x40x40x64xf32>, tensor<3x3x32x64xf32>) -> tensor<1x20x20x64xf32>
  return %0 : tensor<1x20x20x64xf32>
}

module @one_tile_of_rows {
  func.func public @main(%x: tensor<1x8x8x256xf32>, %w: tensor<3x3x256x128xf32>) -> tensor<1x8x8x128xf32> {
    %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x256xf32>, tensor<3x3x256x128xf32>) -> tensor<1x8x8x128xf32>
    return %r : tensor<1x8x8x128xf32>
  }
}

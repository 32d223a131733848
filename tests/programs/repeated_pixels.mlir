// Images of few colours whose pixels are repeated along both sides, as images are enlarged: in each row, short loops over
// repetitions and colours. The widths leave pixels that do not fill a block of vectors.
module @repeated_pixels {
  func.func @main(%pairs: tensor<5x37x2xui8>, %pixels: tensor<3x21x4xui8>, %colours: tensor<4x23x3xf32>,
                  %points: tensor<4x19x4xf32>, %flow: tensor<3x70x2xi16>)
      -> (tensor<10x74x2xui8>, tensor<12x84x4xui8>, tensor<8x46x3xf32>, tensor<8x38x4xf32>, tensor<3x210x2xi16>) {
    %0 = stablehlo.broadcast_in_dim %pairs, dims = [0, 2, 4] : (tensor<5x37x2xui8>) -> tensor<5x2x37x2x2xui8>
    %chroma = stablehlo.reshape %0 : (tensor<5x2x37x2x2xui8>) -> tensor<10x74x2xui8>
    %1 = stablehlo.broadcast_in_dim %pixels, dims = [0, 2, 4] : (tensor<3x21x4xui8>) -> tensor<3x4x21x4x4xui8>
    %enlarged = stablehlo.reshape %1 : (tensor<3x4x21x4x4xui8>) -> tensor<12x84x4xui8>
    %negated = stablehlo.negate %colours : tensor<4x23x3xf32>
    %2 = stablehlo.broadcast_in_dim %negated, dims = [0, 2, 4] : (tensor<4x23x3xf32>) -> tensor<4x2x23x2x3xf32>
    %doubled = stablehlo.reshape %2 : (tensor<4x2x23x2x3xf32>) -> tensor<8x46x3xf32>
    %reversed = stablehlo.reverse %points, dims = [2] : tensor<4x19x4xf32>
    %3 = stablehlo.broadcast_in_dim %reversed, dims = [0, 2, 4] : (tensor<4x19x4xf32>) -> tensor<4x2x19x2x4xf32>
    %backwards = stablehlo.reshape %3 : (tensor<4x2x19x2x4xf32>) -> tensor<8x38x4xf32>
    %sum = stablehlo.add %flow, %flow : tensor<3x70x2xi16>
    %4 = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 3] : (tensor<3x70x2xi16>) -> tensor<3x70x3x2xi16>
    %thrice = stablehlo.reshape %4 : (tensor<3x70x3x2xi16>) -> tensor<3x210x2xi16>
    return %chroma, %enlarged, %doubled, %backwards, %thrice
        : tensor<10x74x2xui8>, tensor<12x84x4xui8>, tensor<8x46x3xf32>, tensor<8x38x4xf32>, tensor<3x210x2xi16>
  }
}

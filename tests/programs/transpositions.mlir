// Results whose operands are contiguous along another dimension, with extents that no block divides.
module @transpositions {
  func.func @main(%single: tensor<60x300xf32>, %bias: tensor<60xf32>, %gain: tensor<300xf32>,
                  %double: tensor<13x12xf64>, %short: tensor<3x21x33xi16>, %byte: tensor<2x19x9x11xi8>,
                  %word: tensor<9x8xi64>, %other: tensor<60x300xf32>, %mask: tensor<60x300xi1>,
                  %added: tensor<300x60xf32>)
      -> (tensor<300x60xf32>, tensor<300x60xf32>, tensor<12x13xf64>, tensor<3x33x21xf32>,
          tensor<2x9x11x19xi8>, tensor<8x9xi64>, tensor<300x60xi1>) {
    %copied = stablehlo.transpose %single, dims = [1, 0] : (tensor<60x300xf32>) -> tensor<300x60xf32>
    %squared = stablehlo.multiply %other, %other : tensor<60x300xf32>
    %kept = stablehlo.select %mask, %squared, %single : tensor<60x300xi1>, tensor<60x300xf32>
    %turned = stablehlo.transpose %kept, dims = [1, 0] : (tensor<60x300xf32>) -> tensor<300x60xf32>
    %biases = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<60xf32>) -> tensor<300x60xf32>
    %gains = stablehlo.broadcast_in_dim %gain, dims = [0] : (tensor<300xf32>) -> tensor<300x60xf32>
    %biased = stablehlo.add %turned, %biases : tensor<300x60xf32>
    %bounded = stablehlo.tanh %biased : tensor<300x60xf32>
    %gained = stablehlo.multiply %bounded, %gains : tensor<300x60xf32>
    %sum = stablehlo.add %gained, %added : tensor<300x60xf32>
    %doubles = stablehlo.transpose %double, dims = [1, 0] : (tensor<13x12xf64>) -> tensor<12x13xf64>
    %shorts = stablehlo.transpose %short, dims = [0, 2, 1] : (tensor<3x21x33xi16>) -> tensor<3x33x21xi16>
    %singles = stablehlo.convert %shorts : (tensor<3x33x21xi16>) -> tensor<3x33x21xf32>
    %bytes = stablehlo.transpose %byte, dims = [0, 2, 3, 1] : (tensor<2x19x9x11xi8>) -> tensor<2x9x11x19xi8>
    %words = stablehlo.transpose %word, dims = [1, 0] : (tensor<9x8xi64>) -> tensor<8x9xi64>
    %masks = stablehlo.transpose %mask, dims = [1, 0] : (tensor<60x300xi1>) -> tensor<300x60xi1>
    return %copied, %sum, %doubles, %singles, %bytes, %words, %masks
        : tensor<300x60xf32>, tensor<300x60xf32>, tensor<12x13xf64>, tensor<3x33x21xf32>,
          tensor<2x9x11x19xi8>, tensor<8x9xi64>, tensor<300x60xi1>
  }
}

module @tall_dense {
  func.func public @main(%rows: tensor<790x192xf32>, %weights: tensor<192x32xf32>) -> tensor<790x32xf32> {
    %0 = stablehlo.dot_general %rows, %weights, contracting_dims = [1] x [0] : (tensor<790x192xf32>, tensor<192x32xf32>) -> tensor<790x32xf32>
    return %0 : tensor<790x32xf32>
  }
}

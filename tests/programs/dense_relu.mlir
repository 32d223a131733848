module @dense_relu {
  func.func public @main(%input: tensor<33x128xf32>, %weights: tensor<128x72xf32>, %bias: tensor<72xf32>) -> (tensor<33x72xf32> {jax.result_info = "activation"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.dot_general %input, %weights, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<33x128xf32>, tensor<128x72xf32>) -> tensor<33x72xf32>
    %1 = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<72xf32>) -> tensor<33x72xf32>
    %2 = stablehlo.add %0, %1 : tensor<33x72xf32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<33x72xf32>
    %4 = stablehlo.maximum %2, %3 : tensor<33x72xf32>
    return %4 : tensor<33x72xf32>
  }
}

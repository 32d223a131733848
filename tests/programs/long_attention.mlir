// Attention over more tokens than a cache holds scores of; no tile size divides their number.
module @long_attention {
  func.func public @main(%query: tensor<2x397x8xf32>, %key: tensor<2x397x8xf32>, %value: tensor<2x397x8xf32>) -> tensor<2x397x8xf32> {
    %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %scores = stablehlo.dot_general %query, %key, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x397x8xf32>, tensor<2x397x8xf32>) -> tensor<2x397x397xf32>
    %largest = stablehlo.reduce(%scores init: %least) applies stablehlo.maximum across dimensions = [2] : (tensor<2x397x397xf32>, tensor<f32>) -> tensor<2x397xf32>
    %shift = stablehlo.broadcast_in_dim %largest, dims = [0, 1] : (tensor<2x397xf32>) -> tensor<2x397x397xf32>
    %shifted = stablehlo.subtract %scores, %shift : tensor<2x397x397xf32>
    %powers = stablehlo.exponential %shifted : tensor<2x397x397xf32>
    %sum = stablehlo.reduce(%powers init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x397x397xf32>, tensor<f32>) -> tensor<2x397xf32>
    %divisor = stablehlo.broadcast_in_dim %sum, dims = [0, 1] : (tensor<2x397xf32>) -> tensor<2x397x397xf32>
    %weights = stablehlo.divide %powers, %divisor : tensor<2x397x397xf32>
    %result = stablehlo.dot_general %weights, %value, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x397x397xf32>, tensor<2x397x8xf32>) -> tensor<2x397x8xf32>
    return %result : tensor<2x397x8xf32>
  }
}

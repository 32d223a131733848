// Causal attention over enough tokens that the columns which the mask hides are left out.
module @causal_attention {
  func.func public @main(%query: tensor<2x544x8xf32>, %key: tensor<2x544x8xf32>, %value: tensor<2x544x8xf32>) -> tensor<2x544x8xf32> {
    %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %masked = stablehlo.constant dense<0xFF800000> : tensor<2x544x544xf32>
    %scores = stablehlo.dot_general %query, %key, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x544x8xf32>, tensor<2x544x8xf32>) -> tensor<2x544x544xf32>
    %row = stablehlo.iota dim = 0 : tensor<544x544xi32>
    %column = stablehlo.iota dim = 1 : tensor<544x544xi32>
    %seen = stablehlo.compare GE, %row, %column, SIGNED : (tensor<544x544xi32>, tensor<544x544xi32>) -> tensor<544x544xi1>
    %mask = stablehlo.broadcast_in_dim %seen, dims = [1, 2] : (tensor<544x544xi1>) -> tensor<2x544x544xi1>
    %kept = stablehlo.select %mask, %scores, %masked : tensor<2x544x544xi1>, tensor<2x544x544xf32>
    %largest = stablehlo.reduce(%kept init: %least) applies stablehlo.maximum across dimensions = [2] : (tensor<2x544x544xf32>, tensor<f32>) -> tensor<2x544xf32>
    %shift = stablehlo.broadcast_in_dim %largest, dims = [0, 1] : (tensor<2x544xf32>) -> tensor<2x544x544xf32>
    %shifted = stablehlo.subtract %kept, %shift : tensor<2x544x544xf32>
    %powers = stablehlo.exponential %shifted : tensor<2x544x544xf32>
    %sum = stablehlo.reduce(%powers init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x544x544xf32>, tensor<f32>) -> tensor<2x544xf32>
    %divisor = stablehlo.broadcast_in_dim %sum, dims = [0, 1] : (tensor<2x544xf32>) -> tensor<2x544x544xf32>
    %weights = stablehlo.divide %powers, %divisor : tensor<2x544x544xf32>
    %result = stablehlo.dot_general %weights, %value, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x544x544xf32>, tensor<2x544x8xf32>) -> tensor<2x544x8xf32>
    return %result : tensor<2x544x8xf32>
  }
}

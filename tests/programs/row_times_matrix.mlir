// One row, and a few, times matrices in memory that are larger than a second-level cache, with steps and columns left over.
module @row_times_matrix {
  func.func public @main(%row: tensor<1x300xf32>, %matrix: tensor<300x701xf32>, %bias: tensor<701xf32>, %vector: tensor<131xf64>, %wide: tensor<131x1024xf64>, %rows: tensor<5x300xf32>) -> (tensor<1x701xf32>, tensor<1024xf64>, tensor<5x701xf32>) {
    %product = stablehlo.dot_general %row, %matrix, contracting_dims = [1] x [0] : (tensor<1x300xf32>, tensor<300x701xf32>) -> tensor<1x701xf32>
    %biases = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<701xf32>) -> tensor<1x701xf32>
    %sum = stablehlo.add %product, %biases : tensor<1x701xf32>
    %0 = stablehlo.tanh %sum : tensor<1x701xf32>
    %1 = stablehlo.dot_general %wide, %vector, contracting_dims = [0] x [0] : (tensor<131x1024xf64>, tensor<131xf64>) -> tensor<1024xf64>
    %2 = stablehlo.dot_general %rows, %matrix, contracting_dims = [1] x [0] : (tensor<5x300xf32>, tensor<300x701xf32>) -> tensor<5x701xf32>
    return %0, %1, %2 : tensor<1x701xf32>, tensor<1024xf64>, tensor<5x701xf32>
  }
}

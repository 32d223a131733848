module @gather_rows {
  func.func public @main(%table: tensor<50x24xf32>, %tokens: tensor<2x7xi32>, %positions: tensor<7x24xf32>) -> tensor<2x7x24xf32> {
    %0 = stablehlo.reshape %tokens : (tensor<2x7xi32>) -> tensor<2x7x1xi32>
    %1 = "stablehlo.gather"(%table, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 24>}> : (tensor<50x24xf32>, tensor<2x7x1xi32>) -> tensor<2x7x24xf32>
    %2 = stablehlo.broadcast_in_dim %positions, dims = [1, 2] : (tensor<7x24xf32>) -> tensor<2x7x24xf32>
    %3 = stablehlo.add %1, %2 : tensor<2x7x24xf32>
    return %3 : tensor<2x7x24xf32>
  }
}

// Elements in rows that are shorter than a vector: pixels of three colours, points, elements that are repeated.
module @short_rows {
  func.func @main(%pixels: tensor<11x13x3xui8>, %mean: tensor<3xf32>, %points: tensor<150x3xf32>,
                  %weight: tensor<150xf32>, %image: tensor<2x5x20xf32>, %pair: tensor<70x6xf64>,
                  %shift: tensor<6xf64>, %mask: tensor<9x5xi1>, %word: tensor<9x5xi32>, %columns: tensor<5xi1>,
                  %positions: tensor<33xi32>, %table: tensor<4x50xf32>)
      -> (tensor<11x13x3xf32>, tensor<150x3xf32>, tensor<2x10x40xf32>, tensor<2x5x80xf32>, tensor<70x6xf64>,
          tensor<9x5xi32>, tensor<9x5xi32>, tensor<9x5xi32>, tensor<4x33xf32>, tensor<4x10xf32>) {
    %colours = stablehlo.convert %pixels : (tensor<11x13x3xui8>) -> tensor<11x13x3xf32>
    %means = stablehlo.broadcast_in_dim %mean, dims = [2] : (tensor<3xf32>) -> tensor<11x13x3xf32>
    %centred = stablehlo.subtract %colours, %means : tensor<11x13x3xf32>
    %weights = stablehlo.broadcast_in_dim %weight, dims = [0] : (tensor<150xf32>) -> tensor<150x3xf32>
    %weighted = stablehlo.multiply %points, %weights : tensor<150x3xf32>
    %twice = stablehlo.broadcast_in_dim %image, dims = [0, 1, 3] : (tensor<2x5x20xf32>) -> tensor<2x5x2x20x2xf32>
    %doubled = stablehlo.reshape %twice : (tensor<2x5x2x20x2xf32>) -> tensor<2x10x40xf32>
    %each = stablehlo.constant dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6,
        7, 7, 7, 7, 8, 8, 8, 8, 9, 9, 9, 9, 10, 10, 10, 10, 11, 11, 11, 11, 12, 12, 12, 12, 13, 13, 13, 13, 14, 14, 14,
        14, 15, 15, 15, 15, 16, 16, 16, 16, 17, 17, 17, 17, 18, 18, 18, 18, 19, 19, 19, 19]> : tensor<80xi32>
    %repeated = "stablehlo.gather"(%image, %each) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1],
        collapsed_slice_dims = [2], start_index_map = [2], index_vector_dim = 1>,
        slice_sizes = array<i64: 2, 5, 1>}> : (tensor<2x5x20xf32>, tensor<80xi32>) -> tensor<2x5x80xf32>
    %shifts = stablehlo.broadcast_in_dim %shift, dims = [1] : (tensor<6xf64>) -> tensor<70x6xf64>
    %shifted = stablehlo.add %pair, %shifts : tensor<70x6xf64>
    %chosen = stablehlo.broadcast_in_dim %columns, dims = [1] : (tensor<5xi1>) -> tensor<9x5xi1>
    %both = stablehlo.and %mask, %chosen : tensor<9x5xi1>
    %zero = stablehlo.constant dense<0> : tensor<9x5xi32>
    %kept = stablehlo.select %both, %word, %zero : tensor<9x5xi1>, tensor<9x5xi32>
    %factor = stablehlo.constant dense<104729> : tensor<9x5xi32>
    %scaled = stablehlo.multiply %word, %factor : tensor<9x5xi32>
    %ones = stablehlo.popcnt %scaled : tensor<9x5xi32>
    %zeros = stablehlo.count_leading_zeros %scaled : tensor<9x5xi32>
    %gathered = "stablehlo.gather"(%table, %positions) <{dimension_numbers = #stablehlo.gather<offset_dims = [0],
        collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>,
        slice_sizes = array<i64: 4, 1>}> : (tensor<4x50xf32>, tensor<33xi32>) -> tensor<4x33xf32>
    %backwards = stablehlo.constant dense<[48, 43, 38, 33, 28, 23, 18, 13, 8, 3]> : tensor<10xi32>
    %reversed = "stablehlo.gather"(%table, %backwards) <{dimension_numbers = #stablehlo.gather<offset_dims = [0],
        collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>,
        slice_sizes = array<i64: 4, 1>}> : (tensor<4x50xf32>, tensor<10xi32>) -> tensor<4x10xf32>
    return %centred, %weighted, %doubled, %repeated, %shifted, %kept, %ones, %zeros, %gathered, %reversed
        : tensor<11x13x3xf32>, tensor<150x3xf32>, tensor<2x10x40xf32>, tensor<2x5x80xf32>, tensor<70x6xf64>,
          tensor<9x5xi32>, tensor<9x5xi32>, tensor<9x5xi32>, tensor<4x33xf32>, tensor<4x10xf32>
  }
}

// Products of narrow floats, with sums of several stretches and rows that do not fill tiles.
module @narrow_rows {
  func.func public @main(%rows: tensor<37x160xf32>, %columns: tensor<160x40xf32>) -> (tensor<37x40xf32>, tensor<37x40xf32>, tensor<37x40xf32>) {
    %half_rows = stablehlo.convert %rows : (tensor<37x160xf32>) -> tensor<37x160xf16>
    %half_columns = stablehlo.convert %columns : (tensor<160x40xf32>) -> tensor<160x40xf16>
    %half = stablehlo.dot_general %half_rows, %half_columns, contracting_dims = [1] x [0] : (tensor<37x160xf16>, tensor<160x40xf16>) -> tensor<37x40xf32>
    %brain_rows = stablehlo.convert %rows : (tensor<37x160xf32>) -> tensor<37x160xbf16>
    %brain_columns = stablehlo.convert %columns : (tensor<160x40xf32>) -> tensor<160x40xbf16>
    %brain = stablehlo.dot_general %brain_rows, %brain_columns, contracting_dims = [1] x [0] : (tensor<37x160xbf16>, tensor<160x40xbf16>) -> tensor<37x40xf32>
    %byte_rows = stablehlo.convert %rows : (tensor<37x160xf32>) -> tensor<37x160xf8E4M3FN>
    %byte_columns = stablehlo.convert %columns : (tensor<160x40xf32>) -> tensor<160x40xf8E4M3FN>
    %byte = stablehlo.dot_general %byte_rows, %byte_columns, contracting_dims = [1] x [0] : (tensor<37x160xf8E4M3FN>, tensor<160x40xf8E4M3FN>) -> tensor<37x40xf32>
    return %half, %brain, %byte : tensor<37x40xf32>, tensor<37x40xf32>, tensor<37x40xf32>
  }
}

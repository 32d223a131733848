module @small_images {
  func.func public @main(%seven: tensor<2x9x9x128xf32>, %narrow: tensor<3x3x128x72xf32>, %fourteen: tensor<1x16x16x40xf32>, %wide: tensor<3x3x40x96xf32>, %fifteen: tensor<2x15x15x128xf32>, %strided: tensor<3x3x128x72xf32>, %double: tensor<1x9x9x64xf64>, %exact: tensor<3x3x64x40xf64>) -> (tensor<2x7x7x72xf32>, tensor<1x14x14x96xf32>, tensor<2x7x7x72xf32>, tensor<1x7x7x40xf64>) {
    %zero = stablehlo.constant dense<0.0> : tensor<2x7x7x72xf32>
    %0 = stablehlo.convolution(%seven, %narrow) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x9x128xf32>, tensor<3x3x128x72xf32>) -> tensor<2x7x7x72xf32>
    %1 = stablehlo.convolution(%fourteen, %wide) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x16x16x40xf32>, tensor<3x3x40x96xf32>) -> tensor<1x14x14x96xf32>
    %2 = stablehlo.convolution(%fifteen, %strided) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x15x15x128xf32>, tensor<3x3x128x72xf32>) -> tensor<2x7x7x72xf32>
    %3 = stablehlo.add %0, %2 : tensor<2x7x7x72xf32>
    %4 = stablehlo.maximum %3, %zero : tensor<2x7x7x72xf32>
    %5 = stablehlo.convolution(%double, %exact) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x9x9x64xf64>, tensor<3x3x64x40xf64>) -> tensor<1x7x7x40xf64>
    return %0, %1, %4, %5 : tensor<2x7x7x72xf32>, tensor<1x14x14x96xf32>, tensor<2x7x7x72xf32>, tensor<1x7x7x40xf64>
  }
}

// Results whose neighbours in memory lie along the rows of a product, with weights that the program computes.
module @channels_first {
  func.func public @main(%image: tensor<2x11x56x56xf32>, %bias: tensor<40xf32>, %other: tensor<2x40x28x28xf32>, %deep: tensor<1x160x13x13xf32>, %tiny: tensor<3x18x7x7xf32>, %rows: tensor<397x160xf32>, %double: tensor<1x6x21x20xf64>) -> (tensor<2x40x28x28xf32>, tensor<2x40x28x28xf32>, tensor<1x24x13x13xf32>, tensor<3x24x7x7xf32>, tensor<24x397xf32>, tensor<1x20x21x20xf64>) {
    %window_number = stablehlo.iota dim = 0 : tensor<3960xi32>
    %window_factor = stablehlo.constant dense<7919> : tensor<3960xi32>
    %window_product = stablehlo.multiply %window_number, %window_factor : tensor<3960xi32>
    %window_modulus = stablehlo.constant dense<251> : tensor<3960xi32>
    %window_remainder = stablehlo.remainder %window_product, %window_modulus : tensor<3960xi32>
    %window_value = stablehlo.convert %window_remainder : (tensor<3960xi32>) -> tensor<3960xf32>
    %window_scale = stablehlo.constant dense<0.0078125> : tensor<3960xf32>
    %window_scaled = stablehlo.multiply %window_value, %window_scale : tensor<3960xf32>
    %window_one = stablehlo.constant dense<1.0> : tensor<3960xf32>
    %window_moved = stablehlo.subtract %window_scaled, %window_one : tensor<3960xf32>
    %window = stablehlo.reshape %window_moved : (tensor<3960xf32>) -> tensor<40x11x3x3xf32>
    %point_number = stablehlo.iota dim = 0 : tensor<3840xi32>
    %point_factor = stablehlo.constant dense<7919> : tensor<3840xi32>
    %point_product = stablehlo.multiply %point_number, %point_factor : tensor<3840xi32>
    %point_modulus = stablehlo.constant dense<251> : tensor<3840xi32>
    %point_remainder = stablehlo.remainder %point_product, %point_modulus : tensor<3840xi32>
    %point_value = stablehlo.convert %point_remainder : (tensor<3840xi32>) -> tensor<3840xf32>
    %point_scale = stablehlo.constant dense<0.0078125> : tensor<3840xf32>
    %point_scaled = stablehlo.multiply %point_value, %point_scale : tensor<3840xf32>
    %point_one = stablehlo.constant dense<1.0> : tensor<3840xf32>
    %point_moved = stablehlo.subtract %point_scaled, %point_one : tensor<3840xf32>
    %point = stablehlo.reshape %point_moved : (tensor<3840xf32>) -> tensor<24x160x1x1xf32>
    %few_number = stablehlo.iota dim = 0 : tensor<3888xi32>
    %few_factor = stablehlo.constant dense<7919> : tensor<3888xi32>
    %few_product = stablehlo.multiply %few_number, %few_factor : tensor<3888xi32>
    %few_modulus = stablehlo.constant dense<251> : tensor<3888xi32>
    %few_remainder = stablehlo.remainder %few_product, %few_modulus : tensor<3888xi32>
    %few_value = stablehlo.convert %few_remainder : (tensor<3888xi32>) -> tensor<3888xf32>
    %few_scale = stablehlo.constant dense<0.0078125> : tensor<3888xf32>
    %few_scaled = stablehlo.multiply %few_value, %few_scale : tensor<3888xf32>
    %few_one = stablehlo.constant dense<1.0> : tensor<3888xf32>
    %few_moved = stablehlo.subtract %few_scaled, %few_one : tensor<3888xf32>
    %few = stablehlo.reshape %few_moved : (tensor<3888xf32>) -> tensor<24x18x3x3xf32>
    %matrix_number = stablehlo.iota dim = 0 : tensor<3840xi32>
    %matrix_factor = stablehlo.constant dense<7919> : tensor<3840xi32>
    %matrix_product = stablehlo.multiply %matrix_number, %matrix_factor : tensor<3840xi32>
    %matrix_modulus = stablehlo.constant dense<251> : tensor<3840xi32>
    %matrix_remainder = stablehlo.remainder %matrix_product, %matrix_modulus : tensor<3840xi32>
    %matrix_value = stablehlo.convert %matrix_remainder : (tensor<3840xi32>) -> tensor<3840xf32>
    %matrix_scale = stablehlo.constant dense<0.0078125> : tensor<3840xf32>
    %matrix_scaled = stablehlo.multiply %matrix_value, %matrix_scale : tensor<3840xf32>
    %matrix_one = stablehlo.constant dense<1.0> : tensor<3840xf32>
    %matrix_moved = stablehlo.subtract %matrix_scaled, %matrix_one : tensor<3840xf32>
    %matrix = stablehlo.reshape %matrix_moved : (tensor<3840xf32>) -> tensor<160x24xf32>
    %cross_number = stablehlo.iota dim = 0 : tensor<1080xi32>
    %cross_factor = stablehlo.constant dense<7919> : tensor<1080xi32>
    %cross_product = stablehlo.multiply %cross_number, %cross_factor : tensor<1080xi32>
    %cross_modulus = stablehlo.constant dense<251> : tensor<1080xi32>
    %cross_remainder = stablehlo.remainder %cross_product, %cross_modulus : tensor<1080xi32>
    %cross_value = stablehlo.convert %cross_remainder : (tensor<1080xi32>) -> tensor<1080xf64>
    %cross_scale = stablehlo.constant dense<0.0078125> : tensor<1080xf64>
    %cross_scaled = stablehlo.multiply %cross_value, %cross_scale : tensor<1080xf64>
    %cross_one = stablehlo.constant dense<1.0> : tensor<1080xf64>
    %cross_moved = stablehlo.subtract %cross_scaled, %cross_one : tensor<1080xf64>
    %cross = stablehlo.reshape %cross_moved : (tensor<1080xf64>) -> tensor<20x6x3x3xf64>
    %0 = stablehlo.convolution(%image, %window) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x11x56x56xf32>, tensor<40x11x3x3xf32>) -> tensor<2x40x28x28xf32>
    %1 = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<40xf32>) -> tensor<2x40x28x28xf32>
    %scaled = stablehlo.multiply %0, %1 : tensor<2x40x28x28xf32>
    %2 = stablehlo.add %scaled, %1 : tensor<2x40x28x28xf32>
    %gate = stablehlo.logistic %2 : tensor<2x40x28x28xf32>
    %3 = stablehlo.multiply %2, %gate : tensor<2x40x28x28xf32>
    %4 = stablehlo.convolution(%image, %window) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 2], pad = [[0, 2], [0, 2]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x11x56x56xf32>, tensor<40x11x3x3xf32>) -> tensor<2x40x28x28xf32>
    %5 = stablehlo.add %4, %other : tensor<2x40x28x28xf32>
    %6 = stablehlo.convolution(%deep, %point) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x160x13x13xf32>, tensor<24x160x1x1xf32>) -> tensor<1x24x13x13xf32>
    %7 = stablehlo.convolution(%tiny, %few) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x18x7x7xf32>, tensor<24x18x3x3xf32>) -> tensor<3x24x7x7xf32>
    %8 = stablehlo.dot_general %rows, %matrix, contracting_dims = [1] x [0] : (tensor<397x160xf32>, tensor<160x24xf32>) -> tensor<397x24xf32>
    %9 = stablehlo.transpose %8, dims = [1, 0] : (tensor<397x24xf32>) -> tensor<24x397xf32>
    %10 = stablehlo.convolution(%double, %cross) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x6x21x20xf64>, tensor<20x6x3x3xf64>) -> tensor<1x20x21x20xf64>
    return %3, %5, %6, %7, %9, %10 : tensor<2x40x28x28xf32>, tensor<2x40x28x28xf32>, tensor<1x24x13x13xf32>, tensor<3x24x7x7xf32>, tensor<24x397xf32>, tensor<1x20x21x20xf64>
  }
}

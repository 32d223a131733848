module @cache_update {
  func.func public @main(%cache: tensor<16x12xf32> {tf.aliasing_output = 0 : i32}, %row: tensor<1x12xf32>, %position: tensor<i32>) -> (tensor<16x12xf32>, tensor<4x12xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %cache, %row, %position, %zero : (tensor<16x12xf32>, tensor<1x12xf32>, tensor<i32>, tensor<i32>) -> tensor<16x12xf32>
    %1 = stablehlo.subtract %position, %two : tensor<i32>
    %2 = stablehlo.dynamic_slice %0, %1, %zero, sizes = [4, 12] : (tensor<16x12xf32>, tensor<i32>, tensor<i32>) -> tensor<4x12xf32>
    %3 = stablehlo.multiply %2, %2 : tensor<4x12xf32>
    return %0, %3 : tensor<16x12xf32>, tensor<4x12xf32>
  }
}

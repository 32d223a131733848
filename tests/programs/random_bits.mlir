module @random_bits {
  func.func public @main(%state: tensor<2xui64>, %long: tensor<3xui64>, %low: tensor<f32>, %high: tensor<f32>) -> (tensor<2xui64>, tensor<3x7xui32>, tensor<3xui64>, tensor<5x3xui64>, tensor<2xui64>, tensor<4x6xui8>, tensor<33xui16>, tensor<9xf32>, tensor<50xf32>, tensor<2xui64>, tensor<5xui64>) {
    %0:2 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x7xui32>)
    %1:2 = stablehlo.rng_bit_generator %long, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5x3xui64>)
    %2:2 = stablehlo.rng_bit_generator %0#0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x6xui8>)
    %3:2 = stablehlo.rng_bit_generator %2#0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<33xui16>)
    %4:2 = stablehlo.rng_bit_generator %3#0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui64>)
    %shape = stablehlo.constant dense<9> : tensor<1xi64>
    %many = stablehlo.constant dense<50> : tensor<1xi64>
    %5 = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<9xf32>
    %6 = stablehlo.rng %low, %high, %many, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<50xf32>
    return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3#1, %5, %6, %4#0, %4#1 : tensor<2xui64>, tensor<3x7xui32>, tensor<3xui64>, tensor<5x3xui64>, tensor<2xui64>, tensor<4x6xui8>, tensor<33xui16>, tensor<9xf32>, tensor<50xf32>, tensor<2xui64>, tensor<5xui64>
  }
}

module @attention {
  func.func public @main(%query: tensor<2x4x20x16xf32>, %key: tensor<2x4x20x16xf32>, %value: tensor<2x4x20x16xf32>) -> tensor<2x4x20x16xf32> {
    %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %scale = stablehlo.constant dense<2.500000e-01> : tensor<2x4x20x20xf32>
    %masked = stablehlo.constant dense<-1.000000e+09> : tensor<2x4x20x20xf32>
    %0 = stablehlo.dot_general %query, %key, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<2x4x20x16xf32>, tensor<2x4x20x16xf32>) -> tensor<2x4x20x20xf32>
    %1 = stablehlo.multiply %0, %scale : tensor<2x4x20x20xf32>
    %2 = stablehlo.iota dim = 2 : tensor<2x4x20x20xi32>
    %3 = stablehlo.iota dim = 3 : tensor<2x4x20x20xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<2x4x20x20xi32>, tensor<2x4x20x20xi32>) -> tensor<2x4x20x20xi1>
    %5 = stablehlo.select %4, %1, %masked : tensor<2x4x20x20xi1>, tensor<2x4x20x20xf32>
    %6 = stablehlo.reduce(%5 init: %low) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x20x20xf32>, tensor<f32>) -> tensor<2x4x20xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2] : (tensor<2x4x20xf32>) -> tensor<2x4x20x20xf32>
    %8 = stablehlo.subtract %5, %7 : tensor<2x4x20x20xf32>
    %9 = stablehlo.exponential %8 : tensor<2x4x20x20xf32>
    %10 = stablehlo.reduce(%9 init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<2x4x20x20xf32>, tensor<f32>) -> tensor<2x4x20xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<2x4x20xf32>) -> tensor<2x4x20x20xf32>
    %12 = stablehlo.divide %9, %11 : tensor<2x4x20x20xf32>
    %13 = stablehlo.dot_general %12, %value, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<2x4x20x20xf32>, tensor<2x4x20x16xf32>) -> tensor<2x4x20x16xf32>
    return %13 : tensor<2x4x20x16xf32>
  }
}

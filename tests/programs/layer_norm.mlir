module @layer_norm {
  func.func public @main(%input: tensor<9x100xf32>, %scale: tensor<100xf32>, %offset: tensor<100xf32>) -> tensor<9x100xf32> {
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %count = stablehlo.constant dense<1.000000e+02> : tensor<9x1xf32>
    %epsilon = stablehlo.constant dense<9.99999974E-6> : tensor<9x1xf32>
    %0 = stablehlo.reduce(%input init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<9x100xf32>, tensor<f32>) -> tensor<9xf32>
    %1 = stablehlo.reshape %0 : (tensor<9xf32>) -> tensor<9x1xf32>
    %2 = stablehlo.divide %1, %count : tensor<9x1xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<9x1xf32>) -> tensor<9x100xf32>
    %4 = stablehlo.subtract %input, %3 : tensor<9x100xf32>
    %5 = stablehlo.multiply %4, %4 : tensor<9x100xf32>
    %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<9x100xf32>, tensor<f32>) -> tensor<9xf32>
    %7 = stablehlo.reshape %6 : (tensor<9xf32>) -> tensor<9x1xf32>
    %8 = stablehlo.divide %7, %count : tensor<9x1xf32>
    %9 = stablehlo.add %8, %epsilon : tensor<9x1xf32>
    %10 = stablehlo.rsqrt %9 : tensor<9x1xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<9x1xf32>) -> tensor<9x100xf32>
    %12 = stablehlo.multiply %4, %11 : tensor<9x100xf32>
    %13 = stablehlo.broadcast_in_dim %scale, dims = [1] : (tensor<100xf32>) -> tensor<9x100xf32>
    %14 = stablehlo.multiply %12, %13 : tensor<9x100xf32>
    %15 = stablehlo.broadcast_in_dim %offset, dims = [1] : (tensor<100xf32>) -> tensor<9x100xf32>
    %16 = stablehlo.add %14, %15 : tensor<9x100xf32>
    return %16 : tensor<9x100xf32>
  }
}

module @pairwise_forces {
  func.func public @main(%arg0: tensor<48x3xf32>, %arg1: tensor<48xf32>) -> (tensor<48x3xf32>, tensor<48xf32>, tensor<48xf32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<48x3xf32>) -> tensor<1x48x3xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<48x3xf32>) -> tensor<48x1x3xf32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<1x48x3xf32>) -> tensor<48x48x3xf32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<48x1x3xf32>) -> tensor<48x48x3xf32>
    %4 = stablehlo.subtract %2, %3 : tensor<48x48x3xf32>
    %5 = stablehlo.multiply %4, %4 : tensor<48x48x3xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<48x48x3xf32>, tensor<f32>) -> tensor<48x48xf32>
    %cst_0 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<48x48xf32>
    %8 = stablehlo.add %6, %7 : tensor<48x48xf32>
    %9 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<48xf32>) -> tensor<1x48x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<1x48x1xf32>) -> tensor<48x48x3xf32>
    %11 = stablehlo.multiply %10, %4 : tensor<48x48x3xf32>
    %cst_1 = stablehlo.constant dense<1.500000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<48x48xf32>
    %13 = stablehlo.power %8, %12 : tensor<48x48xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<48x48xf32>) -> tensor<48x48x1xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<48x48x1xf32>) -> tensor<48x48x3xf32>
    %16 = stablehlo.divide %11, %15 : tensor<48x48x3xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.reduce(%16 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<48x48x3xf32>, tensor<f32>) -> tensor<48x3xf32>
    %18 = stablehlo.sqrt %8 : tensor<48x48xf32>
    %19 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<48xf32>) -> tensor<1x48xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<1x48xf32>) -> tensor<48x48xf32>
    %21 = stablehlo.divide %20, %18 : tensor<48x48xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.reduce(%21 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<48x48xf32>, tensor<f32>) -> tensor<48xf32>
    %23 = stablehlo.abs %4 : tensor<48x48x3xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %24 = stablehlo.reduce(%23 init: %cst_4) applies stablehlo.maximum across dimensions = [2] : (tensor<48x48x3xf32>, tensor<f32>) -> tensor<48x48xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %25 = stablehlo.reduce(%24 init: %cst_5) applies stablehlo.maximum across dimensions = [1] : (tensor<48x48xf32>, tensor<f32>) -> tensor<48xf32>
    return %17, %22, %25 : tensor<48x3xf32>, tensor<48xf32>, tensor<48xf32>
  }
}

module @signed_zeros {
  func.func public @main(%a: tensor<3xf32>, %b: tensor<17xf32>, %c: tensor<17xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<17xf32>, tensor<17xf32>, tensor<17xf32>, tensor<17xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %1 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<17xf32>
    %2 = stablehlo.multiply %a, %0 : tensor<3xf32>
    %3 = stablehlo.multiply %b, %1 : tensor<17xf32>
    %4 = stablehlo.multiply %c, %1 : tensor<17xf32>
    %5:3 = stablehlo.optimization_barrier %2, %3, %4 : tensor<3xf32>, tensor<17xf32>, tensor<17xf32>
    %6 = stablehlo.constant dense<-0.0> : tensor<3xf32>
    %7 = stablehlo.constant dense<-0.0> : tensor<17xf32>
    %8 = stablehlo.maximum %5#0, %6 : tensor<3xf32>
    %9 = stablehlo.minimum %5#0, %6 : tensor<3xf32>
    %10 = stablehlo.maximum %7, %5#1 : tensor<17xf32>
    %11 = stablehlo.minimum %5#1, %7 : tensor<17xf32>
    %12 = stablehlo.maximum %5#1, %5#2 : tensor<17xf32>
    %13 = stablehlo.minimum %5#1, %5#2 : tensor<17xf32>
    return %8, %9, %10, %11, %12, %13 : tensor<3xf32>, tensor<3xf32>, tensor<17xf32>, tensor<17xf32>, tensor<17xf32>, tensor<17xf32>
  }
}

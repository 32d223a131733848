module @double_stencil {
  func.func public @main(%field: tensor<18x30xf64>) -> tensor<16x28xf64> {
    %four = stablehlo.constant dense<4.000000e+00> : tensor<16x28xf64>
    %rate = stablehlo.constant dense<1.000000e-01> : tensor<16x28xf64>
    %0 = stablehlo.slice %field [1:17, 1:29] : (tensor<18x30xf64>) -> tensor<16x28xf64>
    %1 = stablehlo.slice %field [0:16, 1:29] : (tensor<18x30xf64>) -> tensor<16x28xf64>
    %2 = stablehlo.slice %field [2:18, 1:29] : (tensor<18x30xf64>) -> tensor<16x28xf64>
    %3 = stablehlo.slice %field [1:17, 0:28] : (tensor<18x30xf64>) -> tensor<16x28xf64>
    %4 = stablehlo.slice %field [1:17, 2:30] : (tensor<18x30xf64>) -> tensor<16x28xf64>
    %5 = stablehlo.add %1, %2 : tensor<16x28xf64>
    %6 = stablehlo.add %3, %4 : tensor<16x28xf64>
    %7 = stablehlo.add %5, %6 : tensor<16x28xf64>
    %8 = stablehlo.multiply %0, %four : tensor<16x28xf64>
    %9 = stablehlo.subtract %7, %8 : tensor<16x28xf64>
    %10 = stablehlo.multiply %9, %rate : tensor<16x28xf64>
    %11 = stablehlo.add %0, %10 : tensor<16x28xf64>
    return %11 : tensor<16x28xf64>
  }
}

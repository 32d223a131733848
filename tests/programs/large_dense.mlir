module @large_dense {
  func.func public @main(%input: tensor<160x256xf32>, %first: tensor<256x384xf32>, %second: tensor<384x64xf32>) -> tensor<160x64xf32> {
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<160x384xf32>
    %0 = stablehlo.dot_general %input, %first, contracting_dims = [1] x [0] : (tensor<160x256xf32>, tensor<256x384xf32>) -> tensor<160x384xf32>
    %1 = stablehlo.maximum %0, %zero : tensor<160x384xf32>
    %2 = stablehlo.dot_general %1, %second, contracting_dims = [1] x [0] : (tensor<160x384xf32>, tensor<384x64xf32>) -> tensor<160x64xf32>
    return %2 : tensor<160x64xf32>
  }
}

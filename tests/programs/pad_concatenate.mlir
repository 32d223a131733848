module @pad_concatenate {
  func.func public @main(%x: tensor<6x5xf32>, %y: tensor<4x5xf32>) -> (tensor<12x5xf32>, tensor<5x9xf32>) {
    %fill = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
    %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<6x5xf32>, tensor<4x5xf32>) -> tensor<10x5xf32>
    %1 = stablehlo.pad %0, %fill, low = [1, -1], high = [1, 1], interior = [0, 0] : (tensor<10x5xf32>, tensor<f32>) -> tensor<12x5xf32>
    %2 = stablehlo.slice %0 [1:10:2, 0:5] : (tensor<10x5xf32>) -> tensor<5x5xf32>
    %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<5x5xf32>) -> tensor<5x5xf32>
    %4 = stablehlo.reverse %3, dims = [1] : tensor<5x5xf32>
    %5 = stablehlo.pad %4, %fill, low = [0, 0], high = [0, 0], interior = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5x9xf32>
    return %1, %5 : tensor<12x5xf32>, tensor<5x9xf32>
  }
}

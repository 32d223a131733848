module @elementary_functions {
  func.func public @main(%x: tensor<3x41xf32>) -> (tensor<3x41xf32>, tensor<3x41xf32>, tensor<3x41xf32>) {
    %0 = stablehlo.abs %x : tensor<3x41xf32>
    %1 = stablehlo.sqrt %0 : tensor<3x41xf32>
    %2 = stablehlo.log_plus_one %0 : tensor<3x41xf32>
    %3 = stablehlo.power %0, %x : tensor<3x41xf32>
    %4 = stablehlo.add %1, %2 : tensor<3x41xf32>
    %5 = stablehlo.tanh %x : tensor<3x41xf32>
    %6 = stablehlo.logistic %x : tensor<3x41xf32>
    %7 = stablehlo.multiply %5, %6 : tensor<3x41xf32>
    %8 = stablehlo.sine %x : tensor<3x41xf32>
    %9 = stablehlo.cosine %x : tensor<3x41xf32>
    %10 = stablehlo.add %8, %9 : tensor<3x41xf32>
    %11 = stablehlo.floor %x : tensor<3x41xf32>
    %12 = stablehlo.subtract %10, %11 : tensor<3x41xf32>
    %13 = stablehlo.add %4, %3 : tensor<3x41xf32>
    return %13, %7, %12 : tensor<3x41xf32>, tensor<3x41xf32>, tensor<3x41xf32>
  }
}

module @while_power {
  func.func public @main(%matrix: tensor<24x24xf32>, %start: tensor<24xf32>, %steps: tensor<i32>) -> (tensor<24xf32>, tensor<i32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %0:3 = stablehlo.while(%i = %zero, %vector = %start, %limit = %steps) : tensor<i32>, tensor<24xf32>, tensor<i32>
    cond {
      %1 = stablehlo.compare LT, %i, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %half = stablehlo.constant dense<5.000000e-01> : tensor<24xf32>
      %1 = stablehlo.dot_general %matrix, %vector, contracting_dims = [1] x [0] : (tensor<24x24xf32>, tensor<24xf32>) -> tensor<24xf32>
      %2 = stablehlo.tanh %1 : tensor<24xf32>
      %3 = stablehlo.multiply %vector, %half : tensor<24xf32>
      %4 = stablehlo.add %2, %3 : tensor<24xf32>
      %5 = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %5, %4, %limit : tensor<i32>, tensor<24xf32>, tensor<i32>
    }
    return %0#1, %0#0 : tensor<24xf32>, tensor<i32>
  }
}

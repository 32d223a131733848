module @arg_maximum {
  func.func public @main(%x: tensor<6x45xf32>) -> (tensor<6xf32>, tensor<6xi32>, tensor<6x45xf32>) {
    %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %first = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.iota dim = 1 : tensor<6x45xi32>
    %1:2 = stablehlo.reduce(%x init: %low), (%0 init: %first) across dimensions = [1] : (tensor<6x45xf32>, tensor<6x45xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>)
     reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<i32>, %d: tensor<i32>)  {
      %3 = stablehlo.compare GT, %a, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.compare EQ, %a, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %5 = stablehlo.compare LT, %b, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %6 = stablehlo.and %4, %5 : tensor<i1>
      %7 = stablehlo.or %3, %6 : tensor<i1>
      %8 = stablehlo.select %3, %a, %c : tensor<i1>, tensor<f32>
      %9 = stablehlo.select %7, %b, %d : tensor<i1>, tensor<i32>
      stablehlo.return %8, %9 : tensor<f32>, tensor<i32>
    }
    %2 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[0, 0], [44, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 45>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %3 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<6x45xf32>, tensor<f32>) -> tensor<6x45xf32>
    return %1#0, %1#1, %2 : tensor<6xf32>, tensor<6xi32>, tensor<6x45xf32>
  }
}

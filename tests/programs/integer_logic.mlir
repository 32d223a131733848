module @integer_logic {
  func.func public @main(%a: tensor<37xi32>, %b: tensor<37xi32>, %mask: tensor<37xi1>) -> (tensor<37xi32>, tensor<37xi1>, tensor<37xui8>, tensor<i32>) {
    %three = stablehlo.constant dense<3> : tensor<37xi32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.divide %a, %b : tensor<37xi32>
    %1 = stablehlo.remainder %a, %b : tensor<37xi32>
    %2 = stablehlo.shift_right_arithmetic %0, %three : tensor<37xi32>
    %3 = stablehlo.shift_left %1, %three : tensor<37xi32>
    %4 = stablehlo.xor %2, %3 : tensor<37xi32>
    %5 = stablehlo.compare LT, %a, %b, SIGNED : (tensor<37xi32>, tensor<37xi32>) -> tensor<37xi1>
    %6 = stablehlo.and %5, %mask : tensor<37xi1>
    %7 = stablehlo.not %6 : tensor<37xi1>
    %8 = stablehlo.select %6, %4, %a : tensor<37xi1>, tensor<37xi32>
    %9 = stablehlo.convert %8 : (tensor<37xi32>) -> tensor<37xui8>
    %10 = stablehlo.reduce(%8 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<37xi32>, tensor<i32>) -> tensor<i32>
    return %8, %7, %9, %10 : tensor<37xi32>, tensor<37xi1>, tensor<37xui8>, tensor<i32>
  }
}

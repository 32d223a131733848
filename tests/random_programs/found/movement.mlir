// Two floats side by side are neither of them computed.
func.func @padded_pairs() {
  %operand = stablehlo.constant dense<[[1.0e300, 1.0], [-3.0, 0.1]]> : tensor<2x2xf64>
  %value = stablehlo.constant dense<-1.0e300> : tensor<f64>
  %0 = stablehlo.pad %operand, %value, low = [0, 1], high = [0, 2], interior = [2, 1] : (tensor<2x2xf64>, tensor<f64>) -> tensor<4x6xf64>
  check.expect_eq_const %0, dense<[[-1.0e300, 1.0e300, -1.0e300, 1.0, -1.0e300, -1.0e300],
                                   [-1.0e300, -1.0e300, -1.0e300, -1.0e300, -1.0e300, -1.0e300],
                                   [-1.0e300, -1.0e300, -1.0e300, -1.0e300, -1.0e300, -1.0e300],
                                   [-1.0e300, -3.0, -1.0e300, 0.1, -1.0e300, -1.0e300]]> : tensor<4x6xf64>
  return
}

// The same with a loop around, which keeps pairs apart.
func.func @many_padded_pairs() {
  %operand = stablehlo.constant dense<0.1> : tensor<17x7x2xf64>
  %value = stablehlo.constant dense<-1.0e300> : tensor<f64>
  %0 = stablehlo.pad %operand, %value, low = [0, 1, 1], high = [0, 0, 2], interior = [2, 1, 1] : (tensor<17x7x2xf64>, tensor<f64>) -> tensor<49x14x6xf64>
  %1 = stablehlo.slice %0 [47:49, 0:2, 0:6] : (tensor<49x14x6xf64>) -> tensor<2x2x6xf64>
  check.expect_eq_const %1, dense<[[[-1.0e300, -1.0e300, -1.0e300, -1.0e300, -1.0e300, -1.0e300],
                                    [-1.0e300, -1.0e300, -1.0e300, -1.0e300, -1.0e300, -1.0e300]],
                                   [[-1.0e300, -1.0e300, -1.0e300, -1.0e300, -1.0e300, -1.0e300],
                                    [-1.0e300, 0.1, -1.0e300, 0.1, -1.0e300, -1.0e300]]]> : tensor<2x2x6xf64>
  return
}

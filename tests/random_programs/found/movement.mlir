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

// The last vector of a slot reads behind the operand unless the quotient of its index is known to be small.
func.func @interior_padding_in_two_slots() {
  %x = stablehlo.iota dim = 0 : tensor<147609xi8>
  %v = stablehlo.constant dense<7> : tensor<i8>
  %x0, %v0 = stablehlo.optimization_barrier %x, %v : tensor<147609xi8>, tensor<i8>
  %0 = stablehlo.pad %x0, %v0, low = [-2], high = [-1], interior = [2] : (tensor<147609xi8>, tensor<i8>) -> tensor<442822xi8>
  %1 = stablehlo.slice %0 [0:6] : (tensor<442822xi8>) -> tensor<6xi8>
  %2 = stablehlo.slice %0 [442816:442822] : (tensor<442822xi8>) -> tensor<6xi8>
  check.expect_eq_const %1, dense<[7, 1, 7, 7, 2, 7]> : tensor<6xi8>
  check.expect_eq_const %2, dense<[-106, 7, 7, -105, 7, 7]> : tensor<6xi8>
  return
}

// A product that has no elements, because an operand has none along a dimension of the result.
func.func @dot_general_of_a_scalar_and_nothing() {
  %x = stablehlo.constant dense<> : tensor<1x1x0xi4>
  %y = stablehlo.constant dense<3> : tensor<i4>
  %x0, %y0 = stablehlo.optimization_barrier %x, %y : tensor<1x1x0xi4>, tensor<i4>
  %0 = stablehlo.dot_general %x0, %y0, contracting_dims = [] x [] : (tensor<1x1x0xi4>, tensor<i4>) -> tensor<1x1x0xi16>
  check.expect_eq_const %0, dense<> : tensor<1x1x0xi16>
  return
}

// The same, where the sums have no elements either.
func.func @dot_general_of_sums_of_nothing() {
  %x = stablehlo.constant dense<> : tensor<0x0x1xi64>
  %y = stablehlo.constant dense<> : tensor<1x1x0xi64>
  %x0, %y0 = stablehlo.optimization_barrier %x, %y : tensor<0x0x1xi64>, tensor<1x1x0xi64>
  %0 = stablehlo.dot_general %x0, %y0, contracting_dims = [1, 2] x [2, 0] : (tensor<0x0x1xi64>, tensor<1x1x0xi64>) -> tensor<0x1xi64>
  check.expect_eq_const %0, dense<> : tensor<0x1xi64>
  return
}

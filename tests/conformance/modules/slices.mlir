// A slice whose start is computed is as long as its limit says, and moved to lie within its operand.
func.func @start_and_a_size() {
  %x = stablehlo.constant dense<[10, 11, 12, 13, 14]> : tensor<5xi32>
  %start = stablehlo.constant dense<3> : tensor<1xi64>
  %size = stablehlo.constant dense<3> : tensor<1xi64>
  %limit = stablehlo.add %start, %size : tensor<1xi64>
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %r = stablehlo.real_dynamic_slice %x, %start, %limit, %one : (tensor<5xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[12, 13, 14]> : tensor<3xi32>
  return
}

// -----

func.func @every_second_element() {
  %x = stablehlo.constant dense<[[10, 11, 12, 13, 14], [20, 21, 22, 23, 24]]> : tensor<2x5xi32>
  %start = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %size = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
  %limit = stablehlo.add %start, %size : tensor<2xi32>
  %strides = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %r = stablehlo.real_dynamic_slice %x, %start, %limit, %strides : (tensor<2x5xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %r, dense<[[11, 13], [21, 23]]> : tensor<2x2xi32>
  return
}

func.func @asinh() {
  %0 = stablehlo.constant dense<[0.0, -1.0, 1.0e-8, 1.0e200, -3.0]> : tensor<5xf64>
  %1 = chlo.asinh %0 : tensor<5xf64> -> tensor<5xf64>
  check.expect_almost_eq_const %1, dense<[0.0, -0.88137358701954305, 1.0e-8, 461.21016579360543, -1.8184464592320668]> : tensor<5xf64>
  func.return
}

// -----

func.func @acosh() {
  %0 = stablehlo.constant dense<[1.0, 2.0, 1.0e200, 0x7FF8000000000000]> : tensor<4xf64>
  %1 = chlo.acosh %0 : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %1, dense<[0.0, 1.3169578969248166, 461.21016579360543, 0x7FF8000000000000]> : tensor<4xf64>
  func.return
}

// -----

// One step on the line of numbers: across zero, into the denormals and out of the largest number.
func.func @next_after() {
  %0 = stablehlo.constant dense<[0.0, 0x00000001, 1.0, 0x7F7FFFFF, -1.0, 2.0]> : tensor<6xf32>
  %1 = stablehlo.constant dense<[-1.0, -1.0, 2.0, 0x7F800000, 0.0, 2.0]> : tensor<6xf32>
  %2 = chlo.next_after %0, %1 : tensor<6xf32>, tensor<6xf32> -> tensor<6xf32>
  check.expect_eq_const %2, dense<[0x80000001, 0.0, 0x3F800001, 0x7F800000, 0xBF7FFFFF, 2.0]> : tensor<6xf32>
  func.return
}

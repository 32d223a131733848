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

// -----

// Into the denormals, out of the largest number, and across zero where the type has only one.
func.func @next_after_of_narrow_floats() {
  %x0 = stablehlo.constant dense<[0.0, 0.5, 6.0, -1.0, 1.5]> : tensor<5xf4E2M1FN>
  %y0 = stablehlo.constant dense<[-1.0, 1.0, 1.0, -6.0, 1.5]> : tensor<5xf4E2M1FN>
  %r0 = chlo.next_after %x0, %y0 : tensor<5xf4E2M1FN>, tensor<5xf4E2M1FN> -> tensor<5xf4E2M1FN>
  check.expect_eq_const %r0, dense<[-0.5, 1.0, 4.0, -1.5, 1.5]> : tensor<5xf4E2M1FN>
  %x1 = stablehlo.constant dense<[0.0, 0.125, 7.5, -1.0, 1.875]> : tensor<5xf6E2M3FN>
  %y1 = stablehlo.constant dense<[-1.0, -1.0, 1.0, -6.0, 4.0]> : tensor<5xf6E2M3FN>
  %r1 = chlo.next_after %x1, %y1 : tensor<5xf6E2M3FN>, tensor<5xf6E2M3FN> -> tensor<5xf6E2M3FN>
  check.expect_eq_const %r1, dense<[-0.125, 0.0, 7.0, -1.125, 2.0]> : tensor<5xf6E2M3FN>
  %x2 = stablehlo.constant dense<[0.0, 0.0625, 28.0, -1.0, 1.75]> : tensor<5xf6E3M2FN>
  %y2 = stablehlo.constant dense<[-1.0, 1.0, 1.0, -6.0, 4.0]> : tensor<5xf6E3M2FN>
  %r2 = chlo.next_after %x2, %y2 : tensor<5xf6E3M2FN>, tensor<5xf6E3M2FN> -> tensor<5xf6E3M2FN>
  check.expect_eq_const %r2, dense<[-0.0625, 0.125, 24.0, -1.25, 2.0]> : tensor<5xf6E3M2FN>
  %x3 = stablehlo.constant dense<[0.0, 0x01, 448.0, -1.0, 1.875]> : tensor<5xf8E4M3FN>
  %y3 = stablehlo.constant dense<[-1.0, 1.0, 1.0, -6.0, 4.0]> : tensor<5xf8E4M3FN>
  %r3 = chlo.next_after %x3, %y3 : tensor<5xf8E4M3FN>, tensor<5xf8E4M3FN> -> tensor<5xf8E4M3FN>
  check.expect_eq_const %r3, dense<[0x81, 0x02, 416.0, -1.125, 2.0]> : tensor<5xf8E4M3FN>
  %x4 = stablehlo.constant dense<[0.0, 0x81, 240.0, -1.0, -240.0]> : tensor<5xf8E4M3FNUZ>
  %y4 = stablehlo.constant dense<[-1.0, 1.0, 1.0, -6.0, 4.0]> : tensor<5xf8E4M3FNUZ>
  %r4 = chlo.next_after %x4, %y4 : tensor<5xf8E4M3FNUZ>, tensor<5xf8E4M3FNUZ> -> tensor<5xf8E4M3FNUZ>
  check.expect_eq_const %r4, dense<[0x81, 0x00, 224.0, -1.125, -224.0]> : tensor<5xf8E4M3FNUZ>
  %x5 = stablehlo.constant dense<[0.0, 0x01, 57344.0, -1.0, 1.75]> : tensor<5xf8E5M2>
  %y5 = stablehlo.constant dense<[-1.0, 1.0, 0x7C, -6.0, 4.0]> : tensor<5xf8E5M2>
  %r5 = chlo.next_after %x5, %y5 : tensor<5xf8E5M2>, tensor<5xf8E5M2> -> tensor<5xf8E5M2>
  check.expect_eq_const %r5, dense<[0x81, 0x02, 0x7C, -1.25, 2.0]> : tensor<5xf8E5M2>
  %x6 = stablehlo.constant dense<[0x00, 1.0, 1.0, 2.0, 0x01]> : tensor<5xf8E8M0FNU>
  %y6 = stablehlo.constant dense<[1.0, 0.5, 2.0, 2.0, 0x00]> : tensor<5xf8E8M0FNU>
  %r6 = chlo.next_after %x6, %y6 : tensor<5xf8E8M0FNU>, tensor<5xf8E8M0FNU> -> tensor<5xf8E8M0FNU>
  check.expect_eq_const %r6, dense<[0x01, 0.5, 2.0, 2.0, 0x00]> : tensor<5xf8E8M0FNU>
  func.return
}

// The largest number rounds to infinity whatever the exponent's width.
func.func @reduced_precision_overflows() {
  %x = stablehlo.constant dense<[0x7F7FFFFF, 0x3FC00000, 0xFF7FFFFF]> : tensor<3xf32>
  %0 = stablehlo.reduce_precision %x, format = e1m14 : tensor<3xf32>
  check.expect_eq_const %0, dense<[0x7F800000, 0x00000000, 0xFF800000]> : tensor<3xf32>
  return
}

// The highest of two or four bits is a sign for this shift, in types without one too.
func.func @arithmetic_shift_of_narrow_integers() {
  %x = stablehlo.constant dense<[3, 2, 1]> : tensor<3xui2>
  %y = stablehlo.constant dense<[3, 1, 1]> : tensor<3xui2>
  %0 = stablehlo.shift_right_arithmetic %x, %y : tensor<3xui2>
  check.expect_eq_const %0, dense<[3, 3, 0]> : tensor<3xui2>
  %a = stablehlo.constant dense<[15, 8, 7]> : tensor<3xui4>
  %b = stablehlo.constant dense<[9, 2, 1]> : tensor<3xui4>
  %1 = stablehlo.shift_right_arithmetic %a, %b : tensor<3xui4>
  check.expect_eq_const %1, dense<[15, 14, 3]> : tensor<3xui4>
  return
}

// Without a mantissa, a tie goes to the neighbour whose exponent is even.
func.func @ties_without_a_mantissa() {
  %x = stablehlo.constant dense<[1.5, 3.0, 6.0, -12.0, 3.5]> : tensor<5xf32>
  %0 = stablehlo.reduce_precision %x, format = e8m0 : tensor<5xf32>
  check.expect_eq_const %0, dense<[2.0, 2.0, 8.0, -8.0, 4.0]> : tensor<5xf32>
  return
}

// A subnormal f16 has the least normal's step, also where the result's exponent is wider.
func.func @reduced_precision_of_subnormal_halves() {
  %x = stablehlo.constant dense<[0x0001, 0x0020, 0x0021, 0x0060, 0x8041, 0x03FF, 0x0400]> : tensor<7xf16>
  %0 = stablehlo.reduce_precision %x, format = e8m4 : tensor<7xf16>
  check.expect_eq_const %0, dense<[0x0000, 0x0000, 0x0040, 0x0080, 0x8040, 0x0400, 0x0400]> : tensor<7xf16>
  %y = stablehlo.constant dense<[0x0001, 0x0200, 0x0201, 0x8300, 0x0600]> : tensor<5xf16>
  %1 = stablehlo.reduce_precision %y, format = e5m0 : tensor<5xf16>
  check.expect_eq_const %1, dense<[0x0000, 0x0000, 0x0400, 0x8400, 0x0800]> : tensor<5xf16>
  return
}

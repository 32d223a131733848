// Narrow floats are solved in f32 and rounded once.
func.func @triangular_solve_f16() {
  %0 = stablehlo.constant dense<[[2.0, 9.0], [1.0, 4.0]]> : tensor<2x2xf16>
  %1 = stablehlo.constant dense<[[2.0], [9.0]]> : tensor<2x1xf16>
  %2 = "stablehlo.triangular_solve"(%0, %1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x2xf16>, tensor<2x1xf16>) -> tensor<2x1xf16>
  check.expect_eq_const %2, dense<[[1.0], [2.0]]> : tensor<2x1xf16>
  func.return
}

// -----

func.func @cholesky_bf16() {
  %0 = stablehlo.constant dense<[[4.0, 2.0], [2.0, 10.0]]> : tensor<2x2xbf16>
  %1 = stablehlo.cholesky %0, lower = true : tensor<2x2xbf16>
  %2 = stablehlo.constant dense<[[true, false], [true, true]]> : tensor<2x2xi1>
  %3 = stablehlo.constant dense<0.0> : tensor<2x2xbf16>
  %4 = stablehlo.select %2, %1, %3 : tensor<2x2xi1>, tensor<2x2xbf16>
  check.expect_eq_const %4, dense<[[2.0, 0.0], [1.0, 3.0]]> : tensor<2x2xbf16>
  func.return
}

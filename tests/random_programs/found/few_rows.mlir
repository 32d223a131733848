// All results of a product come from rows that are computed together.
func.func @matrix_of_two_rows_times_vector() {
  %x = stablehlo.iota dim = 0 : tensor<32xf32>
  %y = stablehlo.constant dense<2.0> : tensor<16x1xf32>
  %rows = stablehlo.reshape %x : (tensor<32xf32>) -> tensor<2x16xf32>
  %x0, %y0 = stablehlo.optimization_barrier %rows, %y : tensor<2x16xf32>, tensor<16x1xf32>
  %0 = stablehlo.dot_general %x0, %y0, contracting_dims = [1] x [0] : (tensor<2x16xf32>, tensor<16x1xf32>) -> tensor<2x1xf32>
  check.expect_eq_const %0, dense<[[240.0], [752.0]]> : tensor<2x1xf32>
  return
}

func.func @vector_times_matrix_of_four_columns_of_f4() {
  %x = stablehlo.constant dense<0.5> : tensor<1x32xf4E2M1FN>
  %y = stablehlo.constant dense<0.5> : tensor<4x32xf4E2M1FN>
  %x0, %y0 = stablehlo.optimization_barrier %x, %y : tensor<1x32xf4E2M1FN>, tensor<4x32xf4E2M1FN>
  %0 = stablehlo.dot_general %x0, %y0, contracting_dims = [1] x [1] : (tensor<1x32xf4E2M1FN>, tensor<4x32xf4E2M1FN>) -> tensor<1x4xf32>
  check.expect_eq_const %0, dense<8.0> : tensor<1x4xf32>
  return
}

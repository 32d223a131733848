// An update whose one index is past the end is dropped.
func.func @one_index_past_the_end() {
  %input = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0]]> : tensor<1x5xf32>
  %index = stablehlo.constant dense<5> : tensor<1xi64>
  %update = stablehlo.constant dense<9.0> : tensor<1xf32>
  %0 = "stablehlo.scatter"(%input, %index, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>}> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    stablehlo.return %new : tensor<f32>
  }) : (tensor<1x5xf32>, tensor<1xi64>, tensor<1xf32>) -> tensor<1x5xf32>
  check.expect_eq_const %0, dense<[[1.0, 2.0, 3.0, 4.0, 5.0]]> : tensor<1x5xf32>
  func.return
}

// -----

// A window that is partly past the end leaves out the elements that are.
func.func @window_past_the_end() {
  %input = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
  %index = stablehlo.constant dense<[[3], [-1]]> : tensor<2x1xi64>
  %update = stablehlo.constant dense<[[10, 20], [30, 40]]> : tensor<2x2xi64>
  %0 = "stablehlo.scatter"(%input, %index, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%old: tensor<i64>, %new: tensor<i64>):
    %sum = stablehlo.add %old, %new : tensor<i64>
    stablehlo.return %sum : tensor<i64>
  }) : (tensor<4xi64>, tensor<2x1xi64>, tensor<2x2xi64>) -> tensor<4xi64>
  check.expect_eq_const %0, dense<[41, 2, 3, 14]> : tensor<4xi64>
  func.return
}

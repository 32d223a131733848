// A window that starts far in front of the operand does not reach into it.
func.func @far_in_front() {
  %input = stablehlo.constant dense<0> : tensor<2x2xi32>
  %index = stablehlo.constant dense<-78> : tensor<1xi8>
  %update = stablehlo.constant dense<[[0, 0], [1, 5]]> : tensor<2x2xi32>
  %0 = "stablehlo.scatter"(%input, %index, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %or = stablehlo.or %a, %b : tensor<i32>
    stablehlo.return %or : tensor<i32>
  }) : (tensor<2x2xi32>, tensor<1xi8>, tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<0> : tensor<2x2xi32>
  return
}

// Of one that starts one row in front, the last row does.
func.func @a_row_in_front() {
  %input = stablehlo.constant dense<0> : tensor<2x2xi32>
  %index = stablehlo.constant dense<-1> : tensor<1xi64>
  %update = stablehlo.constant dense<[[7, 7], [1, 5]]> : tensor<2x2xi32>
  %0 = "stablehlo.scatter"(%input, %index, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %or = stablehlo.or %a, %b : tensor<i32>
    stablehlo.return %or : tensor<i32>
  }) : (tensor<2x2xi32>, tensor<1xi64>, tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<[[1, 5], [0, 0]]> : tensor<2x2xi32>
  return
}

// Sizes that the type of the indices cannot hold.
func.func @narrow_index() {
  %input = stablehlo.constant dense<0> : tensor<200xi32>
  %index = stablehlo.constant dense<[[5], [127], [-1]]> : tensor<3x1xi8>
  %update = stablehlo.constant dense<[3, 4, 9]> : tensor<3xi32>
  %0 = "stablehlo.scatter"(%input, %index, %update) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<200xi32>, tensor<3x1xi8>, tensor<3xi32>) -> tensor<200xi32>
  %1 = stablehlo.slice %0 [5:128:61] : (tensor<200xi32>) -> tensor<3xi32>
  check.expect_eq_const %1, dense<[3, 0, 4]> : tensor<3xi32>
  return
}

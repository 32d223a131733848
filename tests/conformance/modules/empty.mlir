// Tensors without elements.
func.func @reduce_of_nothing() {
  %input = stablehlo.constant dense<> : tensor<4x0xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.reduce(%input init: %one) applies stablehlo.add across dimensions = [1] : (tensor<4x0xf32>, tensor<f32>) -> tensor<4xf32>
  check.expect_eq_const %0, dense<1.0> : tensor<4xf32>
  func.return
}

// -----

func.func @scatter_of_nothing() {
  %input = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %index = stablehlo.constant dense<> : tensor<0x1xi32>
  %update = stablehlo.constant dense<> : tensor<0xf32>
  %0 = "stablehlo.scatter"(%input, %index, %update) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<2xf32>, tensor<0x1xi32>, tensor<0xf32>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<[1.0, 2.0]> : tensor<2xf32>
  func.return
}

// Products of a row and a matrix larger than the caches, whose rows are one and the same.
func.func @one_row() {
  %i = stablehlo.iota dim = 1 : tensor<1x600000xi32>
  %b = stablehlo.convert %i : (tensor<1x600000xi32>) -> tensor<1x600000xf32>
  %a = stablehlo.constant dense<3.0> : tensor<1xf32>
  %a0, %b0 = stablehlo.optimization_barrier %a, %b : tensor<1xf32>, tensor<1x600000xf32>
  %0 = stablehlo.dot_general %a0, %b0, contracting_dims = [0] x [0] : (tensor<1xf32>, tensor<1x600000xf32>) -> tensor<600000xf32>
  %three = stablehlo.constant dense<3> : tensor<600000xi32>
  %row = stablehlo.reshape %i : (tensor<1x600000xi32>) -> tensor<600000xi32>
  %e = stablehlo.multiply %row, %three : tensor<600000xi32>
  %1 = stablehlo.convert %e : (tensor<600000xi32>) -> tensor<600000xf32>
  check.expect_eq %0, %1 : tensor<600000xf32>
  return
}

func.func @the_same_row_again() {
  %i = stablehlo.iota dim = 0 : tensor<70000xi32>
  %b = stablehlo.convert %i : (tensor<70000xi32>) -> tensor<70000xf32>
  %a = stablehlo.constant dense<2.0> : tensor<f32>
  %a0, %b0 = stablehlo.optimization_barrier %a, %b : tensor<f32>, tensor<70000xf32>
  %rows = stablehlo.broadcast_in_dim %a0, dims = [] : (tensor<f32>) -> tensor<100xf32>
  %matrix = stablehlo.broadcast_in_dim %b0, dims = [1] : (tensor<70000xf32>) -> tensor<100x70000xf32>
  %0 = stablehlo.dot_general %rows, %matrix, contracting_dims = [0] x [0] : (tensor<100xf32>, tensor<100x70000xf32>) -> tensor<70000xf32>
  %factor = stablehlo.constant dense<200> : tensor<70000xi32>
  %e = stablehlo.multiply %i, %factor : tensor<70000xi32>
  %1 = stablehlo.convert %e : (tensor<70000xi32>) -> tensor<70000xf32>
  check.expect_eq %0, %1 : tensor<70000xf32>
  return
}

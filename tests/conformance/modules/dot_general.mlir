// Without contracting dimensions every element is one product.
func.func @no_contracting_dimensions() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %b = stablehlo.constant dense<[3, 4, 5]> : tensor<3xi64>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [] x [] : (tensor<2xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  check.expect_eq_const %0, dense<[[3, 4, 5], [6, 8, 10]]> : tensor<2x3xi64>
  func.return
}

// -----

// Both sides are the same at every step of the sum, which still has all of its steps.
func.func @the_same_at_every_step() {
  %a = stablehlo.constant dense<2.0> : tensor<f32>
  %row = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<4x96xf32>
  %column = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<96x8xf32>
  %0 = stablehlo.dot_general %row, %column, contracting_dims = [1] x [0] : (tensor<4x96xf32>, tensor<96x8xf32>) -> tensor<4x8xf32>
  check.expect_eq_const %0, dense<384.0> : tensor<4x8xf32>
  func.return
}

// -----

// Floats that give integers: the sum is rounded to the floats' type, and converted then.
func.func @floats_give_integers() {
  %lhs = stablehlo.constant dense<[[1.5, 2.5], [0.25, 0.5]]> : tensor<2x2xbf16>
  %rhs = stablehlo.constant dense<[[3.0], [-1.5]]> : tensor<2x1xbf16>
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0] : (tensor<2x2xbf16>, tensor<2x1xbf16>) -> tensor<2x1xi32>
  check.expect_eq_const %0, dense<[[0], [0]]> : tensor<2x1xi32>
  %1 = stablehlo.dot_general %lhs, %lhs, contracting_dims = [1] x [1] : (tensor<2x2xbf16>, tensor<2x2xbf16>) -> tensor<2x2xi32>
  check.expect_eq_const %1, dense<[[8, 1], [1, 0]]> : tensor<2x2xi32>
  func.return
}

// -----

func.func @floats_give_integers_by_dot() {
  %lhs = stablehlo.constant dense<[1.5, 2.5]> : tensor<2xf32>
  %0 = stablehlo.dot %lhs, %lhs : (tensor<2xf32>, tensor<2xf32>) -> tensor<i32>
  check.expect_eq_const %0, dense<8> : tensor<i32>
  func.return
}

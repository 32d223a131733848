// Groups share the rows that there are.
func.func private @ragged_rows_at(%size: tensor<i32>) -> (tensor<5x4xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[1.0, 2.0, -3.0], [4.0, 0.0, -3.0], [-1.0, -2.0, 2.0], [4.0, 0.0, 3.0], [-2.0, 0.0, -3.0]]> : tensor<5x3xf32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 0 : (tensor<5x3xf32>, tensor<i32>) -> tensor<?x3xf32, #stablehlo.bounds<5, ?>>
  %b = stablehlo.constant dense<[[[0.0, 3.0, 1.0, -1.0], [3.0, -1.0, -2.0, -1.0], [4.0, -1.0, -1.0, -3.0]], [[-3.0, 0.0, 0.0, -1.0], [-1.0, 1.0, 2.0, 0.0], [0.0, -1.0, 0.0, 3.0]]]> : tensor<2x3x4xf32>
  %g = stablehlo.constant dense<[2, 2]> : tensor<2xi32>
  %r = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<?x3xf32, #stablehlo.bounds<5, ?>>, tensor<2x3x4xf32>, tensor<2xi32>) -> tensor<?x4xf32, #stablehlo.bounds<5, ?>>
  %z0 = stablehlo.constant dense<0.0> : tensor<5x4xf32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero : (tensor<5x4xf32>, tensor<?x4xf32, #stablehlo.bounds<5, ?>>, tensor<i32>, tensor<i32>) -> tensor<5x4xf32>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x4xf32, #stablehlo.bounds<5, ?>>) -> tensor<i32>
  return %o0, %s0_0 : tensor<5x4xf32>, tensor<i32>
}
func.func @ragged_rows() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:2 = call @ragged_rows_at(%size_0) : (tensor<i32>) -> (tensor<5x4xf32>, tensor<i32>)
  %a_0 = stablehlo.constant dense<> : tensor<0x3xf32>
  %b_0 = stablehlo.constant dense<[[[0.0, 3.0, 1.0, -1.0], [3.0, -1.0, -2.0, -1.0], [4.0, -1.0, -1.0, -3.0]], [[-3.0, 0.0, 0.0, -1.0], [-1.0, 1.0, 2.0, 0.0], [0.0, -1.0, 0.0, 3.0]]]> : tensor<2x3x4xf32>
  %g_0 = stablehlo.constant dense<[2, 2]> : tensor<2xi32>
  %r_0 = "chlo.ragged_dot"(%a_0, %b_0, %g_0) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<0x3xf32>, tensor<2x3x4xf32>, tensor<2xi32>) -> tensor<0x4xf32>
  %z0_0 = stablehlo.constant dense<0.0> : tensor<f32>
  %w0_0 = stablehlo.pad %r_0, %z0_0, low = [0, 0], high = [5, 0], interior = [0, 0] : (tensor<0x4xf32>, tensor<f32>) -> tensor<5x4xf32>
  check.expect_almost_eq %at_0#0, %w0_0 : tensor<5x4xf32>
  check.expect_eq_const %at_0#1, dense<0> : tensor<i32>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:2 = call @ragged_rows_at(%size_1) : (tensor<i32>) -> (tensor<5x4xf32>, tensor<i32>)
  %a_1 = stablehlo.constant dense<[[1.0, 2.0, -3.0]]> : tensor<1x3xf32>
  %b_1 = stablehlo.constant dense<[[[0.0, 3.0, 1.0, -1.0], [3.0, -1.0, -2.0, -1.0], [4.0, -1.0, -1.0, -3.0]], [[-3.0, 0.0, 0.0, -1.0], [-1.0, 1.0, 2.0, 0.0], [0.0, -1.0, 0.0, 3.0]]]> : tensor<2x3x4xf32>
  %g_1 = stablehlo.constant dense<[2, 2]> : tensor<2xi32>
  %r_1 = "chlo.ragged_dot"(%a_1, %b_1, %g_1) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<1x3xf32>, tensor<2x3x4xf32>, tensor<2xi32>) -> tensor<1x4xf32>
  %z0_1 = stablehlo.constant dense<0.0> : tensor<f32>
  %w0_1 = stablehlo.pad %r_1, %z0_1, low = [0, 0], high = [4, 0], interior = [0, 0] : (tensor<1x4xf32>, tensor<f32>) -> tensor<5x4xf32>
  check.expect_almost_eq %at_1#0, %w0_1 : tensor<5x4xf32>
  check.expect_eq_const %at_1#1, dense<1> : tensor<i32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:2 = call @ragged_rows_at(%size_3) : (tensor<i32>) -> (tensor<5x4xf32>, tensor<i32>)
  %a_3 = stablehlo.constant dense<[[1.0, 2.0, -3.0], [4.0, 0.0, -3.0], [-1.0, -2.0, 2.0]]> : tensor<3x3xf32>
  %b_3 = stablehlo.constant dense<[[[0.0, 3.0, 1.0, -1.0], [3.0, -1.0, -2.0, -1.0], [4.0, -1.0, -1.0, -3.0]], [[-3.0, 0.0, 0.0, -1.0], [-1.0, 1.0, 2.0, 0.0], [0.0, -1.0, 0.0, 3.0]]]> : tensor<2x3x4xf32>
  %g_3 = stablehlo.constant dense<[2, 2]> : tensor<2xi32>
  %r_3 = "chlo.ragged_dot"(%a_3, %b_3, %g_3) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<3x3xf32>, tensor<2x3x4xf32>, tensor<2xi32>) -> tensor<3x4xf32>
  %z0_3 = stablehlo.constant dense<0.0> : tensor<f32>
  %w0_3 = stablehlo.pad %r_3, %z0_3, low = [0, 0], high = [2, 0], interior = [0, 0] : (tensor<3x4xf32>, tensor<f32>) -> tensor<5x4xf32>
  check.expect_almost_eq %at_3#0, %w0_3 : tensor<5x4xf32>
  check.expect_eq_const %at_3#1, dense<3> : tensor<i32>
  %size_5 = stablehlo.constant dense<5> : tensor<i32>
  %at_5:2 = call @ragged_rows_at(%size_5) : (tensor<i32>) -> (tensor<5x4xf32>, tensor<i32>)
  %a_5 = stablehlo.constant dense<[[1.0, 2.0, -3.0], [4.0, 0.0, -3.0], [-1.0, -2.0, 2.0], [4.0, 0.0, 3.0], [-2.0, 0.0, -3.0]]> : tensor<5x3xf32>
  %b_5 = stablehlo.constant dense<[[[0.0, 3.0, 1.0, -1.0], [3.0, -1.0, -2.0, -1.0], [4.0, -1.0, -1.0, -3.0]], [[-3.0, 0.0, 0.0, -1.0], [-1.0, 1.0, 2.0, 0.0], [0.0, -1.0, 0.0, 3.0]]]> : tensor<2x3x4xf32>
  %g_5 = stablehlo.constant dense<[2, 2]> : tensor<2xi32>
  %r_5 = "chlo.ragged_dot"(%a_5, %b_5, %g_5) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<5x3xf32>, tensor<2x3x4xf32>, tensor<2xi32>) -> tensor<5x4xf32>
  %z0_5 = stablehlo.constant dense<0.0> : tensor<f32>
  %w0_5 = stablehlo.pad %r_5, %z0_5, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<5x4xf32>, tensor<f32>) -> tensor<5x4xf32>
  check.expect_almost_eq %at_5#0, %w0_5 : tensor<5x4xf32>
  check.expect_eq_const %at_5#1, dense<5> : tensor<i32>
  func.return
}

// -----

func.func private @ragged_rows_of_sizes_at(%size: tensor<i32>) -> (tensor<5x6xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[4, -4, 2], [-1, -5, -5], [-3, 5, 4], [2, 6, 0], [0, -5, -1]]> : tensor<5x3xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 1 : (tensor<5x3xi32>, tensor<i32>) -> tensor<5x?xi32, #stablehlo.bounds<?, 3>>
  %b_s = stablehlo.constant dense<[[[2, -2, 6, 1, 3, 3], [5, -4, -2, 4, 3, 6], [6, -1, 5, 4, 5, -4]], [[1, 0, -4, 0, 1, -1], [2, 6, -4, -2, 6, 5], [-1, -4, -5, 4, -2, 5]], [[0, 2, -2, 3, 4, 5], [6, 3, -5, 5, 0, -2], [4, 1, -1, 0, 4, -4]]]> : tensor<3x3x6xi32>
  %b_0 = stablehlo.set_dimension_size %b_s, %n, dim = 0 : (tensor<3x3x6xi32>, tensor<i32>) -> tensor<?x3x6xi32, #stablehlo.bounds<3, ?, ?>>
  %b_1 = stablehlo.set_dimension_size %b_0, %n, dim = 1 : (tensor<?x3x6xi32, #stablehlo.bounds<3, ?, ?>>, tensor<i32>) -> tensor<?x?x6xi32, #stablehlo.bounds<3, 3, ?>>
  %m0 = stablehlo.constant dense<2> : tensor<i32>
  %x0 = stablehlo.multiply %n, %m0 : tensor<i32>
  %b = stablehlo.set_dimension_size %b_1, %x0, dim = 2 : (tensor<?x?x6xi32, #stablehlo.bounds<3, 3, ?>>, tensor<i32>) -> tensor<?x?x?xi32, #stablehlo.bounds<3, 3, 6>>
  %g_s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  %g = stablehlo.set_dimension_size %g_s, %n, dim = 0 : (tensor<3xi64>, tensor<i32>) -> tensor<?xi64, #stablehlo.bounds<3>>
  %r = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<5x?xi32, #stablehlo.bounds<?, 3>>, tensor<?x?x?xi32, #stablehlo.bounds<3, 3, 6>>, tensor<?xi64, #stablehlo.bounds<3>>) -> tensor<5x?xi32, #stablehlo.bounds<?, 6>>
  %z0 = stablehlo.constant dense<0> : tensor<5x6xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero : (tensor<5x6xi32>, tensor<5x?xi32, #stablehlo.bounds<?, 6>>, tensor<i32>, tensor<i32>) -> tensor<5x6xi32>
  %s0_1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<5x?xi32, #stablehlo.bounds<?, 6>>) -> tensor<i32>
  return %o0, %s0_1 : tensor<5x6xi32>, tensor<i32>
}
func.func @ragged_rows_of_sizes() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:2 = call @ragged_rows_of_sizes_at(%size_0) : (tensor<i32>) -> (tensor<5x6xi32>, tensor<i32>)
  %a_0 = stablehlo.constant dense<> : tensor<5x0xi32>
  %b_0 = stablehlo.constant dense<> : tensor<0x0x0xi32>
  %g_0 = stablehlo.constant dense<> : tensor<0xi64>
  %r_0 = "chlo.ragged_dot"(%a_0, %b_0, %g_0) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<5x0xi32>, tensor<0x0x0xi32>, tensor<0xi64>) -> tensor<5x0xi32>
  %z0_0 = stablehlo.constant dense<0> : tensor<i32>
  %w0_0 = stablehlo.pad %r_0, %z0_0, low = [0, 0], high = [0, 6], interior = [0, 0] : (tensor<5x0xi32>, tensor<i32>) -> tensor<5x6xi32>
  check.expect_eq %at_0#0, %w0_0 : tensor<5x6xi32>
  check.expect_eq_const %at_0#1, dense<0> : tensor<i32>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:2 = call @ragged_rows_of_sizes_at(%size_1) : (tensor<i32>) -> (tensor<5x6xi32>, tensor<i32>)
  %a_1 = stablehlo.constant dense<[[4], [-1], [-3], [2], [0]]> : tensor<5x1xi32>
  %b_1 = stablehlo.constant dense<[[[2, -2]]]> : tensor<1x1x2xi32>
  %g_1 = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r_1 = "chlo.ragged_dot"(%a_1, %b_1, %g_1) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<5x1xi32>, tensor<1x1x2xi32>, tensor<1xi64>) -> tensor<5x2xi32>
  %z0_1 = stablehlo.constant dense<0> : tensor<i32>
  %w0_1 = stablehlo.pad %r_1, %z0_1, low = [0, 0], high = [0, 4], interior = [0, 0] : (tensor<5x2xi32>, tensor<i32>) -> tensor<5x6xi32>
  check.expect_eq %at_1#0, %w0_1 : tensor<5x6xi32>
  check.expect_eq_const %at_1#1, dense<2> : tensor<i32>
  %size_2 = stablehlo.constant dense<2> : tensor<i32>
  %at_2:2 = call @ragged_rows_of_sizes_at(%size_2) : (tensor<i32>) -> (tensor<5x6xi32>, tensor<i32>)
  %a_2 = stablehlo.constant dense<[[4, -4], [-1, -5], [-3, 5], [2, 6], [0, -5]]> : tensor<5x2xi32>
  %b_2 = stablehlo.constant dense<[[[2, -2, 6, 1], [5, -4, -2, 4]], [[1, 0, -4, 0], [2, 6, -4, -2]]]> : tensor<2x2x4xi32>
  %g_2 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %r_2 = "chlo.ragged_dot"(%a_2, %b_2, %g_2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<5x2xi32>, tensor<2x2x4xi32>, tensor<2xi64>) -> tensor<5x4xi32>
  %z0_2 = stablehlo.constant dense<0> : tensor<i32>
  %w0_2 = stablehlo.pad %r_2, %z0_2, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<5x4xi32>, tensor<i32>) -> tensor<5x6xi32>
  check.expect_eq %at_2#0, %w0_2 : tensor<5x6xi32>
  check.expect_eq_const %at_2#1, dense<4> : tensor<i32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:2 = call @ragged_rows_of_sizes_at(%size_3) : (tensor<i32>) -> (tensor<5x6xi32>, tensor<i32>)
  %a_3 = stablehlo.constant dense<[[4, -4, 2], [-1, -5, -5], [-3, 5, 4], [2, 6, 0], [0, -5, -1]]> : tensor<5x3xi32>
  %b_3 = stablehlo.constant dense<[[[2, -2, 6, 1, 3, 3], [5, -4, -2, 4, 3, 6], [6, -1, 5, 4, 5, -4]], [[1, 0, -4, 0, 1, -1], [2, 6, -4, -2, 6, 5], [-1, -4, -5, 4, -2, 5]], [[0, 2, -2, 3, 4, 5], [6, 3, -5, 5, 0, -2], [4, 1, -1, 0, 4, -4]]]> : tensor<3x3x6xi32>
  %g_3 = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  %r_3 = "chlo.ragged_dot"(%a_3, %b_3, %g_3) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<5x3xi32>, tensor<3x3x6xi32>, tensor<3xi64>) -> tensor<5x6xi32>
  %z0_3 = stablehlo.constant dense<0> : tensor<i32>
  %w0_3 = stablehlo.pad %r_3, %z0_3, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<5x6xi32>, tensor<i32>) -> tensor<5x6xi32>
  check.expect_eq %at_3#0, %w0_3 : tensor<5x6xi32>
  check.expect_eq_const %at_3#1, dense<6> : tensor<i32>
  func.return
}

// -----

func.func private @ragged_batches_at(%size: tensor<i32>) -> (tensor<3x4x2xcomplex<f32>>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[[(2.0, -1.0), (3.0, -3.0)], [(-2.0, -2.0), (2.0, -3.0)], [(0.0, -3.0), (-2.0, 3.0)], [(3.0, -2.0), (0.0, -2.0)]], [[(3.0, -3.0), (-2.0, 0.0)], [(-3.0, 3.0), (-3.0, 0.0)], [(-3.0, -1.0), (1.0, 3.0)], [(-1.0, -2.0), (1.0, -1.0)]], [[(-2.0, 0.0), (2.0, -2.0)], [(-2.0, -3.0), (0.0, 4.0)], [(3.0, 2.0), (4.0, 4.0)], [(2.0, 1.0), (0.0, -1.0)]]]> : tensor<3x4x2xcomplex<f32>>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 0 : (tensor<3x4x2xcomplex<f32>>, tensor<i32>) -> tensor<?x4x2xcomplex<f32>, #stablehlo.bounds<3, ?, ?>>
  %b_s = stablehlo.constant dense<[[[[(0.0, -2.0), (1.0, 4.0)], [(2.0, 4.0), (1.0, -2.0)]], [[(-2.0, 3.0), (-1.0, 2.0)], [(-1.0, 4.0), (3.0, -3.0)]], [[(-2.0, 2.0), (2.0, 2.0)], [(4.0, 4.0), (-2.0, -2.0)]]], [[[(1.0, 4.0), (-2.0, -3.0)], [(1.0, 4.0), (1.0, 3.0)]], [[(2.0, -3.0), (4.0, 2.0)], [(-1.0, -2.0), (4.0, -3.0)]], [[(0.0, 1.0), (-1.0, 0.0)], [(3.0, 3.0), (4.0, -2.0)]]]]> : tensor<2x3x2x2xcomplex<f32>>
  %b = stablehlo.set_dimension_size %b_s, %n, dim = 1 : (tensor<2x3x2x2xcomplex<f32>>, tensor<i32>) -> tensor<2x?x2x2xcomplex<f32>, #stablehlo.bounds<?, 3, ?, ?>>
  %g_s = stablehlo.constant dense<[[1, 3], [4, 0], [2, 1]]> : tensor<3x2xi32>
  %g = stablehlo.set_dimension_size %g_s, %n, dim = 0 : (tensor<3x2xi32>, tensor<i32>) -> tensor<?x2xi32, #stablehlo.bounds<3, ?>>
  %r = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<?x4x2xcomplex<f32>, #stablehlo.bounds<3, ?, ?>>, tensor<2x?x2x2xcomplex<f32>, #stablehlo.bounds<?, 3, ?, ?>>, tensor<?x2xi32, #stablehlo.bounds<3, ?>>) -> tensor<?x4x2xcomplex<f32>, #stablehlo.bounds<3, ?, ?>>
  %z0 = stablehlo.constant dense<(0.0, 0.0)> : tensor<3x4x2xcomplex<f32>>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero, %zero : (tensor<3x4x2xcomplex<f32>>, tensor<?x4x2xcomplex<f32>, #stablehlo.bounds<3, ?, ?>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x2xcomplex<f32>>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x4x2xcomplex<f32>, #stablehlo.bounds<3, ?, ?>>) -> tensor<i32>
  return %o0, %s0_0 : tensor<3x4x2xcomplex<f32>>, tensor<i32>
}
func.func @ragged_batches() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:2 = call @ragged_batches_at(%size_0) : (tensor<i32>) -> (tensor<3x4x2xcomplex<f32>>, tensor<i32>)
  %a_0 = stablehlo.constant dense<> : tensor<0x4x2xcomplex<f32>>
  %b_0 = stablehlo.constant dense<> : tensor<2x0x2x2xcomplex<f32>>
  %g_0 = stablehlo.constant dense<> : tensor<0x2xi32>
  %r_0 = "chlo.ragged_dot"(%a_0, %b_0, %g_0) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<0x4x2xcomplex<f32>>, tensor<2x0x2x2xcomplex<f32>>, tensor<0x2xi32>) -> tensor<0x4x2xcomplex<f32>>
  %z0_0 = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %w0_0 = stablehlo.pad %r_0, %z0_0, low = [0, 0, 0], high = [3, 0, 0], interior = [0, 0, 0] : (tensor<0x4x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3x4x2xcomplex<f32>>
  check.expect_almost_eq %at_0#0, %w0_0 : tensor<3x4x2xcomplex<f32>>
  check.expect_eq_const %at_0#1, dense<0> : tensor<i32>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:2 = call @ragged_batches_at(%size_1) : (tensor<i32>) -> (tensor<3x4x2xcomplex<f32>>, tensor<i32>)
  %a_1 = stablehlo.constant dense<[[[(2.0, -1.0), (3.0, -3.0)], [(-2.0, -2.0), (2.0, -3.0)], [(0.0, -3.0), (-2.0, 3.0)], [(3.0, -2.0), (0.0, -2.0)]]]> : tensor<1x4x2xcomplex<f32>>
  %b_1 = stablehlo.constant dense<[[[[(0.0, -2.0), (1.0, 4.0)], [(2.0, 4.0), (1.0, -2.0)]]], [[[(1.0, 4.0), (-2.0, -3.0)], [(1.0, 4.0), (1.0, 3.0)]]]]> : tensor<2x1x2x2xcomplex<f32>>
  %g_1 = stablehlo.constant dense<[[1, 3]]> : tensor<1x2xi32>
  %r_1 = "chlo.ragged_dot"(%a_1, %b_1, %g_1) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<1x4x2xcomplex<f32>>, tensor<2x1x2x2xcomplex<f32>>, tensor<1x2xi32>) -> tensor<1x4x2xcomplex<f32>>
  %z0_1 = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %w0_1 = stablehlo.pad %r_1, %z0_1, low = [0, 0, 0], high = [2, 0, 0], interior = [0, 0, 0] : (tensor<1x4x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3x4x2xcomplex<f32>>
  check.expect_almost_eq %at_1#0, %w0_1 : tensor<3x4x2xcomplex<f32>>
  check.expect_eq_const %at_1#1, dense<1> : tensor<i32>
  %size_2 = stablehlo.constant dense<2> : tensor<i32>
  %at_2:2 = call @ragged_batches_at(%size_2) : (tensor<i32>) -> (tensor<3x4x2xcomplex<f32>>, tensor<i32>)
  %a_2 = stablehlo.constant dense<[[[(2.0, -1.0), (3.0, -3.0)], [(-2.0, -2.0), (2.0, -3.0)], [(0.0, -3.0), (-2.0, 3.0)], [(3.0, -2.0), (0.0, -2.0)]], [[(3.0, -3.0), (-2.0, 0.0)], [(-3.0, 3.0), (-3.0, 0.0)], [(-3.0, -1.0), (1.0, 3.0)], [(-1.0, -2.0), (1.0, -1.0)]]]> : tensor<2x4x2xcomplex<f32>>
  %b_2 = stablehlo.constant dense<[[[[(0.0, -2.0), (1.0, 4.0)], [(2.0, 4.0), (1.0, -2.0)]], [[(-2.0, 3.0), (-1.0, 2.0)], [(-1.0, 4.0), (3.0, -3.0)]]], [[[(1.0, 4.0), (-2.0, -3.0)], [(1.0, 4.0), (1.0, 3.0)]], [[(2.0, -3.0), (4.0, 2.0)], [(-1.0, -2.0), (4.0, -3.0)]]]]> : tensor<2x2x2x2xcomplex<f32>>
  %g_2 = stablehlo.constant dense<[[1, 3], [4, 0]]> : tensor<2x2xi32>
  %r_2 = "chlo.ragged_dot"(%a_2, %b_2, %g_2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x4x2xcomplex<f32>>, tensor<2x2x2x2xcomplex<f32>>, tensor<2x2xi32>) -> tensor<2x4x2xcomplex<f32>>
  %z0_2 = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %w0_2 = stablehlo.pad %r_2, %z0_2, low = [0, 0, 0], high = [1, 0, 0], interior = [0, 0, 0] : (tensor<2x4x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3x4x2xcomplex<f32>>
  check.expect_almost_eq %at_2#0, %w0_2 : tensor<3x4x2xcomplex<f32>>
  check.expect_eq_const %at_2#1, dense<2> : tensor<i32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:2 = call @ragged_batches_at(%size_3) : (tensor<i32>) -> (tensor<3x4x2xcomplex<f32>>, tensor<i32>)
  %a_3 = stablehlo.constant dense<[[[(2.0, -1.0), (3.0, -3.0)], [(-2.0, -2.0), (2.0, -3.0)], [(0.0, -3.0), (-2.0, 3.0)], [(3.0, -2.0), (0.0, -2.0)]], [[(3.0, -3.0), (-2.0, 0.0)], [(-3.0, 3.0), (-3.0, 0.0)], [(-3.0, -1.0), (1.0, 3.0)], [(-1.0, -2.0), (1.0, -1.0)]], [[(-2.0, 0.0), (2.0, -2.0)], [(-2.0, -3.0), (0.0, 4.0)], [(3.0, 2.0), (4.0, 4.0)], [(2.0, 1.0), (0.0, -1.0)]]]> : tensor<3x4x2xcomplex<f32>>
  %b_3 = stablehlo.constant dense<[[[[(0.0, -2.0), (1.0, 4.0)], [(2.0, 4.0), (1.0, -2.0)]], [[(-2.0, 3.0), (-1.0, 2.0)], [(-1.0, 4.0), (3.0, -3.0)]], [[(-2.0, 2.0), (2.0, 2.0)], [(4.0, 4.0), (-2.0, -2.0)]]], [[[(1.0, 4.0), (-2.0, -3.0)], [(1.0, 4.0), (1.0, 3.0)]], [[(2.0, -3.0), (4.0, 2.0)], [(-1.0, -2.0), (4.0, -3.0)]], [[(0.0, 1.0), (-1.0, 0.0)], [(3.0, 3.0), (4.0, -2.0)]]]]> : tensor<2x3x2x2xcomplex<f32>>
  %g_3 = stablehlo.constant dense<[[1, 3], [4, 0], [2, 1]]> : tensor<3x2xi32>
  %r_3 = "chlo.ragged_dot"(%a_3, %b_3, %g_3) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<3x4x2xcomplex<f32>>, tensor<2x3x2x2xcomplex<f32>>, tensor<3x2xi32>) -> tensor<3x4x2xcomplex<f32>>
  %z0_3 = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %w0_3 = stablehlo.pad %r_3, %z0_3, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<3x4x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3x4x2xcomplex<f32>>
  check.expect_almost_eq %at_3#0, %w0_3 : tensor<3x4x2xcomplex<f32>>
  check.expect_eq_const %at_3#1, dense<3> : tensor<i32>
  func.return
}

// -----

// What is contracted ends at the size, in whichever group that is.
func.func private @ragged_contraction_at(%size: tensor<i32>) -> (tensor<3x2x3xbf16>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[0.0, 2.0, 3.0, -1.0, 0.0, -3.0], [-2.0, -1.0, 0.0, 0.0, 3.0, -3.0]]> : tensor<2x6xbf16>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 1 : (tensor<2x6xbf16>, tensor<i32>) -> tensor<2x?xbf16, #stablehlo.bounds<?, 6>>
  %b_s = stablehlo.constant dense<[[4.0, 4.0, 4.0], [3.0, 4.0, 0.0], [3.0, -2.0, 4.0], [0.0, -3.0, 1.0], [3.0, 4.0, 3.0], [-2.0, 1.0, -2.0]]> : tensor<6x3xbf16>
  %b = stablehlo.set_dimension_size %b_s, %n, dim = 0 : (tensor<6x3xbf16>, tensor<i32>) -> tensor<?x3xbf16, #stablehlo.bounds<6, ?>>
  %g = stablehlo.constant dense<[2, 0, 3]> : tensor<3xi32>
  %r = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>} : (tensor<2x?xbf16, #stablehlo.bounds<?, 6>>, tensor<?x3xbf16, #stablehlo.bounds<6, ?>>, tensor<3xi32>) -> tensor<3x2x3xbf16>
  return %r : tensor<3x2x3xbf16>
}
func.func @ragged_contraction() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:1 = call @ragged_contraction_at(%size_0) : (tensor<i32>) -> (tensor<3x2x3xbf16>)
  %a_0 = stablehlo.constant dense<> : tensor<2x0xbf16>
  %b_0 = stablehlo.constant dense<> : tensor<0x3xbf16>
  %g_0 = stablehlo.constant dense<[2, 0, 3]> : tensor<3xi32>
  %r_0 = "chlo.ragged_dot"(%a_0, %b_0, %g_0) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>} : (tensor<2x0xbf16>, tensor<0x3xbf16>, tensor<3xi32>) -> tensor<3x2x3xbf16>
  check.expect_almost_eq %at_0#0, %r_0 : tensor<3x2x3xbf16>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:1 = call @ragged_contraction_at(%size_1) : (tensor<i32>) -> (tensor<3x2x3xbf16>)
  %a_1 = stablehlo.constant dense<[[0.0], [-2.0]]> : tensor<2x1xbf16>
  %b_1 = stablehlo.constant dense<[[4.0, 4.0, 4.0]]> : tensor<1x3xbf16>
  %g_1 = stablehlo.constant dense<[2, 0, 3]> : tensor<3xi32>
  %r_1 = "chlo.ragged_dot"(%a_1, %b_1, %g_1) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>} : (tensor<2x1xbf16>, tensor<1x3xbf16>, tensor<3xi32>) -> tensor<3x2x3xbf16>
  check.expect_almost_eq %at_1#0, %r_1 : tensor<3x2x3xbf16>
  %size_4 = stablehlo.constant dense<4> : tensor<i32>
  %at_4:1 = call @ragged_contraction_at(%size_4) : (tensor<i32>) -> (tensor<3x2x3xbf16>)
  %a_4 = stablehlo.constant dense<[[0.0, 2.0, 3.0, -1.0], [-2.0, -1.0, 0.0, 0.0]]> : tensor<2x4xbf16>
  %b_4 = stablehlo.constant dense<[[4.0, 4.0, 4.0], [3.0, 4.0, 0.0], [3.0, -2.0, 4.0], [0.0, -3.0, 1.0]]> : tensor<4x3xbf16>
  %g_4 = stablehlo.constant dense<[2, 0, 3]> : tensor<3xi32>
  %r_4 = "chlo.ragged_dot"(%a_4, %b_4, %g_4) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>} : (tensor<2x4xbf16>, tensor<4x3xbf16>, tensor<3xi32>) -> tensor<3x2x3xbf16>
  check.expect_almost_eq %at_4#0, %r_4 : tensor<3x2x3xbf16>
  %size_6 = stablehlo.constant dense<6> : tensor<i32>
  %at_6:1 = call @ragged_contraction_at(%size_6) : (tensor<i32>) -> (tensor<3x2x3xbf16>)
  %a_6 = stablehlo.constant dense<[[0.0, 2.0, 3.0, -1.0, 0.0, -3.0], [-2.0, -1.0, 0.0, 0.0, 3.0, -3.0]]> : tensor<2x6xbf16>
  %b_6 = stablehlo.constant dense<[[4.0, 4.0, 4.0], [3.0, 4.0, 0.0], [3.0, -2.0, 4.0], [0.0, -3.0, 1.0], [3.0, 4.0, 3.0], [-2.0, 1.0, -2.0]]> : tensor<6x3xbf16>
  %g_6 = stablehlo.constant dense<[2, 0, 3]> : tensor<3xi32>
  %r_6 = "chlo.ragged_dot"(%a_6, %b_6, %g_6) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>} : (tensor<2x6xbf16>, tensor<6x3xbf16>, tensor<3xi32>) -> tensor<3x2x3xbf16>
  check.expect_almost_eq %at_6#0, %r_6 : tensor<3x2x3xbf16>
  func.return
}

// -----

func.func private @ragged_contraction_of_sizes_at(%size: tensor<i32>) -> (tensor<3x4x3xi8>, tensor<i32>, tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[2, 4, 0, -1, -3, -3], [5, -5, 0, 3, 2, 4], [-4, 0, 3, 4, 6, -5], [6, 1, -3, 6, 2, 6]]> : tensor<4x6xi8>
  %m0 = stablehlo.constant dense<4> : tensor<i32>
  %x0 = stablehlo.multiply %n, %m0 : tensor<i32>
  %d0 = stablehlo.constant dense<3> : tensor<i32>
  %y0 = stablehlo.divide %x0, %d0 : tensor<i32>
  %a = stablehlo.set_dimension_size %a_s, %y0, dim = 0 : (tensor<4x6xi8>, tensor<i32>) -> tensor<?x6xi8, #stablehlo.bounds<4, ?>>
  %b_s = stablehlo.constant dense<[[1, -3, -3], [-2, -5, -4], [-3, 3, 4], [-4, 6, 1], [6, -4, -1], [-2, 5, -2]]> : tensor<6x3xi8>
  %b = stablehlo.set_dimension_size %b_s, %n, dim = 1 : (tensor<6x3xi8>, tensor<i32>) -> tensor<6x?xi8, #stablehlo.bounds<?, 3>>
  %g_s = stablehlo.constant dense<[2, 1, 3]> : tensor<3xi32>
  %g = stablehlo.set_dimension_size %g_s, %n, dim = 0 : (tensor<3xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<3>>
  %r = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>} : (tensor<?x6xi8, #stablehlo.bounds<4, ?>>, tensor<6x?xi8, #stablehlo.bounds<?, 3>>, tensor<?xi32, #stablehlo.bounds<3>>) -> tensor<?x?x?xi8, #stablehlo.bounds<3, 4, 3>>
  %z0 = stablehlo.constant dense<0> : tensor<3x4x3xi8>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero, %zero : (tensor<3x4x3xi8>, tensor<?x?x?xi8, #stablehlo.bounds<3, 4, 3>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x3xi8>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x?x?xi8, #stablehlo.bounds<3, 4, 3>>) -> tensor<i32>
  %s0_1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<?x?x?xi8, #stablehlo.bounds<3, 4, 3>>) -> tensor<i32>
  %s0_2 = stablehlo.get_dimension_size %r, dim = 2 : (tensor<?x?x?xi8, #stablehlo.bounds<3, 4, 3>>) -> tensor<i32>
  return %o0, %s0_0, %s0_1, %s0_2 : tensor<3x4x3xi8>, tensor<i32>, tensor<i32>, tensor<i32>
}
func.func @ragged_contraction_of_sizes() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:4 = call @ragged_contraction_of_sizes_at(%size_0) : (tensor<i32>) -> (tensor<3x4x3xi8>, tensor<i32>, tensor<i32>, tensor<i32>)
  %a_0 = stablehlo.constant dense<> : tensor<0x6xi8>
  %b_0 = stablehlo.constant dense<> : tensor<6x0xi8>
  %g_0 = stablehlo.constant dense<> : tensor<0xi32>
  %r_0 = "chlo.ragged_dot"(%a_0, %b_0, %g_0) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>} : (tensor<0x6xi8>, tensor<6x0xi8>, tensor<0xi32>) -> tensor<0x0x0xi8>
  %z0_0 = stablehlo.constant dense<0> : tensor<i8>
  %w0_0 = stablehlo.pad %r_0, %z0_0, low = [0, 0, 0], high = [3, 4, 3], interior = [0, 0, 0] : (tensor<0x0x0xi8>, tensor<i8>) -> tensor<3x4x3xi8>
  check.expect_eq %at_0#0, %w0_0 : tensor<3x4x3xi8>
  check.expect_eq_const %at_0#1, dense<0> : tensor<i32>
  check.expect_eq_const %at_0#2, dense<0> : tensor<i32>
  check.expect_eq_const %at_0#3, dense<0> : tensor<i32>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:4 = call @ragged_contraction_of_sizes_at(%size_1) : (tensor<i32>) -> (tensor<3x4x3xi8>, tensor<i32>, tensor<i32>, tensor<i32>)
  %a_1 = stablehlo.constant dense<[[2, 4, 0, -1, -3, -3]]> : tensor<1x6xi8>
  %b_1 = stablehlo.constant dense<[[1], [-2], [-3], [-4], [6], [-2]]> : tensor<6x1xi8>
  %g_1 = stablehlo.constant dense<[2]> : tensor<1xi32>
  %r_1 = "chlo.ragged_dot"(%a_1, %b_1, %g_1) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>} : (tensor<1x6xi8>, tensor<6x1xi8>, tensor<1xi32>) -> tensor<1x1x1xi8>
  %z0_1 = stablehlo.constant dense<0> : tensor<i8>
  %w0_1 = stablehlo.pad %r_1, %z0_1, low = [0, 0, 0], high = [2, 3, 2], interior = [0, 0, 0] : (tensor<1x1x1xi8>, tensor<i8>) -> tensor<3x4x3xi8>
  check.expect_eq %at_1#0, %w0_1 : tensor<3x4x3xi8>
  check.expect_eq_const %at_1#1, dense<1> : tensor<i32>
  check.expect_eq_const %at_1#2, dense<1> : tensor<i32>
  check.expect_eq_const %at_1#3, dense<1> : tensor<i32>
  %size_2 = stablehlo.constant dense<2> : tensor<i32>
  %at_2:4 = call @ragged_contraction_of_sizes_at(%size_2) : (tensor<i32>) -> (tensor<3x4x3xi8>, tensor<i32>, tensor<i32>, tensor<i32>)
  %a_2 = stablehlo.constant dense<[[2, 4, 0, -1, -3, -3], [5, -5, 0, 3, 2, 4]]> : tensor<2x6xi8>
  %b_2 = stablehlo.constant dense<[[1, -3], [-2, -5], [-3, 3], [-4, 6], [6, -4], [-2, 5]]> : tensor<6x2xi8>
  %g_2 = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
  %r_2 = "chlo.ragged_dot"(%a_2, %b_2, %g_2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>} : (tensor<2x6xi8>, tensor<6x2xi8>, tensor<2xi32>) -> tensor<2x2x2xi8>
  %z0_2 = stablehlo.constant dense<0> : tensor<i8>
  %w0_2 = stablehlo.pad %r_2, %z0_2, low = [0, 0, 0], high = [1, 2, 1], interior = [0, 0, 0] : (tensor<2x2x2xi8>, tensor<i8>) -> tensor<3x4x3xi8>
  check.expect_eq %at_2#0, %w0_2 : tensor<3x4x3xi8>
  check.expect_eq_const %at_2#1, dense<2> : tensor<i32>
  check.expect_eq_const %at_2#2, dense<2> : tensor<i32>
  check.expect_eq_const %at_2#3, dense<2> : tensor<i32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:4 = call @ragged_contraction_of_sizes_at(%size_3) : (tensor<i32>) -> (tensor<3x4x3xi8>, tensor<i32>, tensor<i32>, tensor<i32>)
  %a_3 = stablehlo.constant dense<[[2, 4, 0, -1, -3, -3], [5, -5, 0, 3, 2, 4], [-4, 0, 3, 4, 6, -5], [6, 1, -3, 6, 2, 6]]> : tensor<4x6xi8>
  %b_3 = stablehlo.constant dense<[[1, -3, -3], [-2, -5, -4], [-3, 3, 4], [-4, 6, 1], [6, -4, -1], [-2, 5, -2]]> : tensor<6x3xi8>
  %g_3 = stablehlo.constant dense<[2, 1, 3]> : tensor<3xi32>
  %r_3 = "chlo.ragged_dot"(%a_3, %b_3, %g_3) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>} : (tensor<4x6xi8>, tensor<6x3xi8>, tensor<3xi32>) -> tensor<3x4x3xi8>
  %z0_3 = stablehlo.constant dense<0> : tensor<i8>
  %w0_3 = stablehlo.pad %r_3, %z0_3, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<3x4x3xi8>, tensor<i8>) -> tensor<3x4x3xi8>
  check.expect_eq %at_3#0, %w0_3 : tensor<3x4x3xi8>
  check.expect_eq_const %at_3#1, dense<3> : tensor<i32>
  check.expect_eq_const %at_3#2, dense<4> : tensor<i32>
  check.expect_eq_const %at_3#3, dense<3> : tensor<i32>
  func.return
}

// -----

// Groups of input features begin where those at the size do.
func.func private @feature_groups_at(%size: tensor<i32>) -> (tensor<2x3x4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[[4.0, 4.0, 4.0, 0.0, -1.0, 4.0], [-1.0, -2.0, 4.0, 1.0, -1.0, -2.0], [-3.0, 3.0, 4.0, -1.0, -3.0, -2.0], [-3.0, -3.0, 0.0, 0.0, -3.0, 4.0]], [[2.0, 4.0, 0.0, 0.0, 1.0, 4.0], [-3.0, -2.0, 4.0, 1.0, 3.0, -2.0], [1.0, 2.0, 0.0, 1.0, -3.0, -2.0], [-2.0, 3.0, -2.0, 1.0, 3.0, -2.0]]]> : tensor<2x4x6xf32>
  %m0 = stablehlo.constant dense<2> : tensor<i32>
  %x0 = stablehlo.multiply %n, %m0 : tensor<i32>
  %a = stablehlo.set_dimension_size %a_s, %x0, dim = 2 : (tensor<2x4x6xf32>, tensor<i32>) -> tensor<2x4x?xf32, #stablehlo.bounds<?, ?, 6>>
  %k_s = stablehlo.constant dense<[[[-3.0, -3.0, 0.0, 0.0], [-3.0, 4.0, 3.0, 3.0], [3.0, -2.0, 0.0, 1.0]], [[2.0, -2.0, 1.0, 2.0], [-3.0, 3.0, -2.0, -1.0], [0.0, -2.0, -3.0, -3.0]]]> : tensor<2x3x4xf32>
  %k = stablehlo.set_dimension_size %k_s, %n, dim = 1 : (tensor<2x3x4xf32>, tensor<i32>) -> tensor<2x?x4xf32, #stablehlo.bounds<?, 3, ?>>
  %r = "stablehlo.convolution"(%a, %k) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64} : (tensor<2x4x?xf32, #stablehlo.bounds<?, ?, 6>>, tensor<2x?x4xf32, #stablehlo.bounds<?, 3, ?>>) -> tensor<2x3x4xf32>
  return %r : tensor<2x3x4xf32>
}
func.func @feature_groups() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:1 = call @feature_groups_at(%size_0) : (tensor<i32>) -> (tensor<2x3x4xf32>)
  %a_0 = stablehlo.constant dense<> : tensor<2x4x0xf32>
  %k_0 = stablehlo.constant dense<> : tensor<2x0x4xf32>
  %r_0 = "stablehlo.convolution"(%a_0, %k_0) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64} : (tensor<2x4x0xf32>, tensor<2x0x4xf32>) -> tensor<2x3x4xf32>
  check.expect_almost_eq %at_0#0, %r_0 : tensor<2x3x4xf32>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:1 = call @feature_groups_at(%size_1) : (tensor<i32>) -> (tensor<2x3x4xf32>)
  %a_1 = stablehlo.constant dense<[[[4.0, 4.0], [-1.0, -2.0], [-3.0, 3.0], [-3.0, -3.0]], [[2.0, 4.0], [-3.0, -2.0], [1.0, 2.0], [-2.0, 3.0]]]> : tensor<2x4x2xf32>
  %k_1 = stablehlo.constant dense<[[[-3.0, -3.0, 0.0, 0.0]], [[2.0, -2.0, 1.0, 2.0]]]> : tensor<2x1x4xf32>
  %r_1 = "stablehlo.convolution"(%a_1, %k_1) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64} : (tensor<2x4x2xf32>, tensor<2x1x4xf32>) -> tensor<2x3x4xf32>
  check.expect_almost_eq %at_1#0, %r_1 : tensor<2x3x4xf32>
  %size_2 = stablehlo.constant dense<2> : tensor<i32>
  %at_2:1 = call @feature_groups_at(%size_2) : (tensor<i32>) -> (tensor<2x3x4xf32>)
  %a_2 = stablehlo.constant dense<[[[4.0, 4.0, 4.0, 0.0], [-1.0, -2.0, 4.0, 1.0], [-3.0, 3.0, 4.0, -1.0], [-3.0, -3.0, 0.0, 0.0]], [[2.0, 4.0, 0.0, 0.0], [-3.0, -2.0, 4.0, 1.0], [1.0, 2.0, 0.0, 1.0], [-2.0, 3.0, -2.0, 1.0]]]> : tensor<2x4x4xf32>
  %k_2 = stablehlo.constant dense<[[[-3.0, -3.0, 0.0, 0.0], [-3.0, 4.0, 3.0, 3.0]], [[2.0, -2.0, 1.0, 2.0], [-3.0, 3.0, -2.0, -1.0]]]> : tensor<2x2x4xf32>
  %r_2 = "stablehlo.convolution"(%a_2, %k_2) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64} : (tensor<2x4x4xf32>, tensor<2x2x4xf32>) -> tensor<2x3x4xf32>
  check.expect_almost_eq %at_2#0, %r_2 : tensor<2x3x4xf32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:1 = call @feature_groups_at(%size_3) : (tensor<i32>) -> (tensor<2x3x4xf32>)
  %a_3 = stablehlo.constant dense<[[[4.0, 4.0, 4.0, 0.0, -1.0, 4.0], [-1.0, -2.0, 4.0, 1.0, -1.0, -2.0], [-3.0, 3.0, 4.0, -1.0, -3.0, -2.0], [-3.0, -3.0, 0.0, 0.0, -3.0, 4.0]], [[2.0, 4.0, 0.0, 0.0, 1.0, 4.0], [-3.0, -2.0, 4.0, 1.0, 3.0, -2.0], [1.0, 2.0, 0.0, 1.0, -3.0, -2.0], [-2.0, 3.0, -2.0, 1.0, 3.0, -2.0]]]> : tensor<2x4x6xf32>
  %k_3 = stablehlo.constant dense<[[[-3.0, -3.0, 0.0, 0.0], [-3.0, 4.0, 3.0, 3.0], [3.0, -2.0, 0.0, 1.0]], [[2.0, -2.0, 1.0, 2.0], [-3.0, 3.0, -2.0, -1.0], [0.0, -2.0, -3.0, -3.0]]]> : tensor<2x3x4xf32>
  %r_3 = "stablehlo.convolution"(%a_3, %k_3) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64} : (tensor<2x4x6xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  check.expect_almost_eq %at_3#0, %r_3 : tensor<2x3x4xf32>
  func.return
}

// -----

// Groups of output features too, and the result has them one behind the other.
func.func private @feature_groups_of_outputs_at(%size: tensor<i32>) -> (tensor<2x3x6xi32>, tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[[2, -1, 5, 3, 5, 0], [-3, 1, -5, 0, 2, -1], [5, 2, 6, 4, -2, 3], [-5, 5, 4, -3, 2, 0]], [[-3, 0, -2, -5, 4, -2], [-4, 3, 5, 0, 5, 1], [-4, -5, -5, 5, 3, -2], [-4, 1, 2, -4, 5, 1]]]> : tensor<2x4x6xi32>
  %m0 = stablehlo.constant dense<2> : tensor<i32>
  %x0 = stablehlo.multiply %n, %m0 : tensor<i32>
  %d0 = stablehlo.constant dense<3> : tensor<i32>
  %y0 = stablehlo.divide %x0, %d0 : tensor<i32>
  %a_0 = stablehlo.set_dimension_size %a_s, %y0, dim = 0 : (tensor<2x4x6xi32>, tensor<i32>) -> tensor<?x4x6xi32, #stablehlo.bounds<2, ?, ?>>
  %m1 = stablehlo.constant dense<2> : tensor<i32>
  %x1 = stablehlo.multiply %n, %m1 : tensor<i32>
  %a = stablehlo.set_dimension_size %a_0, %x1, dim = 2 : (tensor<?x4x6xi32, #stablehlo.bounds<2, ?, ?>>, tensor<i32>) -> tensor<?x4x?xi32, #stablehlo.bounds<2, ?, 6>>
  %k_s = stablehlo.constant dense<[[[-3, 3, 0, 4, 3, -3], [6, -5, 3, -3, 3, -4], [1, 4, 1, 5, 4, 2]], [[2, 4, 1, 3, -5, 5], [6, -4, -2, 5, -1, 0], [0, 6, 1, 5, -1, -4]]]> : tensor<2x3x6xi32>
  %k_0 = stablehlo.set_dimension_size %k_s, %n, dim = 1 : (tensor<2x3x6xi32>, tensor<i32>) -> tensor<2x?x6xi32, #stablehlo.bounds<?, 3, ?>>
  %k = stablehlo.set_dimension_size %k_0, %x1, dim = 2 : (tensor<2x?x6xi32, #stablehlo.bounds<?, 3, ?>>, tensor<i32>) -> tensor<2x?x?xi32, #stablehlo.bounds<?, 3, 6>>
  %r = "stablehlo.convolution"(%a, %k) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64} : (tensor<?x4x?xi32, #stablehlo.bounds<2, ?, 6>>, tensor<2x?x?xi32, #stablehlo.bounds<?, 3, 6>>) -> tensor<?x3x?xi32, #stablehlo.bounds<2, ?, 6>>
  %z0 = stablehlo.constant dense<0> : tensor<2x3x6xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero, %zero : (tensor<2x3x6xi32>, tensor<?x3x?xi32, #stablehlo.bounds<2, ?, 6>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x6xi32>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x3x?xi32, #stablehlo.bounds<2, ?, 6>>) -> tensor<i32>
  %s0_2 = stablehlo.get_dimension_size %r, dim = 2 : (tensor<?x3x?xi32, #stablehlo.bounds<2, ?, 6>>) -> tensor<i32>
  return %o0, %s0_0, %s0_2 : tensor<2x3x6xi32>, tensor<i32>, tensor<i32>
}
func.func @feature_groups_of_outputs() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:3 = call @feature_groups_of_outputs_at(%size_0) : (tensor<i32>) -> (tensor<2x3x6xi32>, tensor<i32>, tensor<i32>)
  %a_0 = stablehlo.constant dense<> : tensor<0x4x0xi32>
  %k_0 = stablehlo.constant dense<> : tensor<2x0x0xi32>
  %r_0 = "stablehlo.convolution"(%a_0, %k_0) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64} : (tensor<0x4x0xi32>, tensor<2x0x0xi32>) -> tensor<0x3x0xi32>
  %z0_0 = stablehlo.constant dense<0> : tensor<i32>
  %w0_0 = stablehlo.pad %r_0, %z0_0, low = [0, 0, 0], high = [2, 0, 6], interior = [0, 0, 0] : (tensor<0x3x0xi32>, tensor<i32>) -> tensor<2x3x6xi32>
  check.expect_eq %at_0#0, %w0_0 : tensor<2x3x6xi32>
  check.expect_eq_const %at_0#1, dense<0> : tensor<i32>
  check.expect_eq_const %at_0#2, dense<0> : tensor<i32>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:3 = call @feature_groups_of_outputs_at(%size_1) : (tensor<i32>) -> (tensor<2x3x6xi32>, tensor<i32>, tensor<i32>)
  %a_1 = stablehlo.constant dense<> : tensor<0x4x2xi32>
  %k_1 = stablehlo.constant dense<[[[-3, 3]], [[2, 4]]]> : tensor<2x1x2xi32>
  %r_1 = "stablehlo.convolution"(%a_1, %k_1) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64} : (tensor<0x4x2xi32>, tensor<2x1x2xi32>) -> tensor<0x3x2xi32>
  %z0_1 = stablehlo.constant dense<0> : tensor<i32>
  %w0_1 = stablehlo.pad %r_1, %z0_1, low = [0, 0, 0], high = [2, 0, 4], interior = [0, 0, 0] : (tensor<0x3x2xi32>, tensor<i32>) -> tensor<2x3x6xi32>
  check.expect_eq %at_1#0, %w0_1 : tensor<2x3x6xi32>
  check.expect_eq_const %at_1#1, dense<0> : tensor<i32>
  check.expect_eq_const %at_1#2, dense<2> : tensor<i32>
  %size_2 = stablehlo.constant dense<2> : tensor<i32>
  %at_2:3 = call @feature_groups_of_outputs_at(%size_2) : (tensor<i32>) -> (tensor<2x3x6xi32>, tensor<i32>, tensor<i32>)
  %a_2 = stablehlo.constant dense<[[[2, -1, 5, 3], [-3, 1, -5, 0], [5, 2, 6, 4], [-5, 5, 4, -3]]]> : tensor<1x4x4xi32>
  %k_2 = stablehlo.constant dense<[[[-3, 3, 0, 4], [6, -5, 3, -3]], [[2, 4, 1, 3], [6, -4, -2, 5]]]> : tensor<2x2x4xi32>
  %r_2 = "stablehlo.convolution"(%a_2, %k_2) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64} : (tensor<1x4x4xi32>, tensor<2x2x4xi32>) -> tensor<1x3x4xi32>
  %z0_2 = stablehlo.constant dense<0> : tensor<i32>
  %w0_2 = stablehlo.pad %r_2, %z0_2, low = [0, 0, 0], high = [1, 0, 2], interior = [0, 0, 0] : (tensor<1x3x4xi32>, tensor<i32>) -> tensor<2x3x6xi32>
  check.expect_eq %at_2#0, %w0_2 : tensor<2x3x6xi32>
  check.expect_eq_const %at_2#1, dense<1> : tensor<i32>
  check.expect_eq_const %at_2#2, dense<4> : tensor<i32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:3 = call @feature_groups_of_outputs_at(%size_3) : (tensor<i32>) -> (tensor<2x3x6xi32>, tensor<i32>, tensor<i32>)
  %a_3 = stablehlo.constant dense<[[[2, -1, 5, 3, 5, 0], [-3, 1, -5, 0, 2, -1], [5, 2, 6, 4, -2, 3], [-5, 5, 4, -3, 2, 0]], [[-3, 0, -2, -5, 4, -2], [-4, 3, 5, 0, 5, 1], [-4, -5, -5, 5, 3, -2], [-4, 1, 2, -4, 5, 1]]]> : tensor<2x4x6xi32>
  %k_3 = stablehlo.constant dense<[[[-3, 3, 0, 4, 3, -3], [6, -5, 3, -3, 3, -4], [1, 4, 1, 5, 4, 2]], [[2, 4, 1, 3, -5, 5], [6, -4, -2, 5, -1, 0], [0, 6, 1, 5, -1, -4]]]> : tensor<2x3x6xi32>
  %r_3 = "stablehlo.convolution"(%a_3, %k_3) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64} : (tensor<2x4x6xi32>, tensor<2x3x6xi32>) -> tensor<2x3x6xi32>
  %z0_3 = stablehlo.constant dense<0> : tensor<i32>
  %w0_3 = stablehlo.pad %r_3, %z0_3, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<2x3x6xi32>, tensor<i32>) -> tensor<2x3x6xi32>
  check.expect_eq %at_3#0, %w0_3 : tensor<2x3x6xi32>
  check.expect_eq_const %at_3#1, dense<2> : tensor<i32>
  check.expect_eq_const %at_3#2, dense<6> : tensor<i32>
  func.return
}

// -----

func.func private @outputs_in_groups_at(%size: tensor<i32>) -> (tensor<1x3x12xf8E5M2>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a = stablehlo.constant dense<[[[0.0, 0.0, -1.0], [-1.0, -1.0, -1.0], [-1.0, -1.0, -2.0]]]> : tensor<1x3x3xf8E5M2>
  %k_s = stablehlo.constant dense<[[[2.0, -1.0, 0.0, -2.0, 1.0, -1.0, 2.0, -2.0, 0.0, -1.0, -2.0, 0.0]], [[1.0, 1.0, -1.0, 0.0, 0.0, -1.0, 1.0, 2.0, 2.0, 1.0, 0.0, 1.0]]]> : tensor<2x1x12xf8E5M2>
  %m0 = stablehlo.constant dense<3> : tensor<i32>
  %x0 = stablehlo.multiply %n, %m0 : tensor<i32>
  %k = stablehlo.set_dimension_size %k_s, %x0, dim = 2 : (tensor<2x1x12xf8E5M2>, tensor<i32>) -> tensor<2x1x?xf8E5M2, #stablehlo.bounds<?, ?, 12>>
  %r = "stablehlo.convolution"(%a, %k) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 3 : i64, padding = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<1x3x3xf8E5M2>, tensor<2x1x?xf8E5M2, #stablehlo.bounds<?, ?, 12>>) -> tensor<1x3x?xf8E5M2, #stablehlo.bounds<?, ?, 12>>
  %z0 = stablehlo.constant dense<0.0> : tensor<1x3x12xf8E5M2>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero, %zero : (tensor<1x3x12xf8E5M2>, tensor<1x3x?xf8E5M2, #stablehlo.bounds<?, ?, 12>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x12xf8E5M2>
  %s0_2 = stablehlo.get_dimension_size %r, dim = 2 : (tensor<1x3x?xf8E5M2, #stablehlo.bounds<?, ?, 12>>) -> tensor<i32>
  return %o0, %s0_2 : tensor<1x3x12xf8E5M2>, tensor<i32>
}
func.func @outputs_in_groups() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:2 = call @outputs_in_groups_at(%size_0) : (tensor<i32>) -> (tensor<1x3x12xf8E5M2>, tensor<i32>)
  %a_0 = stablehlo.constant dense<[[[0.0, 0.0, -1.0], [-1.0, -1.0, -1.0], [-1.0, -1.0, -2.0]]]> : tensor<1x3x3xf8E5M2>
  %k_0 = stablehlo.constant dense<> : tensor<2x1x0xf8E5M2>
  %r_0 = "stablehlo.convolution"(%a_0, %k_0) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 3 : i64, padding = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<1x3x3xf8E5M2>, tensor<2x1x0xf8E5M2>) -> tensor<1x3x0xf8E5M2>
  %z0_0 = stablehlo.constant dense<0.0> : tensor<f8E5M2>
  %w0_0 = stablehlo.pad %r_0, %z0_0, low = [0, 0, 0], high = [0, 0, 12], interior = [0, 0, 0] : (tensor<1x3x0xf8E5M2>, tensor<f8E5M2>) -> tensor<1x3x12xf8E5M2>
  check.expect_eq %at_0#0, %w0_0 : tensor<1x3x12xf8E5M2>
  check.expect_eq_const %at_0#1, dense<0> : tensor<i32>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:2 = call @outputs_in_groups_at(%size_1) : (tensor<i32>) -> (tensor<1x3x12xf8E5M2>, tensor<i32>)
  %a_1 = stablehlo.constant dense<[[[0.0, 0.0, -1.0], [-1.0, -1.0, -1.0], [-1.0, -1.0, -2.0]]]> : tensor<1x3x3xf8E5M2>
  %k_1 = stablehlo.constant dense<[[[2.0, -1.0, 0.0]], [[1.0, 1.0, -1.0]]]> : tensor<2x1x3xf8E5M2>
  %r_1 = "stablehlo.convolution"(%a_1, %k_1) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 3 : i64, padding = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<1x3x3xf8E5M2>, tensor<2x1x3xf8E5M2>) -> tensor<1x3x3xf8E5M2>
  %z0_1 = stablehlo.constant dense<0.0> : tensor<f8E5M2>
  %w0_1 = stablehlo.pad %r_1, %z0_1, low = [0, 0, 0], high = [0, 0, 9], interior = [0, 0, 0] : (tensor<1x3x3xf8E5M2>, tensor<f8E5M2>) -> tensor<1x3x12xf8E5M2>
  check.expect_eq %at_1#0, %w0_1 : tensor<1x3x12xf8E5M2>
  check.expect_eq_const %at_1#1, dense<3> : tensor<i32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:2 = call @outputs_in_groups_at(%size_3) : (tensor<i32>) -> (tensor<1x3x12xf8E5M2>, tensor<i32>)
  %a_3 = stablehlo.constant dense<[[[0.0, 0.0, -1.0], [-1.0, -1.0, -1.0], [-1.0, -1.0, -2.0]]]> : tensor<1x3x3xf8E5M2>
  %k_3 = stablehlo.constant dense<[[[2.0, -1.0, 0.0, -2.0, 1.0, -1.0, 2.0, -2.0, 0.0]], [[1.0, 1.0, -1.0, 0.0, 0.0, -1.0, 1.0, 2.0, 2.0]]]> : tensor<2x1x9xf8E5M2>
  %r_3 = "stablehlo.convolution"(%a_3, %k_3) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 3 : i64, padding = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<1x3x3xf8E5M2>, tensor<2x1x9xf8E5M2>) -> tensor<1x3x9xf8E5M2>
  %z0_3 = stablehlo.constant dense<0.0> : tensor<f8E5M2>
  %w0_3 = stablehlo.pad %r_3, %z0_3, low = [0, 0, 0], high = [0, 0, 3], interior = [0, 0, 0] : (tensor<1x3x9xf8E5M2>, tensor<f8E5M2>) -> tensor<1x3x12xf8E5M2>
  check.expect_eq %at_3#0, %w0_3 : tensor<1x3x12xf8E5M2>
  check.expect_eq_const %at_3#1, dense<9> : tensor<i32>
  %size_4 = stablehlo.constant dense<4> : tensor<i32>
  %at_4:2 = call @outputs_in_groups_at(%size_4) : (tensor<i32>) -> (tensor<1x3x12xf8E5M2>, tensor<i32>)
  %a_4 = stablehlo.constant dense<[[[0.0, 0.0, -1.0], [-1.0, -1.0, -1.0], [-1.0, -1.0, -2.0]]]> : tensor<1x3x3xf8E5M2>
  %k_4 = stablehlo.constant dense<[[[2.0, -1.0, 0.0, -2.0, 1.0, -1.0, 2.0, -2.0, 0.0, -1.0, -2.0, 0.0]], [[1.0, 1.0, -1.0, 0.0, 0.0, -1.0, 1.0, 2.0, 2.0, 1.0, 0.0, 1.0]]]> : tensor<2x1x12xf8E5M2>
  %r_4 = "stablehlo.convolution"(%a_4, %k_4) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 3 : i64, padding = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<1x3x3xf8E5M2>, tensor<2x1x12xf8E5M2>) -> tensor<1x3x12xf8E5M2>
  %z0_4 = stablehlo.constant dense<0.0> : tensor<f8E5M2>
  %w0_4 = stablehlo.pad %r_4, %z0_4, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<1x3x12xf8E5M2>, tensor<f8E5M2>) -> tensor<1x3x12xf8E5M2>
  check.expect_eq %at_4#0, %w0_4 : tensor<1x3x12xf8E5M2>
  check.expect_eq_const %at_4#1, dense<12> : tensor<i32>
  func.return
}

// -----

// A batch is cut into groups at its size.
func.func private @batch_groups_at(%size: tensor<i32>) -> (tensor<3x3x4xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[[-2.0, 0.0], [1.0, 1.0], [1.0, -2.0], [4.0, 1.0]], [[4.0, 3.0], [3.0, -2.0], [1.0, 0.0], [2.0, 2.0]], [[1.0, 2.0], [-1.0, -1.0], [1.0, -1.0], [-3.0, -2.0]], [[-2.0, 2.0], [-3.0, -2.0], [1.0, 0.0], [3.0, 3.0]], [[4.0, -2.0], [-2.0, 2.0], [-1.0, -2.0], [4.0, 0.0]], [[1.0, 4.0], [0.0, 4.0], [1.0, 1.0], [-2.0, -2.0]]]> : tensor<6x4x2xf32>
  %m0 = stablehlo.constant dense<2> : tensor<i32>
  %x0 = stablehlo.multiply %n, %m0 : tensor<i32>
  %a = stablehlo.set_dimension_size %a_s, %x0, dim = 0 : (tensor<6x4x2xf32>, tensor<i32>) -> tensor<?x4x2xf32, #stablehlo.bounds<6, ?, ?>>
  %k = stablehlo.constant dense<[[[-2.0, 1.0, 1.0, -2.0], [-3.0, -1.0, 3.0, -2.0]], [[-2.0, 3.0, 4.0, -1.0], [3.0, 4.0, 1.0, 4.0]]]> : tensor<2x2x4xf32>
  %r = "stablehlo.convolution"(%a, %k) {batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<?x4x2xf32, #stablehlo.bounds<6, ?, ?>>, tensor<2x2x4xf32>) -> tensor<?x3x4xf32, #stablehlo.bounds<3, ?, ?>>
  %z0 = stablehlo.constant dense<0.0> : tensor<3x3x4xf32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero, %zero : (tensor<3x3x4xf32>, tensor<?x3x4xf32, #stablehlo.bounds<3, ?, ?>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x3x4xf32>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x3x4xf32, #stablehlo.bounds<3, ?, ?>>) -> tensor<i32>
  return %o0, %s0_0 : tensor<3x3x4xf32>, tensor<i32>
}
func.func @batch_groups() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:2 = call @batch_groups_at(%size_0) : (tensor<i32>) -> (tensor<3x3x4xf32>, tensor<i32>)
  %a_0 = stablehlo.constant dense<> : tensor<0x4x2xf32>
  %k_0 = stablehlo.constant dense<[[[-2.0, 1.0, 1.0, -2.0], [-3.0, -1.0, 3.0, -2.0]], [[-2.0, 3.0, 4.0, -1.0], [3.0, 4.0, 1.0, 4.0]]]> : tensor<2x2x4xf32>
  %r_0 = "stablehlo.convolution"(%a_0, %k_0) {batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<0x4x2xf32>, tensor<2x2x4xf32>) -> tensor<0x3x4xf32>
  %z0_0 = stablehlo.constant dense<0.0> : tensor<f32>
  %w0_0 = stablehlo.pad %r_0, %z0_0, low = [0, 0, 0], high = [3, 0, 0], interior = [0, 0, 0] : (tensor<0x3x4xf32>, tensor<f32>) -> tensor<3x3x4xf32>
  check.expect_almost_eq %at_0#0, %w0_0 : tensor<3x3x4xf32>
  check.expect_eq_const %at_0#1, dense<0> : tensor<i32>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:2 = call @batch_groups_at(%size_1) : (tensor<i32>) -> (tensor<3x3x4xf32>, tensor<i32>)
  %a_1 = stablehlo.constant dense<[[[-2.0, 0.0], [1.0, 1.0], [1.0, -2.0], [4.0, 1.0]], [[4.0, 3.0], [3.0, -2.0], [1.0, 0.0], [2.0, 2.0]]]> : tensor<2x4x2xf32>
  %k_1 = stablehlo.constant dense<[[[-2.0, 1.0, 1.0, -2.0], [-3.0, -1.0, 3.0, -2.0]], [[-2.0, 3.0, 4.0, -1.0], [3.0, 4.0, 1.0, 4.0]]]> : tensor<2x2x4xf32>
  %r_1 = "stablehlo.convolution"(%a_1, %k_1) {batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<2x4x2xf32>, tensor<2x2x4xf32>) -> tensor<1x3x4xf32>
  %z0_1 = stablehlo.constant dense<0.0> : tensor<f32>
  %w0_1 = stablehlo.pad %r_1, %z0_1, low = [0, 0, 0], high = [2, 0, 0], interior = [0, 0, 0] : (tensor<1x3x4xf32>, tensor<f32>) -> tensor<3x3x4xf32>
  check.expect_almost_eq %at_1#0, %w0_1 : tensor<3x3x4xf32>
  check.expect_eq_const %at_1#1, dense<1> : tensor<i32>
  %size_2 = stablehlo.constant dense<2> : tensor<i32>
  %at_2:2 = call @batch_groups_at(%size_2) : (tensor<i32>) -> (tensor<3x3x4xf32>, tensor<i32>)
  %a_2 = stablehlo.constant dense<[[[-2.0, 0.0], [1.0, 1.0], [1.0, -2.0], [4.0, 1.0]], [[4.0, 3.0], [3.0, -2.0], [1.0, 0.0], [2.0, 2.0]], [[1.0, 2.0], [-1.0, -1.0], [1.0, -1.0], [-3.0, -2.0]], [[-2.0, 2.0], [-3.0, -2.0], [1.0, 0.0], [3.0, 3.0]]]> : tensor<4x4x2xf32>
  %k_2 = stablehlo.constant dense<[[[-2.0, 1.0, 1.0, -2.0], [-3.0, -1.0, 3.0, -2.0]], [[-2.0, 3.0, 4.0, -1.0], [3.0, 4.0, 1.0, 4.0]]]> : tensor<2x2x4xf32>
  %r_2 = "stablehlo.convolution"(%a_2, %k_2) {batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<4x4x2xf32>, tensor<2x2x4xf32>) -> tensor<2x3x4xf32>
  %z0_2 = stablehlo.constant dense<0.0> : tensor<f32>
  %w0_2 = stablehlo.pad %r_2, %z0_2, low = [0, 0, 0], high = [1, 0, 0], interior = [0, 0, 0] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<3x3x4xf32>
  check.expect_almost_eq %at_2#0, %w0_2 : tensor<3x3x4xf32>
  check.expect_eq_const %at_2#1, dense<2> : tensor<i32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:2 = call @batch_groups_at(%size_3) : (tensor<i32>) -> (tensor<3x3x4xf32>, tensor<i32>)
  %a_3 = stablehlo.constant dense<[[[-2.0, 0.0], [1.0, 1.0], [1.0, -2.0], [4.0, 1.0]], [[4.0, 3.0], [3.0, -2.0], [1.0, 0.0], [2.0, 2.0]], [[1.0, 2.0], [-1.0, -1.0], [1.0, -1.0], [-3.0, -2.0]], [[-2.0, 2.0], [-3.0, -2.0], [1.0, 0.0], [3.0, 3.0]], [[4.0, -2.0], [-2.0, 2.0], [-1.0, -2.0], [4.0, 0.0]], [[1.0, 4.0], [0.0, 4.0], [1.0, 1.0], [-2.0, -2.0]]]> : tensor<6x4x2xf32>
  %k_3 = stablehlo.constant dense<[[[-2.0, 1.0, 1.0, -2.0], [-3.0, -1.0, 3.0, -2.0]], [[-2.0, 3.0, 4.0, -1.0], [3.0, 4.0, 1.0, 4.0]]]> : tensor<2x2x4xf32>
  %r_3 = "stablehlo.convolution"(%a_3, %k_3) {batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<6x4x2xf32>, tensor<2x2x4xf32>) -> tensor<3x3x4xf32>
  %z0_3 = stablehlo.constant dense<0.0> : tensor<f32>
  %w0_3 = stablehlo.pad %r_3, %z0_3, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<3x3x4xf32>, tensor<f32>) -> tensor<3x3x4xf32>
  check.expect_almost_eq %at_3#0, %w0_3 : tensor<3x3x4xf32>
  check.expect_eq_const %at_3#1, dense<3> : tensor<i32>
  func.return
}

// -----

func.func private @batch_groups_of_outputs_at(%size: tensor<i32>) -> (tensor<3x4x6xui8>, tensor<i32>, tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[[3, 0], [0, 2], [3, 0], [0, 2]], [[5, 3], [1, 5], [7, 5], [4, 6]], [[4, 5], [3, 3], [5, 5], [3, 4]], [[6, 3], [7, 6], [7, 1], [7, 5]], [[7, 5], [7, 6], [1, 7], [0, 3]], [[2, 2], [0, 4], [7, 2], [1, 1]]]> : tensor<6x4x2xui8>
  %m0 = stablehlo.constant dense<2> : tensor<i32>
  %x0 = stablehlo.multiply %n, %m0 : tensor<i32>
  %a_0 = stablehlo.set_dimension_size %a_s, %x0, dim = 0 : (tensor<6x4x2xui8>, tensor<i32>) -> tensor<?x4x2xui8, #stablehlo.bounds<6, ?, ?>>
  %m1 = stablehlo.constant dense<4> : tensor<i32>
  %x1 = stablehlo.multiply %n, %m1 : tensor<i32>
  %d1 = stablehlo.constant dense<3> : tensor<i32>
  %y1 = stablehlo.divide %x1, %d1 : tensor<i32>
  %a = stablehlo.set_dimension_size %a_0, %y1, dim = 1 : (tensor<?x4x2xui8, #stablehlo.bounds<6, ?, ?>>, tensor<i32>) -> tensor<?x?x2xui8, #stablehlo.bounds<6, 4, ?>>
  %k_s = stablehlo.constant dense<[[[6, 0, 1, 7, 4, 6], [3, 2, 5, 1, 3, 4]]]> : tensor<1x2x6xui8>
  %k = stablehlo.set_dimension_size %k_s, %x0, dim = 2 : (tensor<1x2x6xui8>, tensor<i32>) -> tensor<1x2x?xui8, #stablehlo.bounds<?, ?, 6>>
  %r = "stablehlo.convolution"(%a, %k) {batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<?x?x2xui8, #stablehlo.bounds<6, 4, ?>>, tensor<1x2x?xui8, #stablehlo.bounds<?, ?, 6>>) -> tensor<?x?x?xui8, #stablehlo.bounds<3, 4, 6>>
  %z0 = stablehlo.constant dense<0> : tensor<3x4x6xui8>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero, %zero : (tensor<3x4x6xui8>, tensor<?x?x?xui8, #stablehlo.bounds<3, 4, 6>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x6xui8>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x?x?xui8, #stablehlo.bounds<3, 4, 6>>) -> tensor<i32>
  %s0_1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<?x?x?xui8, #stablehlo.bounds<3, 4, 6>>) -> tensor<i32>
  %s0_2 = stablehlo.get_dimension_size %r, dim = 2 : (tensor<?x?x?xui8, #stablehlo.bounds<3, 4, 6>>) -> tensor<i32>
  return %o0, %s0_0, %s0_1, %s0_2 : tensor<3x4x6xui8>, tensor<i32>, tensor<i32>, tensor<i32>
}
func.func @batch_groups_of_outputs() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:4 = call @batch_groups_of_outputs_at(%size_0) : (tensor<i32>) -> (tensor<3x4x6xui8>, tensor<i32>, tensor<i32>, tensor<i32>)
  %a_0 = stablehlo.constant dense<> : tensor<0x0x2xui8>
  %k_0 = stablehlo.constant dense<> : tensor<1x2x0xui8>
  %r_0 = "stablehlo.convolution"(%a_0, %k_0) {batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<0x0x2xui8>, tensor<1x2x0xui8>) -> tensor<0x0x0xui8>
  %z0_0 = stablehlo.constant dense<0> : tensor<ui8>
  %w0_0 = stablehlo.pad %r_0, %z0_0, low = [0, 0, 0], high = [3, 4, 6], interior = [0, 0, 0] : (tensor<0x0x0xui8>, tensor<ui8>) -> tensor<3x4x6xui8>
  check.expect_eq %at_0#0, %w0_0 : tensor<3x4x6xui8>
  check.expect_eq_const %at_0#1, dense<0> : tensor<i32>
  check.expect_eq_const %at_0#2, dense<0> : tensor<i32>
  check.expect_eq_const %at_0#3, dense<0> : tensor<i32>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:4 = call @batch_groups_of_outputs_at(%size_1) : (tensor<i32>) -> (tensor<3x4x6xui8>, tensor<i32>, tensor<i32>, tensor<i32>)
  %a_1 = stablehlo.constant dense<[[[3, 0]], [[5, 3]]]> : tensor<2x1x2xui8>
  %k_1 = stablehlo.constant dense<[[[6, 0], [3, 2]]]> : tensor<1x2x2xui8>
  %r_1 = "stablehlo.convolution"(%a_1, %k_1) {batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<2x1x2xui8>, tensor<1x2x2xui8>) -> tensor<1x1x2xui8>
  %z0_1 = stablehlo.constant dense<0> : tensor<ui8>
  %w0_1 = stablehlo.pad %r_1, %z0_1, low = [0, 0, 0], high = [2, 3, 4], interior = [0, 0, 0] : (tensor<1x1x2xui8>, tensor<ui8>) -> tensor<3x4x6xui8>
  check.expect_eq %at_1#0, %w0_1 : tensor<3x4x6xui8>
  check.expect_eq_const %at_1#1, dense<1> : tensor<i32>
  check.expect_eq_const %at_1#2, dense<1> : tensor<i32>
  check.expect_eq_const %at_1#3, dense<2> : tensor<i32>
  %size_2 = stablehlo.constant dense<2> : tensor<i32>
  %at_2:4 = call @batch_groups_of_outputs_at(%size_2) : (tensor<i32>) -> (tensor<3x4x6xui8>, tensor<i32>, tensor<i32>, tensor<i32>)
  %a_2 = stablehlo.constant dense<[[[3, 0], [0, 2]], [[5, 3], [1, 5]], [[4, 5], [3, 3]], [[6, 3], [7, 6]]]> : tensor<4x2x2xui8>
  %k_2 = stablehlo.constant dense<[[[6, 0, 1, 7], [3, 2, 5, 1]]]> : tensor<1x2x4xui8>
  %r_2 = "stablehlo.convolution"(%a_2, %k_2) {batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<4x2x2xui8>, tensor<1x2x4xui8>) -> tensor<2x2x4xui8>
  %z0_2 = stablehlo.constant dense<0> : tensor<ui8>
  %w0_2 = stablehlo.pad %r_2, %z0_2, low = [0, 0, 0], high = [1, 2, 2], interior = [0, 0, 0] : (tensor<2x2x4xui8>, tensor<ui8>) -> tensor<3x4x6xui8>
  check.expect_eq %at_2#0, %w0_2 : tensor<3x4x6xui8>
  check.expect_eq_const %at_2#1, dense<2> : tensor<i32>
  check.expect_eq_const %at_2#2, dense<2> : tensor<i32>
  check.expect_eq_const %at_2#3, dense<4> : tensor<i32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:4 = call @batch_groups_of_outputs_at(%size_3) : (tensor<i32>) -> (tensor<3x4x6xui8>, tensor<i32>, tensor<i32>, tensor<i32>)
  %a_3 = stablehlo.constant dense<[[[3, 0], [0, 2], [3, 0], [0, 2]], [[5, 3], [1, 5], [7, 5], [4, 6]], [[4, 5], [3, 3], [5, 5], [3, 4]], [[6, 3], [7, 6], [7, 1], [7, 5]], [[7, 5], [7, 6], [1, 7], [0, 3]], [[2, 2], [0, 4], [7, 2], [1, 1]]]> : tensor<6x4x2xui8>
  %k_3 = stablehlo.constant dense<[[[6, 0, 1, 7, 4, 6], [3, 2, 5, 1, 3, 4]]]> : tensor<1x2x6xui8>
  %r_3 = "stablehlo.convolution"(%a_3, %k_3) {batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<6x4x2xui8>, tensor<1x2x6xui8>) -> tensor<3x4x6xui8>
  %z0_3 = stablehlo.constant dense<0> : tensor<ui8>
  %w0_3 = stablehlo.pad %r_3, %z0_3, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<3x4x6xui8>, tensor<ui8>) -> tensor<3x4x6xui8>
  check.expect_eq %at_3#0, %w0_3 : tensor<3x4x6xui8>
  check.expect_eq_const %at_3#1, dense<3> : tensor<i32>
  check.expect_eq_const %at_3#2, dense<4> : tensor<i32>
  check.expect_eq_const %at_3#3, dense<6> : tensor<i32>
  func.return
}

// -----

// A bound that does not divide into groups.
func.func private @groups_of_an_odd_bound_at(%size: tensor<i32>) -> (tensor<3x3x7xi32>, tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[[0, 2], [2, -1], [1, -2]], [[2, -5], [1, 5], [6, -1]], [[-2, 5], [-2, -5], [-1, -1]], [[0, 5], [-3, 6], [4, -1]], [[-5, -2], [4, -1], [-5, -3]], [[4, 5], [5, -5], [2, 2]], [[4, 5], [6, -1], [-2, -1]]]> : tensor<7x3x2xi32>
  %m0 = stablehlo.constant dense<2> : tensor<i32>
  %x0 = stablehlo.multiply %n, %m0 : tensor<i32>
  %a = stablehlo.set_dimension_size %a_s, %x0, dim = 0 : (tensor<7x3x2xi32>, tensor<i32>) -> tensor<?x3x2xi32, #stablehlo.bounds<7, ?, ?>>
  %k_s = stablehlo.constant dense<[[[0, -1, 1, -4, 0, 2, 1], [3, 5, -3, 4, -1, 4, -5]]]> : tensor<1x2x7xi32>
  %k = stablehlo.set_dimension_size %k_s, %x0, dim = 2 : (tensor<1x2x7xi32>, tensor<i32>) -> tensor<1x2x?xi32, #stablehlo.bounds<?, ?, 7>>
  %r = "stablehlo.convolution"(%a, %k) {batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<?x3x2xi32, #stablehlo.bounds<7, ?, ?>>, tensor<1x2x?xi32, #stablehlo.bounds<?, ?, 7>>) -> tensor<?x3x?xi32, #stablehlo.bounds<3, ?, 7>>
  %z0 = stablehlo.constant dense<0> : tensor<3x3x7xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero, %zero : (tensor<3x3x7xi32>, tensor<?x3x?xi32, #stablehlo.bounds<3, ?, 7>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x3x7xi32>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x3x?xi32, #stablehlo.bounds<3, ?, 7>>) -> tensor<i32>
  %s0_2 = stablehlo.get_dimension_size %r, dim = 2 : (tensor<?x3x?xi32, #stablehlo.bounds<3, ?, 7>>) -> tensor<i32>
  return %o0, %s0_0, %s0_2 : tensor<3x3x7xi32>, tensor<i32>, tensor<i32>
}
func.func @groups_of_an_odd_bound() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:3 = call @groups_of_an_odd_bound_at(%size_0) : (tensor<i32>) -> (tensor<3x3x7xi32>, tensor<i32>, tensor<i32>)
  %a_0 = stablehlo.constant dense<> : tensor<0x3x2xi32>
  %k_0 = stablehlo.constant dense<> : tensor<1x2x0xi32>
  %r_0 = "stablehlo.convolution"(%a_0, %k_0) {batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<0x3x2xi32>, tensor<1x2x0xi32>) -> tensor<0x3x0xi32>
  %z0_0 = stablehlo.constant dense<0> : tensor<i32>
  %w0_0 = stablehlo.pad %r_0, %z0_0, low = [0, 0, 0], high = [3, 0, 7], interior = [0, 0, 0] : (tensor<0x3x0xi32>, tensor<i32>) -> tensor<3x3x7xi32>
  check.expect_eq %at_0#0, %w0_0 : tensor<3x3x7xi32>
  check.expect_eq_const %at_0#1, dense<0> : tensor<i32>
  check.expect_eq_const %at_0#2, dense<0> : tensor<i32>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:3 = call @groups_of_an_odd_bound_at(%size_1) : (tensor<i32>) -> (tensor<3x3x7xi32>, tensor<i32>, tensor<i32>)
  %a_1 = stablehlo.constant dense<[[[0, 2], [2, -1], [1, -2]], [[2, -5], [1, 5], [6, -1]]]> : tensor<2x3x2xi32>
  %k_1 = stablehlo.constant dense<[[[0, -1], [3, 5]]]> : tensor<1x2x2xi32>
  %r_1 = "stablehlo.convolution"(%a_1, %k_1) {batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<2x3x2xi32>, tensor<1x2x2xi32>) -> tensor<1x3x2xi32>
  %z0_1 = stablehlo.constant dense<0> : tensor<i32>
  %w0_1 = stablehlo.pad %r_1, %z0_1, low = [0, 0, 0], high = [2, 0, 5], interior = [0, 0, 0] : (tensor<1x3x2xi32>, tensor<i32>) -> tensor<3x3x7xi32>
  check.expect_eq %at_1#0, %w0_1 : tensor<3x3x7xi32>
  check.expect_eq_const %at_1#1, dense<1> : tensor<i32>
  check.expect_eq_const %at_1#2, dense<2> : tensor<i32>
  %size_2 = stablehlo.constant dense<2> : tensor<i32>
  %at_2:3 = call @groups_of_an_odd_bound_at(%size_2) : (tensor<i32>) -> (tensor<3x3x7xi32>, tensor<i32>, tensor<i32>)
  %a_2 = stablehlo.constant dense<[[[0, 2], [2, -1], [1, -2]], [[2, -5], [1, 5], [6, -1]], [[-2, 5], [-2, -5], [-1, -1]], [[0, 5], [-3, 6], [4, -1]]]> : tensor<4x3x2xi32>
  %k_2 = stablehlo.constant dense<[[[0, -1, 1, -4], [3, 5, -3, 4]]]> : tensor<1x2x4xi32>
  %r_2 = "stablehlo.convolution"(%a_2, %k_2) {batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<4x3x2xi32>, tensor<1x2x4xi32>) -> tensor<2x3x4xi32>
  %z0_2 = stablehlo.constant dense<0> : tensor<i32>
  %w0_2 = stablehlo.pad %r_2, %z0_2, low = [0, 0, 0], high = [1, 0, 3], interior = [0, 0, 0] : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<3x3x7xi32>
  check.expect_eq %at_2#0, %w0_2 : tensor<3x3x7xi32>
  check.expect_eq_const %at_2#1, dense<2> : tensor<i32>
  check.expect_eq_const %at_2#2, dense<4> : tensor<i32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:3 = call @groups_of_an_odd_bound_at(%size_3) : (tensor<i32>) -> (tensor<3x3x7xi32>, tensor<i32>, tensor<i32>)
  %a_3 = stablehlo.constant dense<[[[0, 2], [2, -1], [1, -2]], [[2, -5], [1, 5], [6, -1]], [[-2, 5], [-2, -5], [-1, -1]], [[0, 5], [-3, 6], [4, -1]], [[-5, -2], [4, -1], [-5, -3]], [[4, 5], [5, -5], [2, 2]]]> : tensor<6x3x2xi32>
  %k_3 = stablehlo.constant dense<[[[0, -1, 1, -4, 0, 2], [3, 5, -3, 4, -1, 4]]]> : tensor<1x2x6xi32>
  %r_3 = "stablehlo.convolution"(%a_3, %k_3) {batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<6x3x2xi32>, tensor<1x2x6xi32>) -> tensor<3x3x6xi32>
  %z0_3 = stablehlo.constant dense<0> : tensor<i32>
  %w0_3 = stablehlo.pad %r_3, %z0_3, low = [0, 0, 0], high = [0, 0, 1], interior = [0, 0, 0] : (tensor<3x3x6xi32>, tensor<i32>) -> tensor<3x3x7xi32>
  check.expect_eq %at_3#0, %w0_3 : tensor<3x3x7xi32>
  check.expect_eq_const %at_3#1, dense<3> : tensor<i32>
  check.expect_eq_const %at_3#2, dense<6> : tensor<i32>
  func.return
}

// -----

// Padding is computed, and begins where the size ends.
func.func private @padding_of_a_computed_size_at(%size: tensor<i32>) -> (tensor<2x8x3xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[[-1.0, 3.0], [3.0, 1.0], [4.0, 0.0], [4.0, -1.0], [0.0, -3.0]], [[-3.0, 2.0], [3.0, -2.0], [-1.0, 0.0], [0.0, -3.0], [3.0, 3.0]]]> : tensor<2x5x2xf32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 1 : (tensor<2x5x2xf32>, tensor<i32>) -> tensor<2x?x2xf32, #stablehlo.bounds<?, 5, ?>>
  %k = stablehlo.constant dense<[[[4.0, -3.0, 2.0], [4.0, -2.0, 2.0]], [[-3.0, -1.0, -2.0], [-2.0, -3.0, 4.0]]]> : tensor<2x2x3xf32>
  %m = stablehlo.get_dimension_size %a, dim = 1 : (tensor<2x?x2xf32, #stablehlo.bounds<?, 5, ?>>) -> tensor<i32>
  %low = stablehlo.constant dense<3> : tensor<i32>
  %from = stablehlo.subtract %low, %m : tensor<i32>
  %f1 = stablehlo.reshape %from : (tensor<i32>) -> tensor<1x1xi32>
  %to = stablehlo.constant dense<2> : tensor<1x1xi32>
  %p = stablehlo.concatenate %f1, %to, dim = 1 : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x2xi32>
  %r = "stablehlo.dynamic_conv"(%a, %k, %p) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 2>} : (tensor<2x?x2xf32, #stablehlo.bounds<?, 5, ?>>, tensor<2x2x3xf32>, tensor<1x2xi32>) -> tensor<2x?x3xf32, #stablehlo.bounds<?, 8, ?>>
  %z0 = stablehlo.constant dense<0.0> : tensor<2x8x3xf32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero, %zero : (tensor<2x8x3xf32>, tensor<2x?x3xf32, #stablehlo.bounds<?, 8, ?>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x3xf32>
  %s0_1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<2x?x3xf32, #stablehlo.bounds<?, 8, ?>>) -> tensor<i32>
  return %o0, %s0_1 : tensor<2x8x3xf32>, tensor<i32>
}
func.func @padding_of_a_computed_size() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:2 = call @padding_of_a_computed_size_at(%size_0) : (tensor<i32>) -> (tensor<2x8x3xf32>, tensor<i32>)
  %a_0 = stablehlo.constant dense<> : tensor<2x0x2xf32>
  %k_0 = stablehlo.constant dense<[[[4.0, -3.0, 2.0], [4.0, -2.0, 2.0]], [[-3.0, -1.0, -2.0], [-2.0, -3.0, 4.0]]]> : tensor<2x2x3xf32>
  %r_0 = "stablehlo.convolution"(%a_0, %k_0) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<[[3, 2]]> : tensor<1x2xi64>, lhs_dilation = array<i64: 2>} : (tensor<2x0x2xf32>, tensor<2x2x3xf32>) -> tensor<2x4x3xf32>
  %z0_0 = stablehlo.constant dense<0.0> : tensor<f32>
  %w0_0 = stablehlo.pad %r_0, %z0_0, low = [0, 0, 0], high = [0, 4, 0], interior = [0, 0, 0] : (tensor<2x4x3xf32>, tensor<f32>) -> tensor<2x8x3xf32>
  check.expect_almost_eq %at_0#0, %w0_0 : tensor<2x8x3xf32>
  check.expect_eq_const %at_0#1, dense<4> : tensor<i32>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:2 = call @padding_of_a_computed_size_at(%size_1) : (tensor<i32>) -> (tensor<2x8x3xf32>, tensor<i32>)
  %a_1 = stablehlo.constant dense<[[[-1.0, 3.0]], [[-3.0, 2.0]]]> : tensor<2x1x2xf32>
  %k_1 = stablehlo.constant dense<[[[4.0, -3.0, 2.0], [4.0, -2.0, 2.0]], [[-3.0, -1.0, -2.0], [-2.0, -3.0, 4.0]]]> : tensor<2x2x3xf32>
  %r_1 = "stablehlo.convolution"(%a_1, %k_1) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<[[2, 2]]> : tensor<1x2xi64>, lhs_dilation = array<i64: 2>} : (tensor<2x1x2xf32>, tensor<2x2x3xf32>) -> tensor<2x4x3xf32>
  %z0_1 = stablehlo.constant dense<0.0> : tensor<f32>
  %w0_1 = stablehlo.pad %r_1, %z0_1, low = [0, 0, 0], high = [0, 4, 0], interior = [0, 0, 0] : (tensor<2x4x3xf32>, tensor<f32>) -> tensor<2x8x3xf32>
  check.expect_almost_eq %at_1#0, %w0_1 : tensor<2x8x3xf32>
  check.expect_eq_const %at_1#1, dense<4> : tensor<i32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:2 = call @padding_of_a_computed_size_at(%size_3) : (tensor<i32>) -> (tensor<2x8x3xf32>, tensor<i32>)
  %a_3 = stablehlo.constant dense<[[[-1.0, 3.0], [3.0, 1.0], [4.0, 0.0]], [[-3.0, 2.0], [3.0, -2.0], [-1.0, 0.0]]]> : tensor<2x3x2xf32>
  %k_3 = stablehlo.constant dense<[[[4.0, -3.0, 2.0], [4.0, -2.0, 2.0]], [[-3.0, -1.0, -2.0], [-2.0, -3.0, 4.0]]]> : tensor<2x2x3xf32>
  %r_3 = "stablehlo.convolution"(%a_3, %k_3) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<[[0, 2]]> : tensor<1x2xi64>, lhs_dilation = array<i64: 2>} : (tensor<2x3x2xf32>, tensor<2x2x3xf32>) -> tensor<2x6x3xf32>
  %z0_3 = stablehlo.constant dense<0.0> : tensor<f32>
  %w0_3 = stablehlo.pad %r_3, %z0_3, low = [0, 0, 0], high = [0, 2, 0], interior = [0, 0, 0] : (tensor<2x6x3xf32>, tensor<f32>) -> tensor<2x8x3xf32>
  check.expect_almost_eq %at_3#0, %w0_3 : tensor<2x8x3xf32>
  check.expect_eq_const %at_3#1, dense<6> : tensor<i32>
  %size_5 = stablehlo.constant dense<5> : tensor<i32>
  %at_5:2 = call @padding_of_a_computed_size_at(%size_5) : (tensor<i32>) -> (tensor<2x8x3xf32>, tensor<i32>)
  %a_5 = stablehlo.constant dense<[[[-1.0, 3.0], [3.0, 1.0], [4.0, 0.0], [4.0, -1.0], [0.0, -3.0]], [[-3.0, 2.0], [3.0, -2.0], [-1.0, 0.0], [0.0, -3.0], [3.0, 3.0]]]> : tensor<2x5x2xf32>
  %k_5 = stablehlo.constant dense<[[[4.0, -3.0, 2.0], [4.0, -2.0, 2.0]], [[-3.0, -1.0, -2.0], [-2.0, -3.0, 4.0]]]> : tensor<2x2x3xf32>
  %r_5 = "stablehlo.convolution"(%a_5, %k_5) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<[[-2, 2]]> : tensor<1x2xi64>, lhs_dilation = array<i64: 2>} : (tensor<2x5x2xf32>, tensor<2x2x3xf32>) -> tensor<2x8x3xf32>
  %z0_5 = stablehlo.constant dense<0.0> : tensor<f32>
  %w0_5 = stablehlo.pad %r_5, %z0_5, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<2x8x3xf32>, tensor<f32>) -> tensor<2x8x3xf32>
  check.expect_almost_eq %at_5#0, %w0_5 : tensor<2x8x3xf32>
  check.expect_eq_const %at_5#1, dense<8> : tensor<i32>
  func.return
}

// -----

func.func private @computed_padding_of_groups_at(%size: tensor<i32>) -> (tensor<6x3x6xi32>, tensor<i32>, tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[[-3, -2], [-5, 4], [2, -3], [6, -4], [6, 5]], [[0, -4], [-2, -1], [-5, 0], [4, -3], [3, 5]], [[6, 1], [6, -5], [4, -5], [4, -1], [-1, 1]], [[-2, -3], [-4, 4], [3, 6], [4, -5], [6, 0]], [[4, 0], [-1, -3], [1, -1], [5, 3], [-3, -1]], [[-1, 5], [6, -3], [1, -5], [0, 3], [-5, 1]]]> : tensor<6x5x2xi32>
  %m0 = stablehlo.constant dense<2> : tensor<i32>
  %x0 = stablehlo.multiply %n, %m0 : tensor<i32>
  %a_0 = stablehlo.set_dimension_size %a_s, %x0, dim = 0 : (tensor<6x5x2xi32>, tensor<i32>) -> tensor<?x5x2xi32, #stablehlo.bounds<6, ?, ?>>
  %m1 = stablehlo.constant dense<3> : tensor<i32>
  %x1 = stablehlo.multiply %n, %m1 : tensor<i32>
  %d1 = stablehlo.constant dense<2> : tensor<i32>
  %y1 = stablehlo.divide %x1, %d1 : tensor<i32>
  %a = stablehlo.set_dimension_size %a_0, %y1, dim = 1 : (tensor<?x5x2xi32, #stablehlo.bounds<6, ?, ?>>, tensor<i32>) -> tensor<?x?x2xi32, #stablehlo.bounds<6, 5, ?>>
  %k_s = stablehlo.constant dense<[[[-1, 3, -1, 3, 1, 1]], [[5, -3, -1, 4, 0, 1]]]> : tensor<2x1x6xi32>
  %k = stablehlo.set_dimension_size %k_s, %x0, dim = 2 : (tensor<2x1x6xi32>, tensor<i32>) -> tensor<2x1x?xi32, #stablehlo.bounds<?, ?, 6>>
  %m = stablehlo.get_dimension_size %a, dim = 1 : (tensor<?x?x2xi32, #stablehlo.bounds<6, 5, ?>>) -> tensor<i32>
  %low = stablehlo.constant dense<4> : tensor<i32>
  %from = stablehlo.subtract %low, %m : tensor<i32>
  %f1 = stablehlo.reshape %from : (tensor<i32>) -> tensor<1x1xi32>
  %to = stablehlo.constant dense<2> : tensor<1x1xi32>
  %p = stablehlo.concatenate %f1, %to, dim = 1 : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x2xi32>
  %r = "stablehlo.dynamic_conv"(%a, %k, %p) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, window_strides = array<i64: 2>, rhs_dilation = array<i64: 2>, window_reversal = array<i1: true>} : (tensor<?x?x2xi32, #stablehlo.bounds<6, 5, ?>>, tensor<2x1x?xi32, #stablehlo.bounds<?, ?, 6>>, tensor<1x2xi32>) -> tensor<?x?x?xi32, #stablehlo.bounds<6, 3, 6>>
  %z0 = stablehlo.constant dense<0> : tensor<6x3x6xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero, %zero : (tensor<6x3x6xi32>, tensor<?x?x?xi32, #stablehlo.bounds<6, 3, 6>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x3x6xi32>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x?x?xi32, #stablehlo.bounds<6, 3, 6>>) -> tensor<i32>
  %s0_1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<?x?x?xi32, #stablehlo.bounds<6, 3, 6>>) -> tensor<i32>
  %s0_2 = stablehlo.get_dimension_size %r, dim = 2 : (tensor<?x?x?xi32, #stablehlo.bounds<6, 3, 6>>) -> tensor<i32>
  return %o0, %s0_0, %s0_1, %s0_2 : tensor<6x3x6xi32>, tensor<i32>, tensor<i32>, tensor<i32>
}
func.func @computed_padding_of_groups() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:4 = call @computed_padding_of_groups_at(%size_0) : (tensor<i32>) -> (tensor<6x3x6xi32>, tensor<i32>, tensor<i32>, tensor<i32>)
  %a_0 = stablehlo.constant dense<> : tensor<0x0x2xi32>
  %k_0 = stablehlo.constant dense<> : tensor<2x1x0xi32>
  %r_0 = "stablehlo.convolution"(%a_0, %k_0) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, padding = dense<[[4, 2]]> : tensor<1x2xi64>, window_strides = array<i64: 2>, rhs_dilation = array<i64: 2>, window_reversal = array<i1: true>} : (tensor<0x0x2xi32>, tensor<2x1x0xi32>) -> tensor<0x2x0xi32>
  %z0_0 = stablehlo.constant dense<0> : tensor<i32>
  %w0_0 = stablehlo.pad %r_0, %z0_0, low = [0, 0, 0], high = [6, 1, 6], interior = [0, 0, 0] : (tensor<0x2x0xi32>, tensor<i32>) -> tensor<6x3x6xi32>
  check.expect_eq %at_0#0, %w0_0 : tensor<6x3x6xi32>
  check.expect_eq_const %at_0#1, dense<0> : tensor<i32>
  check.expect_eq_const %at_0#2, dense<2> : tensor<i32>
  check.expect_eq_const %at_0#3, dense<0> : tensor<i32>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:4 = call @computed_padding_of_groups_at(%size_1) : (tensor<i32>) -> (tensor<6x3x6xi32>, tensor<i32>, tensor<i32>, tensor<i32>)
  %a_1 = stablehlo.constant dense<[[[-3, -2]], [[0, -4]]]> : tensor<2x1x2xi32>
  %k_1 = stablehlo.constant dense<[[[-1, 3]], [[5, -3]]]> : tensor<2x1x2xi32>
  %r_1 = "stablehlo.convolution"(%a_1, %k_1) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, padding = dense<[[3, 2]]> : tensor<1x2xi64>, window_strides = array<i64: 2>, rhs_dilation = array<i64: 2>, window_reversal = array<i1: true>} : (tensor<2x1x2xi32>, tensor<2x1x2xi32>) -> tensor<2x2x2xi32>
  %z0_1 = stablehlo.constant dense<0> : tensor<i32>
  %w0_1 = stablehlo.pad %r_1, %z0_1, low = [0, 0, 0], high = [4, 1, 4], interior = [0, 0, 0] : (tensor<2x2x2xi32>, tensor<i32>) -> tensor<6x3x6xi32>
  check.expect_eq %at_1#0, %w0_1 : tensor<6x3x6xi32>
  check.expect_eq_const %at_1#1, dense<2> : tensor<i32>
  check.expect_eq_const %at_1#2, dense<2> : tensor<i32>
  check.expect_eq_const %at_1#3, dense<2> : tensor<i32>
  %size_2 = stablehlo.constant dense<2> : tensor<i32>
  %at_2:4 = call @computed_padding_of_groups_at(%size_2) : (tensor<i32>) -> (tensor<6x3x6xi32>, tensor<i32>, tensor<i32>, tensor<i32>)
  %a_2 = stablehlo.constant dense<[[[-3, -2], [-5, 4], [2, -3]], [[0, -4], [-2, -1], [-5, 0]], [[6, 1], [6, -5], [4, -5]], [[-2, -3], [-4, 4], [3, 6]]]> : tensor<4x3x2xi32>
  %k_2 = stablehlo.constant dense<[[[-1, 3, -1, 3]], [[5, -3, -1, 4]]]> : tensor<2x1x4xi32>
  %r_2 = "stablehlo.convolution"(%a_2, %k_2) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, padding = dense<[[1, 2]]> : tensor<1x2xi64>, window_strides = array<i64: 2>, rhs_dilation = array<i64: 2>, window_reversal = array<i1: true>} : (tensor<4x3x2xi32>, tensor<2x1x4xi32>) -> tensor<4x2x4xi32>
  %z0_2 = stablehlo.constant dense<0> : tensor<i32>
  %w0_2 = stablehlo.pad %r_2, %z0_2, low = [0, 0, 0], high = [2, 1, 2], interior = [0, 0, 0] : (tensor<4x2x4xi32>, tensor<i32>) -> tensor<6x3x6xi32>
  check.expect_eq %at_2#0, %w0_2 : tensor<6x3x6xi32>
  check.expect_eq_const %at_2#1, dense<4> : tensor<i32>
  check.expect_eq_const %at_2#2, dense<2> : tensor<i32>
  check.expect_eq_const %at_2#3, dense<4> : tensor<i32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:4 = call @computed_padding_of_groups_at(%size_3) : (tensor<i32>) -> (tensor<6x3x6xi32>, tensor<i32>, tensor<i32>, tensor<i32>)
  %a_3 = stablehlo.constant dense<[[[-3, -2], [-5, 4], [2, -3], [6, -4]], [[0, -4], [-2, -1], [-5, 0], [4, -3]], [[6, 1], [6, -5], [4, -5], [4, -1]], [[-2, -3], [-4, 4], [3, 6], [4, -5]], [[4, 0], [-1, -3], [1, -1], [5, 3]], [[-1, 5], [6, -3], [1, -5], [0, 3]]]> : tensor<6x4x2xi32>
  %k_3 = stablehlo.constant dense<[[[-1, 3, -1, 3, 1, 1]], [[5, -3, -1, 4, 0, 1]]]> : tensor<2x1x6xi32>
  %r_3 = "stablehlo.convolution"(%a_3, %k_3) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, padding = dense<[[0, 2]]> : tensor<1x2xi64>, window_strides = array<i64: 2>, rhs_dilation = array<i64: 2>, window_reversal = array<i1: true>} : (tensor<6x4x2xi32>, tensor<2x1x6xi32>) -> tensor<6x2x6xi32>
  %z0_3 = stablehlo.constant dense<0> : tensor<i32>
  %w0_3 = stablehlo.pad %r_3, %z0_3, low = [0, 0, 0], high = [0, 1, 0], interior = [0, 0, 0] : (tensor<6x2x6xi32>, tensor<i32>) -> tensor<6x3x6xi32>
  check.expect_eq %at_3#0, %w0_3 : tensor<6x3x6xi32>
  check.expect_eq_const %at_3#1, dense<6> : tensor<i32>
  check.expect_eq_const %at_3#2, dense<2> : tensor<i32>
  check.expect_eq_const %at_3#3, dense<6> : tensor<i32>
  func.return
}

// The parts of two numbers, side by side, are the bits of one.
func.func @bitcast_to_wider() {
  %0 = stablehlo.constant dense<[[(0.0, 1.875), (0.0, 2.0)], [(1.0, -1.875), (0.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %1 = stablehlo.bitcast_convert %0 : (tensor<2x2xcomplex<f32>>) -> tensor<2xcomplex<f64>>
  check.expect_eq_const %1, dense<[(1.0, 2.0), (-1.000000236555934, 0.0)]> : tensor<2xcomplex<f64>>
  func.return
}

// -----

func.func @bitcast_to_narrower() {
  %0 = stablehlo.constant dense<[(1.0, 2.0), (-1.0, 0.0)]> : tensor<2xcomplex<f64>>
  %1 = stablehlo.bitcast_convert %0 : (tensor<2xcomplex<f64>>) -> tensor<2x2xcomplex<f32>>
  check.expect_eq_const %1, dense<[[(0.0, 1.875), (0.0, 2.0)], [(0.0, -1.875), (0.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  func.return
}

// -----

func.func @bitcast_to_itself() {
  %0 = stablehlo.constant dense<[(1.0, 2.0), (-1.0, 0.5)]> : tensor<2xcomplex<f64>>
  %1 = stablehlo.bitcast_convert %0 : (tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  check.expect_eq_const %1, dense<[(1.0, 2.0), (-1.0, 0.5)]> : tensor<2xcomplex<f64>>
  func.return
}

// -----

// The sums of the real products, 2^24 + 2^24 + 1, and of the imaginary ones would lose the 1: their difference is taken
// product by product.
func.func @short_dot() {
  %0 = stablehlo.constant dense<[[(4096.0, 4096.0), (4096.0, 4096.0), (1.0, 0.0)]]> : tensor<1x3xcomplex<f32>>
  %1 = stablehlo.constant dense<[[(4096.0, 4096.0)], [(4096.0, 4096.0)], [(1.0, 0.0)]]> : tensor<3x1xcomplex<f32>>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<1x3xcomplex<f32>>, tensor<3x1xcomplex<f32>>) -> tensor<1x1xcomplex<f32>>
  check.expect_eq_const %2, dense<(1.0, 67108864.0)> : tensor<1x1xcomplex<f32>>
  func.return
}

// -----

func.func @short_dot_with_batches() {
  %0 = stablehlo.constant dense<[[[(1.0, 2.0), (3.0, 4.0)]], [[(5.0, 6.0), (7.0, 8.0)]]]> : tensor<2x1x2xcomplex<f64>>
  %1 = stablehlo.constant dense<[[[(1.0, 0.0), (0.0, 1.0)], [(2.0, 0.0), (1.0, 1.0)]], [[(0.0, 0.0), (1.0, 0.0)], [(0.0, 1.0), (2.0, 0.0)]]]> : tensor<2x2x2xcomplex<f64>>
  %2 = stablehlo.dot_general %0, %1, batching_dims = [0] x [1], contracting_dims = [2] x [0] : (tensor<2x1x2xcomplex<f64>>, tensor<2x2x2xcomplex<f64>>) -> tensor<2x1x2xcomplex<f64>>
  check.expect_eq_const %2, dense<[[[(1.0, 2.0), (1.0, 5.0)]], [[(2.0, 19.0), (13.0, 27.0)]]]> : tensor<2x1x2xcomplex<f64>>
  func.return
}

// -----

// Slices that run asynchronously need no other process.
func.func @asynchronous_slices() {
  %a = stablehlo.constant dense<[(1.0, 2.0), (3.0, -4.0), (5.0, 6.0)]> : tensor<3xcomplex<f32>>
  %b = stablehlo.constant dense<[(-1.0, 0.5)]> : tensor<1xcomplex<f32>>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %x = stablehlo.multiply %a, %a : tensor<3xcomplex<f32>>
  %f = "stablehlo.async_start"(%x) ({
  ^bb0(%p: tensor<3xcomplex<f32>>):
    %s = "stablehlo.slice"(%p) {start_indices = array<i64: 1>, limit_indices = array<i64: 3>, strides = array<i64: 1>} : (tensor<3xcomplex<f32>>) -> tensor<2xcomplex<f32>>
    stablehlo.return %s : tensor<2xcomplex<f32>>
  }) : (tensor<3xcomplex<f32>>) -> !stablehlo.future<tensor<2xcomplex<f32>>>
  %g = "stablehlo.async_start"(%x, %b, %one) ({
  ^bb0(%p: tensor<3xcomplex<f32>>, %q: tensor<1xcomplex<f32>>, %i: tensor<i32>):
    %s = stablehlo.dynamic_update_slice %p, %q, %i : (tensor<3xcomplex<f32>>, tensor<1xcomplex<f32>>, tensor<i32>) -> tensor<3xcomplex<f32>>
    stablehlo.return %s : tensor<3xcomplex<f32>>
  }) : (tensor<3xcomplex<f32>>, tensor<1xcomplex<f32>>, tensor<i32>) -> !stablehlo.future<tensor<3xcomplex<f32>>>
  %r = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xcomplex<f32>>>) -> tensor<2xcomplex<f32>>
  %u = "stablehlo.async_done"(%g) : (!stablehlo.future<tensor<3xcomplex<f32>>>) -> tensor<3xcomplex<f32>>
  check.expect_eq_const %r, dense<[(-7.0, -24.0), (-11.0, 60.0)]> : tensor<2xcomplex<f32>>
  check.expect_eq_const %u, dense<[(-3.0, 4.0), (-1.0, 0.5), (-11.0, 60.0)]> : tensor<3xcomplex<f32>>
  func.return
}

// -----

// Real numbers have no angle, however large they are.
func.func @exponential_minus_one_of_reals() {
  %0 = stablehlo.constant dense<[(1.0e+19, 0.0), (-1.0e+19, 0.0), (0x7F800000, 0.0), (1.0e-10, 0.0)]> : tensor<4xcomplex<f32>>
  %1 = stablehlo.exponential_minus_one %0 : tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %1, dense<[(0x7F800000, 0.0), (-1.0, 0.0), (0x7F800000, 0.0), (1.0e-10, 0.0)]> : tensor<4xcomplex<f32>>
  func.return
}

// -----

// Where an infinite exponent has no angle, no part of the result is known.
func.func @exponential_without_an_angle() {
  %0 = stablehlo.constant dense<[(0xFF800000, 0x7FC00000), (0x7F800000, 0x7FC00000), (0xFF800000, 0x7F800000)]> : tensor<3xcomplex<f32>>
  %1 = stablehlo.exponential %0 : tensor<3xcomplex<f32>>
  %re = stablehlo.real %1 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  %im = stablehlo.imag %1 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  %known_re = stablehlo.compare EQ, %re, %re : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %known_im = stablehlo.compare EQ, %im, %im : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  check.expect_eq_const %known_re, dense<false> : tensor<3xi1>
  check.expect_eq_const %known_im, dense<false> : tensor<3xi1>
  func.return
}

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

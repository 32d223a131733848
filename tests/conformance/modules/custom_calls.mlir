// R times the columns in their order is the matrix: with orthonormal columns, R^T R = (A P)^T (A P).
func.func @pivoted_qr() {
  %a = stablehlo.constant dense<[[1.0, 5.0, 2.0], [2.0, -1.0, 0.5], [-3.0, 4.0, 1.5], [0.25, 2.0, -6.0]]> : tensor<4x3xf32>
  %free = stablehlo.constant dense<0> : tensor<3xi32>
  %qr:3 = stablehlo.custom_call @lapack_sgeqp3_ffi(%a, %free) {mhlo.backend_config = {}} : (tensor<4x3xf32>, tensor<3xi32>) -> (tensor<4x3xf32>, tensor<3xi32>, tensor<3xf32>)
  check.expect_eq_const %qr#1, dense<[2, 3, 1]> : tensor<3xi32>
  %q = stablehlo.custom_call @lapack_sorgqr_ffi(%qr#0, %qr#2) {mhlo.backend_config = {}} : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  %gram = stablehlo.dot_general %q, %q, contracting_dims = [0] x [0] : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<3x3xf32>
  check.expect_almost_eq_const %gram, dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf32>
  %exchanged = stablehlo.constant dense<[[5.0, 2.0, 1.0], [-1.0, 0.5, 2.0], [4.0, 1.5, -3.0], [2.0, -6.0, 0.25]]> : tensor<4x3xf32>
  %r = stablehlo.dot_general %q, %exchanged, contracting_dims = [0] x [0] : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<3x3xf32>
  %top = stablehlo.slice %qr#0 [0:3, 0:3] : (tensor<4x3xf32>) -> tensor<3x3xf32>
  %row = stablehlo.iota dim = 0 : tensor<3x3xi32>
  %column = stablehlo.iota dim = 1 : tensor<3x3xi32>
  %upper = stablehlo.compare LE, %row, %column : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
  %zero = stablehlo.constant dense<0.0> : tensor<3x3xf32>
  %triangle = stablehlo.select %upper, %top, %zero : tensor<3x3xi1>, tensor<3x3xf32>
  check.expect_almost_eq %r, %triangle : tensor<3x3xf32>
  func.return
}

// -----

// The columns that are asked for come first.
func.func @pivoted_qr_with_first_columns() {
  %a = stablehlo.constant dense<[[1.0, 5.0, 2.0, 9.0], [2.0, -1.0, 0.5, 9.0]]> : tensor<2x4xf64>
  %asked = stablehlo.constant dense<[0, 0, 1, 0]> : tensor<4xi32>
  %qr:3 = stablehlo.custom_call @lapack_dgeqp3_ffi(%a, %asked) {mhlo.backend_config = {}} : (tensor<2x4xf64>, tensor<4xi32>) -> (tensor<2x4xf64>, tensor<4xi32>, tensor<2xf64>)
  check.expect_eq_const %qr#1, dense<[3, 4, 1, 2]> : tensor<4xi32>
  func.return
}

// -----

func.func @perturbed_tridiagonal_solve() {
  %below = stablehlo.constant dense<[[0.0, 1.0, 2.0], [0.0, -1.0, -1.0]]> : tensor<2x3xf32>
  %diagonal = stablehlo.constant dense<[[4.0, 5.0, 3.0], [1.0, 2.0, 1.0]]> : tensor<2x3xf32>
  %above = stablehlo.constant dense<[[1.0, -1.0, 0.0], [-1.0, -1.0, 0.0]]> : tensor<2x3xf32>
  %b = stablehlo.constant dense<[[[6.0], [8.0], [13.0]], [[3.0], [-1.0], [4.0]]]> : tensor<2x3x1xf32>
  %x = stablehlo.custom_call @tridiagonal_solve_perturbed_ffi(%below, %diagonal, %above, %b) {mhlo.backend_config = {}} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3x1xf32>) -> tensor<2x3x1xf32>
  %regular = stablehlo.slice %x [0:1, 0:3, 0:1] : (tensor<2x3x1xf32>) -> tensor<1x3x1xf32>
  check.expect_almost_eq_const %regular, dense<[[[1.0], [2.0], [3.0]]]> : tensor<1x3x1xf32>
  // The second matrix is singular: its null space holds the constants.
  %singular = stablehlo.slice %x [1:2, 0:3, 0:1] : (tensor<2x3x1xf32>) -> tensor<1x3x1xf32>
  %first = stablehlo.slice %x [1:2, 0:1, 0:1] : (tensor<2x3x1xf32>) -> tensor<1x1x1xf32>
  %spread = stablehlo.broadcast_in_dim %first, dims = [0, 1, 2] : (tensor<1x1x1xf32>) -> tensor<1x3x1xf32>
  %ratio = stablehlo.divide %singular, %spread : tensor<1x3x1xf32>
  check.expect_almost_eq_const %ratio, dense<1.0> : tensor<1x3x1xf32>
  func.return
}

// -----

func.func @eigenvectors_by_another_name() {
  %a = stablehlo.constant dense<[[0.0, 99.0], [1.0, 0.0]]> : tensor<2x2xf32>
  %v, %w = stablehlo.custom_call @Eigh(%a) {backend_config = "1,1,100,1e-6"} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>)
  check.expect_almost_eq_const %w, dense<[-1.0, 1.0]> : tensor<2xf32>
  %gram = stablehlo.dot_general %v, %v, contracting_dims = [0] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %gram, dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  func.return
}

// -----

func.func @lu_with_permutation() {
  %a = stablehlo.constant dense<[[0.0, 2.0, 1.0], [4.0, 2.0, 8.0], [2.0, 2.0, 3.0]]> : tensor<3x3xf32>
  %lu, %pivots, %order = stablehlo.custom_call @LuDecomposition(%a) : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xi32>, tensor<3xi32>)
  check.expect_almost_eq_const %lu, dense<[[4.0, 2.0, 8.0], [0.0, 2.0, 1.0], [0.5, 0.5, -1.5]]> : tensor<3x3xf32>
  check.expect_eq_const %pivots, dense<[1, 1, 2]> : tensor<3xi32>
  check.expect_eq_const %order, dense<[1, 0, 2]> : tensor<3xi32>
  func.return
}

// -----

func.func @exchanges_as_permutation() {
  %pivots = stablehlo.constant dense<[[2, 3, 2], [0, 1, 3]]> : tensor<2x3xi32>
  %order = stablehlo.custom_call @cu_lu_pivots_to_permutation(%pivots) {mhlo.backend_config = {}} : (tensor<2x3xi32>) -> tensor<2x4xi32>
  check.expect_eq_const %order, dense<[[2, 3, 0, 1], [0, 1, 3, 2]]> : tensor<2x4xi32>
  func.return
}

// -----

// Two results of a row that is reduced to four: the best ones are among them, in order.
func.func private @first_is_greater(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  func.return %0 : tensor<i1>
}

func.func @partial_reduction() {
  %a = stablehlo.constant dense<[[3.0], [1.0], [4.0], [2.0], [5.0], [6.0]]> : tensor<6x1xf32>
  %i = stablehlo.iota dim = 0 : tensor<6x1xi32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %values, %places = stablehlo.custom_call @PartialReduce(%a, %i, %least, %none) {backend_config = "{\"reduction_dim\": 0, \"top_k\": 2, \"recall_target\": 0.95}", called_computations = [@first_is_greater]} : (tensor<6x1xf32>, tensor<6x1xi32>, tensor<f32>, tensor<i32>) -> (tensor<4x1xf32>, tensor<4x1xi32>)
  check.expect_eq_const %values, dense<[[6.0], [5.0], [4.0], [3.0]]> : tensor<4x1xf32>
  check.expect_eq_const %places, dense<[[5], [4], [2], [0]]> : tensor<4x1xi32>
  func.return
}

// -----

// The other triangle stays.
func.func @tridiagonal_form() {
  %a = stablehlo.constant dense<[[1.0, 7.0, 8.0], [3.0, 2.0, 9.0], [4.0, 5.0, 6.0]]> : tensor<3x3xf64>
  %f, %d, %e, %tau, %info = stablehlo.custom_call @lapack_dsytrd_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xf64>, tensor<2xf64>, tensor<2xf64>, tensor<i32>)
  check.expect_almost_eq_const %f, dense<[[1.0, 7.0, 8.0], [-5.0, 9.36, 9.0], [0.5, -0.52, -1.36]]> : tensor<3x3xf64>
  check.expect_almost_eq_const %d, dense<[1.0, 9.36, -1.36]> : tensor<3xf64>
  check.expect_almost_eq_const %e, dense<[-5.0, -0.52]> : tensor<2xf64>
  func.return
}

// -----

func.func @no_matrix_has_values() {
  %a = stablehlo.constant dense<> : tensor<2x0x0xf32>
  %v, %w, %info = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<2x0x0xf32>) -> (tensor<2x0x0xf32>, tensor<2x0xf32>, tensor<2xi32>)
  check.expect_eq_const %info, dense<0> : tensor<2xi32>
  func.return
}

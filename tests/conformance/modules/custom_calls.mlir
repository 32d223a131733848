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

// -----

// Memory without content holds zeros; where values lie changes none of them.
func.func @memory_of_a_host() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %memory = stablehlo.custom_call @AllocateBuffer() : () -> tensor<2xi32>
  %there:2 = stablehlo.custom_call @MoveToHost(%memory, %b) : (tensor<2xi32>, tensor<2xf32>) -> (tensor<2xi32>, tensor<2xf32>)
  %written = stablehlo.dynamic_update_slice %there#0, %a, %zero : (tensor<2xi32>, tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %back:2 = stablehlo.custom_call @MoveToDevice(%written, %there#1) : (tensor<2xi32>, tensor<2xf32>) -> (tensor<2xi32>, tensor<2xf32>)
  check.expect_eq_const %back#0, dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %back#1, dense<[3.0, 4.0]> : tensor<2xf32>
  %point = stablehlo.custom_call @AllocateBuffer() : () -> tensor<complex<f32>>
  %real = stablehlo.real %point : (tensor<complex<f32>>) -> tensor<f32>
  check.expect_eq_const %real, dense<0.0> : tensor<f32>
  func.return
}

// -----

// What comes first is the comparator's word: here the smallest size, and of equal ones the larger number.
func.func private @nearest_to_zero(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %x = stablehlo.abs %a : tensor<f32>
  %y = func.call @size(%b) : (tensor<f32>) -> tensor<f32>
  %nearer = stablehlo.compare GT, %y, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %equal = stablehlo.compare EQ, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %greater = stablehlo.compare LT, %b, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %preferred = stablehlo.and %equal, %greater : tensor<i1>
  %first = stablehlo.or %nearer, %preferred : tensor<i1>
  return %first : tensor<i1>
}
func.func private @size(%a: tensor<f32>) -> tensor<f32> {
  %x = chlo.square %a : tensor<f32> -> tensor<f32>
  %r = stablehlo.sqrt %x : tensor<f32>
  return %r : tensor<f32>
}
func.func @approximate_top_k_by_another_order() {
  %a = stablehlo.constant dense<[[4.0, -1.0, 3.0, 1.0, -9.0], [-0.5, 8.0, 0.5, -2.0, 2.0]]> : tensor<2x5xf32>
  %i = stablehlo.iota dim = 1 : tensor<2x5xi32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %no_index = stablehlo.constant dense<-1> : tensor<i32>
  %k:2 = stablehlo.custom_call @ApproxTopK(%a, %i, %none, %no_index) {called_computations = [@nearest_to_zero], mhlo.backend_config = {reduction_dim = 1 : i64, top_k = 3 : i64}} : (tensor<2x5xf32>, tensor<2x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  check.expect_eq_const %k#0, dense<[[1.0, -1.0, 3.0], [0.5, -0.5, 2.0]]> : tensor<2x3xf32>
  check.expect_eq_const %k#1, dense<[[3, 1, 2], [2, 0, 4]]> : tensor<2x3xi32>
  func.return
}

// -----

// The comparator takes two of each operand; the largest elements come with two columns beside them.
func.func private @larger(%a: tensor<i8>, %b: tensor<i8>, %i: tensor<i32>, %j: tensor<i32>, %p: tensor<complex<f32>>, %q: tensor<complex<f32>>) -> tensor<i1> {
  %first = stablehlo.compare LT, %b, %a : (tensor<i8>, tensor<i8>) -> tensor<i1>
  return %first : tensor<i1>
}
func.func @approximate_top_k_of_three_operands() {
  %a = stablehlo.constant dense<[3, -7, 5, 3]> : tensor<4xi8>
  %i = stablehlo.iota dim = 0 : tensor<4xi32>
  %c = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0), (5.0, 6.0), (7.0, 8.0)]> : tensor<4xcomplex<f32>>
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %no_index = stablehlo.constant dense<-1> : tensor<i32>
  %nothing = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %k:3 = stablehlo.custom_call @ApproxTopK(%a, %i, %c, %zero, %no_index, %nothing) {called_computations = [@larger], mhlo.backend_config = {reduction_dim = 0 : i64, top_k = 2 : i64}} : (tensor<4xi8>, tensor<4xi32>, tensor<4xcomplex<f32>>, tensor<i8>, tensor<i32>, tensor<complex<f32>>) -> (tensor<2xi8>, tensor<2xi32>, tensor<2xcomplex<f32>>)
  check.expect_eq_const %k#0, dense<[5, 3]> : tensor<2xi8>
  check.expect_eq_const %k#1, dense<[2, 0]> : tensor<2xi32>
  check.expect_eq_const %k#2, dense<[(5.0, 6.0), (1.0, 2.0)]> : tensor<2xcomplex<f32>>
  func.return
}

// Matrices that are large enough for windows on the diagonal; without symmetry, so that values come in pairs.
func.func @schur_form_of_a_large_matrix() {
  %i = stablehlo.iota dim = 0 : tensor<200x200xf64>
  %j = stablehlo.iota dim = 1 : tensor<200x200xf64>
  %c = stablehlo.constant dense<0.37> : tensor<200x200xf64>
  %ij = stablehlo.multiply %i, %j : tensor<200x200xf64>
  %scaled = stablehlo.multiply %ij, %c : tensor<200x200xf64>
  %angle = stablehlo.add %scaled, %i : tensor<200x200xf64>
  %a = stablehlo.sine %angle : tensor<200x200xf64>
  %f:6 = stablehlo.custom_call @lapack_dgees_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}} : (tensor<200x200xf64>) -> (tensor<200x200xf64>, tensor<200x200xf64>, tensor<200xf64>, tensor<200xf64>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %f#5, dense<0> : tensor<i32>
  %az = stablehlo.dot_general %a, %f#1, contracting_dims = [1] x [0] : (tensor<200x200xf64>, tensor<200x200xf64>) -> tensor<200x200xf64>
  %zt = stablehlo.dot_general %f#1, %f#0, contracting_dims = [1] x [0] : (tensor<200x200xf64>, tensor<200x200xf64>) -> tensor<200x200xf64>
  check.expect_almost_eq %az, %zt : tensor<200x200xf64>
  func.return
}

// -----

func.func @eigenvectors_of_a_large_matrix() {
  %i = stablehlo.iota dim = 0 : tensor<200x200xf64>
  %j = stablehlo.iota dim = 1 : tensor<200x200xf64>
  %c = stablehlo.constant dense<0.41> : tensor<200x200xf64>
  %ij = stablehlo.multiply %i, %j : tensor<200x200xf64>
  %scaled = stablehlo.multiply %ij, %c : tensor<200x200xf64>
  %angle = stablehlo.add %scaled, %j : tensor<200x200xf64>
  %a = stablehlo.cosine %angle : tensor<200x200xf64>
  %e:5 = stablehlo.custom_call @lapack_dgeev_ffi(%a) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<200x200xf64>) -> (tensor<200xf64>, tensor<200xf64>, tensor<200x200xcomplex<f64>>, tensor<200x200xcomplex<f64>>, tensor<i32>)
  check.expect_eq_const %e#4, dense<0> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<200x200xf64>
  %matrix = stablehlo.complex %a, %zero : tensor<200x200xcomplex<f64>>
  %values = stablehlo.complex %e#0, %e#1 : tensor<200xcomplex<f64>>
  %rows = stablehlo.broadcast_in_dim %values, dims = [1] : (tensor<200xcomplex<f64>>) -> tensor<200x200xcomplex<f64>>
  %av = stablehlo.dot_general %matrix, %e#3, contracting_dims = [1] x [0] : (tensor<200x200xcomplex<f64>>, tensor<200x200xcomplex<f64>>) -> tensor<200x200xcomplex<f64>>
  %vw = stablehlo.multiply %e#3, %rows : tensor<200x200xcomplex<f64>>
  check.expect_almost_eq %av, %vw : tensor<200x200xcomplex<f64>>
  func.return
}

// -----

func.func @eigenvectors_of_a_large_symmetric_matrix() {
  %i = stablehlo.iota dim = 0 : tensor<200x200xf64>
  %j = stablehlo.iota dim = 1 : tensor<200x200xf64>
  %c = stablehlo.constant dense<0.43> : tensor<200x200xf64>
  %ij = stablehlo.multiply %i, %j : tensor<200x200xf64>
  %angle = stablehlo.multiply %ij, %c : tensor<200x200xf64>
  %a = stablehlo.sine %angle : tensor<200x200xf64>
  %e:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<200x200xf64>) -> (tensor<200x200xf64>, tensor<200xf64>, tensor<i32>)
  check.expect_eq_const %e#2, dense<0> : tensor<i32>
  %rows = stablehlo.broadcast_in_dim %e#1, dims = [1] : (tensor<200xf64>) -> tensor<200x200xf64>
  %av = stablehlo.dot_general %a, %e#0, contracting_dims = [1] x [0] : (tensor<200x200xf64>, tensor<200x200xf64>) -> tensor<200x200xf64>
  %vw = stablehlo.multiply %e#0, %rows : tensor<200x200xf64>
  check.expect_almost_eq %av, %vw : tensor<200x200xf64>
  func.return
}

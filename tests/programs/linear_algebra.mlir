module @linear_algebra {
  func.func public @main(%matrix: tensor<2x20x12xf32>, %right: tensor<2x12x5xf32>, %tall: tensor<12x40xf64>) -> (tensor<2x12x12xf32>, tensor<2x12x5xf32>, tensor<12xf64>, tensor<2x20x12xf32>, tensor<2x12x12xf32>, tensor<2x12xi32>, tensor<2x12xf32>, tensor<12x12xf64>, tensor<2xi32>) {
    %0 = stablehlo.dot_general %matrix, %matrix, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x20x12xf32>, tensor<2x20x12xf32>) -> tensor<2x12x12xf32>
    %lower = stablehlo.cholesky %0, lower = true : tensor<2x12x12xf32>
    %solved = "stablehlo.triangular_solve"(%lower, %right) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<2x12x12xf32>, tensor<2x12x5xf32>) -> tensor<2x12x5xf32>
    %svd:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%tall) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<12x40xf64>) -> (tensor<12x40xf64>, tensor<12xf64>, tensor<12x12xf64>, tensor<12x40xf64>, tensor<i32>)
    %qr:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%matrix) {mhlo.backend_config = {}} : (tensor<2x20x12xf32>) -> (tensor<2x20x12xf32>, tensor<2x12xf32>)
    %q = stablehlo.custom_call @lapack_sorgqr_ffi(%qr#0, %qr#1) {mhlo.backend_config = {}} : (tensor<2x20x12xf32>, tensor<2x12xf32>) -> tensor<2x20x12xf32>
    %lu:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%0) {mhlo.backend_config = {}} : (tensor<2x12x12xf32>) -> (tensor<2x12x12xf32>, tensor<2x12xi32>, tensor<2xi32>)
    %eigh:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%0) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<2x12x12xf32>) -> (tensor<2x12x12xf32>, tensor<2x12xf32>, tensor<2xi32>)
    %factor:2 = stablehlo.custom_call @lapack_spotrf_ffi(%0) {mhlo.backend_config = {uplo = 85 : ui8}} : (tensor<2x12x12xf32>) -> (tensor<2x12x12xf32>, tensor<2xi32>)
    return %lower, %solved, %svd#1, %q, %lu#0, %lu#1, %eigh#1, %svd#2, %factor#1 : tensor<2x12x12xf32>, tensor<2x12x5xf32>, tensor<12xf64>, tensor<2x20x12xf32>, tensor<2x12x12xf32>, tensor<2x12xi32>, tensor<2x12xf32>, tensor<12x12xf64>, tensor<2xi32>
  }
}

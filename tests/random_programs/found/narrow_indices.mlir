// An index of 8 bits into more than 128 elements: the bound does not fit the index's type.
func.func @gather_by_signed_bytes() {
  %x = stablehlo.iota dim = 0 : tensor<200xf32>
  %i = stablehlo.constant dense<[[7], [127], [-1], [0]]> : tensor<4x1xi8>
  %0 = "stablehlo.gather"(%x, %i) <{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>}> : (tensor<200xf32>, tensor<4x1xi8>) -> tensor<4xf32>
  check.expect_eq_const %0, dense<[7.0, 127.0, 0.0, 0.0]> : tensor<4xf32>
  return
}

func.func @gather_by_unsigned_bytes() {
  %x = stablehlo.iota dim = 0 : tensor<300xf32>
  %i = stablehlo.constant dense<[[7], [127], [255], [0]]> : tensor<4x1xui8>
  %0 = "stablehlo.gather"(%x, %i) <{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>}> : (tensor<300xf32>, tensor<4x1xui8>) -> tensor<4xf32>
  check.expect_eq_const %0, dense<[7.0, 127.0, 255.0, 0.0]> : tensor<4xf32>
  return
}

func.func @dynamic_slice_by_bytes() {
  %x = stablehlo.iota dim = 0 : tensor<260xf32>
  %i = stablehlo.constant dense<9> : tensor<i8>
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<260xf32>, tensor<i8>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<[9.0, 10.0]> : tensor<2xf32>
  %j = stablehlo.constant dense<250> : tensor<ui8>
  %1 = stablehlo.dynamic_slice %x, %j, sizes = [2] : (tensor<260xf32>, tensor<ui8>) -> tensor<2xf32>
  check.expect_eq_const %1, dense<[250.0, 251.0]> : tensor<2xf32>
  return
}

func.func @dynamic_update_slice_by_bytes() {
  %x = stablehlo.constant dense<0.0> : tensor<260xf32>
  %u = stablehlo.constant dense<1.0> : tensor<2xf32>
  %i = stablehlo.constant dense<9> : tensor<i8>
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<260xf32>, tensor<2xf32>, tensor<i8>) -> tensor<260xf32>
  %1 = stablehlo.slice %0 [8:12] : (tensor<260xf32>) -> tensor<4xf32>
  check.expect_eq_const %1, dense<[0.0, 1.0, 1.0, 0.0]> : tensor<4xf32>
  return
}

// Rows in numbers that differ go from each rank to each, once and in two updates; rows that nobody sends stay.
module @ragged attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%input: tensor<8x3xf32>, %output: tensor<8x3xf32>, %narrow: tensor<6x2xi32>) -> (tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x2xi8>) {
    %id = stablehlo.partition_id : tensor<ui32>
    %zero = stablehlo.constant dense<0> : tensor<ui32>
    %begin_table = stablehlo.constant dense<[[0, 1, 3, 3], [0, 2, 3, 4], [0, 0, 3, 4], [0, 1, 2, 3]]> : tensor<4x4xi32>
    %count_table = stablehlo.constant dense<[[1, 2, 0, 3], [2, 1, 1, 0], [0, 3, 1, 2], [1, 1, 1, 1]]> : tensor<4x4xi32>
    %target_table = stablehlo.constant dense<[[0, 0, 0, 0], [1, 2, 0, 3], [3, 3, 1, 3], [3, 6, 2, 5]]> : tensor<4x4xi32>
    %expected_table = stablehlo.constant dense<[[1, 2, 0, 1], [2, 1, 3, 1], [0, 1, 1, 1], [3, 0, 2, 1]]> : tensor<4x4xi32>
    %begin_row = stablehlo.dynamic_slice %begin_table, %id, %zero, sizes = [1, 4] : (tensor<4x4xi32>, tensor<ui32>, tensor<ui32>) -> tensor<1x4xi32>
    %count_row = stablehlo.dynamic_slice %count_table, %id, %zero, sizes = [1, 4] : (tensor<4x4xi32>, tensor<ui32>, tensor<ui32>) -> tensor<1x4xi32>
    %target_row = stablehlo.dynamic_slice %target_table, %id, %zero, sizes = [1, 4] : (tensor<4x4xi32>, tensor<ui32>, tensor<ui32>) -> tensor<1x4xi32>
    %expected_row = stablehlo.dynamic_slice %expected_table, %id, %zero, sizes = [1, 4] : (tensor<4x4xi32>, tensor<ui32>, tensor<ui32>) -> tensor<1x4xi32>
    %begins = stablehlo.reshape %begin_row : (tensor<1x4xi32>) -> tensor<4xi32>
    %counts = stablehlo.reshape %count_row : (tensor<1x4xi32>) -> tensor<4xi32>
    %targets = stablehlo.reshape %target_row : (tensor<1x4xi32>) -> tensor<4xi32>
    %expected = stablehlo.reshape %expected_row : (tensor<1x4xi32>) -> tensor<4xi32>
    %once = stablehlo.custom_call @ragged_all_to_all(%input, %output, %begins, %counts, %targets, %expected) {api_version = 4 : i32, backend_config = {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_id = 1 : i64}} : (tensor<8x3xf32>, tensor<8x3xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<8x3xf32>
    %bytes = stablehlo.convert %narrow : (tensor<6x2xi32>) -> tensor<6x2xi8>
    %rest = stablehlo.constant dense<-7> : tensor<8x2xi8>
    %small = stablehlo.custom_call @ragged_all_to_all(%bytes, %rest, %begins, %counts, %targets, %expected) {api_version = 4 : i32, backend_config = {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_id = 2 : i64}} : (tensor<6x2xi8>, tensor<8x2xi8>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<8x2xi8>
    %sources = stablehlo.constant dense<[[7, 0], [6, 1], [5, 2], [4, 3]]> : tensor<4x2xi64>
    %single = stablehlo.constant dense<1> : tensor<4x2xi64>
    %two = stablehlo.constant dense<2> : tensor<i64>
    %wide = stablehlo.convert %id : (tensor<ui32>) -> tensor<i64>
    %first = stablehlo.multiply %wide, %two : tensor<i64>
    %firsts = stablehlo.broadcast_in_dim %first, dims = [] : (tensor<i64>) -> tensor<4x2xi64>
    %steps = stablehlo.iota dim = 1 : tensor<4x2xi64>
    %places = stablehlo.add %firsts, %steps : tensor<4x2xi64>
    %twice = stablehlo.custom_call @ragged_all_to_all(%input, %output, %sources, %single, %places, %single) {api_version = 4 : i32, backend_config = {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_id = 3 : i64}} : (tensor<8x3xf32>, tensor<8x3xf32>, tensor<4x2xi64>, tensor<4x2xi64>, tensor<4x2xi64>, tensor<4x2xi64>) -> tensor<8x3xf32>
    return %once, %twice, %small : tensor<8x3xf32>, tensor<8x3xf32>, tensor<8x2xi8>
  }
}

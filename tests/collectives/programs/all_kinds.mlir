// Every collective, between four partitions. 130 elements are two blocks of the reductions and a rest.
module @all_kinds attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<4x130xf32>, %b: tensor<8x4xi32>) -> (tensor<8x130xf32>, tensor<4x130xf32>, tensor<4x130xf32>, tensor<2x4xi32>, tensor<4x8xi32>, tensor<8x4xi32>, tensor<8x4xi32>, tensor<8x4xi32>, tensor<8x4xi32>, tensor<4x130xf32>) {
    %gathered = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<4x130xf32>) -> tensor<8x130xf32>
    %sum = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<4x130xf32>) -> tensor<4x130xf32>
    %other = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %h = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %p = stablehlo.multiply %x, %h : tensor<f32>
      %q = stablehlo.abs %y : tensor<f32>
      %z = stablehlo.subtract %q, %p : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) {replica_groups = dense<[[3, 0, 1], [2, -1, -1]]> : tensor<2x3xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<4x130xf32>) -> tensor<4x130xf32>
    %scattered = "stablehlo.reduce_scatter"(%b) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %z = stablehlo.maximum %x, %y : tensor<i32>
      stablehlo.return %z : tensor<i32>
    }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<8x4xi32>) -> tensor<2x4xi32>
    %exchanged = "stablehlo.all_to_all"(%b) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1], [3, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>} : (tensor<8x4xi32>) -> tensor<4x8xi32>
    %moved = "stablehlo.collective_permute"(%b) {source_target_pairs = dense<[[0, 1], [1, 3], [2, 2]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>} : (tensor<8x4xi32>) -> tensor<8x4xi32>
    %told = "stablehlo.collective_broadcast"(%b) {replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>} : (tensor<8x4xi32>) -> tensor<8x4xi32>
    %root = "stablehlo.collective_reduce"(%b) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %z = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %z : tensor<i32>
    }) {replica_groups = dense<[[1, 0], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>} : (tensor<8x4xi32>) -> tensor<8x4xi32>
    %id = stablehlo.partition_id : tensor<ui32>
    %index = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %ids = stablehlo.broadcast_in_dim %index, dims = [] : (tensor<i32>) -> tensor<8x4xi32>
    %marked = stablehlo.add %b, %ids : tensor<8x4xi32>
    %wide = stablehlo.convert %marked : (tensor<8x4xi32>) -> tensor<8x4xf32>
    %both:2 = "stablehlo.all_reduce"(%wide, %a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) {replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 8, type = 1>} : (tensor<8x4xf32>, tensor<4x130xf32>) -> (tensor<8x4xf32>, tensor<4x130xf32>)
    %rounded = stablehlo.convert %both#0 : (tensor<8x4xf32>) -> tensor<8x4xi32>
    return %gathered, %sum, %other, %scattered, %exchanged, %moved, %told, %root, %rounded, %both#1 : tensor<8x130xf32>, tensor<4x130xf32>, tensor<4x130xf32>, tensor<2x4xi32>, tensor<4x8xi32>, tensor<8x4xi32>, tensor<8x4xi32>, tensor<8x4xi32>, tensor<8x4xi32>, tensor<4x130xf32>
  }
}

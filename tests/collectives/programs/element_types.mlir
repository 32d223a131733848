// Reductions, moves and gathers of every element type; 15 elements, which fill no vector.
module @element_types attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<3x5xi32>, %b: tensor<3x5xf32>) -> (tensor<3x5xi32>, tensor<3x10xi32>, tensor<3x5xi32>, tensor<3x10xi32>, tensor<3x5xi32>, tensor<3x10xi32>, tensor<3x5xi32>, tensor<3x10xi32>, tensor<3x5xi32>, tensor<3x10xi32>, tensor<3x5xi32>, tensor<3x10xi32>, tensor<3x5xi32>, tensor<3x10xi32>, tensor<3x5xi32>, tensor<3x10xi32>, tensor<3x5xi32>, tensor<3x10xi32>, tensor<3x5xi32>, tensor<3x10xi32>, tensor<3x5xi32>, tensor<3x10xi32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xi1>, tensor<3x10xi1>, tensor<3x5xcomplex<f32>>, tensor<3x10xcomplex<f32>>, tensor<3x5xcomplex<f64>>, tensor<3x10xcomplex<f64>>) {
    %two = stablehlo.constant dense<2> : tensor<3x5xi32>
    %one = stablehlo.constant dense<1> : tensor<3x5xi32>
    %signed = stablehlo.remainder %a, %two : tensor<3x5xi32>
    %unsigned = stablehlo.and %a, %one : tensor<3x5xi32>
    %i2 = stablehlo.convert %signed : (tensor<3x5xi32>) -> tensor<3x5xi2>
    %si2 = "stablehlo.all_reduce"(%i2) ({
    ^bb0(%x: tensor<i2>, %y: tensor<i2>):
      %z = stablehlo.add %x, %y : tensor<i2>
      stablehlo.return %z : tensor<i2>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xi2>) -> tensor<3x5xi2>
    %pi2 = "stablehlo.collective_permute"(%si2) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xi2>) -> tensor<3x5xi2>
    %gi2 = "stablehlo.all_gather"(%i2) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xi2>) -> tensor<3x10xi2>
    %ci2 = stablehlo.convert %pi2 : (tensor<3x5xi2>) -> tensor<3x5xi32>
    %di2 = stablehlo.convert %gi2 : (tensor<3x10xi2>) -> tensor<3x10xi32>
    %i4 = stablehlo.convert %signed : (tensor<3x5xi32>) -> tensor<3x5xi4>
    %si4 = "stablehlo.all_reduce"(%i4) ({
    ^bb0(%x: tensor<i4>, %y: tensor<i4>):
      %z = stablehlo.add %x, %y : tensor<i4>
      stablehlo.return %z : tensor<i4>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xi4>) -> tensor<3x5xi4>
    %pi4 = "stablehlo.collective_permute"(%si4) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xi4>) -> tensor<3x5xi4>
    %gi4 = "stablehlo.all_gather"(%i4) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xi4>) -> tensor<3x10xi4>
    %ci4 = stablehlo.convert %pi4 : (tensor<3x5xi4>) -> tensor<3x5xi32>
    %di4 = stablehlo.convert %gi4 : (tensor<3x10xi4>) -> tensor<3x10xi32>
    %i8 = stablehlo.convert %signed : (tensor<3x5xi32>) -> tensor<3x5xi8>
    %si8 = "stablehlo.all_reduce"(%i8) ({
    ^bb0(%x: tensor<i8>, %y: tensor<i8>):
      %z = stablehlo.add %x, %y : tensor<i8>
      stablehlo.return %z : tensor<i8>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xi8>) -> tensor<3x5xi8>
    %pi8 = "stablehlo.collective_permute"(%si8) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xi8>) -> tensor<3x5xi8>
    %gi8 = "stablehlo.all_gather"(%i8) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xi8>) -> tensor<3x10xi8>
    %ci8 = stablehlo.convert %pi8 : (tensor<3x5xi8>) -> tensor<3x5xi32>
    %di8 = stablehlo.convert %gi8 : (tensor<3x10xi8>) -> tensor<3x10xi32>
    %i16 = stablehlo.convert %signed : (tensor<3x5xi32>) -> tensor<3x5xi16>
    %si16 = "stablehlo.all_reduce"(%i16) ({
    ^bb0(%x: tensor<i16>, %y: tensor<i16>):
      %z = stablehlo.add %x, %y : tensor<i16>
      stablehlo.return %z : tensor<i16>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xi16>) -> tensor<3x5xi16>
    %pi16 = "stablehlo.collective_permute"(%si16) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xi16>) -> tensor<3x5xi16>
    %gi16 = "stablehlo.all_gather"(%i16) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xi16>) -> tensor<3x10xi16>
    %ci16 = stablehlo.convert %pi16 : (tensor<3x5xi16>) -> tensor<3x5xi32>
    %di16 = stablehlo.convert %gi16 : (tensor<3x10xi16>) -> tensor<3x10xi32>
    %i64 = stablehlo.convert %signed : (tensor<3x5xi32>) -> tensor<3x5xi64>
    %si64 = "stablehlo.all_reduce"(%i64) ({
    ^bb0(%x: tensor<i64>, %y: tensor<i64>):
      %z = stablehlo.add %x, %y : tensor<i64>
      stablehlo.return %z : tensor<i64>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xi64>) -> tensor<3x5xi64>
    %pi64 = "stablehlo.collective_permute"(%si64) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xi64>) -> tensor<3x5xi64>
    %gi64 = "stablehlo.all_gather"(%i64) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xi64>) -> tensor<3x10xi64>
    %ci64 = stablehlo.convert %pi64 : (tensor<3x5xi64>) -> tensor<3x5xi32>
    %di64 = stablehlo.convert %gi64 : (tensor<3x10xi64>) -> tensor<3x10xi32>
    %ui2 = stablehlo.convert %unsigned : (tensor<3x5xi32>) -> tensor<3x5xui2>
    %sui2 = "stablehlo.all_reduce"(%ui2) ({
    ^bb0(%x: tensor<ui2>, %y: tensor<ui2>):
      %z = stablehlo.add %x, %y : tensor<ui2>
      stablehlo.return %z : tensor<ui2>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xui2>) -> tensor<3x5xui2>
    %pui2 = "stablehlo.collective_permute"(%sui2) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xui2>) -> tensor<3x5xui2>
    %gui2 = "stablehlo.all_gather"(%ui2) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xui2>) -> tensor<3x10xui2>
    %cui2 = stablehlo.convert %pui2 : (tensor<3x5xui2>) -> tensor<3x5xi32>
    %dui2 = stablehlo.convert %gui2 : (tensor<3x10xui2>) -> tensor<3x10xi32>
    %ui4 = stablehlo.convert %unsigned : (tensor<3x5xi32>) -> tensor<3x5xui4>
    %sui4 = "stablehlo.all_reduce"(%ui4) ({
    ^bb0(%x: tensor<ui4>, %y: tensor<ui4>):
      %z = stablehlo.add %x, %y : tensor<ui4>
      stablehlo.return %z : tensor<ui4>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xui4>) -> tensor<3x5xui4>
    %pui4 = "stablehlo.collective_permute"(%sui4) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xui4>) -> tensor<3x5xui4>
    %gui4 = "stablehlo.all_gather"(%ui4) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xui4>) -> tensor<3x10xui4>
    %cui4 = stablehlo.convert %pui4 : (tensor<3x5xui4>) -> tensor<3x5xi32>
    %dui4 = stablehlo.convert %gui4 : (tensor<3x10xui4>) -> tensor<3x10xi32>
    %ui8 = stablehlo.convert %unsigned : (tensor<3x5xi32>) -> tensor<3x5xui8>
    %sui8 = "stablehlo.all_reduce"(%ui8) ({
    ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
      %z = stablehlo.add %x, %y : tensor<ui8>
      stablehlo.return %z : tensor<ui8>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xui8>) -> tensor<3x5xui8>
    %pui8 = "stablehlo.collective_permute"(%sui8) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xui8>) -> tensor<3x5xui8>
    %gui8 = "stablehlo.all_gather"(%ui8) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xui8>) -> tensor<3x10xui8>
    %cui8 = stablehlo.convert %pui8 : (tensor<3x5xui8>) -> tensor<3x5xi32>
    %dui8 = stablehlo.convert %gui8 : (tensor<3x10xui8>) -> tensor<3x10xi32>
    %ui16 = stablehlo.convert %unsigned : (tensor<3x5xi32>) -> tensor<3x5xui16>
    %sui16 = "stablehlo.all_reduce"(%ui16) ({
    ^bb0(%x: tensor<ui16>, %y: tensor<ui16>):
      %z = stablehlo.add %x, %y : tensor<ui16>
      stablehlo.return %z : tensor<ui16>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xui16>) -> tensor<3x5xui16>
    %pui16 = "stablehlo.collective_permute"(%sui16) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xui16>) -> tensor<3x5xui16>
    %gui16 = "stablehlo.all_gather"(%ui16) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xui16>) -> tensor<3x10xui16>
    %cui16 = stablehlo.convert %pui16 : (tensor<3x5xui16>) -> tensor<3x5xi32>
    %dui16 = stablehlo.convert %gui16 : (tensor<3x10xui16>) -> tensor<3x10xi32>
    %ui32 = stablehlo.convert %unsigned : (tensor<3x5xi32>) -> tensor<3x5xui32>
    %sui32 = "stablehlo.all_reduce"(%ui32) ({
    ^bb0(%x: tensor<ui32>, %y: tensor<ui32>):
      %z = stablehlo.add %x, %y : tensor<ui32>
      stablehlo.return %z : tensor<ui32>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xui32>) -> tensor<3x5xui32>
    %pui32 = "stablehlo.collective_permute"(%sui32) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xui32>) -> tensor<3x5xui32>
    %gui32 = "stablehlo.all_gather"(%ui32) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xui32>) -> tensor<3x10xui32>
    %cui32 = stablehlo.convert %pui32 : (tensor<3x5xui32>) -> tensor<3x5xi32>
    %dui32 = stablehlo.convert %gui32 : (tensor<3x10xui32>) -> tensor<3x10xi32>
    %ui64 = stablehlo.convert %unsigned : (tensor<3x5xi32>) -> tensor<3x5xui64>
    %sui64 = "stablehlo.all_reduce"(%ui64) ({
    ^bb0(%x: tensor<ui64>, %y: tensor<ui64>):
      %z = stablehlo.add %x, %y : tensor<ui64>
      stablehlo.return %z : tensor<ui64>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xui64>) -> tensor<3x5xui64>
    %pui64 = "stablehlo.collective_permute"(%sui64) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xui64>) -> tensor<3x5xui64>
    %gui64 = "stablehlo.all_gather"(%ui64) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xui64>) -> tensor<3x10xui64>
    %cui64 = stablehlo.convert %pui64 : (tensor<3x5xui64>) -> tensor<3x5xi32>
    %dui64 = stablehlo.convert %gui64 : (tensor<3x10xui64>) -> tensor<3x10xi32>
    %f4E2M1FN = stablehlo.convert %b : (tensor<3x5xf32>) -> tensor<3x5xf4E2M1FN>
    %sf4E2M1FN = "stablehlo.all_reduce"(%f4E2M1FN) ({
    ^bb0(%x: tensor<f4E2M1FN>, %y: tensor<f4E2M1FN>):
      %z = stablehlo.add %x, %y : tensor<f4E2M1FN>
      stablehlo.return %z : tensor<f4E2M1FN>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xf4E2M1FN>) -> tensor<3x5xf4E2M1FN>
    %pf4E2M1FN = "stablehlo.collective_permute"(%sf4E2M1FN) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xf4E2M1FN>) -> tensor<3x5xf4E2M1FN>
    %gf4E2M1FN = "stablehlo.all_gather"(%f4E2M1FN) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xf4E2M1FN>) -> tensor<3x10xf4E2M1FN>
    %cf4E2M1FN = stablehlo.convert %pf4E2M1FN : (tensor<3x5xf4E2M1FN>) -> tensor<3x5xf32>
    %df4E2M1FN = stablehlo.convert %gf4E2M1FN : (tensor<3x10xf4E2M1FN>) -> tensor<3x10xf32>
    %f6E2M3FN = stablehlo.convert %b : (tensor<3x5xf32>) -> tensor<3x5xf6E2M3FN>
    %sf6E2M3FN = "stablehlo.all_reduce"(%f6E2M3FN) ({
    ^bb0(%x: tensor<f6E2M3FN>, %y: tensor<f6E2M3FN>):
      %z = stablehlo.add %x, %y : tensor<f6E2M3FN>
      stablehlo.return %z : tensor<f6E2M3FN>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xf6E2M3FN>) -> tensor<3x5xf6E2M3FN>
    %pf6E2M3FN = "stablehlo.collective_permute"(%sf6E2M3FN) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xf6E2M3FN>) -> tensor<3x5xf6E2M3FN>
    %gf6E2M3FN = "stablehlo.all_gather"(%f6E2M3FN) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xf6E2M3FN>) -> tensor<3x10xf6E2M3FN>
    %cf6E2M3FN = stablehlo.convert %pf6E2M3FN : (tensor<3x5xf6E2M3FN>) -> tensor<3x5xf32>
    %df6E2M3FN = stablehlo.convert %gf6E2M3FN : (tensor<3x10xf6E2M3FN>) -> tensor<3x10xf32>
    %f6E3M2FN = stablehlo.convert %b : (tensor<3x5xf32>) -> tensor<3x5xf6E3M2FN>
    %sf6E3M2FN = "stablehlo.all_reduce"(%f6E3M2FN) ({
    ^bb0(%x: tensor<f6E3M2FN>, %y: tensor<f6E3M2FN>):
      %z = stablehlo.add %x, %y : tensor<f6E3M2FN>
      stablehlo.return %z : tensor<f6E3M2FN>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xf6E3M2FN>) -> tensor<3x5xf6E3M2FN>
    %pf6E3M2FN = "stablehlo.collective_permute"(%sf6E3M2FN) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xf6E3M2FN>) -> tensor<3x5xf6E3M2FN>
    %gf6E3M2FN = "stablehlo.all_gather"(%f6E3M2FN) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xf6E3M2FN>) -> tensor<3x10xf6E3M2FN>
    %cf6E3M2FN = stablehlo.convert %pf6E3M2FN : (tensor<3x5xf6E3M2FN>) -> tensor<3x5xf32>
    %df6E3M2FN = stablehlo.convert %gf6E3M2FN : (tensor<3x10xf6E3M2FN>) -> tensor<3x10xf32>
    %f8E3M4 = stablehlo.convert %b : (tensor<3x5xf32>) -> tensor<3x5xf8E3M4>
    %sf8E3M4 = "stablehlo.all_reduce"(%f8E3M4) ({
    ^bb0(%x: tensor<f8E3M4>, %y: tensor<f8E3M4>):
      %z = stablehlo.add %x, %y : tensor<f8E3M4>
      stablehlo.return %z : tensor<f8E3M4>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xf8E3M4>) -> tensor<3x5xf8E3M4>
    %pf8E3M4 = "stablehlo.collective_permute"(%sf8E3M4) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xf8E3M4>) -> tensor<3x5xf8E3M4>
    %gf8E3M4 = "stablehlo.all_gather"(%f8E3M4) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xf8E3M4>) -> tensor<3x10xf8E3M4>
    %cf8E3M4 = stablehlo.convert %pf8E3M4 : (tensor<3x5xf8E3M4>) -> tensor<3x5xf32>
    %df8E3M4 = stablehlo.convert %gf8E3M4 : (tensor<3x10xf8E3M4>) -> tensor<3x10xf32>
    %f8E4M3 = stablehlo.convert %b : (tensor<3x5xf32>) -> tensor<3x5xf8E4M3>
    %sf8E4M3 = "stablehlo.all_reduce"(%f8E4M3) ({
    ^bb0(%x: tensor<f8E4M3>, %y: tensor<f8E4M3>):
      %z = stablehlo.add %x, %y : tensor<f8E4M3>
      stablehlo.return %z : tensor<f8E4M3>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xf8E4M3>) -> tensor<3x5xf8E4M3>
    %pf8E4M3 = "stablehlo.collective_permute"(%sf8E4M3) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xf8E4M3>) -> tensor<3x5xf8E4M3>
    %gf8E4M3 = "stablehlo.all_gather"(%f8E4M3) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xf8E4M3>) -> tensor<3x10xf8E4M3>
    %cf8E4M3 = stablehlo.convert %pf8E4M3 : (tensor<3x5xf8E4M3>) -> tensor<3x5xf32>
    %df8E4M3 = stablehlo.convert %gf8E4M3 : (tensor<3x10xf8E4M3>) -> tensor<3x10xf32>
    %f8E4M3FN = stablehlo.convert %b : (tensor<3x5xf32>) -> tensor<3x5xf8E4M3FN>
    %sf8E4M3FN = "stablehlo.all_reduce"(%f8E4M3FN) ({
    ^bb0(%x: tensor<f8E4M3FN>, %y: tensor<f8E4M3FN>):
      %z = stablehlo.add %x, %y : tensor<f8E4M3FN>
      stablehlo.return %z : tensor<f8E4M3FN>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xf8E4M3FN>) -> tensor<3x5xf8E4M3FN>
    %pf8E4M3FN = "stablehlo.collective_permute"(%sf8E4M3FN) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xf8E4M3FN>) -> tensor<3x5xf8E4M3FN>
    %gf8E4M3FN = "stablehlo.all_gather"(%f8E4M3FN) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xf8E4M3FN>) -> tensor<3x10xf8E4M3FN>
    %cf8E4M3FN = stablehlo.convert %pf8E4M3FN : (tensor<3x5xf8E4M3FN>) -> tensor<3x5xf32>
    %df8E4M3FN = stablehlo.convert %gf8E4M3FN : (tensor<3x10xf8E4M3FN>) -> tensor<3x10xf32>
    %f8E4M3FNUZ = stablehlo.convert %b : (tensor<3x5xf32>) -> tensor<3x5xf8E4M3FNUZ>
    %sf8E4M3FNUZ = "stablehlo.all_reduce"(%f8E4M3FNUZ) ({
    ^bb0(%x: tensor<f8E4M3FNUZ>, %y: tensor<f8E4M3FNUZ>):
      %z = stablehlo.add %x, %y : tensor<f8E4M3FNUZ>
      stablehlo.return %z : tensor<f8E4M3FNUZ>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xf8E4M3FNUZ>) -> tensor<3x5xf8E4M3FNUZ>
    %pf8E4M3FNUZ = "stablehlo.collective_permute"(%sf8E4M3FNUZ) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xf8E4M3FNUZ>) -> tensor<3x5xf8E4M3FNUZ>
    %gf8E4M3FNUZ = "stablehlo.all_gather"(%f8E4M3FNUZ) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xf8E4M3FNUZ>) -> tensor<3x10xf8E4M3FNUZ>
    %cf8E4M3FNUZ = stablehlo.convert %pf8E4M3FNUZ : (tensor<3x5xf8E4M3FNUZ>) -> tensor<3x5xf32>
    %df8E4M3FNUZ = stablehlo.convert %gf8E4M3FNUZ : (tensor<3x10xf8E4M3FNUZ>) -> tensor<3x10xf32>
    %f8E4M3B11FNUZ = stablehlo.convert %b : (tensor<3x5xf32>) -> tensor<3x5xf8E4M3B11FNUZ>
    %sf8E4M3B11FNUZ = "stablehlo.all_reduce"(%f8E4M3B11FNUZ) ({
    ^bb0(%x: tensor<f8E4M3B11FNUZ>, %y: tensor<f8E4M3B11FNUZ>):
      %z = stablehlo.add %x, %y : tensor<f8E4M3B11FNUZ>
      stablehlo.return %z : tensor<f8E4M3B11FNUZ>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xf8E4M3B11FNUZ>) -> tensor<3x5xf8E4M3B11FNUZ>
    %pf8E4M3B11FNUZ = "stablehlo.collective_permute"(%sf8E4M3B11FNUZ) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xf8E4M3B11FNUZ>) -> tensor<3x5xf8E4M3B11FNUZ>
    %gf8E4M3B11FNUZ = "stablehlo.all_gather"(%f8E4M3B11FNUZ) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xf8E4M3B11FNUZ>) -> tensor<3x10xf8E4M3B11FNUZ>
    %cf8E4M3B11FNUZ = stablehlo.convert %pf8E4M3B11FNUZ : (tensor<3x5xf8E4M3B11FNUZ>) -> tensor<3x5xf32>
    %df8E4M3B11FNUZ = stablehlo.convert %gf8E4M3B11FNUZ : (tensor<3x10xf8E4M3B11FNUZ>) -> tensor<3x10xf32>
    %f8E5M2 = stablehlo.convert %b : (tensor<3x5xf32>) -> tensor<3x5xf8E5M2>
    %sf8E5M2 = "stablehlo.all_reduce"(%f8E5M2) ({
    ^bb0(%x: tensor<f8E5M2>, %y: tensor<f8E5M2>):
      %z = stablehlo.add %x, %y : tensor<f8E5M2>
      stablehlo.return %z : tensor<f8E5M2>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xf8E5M2>) -> tensor<3x5xf8E5M2>
    %pf8E5M2 = "stablehlo.collective_permute"(%sf8E5M2) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xf8E5M2>) -> tensor<3x5xf8E5M2>
    %gf8E5M2 = "stablehlo.all_gather"(%f8E5M2) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xf8E5M2>) -> tensor<3x10xf8E5M2>
    %cf8E5M2 = stablehlo.convert %pf8E5M2 : (tensor<3x5xf8E5M2>) -> tensor<3x5xf32>
    %df8E5M2 = stablehlo.convert %gf8E5M2 : (tensor<3x10xf8E5M2>) -> tensor<3x10xf32>
    %f8E5M2FNUZ = stablehlo.convert %b : (tensor<3x5xf32>) -> tensor<3x5xf8E5M2FNUZ>
    %sf8E5M2FNUZ = "stablehlo.all_reduce"(%f8E5M2FNUZ) ({
    ^bb0(%x: tensor<f8E5M2FNUZ>, %y: tensor<f8E5M2FNUZ>):
      %z = stablehlo.add %x, %y : tensor<f8E5M2FNUZ>
      stablehlo.return %z : tensor<f8E5M2FNUZ>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xf8E5M2FNUZ>) -> tensor<3x5xf8E5M2FNUZ>
    %pf8E5M2FNUZ = "stablehlo.collective_permute"(%sf8E5M2FNUZ) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xf8E5M2FNUZ>) -> tensor<3x5xf8E5M2FNUZ>
    %gf8E5M2FNUZ = "stablehlo.all_gather"(%f8E5M2FNUZ) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xf8E5M2FNUZ>) -> tensor<3x10xf8E5M2FNUZ>
    %cf8E5M2FNUZ = stablehlo.convert %pf8E5M2FNUZ : (tensor<3x5xf8E5M2FNUZ>) -> tensor<3x5xf32>
    %df8E5M2FNUZ = stablehlo.convert %gf8E5M2FNUZ : (tensor<3x10xf8E5M2FNUZ>) -> tensor<3x10xf32>
    %positive = stablehlo.abs %b : tensor<3x5xf32>
    %f8E8M0FNU = stablehlo.convert %positive : (tensor<3x5xf32>) -> tensor<3x5xf8E8M0FNU>
    %sf8E8M0FNU = "stablehlo.all_reduce"(%f8E8M0FNU) ({
    ^bb0(%x: tensor<f8E8M0FNU>, %y: tensor<f8E8M0FNU>):
      %z = stablehlo.maximum %x, %y : tensor<f8E8M0FNU>
      stablehlo.return %z : tensor<f8E8M0FNU>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xf8E8M0FNU>) -> tensor<3x5xf8E8M0FNU>
    %pf8E8M0FNU = "stablehlo.collective_permute"(%sf8E8M0FNU) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xf8E8M0FNU>) -> tensor<3x5xf8E8M0FNU>
    %gf8E8M0FNU = "stablehlo.all_gather"(%f8E8M0FNU) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xf8E8M0FNU>) -> tensor<3x10xf8E8M0FNU>
    %cf8E8M0FNU = stablehlo.convert %pf8E8M0FNU : (tensor<3x5xf8E8M0FNU>) -> tensor<3x5xf32>
    %df8E8M0FNU = stablehlo.convert %gf8E8M0FNU : (tensor<3x10xf8E8M0FNU>) -> tensor<3x10xf32>
    %bf16 = stablehlo.convert %b : (tensor<3x5xf32>) -> tensor<3x5xbf16>
    %sbf16 = "stablehlo.all_reduce"(%bf16) ({
    ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
      %z = stablehlo.add %x, %y : tensor<bf16>
      stablehlo.return %z : tensor<bf16>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
    %pbf16 = "stablehlo.collective_permute"(%sbf16) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
    %gbf16 = "stablehlo.all_gather"(%bf16) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xbf16>) -> tensor<3x10xbf16>
    %cbf16 = stablehlo.convert %pbf16 : (tensor<3x5xbf16>) -> tensor<3x5xf32>
    %dbf16 = stablehlo.convert %gbf16 : (tensor<3x10xbf16>) -> tensor<3x10xf32>
    %f16 = stablehlo.convert %b : (tensor<3x5xf32>) -> tensor<3x5xf16>
    %sf16 = "stablehlo.all_reduce"(%f16) ({
    ^bb0(%x: tensor<f16>, %y: tensor<f16>):
      %z = stablehlo.add %x, %y : tensor<f16>
      stablehlo.return %z : tensor<f16>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xf16>) -> tensor<3x5xf16>
    %pf16 = "stablehlo.collective_permute"(%sf16) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xf16>) -> tensor<3x5xf16>
    %gf16 = "stablehlo.all_gather"(%f16) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xf16>) -> tensor<3x10xf16>
    %cf16 = stablehlo.convert %pf16 : (tensor<3x5xf16>) -> tensor<3x5xf32>
    %df16 = stablehlo.convert %gf16 : (tensor<3x10xf16>) -> tensor<3x10xf32>
    %f64 = stablehlo.convert %b : (tensor<3x5xf32>) -> tensor<3x5xf64>
    %sf64 = "stablehlo.all_reduce"(%f64) ({
    ^bb0(%x: tensor<f64>, %y: tensor<f64>):
      %z = stablehlo.add %x, %y : tensor<f64>
      stablehlo.return %z : tensor<f64>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xf64>) -> tensor<3x5xf64>
    %pf64 = "stablehlo.collective_permute"(%sf64) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xf64>) -> tensor<3x5xf64>
    %gf64 = "stablehlo.all_gather"(%f64) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xf64>) -> tensor<3x10xf64>
    %cf64 = stablehlo.convert %pf64 : (tensor<3x5xf64>) -> tensor<3x5xf32>
    %df64 = stablehlo.convert %gf64 : (tensor<3x10xf64>) -> tensor<3x10xf32>
    %i1 = stablehlo.compare GT, %a, %two : (tensor<3x5xi32>, tensor<3x5xi32>) -> tensor<3x5xi1>
    %si1 = "stablehlo.all_reduce"(%i1) ({
    ^bb0(%x: tensor<i1>, %y: tensor<i1>):
      %z = stablehlo.and %x, %y : tensor<i1>
      stablehlo.return %z : tensor<i1>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xi1>) -> tensor<3x5xi1>
    %pi1 = "stablehlo.collective_permute"(%si1) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xi1>) -> tensor<3x5xi1>
    %gi1 = "stablehlo.all_gather"(%i1) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xi1>) -> tensor<3x10xi1>
    %wide = stablehlo.convert %b : (tensor<3x5xf32>) -> tensor<3x5xf64>
    %c64 = stablehlo.complex %b, %b : tensor<3x5xcomplex<f32>>
    %sc64 = "stablehlo.all_reduce"(%c64) ({
    ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
      %z = stablehlo.multiply %x, %y : tensor<complex<f32>>
      stablehlo.return %z : tensor<complex<f32>>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xcomplex<f32>>) -> tensor<3x5xcomplex<f32>>
    %pc64 = "stablehlo.collective_permute"(%sc64) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xcomplex<f32>>) -> tensor<3x5xcomplex<f32>>
    %gc64 = "stablehlo.all_gather"(%c64) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xcomplex<f32>>) -> tensor<3x10xcomplex<f32>>
    %c128 = stablehlo.complex %wide, %wide : tensor<3x5xcomplex<f64>>
    %sc128 = "stablehlo.all_reduce"(%c128) ({
    ^bb0(%x: tensor<complex<f64>>, %y: tensor<complex<f64>>):
      %z = stablehlo.multiply %x, %y : tensor<complex<f64>>
      stablehlo.return %z : tensor<complex<f64>>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3x5xcomplex<f64>>) -> tensor<3x5xcomplex<f64>>
    %pc128 = "stablehlo.collective_permute"(%sc128) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<3x5xcomplex<f64>>) -> tensor<3x5xcomplex<f64>>
    %gc128 = "stablehlo.all_gather"(%c128) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x5xcomplex<f64>>) -> tensor<3x10xcomplex<f64>>
    return %ci2, %di2, %ci4, %di4, %ci8, %di8, %ci16, %di16, %ci64, %di64, %cui2, %dui2, %cui4, %dui4, %cui8, %dui8, %cui16, %dui16, %cui32, %dui32, %cui64, %dui64, %cf4E2M1FN, %df4E2M1FN, %cf6E2M3FN, %df6E2M3FN, %cf6E3M2FN, %df6E3M2FN, %cf8E3M4, %df8E3M4, %cf8E4M3, %df8E4M3, %cf8E4M3FN, %df8E4M3FN, %cf8E4M3FNUZ, %df8E4M3FNUZ, %cf8E4M3B11FNUZ, %df8E4M3B11FNUZ, %cf8E5M2, %df8E5M2, %cf8E5M2FNUZ, %df8E5M2FNUZ, %cf8E8M0FNU, %df8E8M0FNU, %cbf16, %dbf16, %cf16, %df16, %cf64, %df64, %pi1, %gi1, %pc64, %gc64, %pc128, %gc128 : tensor<3x5xi32>, tensor<3x10xi32>, tensor<3x5xi32>, tensor<3x10xi32>, tensor<3x5xi32>, tensor<3x10xi32>, tensor<3x5xi32>, tensor<3x10xi32>, tensor<3x5xi32>, tensor<3x10xi32>, tensor<3x5xi32>, tensor<3x10xi32>, tensor<3x5xi32>, tensor<3x10xi32>, tensor<3x5xi32>, tensor<3x10xi32>, tensor<3x5xi32>, tensor<3x10xi32>, tensor<3x5xi32>, tensor<3x10xi32>, tensor<3x5xi32>, tensor<3x10xi32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xf32>, tensor<3x10xf32>, tensor<3x5xi1>, tensor<3x10xi1>, tensor<3x5xcomplex<f32>>, tensor<3x10xcomplex<f32>>, tensor<3x5xcomplex<f64>>, tensor<3x10xcomplex<f64>>
  }
}

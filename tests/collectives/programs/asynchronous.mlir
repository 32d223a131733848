// Operations that go on while the program computes, in a loop, two of them at a time on one channel.
module @asynchronous attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %w:3 = stablehlo.while(%i = %zero, %s = %a, %t = %a) : tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>
     cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %quarter = stablehlo.constant dense<2.500000e-01> : tensor<64x64xf32>
      %sum = "stablehlo.async_start"(%s) ({
      ^bb0(%x0: tensor<64x64xf32>):
        %r = "stablehlo.all_reduce"(%x0) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<64x64xf32>) -> tensor<64x64xf32>
        stablehlo.return %r : tensor<64x64xf32>
      }) : (tensor<64x64xf32>) -> !stablehlo.future<tensor<64x64xf32>>
      %ring = "stablehlo.async_start"(%t) ({
      ^bb0(%x0: tensor<64x64xf32>):
        %r = "stablehlo.collective_permute"(%x0) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<64x64xf32>) -> tensor<64x64xf32>
        stablehlo.return %r : tensor<64x64xf32>
      }) : (tensor<64x64xf32>) -> !stablehlo.future<tensor<64x64xf32>>
      %square = stablehlo.dot_general %s, %t, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %small = stablehlo.multiply %square, %quarter : tensor<64x64xf32>
      %total = "stablehlo.async_done"(%sum) : (!stablehlo.future<tensor<64x64xf32>>) -> tensor<64x64xf32>
      %passed = "stablehlo.async_done"(%ring) : (!stablehlo.future<tensor<64x64xf32>>) -> tensor<64x64xf32>
      %mean = stablehlo.multiply %total, %quarter : tensor<64x64xf32>
      %bounded = stablehlo.tanh %small : tensor<64x64xf32>
      %next = stablehlo.add %mean, %bounded : tensor<64x64xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %next, %passed : tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>
    }
    return %w#1, %w#2 : tensor<64x64xf32>, tensor<64x64xf32>
  }
}

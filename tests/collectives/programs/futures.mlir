// Futures that do not end where they begin: in the next round of a loop, behind it, in a branch, twice, and never.
module @futures attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<16x8xf32>, %p: tensor<f32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %half = stablehlo.constant dense<0.5> : tensor<16x8xf32>
    %first = "stablehlo.async_start"(%a) ({
    ^bb0(%x: tensor<16x8xf32>):
      %r = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<16x8xf32>) -> tensor<16x8xf32>
      stablehlo.return %r : tensor<16x8xf32>
    }) : (tensor<16x8xf32>) -> !stablehlo.future<tensor<16x8xf32>>
    %w:2 = "stablehlo.while"(%zero, %first) ({
    ^bb0(%i: tensor<i32>, %f: !stablehlo.future<tensor<16x8xf32>>):
      %n = stablehlo.constant dense<3> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }, {
    ^bb0(%i: tensor<i32>, %f: !stablehlo.future<tensor<16x8xf32>>):
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %d = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<16x8xf32>>) -> tensor<16x8xf32>
      %m = stablehlo.multiply %d, %half : tensor<16x8xf32>
      %s = stablehlo.add %m, %a : tensor<16x8xf32>
      %next = "stablehlo.async_start"(%s) ({
      ^bb0(%x: tensor<16x8xf32>):
        %r = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<16x8xf32>) -> tensor<16x8xf32>
        stablehlo.return %r : tensor<16x8xf32>
      }) : (tensor<16x8xf32>) -> !stablehlo.future<tensor<16x8xf32>>
      stablehlo.return %j, %next : tensor<i32>, !stablehlo.future<tensor<16x8xf32>>
    }) : (tensor<i32>, !stablehlo.future<tensor<16x8xf32>>) -> (tensor<i32>, !stablehlo.future<tensor<16x8xf32>>)
    %last = "stablehlo.async_done"(%w#1) : (!stablehlo.future<tensor<16x8xf32>>) -> tensor<16x8xf32>
    %back = "stablehlo.async_start"(%last) ({
    ^bb0(%x: tensor<16x8xf32>):
      %r = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[1, 0], [2, 1], [3, 2], [0, 3]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<16x8xf32>) -> tensor<16x8xf32>
      stablehlo.return %r : tensor<16x8xf32>
    }) : (tensor<16x8xf32>) -> !stablehlo.future<tensor<16x8xf32>>
    %limit = stablehlo.constant dense<0.0> : tensor<f32>
    %positive = stablehlo.compare GT, %p, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %chosen = "stablehlo.if"(%positive) ({
      %d = "stablehlo.async_done"(%back) : (!stablehlo.future<tensor<16x8xf32>>) -> tensor<16x8xf32>
      stablehlo.return %d : tensor<16x8xf32>
    }, {
      stablehlo.return %half : tensor<16x8xf32>
    }) : (tensor<i1>) -> tensor<16x8xf32>
    %twice = "stablehlo.async_start"(%chosen) ({
    ^bb0(%x: tensor<16x8xf32>):
      %r = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 2], [1, 3], [2, 0], [3, 1]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<16x8xf32>) -> tensor<16x8xf32>
      stablehlo.return %r : tensor<16x8xf32>
    }) : (tensor<16x8xf32>) -> !stablehlo.future<tensor<16x8xf32>>
    %never = "stablehlo.async_start"(%chosen) ({
    ^bb0(%x: tensor<16x8xf32>):
      %r = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 2], [1, 3], [2, 0], [3, 1]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>} : (tensor<16x8xf32>) -> tensor<16x8xf32>
      stablehlo.return %r : tensor<16x8xf32>
    }) : (tensor<16x8xf32>) -> !stablehlo.future<tensor<16x8xf32>>
    %t1 = "stablehlo.async_done"(%twice) : (!stablehlo.future<tensor<16x8xf32>>) -> tensor<16x8xf32>
    %t2 = "stablehlo.async_done"(%twice) : (!stablehlo.future<tensor<16x8xf32>>) -> tensor<16x8xf32>
    %t = stablehlo.multiply %t1, %t2 : tensor<16x8xf32>
    return %last, %chosen, %t : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
  }
}

// Sends and receives around a ring, tokens through a loop, and a chain with ends that send or receive nothing.
module @transfers attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<7xf32>) -> (tensor<7xf32>, tensor<7xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %begin = stablehlo.create_token : !stablehlo.token
    %w:3 = stablehlo.while(%i = %zero, %s = %a, %t = %begin) : tensor<i32>, tensor<7xf32>, !stablehlo.token
     cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %sent = "stablehlo.send"(%s, %t) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<7xf32>, !stablehlo.token) -> !stablehlo.token
      %r:2 = "stablehlo.recv"(%sent) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (tensor<7xf32>, !stablehlo.token)
      %sum = stablehlo.add %s, %r#0 : tensor<7xf32>
      stablehlo.return %j, %sum, %r#1 : tensor<i32>, tensor<7xf32>, !stablehlo.token
    }
    %sent = "stablehlo.send"(%a, %w#2) {source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<7xf32>, !stablehlo.token) -> !stablehlo.token
    %r:2 = "stablehlo.recv"(%sent) {source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (!stablehlo.token) -> (tensor<7xf32>, !stablehlo.token)
    return %w#1, %r#0 : tensor<7xf32>, tensor<7xf32>
  }
}

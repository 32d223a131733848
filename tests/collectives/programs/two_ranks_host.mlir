// A transfer by way of the host, without pairs: the first of two processes sends, the other one receives.
module @two_ranks_host attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<4xf32>, %b: tensor<3xi32>) -> (tensor<4xf32>, tensor<3xi32>) {
    %zero = stablehlo.constant dense<0> : tensor<ui32>
    %t = stablehlo.create_token : !stablehlo.token
    %id = stablehlo.partition_id : tensor<ui32>
    %first = stablehlo.compare EQ, %id, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    %r:3 = "stablehlo.if"(%first) ({
      %sent = "stablehlo.send"(%a, %b, %t) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 2>, is_host_transfer = true} : (tensor<4xf32>, tensor<3xi32>, !stablehlo.token) -> !stablehlo.token
      stablehlo.return %a, %b, %sent : tensor<4xf32>, tensor<3xi32>, !stablehlo.token
    }, {
      %x:3 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<4xf32>, tensor<3xi32>, !stablehlo.token)
      stablehlo.return %x#0, %x#1, %x#2 : tensor<4xf32>, tensor<3xi32>, !stablehlo.token
    }) : (tensor<i1>) -> (tensor<4xf32>, tensor<3xi32>, !stablehlo.token)
    return %r#0, %r#1 : tensor<4xf32>, tensor<3xi32>
  }
}

// Sends and receives without pairs: whoever receives on a channel gets what is sent there. Ranks 0 and 2 exchange
// arrays on channels 1 and 2, both sending first; rank 1 sends two arrays to rank 3 on channel 3.
module @channels attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<50000xf32>) -> tensor<50000xf32> {
    %id = stablehlo.partition_id : tensor<ui32>
    %rank = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %r = "stablehlo.case"(%rank) ({
      %t = stablehlo.create_token : !stablehlo.token
      %s = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<50000xf32>, !stablehlo.token) -> !stablehlo.token
      %v:2 = "stablehlo.recv"(%s) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (!stablehlo.token) -> (tensor<50000xf32>, !stablehlo.token)
      stablehlo.return %v#0 : tensor<50000xf32>
    }, {
      %t = stablehlo.create_token : !stablehlo.token
      %twice = stablehlo.add %a, %a : tensor<50000xf32>
      %s = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<50000xf32>, !stablehlo.token) -> !stablehlo.token
      %u = "stablehlo.send"(%twice, %s) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<50000xf32>, !stablehlo.token) -> !stablehlo.token
      stablehlo.return %twice : tensor<50000xf32>
    }, {
      %t = stablehlo.create_token : !stablehlo.token
      %s = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<50000xf32>, !stablehlo.token) -> !stablehlo.token
      %v:2 = "stablehlo.recv"(%s) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (tensor<50000xf32>, !stablehlo.token)
      stablehlo.return %v#0 : tensor<50000xf32>
    }, {
      %t = stablehlo.create_token : !stablehlo.token
      %v:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (!stablehlo.token) -> (tensor<50000xf32>, !stablehlo.token)
      %w:2 = "stablehlo.recv"(%v#1) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (!stablehlo.token) -> (tensor<50000xf32>, !stablehlo.token)
      %d = stablehlo.subtract %w#0, %v#0 : tensor<50000xf32>
      stablehlo.return %d : tensor<50000xf32>
    }) : (tensor<i32>) -> tensor<50000xf32>
    return %r : tensor<50000xf32>
  }
}

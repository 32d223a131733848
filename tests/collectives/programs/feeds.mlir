// What comes in by infeed is combined with what the other ranks got, in a loop, and goes out by outfeed.
module @feeds attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<3xf32>) -> tensor<3xf32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %begin = stablehlo.create_token : !stablehlo.token
    %w:3 = stablehlo.while(%i = %zero, %s = %a, %t = %begin) : tensor<i32>, tensor<3xf32>, !stablehlo.token
     cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %r:3 = "stablehlo.infeed"(%t) {infeed_config = "numbers", layout = [[0], []]} : (!stablehlo.token) -> (tensor<3xf32>, tensor<bf16>, !stablehlo.token)
      %wide = stablehlo.convert %r#1 : (tensor<bf16>) -> tensor<f32>
      %factors = stablehlo.broadcast_in_dim %wide, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %product = stablehlo.multiply %r#0, %factors : tensor<3xf32>
      %sum = "stablehlo.all_reduce"(%product) ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %z = stablehlo.add %x, %y : tensor<f32>
        stablehlo.return %z : tensor<f32>
      }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3xf32>) -> tensor<3xf32>
      %total = stablehlo.add %s, %sum : tensor<3xf32>
      %after = "stablehlo.outfeed"(%total, %j, %r#2) {outfeed_config = "totals"} : (tensor<3xf32>, tensor<i32>, !stablehlo.token) -> !stablehlo.token
      stablehlo.return %j, %total, %after : tensor<i32>, tensor<3xf32>, !stablehlo.token
    }
    return %w#1 : tensor<3xf32>
  }
}

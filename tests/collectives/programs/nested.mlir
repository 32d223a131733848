// A region that is manual along one axis, and in it one along the other: rows over "x", columns over "y".
module @nested attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %b: tensor<f32>) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
    %r:2 = sdy.manual_computation(%a, %b) in_shardings=[<@mesh, [{"x"}, {"y"}]>, <@mesh, []>] out_shardings=[<@mesh, [{"x"}, {"y"}]>, <@mesh, [{}, {"y"}]>] manual_axes={"x"} (%rows: tensor<2x8xf32>, %factor: tensor<f32>) {
      %two = stablehlo.constant dense<2.0> : tensor<f32>
      %twice = stablehlo.multiply %factor, %two : tensor<f32>
      %s:2 = sdy.manual_computation(%rows, %twice) in_shardings=[<@mesh, [{}, {"y"}]>, <@mesh, []>] out_shardings=[<@mesh, [{}, {"y"}]>, <@mesh, [{}, {"y"}]>] manual_axes={"y"} (%part: tensor<2x4xf32>, %scale: tensor<f32>) {
        %scales = stablehlo.broadcast_in_dim %scale, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
        %scaled = stablehlo.multiply %part, %scales : tensor<2x4xf32>
        %sum = "stablehlo.all_reduce"(%part) ({
        ^bb0(%x: tensor<f32>, %y: tensor<f32>):
          %z = stablehlo.add %x, %y : tensor<f32>
          stablehlo.return %z : tensor<f32>
        }) {replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2x4xf32>) -> tensor<2x4xf32>
        sdy.return %scaled, %sum : tensor<2x4xf32>, tensor<2x4xf32>
      } : (tensor<2x8xf32>, tensor<f32>) -> (tensor<2x8xf32>, tensor<2x8xf32>)
      sdy.return %s#0, %s#1 : tensor<2x8xf32>, tensor<2x8xf32>
    } : (tensor<4x8xf32>, tensor<f32>) -> (tensor<4x8xf32>, tensor<2x8xf32>)
    return %r#0, %r#1 : tensor<4x8xf32>, tensor<2x8xf32>
  }
}

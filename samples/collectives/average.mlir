// Two processes, each with half of some measurements: both compute the mean and the maximum of all of them.
module @average attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%measured: tensor<8xf32>) -> (tensor<f32> {jax.result_info = "mean"}, tensor<f32> {jax.result_info = "largest"}, tensor<8xf32> {jax.result_info = "deviations"}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %count = stablehlo.constant dense<16.0> : tensor<f32>
    %sum = stablehlo.reduce(%measured init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %most = stablehlo.reduce(%measured init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %total = "stablehlo.all_reduce"(%sum) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<f32>) -> tensor<f32>
    %largest = "stablehlo.all_reduce"(%most) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids} : (tensor<f32>) -> tensor<f32>
    %mean = stablehlo.divide %total, %count : tensor<f32>
    %means = stablehlo.broadcast_in_dim %mean, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %deviations = stablehlo.subtract %measured, %means : tensor<8xf32>
    return %mean, %largest, %deviations : tensor<f32>, tensor<f32>, tensor<8xf32>
  }
}

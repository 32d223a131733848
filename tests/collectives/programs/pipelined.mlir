// What a round of a loop sends is received in the next one, and what a branch sends after it, by all processes alike. And a value
// that is still on its way while the program computes on in its place.
module @pipelined attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<128x64xf32>, %p: tensor<f32>) -> (tensor<128x64xf32>, tensor<128x64xf32>, tensor<128x64xf32>, tensor<128x64xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %half = stablehlo.constant dense<0.5> : tensor<128x64xf32>
    %begin = stablehlo.create_token : !stablehlo.token
    %first = "stablehlo.send"(%a, %begin) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<128x64xf32>, !stablehlo.token) -> !stablehlo.token
    %w:3 = stablehlo.while(%i = %zero, %s = %a, %t = %first) : tensor<i32>, tensor<128x64xf32>, !stablehlo.token
     cond {
      %n = stablehlo.constant dense<4> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %r:2 = "stablehlo.recv"(%t) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (tensor<128x64xf32>, !stablehlo.token)
      %sum = stablehlo.add %s, %r#0 : tensor<128x64xf32>
      %mean = stablehlo.multiply %sum, %half : tensor<128x64xf32>
      %sent = "stablehlo.send"(%mean, %r#1) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<128x64xf32>, !stablehlo.token) -> !stablehlo.token
      %next = stablehlo.add %mean, %half : tensor<128x64xf32>
      stablehlo.return %j, %next, %sent : tensor<i32>, tensor<128x64xf32>, !stablehlo.token
    }
    %last:2 = "stablehlo.recv"(%w#2) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (tensor<128x64xf32>, !stablehlo.token)
    %limit = stablehlo.constant dense<0.0> : tensor<f32>
    %positive = stablehlo.compare GT, %p, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %sent = "stablehlo.if"(%positive) ({
      %u = "stablehlo.send"(%last#0, %last#1) {source_target_pairs = dense<[[0, 2], [1, 3], [2, 0], [3, 1]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<128x64xf32>, !stablehlo.token) -> !stablehlo.token
      stablehlo.return %u : !stablehlo.token
    }, {
      %u = "stablehlo.send"(%a, %last#1) {source_target_pairs = dense<[[0, 2], [1, 3], [2, 0], [3, 1]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<128x64xf32>, !stablehlo.token) -> !stablehlo.token
      stablehlo.return %u : !stablehlo.token
    }) : (tensor<i1>) -> !stablehlo.token
    %across:2 = "stablehlo.recv"(%sent) {source_target_pairs = dense<[[0, 2], [1, 3], [2, 0], [3, 1]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (!stablehlo.token) -> (tensor<128x64xf32>, !stablehlo.token)
    %b = stablehlo.cosine %a : tensor<128x64xf32>
    %old = "stablehlo.send"(%b, %across#1) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<128x64xf32>, !stablehlo.token) -> !stablehlo.token
    %c = stablehlo.add %b, %half : tensor<128x64xf32>
    %new = "stablehlo.send"(%c, %old) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>} : (tensor<128x64xf32>, !stablehlo.token) -> !stablehlo.token
    %rc:2 = "stablehlo.recv"(%new) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>} : (!stablehlo.token) -> (tensor<128x64xf32>, !stablehlo.token)
    %rb:2 = "stablehlo.recv"(%rc#1) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (!stablehlo.token) -> (tensor<128x64xf32>, !stablehlo.token)
    return %w#1, %across#0, %rb#0, %rc#0 : tensor<128x64xf32>, tensor<128x64xf32>, tensor<128x64xf32>, tensor<128x64xf32>
  }
}

module @softmax {
  func.func public @main(%logits: tensor<13x77xf32>) -> tensor<13x77xf32> {
    %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%logits init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<13x77xf32>, tensor<f32>) -> tensor<13xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<13xf32>) -> tensor<13x77xf32>
    %2 = stablehlo.subtract %logits, %1 : tensor<13x77xf32>
    %3 = stablehlo.exponential %2 : tensor<13x77xf32>
    %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<13x77xf32>, tensor<f32>) -> tensor<13xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<13xf32>) -> tensor<13x77xf32>
    %6 = stablehlo.divide %3, %5 : tensor<13x77xf32>
    return %6 : tensor<13x77xf32>
  }
}

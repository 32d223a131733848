// Rows longer than a stretch of stretches, which do not divide them. Every other element is exp(-1000) = 0.
func.func @softmax_of_5000_elements() {
  %step = stablehlo.constant dense<-1000.0> : tensor<2x5000xf32>
  %one = stablehlo.constant dense<1> : tensor<2x5000xi32>
  %share = stablehlo.constant dense<0.0004> : tensor<2x5000xf32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %i = stablehlo.iota dim = 1 : tensor<2x5000xi32>
  %odd = stablehlo.and %i, %one : tensor<2x5000xi32>
  %even = stablehlo.subtract %one, %odd : tensor<2x5000xi32>
  %odd_number = stablehlo.convert %odd : (tensor<2x5000xi32>) -> tensor<2x5000xf32>
  %number = stablehlo.multiply %odd_number, %step : tensor<2x5000xf32>
  %x = stablehlo.optimization_barrier %number : tensor<2x5000xf32>
  %largest = stablehlo.reduce(%x init: %lowest) applies stablehlo.maximum across dimensions = [1]
      : (tensor<2x5000xf32>, tensor<f32>) -> tensor<2xf32>
  %largest_of_row = stablehlo.broadcast_in_dim %largest, dims = [0] : (tensor<2xf32>) -> tensor<2x5000xf32>
  %less = stablehlo.subtract %x, %largest_of_row : tensor<2x5000xf32>
  %power = stablehlo.exponential %less : tensor<2x5000xf32>
  %sum = stablehlo.reduce(%power init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<2x5000xf32>, tensor<f32>) -> tensor<2xf32>
  %sum_of_row = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<2xf32>) -> tensor<2x5000xf32>
  %0 = stablehlo.divide %power, %sum_of_row : tensor<2x5000xf32>
  %even_number = stablehlo.convert %even : (tensor<2x5000xi32>) -> tensor<2x5000xf32>
  %expected = stablehlo.multiply %even_number, %share : tensor<2x5000xf32>
  check.expect_almost_eq %0, %expected : tensor<2x5000xf32>
  return
}

func.func @softmax_of_several_dimensions() {
  %step = stablehlo.constant dense<-1000.0> : tensor<2x8x1000xf32>
  %one = stablehlo.constant dense<1> : tensor<2x8x1000xi32>
  %share = stablehlo.constant dense<0.00025> : tensor<2x8x1000xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %i = stablehlo.iota dim = 2 : tensor<2x8x1000xi32>
  %odd = stablehlo.and %i, %one : tensor<2x8x1000xi32>
  %even = stablehlo.subtract %one, %odd : tensor<2x8x1000xi32>
  %odd_number = stablehlo.convert %odd : (tensor<2x8x1000xi32>) -> tensor<2x8x1000xf32>
  %number = stablehlo.multiply %odd_number, %step : tensor<2x8x1000xf32>
  %x = stablehlo.optimization_barrier %number : tensor<2x8x1000xf32>
  %power = stablehlo.exponential %x : tensor<2x8x1000xf32>
  %sum = stablehlo.reduce(%power init: %zero) applies stablehlo.add across dimensions = [1, 2]
      : (tensor<2x8x1000xf32>, tensor<f32>) -> tensor<2xf32>
  %sum_of_row = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<2xf32>) -> tensor<2x8x1000xf32>
  %0 = stablehlo.divide %power, %sum_of_row : tensor<2x8x1000xf32>
  %even_number = stablehlo.convert %even : (tensor<2x8x1000xi32>) -> tensor<2x8x1000xf32>
  %expected = stablehlo.multiply %even_number, %share : tensor<2x8x1000xf32>
  check.expect_almost_eq %0, %expected : tensor<2x8x1000xf32>
  return
}

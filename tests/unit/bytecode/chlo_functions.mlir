func.func public @main(%x: tensor<4xf32>, %k: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<2xf32>, tensor<2xi32>, tensor<4xi32>) {
  %0 = chlo.erf_inv %x : tensor<4xf32> -> tensor<4xf32>
  %1 = chlo.lgamma %x : tensor<4xf32> -> tensor<4xf32>
  %2, %3 = chlo.top_k(%x, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  %4 = chlo.mulhi %k, %k : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<2xf32>, tensor<2xi32>, tensor<4xi32>
}

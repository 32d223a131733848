func.func public @main(%x: tensor<4xf32>, %k: tensor<4xi32>, %w: tensor<4xi64>, %z: tensor<4xcomplex<f32>>) -> (tensor<4xf32>, tensor<4xf32>, tensor<2xf32>, tensor<2xi32>, tensor<4xi32>, tensor<4xf32>, tensor<4xi64>, tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<f32>) {
  %0 = chlo.erf_inv %x : tensor<4xf32> -> tensor<4xf32>
  %1 = chlo.lgamma %x : tensor<4xf32> -> tensor<4xf32>
  %2, %3 = chlo.top_k(%x, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  %4 = chlo.mulhi %k, %k : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
  %5 = chlo.bessel_i1e %x : tensor<4xf32> -> tensor<4xf32>
  %6 = chlo.mulhi %w, %w : tensor<4xi64>, tensor<4xi64> -> tensor<4xi64>
  %7 = chlo.asin %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %8:2 = chlo.scan(%x) inits (%c) dimension = 0 attributes {is_reverse = false} {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s, %s : tensor<f32>, tensor<f32>
  } : (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<f32>)
  return %0, %1, %2, %3, %4, %5, %6, %7, %8#0, %8#1 : tensor<4xf32>, tensor<4xf32>, tensor<2xf32>, tensor<2xi32>, tensor<4xi32>, tensor<4xf32>, tensor<4xi64>, tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<f32>
}

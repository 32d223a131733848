// One row times a matrix, with sums of several stretches and an epilogue that reads its value twice.
func.func @dense_hard_swish() {
  %x = stablehlo.constant dense<0.5> : tensor<1x1536xf32>
  %w = stablehlo.constant dense<0.25> : tensor<1536x1024xf32>
  %x0, %w0 = stablehlo.optimization_barrier %x, %w : tensor<1x1536xf32>, tensor<1536x1024xf32>
  %b = stablehlo.iota dim = 1 : tensor<1x1024xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<1x1024xf32>
  %three = stablehlo.constant dense<3.0> : tensor<1x1024xf32>
  %four = stablehlo.constant dense<4.0> : tensor<1x1024xf32>
  %d = stablehlo.dot_general %x0, %w0, contracting_dims = [1] x [0] : (tensor<1x1536xf32>, tensor<1536x1024xf32>) -> tensor<1x1024xf32>
  %e = stablehlo.add %d, %b : tensor<1x1024xf32>
  %f = stablehlo.add %e, %three : tensor<1x1024xf32>
  %g = stablehlo.clamp %zero, %f, %four : tensor<1x1024xf32>
  %h = stablehlo.multiply %e, %g : tensor<1x1024xf32>
  %192 = stablehlo.constant dense<192.0> : tensor<1x1024xf32>
  %i = stablehlo.add %b, %192 : tensor<1x1024xf32>
  %expected = stablehlo.multiply %i, %four : tensor<1x1024xf32>
  check.expect_eq %h, %expected : tensor<1x1024xf32>
  return
}

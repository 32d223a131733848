// The least element and its position: of one element, nothing reads what the selection held before.
func.func @least_of_seventeen() {
  %x = stablehlo.constant dense<[9, 4, 7, -3, 8, 2, 5, 6, -3, 11, 12, 13, 14, 15, 16, 17, 18]> : tensor<17xi32>
  %x0 = stablehlo.optimization_barrier %x : tensor<17xi32>
  %least:2 = stablehlo.custom_call @mhlo.topk(%x0) {mhlo.attributes = {k = 1 : i64, largest = false}} : (tensor<17xi32>) -> (tensor<1xi32>, tensor<1xi32>)
  check.expect_eq_const %least#0, dense<[-3]> : tensor<1xi32>
  check.expect_eq_const %least#1, dense<[3]> : tensor<1xi32>
  return
}

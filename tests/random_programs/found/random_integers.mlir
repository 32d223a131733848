// Random integers reach the upper half of the type.
func.func @uniform_numbers_between_zero_and_the_largest() {
  %low = stablehlo.constant dense<0> : tensor<ui64>
  %high = stablehlo.constant dense<18446744073709549568> : tensor<ui64>
  %shape = stablehlo.constant dense<[100]> : tensor<1xi64>
  %quarter = stablehlo.constant dense<13835058055282163712> : tensor<100xui64>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %x = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<ui64>, tensor<ui64>, tensor<1xi64>) -> tensor<100xui64>
  %is_large = stablehlo.compare GT, %x, %quarter, UNSIGNED : (tensor<100xui64>, tensor<100xui64>) -> tensor<100xi1>
  %0 = stablehlo.reduce(%is_large init: %false) applies stablehlo.or across dimensions = [0] : (tensor<100xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %0, dense<true> : tensor<i1>
  return
}

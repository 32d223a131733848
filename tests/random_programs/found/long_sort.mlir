// The runs of a long sort begin at products that 32 bits do not hold.
func.func @sort_of_many_numbers() {
  %x = stablehlo.iota dim = 0 : tensor<70001xi32>
  %last = stablehlo.constant dense<70000> : tensor<70001xi32>
  %falling = stablehlo.subtract %last, %x : tensor<70001xi32>
  %falling0 = stablehlo.optimization_barrier %falling : tensor<70001xi32>
  %0 = "stablehlo.sort"(%falling0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<70001xi32>) -> tensor<70001xi32>
  check.expect_eq %0, %x : tensor<70001xi32>
  return
}

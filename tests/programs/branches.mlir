module @branches {
  func.func public @main(%which: tensor<i32>, %flag: tensor<i1>, %x: tensor<5x8xf32>, %y: tensor<5x8xf32>) -> tensor<5x8xf32> {
    %0 = "stablehlo.case"(%which) ({
      %2 = stablehlo.add %x, %y : tensor<5x8xf32>
      stablehlo.return %2 : tensor<5x8xf32>
    }, {
      %2 = stablehlo.multiply %x, %y : tensor<5x8xf32>
      stablehlo.return %2 : tensor<5x8xf32>
    }, {
      stablehlo.return %y : tensor<5x8xf32>
    }) : (tensor<i32>) -> tensor<5x8xf32>
    %1 = "stablehlo.if"(%flag) ({
      %2 = stablehlo.negate %0 : tensor<5x8xf32>
      stablehlo.return %2 : tensor<5x8xf32>
    }, {
      %2 = func.call @offset(%0) : (tensor<5x8xf32>) -> tensor<5x8xf32>
      stablehlo.return %2 : tensor<5x8xf32>
    }) : (tensor<i1>) -> tensor<5x8xf32>
    return %1 : tensor<5x8xf32>
  }
  func.func private @offset(%x: tensor<5x8xf32>) -> tensor<5x8xf32> {
    %cst = stablehlo.constant dense<1.500000e+00> : tensor<5x8xf32>
    %0 = stablehlo.subtract %x, %cst : tensor<5x8xf32>
    return %0 : tensor<5x8xf32>
  }
}

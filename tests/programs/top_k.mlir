// The first elements of sorted rows: by selection and by all bytes of a key, with ties, and with results that nothing reads.
module @top_k {
  func.func public @main(%float: tensor<5x1300xf32>, %rows: tensor<2x400x3xi32>, %byte: tensor<2x900xi8>, %long: tensor<3x500xi64>, %double: tensor<4x300xf64>, %short: tensor<2x3000xi16>) -> (tensor<5x10xf32>, tensor<5x10xi32>, tensor<2x4x3xi32>, tensor<2x4x3xi32>, tensor<2x100xi32>, tensor<3x200xi64>, tensor<3x200xi32>, tensor<4x1xf64>, tensor<2x100xi16>, tensor<2x100xi32>) {
    %0, %1 = chlo.top_k(%float, k = 10) : tensor<5x1300xf32> -> (tensor<5x10xf32>, tensor<5x10xi32>)
    %number = stablehlo.iota dim = 1 : tensor<2x400x3xi32>
    %2:2 = "stablehlo.sort"(%rows, %number) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
      %before = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %before : tensor<i1>
    }) : (tensor<2x400x3xi32>, tensor<2x400x3xi32>) -> (tensor<2x400x3xi32>, tensor<2x400x3xi32>)
    %3 = stablehlo.slice %2#0 [0:2, 0:4, 0:3] : (tensor<2x400x3xi32>) -> tensor<2x4x3xi32>
    %4 = stablehlo.slice %2#1 [0:2, 0:4, 0:3] : (tensor<2x400x3xi32>) -> tensor<2x4x3xi32>
    %5, %6 = chlo.top_k(%byte, k = 100) : tensor<2x900xi8> -> (tensor<2x100xi8>, tensor<2x100xi32>)
    %7, %8 = chlo.top_k(%long, k = 200) : tensor<3x500xi64> -> (tensor<3x200xi64>, tensor<3x200xi32>)
    %9, %10 = chlo.top_k(%double, k = 1) : tensor<4x300xf64> -> (tensor<4x1xf64>, tensor<4x1xi32>)
    %11, %12 = chlo.top_k(%short, k = 100) : tensor<2x3000xi16> -> (tensor<2x100xi16>, tensor<2x100xi32>)
    return %0, %1, %3, %4, %6, %7, %8, %9, %11, %12 : tensor<5x10xf32>, tensor<5x10xi32>, tensor<2x4x3xi32>, tensor<2x4x3xi32>, tensor<2x100xi32>, tensor<3x200xi64>, tensor<3x200xi32>, tensor<4x1xf64>, tensor<2x100xi16>, tensor<2x100xi32>
  }
}

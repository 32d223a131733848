module @sort_rows {
  func.func public @main(%keys: tensor<3x37x5xf32>, %other: tensor<3x37x5xi32>, %long: tensor<1000xi32>, %small: tensor<7x3xui8>, %limit: tensor<f32>) -> (tensor<3x37x5xf32>, tensor<3x37x5xi32>, tensor<1000xi32>, tensor<1000xi32>, tensor<7x3xui8>, tensor<3x37x5xi32>) {
    %0:2 = "stablehlo.sort"(%keys, %other) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
      %less = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<3x37x5xf32>, tensor<3x37x5xi32>) -> (tensor<3x37x5xf32>, tensor<3x37x5xi32>)
    %iota = stablehlo.iota dim = 0 : tensor<1000xi32>
    %1:2 = "stablehlo.sort"(%long, %iota) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
      %greater = stablehlo.compare GT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %greater : tensor<i1>
    }) : (tensor<1000xi32>, tensor<1000xi32>) -> (tensor<1000xi32>, tensor<1000xi32>)
    %2 = "stablehlo.sort"(%small) <{dimension = 1 : i64, is_stable = false}> ({
    ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
      %less = stablehlo.compare LT, %a, %b, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<7x3xui8>) -> tensor<7x3xui8>
    %3:2 = "stablehlo.sort"(%other, %keys) <{dimension = 2 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>):
      %scaled = stablehlo.multiply %c, %limit : tensor<f32>
      %size = stablehlo.abs %scaled : tensor<f32>
      %other_size = stablehlo.abs %d : tensor<f32>
      %less = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %equal = stablehlo.compare EQ, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %smaller = stablehlo.compare LT, %size, %other_size, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %tie = stablehlo.and %equal, %smaller : tensor<i1>
      %before = stablehlo.or %less, %tie : tensor<i1>
      stablehlo.return %before : tensor<i1>
    }) : (tensor<3x37x5xi32>, tensor<3x37x5xf32>) -> (tensor<3x37x5xi32>, tensor<3x37x5xf32>)
    return %0#0, %0#1, %1#0, %1#1, %2, %3#0 : tensor<3x37x5xf32>, tensor<3x37x5xi32>, tensor<1000xi32>, tensor<1000xi32>, tensor<7x3xui8>, tensor<3x37x5xi32>
  }
}

// Sorts by one key: floats whose zeros are equal, other floats, integers of each width, booleans, and a function of an element.
module @sort_keys {
  func.func public @main(%float: tensor<3x200x4xf32>, %double: tensor<2x3000xf64>, %byte: tensor<4x150xi8>, %word: tensor<2x300xui16>, %long: tensor<1x4000xi64>, %bit: tensor<3x90xi1>, %whole: tensor<70x6xi32>) -> (tensor<3x200x4xf32>, tensor<3x200x4xi32>, tensor<2x3000xf64>, tensor<4x150xi8>, tensor<4x150xi32>, tensor<2x300xui16>, tensor<1x4000xi64>, tensor<1x4000xi32>, tensor<3x90xi1>, tensor<3x90xi32>, tensor<70x6xi32>, tensor<3x200x4xf32>) {
    %columns = stablehlo.iota dim = 1 : tensor<3x200x4xi32>
    %half = stablehlo.constant dense<2.0> : tensor<3x200x4xf32>
    %scaled = stablehlo.multiply %float, %half : tensor<3x200x4xf32>
    %rough = stablehlo.round_nearest_even %scaled : tensor<3x200x4xf32>
    %0:2 = "stablehlo.sort"(%rough, %columns) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
      %before = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %before : tensor<i1>
    }) : (tensor<3x200x4xf32>, tensor<3x200x4xi32>) -> (tensor<3x200x4xf32>, tensor<3x200x4xi32>)
    %1 = "stablehlo.sort"(%double) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f64>, %b: tensor<f64>):
      %before = stablehlo.compare GT, %b, %a, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %before : tensor<i1>
    }) : (tensor<2x3000xf64>) -> tensor<2x3000xf64>
    %bytes = stablehlo.iota dim = 1 : tensor<4x150xi32>
    %2:2 = "stablehlo.sort"(%byte, %bytes) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<i8>, %b: tensor<i8>, %c: tensor<i32>, %d: tensor<i32>):
      %before = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
      stablehlo.return %before : tensor<i1>
    }) : (tensor<4x150xi8>, tensor<4x150xi32>) -> (tensor<4x150xi8>, tensor<4x150xi32>)
    %3 = "stablehlo.sort"(%word) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<ui16>, %b: tensor<ui16>):
      %before = stablehlo.compare LT, %b, %a, UNSIGNED : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
      stablehlo.return %before : tensor<i1>
    }) : (tensor<2x300xui16>) -> tensor<2x300xui16>
    %places = stablehlo.iota dim = 1 : tensor<1x4000xi32>
    %4:2 = "stablehlo.sort"(%long, %places) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>, %c: tensor<i32>, %d: tensor<i32>):
      %before = stablehlo.compare GT, %a, %b, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %before : tensor<i1>
    }) : (tensor<1x4000xi64>, tensor<1x4000xi32>) -> (tensor<1x4000xi64>, tensor<1x4000xi32>)
    %bits = stablehlo.iota dim = 1 : tensor<3x90xi32>
    %5:2 = "stablehlo.sort"(%bit, %bits) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<i1>, %b: tensor<i1>, %c: tensor<i32>, %d: tensor<i32>):
      %before = stablehlo.compare LT, %a, %b, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      stablehlo.return %before : tensor<i1>
    }) : (tensor<3x90xi1>, tensor<3x90xi32>) -> (tensor<3x90xi1>, tensor<3x90xi32>)
    %6 = "stablehlo.sort"(%whole) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %x = stablehlo.abs %a : tensor<i32>
      %y = stablehlo.abs %b : tensor<i32>
      %before = stablehlo.compare LT, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %before : tensor<i1>
    }) : (tensor<70x6xi32>) -> tensor<70x6xi32>
    %narrow = stablehlo.convert %float : (tensor<3x200x4xf32>) -> tensor<3x200x4xf16>
    %7 = "stablehlo.sort"(%narrow) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f16>, %b: tensor<f16>):
      %before = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f16>, tensor<f16>) -> tensor<i1>
      stablehlo.return %before : tensor<i1>
    }) : (tensor<3x200x4xf16>) -> tensor<3x200x4xf16>
    %8 = stablehlo.convert %7 : (tensor<3x200x4xf16>) -> tensor<3x200x4xf32>
    return %0#0, %0#1, %1, %2#0, %2#1, %3, %4#0, %4#1, %5#0, %5#1, %6, %8 : tensor<3x200x4xf32>, tensor<3x200x4xi32>, tensor<2x3000xf64>, tensor<4x150xi8>, tensor<4x150xi32>, tensor<2x300xui16>, tensor<1x4000xi64>, tensor<1x4000xi32>, tensor<3x90xi1>, tensor<3x90xi32>, tensor<70x6xi32>, tensor<3x200x4xf32>
  }
}

module @foregone_comparisons {
  func.func public @main(%flags: tensor<20xi1>, %b: tensor<i1>, %u: tensor<ui8>, %i: tensor<i32>, %v: tensor<3xi16>, %f: tensor<f32>) -> (tensor<i1>, tensor<i32>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i32>, tensor<3xi1>, tensor<i1>) {
    %places = stablehlo.iota dim = 0 : tensor<20xi32>
    %false = stablehlo.constant dense<false> : tensor<i1>
    %true = stablehlo.constant dense<true> : tensor<i1>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %none = stablehlo.constant dense<0> : tensor<ui8>
    %most = stablehlo.constant dense<255> : tensor<ui8>
    %largest = stablehlo.constant dense<2147483647> : tensor<i32>
    // The place of the first true flag, with the comparisons for NaN that floats need.
    %0:2 = stablehlo.reduce(%flags init: %false), (%places init: %zero) across dimensions = [0] : (tensor<20xi1>, tensor<20xi32>, tensor<i1>, tensor<i32>) -> (tensor<i1>, tensor<i32>)
     reducer(%a: tensor<i1>, %c: tensor<i1>) (%k: tensor<i32>, %l: tensor<i32>) {
      %2 = stablehlo.compare GT, %a, %c, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %3 = stablehlo.compare NE, %a, %a, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %a, %c, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %6 = stablehlo.compare LT, %k, %l, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %a, %c : tensor<i1>, tensor<i1>
      %10 = stablehlo.select %8, %k, %l : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<i1>, tensor<i32>
    }
    %1 = stablehlo.xor %b, %b : tensor<i1>
    %2 = stablehlo.xor %b, %true : tensor<i1>
    %3 = stablehlo.compare GE, %b, %false : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %4 = stablehlo.compare LT, %u, %none : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    %5 = stablehlo.compare GT, %u, %most : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    %6 = stablehlo.compare LE, %i, %largest : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %same = stablehlo.compare GE, %i, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = stablehlo.and %same, %b : tensor<i1>
    %8 = stablehlo.select %same, %i, %zero : tensor<i1>, tensor<i32>
    %9 = stablehlo.compare LT, %v, %v : (tensor<3xi16>, tensor<3xi16>) -> tensor<3xi1>
    // Of floats it depends: NaN is not itself.
    %10 = stablehlo.compare NE, %f, %f : (tensor<f32>, tensor<f32>) -> tensor<i1>
    return %0#0, %0#1, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : tensor<i1>, tensor<i32>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i32>, tensor<3xi1>, tensor<i1>
  }
}

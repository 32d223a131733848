// Cumulative sums, products, minima, maxima and the like in both directions; one initial value is no identity.
module @cumulative {
  func.func public @main(%rows: tensor<5x100xf32>, %columns: tensor<70x6xi32>, %bytes: tensor<3x700xi8>, %words: tensor<2x333xui16>, %cube: tensor<2x290x9xf64>, %bits: tensor<4x64xi1>) -> (tensor<5x100xf32>, tensor<5x100xf32>, tensor<5x100xf32>, tensor<70x6xi32>, tensor<3x700xi8>, tensor<3x700xi8>, tensor<2x333xui16>, tensor<2x290x9xf64>, tensor<4x64xi1>, tensor<4x64xi1>, tensor<70x6xi32>, tensor<5x100xf32>, tensor<5x100xf32>) {
    %init0 = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = "stablehlo.reduce_window"(%rows, %init0) <{padding = dense<[[0, 0], [99, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 100>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) : (tensor<5x100xf32>, tensor<f32>) -> tensor<5x100xf32>
    %init1 = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = "stablehlo.reduce_window"(%rows, %init1) <{padding = dense<[[0, 0], [0, 99]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 100>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) : (tensor<5x100xf32>, tensor<f32>) -> tensor<5x100xf32>
    %init2 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %2 = "stablehlo.reduce_window"(%rows, %init2) <{padding = dense<[[0, 0], [99, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 100>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.minimum %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) : (tensor<5x100xf32>, tensor<f32>) -> tensor<5x100xf32>
    %init3 = stablehlo.constant dense<1> : tensor<i32>
    %3 = "stablehlo.reduce_window"(%columns, %init3) <{padding = dense<[[69, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 70, 1>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.multiply %a, %b : tensor<i32>
      stablehlo.return %c : tensor<i32>
    }) : (tensor<70x6xi32>, tensor<i32>) -> tensor<70x6xi32>
    %init4 = stablehlo.constant dense<-128> : tensor<i8>
    %4 = "stablehlo.reduce_window"(%bytes, %init4) <{padding = dense<[[0, 0], [0, 699]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 700>}> ({
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
      %c = stablehlo.maximum %a, %b : tensor<i8>
      stablehlo.return %c : tensor<i8>
    }) : (tensor<3x700xi8>, tensor<i8>) -> tensor<3x700xi8>
    %init5 = stablehlo.constant dense<0> : tensor<i8>
    %5 = "stablehlo.reduce_window"(%bytes, %init5) <{padding = dense<[[0, 0], [699, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 700>}> ({
    ^bb0(%a: tensor<i8>, %b: tensor<i8>):
      %c = stablehlo.add %a, %b : tensor<i8>
      stablehlo.return %c : tensor<i8>
    }) : (tensor<3x700xi8>, tensor<i8>) -> tensor<3x700xi8>
    %init6 = stablehlo.constant dense<65535> : tensor<ui16>
    %6 = "stablehlo.reduce_window"(%words, %init6) <{padding = dense<[[0, 0], [0, 332]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 333>}> ({
    ^bb0(%a: tensor<ui16>, %b: tensor<ui16>):
      %c = stablehlo.minimum %a, %b : tensor<ui16>
      stablehlo.return %c : tensor<ui16>
    }) : (tensor<2x333xui16>, tensor<ui16>) -> tensor<2x333xui16>
    %init7 = stablehlo.constant dense<0.0> : tensor<f64>
    %7 = "stablehlo.reduce_window"(%cube, %init7) <{padding = dense<[[0, 0], [289, 0], [0, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 290, 1>}> ({
    ^bb0(%a: tensor<f64>, %b: tensor<f64>):
      %c = stablehlo.add %a, %b : tensor<f64>
      stablehlo.return %c : tensor<f64>
    }) : (tensor<2x290x9xf64>, tensor<f64>) -> tensor<2x290x9xf64>
    %init8 = stablehlo.constant dense<false> : tensor<i1>
    %8 = "stablehlo.reduce_window"(%bits, %init8) <{padding = dense<[[0, 0], [63, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 64>}> ({
    ^bb0(%a: tensor<i1>, %b: tensor<i1>):
      %c = stablehlo.or %a, %b : tensor<i1>
      stablehlo.return %c : tensor<i1>
    }) : (tensor<4x64xi1>, tensor<i1>) -> tensor<4x64xi1>
    %init9 = stablehlo.constant dense<true> : tensor<i1>
    %9 = "stablehlo.reduce_window"(%bits, %init9) <{padding = dense<[[0, 0], [0, 63]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 64>}> ({
    ^bb0(%a: tensor<i1>, %b: tensor<i1>):
      %c = stablehlo.and %a, %b : tensor<i1>
      stablehlo.return %c : tensor<i1>
    }) : (tensor<4x64xi1>, tensor<i1>) -> tensor<4x64xi1>
    %init10 = stablehlo.constant dense<-5> : tensor<i32>
    %10 = "stablehlo.reduce_window"(%columns, %init10) <{padding = dense<[[0, 69], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 70, 1>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.maximum %a, %b : tensor<i32>
      stablehlo.return %c : tensor<i32>
    }) : (tensor<70x6xi32>, tensor<i32>) -> tensor<70x6xi32>
    // Logarithms of cumulative sums of exponentials.
    %none = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %sums = "stablehlo.reduce_window"(%rows, %none) <{padding = dense<[[0, 0], [99, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 100>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %larger = stablehlo.maximum %a, %b : tensor<f32>
      %apart = stablehlo.subtract %a, %b : tensor<f32>
      %undefined = stablehlo.compare NE, %apart, %apart : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %infinite = stablehlo.add %a, %b : tensor<f32>
      %size = stablehlo.abs %apart : tensor<f32>
      %negative = stablehlo.negate %size : tensor<f32>
      %ratio = stablehlo.exponential %negative : tensor<f32>
      %more = stablehlo.log_plus_one %ratio : tensor<f32>
      %finite = stablehlo.add %larger, %more : tensor<f32>
      %c = stablehlo.select %undefined, %infinite, %finite : tensor<i1>, tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) : (tensor<5x100xf32>, tensor<f32>) -> tensor<5x100xf32>
    %backwards = "stablehlo.reduce_window"(%rows, %none) <{padding = dense<[[0, 0], [0, 99]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 100>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %larger = stablehlo.maximum %a, %b : tensor<f32>
      %apart = stablehlo.subtract %a, %b : tensor<f32>
      %undefined = stablehlo.compare NE, %apart, %apart : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %infinite = stablehlo.add %a, %b : tensor<f32>
      %size = stablehlo.abs %apart : tensor<f32>
      %negative = stablehlo.negate %size : tensor<f32>
      %ratio = stablehlo.exponential %negative : tensor<f32>
      %more = stablehlo.log_plus_one %ratio : tensor<f32>
      %finite = stablehlo.add %larger, %more : tensor<f32>
      %c = stablehlo.select %undefined, %infinite, %finite : tensor<i1>, tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) : (tensor<5x100xf32>, tensor<f32>) -> tensor<5x100xf32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %sums, %backwards : tensor<5x100xf32>, tensor<5x100xf32>, tensor<5x100xf32>, tensor<70x6xi32>, tensor<3x700xi8>, tensor<3x700xi8>, tensor<2x333xui16>, tensor<2x290x9xf64>, tensor<4x64xi1>, tensor<4x64xi1>, tensor<70x6xi32>, tensor<5x100xf32>, tensor<5x100xf32>
  }
}

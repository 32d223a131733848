// Gradients of maximum pools: vectors of channels, with and without padding and overlaps, and rows that are not whole.
module @pool_gradients {
  func.func public @main(%image: tensor<2x8x8x16xf32>, %halves: tensor<2x4x4x16xf32>, %wide: tensor<1x9x7x24xf32>, %strided: tensor<1x5x4x24xf32>, %narrow: tensor<2x6x6x5xf32>, %each: tensor<2x6x6x5xf32>, %signal: tensor<3x20x12xi32>, %parts: tensor<3x6x12xi32>) -> (tensor<2x8x8x16xf32>, tensor<1x9x7x24xf32>, tensor<2x6x6x5xf32>, tensor<3x20x12xi32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = "stablehlo.select_and_scatter"(%image, %halves, %zero) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %keep = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %keep : tensor<i1>
    }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %sum = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<2x8x8x16xf32>, tensor<2x4x4x16xf32>, tensor<f32>) -> tensor<2x8x8x16xf32>
    %1 = "stablehlo.select_and_scatter"(%wide, %strided, %zero) <{padding = dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %keep = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %keep : tensor<i1>
    }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %sum = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<1x9x7x24xf32>, tensor<1x5x4x24xf32>, tensor<f32>) -> tensor<1x9x7x24xf32>
    %2 = "stablehlo.select_and_scatter"(%narrow, %each, %zero) <{padding = dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 3, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %keep = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %keep : tensor<i1>
    }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %sum = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<2x6x6x5xf32>, tensor<2x6x6x5xf32>, tensor<f32>) -> tensor<2x6x6x5xf32>
    %none = stablehlo.constant dense<7> : tensor<i32>
    %3 = "stablehlo.select_and_scatter"(%signal, %parts, %none) <{window_dimensions = array<i64: 1, 4, 1>, window_strides = array<i64: 1, 3, 1>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %keep = stablehlo.compare LE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %keep : tensor<i1>
    }, {
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %sum = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %sum : tensor<i32>
    }) : (tensor<3x20x12xi32>, tensor<3x6x12xi32>, tensor<i32>) -> tensor<3x20x12xi32>
    return %0, %1, %2, %3 : tensor<2x8x8x16xf32>, tensor<1x9x7x24xf32>, tensor<2x6x6x5xf32>, tensor<3x20x12xi32>
  }
}

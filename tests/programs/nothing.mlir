module @nothing {
  func.func public @main(%rows: tensor<0x4xf32>, %columns: tensor<3x0xf32>, %some: tensor<3x4xf32>, %at: tensor<5xi32>, %flags: tensor<0xi1>, %cubes: tensor<2x0x3xf64>) -> (tensor<5x4xf32>, tensor<5x4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<f32>, tensor<3x4xf32>, tensor<4x4xf32>, tensor<2x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<0x4xf32>, tensor<0xi1>, tensor<0x4xf32>, tensor<3x4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<i1>, tensor<2x3xf64>, tensor<2x3x3xf64>, tensor<0xf32>, tensor<2x4xf32>, tensor<0x4xcomplex<f32>>, tensor<0x4xi32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %two = stablehlo.constant dense<2.0> : tensor<f32>
    %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %none = stablehlo.constant dense<0.0> : tensor<f64>
    %first = stablehlo.constant dense<0> : tensor<i32>
    %false = stablehlo.constant dense<false> : tensor<i1>
    // Slices without elements: of an operand without elements, and of one with.
    %0 = "stablehlo.gather"(%rows, %at) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 0, 4>}> : (tensor<0x4xf32>, tensor<5xi32>) -> tensor<5x4xf32>
    %1 = "stablehlo.gather"(%some, %at) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 0, 4>}> : (tensor<3x4xf32>, tensor<5xi32>) -> tensor<5x4xf32>
    %2 = stablehlo.reduce(%rows init: %two) applies stablehlo.add across dimensions = [0] : (tensor<0x4xf32>, tensor<f32>) -> tensor<4xf32>
    %3 = stablehlo.reduce(%columns init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<3x0xf32>, tensor<f32>) -> tensor<3xf32>
    %4 = stablehlo.reduce(%rows init: %two) applies stablehlo.multiply across dimensions = [0, 1] : (tensor<0x4xf32>, tensor<f32>) -> tensor<f32>
    %5 = stablehlo.dot_general %columns, %rows, contracting_dims = [1] x [0] : (tensor<3x0xf32>, tensor<0x4xf32>) -> tensor<3x4xf32>
    %6 = stablehlo.pad %rows, %two, low = [1, 0], high = [3, 0], interior = [1, 0] : (tensor<0x4xf32>, tensor<f32>) -> tensor<4x4xf32>
    %7 = "stablehlo.reduce_window"(%6, %zero) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<2x4xf32>
    %8 = stablehlo.concatenate %rows, %some, %rows, dim = 0 : (tensor<0x4xf32>, tensor<3x4xf32>, tensor<0x4xf32>) -> tensor<3x4xf32>
    %9 = stablehlo.dynamic_update_slice %some, %rows, %first, %first : (tensor<3x4xf32>, tensor<0x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
    %10 = stablehlo.dynamic_slice %some, %first, %first, sizes = [0, 4] : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<0x4xf32>
    %11 = "stablehlo.sort"(%flags) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<i1>, %b: tensor<i1>):
      %s = stablehlo.compare LT, %a, %b : (tensor<i1>, tensor<i1>) -> tensor<i1>
      stablehlo.return %s : tensor<i1>
    }) : (tensor<0xi1>) -> tensor<0xi1>
    %12 = stablehlo.exponential %rows : tensor<0x4xf32>
    %picked = stablehlo.slice %at [0:0] : (tensor<5xi32>) -> tensor<0xi32>
    %13 = "stablehlo.scatter"(%some, %picked, %rows) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<3x4xf32>, tensor<0xi32>, tensor<0x4xf32>) -> tensor<3x4xf32>
    %places = stablehlo.iota dim = 0 : tensor<0x4xi32>
    %14:2 = stablehlo.reduce(%rows init: %low), (%places init: %first) across dimensions = [0] : (tensor<0x4xf32>, tensor<0x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
     reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<i32>, %d: tensor<i32>) {
      %g = stablehlo.compare GT, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %p = stablehlo.select %g, %a, %c : tensor<i1>, tensor<f32>
      %q = stablehlo.select %g, %b, %d : tensor<i1>, tensor<i32>
      stablehlo.return %p, %q : tensor<f32>, tensor<i32>
    }
    %15 = stablehlo.reduce(%flags init: %false) applies stablehlo.or across dimensions = [0] : (tensor<0xi1>, tensor<i1>) -> tensor<i1>
    %16 = stablehlo.reduce(%cubes init: %none) applies stablehlo.add across dimensions = [1] : (tensor<2x0x3xf64>, tensor<f64>) -> tensor<2x3xf64>
    %17 = stablehlo.dot_general %cubes, %cubes, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x0x3xf64>, tensor<2x0x3xf64>) -> tensor<2x3x3xf64>
    %18 = stablehlo.reshape %rows : (tensor<0x4xf32>) -> tensor<0xf32>
    %19 = stablehlo.slice %some [1:3, 0:4] : (tensor<3x4xf32>) -> tensor<2x4xf32>
    %20 = stablehlo.complex %rows, %rows : tensor<0x4xcomplex<f32>>
    %21 = stablehlo.bitcast_convert %rows : (tensor<0x4xf32>) -> tensor<0x4xi32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14#0, %14#1, %15, %16, %17, %18, %19, %20, %21 : tensor<5x4xf32>, tensor<5x4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<f32>, tensor<3x4xf32>, tensor<4x4xf32>, tensor<2x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<0x4xf32>, tensor<0xi1>, tensor<0x4xf32>, tensor<3x4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<i1>, tensor<2x3xf64>, tensor<2x3x3xf64>, tensor<0xf32>, tensor<2x4xf32>, tensor<0x4xcomplex<f32>>, tensor<0x4xi32>
  }
}

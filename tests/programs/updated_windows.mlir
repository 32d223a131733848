module @updated_windows {
  func.func public @main(%field: tensor<20x37xf32> {tf.aliasing_output = 0 : i32}, %other: tensor<20x37xf32>, %position: tensor<i32>) -> (tensor<20x37xf32>, tensor<20x37xf32>, tensor<20x37xf32>, tensor<20x37xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %half = stablehlo.constant dense<5.000000e-01> : tensor<f32>

    // an element of the window is read to compute the one that replaces it
    %halves = stablehlo.broadcast_in_dim %half, dims = [] : (tensor<f32>) -> tensor<20x36xf32>
    %right = stablehlo.slice %other [0:20, 1:37] : (tensor<20x37xf32>) -> tensor<20x36xf32>
    %left = stablehlo.slice %other [0:20, 0:36] : (tensor<20x37xf32>) -> tensor<20x36xf32>
    %difference = stablehlo.subtract %right, %left : tensor<20x36xf32>
    %change = stablehlo.multiply %difference, %halves : tensor<20x36xf32>
    %start = stablehlo.constant dense<0> : tensor<1xi32>
    %0 = "stablehlo.scatter"(%field, %start, %change) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [1]>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %sum = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<20x37xf32>, tensor<1xi32>, tensor<20x36xf32>) -> tensor<20x37xf32>

    // other elements of the updated value are read
    %above = stablehlo.slice %other [0:18, 1:36] : (tensor<20x37xf32>) -> tensor<18x35xf32>
    %below = stablehlo.slice %other [2:20, 1:36] : (tensor<20x37xf32>) -> tensor<18x35xf32>
    %neighbours = stablehlo.add %above, %below : tensor<18x35xf32>
    %inside = stablehlo.constant dense<1> : tensor<2xi32>
    %1 = "stablehlo.scatter"(%other, %inside, %neighbours) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %b : tensor<f32>
    }) : (tensor<20x37xf32>, tensor<2xi32>, tensor<18x35xf32>) -> tensor<20x37xf32>

    // two rows and five columns of the window are outside
    %corner = stablehlo.constant dense<[-2, 24]> : tensor<2xi32>
    %2 = "stablehlo.scatter"(%other, %corner, %neighbours) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %most = stablehlo.maximum %b, %a : tensor<f32>
      stablehlo.return %most : tensor<f32>
    }) : (tensor<20x37xf32>, tensor<2xi32>, tensor<18x35xf32>) -> tensor<20x37xf32>

    // the start is known only at run time
    %row = stablehlo.dynamic_slice %other, %position, %zero, sizes = [3, 37] : (tensor<20x37xf32>, tensor<i32>, tensor<i32>) -> tensor<3x37xf32>
    %square = stablehlo.multiply %row, %row : tensor<3x37xf32>
    %3 = stablehlo.dynamic_update_slice %other, %square, %position, %zero : (tensor<20x37xf32>, tensor<3x37xf32>, tensor<i32>, tensor<i32>) -> tensor<20x37xf32>
    return %0, %1, %2, %3 : tensor<20x37xf32>, tensor<20x37xf32>, tensor<20x37xf32>, tensor<20x37xf32>
  }
}

// Intermediate values that have the types of results which are written later; one result may share the memory of
// an argument.
func.func @main(%x: tensor<40x24xf32>, %y: tensor<24x24xf32>, %z: tensor<40x24xf32> {tf.aliasing_output = 2 : i32})
    -> (tensor<24x24xf32>, tensor<40x24xf32>, tensor<40x24xf32>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<40x24xf32>, tensor<24x24xf32>) -> tensor<40x24xf32>
  %1 = stablehlo.dot_general %0, %y, contracting_dims = [1] x [0] : (tensor<40x24xf32>, tensor<24x24xf32>) -> tensor<40x24xf32>
  %2 = stablehlo.dot_general %1, %y, contracting_dims = [1] x [0] : (tensor<40x24xf32>, tensor<24x24xf32>) -> tensor<40x24xf32>
  %3 = stablehlo.add %z, %2 : tensor<40x24xf32>
  %4 = stablehlo.dot_general %0, %1, contracting_dims = [0] x [0] : (tensor<40x24xf32>, tensor<40x24xf32>) -> tensor<24x24xf32>
  %5 = stablehlo.dot_general %2, %4, contracting_dims = [1] x [0] : (tensor<40x24xf32>, tensor<24x24xf32>) -> tensor<40x24xf32>
  %6 = stablehlo.dot_general %5, %y, contracting_dims = [1] x [0] : (tensor<40x24xf32>, tensor<24x24xf32>) -> tensor<40x24xf32>
  return %4, %6, %3 : tensor<24x24xf32>, tensor<40x24xf32>, tensor<40x24xf32>
}

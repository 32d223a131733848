// Constants of quantized types, whose numbers are those of the storage, as arguments of what is tested.
func.func @dequantize() {
  %0 = "stablehlo.constant"() <{value = dense<[1, -2, 3]> : tensor<3xi8>}> : () -> tensor<3x!quant.uniform<i8:f32, 0.5:1>>
  %1 = "stablehlo.uniform_dequantize"(%0) : (tensor<3x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<3xf32>
  check.expect_eq_const %1, dense<[0.0, -1.5, 1.0]> : tensor<3xf32>
  func.return
}

// -----

func.func @dequantize_by_axis() {
  %0 = stablehlo.constant() <{value = dense<[[1, -2], [3, -128]]> : tensor<2x2xi8>}> : () -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5:1, 2.0:-3}>>
  %1 = "stablehlo.uniform_dequantize"(%0) : (tensor<2x2x!quant.uniform<i8:f32:1, {0.5:1, 2.0:-3}>>) -> tensor<2x2xf32>
  check.expect_eq_const %1, dense<[[0.0, 2.0], [1.0, -250.0]]> : tensor<2x2xf32>
  func.return
}

// -----

func.func @add_of_two_scales() {
  %0 = "stablehlo.constant"() <{value = dense<[10, -128, 127]> : tensor<3xi8>}> : () -> tensor<3x!quant.uniform<i8:f32, 0.5:0>>
  %1 = "stablehlo.constant"() <{value = dense<[4, 0, 127]> : tensor<3xi8>}> : () -> tensor<3x!quant.uniform<i8:f32, 2.0:4>>
  %2 = "stablehlo.add"(%0, %1) : (tensor<3x!quant.uniform<i8:f32, 0.5:0>>, tensor<3x!quant.uniform<i8:f32, 2.0:4>>) -> tensor<3x!quant.uniform<i8:f32, 1.0:-2>>
  %3 = "stablehlo.bitcast_convert"(%2) : (tensor<3x!quant.uniform<i8:f32, 1.0:-2>>) -> tensor<3xi8>
  check.expect_eq_const %3, dense<[3, -74, 127]> : tensor<3xi8>
  func.return
}

// -----

func.func @dot_with_a_scale_for_each_column() {
  %0 = "stablehlo.constant"() <{value = dense<[[1, 2], [-3, 4]]> : tensor<2x2xi8>}> : () -> tensor<2x2x!quant.uniform<i8:f32, 1.0:1>>
  %1 = "stablehlo.constant"() <{value = dense<[[5, -6], [7, 8]]> : tensor<2x2xi8>}> : () -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 0.5}>>
  %2 = "stablehlo.dot_general"(%0, %1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x2x!quant.uniform<i8:f32, 1.0:1>>, tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 0.5}>>) -> tensor<2x2x!quant.uniform<i32:f32:1, {0.5, 0.25}>>
  %3 = "stablehlo.bitcast_convert"(%2) : (tensor<2x2x!quant.uniform<i32:f32:1, {0.5, 0.25}>>) -> tensor<2x2xi32>
  check.expect_eq_const %3, dense<[[14, 16], [2, 96]]> : tensor<2x2xi32>
  func.return
}

// -----

func.func @a_function_gives_the_constant() {
  %0 = func.call @numbers() : () -> tensor<2x!quant.uniform<ui8:f32, 0.25:128>>
  %1 = "stablehlo.uniform_dequantize"(%0) : (tensor<2x!quant.uniform<ui8:f32, 0.25:128>>) -> tensor<2xf32>
  check.expect_eq_const %1, dense<[-32.0, 31.75]> : tensor<2xf32>
  func.return
}
func.func private @numbers() -> tensor<2x!quant.uniform<ui8:f32, 0.25:128>> {
  %0 = "stablehlo.constant"() <{value = dense<[0, 255]> : tensor<2xui8>}> : () -> tensor<2x!quant.uniform<ui8:f32, 0.25:128>>
  func.return %0 : tensor<2x!quant.uniform<ui8:f32, 0.25:128>>
}

// What is summed past the size is the zero point.
func.func private @quantized_dots_at(%size: tensor<i32>) -> (tensor<2x3xi8>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = "stablehlo.constant"() {value = dense<[[-5, 2, -4, 1], [-3, 5, -5, -3]]> : tensor<2x4xi8>} : () -> tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 1 : (tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>, tensor<i32>) -> tensor<2x?x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<?, 4>>
  %b_s = "stablehlo.constant"() {value = dense<[[-4, 3, -2], [6, -3, -3], [6, -5, 5], [-5, -3, -2]]> : tensor<4x3xi8>} : () -> tensor<4x3x!quant.uniform<i8:f32, 0.25>>
  %b = stablehlo.set_dimension_size %b_s, %n, dim = 0 : (tensor<4x3x!quant.uniform<i8:f32, 0.25>>, tensor<i32>) -> tensor<?x3x!quant.uniform<i8:f32, 0.25>, #stablehlo.bounds<4, ?>>
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x?x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<?, 4>>, tensor<?x3x!quant.uniform<i8:f32, 0.25>, #stablehlo.bounds<4, ?>>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:-7>>
  %b0 = stablehlo.bitcast_convert %r : (tensor<2x3x!quant.uniform<i8:f32, 0.5:-7>>) -> tensor<2x3xi8>
  return %b0 : tensor<2x3xi8>
}
func.func @quantized_dots() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:1 = call @quantized_dots_at(%size_0) : (tensor<i32>) -> (tensor<2x3xi8>)
  %a_0 = "stablehlo.constant"() {value = dense<> : tensor<2x0xi8>} : () -> tensor<2x0x!quant.uniform<i8:f32, 0.5:3>>
  %b_0 = "stablehlo.constant"() {value = dense<> : tensor<0x3xi8>} : () -> tensor<0x3x!quant.uniform<i8:f32, 0.25>>
  %r_0 = stablehlo.dot_general %a_0, %b_0, contracting_dims = [1] x [0] : (tensor<2x0x!quant.uniform<i8:f32, 0.5:3>>, tensor<0x3x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:-7>>
  %b0_0 = stablehlo.bitcast_convert %r_0 : (tensor<2x3x!quant.uniform<i8:f32, 0.5:-7>>) -> tensor<2x3xi8>
  check.expect_eq %at_0#0, %b0_0 : tensor<2x3xi8>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:1 = call @quantized_dots_at(%size_1) : (tensor<i32>) -> (tensor<2x3xi8>)
  %a_1 = "stablehlo.constant"() {value = dense<[[-5], [-3]]> : tensor<2x1xi8>} : () -> tensor<2x1x!quant.uniform<i8:f32, 0.5:3>>
  %b_1 = "stablehlo.constant"() {value = dense<[[-4, 3, -2]]> : tensor<1x3xi8>} : () -> tensor<1x3x!quant.uniform<i8:f32, 0.25>>
  %r_1 = stablehlo.dot_general %a_1, %b_1, contracting_dims = [1] x [0] : (tensor<2x1x!quant.uniform<i8:f32, 0.5:3>>, tensor<1x3x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:-7>>
  %b0_1 = stablehlo.bitcast_convert %r_1 : (tensor<2x3x!quant.uniform<i8:f32, 0.5:-7>>) -> tensor<2x3xi8>
  check.expect_eq %at_1#0, %b0_1 : tensor<2x3xi8>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:1 = call @quantized_dots_at(%size_3) : (tensor<i32>) -> (tensor<2x3xi8>)
  %a_3 = "stablehlo.constant"() {value = dense<[[-5, 2, -4], [-3, 5, -5]]> : tensor<2x3xi8>} : () -> tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>
  %b_3 = "stablehlo.constant"() {value = dense<[[-4, 3, -2], [6, -3, -3], [6, -5, 5]]> : tensor<3x3xi8>} : () -> tensor<3x3x!quant.uniform<i8:f32, 0.25>>
  %r_3 = stablehlo.dot_general %a_3, %b_3, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, tensor<3x3x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:-7>>
  %b0_3 = stablehlo.bitcast_convert %r_3 : (tensor<2x3x!quant.uniform<i8:f32, 0.5:-7>>) -> tensor<2x3xi8>
  check.expect_eq %at_3#0, %b0_3 : tensor<2x3xi8>
  %size_4 = stablehlo.constant dense<4> : tensor<i32>
  %at_4:1 = call @quantized_dots_at(%size_4) : (tensor<i32>) -> (tensor<2x3xi8>)
  %a_4 = "stablehlo.constant"() {value = dense<[[-5, 2, -4, 1], [-3, 5, -5, -3]]> : tensor<2x4xi8>} : () -> tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>
  %b_4 = "stablehlo.constant"() {value = dense<[[-4, 3, -2], [6, -3, -3], [6, -5, 5], [-5, -3, -2]]> : tensor<4x3xi8>} : () -> tensor<4x3x!quant.uniform<i8:f32, 0.25>>
  %r_4 = stablehlo.dot_general %a_4, %b_4, contracting_dims = [1] x [0] : (tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>, tensor<4x3x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:-7>>
  %b0_4 = stablehlo.bitcast_convert %r_4 : (tensor<2x3x!quant.uniform<i8:f32, 0.5:-7>>) -> tensor<2x3xi8>
  check.expect_eq %at_4#0, %b0_4 : tensor<2x3xi8>
  func.return
}

// -----

func.func private @quantized_dots_of_an_axis_at(%size: tensor<i32>) -> (tensor<2x3xi8>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = "stablehlo.constant"() {value = dense<[[-4, -2, -3, -1], [6, -2, 2, -5]]> : tensor<2x4xi8>} : () -> tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>
  %d0 = stablehlo.constant dense<2> : tensor<i32>
  %y0 = stablehlo.divide %n, %d0 : tensor<i32>
  %a_0 = stablehlo.set_dimension_size %a_s, %y0, dim = 0 : (tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>, tensor<i32>) -> tensor<?x4x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<2, ?>>
  %a = stablehlo.set_dimension_size %a_0, %n, dim = 1 : (tensor<?x4x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<2, ?>>, tensor<i32>) -> tensor<?x?x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<2, 4>>
  %b_s = stablehlo.constant dense<[[6, -5, -4], [0, 3, 0], [-5, 3, 6], [2, 0, 4]]> : tensor<4x3xi8>
  %b = stablehlo.set_dimension_size %b_s, %n, dim = 0 : (tensor<4x3xi8>, tensor<i32>) -> tensor<?x3xi8, #stablehlo.bounds<4, ?>>
  %w = stablehlo.bitcast_convert %b : (tensor<?x3xi8, #stablehlo.bounds<4, ?>>) -> tensor<?x3x!quant.uniform<i8:f32:1, {0.25, 0.5, 0.125}>, #stablehlo.bounds<4, ?>>
  %r = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<?x?x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<2, 4>>, tensor<?x3x!quant.uniform<i8:f32:1, {0.25, 0.5, 0.125}>, #stablehlo.bounds<4, ?>>) -> tensor<?x3x!quant.uniform<i8:f32, 0.5:-7>, #stablehlo.bounds<2, ?>>
  %b0 = stablehlo.bitcast_convert %r : (tensor<?x3x!quant.uniform<i8:f32, 0.5:-7>, #stablehlo.bounds<2, ?>>) -> tensor<?x3xi8, #stablehlo.bounds<2, ?>>
  %z0 = stablehlo.constant dense<0> : tensor<2x3xi8>
  %o0 = stablehlo.dynamic_update_slice %z0, %b0, %zero, %zero : (tensor<2x3xi8>, tensor<?x3xi8, #stablehlo.bounds<2, ?>>, tensor<i32>, tensor<i32>) -> tensor<2x3xi8>
  %s0_0 = stablehlo.get_dimension_size %b0, dim = 0 : (tensor<?x3xi8, #stablehlo.bounds<2, ?>>) -> tensor<i32>
  return %o0, %s0_0 : tensor<2x3xi8>, tensor<i32>
}
func.func @quantized_dots_of_an_axis() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:2 = call @quantized_dots_of_an_axis_at(%size_0) : (tensor<i32>) -> (tensor<2x3xi8>, tensor<i32>)
  %a_0 = "stablehlo.constant"() {value = dense<> : tensor<0x0xi8>} : () -> tensor<0x0x!quant.uniform<i8:f32, 0.5:3>>
  %b_0 = stablehlo.constant dense<> : tensor<0x3xi8>
  %w_0 = stablehlo.bitcast_convert %b_0 : (tensor<0x3xi8>) -> tensor<0x3x!quant.uniform<i8:f32:1, {0.25, 0.5, 0.125}>>
  %r_0 = stablehlo.dot_general %a_0, %w_0, contracting_dims = [1] x [0] : (tensor<0x0x!quant.uniform<i8:f32, 0.5:3>>, tensor<0x3x!quant.uniform<i8:f32:1, {0.25, 0.5, 0.125}>>) -> tensor<0x3x!quant.uniform<i8:f32, 0.5:-7>>
  %b0_0 = stablehlo.bitcast_convert %r_0 : (tensor<0x3x!quant.uniform<i8:f32, 0.5:-7>>) -> tensor<0x3xi8>
  %z0_0 = stablehlo.constant dense<0> : tensor<i8>
  %w0_0 = stablehlo.pad %b0_0, %z0_0, low = [0, 0], high = [2, 0], interior = [0, 0] : (tensor<0x3xi8>, tensor<i8>) -> tensor<2x3xi8>
  check.expect_eq %at_0#0, %w0_0 : tensor<2x3xi8>
  check.expect_eq_const %at_0#1, dense<0> : tensor<i32>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:2 = call @quantized_dots_of_an_axis_at(%size_1) : (tensor<i32>) -> (tensor<2x3xi8>, tensor<i32>)
  %a_1 = "stablehlo.constant"() {value = dense<> : tensor<0x1xi8>} : () -> tensor<0x1x!quant.uniform<i8:f32, 0.5:3>>
  %b_1 = stablehlo.constant dense<[[6, -5, -4]]> : tensor<1x3xi8>
  %w_1 = stablehlo.bitcast_convert %b_1 : (tensor<1x3xi8>) -> tensor<1x3x!quant.uniform<i8:f32:1, {0.25, 0.5, 0.125}>>
  %r_1 = stablehlo.dot_general %a_1, %w_1, contracting_dims = [1] x [0] : (tensor<0x1x!quant.uniform<i8:f32, 0.5:3>>, tensor<1x3x!quant.uniform<i8:f32:1, {0.25, 0.5, 0.125}>>) -> tensor<0x3x!quant.uniform<i8:f32, 0.5:-7>>
  %b0_1 = stablehlo.bitcast_convert %r_1 : (tensor<0x3x!quant.uniform<i8:f32, 0.5:-7>>) -> tensor<0x3xi8>
  %z0_1 = stablehlo.constant dense<0> : tensor<i8>
  %w0_1 = stablehlo.pad %b0_1, %z0_1, low = [0, 0], high = [2, 0], interior = [0, 0] : (tensor<0x3xi8>, tensor<i8>) -> tensor<2x3xi8>
  check.expect_eq %at_1#0, %w0_1 : tensor<2x3xi8>
  check.expect_eq_const %at_1#1, dense<0> : tensor<i32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:2 = call @quantized_dots_of_an_axis_at(%size_3) : (tensor<i32>) -> (tensor<2x3xi8>, tensor<i32>)
  %a_3 = "stablehlo.constant"() {value = dense<[[-4, -2, -3]]> : tensor<1x3xi8>} : () -> tensor<1x3x!quant.uniform<i8:f32, 0.5:3>>
  %b_3 = stablehlo.constant dense<[[6, -5, -4], [0, 3, 0], [-5, 3, 6]]> : tensor<3x3xi8>
  %w_3 = stablehlo.bitcast_convert %b_3 : (tensor<3x3xi8>) -> tensor<3x3x!quant.uniform<i8:f32:1, {0.25, 0.5, 0.125}>>
  %r_3 = stablehlo.dot_general %a_3, %w_3, contracting_dims = [1] x [0] : (tensor<1x3x!quant.uniform<i8:f32, 0.5:3>>, tensor<3x3x!quant.uniform<i8:f32:1, {0.25, 0.5, 0.125}>>) -> tensor<1x3x!quant.uniform<i8:f32, 0.5:-7>>
  %b0_3 = stablehlo.bitcast_convert %r_3 : (tensor<1x3x!quant.uniform<i8:f32, 0.5:-7>>) -> tensor<1x3xi8>
  %z0_3 = stablehlo.constant dense<0> : tensor<i8>
  %w0_3 = stablehlo.pad %b0_3, %z0_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<1x3xi8>, tensor<i8>) -> tensor<2x3xi8>
  check.expect_eq %at_3#0, %w0_3 : tensor<2x3xi8>
  check.expect_eq_const %at_3#1, dense<1> : tensor<i32>
  %size_4 = stablehlo.constant dense<4> : tensor<i32>
  %at_4:2 = call @quantized_dots_of_an_axis_at(%size_4) : (tensor<i32>) -> (tensor<2x3xi8>, tensor<i32>)
  %a_4 = "stablehlo.constant"() {value = dense<[[-4, -2, -3, -1], [6, -2, 2, -5]]> : tensor<2x4xi8>} : () -> tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>
  %b_4 = stablehlo.constant dense<[[6, -5, -4], [0, 3, 0], [-5, 3, 6], [2, 0, 4]]> : tensor<4x3xi8>
  %w_4 = stablehlo.bitcast_convert %b_4 : (tensor<4x3xi8>) -> tensor<4x3x!quant.uniform<i8:f32:1, {0.25, 0.5, 0.125}>>
  %r_4 = stablehlo.dot_general %a_4, %w_4, contracting_dims = [1] x [0] : (tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>, tensor<4x3x!quant.uniform<i8:f32:1, {0.25, 0.5, 0.125}>>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:-7>>
  %b0_4 = stablehlo.bitcast_convert %r_4 : (tensor<2x3x!quant.uniform<i8:f32, 0.5:-7>>) -> tensor<2x3xi8>
  %z0_4 = stablehlo.constant dense<0> : tensor<i8>
  %w0_4 = stablehlo.pad %b0_4, %z0_4, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x3xi8>, tensor<i8>) -> tensor<2x3xi8>
  check.expect_eq %at_4#0, %w0_4 : tensor<2x3xi8>
  check.expect_eq_const %at_4#1, dense<2> : tensor<i32>
  func.return
}

// -----

func.func private @hybrid_dots_at(%size: tensor<i32>) -> (tensor<2x3xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[-1.0, 0.0, 1.0, 4.0], [-1.0, 2.0, 4.0, 4.0]]> : tensor<2x4xf32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 1 : (tensor<2x4xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 4>>
  %b_s = "stablehlo.constant"() {value = dense<[[-1, 5, 5], [-4, -1, 1], [-1, 3, 2], [-5, 6, 4]]> : tensor<4x3xi8>} : () -> tensor<4x3x!quant.uniform<i8:f32, 0.25>>
  %b_0 = stablehlo.set_dimension_size %b_s, %n, dim = 0 : (tensor<4x3x!quant.uniform<i8:f32, 0.25>>, tensor<i32>) -> tensor<?x3x!quant.uniform<i8:f32, 0.25>, #stablehlo.bounds<4, ?>>
  %m0 = stablehlo.constant dense<3> : tensor<i32>
  %x0 = stablehlo.multiply %n, %m0 : tensor<i32>
  %d0 = stablehlo.constant dense<4> : tensor<i32>
  %y0 = stablehlo.divide %x0, %d0 : tensor<i32>
  %b = stablehlo.set_dimension_size %b_0, %y0, dim = 1 : (tensor<?x3x!quant.uniform<i8:f32, 0.25>, #stablehlo.bounds<4, ?>>, tensor<i32>) -> tensor<?x?x!quant.uniform<i8:f32, 0.25>, #stablehlo.bounds<4, 3>>
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x?xf32, #stablehlo.bounds<?, 4>>, tensor<?x?x!quant.uniform<i8:f32, 0.25>, #stablehlo.bounds<4, 3>>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
  %z0 = stablehlo.constant dense<0.0> : tensor<2x3xf32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero : (tensor<2x3xf32>, tensor<2x?xf32, #stablehlo.bounds<?, 3>>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %s0_1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<2x?xf32, #stablehlo.bounds<?, 3>>) -> tensor<i32>
  return %o0, %s0_1 : tensor<2x3xf32>, tensor<i32>
}
func.func @hybrid_dots() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:2 = call @hybrid_dots_at(%size_0) : (tensor<i32>) -> (tensor<2x3xf32>, tensor<i32>)
  %a_0 = stablehlo.constant dense<> : tensor<2x0xf32>
  %b_0 = "stablehlo.constant"() {value = dense<> : tensor<0x0xi8>} : () -> tensor<0x0x!quant.uniform<i8:f32, 0.25>>
  %r_0 = stablehlo.dot_general %a_0, %b_0, contracting_dims = [1] x [0] : (tensor<2x0xf32>, tensor<0x0x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x0xf32>
  %z0_0 = stablehlo.constant dense<0.0> : tensor<f32>
  %w0_0 = stablehlo.pad %r_0, %z0_0, low = [0, 0], high = [0, 3], interior = [0, 0] : (tensor<2x0xf32>, tensor<f32>) -> tensor<2x3xf32>
  check.expect_almost_eq %at_0#0, %w0_0 : tensor<2x3xf32>
  check.expect_eq_const %at_0#1, dense<0> : tensor<i32>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:2 = call @hybrid_dots_at(%size_1) : (tensor<i32>) -> (tensor<2x3xf32>, tensor<i32>)
  %a_1 = stablehlo.constant dense<[[-1.0], [-1.0]]> : tensor<2x1xf32>
  %b_1 = "stablehlo.constant"() {value = dense<> : tensor<1x0xi8>} : () -> tensor<1x0x!quant.uniform<i8:f32, 0.25>>
  %r_1 = stablehlo.dot_general %a_1, %b_1, contracting_dims = [1] x [0] : (tensor<2x1xf32>, tensor<1x0x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x0xf32>
  %z0_1 = stablehlo.constant dense<0.0> : tensor<f32>
  %w0_1 = stablehlo.pad %r_1, %z0_1, low = [0, 0], high = [0, 3], interior = [0, 0] : (tensor<2x0xf32>, tensor<f32>) -> tensor<2x3xf32>
  check.expect_almost_eq %at_1#0, %w0_1 : tensor<2x3xf32>
  check.expect_eq_const %at_1#1, dense<0> : tensor<i32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:2 = call @hybrid_dots_at(%size_3) : (tensor<i32>) -> (tensor<2x3xf32>, tensor<i32>)
  %a_3 = stablehlo.constant dense<[[-1.0, 0.0, 1.0], [-1.0, 2.0, 4.0]]> : tensor<2x3xf32>
  %b_3 = "stablehlo.constant"() {value = dense<[[-1, 5], [-4, -1], [-1, 3]]> : tensor<3x2xi8>} : () -> tensor<3x2x!quant.uniform<i8:f32, 0.25>>
  %r_3 = stablehlo.dot_general %a_3, %b_3, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x2xf32>
  %z0_3 = stablehlo.constant dense<0.0> : tensor<f32>
  %w0_3 = stablehlo.pad %r_3, %z0_3, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x3xf32>
  check.expect_almost_eq %at_3#0, %w0_3 : tensor<2x3xf32>
  check.expect_eq_const %at_3#1, dense<2> : tensor<i32>
  %size_4 = stablehlo.constant dense<4> : tensor<i32>
  %at_4:2 = call @hybrid_dots_at(%size_4) : (tensor<i32>) -> (tensor<2x3xf32>, tensor<i32>)
  %a_4 = stablehlo.constant dense<[[-1.0, 0.0, 1.0, 4.0], [-1.0, 2.0, 4.0, 4.0]]> : tensor<2x4xf32>
  %b_4 = "stablehlo.constant"() {value = dense<[[-1, 5, 5], [-4, -1, 1], [-1, 3, 2], [-5, 6, 4]]> : tensor<4x3xi8>} : () -> tensor<4x3x!quant.uniform<i8:f32, 0.25>>
  %r_4 = stablehlo.dot_general %a_4, %b_4, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x3x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x3xf32>
  %z0_4 = stablehlo.constant dense<0.0> : tensor<f32>
  %w0_4 = stablehlo.pad %r_4, %z0_4, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  check.expect_almost_eq %at_4#0, %w0_4 : tensor<2x3xf32>
  check.expect_eq_const %at_4#1, dense<3> : tensor<i32>
  func.return
}

// -----

func.func private @quantized_convolutions_at(%size: tensor<i32>) -> (tensor<2x4x2xi8>, tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = "stablehlo.constant"() {value = dense<[[[3, 0, 4], [-5, -2, -5], [1, 0, -4], [1, -1, 0]], [[-4, 4, 3], [-3, -4, -1], [0, 4, -5], [-3, 3, -4]]]> : tensor<2x4x3xi8>} : () -> tensor<2x4x3x!quant.uniform<i8:f32, 0.5:3>>
  %d0 = stablehlo.constant dense<2> : tensor<i32>
  %y0 = stablehlo.divide %n, %d0 : tensor<i32>
  %a_0 = stablehlo.set_dimension_size %a_s, %y0, dim = 0 : (tensor<2x4x3x!quant.uniform<i8:f32, 0.5:3>>, tensor<i32>) -> tensor<?x4x3x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<2, ?, ?>>
  %a_1 = stablehlo.set_dimension_size %a_0, %n, dim = 1 : (tensor<?x4x3x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<2, ?, ?>>, tensor<i32>) -> tensor<?x?x3x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<2, 4, ?>>
  %m1 = stablehlo.constant dense<3> : tensor<i32>
  %x1 = stablehlo.multiply %n, %m1 : tensor<i32>
  %d1 = stablehlo.constant dense<4> : tensor<i32>
  %y1 = stablehlo.divide %x1, %d1 : tensor<i32>
  %a = stablehlo.set_dimension_size %a_1, %y1, dim = 2 : (tensor<?x?x3x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<2, 4, ?>>, tensor<i32>) -> tensor<?x?x?x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<2, 4, 3>>
  %k_s = "stablehlo.constant"() {value = dense<[[[-5, 0], [-1, 6], [3, 6]], [[-5, 1], [-3, 4], [5, -1]]]> : tensor<2x3x2xi8>} : () -> tensor<2x3x2x!quant.uniform<i8:f32, 0.25>>
  %k = stablehlo.set_dimension_size %k_s, %y1, dim = 1 : (tensor<2x3x2x!quant.uniform<i8:f32, 0.25>>, tensor<i32>) -> tensor<2x?x2x!quant.uniform<i8:f32, 0.25>, #stablehlo.bounds<?, 3, ?>>
  %r = "stablehlo.convolution"(%a, %k) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<?x?x?x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<2, 4, 3>>, tensor<2x?x2x!quant.uniform<i8:f32, 0.25>, #stablehlo.bounds<?, 3, ?>>) -> tensor<?x?x2x!quant.uniform<i8:f32, 0.5:-7>, #stablehlo.bounds<2, 4, ?>>
  %b0 = stablehlo.bitcast_convert %r : (tensor<?x?x2x!quant.uniform<i8:f32, 0.5:-7>, #stablehlo.bounds<2, 4, ?>>) -> tensor<?x?x2xi8, #stablehlo.bounds<2, 4, ?>>
  %z0 = stablehlo.constant dense<0> : tensor<2x4x2xi8>
  %o0 = stablehlo.dynamic_update_slice %z0, %b0, %zero, %zero, %zero : (tensor<2x4x2xi8>, tensor<?x?x2xi8, #stablehlo.bounds<2, 4, ?>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x2xi8>
  %s0_0 = stablehlo.get_dimension_size %b0, dim = 0 : (tensor<?x?x2xi8, #stablehlo.bounds<2, 4, ?>>) -> tensor<i32>
  %s0_1 = stablehlo.get_dimension_size %b0, dim = 1 : (tensor<?x?x2xi8, #stablehlo.bounds<2, 4, ?>>) -> tensor<i32>
  return %o0, %s0_0, %s0_1 : tensor<2x4x2xi8>, tensor<i32>, tensor<i32>
}
func.func @quantized_convolutions() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:3 = call @quantized_convolutions_at(%size_0) : (tensor<i32>) -> (tensor<2x4x2xi8>, tensor<i32>, tensor<i32>)
  %a_0 = "stablehlo.constant"() {value = dense<> : tensor<0x0x0xi8>} : () -> tensor<0x0x0x!quant.uniform<i8:f32, 0.5:3>>
  %k_0 = "stablehlo.constant"() {value = dense<> : tensor<2x0x2xi8>} : () -> tensor<2x0x2x!quant.uniform<i8:f32, 0.25>>
  %r_0 = "stablehlo.convolution"(%a_0, %k_0) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<0x0x0x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x0x2x!quant.uniform<i8:f32, 0.25>>) -> tensor<0x0x2x!quant.uniform<i8:f32, 0.5:-7>>
  %b0_0 = stablehlo.bitcast_convert %r_0 : (tensor<0x0x2x!quant.uniform<i8:f32, 0.5:-7>>) -> tensor<0x0x2xi8>
  %z0_0 = stablehlo.constant dense<0> : tensor<i8>
  %w0_0 = stablehlo.pad %b0_0, %z0_0, low = [0, 0, 0], high = [2, 4, 0], interior = [0, 0, 0] : (tensor<0x0x2xi8>, tensor<i8>) -> tensor<2x4x2xi8>
  check.expect_eq %at_0#0, %w0_0 : tensor<2x4x2xi8>
  check.expect_eq_const %at_0#1, dense<0> : tensor<i32>
  check.expect_eq_const %at_0#2, dense<0> : tensor<i32>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:3 = call @quantized_convolutions_at(%size_1) : (tensor<i32>) -> (tensor<2x4x2xi8>, tensor<i32>, tensor<i32>)
  %a_1 = "stablehlo.constant"() {value = dense<> : tensor<0x1x0xi8>} : () -> tensor<0x1x0x!quant.uniform<i8:f32, 0.5:3>>
  %k_1 = "stablehlo.constant"() {value = dense<> : tensor<2x0x2xi8>} : () -> tensor<2x0x2x!quant.uniform<i8:f32, 0.25>>
  %r_1 = "stablehlo.convolution"(%a_1, %k_1) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<0x1x0x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x0x2x!quant.uniform<i8:f32, 0.25>>) -> tensor<0x1x2x!quant.uniform<i8:f32, 0.5:-7>>
  %b0_1 = stablehlo.bitcast_convert %r_1 : (tensor<0x1x2x!quant.uniform<i8:f32, 0.5:-7>>) -> tensor<0x1x2xi8>
  %z0_1 = stablehlo.constant dense<0> : tensor<i8>
  %w0_1 = stablehlo.pad %b0_1, %z0_1, low = [0, 0, 0], high = [2, 3, 0], interior = [0, 0, 0] : (tensor<0x1x2xi8>, tensor<i8>) -> tensor<2x4x2xi8>
  check.expect_eq %at_1#0, %w0_1 : tensor<2x4x2xi8>
  check.expect_eq_const %at_1#1, dense<0> : tensor<i32>
  check.expect_eq_const %at_1#2, dense<1> : tensor<i32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:3 = call @quantized_convolutions_at(%size_3) : (tensor<i32>) -> (tensor<2x4x2xi8>, tensor<i32>, tensor<i32>)
  %a_3 = "stablehlo.constant"() {value = dense<[[[3, 0], [-5, -2], [1, 0]]]> : tensor<1x3x2xi8>} : () -> tensor<1x3x2x!quant.uniform<i8:f32, 0.5:3>>
  %k_3 = "stablehlo.constant"() {value = dense<[[[-5, 0], [-1, 6]], [[-5, 1], [-3, 4]]]> : tensor<2x2x2xi8>} : () -> tensor<2x2x2x!quant.uniform<i8:f32, 0.25>>
  %r_3 = "stablehlo.convolution"(%a_3, %k_3) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1x3x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x2x2x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x3x2x!quant.uniform<i8:f32, 0.5:-7>>
  %b0_3 = stablehlo.bitcast_convert %r_3 : (tensor<1x3x2x!quant.uniform<i8:f32, 0.5:-7>>) -> tensor<1x3x2xi8>
  %z0_3 = stablehlo.constant dense<0> : tensor<i8>
  %w0_3 = stablehlo.pad %b0_3, %z0_3, low = [0, 0, 0], high = [1, 1, 0], interior = [0, 0, 0] : (tensor<1x3x2xi8>, tensor<i8>) -> tensor<2x4x2xi8>
  check.expect_eq %at_3#0, %w0_3 : tensor<2x4x2xi8>
  check.expect_eq_const %at_3#1, dense<1> : tensor<i32>
  check.expect_eq_const %at_3#2, dense<3> : tensor<i32>
  %size_4 = stablehlo.constant dense<4> : tensor<i32>
  %at_4:3 = call @quantized_convolutions_at(%size_4) : (tensor<i32>) -> (tensor<2x4x2xi8>, tensor<i32>, tensor<i32>)
  %a_4 = "stablehlo.constant"() {value = dense<[[[3, 0, 4], [-5, -2, -5], [1, 0, -4], [1, -1, 0]], [[-4, 4, 3], [-3, -4, -1], [0, 4, -5], [-3, 3, -4]]]> : tensor<2x4x3xi8>} : () -> tensor<2x4x3x!quant.uniform<i8:f32, 0.5:3>>
  %k_4 = "stablehlo.constant"() {value = dense<[[[-5, 0], [-1, 6], [3, 6]], [[-5, 1], [-3, 4], [5, -1]]]> : tensor<2x3x2xi8>} : () -> tensor<2x3x2x!quant.uniform<i8:f32, 0.25>>
  %r_4 = "stablehlo.convolution"(%a_4, %k_4) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4x3x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x3x2x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x4x2x!quant.uniform<i8:f32, 0.5:-7>>
  %b0_4 = stablehlo.bitcast_convert %r_4 : (tensor<2x4x2x!quant.uniform<i8:f32, 0.5:-7>>) -> tensor<2x4x2xi8>
  %z0_4 = stablehlo.constant dense<0> : tensor<i8>
  %w0_4 = stablehlo.pad %b0_4, %z0_4, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<2x4x2xi8>, tensor<i8>) -> tensor<2x4x2xi8>
  check.expect_eq %at_4#0, %w0_4 : tensor<2x4x2xi8>
  check.expect_eq_const %at_4#1, dense<2> : tensor<i32>
  check.expect_eq_const %at_4#2, dense<4> : tensor<i32>
  func.return
}

// -----

func.func private @quantized_feature_groups_at(%size: tensor<i32>) -> (tensor<2x3x6xui8>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = "stablehlo.constant"() {value = dense<[[[5, 2, 5, 2, 4, 6], [4, 0, 4, 5, 1, 5], [0, 0, 1, 7, 5, 0]], [[5, 7, 0, 0, 3, 5], [1, 2, 5, 2, 1, 7], [5, 1, 4, 2, 1, 2]]]> : tensor<2x3x6xui8>} : () -> tensor<2x3x6x!quant.uniform<ui8:f32, 0.5:9>>
  %m0 = stablehlo.constant dense<2> : tensor<i32>
  %x0 = stablehlo.multiply %n, %m0 : tensor<i32>
  %a = stablehlo.set_dimension_size %a_s, %x0, dim = 2 : (tensor<2x3x6x!quant.uniform<ui8:f32, 0.5:9>>, tensor<i32>) -> tensor<2x3x?x!quant.uniform<ui8:f32, 0.5:9>, #stablehlo.bounds<?, ?, 6>>
  %k_s = "stablehlo.constant"() {value = dense<[[[7, 7, 5, 6, 6, 0], [4, 7, 0, 1, 5, 7], [1, 1, 6, 6, 3, 7]]]> : tensor<1x3x6xui8>} : () -> tensor<1x3x6x!quant.uniform<ui8:f32, 0.25:0>>
  %k_0 = stablehlo.set_dimension_size %k_s, %n, dim = 1 : (tensor<1x3x6x!quant.uniform<ui8:f32, 0.25:0>>, tensor<i32>) -> tensor<1x?x6x!quant.uniform<ui8:f32, 0.25:0>, #stablehlo.bounds<?, 3, ?>>
  %k = stablehlo.set_dimension_size %k_0, %x0, dim = 2 : (tensor<1x?x6x!quant.uniform<ui8:f32, 0.25:0>, #stablehlo.bounds<?, 3, ?>>, tensor<i32>) -> tensor<1x?x?x!quant.uniform<ui8:f32, 0.25:0>, #stablehlo.bounds<?, 3, 6>>
  %r = "stablehlo.convolution"(%a, %k) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64} : (tensor<2x3x?x!quant.uniform<ui8:f32, 0.5:9>, #stablehlo.bounds<?, ?, 6>>, tensor<1x?x?x!quant.uniform<ui8:f32, 0.25:0>, #stablehlo.bounds<?, 3, 6>>) -> tensor<2x3x?x!quant.uniform<ui8:f32, 0.5:9>, #stablehlo.bounds<?, ?, 6>>
  %b0 = stablehlo.bitcast_convert %r : (tensor<2x3x?x!quant.uniform<ui8:f32, 0.5:9>, #stablehlo.bounds<?, ?, 6>>) -> tensor<2x3x?xui8, #stablehlo.bounds<?, ?, 6>>
  %z0 = stablehlo.constant dense<0> : tensor<2x3x6xui8>
  %o0 = stablehlo.dynamic_update_slice %z0, %b0, %zero, %zero, %zero : (tensor<2x3x6xui8>, tensor<2x3x?xui8, #stablehlo.bounds<?, ?, 6>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x6xui8>
  %s0_2 = stablehlo.get_dimension_size %b0, dim = 2 : (tensor<2x3x?xui8, #stablehlo.bounds<?, ?, 6>>) -> tensor<i32>
  return %o0, %s0_2 : tensor<2x3x6xui8>, tensor<i32>
}
func.func @quantized_feature_groups() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:2 = call @quantized_feature_groups_at(%size_0) : (tensor<i32>) -> (tensor<2x3x6xui8>, tensor<i32>)
  %a_0 = "stablehlo.constant"() {value = dense<> : tensor<2x3x0xui8>} : () -> tensor<2x3x0x!quant.uniform<ui8:f32, 0.5:9>>
  %k_0 = "stablehlo.constant"() {value = dense<> : tensor<1x0x0xui8>} : () -> tensor<1x0x0x!quant.uniform<ui8:f32, 0.25:0>>
  %r_0 = "stablehlo.convolution"(%a_0, %k_0) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64} : (tensor<2x3x0x!quant.uniform<ui8:f32, 0.5:9>>, tensor<1x0x0x!quant.uniform<ui8:f32, 0.25:0>>) -> tensor<2x3x0x!quant.uniform<ui8:f32, 0.5:9>>
  %b0_0 = stablehlo.bitcast_convert %r_0 : (tensor<2x3x0x!quant.uniform<ui8:f32, 0.5:9>>) -> tensor<2x3x0xui8>
  %z0_0 = stablehlo.constant dense<0> : tensor<ui8>
  %w0_0 = stablehlo.pad %b0_0, %z0_0, low = [0, 0, 0], high = [0, 0, 6], interior = [0, 0, 0] : (tensor<2x3x0xui8>, tensor<ui8>) -> tensor<2x3x6xui8>
  check.expect_eq %at_0#0, %w0_0 : tensor<2x3x6xui8>
  check.expect_eq_const %at_0#1, dense<0> : tensor<i32>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:2 = call @quantized_feature_groups_at(%size_1) : (tensor<i32>) -> (tensor<2x3x6xui8>, tensor<i32>)
  %a_1 = "stablehlo.constant"() {value = dense<[[[5, 2], [4, 0], [0, 0]], [[5, 7], [1, 2], [5, 1]]]> : tensor<2x3x2xui8>} : () -> tensor<2x3x2x!quant.uniform<ui8:f32, 0.5:9>>
  %k_1 = "stablehlo.constant"() {value = dense<[[[7, 7]]]> : tensor<1x1x2xui8>} : () -> tensor<1x1x2x!quant.uniform<ui8:f32, 0.25:0>>
  %r_1 = "stablehlo.convolution"(%a_1, %k_1) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64} : (tensor<2x3x2x!quant.uniform<ui8:f32, 0.5:9>>, tensor<1x1x2x!quant.uniform<ui8:f32, 0.25:0>>) -> tensor<2x3x2x!quant.uniform<ui8:f32, 0.5:9>>
  %b0_1 = stablehlo.bitcast_convert %r_1 : (tensor<2x3x2x!quant.uniform<ui8:f32, 0.5:9>>) -> tensor<2x3x2xui8>
  %z0_1 = stablehlo.constant dense<0> : tensor<ui8>
  %w0_1 = stablehlo.pad %b0_1, %z0_1, low = [0, 0, 0], high = [0, 0, 4], interior = [0, 0, 0] : (tensor<2x3x2xui8>, tensor<ui8>) -> tensor<2x3x6xui8>
  check.expect_eq %at_1#0, %w0_1 : tensor<2x3x6xui8>
  check.expect_eq_const %at_1#1, dense<2> : tensor<i32>
  %size_2 = stablehlo.constant dense<2> : tensor<i32>
  %at_2:2 = call @quantized_feature_groups_at(%size_2) : (tensor<i32>) -> (tensor<2x3x6xui8>, tensor<i32>)
  %a_2 = "stablehlo.constant"() {value = dense<[[[5, 2, 5, 2], [4, 0, 4, 5], [0, 0, 1, 7]], [[5, 7, 0, 0], [1, 2, 5, 2], [5, 1, 4, 2]]]> : tensor<2x3x4xui8>} : () -> tensor<2x3x4x!quant.uniform<ui8:f32, 0.5:9>>
  %k_2 = "stablehlo.constant"() {value = dense<[[[7, 7, 5, 6], [4, 7, 0, 1]]]> : tensor<1x2x4xui8>} : () -> tensor<1x2x4x!quant.uniform<ui8:f32, 0.25:0>>
  %r_2 = "stablehlo.convolution"(%a_2, %k_2) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64} : (tensor<2x3x4x!quant.uniform<ui8:f32, 0.5:9>>, tensor<1x2x4x!quant.uniform<ui8:f32, 0.25:0>>) -> tensor<2x3x4x!quant.uniform<ui8:f32, 0.5:9>>
  %b0_2 = stablehlo.bitcast_convert %r_2 : (tensor<2x3x4x!quant.uniform<ui8:f32, 0.5:9>>) -> tensor<2x3x4xui8>
  %z0_2 = stablehlo.constant dense<0> : tensor<ui8>
  %w0_2 = stablehlo.pad %b0_2, %z0_2, low = [0, 0, 0], high = [0, 0, 2], interior = [0, 0, 0] : (tensor<2x3x4xui8>, tensor<ui8>) -> tensor<2x3x6xui8>
  check.expect_eq %at_2#0, %w0_2 : tensor<2x3x6xui8>
  check.expect_eq_const %at_2#1, dense<4> : tensor<i32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:2 = call @quantized_feature_groups_at(%size_3) : (tensor<i32>) -> (tensor<2x3x6xui8>, tensor<i32>)
  %a_3 = "stablehlo.constant"() {value = dense<[[[5, 2, 5, 2, 4, 6], [4, 0, 4, 5, 1, 5], [0, 0, 1, 7, 5, 0]], [[5, 7, 0, 0, 3, 5], [1, 2, 5, 2, 1, 7], [5, 1, 4, 2, 1, 2]]]> : tensor<2x3x6xui8>} : () -> tensor<2x3x6x!quant.uniform<ui8:f32, 0.5:9>>
  %k_3 = "stablehlo.constant"() {value = dense<[[[7, 7, 5, 6, 6, 0], [4, 7, 0, 1, 5, 7], [1, 1, 6, 6, 3, 7]]]> : tensor<1x3x6xui8>} : () -> tensor<1x3x6x!quant.uniform<ui8:f32, 0.25:0>>
  %r_3 = "stablehlo.convolution"(%a_3, %k_3) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64} : (tensor<2x3x6x!quant.uniform<ui8:f32, 0.5:9>>, tensor<1x3x6x!quant.uniform<ui8:f32, 0.25:0>>) -> tensor<2x3x6x!quant.uniform<ui8:f32, 0.5:9>>
  %b0_3 = stablehlo.bitcast_convert %r_3 : (tensor<2x3x6x!quant.uniform<ui8:f32, 0.5:9>>) -> tensor<2x3x6xui8>
  %z0_3 = stablehlo.constant dense<0> : tensor<ui8>
  %w0_3 = stablehlo.pad %b0_3, %z0_3, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<2x3x6xui8>, tensor<ui8>) -> tensor<2x3x6xui8>
  check.expect_eq %at_3#0, %w0_3 : tensor<2x3x6xui8>
  check.expect_eq_const %at_3#1, dense<6> : tensor<i32>
  func.return
}

// -----

func.func private @quantized_batch_groups_at(%size: tensor<i32>) -> (tensor<3x2x4xi8>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = "stablehlo.constant"() {value = dense<[[[0, -5], [-5, -1], [-4, -5]], [[3, 5], [-3, -2], [-1, 6]], [[5, 1], [0, 3], [-1, 3]], [[-4, 4], [1, 2], [1, 0]], [[1, -2], [1, -3], [-4, 3]], [[2, 6], [-2, 3], [-1, -3]]]> : tensor<6x3x2xi8>} : () -> tensor<6x3x2x!quant.uniform<i8:f32, 0.5:3>>
  %m0 = stablehlo.constant dense<2> : tensor<i32>
  %x0 = stablehlo.multiply %n, %m0 : tensor<i32>
  %a = stablehlo.set_dimension_size %a_s, %x0, dim = 0 : (tensor<6x3x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<i32>) -> tensor<?x3x2x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<6, ?, ?>>
  %k = "stablehlo.constant"() {value = dense<[[[2, 6, 4, 0], [6, 3, -3, -5]], [[4, 1, 2, -3], [-2, 1, 0, -2]]]> : tensor<2x2x4xi8>} : () -> tensor<2x2x4x!quant.uniform<i8:f32, 0.25>>
  %r = "stablehlo.convolution"(%a, %k) {batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<?x3x2x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<6, ?, ?>>, tensor<2x2x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<?x2x4x!quant.uniform<i8:f32, 0.5:-7>, #stablehlo.bounds<3, ?, ?>>
  %b0 = stablehlo.bitcast_convert %r : (tensor<?x2x4x!quant.uniform<i8:f32, 0.5:-7>, #stablehlo.bounds<3, ?, ?>>) -> tensor<?x2x4xi8, #stablehlo.bounds<3, ?, ?>>
  %z0 = stablehlo.constant dense<0> : tensor<3x2x4xi8>
  %o0 = stablehlo.dynamic_update_slice %z0, %b0, %zero, %zero, %zero : (tensor<3x2x4xi8>, tensor<?x2x4xi8, #stablehlo.bounds<3, ?, ?>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x4xi8>
  %s0_0 = stablehlo.get_dimension_size %b0, dim = 0 : (tensor<?x2x4xi8, #stablehlo.bounds<3, ?, ?>>) -> tensor<i32>
  return %o0, %s0_0 : tensor<3x2x4xi8>, tensor<i32>
}
func.func @quantized_batch_groups() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:2 = call @quantized_batch_groups_at(%size_0) : (tensor<i32>) -> (tensor<3x2x4xi8>, tensor<i32>)
  %a_0 = "stablehlo.constant"() {value = dense<> : tensor<0x3x2xi8>} : () -> tensor<0x3x2x!quant.uniform<i8:f32, 0.5:3>>
  %k_0 = "stablehlo.constant"() {value = dense<[[[2, 6, 4, 0], [6, 3, -3, -5]], [[4, 1, 2, -3], [-2, 1, 0, -2]]]> : tensor<2x2x4xi8>} : () -> tensor<2x2x4x!quant.uniform<i8:f32, 0.25>>
  %r_0 = "stablehlo.convolution"(%a_0, %k_0) {batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<0x3x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x2x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<0x2x4x!quant.uniform<i8:f32, 0.5:-7>>
  %b0_0 = stablehlo.bitcast_convert %r_0 : (tensor<0x2x4x!quant.uniform<i8:f32, 0.5:-7>>) -> tensor<0x2x4xi8>
  %z0_0 = stablehlo.constant dense<0> : tensor<i8>
  %w0_0 = stablehlo.pad %b0_0, %z0_0, low = [0, 0, 0], high = [3, 0, 0], interior = [0, 0, 0] : (tensor<0x2x4xi8>, tensor<i8>) -> tensor<3x2x4xi8>
  check.expect_eq %at_0#0, %w0_0 : tensor<3x2x4xi8>
  check.expect_eq_const %at_0#1, dense<0> : tensor<i32>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:2 = call @quantized_batch_groups_at(%size_1) : (tensor<i32>) -> (tensor<3x2x4xi8>, tensor<i32>)
  %a_1 = "stablehlo.constant"() {value = dense<[[[0, -5], [-5, -1], [-4, -5]], [[3, 5], [-3, -2], [-1, 6]]]> : tensor<2x3x2xi8>} : () -> tensor<2x3x2x!quant.uniform<i8:f32, 0.5:3>>
  %k_1 = "stablehlo.constant"() {value = dense<[[[2, 6, 4, 0], [6, 3, -3, -5]], [[4, 1, 2, -3], [-2, 1, 0, -2]]]> : tensor<2x2x4xi8>} : () -> tensor<2x2x4x!quant.uniform<i8:f32, 0.25>>
  %r_1 = "stablehlo.convolution"(%a_1, %k_1) {batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<2x3x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x2x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x4x!quant.uniform<i8:f32, 0.5:-7>>
  %b0_1 = stablehlo.bitcast_convert %r_1 : (tensor<1x2x4x!quant.uniform<i8:f32, 0.5:-7>>) -> tensor<1x2x4xi8>
  %z0_1 = stablehlo.constant dense<0> : tensor<i8>
  %w0_1 = stablehlo.pad %b0_1, %z0_1, low = [0, 0, 0], high = [2, 0, 0], interior = [0, 0, 0] : (tensor<1x2x4xi8>, tensor<i8>) -> tensor<3x2x4xi8>
  check.expect_eq %at_1#0, %w0_1 : tensor<3x2x4xi8>
  check.expect_eq_const %at_1#1, dense<1> : tensor<i32>
  %size_2 = stablehlo.constant dense<2> : tensor<i32>
  %at_2:2 = call @quantized_batch_groups_at(%size_2) : (tensor<i32>) -> (tensor<3x2x4xi8>, tensor<i32>)
  %a_2 = "stablehlo.constant"() {value = dense<[[[0, -5], [-5, -1], [-4, -5]], [[3, 5], [-3, -2], [-1, 6]], [[5, 1], [0, 3], [-1, 3]], [[-4, 4], [1, 2], [1, 0]]]> : tensor<4x3x2xi8>} : () -> tensor<4x3x2x!quant.uniform<i8:f32, 0.5:3>>
  %k_2 = "stablehlo.constant"() {value = dense<[[[2, 6, 4, 0], [6, 3, -3, -5]], [[4, 1, 2, -3], [-2, 1, 0, -2]]]> : tensor<2x2x4xi8>} : () -> tensor<2x2x4x!quant.uniform<i8:f32, 0.25>>
  %r_2 = "stablehlo.convolution"(%a_2, %k_2) {batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<4x3x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x2x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x2x4x!quant.uniform<i8:f32, 0.5:-7>>
  %b0_2 = stablehlo.bitcast_convert %r_2 : (tensor<2x2x4x!quant.uniform<i8:f32, 0.5:-7>>) -> tensor<2x2x4xi8>
  %z0_2 = stablehlo.constant dense<0> : tensor<i8>
  %w0_2 = stablehlo.pad %b0_2, %z0_2, low = [0, 0, 0], high = [1, 0, 0], interior = [0, 0, 0] : (tensor<2x2x4xi8>, tensor<i8>) -> tensor<3x2x4xi8>
  check.expect_eq %at_2#0, %w0_2 : tensor<3x2x4xi8>
  check.expect_eq_const %at_2#1, dense<2> : tensor<i32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:2 = call @quantized_batch_groups_at(%size_3) : (tensor<i32>) -> (tensor<3x2x4xi8>, tensor<i32>)
  %a_3 = "stablehlo.constant"() {value = dense<[[[0, -5], [-5, -1], [-4, -5]], [[3, 5], [-3, -2], [-1, 6]], [[5, 1], [0, 3], [-1, 3]], [[-4, 4], [1, 2], [1, 0]], [[1, -2], [1, -3], [-4, 3]], [[2, 6], [-2, 3], [-1, -3]]]> : tensor<6x3x2xi8>} : () -> tensor<6x3x2x!quant.uniform<i8:f32, 0.5:3>>
  %k_3 = "stablehlo.constant"() {value = dense<[[[2, 6, 4, 0], [6, 3, -3, -5]], [[4, 1, 2, -3], [-2, 1, 0, -2]]]> : tensor<2x2x4xi8>} : () -> tensor<2x2x4x!quant.uniform<i8:f32, 0.25>>
  %r_3 = "stablehlo.convolution"(%a_3, %k_3) {batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<6x3x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x2x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<3x2x4x!quant.uniform<i8:f32, 0.5:-7>>
  %b0_3 = stablehlo.bitcast_convert %r_3 : (tensor<3x2x4x!quant.uniform<i8:f32, 0.5:-7>>) -> tensor<3x2x4xi8>
  %z0_3 = stablehlo.constant dense<0> : tensor<i8>
  %w0_3 = stablehlo.pad %b0_3, %z0_3, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<3x2x4xi8>, tensor<i8>) -> tensor<3x2x4xi8>
  check.expect_eq %at_3#0, %w0_3 : tensor<3x2x4xi8>
  check.expect_eq_const %at_3#1, dense<3> : tensor<i32>
  func.return
}

// -----

func.func private @quantized_padding_of_a_computed_size_at(%size: tensor<i32>) -> (tensor<2x8x3xi8>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = "stablehlo.constant"() {value = dense<[[[5, 4], [-4, 4], [5, 6], [5, 3], [-5, 5]], [[0, 2], [3, -4], [5, 2], [4, -1], [1, 6]]]> : tensor<2x5x2xi8>} : () -> tensor<2x5x2x!quant.uniform<i8:f32, 0.5:3>>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 1 : (tensor<2x5x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<i32>) -> tensor<2x?x2x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<?, 5, ?>>
  %k = "stablehlo.constant"() {value = dense<[[[1, 2, -3], [-5, -4, 1]], [[-4, 3, -1], [0, 5, 6]]]> : tensor<2x2x3xi8>} : () -> tensor<2x2x3x!quant.uniform<i8:f32, 0.25>>
  %m = stablehlo.get_dimension_size %a, dim = 1 : (tensor<2x?x2x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<?, 5, ?>>) -> tensor<i32>
  %low = stablehlo.constant dense<3> : tensor<i32>
  %from = stablehlo.subtract %low, %m : tensor<i32>
  %f1 = stablehlo.reshape %from : (tensor<i32>) -> tensor<1x1xi32>
  %to = stablehlo.constant dense<2> : tensor<1x1xi32>
  %p = stablehlo.concatenate %f1, %to, dim = 1 : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x2xi32>
  %r = "stablehlo.dynamic_conv"(%a, %k, %p) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 2>} : (tensor<2x?x2x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<?, 5, ?>>, tensor<2x2x3x!quant.uniform<i8:f32, 0.25>>, tensor<1x2xi32>) -> tensor<2x?x3x!quant.uniform<i8:f32, 0.5:-7>, #stablehlo.bounds<?, 8, ?>>
  %b0 = stablehlo.bitcast_convert %r : (tensor<2x?x3x!quant.uniform<i8:f32, 0.5:-7>, #stablehlo.bounds<?, 8, ?>>) -> tensor<2x?x3xi8, #stablehlo.bounds<?, 8, ?>>
  %z0 = stablehlo.constant dense<0> : tensor<2x8x3xi8>
  %o0 = stablehlo.dynamic_update_slice %z0, %b0, %zero, %zero, %zero : (tensor<2x8x3xi8>, tensor<2x?x3xi8, #stablehlo.bounds<?, 8, ?>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x3xi8>
  %s0_1 = stablehlo.get_dimension_size %b0, dim = 1 : (tensor<2x?x3xi8, #stablehlo.bounds<?, 8, ?>>) -> tensor<i32>
  return %o0, %s0_1 : tensor<2x8x3xi8>, tensor<i32>
}
func.func @quantized_padding_of_a_computed_size() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:2 = call @quantized_padding_of_a_computed_size_at(%size_0) : (tensor<i32>) -> (tensor<2x8x3xi8>, tensor<i32>)
  %a_0 = "stablehlo.constant"() {value = dense<> : tensor<2x0x2xi8>} : () -> tensor<2x0x2x!quant.uniform<i8:f32, 0.5:3>>
  %k_0 = "stablehlo.constant"() {value = dense<[[[1, 2, -3], [-5, -4, 1]], [[-4, 3, -1], [0, 5, 6]]]> : tensor<2x2x3xi8>} : () -> tensor<2x2x3x!quant.uniform<i8:f32, 0.25>>
  %r_0 = "stablehlo.convolution"(%a_0, %k_0) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<[[3, 2]]> : tensor<1x2xi64>, lhs_dilation = array<i64: 2>} : (tensor<2x0x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x2x3x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x4x3x!quant.uniform<i8:f32, 0.5:-7>>
  %b0_0 = stablehlo.bitcast_convert %r_0 : (tensor<2x4x3x!quant.uniform<i8:f32, 0.5:-7>>) -> tensor<2x4x3xi8>
  %z0_0 = stablehlo.constant dense<0> : tensor<i8>
  %w0_0 = stablehlo.pad %b0_0, %z0_0, low = [0, 0, 0], high = [0, 4, 0], interior = [0, 0, 0] : (tensor<2x4x3xi8>, tensor<i8>) -> tensor<2x8x3xi8>
  check.expect_eq %at_0#0, %w0_0 : tensor<2x8x3xi8>
  check.expect_eq_const %at_0#1, dense<4> : tensor<i32>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:2 = call @quantized_padding_of_a_computed_size_at(%size_1) : (tensor<i32>) -> (tensor<2x8x3xi8>, tensor<i32>)
  %a_1 = "stablehlo.constant"() {value = dense<[[[5, 4]], [[0, 2]]]> : tensor<2x1x2xi8>} : () -> tensor<2x1x2x!quant.uniform<i8:f32, 0.5:3>>
  %k_1 = "stablehlo.constant"() {value = dense<[[[1, 2, -3], [-5, -4, 1]], [[-4, 3, -1], [0, 5, 6]]]> : tensor<2x2x3xi8>} : () -> tensor<2x2x3x!quant.uniform<i8:f32, 0.25>>
  %r_1 = "stablehlo.convolution"(%a_1, %k_1) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<[[2, 2]]> : tensor<1x2xi64>, lhs_dilation = array<i64: 2>} : (tensor<2x1x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x2x3x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x4x3x!quant.uniform<i8:f32, 0.5:-7>>
  %b0_1 = stablehlo.bitcast_convert %r_1 : (tensor<2x4x3x!quant.uniform<i8:f32, 0.5:-7>>) -> tensor<2x4x3xi8>
  %z0_1 = stablehlo.constant dense<0> : tensor<i8>
  %w0_1 = stablehlo.pad %b0_1, %z0_1, low = [0, 0, 0], high = [0, 4, 0], interior = [0, 0, 0] : (tensor<2x4x3xi8>, tensor<i8>) -> tensor<2x8x3xi8>
  check.expect_eq %at_1#0, %w0_1 : tensor<2x8x3xi8>
  check.expect_eq_const %at_1#1, dense<4> : tensor<i32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:2 = call @quantized_padding_of_a_computed_size_at(%size_3) : (tensor<i32>) -> (tensor<2x8x3xi8>, tensor<i32>)
  %a_3 = "stablehlo.constant"() {value = dense<[[[5, 4], [-4, 4], [5, 6]], [[0, 2], [3, -4], [5, 2]]]> : tensor<2x3x2xi8>} : () -> tensor<2x3x2x!quant.uniform<i8:f32, 0.5:3>>
  %k_3 = "stablehlo.constant"() {value = dense<[[[1, 2, -3], [-5, -4, 1]], [[-4, 3, -1], [0, 5, 6]]]> : tensor<2x2x3xi8>} : () -> tensor<2x2x3x!quant.uniform<i8:f32, 0.25>>
  %r_3 = "stablehlo.convolution"(%a_3, %k_3) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<[[0, 2]]> : tensor<1x2xi64>, lhs_dilation = array<i64: 2>} : (tensor<2x3x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x2x3x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x6x3x!quant.uniform<i8:f32, 0.5:-7>>
  %b0_3 = stablehlo.bitcast_convert %r_3 : (tensor<2x6x3x!quant.uniform<i8:f32, 0.5:-7>>) -> tensor<2x6x3xi8>
  %z0_3 = stablehlo.constant dense<0> : tensor<i8>
  %w0_3 = stablehlo.pad %b0_3, %z0_3, low = [0, 0, 0], high = [0, 2, 0], interior = [0, 0, 0] : (tensor<2x6x3xi8>, tensor<i8>) -> tensor<2x8x3xi8>
  check.expect_eq %at_3#0, %w0_3 : tensor<2x8x3xi8>
  check.expect_eq_const %at_3#1, dense<6> : tensor<i32>
  %size_5 = stablehlo.constant dense<5> : tensor<i32>
  %at_5:2 = call @quantized_padding_of_a_computed_size_at(%size_5) : (tensor<i32>) -> (tensor<2x8x3xi8>, tensor<i32>)
  %a_5 = "stablehlo.constant"() {value = dense<[[[5, 4], [-4, 4], [5, 6], [5, 3], [-5, 5]], [[0, 2], [3, -4], [5, 2], [4, -1], [1, 6]]]> : tensor<2x5x2xi8>} : () -> tensor<2x5x2x!quant.uniform<i8:f32, 0.5:3>>
  %k_5 = "stablehlo.constant"() {value = dense<[[[1, 2, -3], [-5, -4, 1]], [[-4, 3, -1], [0, 5, 6]]]> : tensor<2x2x3xi8>} : () -> tensor<2x2x3x!quant.uniform<i8:f32, 0.25>>
  %r_5 = "stablehlo.convolution"(%a_5, %k_5) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<[[-2, 2]]> : tensor<1x2xi64>, lhs_dilation = array<i64: 2>} : (tensor<2x5x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x2x3x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x8x3x!quant.uniform<i8:f32, 0.5:-7>>
  %b0_5 = stablehlo.bitcast_convert %r_5 : (tensor<2x8x3x!quant.uniform<i8:f32, 0.5:-7>>) -> tensor<2x8x3xi8>
  %z0_5 = stablehlo.constant dense<0> : tensor<i8>
  %w0_5 = stablehlo.pad %b0_5, %z0_5, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<2x8x3xi8>, tensor<i8>) -> tensor<2x8x3xi8>
  check.expect_eq %at_5#0, %w0_5 : tensor<2x8x3xi8>
  check.expect_eq_const %at_5#1, dense<8> : tensor<i32>
  func.return
}

// -----

// No place past the size is found, whichever value stands there.
func.func private @quantized_selection_at(%size: tensor<i32>) -> (tensor<2x4xi8>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = "stablehlo.constant"() {value = dense<[[1, 0, -2, -3], [1, 4, 6, -1]]> : tensor<2x4xi8>} : () -> tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 1 : (tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>, tensor<i32>) -> tensor<2x?x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<?, 4>>
  %u_s = "stablehlo.constant"() {value = dense<[[3, -1], [1, 6]]> : tensor<2x2xi8>} : () -> tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>
  %d0 = stablehlo.constant dense<2> : tensor<i32>
  %y0 = stablehlo.divide %n, %d0 : tensor<i32>
  %u = stablehlo.set_dimension_size %u_s, %y0, dim = 1 : (tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<i32>) -> tensor<2x?x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<?, 2>>
  %i = "stablehlo.constant"() {value = dense<4> : tensor<i8>} : () -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %r = "stablehlo.select_and_scatter"(%a, %u, %i) ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 0.5:3>>, %y: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %c = stablehlo.compare GE, %x, %y : (tensor<!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 0.5:3>>, %y: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %s = stablehlo.add %x, %y : tensor<!quant.uniform<i8:f32, 0.5:3>>
    stablehlo.return %s : tensor<!quant.uniform<i8:f32, 0.5:3>>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<2x?x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<?, 4>>, tensor<2x?x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<?, 2>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x?x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<?, 4>>
  %b0 = stablehlo.bitcast_convert %r : (tensor<2x?x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<?, 4>>) -> tensor<2x?xi8, #stablehlo.bounds<?, 4>>
  %z0 = stablehlo.constant dense<0> : tensor<2x4xi8>
  %o0 = stablehlo.dynamic_update_slice %z0, %b0, %zero, %zero : (tensor<2x4xi8>, tensor<2x?xi8, #stablehlo.bounds<?, 4>>, tensor<i32>, tensor<i32>) -> tensor<2x4xi8>
  %s0_1 = stablehlo.get_dimension_size %b0, dim = 1 : (tensor<2x?xi8, #stablehlo.bounds<?, 4>>) -> tensor<i32>
  return %o0, %s0_1 : tensor<2x4xi8>, tensor<i32>
}
func.func @quantized_selection() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:2 = call @quantized_selection_at(%size_0) : (tensor<i32>) -> (tensor<2x4xi8>, tensor<i32>)
  %a_0 = "stablehlo.constant"() {value = dense<> : tensor<2x0xi8>} : () -> tensor<2x0x!quant.uniform<i8:f32, 0.5:3>>
  %u_0 = "stablehlo.constant"() {value = dense<> : tensor<2x0xi8>} : () -> tensor<2x0x!quant.uniform<i8:f32, 0.5:3>>
  %i_0 = "stablehlo.constant"() {value = dense<4> : tensor<i8>} : () -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %r_0 = "stablehlo.select_and_scatter"(%a_0, %u_0, %i_0) ({
  ^bb0(%x_0: tensor<!quant.uniform<i8:f32, 0.5:3>>, %y_0: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %c_0 = stablehlo.compare GE, %x_0, %y_0 : (tensor<!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<i1>
    stablehlo.return %c_0 : tensor<i1>
  }, {
  ^bb0(%x_0: tensor<!quant.uniform<i8:f32, 0.5:3>>, %y_0: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %s_0 = stablehlo.add %x_0, %y_0 : tensor<!quant.uniform<i8:f32, 0.5:3>>
    stablehlo.return %s_0 : tensor<!quant.uniform<i8:f32, 0.5:3>>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<2x0x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x0x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x0x!quant.uniform<i8:f32, 0.5:3>>
  %b0_0 = stablehlo.bitcast_convert %r_0 : (tensor<2x0x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x0xi8>
  %z0_0 = stablehlo.constant dense<0> : tensor<i8>
  %w0_0 = stablehlo.pad %b0_0, %z0_0, low = [0, 0], high = [0, 4], interior = [0, 0] : (tensor<2x0xi8>, tensor<i8>) -> tensor<2x4xi8>
  check.expect_eq %at_0#0, %w0_0 : tensor<2x4xi8>
  check.expect_eq_const %at_0#1, dense<0> : tensor<i32>
  %size_2 = stablehlo.constant dense<2> : tensor<i32>
  %at_2:2 = call @quantized_selection_at(%size_2) : (tensor<i32>) -> (tensor<2x4xi8>, tensor<i32>)
  %a_2 = "stablehlo.constant"() {value = dense<[[1, 0], [1, 4]]> : tensor<2x2xi8>} : () -> tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>
  %u_2 = "stablehlo.constant"() {value = dense<[[3], [1]]> : tensor<2x1xi8>} : () -> tensor<2x1x!quant.uniform<i8:f32, 0.5:3>>
  %i_2 = "stablehlo.constant"() {value = dense<4> : tensor<i8>} : () -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %r_2 = "stablehlo.select_and_scatter"(%a_2, %u_2, %i_2) ({
  ^bb0(%x_2: tensor<!quant.uniform<i8:f32, 0.5:3>>, %y_2: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %c_2 = stablehlo.compare GE, %x_2, %y_2 : (tensor<!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<i1>
    stablehlo.return %c_2 : tensor<i1>
  }, {
  ^bb0(%x_2: tensor<!quant.uniform<i8:f32, 0.5:3>>, %y_2: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %s_2 = stablehlo.add %x_2, %y_2 : tensor<!quant.uniform<i8:f32, 0.5:3>>
    stablehlo.return %s_2 : tensor<!quant.uniform<i8:f32, 0.5:3>>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x1x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>
  %b0_2 = stablehlo.bitcast_convert %r_2 : (tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x2xi8>
  %z0_2 = stablehlo.constant dense<0> : tensor<i8>
  %w0_2 = stablehlo.pad %b0_2, %z0_2, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<2x2xi8>, tensor<i8>) -> tensor<2x4xi8>
  check.expect_eq %at_2#0, %w0_2 : tensor<2x4xi8>
  check.expect_eq_const %at_2#1, dense<2> : tensor<i32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:2 = call @quantized_selection_at(%size_3) : (tensor<i32>) -> (tensor<2x4xi8>, tensor<i32>)
  %a_3 = "stablehlo.constant"() {value = dense<[[1, 0, -2], [1, 4, 6]]> : tensor<2x3xi8>} : () -> tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>
  %u_3 = "stablehlo.constant"() {value = dense<[[3], [1]]> : tensor<2x1xi8>} : () -> tensor<2x1x!quant.uniform<i8:f32, 0.5:3>>
  %i_3 = "stablehlo.constant"() {value = dense<4> : tensor<i8>} : () -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %r_3 = "stablehlo.select_and_scatter"(%a_3, %u_3, %i_3) ({
  ^bb0(%x_3: tensor<!quant.uniform<i8:f32, 0.5:3>>, %y_3: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %c_3 = stablehlo.compare GE, %x_3, %y_3 : (tensor<!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<i1>
    stablehlo.return %c_3 : tensor<i1>
  }, {
  ^bb0(%x_3: tensor<!quant.uniform<i8:f32, 0.5:3>>, %y_3: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %s_3 = stablehlo.add %x_3, %y_3 : tensor<!quant.uniform<i8:f32, 0.5:3>>
    stablehlo.return %s_3 : tensor<!quant.uniform<i8:f32, 0.5:3>>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x1x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>
  %b0_3 = stablehlo.bitcast_convert %r_3 : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x3xi8>
  %z0_3 = stablehlo.constant dense<0> : tensor<i8>
  %w0_3 = stablehlo.pad %b0_3, %z0_3, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xi8>, tensor<i8>) -> tensor<2x4xi8>
  check.expect_eq %at_3#0, %w0_3 : tensor<2x4xi8>
  check.expect_eq_const %at_3#1, dense<3> : tensor<i32>
  %size_4 = stablehlo.constant dense<4> : tensor<i32>
  %at_4:2 = call @quantized_selection_at(%size_4) : (tensor<i32>) -> (tensor<2x4xi8>, tensor<i32>)
  %a_4 = "stablehlo.constant"() {value = dense<[[1, 0, -2, -3], [1, 4, 6, -1]]> : tensor<2x4xi8>} : () -> tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>
  %u_4 = "stablehlo.constant"() {value = dense<[[3, -1], [1, 6]]> : tensor<2x2xi8>} : () -> tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>
  %i_4 = "stablehlo.constant"() {value = dense<4> : tensor<i8>} : () -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %r_4 = "stablehlo.select_and_scatter"(%a_4, %u_4, %i_4) ({
  ^bb0(%x_4: tensor<!quant.uniform<i8:f32, 0.5:3>>, %y_4: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %c_4 = stablehlo.compare GE, %x_4, %y_4 : (tensor<!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<i1>
    stablehlo.return %c_4 : tensor<i1>
  }, {
  ^bb0(%x_4: tensor<!quant.uniform<i8:f32, 0.5:3>>, %y_4: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %s_4 = stablehlo.add %x_4, %y_4 : tensor<!quant.uniform<i8:f32, 0.5:3>>
    stablehlo.return %s_4 : tensor<!quant.uniform<i8:f32, 0.5:3>>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>
  %b0_4 = stablehlo.bitcast_convert %r_4 : (tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x4xi8>
  %z0_4 = stablehlo.constant dense<0> : tensor<i8>
  %w0_4 = stablehlo.pad %b0_4, %z0_4, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x4xi8>, tensor<i8>) -> tensor<2x4xi8>
  check.expect_eq %at_4#0, %w0_4 : tensor<2x4xi8>
  check.expect_eq_const %at_4#1, dense<4> : tensor<i32>
  func.return
}

// -----

func.func private @quantized_selection_of_the_least_at(%size: tensor<i32>) -> (tensor<2x4xi8>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = "stablehlo.constant"() {value = dense<[[5, -4, -5, 6], [-1, -2, -2, -3]]> : tensor<2x4xi8>} : () -> tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 1 : (tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>, tensor<i32>) -> tensor<2x?x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<?, 4>>
  %u_s = "stablehlo.constant"() {value = dense<[[6, -4], [5, 6]]> : tensor<2x2xi8>} : () -> tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>
  %d0 = stablehlo.constant dense<2> : tensor<i32>
  %y0 = stablehlo.divide %n, %d0 : tensor<i32>
  %u = stablehlo.set_dimension_size %u_s, %y0, dim = 1 : (tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<i32>) -> tensor<2x?x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<?, 2>>
  %i = "stablehlo.constant"() {value = dense<3> : tensor<i8>} : () -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %r = "stablehlo.select_and_scatter"(%a, %u, %i) ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 0.5:3>>, %y: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %c = stablehlo.compare LE, %x, %y : (tensor<!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 0.5:3>>, %y: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %s = stablehlo.add %x, %y : tensor<!quant.uniform<i8:f32, 0.5:3>>
    stablehlo.return %s : tensor<!quant.uniform<i8:f32, 0.5:3>>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<2x?x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<?, 4>>, tensor<2x?x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<?, 2>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x?x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<?, 4>>
  %b0 = stablehlo.bitcast_convert %r : (tensor<2x?x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<?, 4>>) -> tensor<2x?xi8, #stablehlo.bounds<?, 4>>
  %z0 = stablehlo.constant dense<0> : tensor<2x4xi8>
  %o0 = stablehlo.dynamic_update_slice %z0, %b0, %zero, %zero : (tensor<2x4xi8>, tensor<2x?xi8, #stablehlo.bounds<?, 4>>, tensor<i32>, tensor<i32>) -> tensor<2x4xi8>
  %s0_1 = stablehlo.get_dimension_size %b0, dim = 1 : (tensor<2x?xi8, #stablehlo.bounds<?, 4>>) -> tensor<i32>
  return %o0, %s0_1 : tensor<2x4xi8>, tensor<i32>
}
func.func @quantized_selection_of_the_least() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:2 = call @quantized_selection_of_the_least_at(%size_0) : (tensor<i32>) -> (tensor<2x4xi8>, tensor<i32>)
  %a_0 = "stablehlo.constant"() {value = dense<> : tensor<2x0xi8>} : () -> tensor<2x0x!quant.uniform<i8:f32, 0.5:3>>
  %u_0 = "stablehlo.constant"() {value = dense<> : tensor<2x0xi8>} : () -> tensor<2x0x!quant.uniform<i8:f32, 0.5:3>>
  %i_0 = "stablehlo.constant"() {value = dense<3> : tensor<i8>} : () -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %r_0 = "stablehlo.select_and_scatter"(%a_0, %u_0, %i_0) ({
  ^bb0(%x_0: tensor<!quant.uniform<i8:f32, 0.5:3>>, %y_0: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %c_0 = stablehlo.compare LE, %x_0, %y_0 : (tensor<!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<i1>
    stablehlo.return %c_0 : tensor<i1>
  }, {
  ^bb0(%x_0: tensor<!quant.uniform<i8:f32, 0.5:3>>, %y_0: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %s_0 = stablehlo.add %x_0, %y_0 : tensor<!quant.uniform<i8:f32, 0.5:3>>
    stablehlo.return %s_0 : tensor<!quant.uniform<i8:f32, 0.5:3>>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<2x0x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x0x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x0x!quant.uniform<i8:f32, 0.5:3>>
  %b0_0 = stablehlo.bitcast_convert %r_0 : (tensor<2x0x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x0xi8>
  %z0_0 = stablehlo.constant dense<0> : tensor<i8>
  %w0_0 = stablehlo.pad %b0_0, %z0_0, low = [0, 0], high = [0, 4], interior = [0, 0] : (tensor<2x0xi8>, tensor<i8>) -> tensor<2x4xi8>
  check.expect_eq %at_0#0, %w0_0 : tensor<2x4xi8>
  check.expect_eq_const %at_0#1, dense<0> : tensor<i32>
  %size_2 = stablehlo.constant dense<2> : tensor<i32>
  %at_2:2 = call @quantized_selection_of_the_least_at(%size_2) : (tensor<i32>) -> (tensor<2x4xi8>, tensor<i32>)
  %a_2 = "stablehlo.constant"() {value = dense<[[5, -4], [-1, -2]]> : tensor<2x2xi8>} : () -> tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>
  %u_2 = "stablehlo.constant"() {value = dense<[[6], [5]]> : tensor<2x1xi8>} : () -> tensor<2x1x!quant.uniform<i8:f32, 0.5:3>>
  %i_2 = "stablehlo.constant"() {value = dense<3> : tensor<i8>} : () -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %r_2 = "stablehlo.select_and_scatter"(%a_2, %u_2, %i_2) ({
  ^bb0(%x_2: tensor<!quant.uniform<i8:f32, 0.5:3>>, %y_2: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %c_2 = stablehlo.compare LE, %x_2, %y_2 : (tensor<!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<i1>
    stablehlo.return %c_2 : tensor<i1>
  }, {
  ^bb0(%x_2: tensor<!quant.uniform<i8:f32, 0.5:3>>, %y_2: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %s_2 = stablehlo.add %x_2, %y_2 : tensor<!quant.uniform<i8:f32, 0.5:3>>
    stablehlo.return %s_2 : tensor<!quant.uniform<i8:f32, 0.5:3>>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x1x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>
  %b0_2 = stablehlo.bitcast_convert %r_2 : (tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x2xi8>
  %z0_2 = stablehlo.constant dense<0> : tensor<i8>
  %w0_2 = stablehlo.pad %b0_2, %z0_2, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<2x2xi8>, tensor<i8>) -> tensor<2x4xi8>
  check.expect_eq %at_2#0, %w0_2 : tensor<2x4xi8>
  check.expect_eq_const %at_2#1, dense<2> : tensor<i32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:2 = call @quantized_selection_of_the_least_at(%size_3) : (tensor<i32>) -> (tensor<2x4xi8>, tensor<i32>)
  %a_3 = "stablehlo.constant"() {value = dense<[[5, -4, -5], [-1, -2, -2]]> : tensor<2x3xi8>} : () -> tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>
  %u_3 = "stablehlo.constant"() {value = dense<[[6], [5]]> : tensor<2x1xi8>} : () -> tensor<2x1x!quant.uniform<i8:f32, 0.5:3>>
  %i_3 = "stablehlo.constant"() {value = dense<3> : tensor<i8>} : () -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %r_3 = "stablehlo.select_and_scatter"(%a_3, %u_3, %i_3) ({
  ^bb0(%x_3: tensor<!quant.uniform<i8:f32, 0.5:3>>, %y_3: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %c_3 = stablehlo.compare LE, %x_3, %y_3 : (tensor<!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<i1>
    stablehlo.return %c_3 : tensor<i1>
  }, {
  ^bb0(%x_3: tensor<!quant.uniform<i8:f32, 0.5:3>>, %y_3: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %s_3 = stablehlo.add %x_3, %y_3 : tensor<!quant.uniform<i8:f32, 0.5:3>>
    stablehlo.return %s_3 : tensor<!quant.uniform<i8:f32, 0.5:3>>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x1x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>
  %b0_3 = stablehlo.bitcast_convert %r_3 : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x3xi8>
  %z0_3 = stablehlo.constant dense<0> : tensor<i8>
  %w0_3 = stablehlo.pad %b0_3, %z0_3, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xi8>, tensor<i8>) -> tensor<2x4xi8>
  check.expect_eq %at_3#0, %w0_3 : tensor<2x4xi8>
  check.expect_eq_const %at_3#1, dense<3> : tensor<i32>
  %size_4 = stablehlo.constant dense<4> : tensor<i32>
  %at_4:2 = call @quantized_selection_of_the_least_at(%size_4) : (tensor<i32>) -> (tensor<2x4xi8>, tensor<i32>)
  %a_4 = "stablehlo.constant"() {value = dense<[[5, -4, -5, 6], [-1, -2, -2, -3]]> : tensor<2x4xi8>} : () -> tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>
  %u_4 = "stablehlo.constant"() {value = dense<[[6, -4], [5, 6]]> : tensor<2x2xi8>} : () -> tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>
  %i_4 = "stablehlo.constant"() {value = dense<3> : tensor<i8>} : () -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %r_4 = "stablehlo.select_and_scatter"(%a_4, %u_4, %i_4) ({
  ^bb0(%x_4: tensor<!quant.uniform<i8:f32, 0.5:3>>, %y_4: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %c_4 = stablehlo.compare LE, %x_4, %y_4 : (tensor<!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<i1>
    stablehlo.return %c_4 : tensor<i1>
  }, {
  ^bb0(%x_4: tensor<!quant.uniform<i8:f32, 0.5:3>>, %y_4: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %s_4 = stablehlo.add %x_4, %y_4 : tensor<!quant.uniform<i8:f32, 0.5:3>>
    stablehlo.return %s_4 : tensor<!quant.uniform<i8:f32, 0.5:3>>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>
  %b0_4 = stablehlo.bitcast_convert %r_4 : (tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x4xi8>
  %z0_4 = stablehlo.constant dense<0> : tensor<i8>
  %w0_4 = stablehlo.pad %b0_4, %z0_4, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x4xi8>, tensor<i8>) -> tensor<2x4xi8>
  check.expect_eq %at_4#0, %w0_4 : tensor<2x4xi8>
  check.expect_eq_const %at_4#1, dense<4> : tensor<i32>
  func.return
}

// -----

// Elements move as they are stored.
func.func private @quantized_movement_at(%size: tensor<i32>) -> (tensor<7x2xi8>, tensor<i32>, tensor<4x2xi8>, tensor<i32>, tensor<9x3xi8>, tensor<i32>, tensor<5x2xi32>, tensor<2xi8>, tensor<2x4xi8>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = "stablehlo.constant"() {value = dense<[[-5, -1], [6, -3], [2, 0], [5, 6]]> : tensor<4x2xi8>} : () -> tensor<4x2x!quant.uniform<i8:f32, 0.5:3>>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 0 : (tensor<4x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<i32>) -> tensor<?x2x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<4, ?>>
  %b = "stablehlo.constant"() {value = dense<[[-4, 2], [4, 2], [4, -5]]> : tensor<3x2xi8>} : () -> tensor<3x2x!quant.uniform<i8:f32, 0.5:3>>
  %i = "stablehlo.constant"() {value = dense<3> : tensor<i8>} : () -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %h_s = "stablehlo.constant"() {value = dense<[[1999999999, -5], [16777217, 33554435], [7, 123456789], [-2147483648, 2147483647]]> : tensor<4x2xi32>} : () -> tensor<4x2x!quant.uniform<i32:f32, 0.125:1000>>
  %h = stablehlo.set_dimension_size %h_s, %n, dim = 0 : (tensor<4x2x!quant.uniform<i32:f32, 0.125:1000>>, tensor<i32>) -> tensor<?x2x!quant.uniform<i32:f32, 0.125:1000>, #stablehlo.bounds<4, ?>>
  %t = "stablehlo.constant"() {value = dense<[[1, 4], [0, 4], [3, 1], [1, -3], [-5, -4]]> : tensor<5x2xi32>} : () -> tensor<5x2x!quant.uniform<i32:f32, 0.125:1000>>
  %r = stablehlo.concatenate %a, %b, dim = 0 : (tensor<?x2x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<4, ?>>, tensor<3x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<?x2x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<7, ?>>
  %s = stablehlo.reverse %a, dims = [0] : tensor<?x2x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<4, ?>>
  %q = stablehlo.pad %a, %i, low = [2, 0], high = [0, 1], interior = [1, 0] : (tensor<?x2x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<4, ?>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<?x3x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<9, ?>>
  %zero_index = stablehlo.constant dense<0> : tensor<i32>
  %c = stablehlo.dynamic_update_slice %t, %h, %zero_index, %zero_index : (tensor<5x2x!quant.uniform<i32:f32, 0.125:1000>>, tensor<?x2x!quant.uniform<i32:f32, 0.125:1000>, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<5x2x!quant.uniform<i32:f32, 0.125:1000>>
  %g = stablehlo.reduce(%a init: %i) applies stablehlo.maximum across dimensions = [0] : (tensor<?x2x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<4, ?>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %p = stablehlo.transpose %a, dims = [1, 0] : (tensor<?x2x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<4, ?>>) -> tensor<2x?x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<?, 4>>
  %b0 = stablehlo.bitcast_convert %r : (tensor<?x2x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<7, ?>>) -> tensor<?x2xi8, #stablehlo.bounds<7, ?>>
  %z0 = stablehlo.constant dense<0> : tensor<7x2xi8>
  %o0 = stablehlo.dynamic_update_slice %z0, %b0, %zero, %zero : (tensor<7x2xi8>, tensor<?x2xi8, #stablehlo.bounds<7, ?>>, tensor<i32>, tensor<i32>) -> tensor<7x2xi8>
  %s0_0 = stablehlo.get_dimension_size %b0, dim = 0 : (tensor<?x2xi8, #stablehlo.bounds<7, ?>>) -> tensor<i32>
  %b1 = stablehlo.bitcast_convert %s : (tensor<?x2x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<4, ?>>) -> tensor<?x2xi8, #stablehlo.bounds<4, ?>>
  %z1 = stablehlo.constant dense<0> : tensor<4x2xi8>
  %o1 = stablehlo.dynamic_update_slice %z1, %b1, %zero, %zero : (tensor<4x2xi8>, tensor<?x2xi8, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xi8>
  %s1_0 = stablehlo.get_dimension_size %b1, dim = 0 : (tensor<?x2xi8, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %b2 = stablehlo.bitcast_convert %q : (tensor<?x3x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<9, ?>>) -> tensor<?x3xi8, #stablehlo.bounds<9, ?>>
  %z2 = stablehlo.constant dense<0> : tensor<9x3xi8>
  %o2 = stablehlo.dynamic_update_slice %z2, %b2, %zero, %zero : (tensor<9x3xi8>, tensor<?x3xi8, #stablehlo.bounds<9, ?>>, tensor<i32>, tensor<i32>) -> tensor<9x3xi8>
  %s2_0 = stablehlo.get_dimension_size %b2, dim = 0 : (tensor<?x3xi8, #stablehlo.bounds<9, ?>>) -> tensor<i32>
  %b3 = stablehlo.bitcast_convert %c : (tensor<5x2x!quant.uniform<i32:f32, 0.125:1000>>) -> tensor<5x2xi32>
  %b4 = stablehlo.bitcast_convert %g : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xi8>
  %b5 = stablehlo.bitcast_convert %p : (tensor<2x?x!quant.uniform<i8:f32, 0.5:3>, #stablehlo.bounds<?, 4>>) -> tensor<2x?xi8, #stablehlo.bounds<?, 4>>
  %z5 = stablehlo.constant dense<0> : tensor<2x4xi8>
  %o5 = stablehlo.dynamic_update_slice %z5, %b5, %zero, %zero : (tensor<2x4xi8>, tensor<2x?xi8, #stablehlo.bounds<?, 4>>, tensor<i32>, tensor<i32>) -> tensor<2x4xi8>
  %s5_1 = stablehlo.get_dimension_size %b5, dim = 1 : (tensor<2x?xi8, #stablehlo.bounds<?, 4>>) -> tensor<i32>
  return %o0, %s0_0, %o1, %s1_0, %o2, %s2_0, %b3, %b4, %o5, %s5_1 : tensor<7x2xi8>, tensor<i32>, tensor<4x2xi8>, tensor<i32>, tensor<9x3xi8>, tensor<i32>, tensor<5x2xi32>, tensor<2xi8>, tensor<2x4xi8>, tensor<i32>
}
func.func @quantized_movement() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:10 = call @quantized_movement_at(%size_0) : (tensor<i32>) -> (tensor<7x2xi8>, tensor<i32>, tensor<4x2xi8>, tensor<i32>, tensor<9x3xi8>, tensor<i32>, tensor<5x2xi32>, tensor<2xi8>, tensor<2x4xi8>, tensor<i32>)
  %a_0 = "stablehlo.constant"() {value = dense<> : tensor<0x2xi8>} : () -> tensor<0x2x!quant.uniform<i8:f32, 0.5:3>>
  %b_0 = "stablehlo.constant"() {value = dense<[[-4, 2], [4, 2], [4, -5]]> : tensor<3x2xi8>} : () -> tensor<3x2x!quant.uniform<i8:f32, 0.5:3>>
  %i_0 = "stablehlo.constant"() {value = dense<3> : tensor<i8>} : () -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %h_0 = "stablehlo.constant"() {value = dense<> : tensor<0x2xi32>} : () -> tensor<0x2x!quant.uniform<i32:f32, 0.125:1000>>
  %t_0 = "stablehlo.constant"() {value = dense<[[1, 4], [0, 4], [3, 1], [1, -3], [-5, -4]]> : tensor<5x2xi32>} : () -> tensor<5x2x!quant.uniform<i32:f32, 0.125:1000>>
  %r_0 = stablehlo.concatenate %a_0, %b_0, dim = 0 : (tensor<0x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<3x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3x2x!quant.uniform<i8:f32, 0.5:3>>
  %s_0 = stablehlo.reverse %a_0, dims = [0] : tensor<0x2x!quant.uniform<i8:f32, 0.5:3>>
  %q_0 = stablehlo.pad %a_0, %i_0, low = [2, 0], high = [0, 1], interior = [1, 0] : (tensor<0x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>
  %zero_index_0 = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.dynamic_update_slice %t_0, %h_0, %zero_index_0, %zero_index_0 : (tensor<5x2x!quant.uniform<i32:f32, 0.125:1000>>, tensor<0x2x!quant.uniform<i32:f32, 0.125:1000>>, tensor<i32>, tensor<i32>) -> tensor<5x2x!quant.uniform<i32:f32, 0.125:1000>>
  %g_0 = stablehlo.reduce(%a_0 init: %i_0) applies stablehlo.maximum across dimensions = [0] : (tensor<0x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %p_0 = stablehlo.transpose %a_0, dims = [1, 0] : (tensor<0x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x0x!quant.uniform<i8:f32, 0.5:3>>
  %b0_0 = stablehlo.bitcast_convert %r_0 : (tensor<3x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3x2xi8>
  %z0_0 = stablehlo.constant dense<0> : tensor<i8>
  %w0_0 = stablehlo.pad %b0_0, %z0_0, low = [0, 0], high = [4, 0], interior = [0, 0] : (tensor<3x2xi8>, tensor<i8>) -> tensor<7x2xi8>
  check.expect_eq %at_0#0, %w0_0 : tensor<7x2xi8>
  check.expect_eq_const %at_0#1, dense<3> : tensor<i32>
  %b1_0 = stablehlo.bitcast_convert %s_0 : (tensor<0x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<0x2xi8>
  %z1_0 = stablehlo.constant dense<0> : tensor<i8>
  %w1_0 = stablehlo.pad %b1_0, %z1_0, low = [0, 0], high = [4, 0], interior = [0, 0] : (tensor<0x2xi8>, tensor<i8>) -> tensor<4x2xi8>
  check.expect_eq %at_0#2, %w1_0 : tensor<4x2xi8>
  check.expect_eq_const %at_0#3, dense<0> : tensor<i32>
  %b2_0 = stablehlo.bitcast_convert %q_0 : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x3xi8>
  %z2_0 = stablehlo.constant dense<0> : tensor<i8>
  %w2_0 = stablehlo.pad %b2_0, %z2_0, low = [0, 0], high = [7, 0], interior = [0, 0] : (tensor<2x3xi8>, tensor<i8>) -> tensor<9x3xi8>
  check.expect_eq %at_0#4, %w2_0 : tensor<9x3xi8>
  check.expect_eq_const %at_0#5, dense<2> : tensor<i32>
  %b3_0 = stablehlo.bitcast_convert %c_0 : (tensor<5x2x!quant.uniform<i32:f32, 0.125:1000>>) -> tensor<5x2xi32>
  check.expect_eq %at_0#6, %b3_0 : tensor<5x2xi32>
  %b4_0 = stablehlo.bitcast_convert %g_0 : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xi8>
  check.expect_eq %at_0#7, %b4_0 : tensor<2xi8>
  %b5_0 = stablehlo.bitcast_convert %p_0 : (tensor<2x0x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x0xi8>
  %z5_0 = stablehlo.constant dense<0> : tensor<i8>
  %w5_0 = stablehlo.pad %b5_0, %z5_0, low = [0, 0], high = [0, 4], interior = [0, 0] : (tensor<2x0xi8>, tensor<i8>) -> tensor<2x4xi8>
  check.expect_eq %at_0#8, %w5_0 : tensor<2x4xi8>
  check.expect_eq_const %at_0#9, dense<0> : tensor<i32>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:10 = call @quantized_movement_at(%size_1) : (tensor<i32>) -> (tensor<7x2xi8>, tensor<i32>, tensor<4x2xi8>, tensor<i32>, tensor<9x3xi8>, tensor<i32>, tensor<5x2xi32>, tensor<2xi8>, tensor<2x4xi8>, tensor<i32>)
  %a_1 = "stablehlo.constant"() {value = dense<[[-5, -1]]> : tensor<1x2xi8>} : () -> tensor<1x2x!quant.uniform<i8:f32, 0.5:3>>
  %b_1 = "stablehlo.constant"() {value = dense<[[-4, 2], [4, 2], [4, -5]]> : tensor<3x2xi8>} : () -> tensor<3x2x!quant.uniform<i8:f32, 0.5:3>>
  %i_1 = "stablehlo.constant"() {value = dense<3> : tensor<i8>} : () -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %h_1 = "stablehlo.constant"() {value = dense<[[1999999999, -5]]> : tensor<1x2xi32>} : () -> tensor<1x2x!quant.uniform<i32:f32, 0.125:1000>>
  %t_1 = "stablehlo.constant"() {value = dense<[[1, 4], [0, 4], [3, 1], [1, -3], [-5, -4]]> : tensor<5x2xi32>} : () -> tensor<5x2x!quant.uniform<i32:f32, 0.125:1000>>
  %r_1 = stablehlo.concatenate %a_1, %b_1, dim = 0 : (tensor<1x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<3x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x2x!quant.uniform<i8:f32, 0.5:3>>
  %s_1 = stablehlo.reverse %a_1, dims = [0] : tensor<1x2x!quant.uniform<i8:f32, 0.5:3>>
  %q_1 = stablehlo.pad %a_1, %i_1, low = [2, 0], high = [0, 1], interior = [1, 0] : (tensor<1x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3x3x!quant.uniform<i8:f32, 0.5:3>>
  %zero_index_1 = stablehlo.constant dense<0> : tensor<i32>
  %c_1 = stablehlo.dynamic_update_slice %t_1, %h_1, %zero_index_1, %zero_index_1 : (tensor<5x2x!quant.uniform<i32:f32, 0.125:1000>>, tensor<1x2x!quant.uniform<i32:f32, 0.125:1000>>, tensor<i32>, tensor<i32>) -> tensor<5x2x!quant.uniform<i32:f32, 0.125:1000>>
  %g_1 = stablehlo.reduce(%a_1 init: %i_1) applies stablehlo.maximum across dimensions = [0] : (tensor<1x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %p_1 = stablehlo.transpose %a_1, dims = [1, 0] : (tensor<1x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x1x!quant.uniform<i8:f32, 0.5:3>>
  %b0_1 = stablehlo.bitcast_convert %r_1 : (tensor<4x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x2xi8>
  %z0_1 = stablehlo.constant dense<0> : tensor<i8>
  %w0_1 = stablehlo.pad %b0_1, %z0_1, low = [0, 0], high = [3, 0], interior = [0, 0] : (tensor<4x2xi8>, tensor<i8>) -> tensor<7x2xi8>
  check.expect_eq %at_1#0, %w0_1 : tensor<7x2xi8>
  check.expect_eq_const %at_1#1, dense<4> : tensor<i32>
  %b1_1 = stablehlo.bitcast_convert %s_1 : (tensor<1x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<1x2xi8>
  %z1_1 = stablehlo.constant dense<0> : tensor<i8>
  %w1_1 = stablehlo.pad %b1_1, %z1_1, low = [0, 0], high = [3, 0], interior = [0, 0] : (tensor<1x2xi8>, tensor<i8>) -> tensor<4x2xi8>
  check.expect_eq %at_1#2, %w1_1 : tensor<4x2xi8>
  check.expect_eq_const %at_1#3, dense<1> : tensor<i32>
  %b2_1 = stablehlo.bitcast_convert %q_1 : (tensor<3x3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3x3xi8>
  %z2_1 = stablehlo.constant dense<0> : tensor<i8>
  %w2_1 = stablehlo.pad %b2_1, %z2_1, low = [0, 0], high = [6, 0], interior = [0, 0] : (tensor<3x3xi8>, tensor<i8>) -> tensor<9x3xi8>
  check.expect_eq %at_1#4, %w2_1 : tensor<9x3xi8>
  check.expect_eq_const %at_1#5, dense<3> : tensor<i32>
  %b3_1 = stablehlo.bitcast_convert %c_1 : (tensor<5x2x!quant.uniform<i32:f32, 0.125:1000>>) -> tensor<5x2xi32>
  check.expect_eq %at_1#6, %b3_1 : tensor<5x2xi32>
  %b4_1 = stablehlo.bitcast_convert %g_1 : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xi8>
  check.expect_eq %at_1#7, %b4_1 : tensor<2xi8>
  %b5_1 = stablehlo.bitcast_convert %p_1 : (tensor<2x1x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x1xi8>
  %z5_1 = stablehlo.constant dense<0> : tensor<i8>
  %w5_1 = stablehlo.pad %b5_1, %z5_1, low = [0, 0], high = [0, 3], interior = [0, 0] : (tensor<2x1xi8>, tensor<i8>) -> tensor<2x4xi8>
  check.expect_eq %at_1#8, %w5_1 : tensor<2x4xi8>
  check.expect_eq_const %at_1#9, dense<1> : tensor<i32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:10 = call @quantized_movement_at(%size_3) : (tensor<i32>) -> (tensor<7x2xi8>, tensor<i32>, tensor<4x2xi8>, tensor<i32>, tensor<9x3xi8>, tensor<i32>, tensor<5x2xi32>, tensor<2xi8>, tensor<2x4xi8>, tensor<i32>)
  %a_3 = "stablehlo.constant"() {value = dense<[[-5, -1], [6, -3], [2, 0]]> : tensor<3x2xi8>} : () -> tensor<3x2x!quant.uniform<i8:f32, 0.5:3>>
  %b_3 = "stablehlo.constant"() {value = dense<[[-4, 2], [4, 2], [4, -5]]> : tensor<3x2xi8>} : () -> tensor<3x2x!quant.uniform<i8:f32, 0.5:3>>
  %i_3 = "stablehlo.constant"() {value = dense<3> : tensor<i8>} : () -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %h_3 = "stablehlo.constant"() {value = dense<[[1999999999, -5], [16777217, 33554435], [7, 123456789]]> : tensor<3x2xi32>} : () -> tensor<3x2x!quant.uniform<i32:f32, 0.125:1000>>
  %t_3 = "stablehlo.constant"() {value = dense<[[1, 4], [0, 4], [3, 1], [1, -3], [-5, -4]]> : tensor<5x2xi32>} : () -> tensor<5x2x!quant.uniform<i32:f32, 0.125:1000>>
  %r_3 = stablehlo.concatenate %a_3, %b_3, dim = 0 : (tensor<3x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<3x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<6x2x!quant.uniform<i8:f32, 0.5:3>>
  %s_3 = stablehlo.reverse %a_3, dims = [0] : tensor<3x2x!quant.uniform<i8:f32, 0.5:3>>
  %q_3 = stablehlo.pad %a_3, %i_3, low = [2, 0], high = [0, 1], interior = [1, 0] : (tensor<3x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<7x3x!quant.uniform<i8:f32, 0.5:3>>
  %zero_index_3 = stablehlo.constant dense<0> : tensor<i32>
  %c_3 = stablehlo.dynamic_update_slice %t_3, %h_3, %zero_index_3, %zero_index_3 : (tensor<5x2x!quant.uniform<i32:f32, 0.125:1000>>, tensor<3x2x!quant.uniform<i32:f32, 0.125:1000>>, tensor<i32>, tensor<i32>) -> tensor<5x2x!quant.uniform<i32:f32, 0.125:1000>>
  %g_3 = stablehlo.reduce(%a_3 init: %i_3) applies stablehlo.maximum across dimensions = [0] : (tensor<3x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %p_3 = stablehlo.transpose %a_3, dims = [1, 0] : (tensor<3x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>
  %b0_3 = stablehlo.bitcast_convert %r_3 : (tensor<6x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<6x2xi8>
  %z0_3 = stablehlo.constant dense<0> : tensor<i8>
  %w0_3 = stablehlo.pad %b0_3, %z0_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<6x2xi8>, tensor<i8>) -> tensor<7x2xi8>
  check.expect_eq %at_3#0, %w0_3 : tensor<7x2xi8>
  check.expect_eq_const %at_3#1, dense<6> : tensor<i32>
  %b1_3 = stablehlo.bitcast_convert %s_3 : (tensor<3x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3x2xi8>
  %z1_3 = stablehlo.constant dense<0> : tensor<i8>
  %w1_3 = stablehlo.pad %b1_3, %z1_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x2xi8>, tensor<i8>) -> tensor<4x2xi8>
  check.expect_eq %at_3#2, %w1_3 : tensor<4x2xi8>
  check.expect_eq_const %at_3#3, dense<3> : tensor<i32>
  %b2_3 = stablehlo.bitcast_convert %q_3 : (tensor<7x3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<7x3xi8>
  %z2_3 = stablehlo.constant dense<0> : tensor<i8>
  %w2_3 = stablehlo.pad %b2_3, %z2_3, low = [0, 0], high = [2, 0], interior = [0, 0] : (tensor<7x3xi8>, tensor<i8>) -> tensor<9x3xi8>
  check.expect_eq %at_3#4, %w2_3 : tensor<9x3xi8>
  check.expect_eq_const %at_3#5, dense<7> : tensor<i32>
  %b3_3 = stablehlo.bitcast_convert %c_3 : (tensor<5x2x!quant.uniform<i32:f32, 0.125:1000>>) -> tensor<5x2xi32>
  check.expect_eq %at_3#6, %b3_3 : tensor<5x2xi32>
  %b4_3 = stablehlo.bitcast_convert %g_3 : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xi8>
  check.expect_eq %at_3#7, %b4_3 : tensor<2xi8>
  %b5_3 = stablehlo.bitcast_convert %p_3 : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x3xi8>
  %z5_3 = stablehlo.constant dense<0> : tensor<i8>
  %w5_3 = stablehlo.pad %b5_3, %z5_3, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xi8>, tensor<i8>) -> tensor<2x4xi8>
  check.expect_eq %at_3#8, %w5_3 : tensor<2x4xi8>
  check.expect_eq_const %at_3#9, dense<3> : tensor<i32>
  %size_4 = stablehlo.constant dense<4> : tensor<i32>
  %at_4:10 = call @quantized_movement_at(%size_4) : (tensor<i32>) -> (tensor<7x2xi8>, tensor<i32>, tensor<4x2xi8>, tensor<i32>, tensor<9x3xi8>, tensor<i32>, tensor<5x2xi32>, tensor<2xi8>, tensor<2x4xi8>, tensor<i32>)
  %a_4 = "stablehlo.constant"() {value = dense<[[-5, -1], [6, -3], [2, 0], [5, 6]]> : tensor<4x2xi8>} : () -> tensor<4x2x!quant.uniform<i8:f32, 0.5:3>>
  %b_4 = "stablehlo.constant"() {value = dense<[[-4, 2], [4, 2], [4, -5]]> : tensor<3x2xi8>} : () -> tensor<3x2x!quant.uniform<i8:f32, 0.5:3>>
  %i_4 = "stablehlo.constant"() {value = dense<3> : tensor<i8>} : () -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %h_4 = "stablehlo.constant"() {value = dense<[[1999999999, -5], [16777217, 33554435], [7, 123456789], [-2147483648, 2147483647]]> : tensor<4x2xi32>} : () -> tensor<4x2x!quant.uniform<i32:f32, 0.125:1000>>
  %t_4 = "stablehlo.constant"() {value = dense<[[1, 4], [0, 4], [3, 1], [1, -3], [-5, -4]]> : tensor<5x2xi32>} : () -> tensor<5x2x!quant.uniform<i32:f32, 0.125:1000>>
  %r_4 = stablehlo.concatenate %a_4, %b_4, dim = 0 : (tensor<4x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<3x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<7x2x!quant.uniform<i8:f32, 0.5:3>>
  %s_4 = stablehlo.reverse %a_4, dims = [0] : tensor<4x2x!quant.uniform<i8:f32, 0.5:3>>
  %q_4 = stablehlo.pad %a_4, %i_4, low = [2, 0], high = [0, 1], interior = [1, 0] : (tensor<4x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<9x3x!quant.uniform<i8:f32, 0.5:3>>
  %zero_index_4 = stablehlo.constant dense<0> : tensor<i32>
  %c_4 = stablehlo.dynamic_update_slice %t_4, %h_4, %zero_index_4, %zero_index_4 : (tensor<5x2x!quant.uniform<i32:f32, 0.125:1000>>, tensor<4x2x!quant.uniform<i32:f32, 0.125:1000>>, tensor<i32>, tensor<i32>) -> tensor<5x2x!quant.uniform<i32:f32, 0.125:1000>>
  %g_4 = stablehlo.reduce(%a_4 init: %i_4) applies stablehlo.maximum across dimensions = [0] : (tensor<4x2x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %p_4 = stablehlo.transpose %a_4, dims = [1, 0] : (tensor<4x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>
  %b0_4 = stablehlo.bitcast_convert %r_4 : (tensor<7x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<7x2xi8>
  %z0_4 = stablehlo.constant dense<0> : tensor<i8>
  %w0_4 = stablehlo.pad %b0_4, %z0_4, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<7x2xi8>, tensor<i8>) -> tensor<7x2xi8>
  check.expect_eq %at_4#0, %w0_4 : tensor<7x2xi8>
  check.expect_eq_const %at_4#1, dense<7> : tensor<i32>
  %b1_4 = stablehlo.bitcast_convert %s_4 : (tensor<4x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x2xi8>
  %z1_4 = stablehlo.constant dense<0> : tensor<i8>
  %w1_4 = stablehlo.pad %b1_4, %z1_4, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<4x2xi8>, tensor<i8>) -> tensor<4x2xi8>
  check.expect_eq %at_4#2, %w1_4 : tensor<4x2xi8>
  check.expect_eq_const %at_4#3, dense<4> : tensor<i32>
  %b2_4 = stablehlo.bitcast_convert %q_4 : (tensor<9x3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<9x3xi8>
  %z2_4 = stablehlo.constant dense<0> : tensor<i8>
  %w2_4 = stablehlo.pad %b2_4, %z2_4, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<9x3xi8>, tensor<i8>) -> tensor<9x3xi8>
  check.expect_eq %at_4#4, %w2_4 : tensor<9x3xi8>
  check.expect_eq_const %at_4#5, dense<9> : tensor<i32>
  %b3_4 = stablehlo.bitcast_convert %c_4 : (tensor<5x2x!quant.uniform<i32:f32, 0.125:1000>>) -> tensor<5x2xi32>
  check.expect_eq %at_4#6, %b3_4 : tensor<5x2xi32>
  %b4_4 = stablehlo.bitcast_convert %g_4 : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xi8>
  check.expect_eq %at_4#7, %b4_4 : tensor<2xi8>
  %b5_4 = stablehlo.bitcast_convert %p_4 : (tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x4xi8>
  %z5_4 = stablehlo.constant dense<0> : tensor<i8>
  %w5_4 = stablehlo.pad %b5_4, %z5_4, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x4xi8>, tensor<i8>) -> tensor<2x4xi8>
  check.expect_eq %at_4#8, %w5_4 : tensor<2x4xi8>
  check.expect_eq_const %at_4#9, dense<4> : tensor<i32>
  func.return
}

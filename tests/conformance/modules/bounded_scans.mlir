// As many steps as there are parts, from either end; the parts have a size of their own.
func.func private @scanned_at(%size: tensor<i32>) -> (tensor<4x3xi32>, tensor<i32>, tensor<i32>, tensor<3xi32>, tensor<i32>, tensor<4x3xi32>, tensor<i32>, tensor<i32>, tensor<3xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[-3, 4, -4], [-1, -4, 2], [2, 2, 5], [1, -2, -4]]> : tensor<4x3xi32>
  %a_0 = stablehlo.set_dimension_size %a_s, %n, dim = 0 : (tensor<4x3xi32>, tensor<i32>) -> tensor<?x3xi32, #stablehlo.bounds<4, ?>>
  %m0 = stablehlo.constant dense<3> : tensor<i32>
  %x0 = stablehlo.multiply %n, %m0 : tensor<i32>
  %d0 = stablehlo.constant dense<4> : tensor<i32>
  %y0 = stablehlo.divide %x0, %d0 : tensor<i32>
  %a = stablehlo.set_dimension_size %a_0, %y0, dim = 1 : (tensor<?x3xi32, #stablehlo.bounds<4, ?>>, tensor<i32>) -> tensor<?x?xi32, #stablehlo.bounds<4, 3>>
  %i_s = stablehlo.constant dense<[2, -5, 1]> : tensor<3xi32>
  %i = stablehlo.set_dimension_size %i_s, %y0, dim = 0 : (tensor<3xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<3>>
  %r, %c = "chlo.scan"(%a, %i) ({
  ^bb0(%x: tensor<?xi32, #stablehlo.bounds<3>>, %y: tensor<?xi32, #stablehlo.bounds<3>>):
    %s = stablehlo.add %x, %y : tensor<?xi32, #stablehlo.bounds<3>>
    stablehlo.return %s, %s : tensor<?xi32, #stablehlo.bounds<3>>, tensor<?xi32, #stablehlo.bounds<3>>
  }) {dimension = 0 : i64, is_reverse = false, operandSegmentSizes = array<i32: 1, 1>} : (tensor<?x?xi32, #stablehlo.bounds<4, 3>>, tensor<?xi32, #stablehlo.bounds<3>>) -> (tensor<?x?xi32, #stablehlo.bounds<4, 3>>, tensor<?xi32, #stablehlo.bounds<3>>)
  %q, %k = "chlo.scan"(%a, %i) ({
  ^bb0(%x: tensor<?xi32, #stablehlo.bounds<3>>, %y: tensor<?xi32, #stablehlo.bounds<3>>):
    %s = stablehlo.subtract %y, %x : tensor<?xi32, #stablehlo.bounds<3>>
    stablehlo.return %y, %s : tensor<?xi32, #stablehlo.bounds<3>>, tensor<?xi32, #stablehlo.bounds<3>>
  }) {dimension = 0 : i64, is_reverse = true, operandSegmentSizes = array<i32: 1, 1>} : (tensor<?x?xi32, #stablehlo.bounds<4, 3>>, tensor<?xi32, #stablehlo.bounds<3>>) -> (tensor<?x?xi32, #stablehlo.bounds<4, 3>>, tensor<?xi32, #stablehlo.bounds<3>>)
  %z0 = stablehlo.constant dense<0> : tensor<4x3xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero : (tensor<4x3xi32>, tensor<?x?xi32, #stablehlo.bounds<4, 3>>, tensor<i32>, tensor<i32>) -> tensor<4x3xi32>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x?xi32, #stablehlo.bounds<4, 3>>) -> tensor<i32>
  %s0_1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<?x?xi32, #stablehlo.bounds<4, 3>>) -> tensor<i32>
  %z1 = stablehlo.constant dense<0> : tensor<3xi32>
  %o1 = stablehlo.dynamic_update_slice %z1, %c, %zero : (tensor<3xi32>, tensor<?xi32, #stablehlo.bounds<3>>, tensor<i32>) -> tensor<3xi32>
  %s1_0 = stablehlo.get_dimension_size %c, dim = 0 : (tensor<?xi32, #stablehlo.bounds<3>>) -> tensor<i32>
  %z2 = stablehlo.constant dense<0> : tensor<4x3xi32>
  %o2 = stablehlo.dynamic_update_slice %z2, %q, %zero, %zero : (tensor<4x3xi32>, tensor<?x?xi32, #stablehlo.bounds<4, 3>>, tensor<i32>, tensor<i32>) -> tensor<4x3xi32>
  %s2_0 = stablehlo.get_dimension_size %q, dim = 0 : (tensor<?x?xi32, #stablehlo.bounds<4, 3>>) -> tensor<i32>
  %s2_1 = stablehlo.get_dimension_size %q, dim = 1 : (tensor<?x?xi32, #stablehlo.bounds<4, 3>>) -> tensor<i32>
  %z3 = stablehlo.constant dense<0> : tensor<3xi32>
  %o3 = stablehlo.dynamic_update_slice %z3, %k, %zero : (tensor<3xi32>, tensor<?xi32, #stablehlo.bounds<3>>, tensor<i32>) -> tensor<3xi32>
  %s3_0 = stablehlo.get_dimension_size %k, dim = 0 : (tensor<?xi32, #stablehlo.bounds<3>>) -> tensor<i32>
  return %o0, %s0_0, %s0_1, %o1, %s1_0, %o2, %s2_0, %s2_1, %o3, %s3_0 : tensor<4x3xi32>, tensor<i32>, tensor<i32>, tensor<3xi32>, tensor<i32>, tensor<4x3xi32>, tensor<i32>, tensor<i32>, tensor<3xi32>, tensor<i32>
}
func.func @scanned() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:10 = call @scanned_at(%size_0) : (tensor<i32>) -> (tensor<4x3xi32>, tensor<i32>, tensor<i32>, tensor<3xi32>, tensor<i32>, tensor<4x3xi32>, tensor<i32>, tensor<i32>, tensor<3xi32>, tensor<i32>)
  %a_0 = stablehlo.constant dense<> : tensor<0x0xi32>
  %i_0 = stablehlo.constant dense<> : tensor<0xi32>
  %r_0, %c_0 = "chlo.scan"(%a_0, %i_0) ({
  ^bb0(%x_0: tensor<0xi32>, %y_0: tensor<0xi32>):
    %s_0 = stablehlo.add %x_0, %y_0 : tensor<0xi32>
    stablehlo.return %s_0, %s_0 : tensor<0xi32>, tensor<0xi32>
  }) {dimension = 0 : i64, is_reverse = false, operandSegmentSizes = array<i32: 1, 1>} : (tensor<0x0xi32>, tensor<0xi32>) -> (tensor<0x0xi32>, tensor<0xi32>)
  %q_0, %k_0 = "chlo.scan"(%a_0, %i_0) ({
  ^bb0(%x_0: tensor<0xi32>, %y_0: tensor<0xi32>):
    %s_0 = stablehlo.subtract %y_0, %x_0 : tensor<0xi32>
    stablehlo.return %y_0, %s_0 : tensor<0xi32>, tensor<0xi32>
  }) {dimension = 0 : i64, is_reverse = true, operandSegmentSizes = array<i32: 1, 1>} : (tensor<0x0xi32>, tensor<0xi32>) -> (tensor<0x0xi32>, tensor<0xi32>)
  %z0_0 = stablehlo.constant dense<0> : tensor<i32>
  %w0_0 = stablehlo.pad %r_0, %z0_0, low = [0, 0], high = [4, 3], interior = [0, 0] : (tensor<0x0xi32>, tensor<i32>) -> tensor<4x3xi32>
  check.expect_eq %at_0#0, %w0_0 : tensor<4x3xi32>
  check.expect_eq_const %at_0#1, dense<0> : tensor<i32>
  check.expect_eq_const %at_0#2, dense<0> : tensor<i32>
  %z1_0 = stablehlo.constant dense<0> : tensor<i32>
  %w1_0 = stablehlo.pad %c_0, %z1_0, low = [0], high = [3], interior = [0] : (tensor<0xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq %at_0#3, %w1_0 : tensor<3xi32>
  check.expect_eq_const %at_0#4, dense<0> : tensor<i32>
  %z2_0 = stablehlo.constant dense<0> : tensor<i32>
  %w2_0 = stablehlo.pad %q_0, %z2_0, low = [0, 0], high = [4, 3], interior = [0, 0] : (tensor<0x0xi32>, tensor<i32>) -> tensor<4x3xi32>
  check.expect_eq %at_0#5, %w2_0 : tensor<4x3xi32>
  check.expect_eq_const %at_0#6, dense<0> : tensor<i32>
  check.expect_eq_const %at_0#7, dense<0> : tensor<i32>
  %z3_0 = stablehlo.constant dense<0> : tensor<i32>
  %w3_0 = stablehlo.pad %k_0, %z3_0, low = [0], high = [3], interior = [0] : (tensor<0xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq %at_0#8, %w3_0 : tensor<3xi32>
  check.expect_eq_const %at_0#9, dense<0> : tensor<i32>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:10 = call @scanned_at(%size_1) : (tensor<i32>) -> (tensor<4x3xi32>, tensor<i32>, tensor<i32>, tensor<3xi32>, tensor<i32>, tensor<4x3xi32>, tensor<i32>, tensor<i32>, tensor<3xi32>, tensor<i32>)
  %a_1 = stablehlo.constant dense<> : tensor<1x0xi32>
  %i_1 = stablehlo.constant dense<> : tensor<0xi32>
  %r_1, %c_1 = "chlo.scan"(%a_1, %i_1) ({
  ^bb0(%x_1: tensor<0xi32>, %y_1: tensor<0xi32>):
    %s_1 = stablehlo.add %x_1, %y_1 : tensor<0xi32>
    stablehlo.return %s_1, %s_1 : tensor<0xi32>, tensor<0xi32>
  }) {dimension = 0 : i64, is_reverse = false, operandSegmentSizes = array<i32: 1, 1>} : (tensor<1x0xi32>, tensor<0xi32>) -> (tensor<1x0xi32>, tensor<0xi32>)
  %q_1, %k_1 = "chlo.scan"(%a_1, %i_1) ({
  ^bb0(%x_1: tensor<0xi32>, %y_1: tensor<0xi32>):
    %s_1 = stablehlo.subtract %y_1, %x_1 : tensor<0xi32>
    stablehlo.return %y_1, %s_1 : tensor<0xi32>, tensor<0xi32>
  }) {dimension = 0 : i64, is_reverse = true, operandSegmentSizes = array<i32: 1, 1>} : (tensor<1x0xi32>, tensor<0xi32>) -> (tensor<1x0xi32>, tensor<0xi32>)
  %z0_1 = stablehlo.constant dense<0> : tensor<i32>
  %w0_1 = stablehlo.pad %r_1, %z0_1, low = [0, 0], high = [3, 3], interior = [0, 0] : (tensor<1x0xi32>, tensor<i32>) -> tensor<4x3xi32>
  check.expect_eq %at_1#0, %w0_1 : tensor<4x3xi32>
  check.expect_eq_const %at_1#1, dense<1> : tensor<i32>
  check.expect_eq_const %at_1#2, dense<0> : tensor<i32>
  %z1_1 = stablehlo.constant dense<0> : tensor<i32>
  %w1_1 = stablehlo.pad %c_1, %z1_1, low = [0], high = [3], interior = [0] : (tensor<0xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq %at_1#3, %w1_1 : tensor<3xi32>
  check.expect_eq_const %at_1#4, dense<0> : tensor<i32>
  %z2_1 = stablehlo.constant dense<0> : tensor<i32>
  %w2_1 = stablehlo.pad %q_1, %z2_1, low = [0, 0], high = [3, 3], interior = [0, 0] : (tensor<1x0xi32>, tensor<i32>) -> tensor<4x3xi32>
  check.expect_eq %at_1#5, %w2_1 : tensor<4x3xi32>
  check.expect_eq_const %at_1#6, dense<1> : tensor<i32>
  check.expect_eq_const %at_1#7, dense<0> : tensor<i32>
  %z3_1 = stablehlo.constant dense<0> : tensor<i32>
  %w3_1 = stablehlo.pad %k_1, %z3_1, low = [0], high = [3], interior = [0] : (tensor<0xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq %at_1#8, %w3_1 : tensor<3xi32>
  check.expect_eq_const %at_1#9, dense<0> : tensor<i32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:10 = call @scanned_at(%size_3) : (tensor<i32>) -> (tensor<4x3xi32>, tensor<i32>, tensor<i32>, tensor<3xi32>, tensor<i32>, tensor<4x3xi32>, tensor<i32>, tensor<i32>, tensor<3xi32>, tensor<i32>)
  %a_3 = stablehlo.constant dense<[[-3, 4], [-1, -4], [2, 2]]> : tensor<3x2xi32>
  %i_3 = stablehlo.constant dense<[2, -5]> : tensor<2xi32>
  %r_3, %c_3 = "chlo.scan"(%a_3, %i_3) ({
  ^bb0(%x_3: tensor<2xi32>, %y_3: tensor<2xi32>):
    %s_3 = stablehlo.add %x_3, %y_3 : tensor<2xi32>
    stablehlo.return %s_3, %s_3 : tensor<2xi32>, tensor<2xi32>
  }) {dimension = 0 : i64, is_reverse = false, operandSegmentSizes = array<i32: 1, 1>} : (tensor<3x2xi32>, tensor<2xi32>) -> (tensor<3x2xi32>, tensor<2xi32>)
  %q_3, %k_3 = "chlo.scan"(%a_3, %i_3) ({
  ^bb0(%x_3: tensor<2xi32>, %y_3: tensor<2xi32>):
    %s_3 = stablehlo.subtract %y_3, %x_3 : tensor<2xi32>
    stablehlo.return %y_3, %s_3 : tensor<2xi32>, tensor<2xi32>
  }) {dimension = 0 : i64, is_reverse = true, operandSegmentSizes = array<i32: 1, 1>} : (tensor<3x2xi32>, tensor<2xi32>) -> (tensor<3x2xi32>, tensor<2xi32>)
  %z0_3 = stablehlo.constant dense<0> : tensor<i32>
  %w0_3 = stablehlo.pad %r_3, %z0_3, low = [0, 0], high = [1, 1], interior = [0, 0] : (tensor<3x2xi32>, tensor<i32>) -> tensor<4x3xi32>
  check.expect_eq %at_3#0, %w0_3 : tensor<4x3xi32>
  check.expect_eq_const %at_3#1, dense<3> : tensor<i32>
  check.expect_eq_const %at_3#2, dense<2> : tensor<i32>
  %z1_3 = stablehlo.constant dense<0> : tensor<i32>
  %w1_3 = stablehlo.pad %c_3, %z1_3, low = [0], high = [1], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq %at_3#3, %w1_3 : tensor<3xi32>
  check.expect_eq_const %at_3#4, dense<2> : tensor<i32>
  %z2_3 = stablehlo.constant dense<0> : tensor<i32>
  %w2_3 = stablehlo.pad %q_3, %z2_3, low = [0, 0], high = [1, 1], interior = [0, 0] : (tensor<3x2xi32>, tensor<i32>) -> tensor<4x3xi32>
  check.expect_eq %at_3#5, %w2_3 : tensor<4x3xi32>
  check.expect_eq_const %at_3#6, dense<3> : tensor<i32>
  check.expect_eq_const %at_3#7, dense<2> : tensor<i32>
  %z3_3 = stablehlo.constant dense<0> : tensor<i32>
  %w3_3 = stablehlo.pad %k_3, %z3_3, low = [0], high = [1], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq %at_3#8, %w3_3 : tensor<3xi32>
  check.expect_eq_const %at_3#9, dense<2> : tensor<i32>
  %size_4 = stablehlo.constant dense<4> : tensor<i32>
  %at_4:10 = call @scanned_at(%size_4) : (tensor<i32>) -> (tensor<4x3xi32>, tensor<i32>, tensor<i32>, tensor<3xi32>, tensor<i32>, tensor<4x3xi32>, tensor<i32>, tensor<i32>, tensor<3xi32>, tensor<i32>)
  %a_4 = stablehlo.constant dense<[[-3, 4, -4], [-1, -4, 2], [2, 2, 5], [1, -2, -4]]> : tensor<4x3xi32>
  %i_4 = stablehlo.constant dense<[2, -5, 1]> : tensor<3xi32>
  %r_4, %c_4 = "chlo.scan"(%a_4, %i_4) ({
  ^bb0(%x_4: tensor<3xi32>, %y_4: tensor<3xi32>):
    %s_4 = stablehlo.add %x_4, %y_4 : tensor<3xi32>
    stablehlo.return %s_4, %s_4 : tensor<3xi32>, tensor<3xi32>
  }) {dimension = 0 : i64, is_reverse = false, operandSegmentSizes = array<i32: 1, 1>} : (tensor<4x3xi32>, tensor<3xi32>) -> (tensor<4x3xi32>, tensor<3xi32>)
  %q_4, %k_4 = "chlo.scan"(%a_4, %i_4) ({
  ^bb0(%x_4: tensor<3xi32>, %y_4: tensor<3xi32>):
    %s_4 = stablehlo.subtract %y_4, %x_4 : tensor<3xi32>
    stablehlo.return %y_4, %s_4 : tensor<3xi32>, tensor<3xi32>
  }) {dimension = 0 : i64, is_reverse = true, operandSegmentSizes = array<i32: 1, 1>} : (tensor<4x3xi32>, tensor<3xi32>) -> (tensor<4x3xi32>, tensor<3xi32>)
  %z0_4 = stablehlo.constant dense<0> : tensor<i32>
  %w0_4 = stablehlo.pad %r_4, %z0_4, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<4x3xi32>, tensor<i32>) -> tensor<4x3xi32>
  check.expect_eq %at_4#0, %w0_4 : tensor<4x3xi32>
  check.expect_eq_const %at_4#1, dense<4> : tensor<i32>
  check.expect_eq_const %at_4#2, dense<3> : tensor<i32>
  %z1_4 = stablehlo.constant dense<0> : tensor<i32>
  %w1_4 = stablehlo.pad %c_4, %z1_4, low = [0], high = [0], interior = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq %at_4#3, %w1_4 : tensor<3xi32>
  check.expect_eq_const %at_4#4, dense<3> : tensor<i32>
  %z2_4 = stablehlo.constant dense<0> : tensor<i32>
  %w2_4 = stablehlo.pad %q_4, %z2_4, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<4x3xi32>, tensor<i32>) -> tensor<4x3xi32>
  check.expect_eq %at_4#5, %w2_4 : tensor<4x3xi32>
  check.expect_eq_const %at_4#6, dense<4> : tensor<i32>
  check.expect_eq_const %at_4#7, dense<3> : tensor<i32>
  %z3_4 = stablehlo.constant dense<0> : tensor<i32>
  %w3_4 = stablehlo.pad %k_4, %z3_4, low = [0], high = [0], interior = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq %at_4#8, %w3_4 : tensor<3xi32>
  check.expect_eq_const %at_4#9, dense<3> : tensor<i32>
  func.return
}

// -----

func.func private @scanned_along_the_last_dimension_at(%size: tensor<i32>) -> (tensor<2x4xcomplex<f32>>, tensor<i32>, tensor<2x4xi1>, tensor<i32>, tensor<2xcomplex<f32>>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[(0.0, -1.0), (2.0, 4.0), (-2.0, -3.0), (4.0, 1.0)], [(0.0, 0.0), (4.0, 4.0), (3.0, -1.0), (0.0, -1.0)]]> : tensor<2x4xcomplex<f32>>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 1 : (tensor<2x4xcomplex<f32>>, tensor<i32>) -> tensor<2x?xcomplex<f32>, #stablehlo.bounds<?, 4>>
  %h_s = stablehlo.constant dense<[[3.0, -3.0, -2.0, -1.0], [-3.0, 1.0, -3.0, 1.0]]> : tensor<2x4xf32>
  %h = stablehlo.set_dimension_size %h_s, %n, dim = 1 : (tensor<2x4xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 4>>
  %i = stablehlo.constant dense<[(4.0, 3.0), (3.0, 3.0)]> : tensor<2xcomplex<f32>>
  %r, %g, %c = "chlo.scan"(%a, %h, %i) ({
  ^bb0(%x: tensor<2xcomplex<f32>>, %w: tensor<2xf32>, %y: tensor<2xcomplex<f32>>):
    %s = stablehlo.multiply %x, %y : tensor<2xcomplex<f32>>
    %p = stablehlo.real %s : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %l = stablehlo.compare LT, %p, %w : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    stablehlo.return %s, %l, %s : tensor<2xcomplex<f32>>, tensor<2xi1>, tensor<2xcomplex<f32>>
  }) {dimension = 1 : i64, is_reverse = false, operandSegmentSizes = array<i32: 2, 1>} : (tensor<2x?xcomplex<f32>, #stablehlo.bounds<?, 4>>, tensor<2x?xf32, #stablehlo.bounds<?, 4>>, tensor<2xcomplex<f32>>) -> (tensor<2x?xcomplex<f32>, #stablehlo.bounds<?, 4>>, tensor<2x?xi1, #stablehlo.bounds<?, 4>>, tensor<2xcomplex<f32>>)
  %z0 = stablehlo.constant dense<(0.0, 0.0)> : tensor<2x4xcomplex<f32>>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero : (tensor<2x4xcomplex<f32>>, tensor<2x?xcomplex<f32>, #stablehlo.bounds<?, 4>>, tensor<i32>, tensor<i32>) -> tensor<2x4xcomplex<f32>>
  %s0_1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<2x?xcomplex<f32>, #stablehlo.bounds<?, 4>>) -> tensor<i32>
  %z1 = stablehlo.constant dense<false> : tensor<2x4xi1>
  %o1 = stablehlo.dynamic_update_slice %z1, %g, %zero, %zero : (tensor<2x4xi1>, tensor<2x?xi1, #stablehlo.bounds<?, 4>>, tensor<i32>, tensor<i32>) -> tensor<2x4xi1>
  %s1_1 = stablehlo.get_dimension_size %g, dim = 1 : (tensor<2x?xi1, #stablehlo.bounds<?, 4>>) -> tensor<i32>
  return %o0, %s0_1, %o1, %s1_1, %c : tensor<2x4xcomplex<f32>>, tensor<i32>, tensor<2x4xi1>, tensor<i32>, tensor<2xcomplex<f32>>
}
func.func @scanned_along_the_last_dimension() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:5 = call @scanned_along_the_last_dimension_at(%size_0) : (tensor<i32>) -> (tensor<2x4xcomplex<f32>>, tensor<i32>, tensor<2x4xi1>, tensor<i32>, tensor<2xcomplex<f32>>)
  %a_0 = stablehlo.constant dense<> : tensor<2x0xcomplex<f32>>
  %h_0 = stablehlo.constant dense<> : tensor<2x0xf32>
  %i_0 = stablehlo.constant dense<[(4.0, 3.0), (3.0, 3.0)]> : tensor<2xcomplex<f32>>
  %r_0, %g_0, %c_0 = "chlo.scan"(%a_0, %h_0, %i_0) ({
  ^bb0(%x_0: tensor<2xcomplex<f32>>, %w_0: tensor<2xf32>, %y_0: tensor<2xcomplex<f32>>):
    %s_0 = stablehlo.multiply %x_0, %y_0 : tensor<2xcomplex<f32>>
    %p_0 = stablehlo.real %s_0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %l_0 = stablehlo.compare LT, %p_0, %w_0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    stablehlo.return %s_0, %l_0, %s_0 : tensor<2xcomplex<f32>>, tensor<2xi1>, tensor<2xcomplex<f32>>
  }) {dimension = 1 : i64, is_reverse = false, operandSegmentSizes = array<i32: 2, 1>} : (tensor<2x0xcomplex<f32>>, tensor<2x0xf32>, tensor<2xcomplex<f32>>) -> (tensor<2x0xcomplex<f32>>, tensor<2x0xi1>, tensor<2xcomplex<f32>>)
  %z0_0 = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %w0_0 = stablehlo.pad %r_0, %z0_0, low = [0, 0], high = [0, 4], interior = [0, 0] : (tensor<2x0xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2x4xcomplex<f32>>
  check.expect_almost_eq %at_0#0, %w0_0 : tensor<2x4xcomplex<f32>>
  check.expect_eq_const %at_0#1, dense<0> : tensor<i32>
  %z1_0 = stablehlo.constant dense<false> : tensor<i1>
  %w1_0 = stablehlo.pad %g_0, %z1_0, low = [0, 0], high = [0, 4], interior = [0, 0] : (tensor<2x0xi1>, tensor<i1>) -> tensor<2x4xi1>
  check.expect_eq %at_0#2, %w1_0 : tensor<2x4xi1>
  check.expect_eq_const %at_0#3, dense<0> : tensor<i32>
  check.expect_almost_eq %at_0#4, %c_0 : tensor<2xcomplex<f32>>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:5 = call @scanned_along_the_last_dimension_at(%size_1) : (tensor<i32>) -> (tensor<2x4xcomplex<f32>>, tensor<i32>, tensor<2x4xi1>, tensor<i32>, tensor<2xcomplex<f32>>)
  %a_1 = stablehlo.constant dense<[[(0.0, -1.0)], [(0.0, 0.0)]]> : tensor<2x1xcomplex<f32>>
  %h_1 = stablehlo.constant dense<[[3.0], [-3.0]]> : tensor<2x1xf32>
  %i_1 = stablehlo.constant dense<[(4.0, 3.0), (3.0, 3.0)]> : tensor<2xcomplex<f32>>
  %r_1, %g_1, %c_1 = "chlo.scan"(%a_1, %h_1, %i_1) ({
  ^bb0(%x_1: tensor<2xcomplex<f32>>, %w_1: tensor<2xf32>, %y_1: tensor<2xcomplex<f32>>):
    %s_1 = stablehlo.multiply %x_1, %y_1 : tensor<2xcomplex<f32>>
    %p_1 = stablehlo.real %s_1 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %l_1 = stablehlo.compare LT, %p_1, %w_1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    stablehlo.return %s_1, %l_1, %s_1 : tensor<2xcomplex<f32>>, tensor<2xi1>, tensor<2xcomplex<f32>>
  }) {dimension = 1 : i64, is_reverse = false, operandSegmentSizes = array<i32: 2, 1>} : (tensor<2x1xcomplex<f32>>, tensor<2x1xf32>, tensor<2xcomplex<f32>>) -> (tensor<2x1xcomplex<f32>>, tensor<2x1xi1>, tensor<2xcomplex<f32>>)
  %z0_1 = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %w0_1 = stablehlo.pad %r_1, %z0_1, low = [0, 0], high = [0, 3], interior = [0, 0] : (tensor<2x1xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2x4xcomplex<f32>>
  check.expect_almost_eq %at_1#0, %w0_1 : tensor<2x4xcomplex<f32>>
  check.expect_eq_const %at_1#1, dense<1> : tensor<i32>
  %z1_1 = stablehlo.constant dense<false> : tensor<i1>
  %w1_1 = stablehlo.pad %g_1, %z1_1, low = [0, 0], high = [0, 3], interior = [0, 0] : (tensor<2x1xi1>, tensor<i1>) -> tensor<2x4xi1>
  check.expect_eq %at_1#2, %w1_1 : tensor<2x4xi1>
  check.expect_eq_const %at_1#3, dense<1> : tensor<i32>
  check.expect_almost_eq %at_1#4, %c_1 : tensor<2xcomplex<f32>>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:5 = call @scanned_along_the_last_dimension_at(%size_3) : (tensor<i32>) -> (tensor<2x4xcomplex<f32>>, tensor<i32>, tensor<2x4xi1>, tensor<i32>, tensor<2xcomplex<f32>>)
  %a_3 = stablehlo.constant dense<[[(0.0, -1.0), (2.0, 4.0), (-2.0, -3.0)], [(0.0, 0.0), (4.0, 4.0), (3.0, -1.0)]]> : tensor<2x3xcomplex<f32>>
  %h_3 = stablehlo.constant dense<[[3.0, -3.0, -2.0], [-3.0, 1.0, -3.0]]> : tensor<2x3xf32>
  %i_3 = stablehlo.constant dense<[(4.0, 3.0), (3.0, 3.0)]> : tensor<2xcomplex<f32>>
  %r_3, %g_3, %c_3 = "chlo.scan"(%a_3, %h_3, %i_3) ({
  ^bb0(%x_3: tensor<2xcomplex<f32>>, %w_3: tensor<2xf32>, %y_3: tensor<2xcomplex<f32>>):
    %s_3 = stablehlo.multiply %x_3, %y_3 : tensor<2xcomplex<f32>>
    %p_3 = stablehlo.real %s_3 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %l_3 = stablehlo.compare LT, %p_3, %w_3 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    stablehlo.return %s_3, %l_3, %s_3 : tensor<2xcomplex<f32>>, tensor<2xi1>, tensor<2xcomplex<f32>>
  }) {dimension = 1 : i64, is_reverse = false, operandSegmentSizes = array<i32: 2, 1>} : (tensor<2x3xcomplex<f32>>, tensor<2x3xf32>, tensor<2xcomplex<f32>>) -> (tensor<2x3xcomplex<f32>>, tensor<2x3xi1>, tensor<2xcomplex<f32>>)
  %z0_3 = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %w0_3 = stablehlo.pad %r_3, %z0_3, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2x4xcomplex<f32>>
  check.expect_almost_eq %at_3#0, %w0_3 : tensor<2x4xcomplex<f32>>
  check.expect_eq_const %at_3#1, dense<3> : tensor<i32>
  %z1_3 = stablehlo.constant dense<false> : tensor<i1>
  %w1_3 = stablehlo.pad %g_3, %z1_3, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xi1>, tensor<i1>) -> tensor<2x4xi1>
  check.expect_eq %at_3#2, %w1_3 : tensor<2x4xi1>
  check.expect_eq_const %at_3#3, dense<3> : tensor<i32>
  check.expect_almost_eq %at_3#4, %c_3 : tensor<2xcomplex<f32>>
  %size_4 = stablehlo.constant dense<4> : tensor<i32>
  %at_4:5 = call @scanned_along_the_last_dimension_at(%size_4) : (tensor<i32>) -> (tensor<2x4xcomplex<f32>>, tensor<i32>, tensor<2x4xi1>, tensor<i32>, tensor<2xcomplex<f32>>)
  %a_4 = stablehlo.constant dense<[[(0.0, -1.0), (2.0, 4.0), (-2.0, -3.0), (4.0, 1.0)], [(0.0, 0.0), (4.0, 4.0), (3.0, -1.0), (0.0, -1.0)]]> : tensor<2x4xcomplex<f32>>
  %h_4 = stablehlo.constant dense<[[3.0, -3.0, -2.0, -1.0], [-3.0, 1.0, -3.0, 1.0]]> : tensor<2x4xf32>
  %i_4 = stablehlo.constant dense<[(4.0, 3.0), (3.0, 3.0)]> : tensor<2xcomplex<f32>>
  %r_4, %g_4, %c_4 = "chlo.scan"(%a_4, %h_4, %i_4) ({
  ^bb0(%x_4: tensor<2xcomplex<f32>>, %w_4: tensor<2xf32>, %y_4: tensor<2xcomplex<f32>>):
    %s_4 = stablehlo.multiply %x_4, %y_4 : tensor<2xcomplex<f32>>
    %p_4 = stablehlo.real %s_4 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %l_4 = stablehlo.compare LT, %p_4, %w_4 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    stablehlo.return %s_4, %l_4, %s_4 : tensor<2xcomplex<f32>>, tensor<2xi1>, tensor<2xcomplex<f32>>
  }) {dimension = 1 : i64, is_reverse = false, operandSegmentSizes = array<i32: 2, 1>} : (tensor<2x4xcomplex<f32>>, tensor<2x4xf32>, tensor<2xcomplex<f32>>) -> (tensor<2x4xcomplex<f32>>, tensor<2x4xi1>, tensor<2xcomplex<f32>>)
  %z0_4 = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %w0_4 = stablehlo.pad %r_4, %z0_4, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2x4xcomplex<f32>>
  check.expect_almost_eq %at_4#0, %w0_4 : tensor<2x4xcomplex<f32>>
  check.expect_eq_const %at_4#1, dense<4> : tensor<i32>
  %z1_4 = stablehlo.constant dense<false> : tensor<i1>
  %w1_4 = stablehlo.pad %g_4, %z1_4, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x4xi1>, tensor<i1>) -> tensor<2x4xi1>
  check.expect_eq %at_4#2, %w1_4 : tensor<2x4xi1>
  check.expect_eq_const %at_4#3, dense<4> : tensor<i32>
  check.expect_almost_eq %at_4#4, %c_4 : tensor<2xcomplex<f32>>
  func.return
}

// -----

// Every step, or there is no carry: the parts are bounded, their number is not.
func.func private @scanned_parts_of_a_size_at(%size: tensor<i32>) -> (tensor<2x3xf8E4M3FN>, tensor<i32>, tensor<2xf8E4M3FN>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[-1.0, 0.0, -2.0], [1.0, 1.0, -1.0]]> : tensor<2x3xf8E4M3FN>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 1 : (tensor<2x3xf8E4M3FN>, tensor<i32>) -> tensor<2x?xf8E4M3FN, #stablehlo.bounds<?, 3>>
  %r, %s = "chlo.scan"(%a) ({
  ^bb0(%x: tensor<?xf8E4M3FN, #stablehlo.bounds<3>>):
    %m = stablehlo.negate %x : tensor<?xf8E4M3FN, #stablehlo.bounds<3>>
    %zero_f8 = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
    %t = stablehlo.reduce(%x init: %zero_f8) applies stablehlo.add across dimensions = [0] : (tensor<?xf8E4M3FN, #stablehlo.bounds<3>>, tensor<f8E4M3FN>) -> tensor<f8E4M3FN>
    stablehlo.return %m, %t : tensor<?xf8E4M3FN, #stablehlo.bounds<3>>, tensor<f8E4M3FN>
  }) {dimension = 0 : i64, is_reverse = true, operandSegmentSizes = array<i32: 1, 0>} : (tensor<2x?xf8E4M3FN, #stablehlo.bounds<?, 3>>) -> (tensor<2x?xf8E4M3FN, #stablehlo.bounds<?, 3>>, tensor<2xf8E4M3FN>)
  %z0 = stablehlo.constant dense<0.0> : tensor<2x3xf8E4M3FN>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero : (tensor<2x3xf8E4M3FN>, tensor<2x?xf8E4M3FN, #stablehlo.bounds<?, 3>>, tensor<i32>, tensor<i32>) -> tensor<2x3xf8E4M3FN>
  %s0_1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<2x?xf8E4M3FN, #stablehlo.bounds<?, 3>>) -> tensor<i32>
  return %o0, %s0_1, %s : tensor<2x3xf8E4M3FN>, tensor<i32>, tensor<2xf8E4M3FN>
}
func.func @scanned_parts_of_a_size() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:3 = call @scanned_parts_of_a_size_at(%size_0) : (tensor<i32>) -> (tensor<2x3xf8E4M3FN>, tensor<i32>, tensor<2xf8E4M3FN>)
  %a_0 = stablehlo.constant dense<> : tensor<2x0xf8E4M3FN>
  %r_0, %s_0 = "chlo.scan"(%a_0) ({
  ^bb0(%x_0: tensor<0xf8E4M3FN>):
    %m_0 = stablehlo.negate %x_0 : tensor<0xf8E4M3FN>
    %zero_f8_0 = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
    %t_0 = stablehlo.reduce(%x_0 init: %zero_f8_0) applies stablehlo.add across dimensions = [0] : (tensor<0xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<f8E4M3FN>
    stablehlo.return %m_0, %t_0 : tensor<0xf8E4M3FN>, tensor<f8E4M3FN>
  }) {dimension = 0 : i64, is_reverse = true, operandSegmentSizes = array<i32: 1, 0>} : (tensor<2x0xf8E4M3FN>) -> (tensor<2x0xf8E4M3FN>, tensor<2xf8E4M3FN>)
  %z0_0 = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
  %w0_0 = stablehlo.pad %r_0, %z0_0, low = [0, 0], high = [0, 3], interior = [0, 0] : (tensor<2x0xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<2x3xf8E4M3FN>
  check.expect_eq %at_0#0, %w0_0 : tensor<2x3xf8E4M3FN>
  check.expect_eq_const %at_0#1, dense<0> : tensor<i32>
  check.expect_eq %at_0#2, %s_0 : tensor<2xf8E4M3FN>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:3 = call @scanned_parts_of_a_size_at(%size_1) : (tensor<i32>) -> (tensor<2x3xf8E4M3FN>, tensor<i32>, tensor<2xf8E4M3FN>)
  %a_1 = stablehlo.constant dense<[[-1.0], [1.0]]> : tensor<2x1xf8E4M3FN>
  %r_1, %s_1 = "chlo.scan"(%a_1) ({
  ^bb0(%x_1: tensor<1xf8E4M3FN>):
    %m_1 = stablehlo.negate %x_1 : tensor<1xf8E4M3FN>
    %zero_f8_1 = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
    %t_1 = stablehlo.reduce(%x_1 init: %zero_f8_1) applies stablehlo.add across dimensions = [0] : (tensor<1xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<f8E4M3FN>
    stablehlo.return %m_1, %t_1 : tensor<1xf8E4M3FN>, tensor<f8E4M3FN>
  }) {dimension = 0 : i64, is_reverse = true, operandSegmentSizes = array<i32: 1, 0>} : (tensor<2x1xf8E4M3FN>) -> (tensor<2x1xf8E4M3FN>, tensor<2xf8E4M3FN>)
  %z0_1 = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
  %w0_1 = stablehlo.pad %r_1, %z0_1, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<2x1xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<2x3xf8E4M3FN>
  check.expect_eq %at_1#0, %w0_1 : tensor<2x3xf8E4M3FN>
  check.expect_eq_const %at_1#1, dense<1> : tensor<i32>
  check.expect_eq %at_1#2, %s_1 : tensor<2xf8E4M3FN>
  %size_2 = stablehlo.constant dense<2> : tensor<i32>
  %at_2:3 = call @scanned_parts_of_a_size_at(%size_2) : (tensor<i32>) -> (tensor<2x3xf8E4M3FN>, tensor<i32>, tensor<2xf8E4M3FN>)
  %a_2 = stablehlo.constant dense<[[-1.0, 0.0], [1.0, 1.0]]> : tensor<2x2xf8E4M3FN>
  %r_2, %s_2 = "chlo.scan"(%a_2) ({
  ^bb0(%x_2: tensor<2xf8E4M3FN>):
    %m_2 = stablehlo.negate %x_2 : tensor<2xf8E4M3FN>
    %zero_f8_2 = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
    %t_2 = stablehlo.reduce(%x_2 init: %zero_f8_2) applies stablehlo.add across dimensions = [0] : (tensor<2xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<f8E4M3FN>
    stablehlo.return %m_2, %t_2 : tensor<2xf8E4M3FN>, tensor<f8E4M3FN>
  }) {dimension = 0 : i64, is_reverse = true, operandSegmentSizes = array<i32: 1, 0>} : (tensor<2x2xf8E4M3FN>) -> (tensor<2x2xf8E4M3FN>, tensor<2xf8E4M3FN>)
  %z0_2 = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
  %w0_2 = stablehlo.pad %r_2, %z0_2, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x2xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<2x3xf8E4M3FN>
  check.expect_eq %at_2#0, %w0_2 : tensor<2x3xf8E4M3FN>
  check.expect_eq_const %at_2#1, dense<2> : tensor<i32>
  check.expect_eq %at_2#2, %s_2 : tensor<2xf8E4M3FN>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:3 = call @scanned_parts_of_a_size_at(%size_3) : (tensor<i32>) -> (tensor<2x3xf8E4M3FN>, tensor<i32>, tensor<2xf8E4M3FN>)
  %a_3 = stablehlo.constant dense<[[-1.0, 0.0, -2.0], [1.0, 1.0, -1.0]]> : tensor<2x3xf8E4M3FN>
  %r_3, %s_3 = "chlo.scan"(%a_3) ({
  ^bb0(%x_3: tensor<3xf8E4M3FN>):
    %m_3 = stablehlo.negate %x_3 : tensor<3xf8E4M3FN>
    %zero_f8_3 = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
    %t_3 = stablehlo.reduce(%x_3 init: %zero_f8_3) applies stablehlo.add across dimensions = [0] : (tensor<3xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<f8E4M3FN>
    stablehlo.return %m_3, %t_3 : tensor<3xf8E4M3FN>, tensor<f8E4M3FN>
  }) {dimension = 0 : i64, is_reverse = true, operandSegmentSizes = array<i32: 1, 0>} : (tensor<2x3xf8E4M3FN>) -> (tensor<2x3xf8E4M3FN>, tensor<2xf8E4M3FN>)
  %z0_3 = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
  %w0_3 = stablehlo.pad %r_3, %z0_3, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x3xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<2x3xf8E4M3FN>
  check.expect_eq %at_3#0, %w0_3 : tensor<2x3xf8E4M3FN>
  check.expect_eq_const %at_3#1, dense<3> : tensor<i32>
  check.expect_eq %at_3#2, %s_3 : tensor<2xf8E4M3FN>
  func.return
}

// -----

// Numbers are drawn in the order of the elements that there are.
func.func private @drawn_f32_at(%size: tensor<i32>) -> (tensor<2x4xf32>, tensor<i32>, tensor<4x3x4xf32>, tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %w_s = stablehlo.constant dense<[-3, 4, -4, -1]> : tensor<4xi32>
  %w = stablehlo.set_dimension_size %w_s, %n, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %e0 = stablehlo.get_dimension_size %w, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<i32>
  %e1 = stablehlo.reshape %e0 : (tensor<i32>) -> tensor<1xi32>
  %e2 = stablehlo.reshape %two : (tensor<i32>) -> tensor<1xi32>
  %e3 = stablehlo.reshape %three : (tensor<i32>) -> tensor<1xi32>
  %e4 = stablehlo.concatenate %e2, %e1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %e5 = stablehlo.concatenate %e1, %e3, %e1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %lo = stablehlo.constant dense<0.0> : tensor<f32>
  %hi = stablehlo.constant dense<1.0> : tensor<f32>
  %r = "stablehlo.rng"(%lo, %hi, %e4) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<2xi32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 4>>
  %q = "stablehlo.rng"(%lo, %hi, %e5) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<3xi32>) -> tensor<?x3x?xf32, #stablehlo.bounds<4, ?, 4>>
  %z0 = stablehlo.constant dense<0.0> : tensor<2x4xf32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero : (tensor<2x4xf32>, tensor<2x?xf32, #stablehlo.bounds<?, 4>>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
  %s0_1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<2x?xf32, #stablehlo.bounds<?, 4>>) -> tensor<i32>
  %z1 = stablehlo.constant dense<0.0> : tensor<4x3x4xf32>
  %o1 = stablehlo.dynamic_update_slice %z1, %q, %zero, %zero, %zero : (tensor<4x3x4xf32>, tensor<?x3x?xf32, #stablehlo.bounds<4, ?, 4>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x3x4xf32>
  %s1_0 = stablehlo.get_dimension_size %q, dim = 0 : (tensor<?x3x?xf32, #stablehlo.bounds<4, ?, 4>>) -> tensor<i32>
  %s1_2 = stablehlo.get_dimension_size %q, dim = 2 : (tensor<?x3x?xf32, #stablehlo.bounds<4, ?, 4>>) -> tensor<i32>
  return %o0, %s0_1, %o1, %s1_0, %s1_2 : tensor<2x4xf32>, tensor<i32>, tensor<4x3x4xf32>, tensor<i32>, tensor<i32>
}
func.func @drawn_f32() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:5 = call @drawn_f32_at(%size_0) : (tensor<i32>) -> (tensor<2x4xf32>, tensor<i32>, tensor<4x3x4xf32>, tensor<i32>, tensor<i32>)
  %w_0 = stablehlo.constant dense<> : tensor<0xi32>
  %two_0 = stablehlo.constant dense<2> : tensor<i32>
  %three_0 = stablehlo.constant dense<3> : tensor<i32>
  %e0_0 = stablehlo.get_dimension_size %w_0, dim = 0 : (tensor<0xi32>) -> tensor<i32>
  %e1_0 = stablehlo.reshape %e0_0 : (tensor<i32>) -> tensor<1xi32>
  %e2_0 = stablehlo.reshape %two_0 : (tensor<i32>) -> tensor<1xi32>
  %e3_0 = stablehlo.reshape %three_0 : (tensor<i32>) -> tensor<1xi32>
  %e4_0 = stablehlo.concatenate %e2_0, %e1_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %e5_0 = stablehlo.concatenate %e1_0, %e3_0, %e1_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %lo_0 = stablehlo.constant dense<0.0> : tensor<f32>
  %hi_0 = stablehlo.constant dense<1.0> : tensor<f32>
  %r_0 = "stablehlo.rng"(%lo_0, %hi_0, %e4_0) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<2xi32>) -> tensor<2x0xf32>
  %q_0 = "stablehlo.rng"(%lo_0, %hi_0, %e5_0) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<3xi32>) -> tensor<0x3x0xf32>
  %z0_0 = stablehlo.constant dense<0.0> : tensor<f32>
  %w0_0 = stablehlo.pad %r_0, %z0_0, low = [0, 0], high = [0, 4], interior = [0, 0] : (tensor<2x0xf32>, tensor<f32>) -> tensor<2x4xf32>
  check.expect_almost_eq %at_0#0, %w0_0 : tensor<2x4xf32>
  check.expect_eq_const %at_0#1, dense<0> : tensor<i32>
  %z1_0 = stablehlo.constant dense<0.0> : tensor<f32>
  %w1_0 = stablehlo.pad %q_0, %z1_0, low = [0, 0, 0], high = [4, 0, 4], interior = [0, 0, 0] : (tensor<0x3x0xf32>, tensor<f32>) -> tensor<4x3x4xf32>
  check.expect_almost_eq %at_0#2, %w1_0 : tensor<4x3x4xf32>
  check.expect_eq_const %at_0#3, dense<0> : tensor<i32>
  check.expect_eq_const %at_0#4, dense<0> : tensor<i32>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:5 = call @drawn_f32_at(%size_1) : (tensor<i32>) -> (tensor<2x4xf32>, tensor<i32>, tensor<4x3x4xf32>, tensor<i32>, tensor<i32>)
  %w_1 = stablehlo.constant dense<[-3]> : tensor<1xi32>
  %two_1 = stablehlo.constant dense<2> : tensor<i32>
  %three_1 = stablehlo.constant dense<3> : tensor<i32>
  %e0_1 = stablehlo.get_dimension_size %w_1, dim = 0 : (tensor<1xi32>) -> tensor<i32>
  %e1_1 = stablehlo.reshape %e0_1 : (tensor<i32>) -> tensor<1xi32>
  %e2_1 = stablehlo.reshape %two_1 : (tensor<i32>) -> tensor<1xi32>
  %e3_1 = stablehlo.reshape %three_1 : (tensor<i32>) -> tensor<1xi32>
  %e4_1 = stablehlo.concatenate %e2_1, %e1_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %e5_1 = stablehlo.concatenate %e1_1, %e3_1, %e1_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %lo_1 = stablehlo.constant dense<0.0> : tensor<f32>
  %hi_1 = stablehlo.constant dense<1.0> : tensor<f32>
  %r_1 = "stablehlo.rng"(%lo_1, %hi_1, %e4_1) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<2xi32>) -> tensor<2x1xf32>
  %q_1 = "stablehlo.rng"(%lo_1, %hi_1, %e5_1) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<3xi32>) -> tensor<1x3x1xf32>
  %z0_1 = stablehlo.constant dense<0.0> : tensor<f32>
  %w0_1 = stablehlo.pad %r_1, %z0_1, low = [0, 0], high = [0, 3], interior = [0, 0] : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x4xf32>
  check.expect_almost_eq %at_1#0, %w0_1 : tensor<2x4xf32>
  check.expect_eq_const %at_1#1, dense<1> : tensor<i32>
  %z1_1 = stablehlo.constant dense<0.0> : tensor<f32>
  %w1_1 = stablehlo.pad %q_1, %z1_1, low = [0, 0, 0], high = [3, 0, 3], interior = [0, 0, 0] : (tensor<1x3x1xf32>, tensor<f32>) -> tensor<4x3x4xf32>
  check.expect_almost_eq %at_1#2, %w1_1 : tensor<4x3x4xf32>
  check.expect_eq_const %at_1#3, dense<1> : tensor<i32>
  check.expect_eq_const %at_1#4, dense<1> : tensor<i32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:5 = call @drawn_f32_at(%size_3) : (tensor<i32>) -> (tensor<2x4xf32>, tensor<i32>, tensor<4x3x4xf32>, tensor<i32>, tensor<i32>)
  %w_3 = stablehlo.constant dense<[-3, 4, -4]> : tensor<3xi32>
  %two_3 = stablehlo.constant dense<2> : tensor<i32>
  %three_3 = stablehlo.constant dense<3> : tensor<i32>
  %e0_3 = stablehlo.get_dimension_size %w_3, dim = 0 : (tensor<3xi32>) -> tensor<i32>
  %e1_3 = stablehlo.reshape %e0_3 : (tensor<i32>) -> tensor<1xi32>
  %e2_3 = stablehlo.reshape %two_3 : (tensor<i32>) -> tensor<1xi32>
  %e3_3 = stablehlo.reshape %three_3 : (tensor<i32>) -> tensor<1xi32>
  %e4_3 = stablehlo.concatenate %e2_3, %e1_3, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %e5_3 = stablehlo.concatenate %e1_3, %e3_3, %e1_3, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %lo_3 = stablehlo.constant dense<0.0> : tensor<f32>
  %hi_3 = stablehlo.constant dense<1.0> : tensor<f32>
  %r_3 = "stablehlo.rng"(%lo_3, %hi_3, %e4_3) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<2xi32>) -> tensor<2x3xf32>
  %q_3 = "stablehlo.rng"(%lo_3, %hi_3, %e5_3) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<3xi32>) -> tensor<3x3x3xf32>
  %z0_3 = stablehlo.constant dense<0.0> : tensor<f32>
  %w0_3 = stablehlo.pad %r_3, %z0_3, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x4xf32>
  check.expect_almost_eq %at_3#0, %w0_3 : tensor<2x4xf32>
  check.expect_eq_const %at_3#1, dense<3> : tensor<i32>
  %z1_3 = stablehlo.constant dense<0.0> : tensor<f32>
  %w1_3 = stablehlo.pad %q_3, %z1_3, low = [0, 0, 0], high = [1, 0, 1], interior = [0, 0, 0] : (tensor<3x3x3xf32>, tensor<f32>) -> tensor<4x3x4xf32>
  check.expect_almost_eq %at_3#2, %w1_3 : tensor<4x3x4xf32>
  check.expect_eq_const %at_3#3, dense<3> : tensor<i32>
  check.expect_eq_const %at_3#4, dense<3> : tensor<i32>
  %size_4 = stablehlo.constant dense<4> : tensor<i32>
  %at_4:5 = call @drawn_f32_at(%size_4) : (tensor<i32>) -> (tensor<2x4xf32>, tensor<i32>, tensor<4x3x4xf32>, tensor<i32>, tensor<i32>)
  %w_4 = stablehlo.constant dense<[-3, 4, -4, -1]> : tensor<4xi32>
  %two_4 = stablehlo.constant dense<2> : tensor<i32>
  %three_4 = stablehlo.constant dense<3> : tensor<i32>
  %e0_4 = stablehlo.get_dimension_size %w_4, dim = 0 : (tensor<4xi32>) -> tensor<i32>
  %e1_4 = stablehlo.reshape %e0_4 : (tensor<i32>) -> tensor<1xi32>
  %e2_4 = stablehlo.reshape %two_4 : (tensor<i32>) -> tensor<1xi32>
  %e3_4 = stablehlo.reshape %three_4 : (tensor<i32>) -> tensor<1xi32>
  %e4_4 = stablehlo.concatenate %e2_4, %e1_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %e5_4 = stablehlo.concatenate %e1_4, %e3_4, %e1_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %lo_4 = stablehlo.constant dense<0.0> : tensor<f32>
  %hi_4 = stablehlo.constant dense<1.0> : tensor<f32>
  %r_4 = "stablehlo.rng"(%lo_4, %hi_4, %e4_4) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<2xi32>) -> tensor<2x4xf32>
  %q_4 = "stablehlo.rng"(%lo_4, %hi_4, %e5_4) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<3xi32>) -> tensor<4x3x4xf32>
  %z0_4 = stablehlo.constant dense<0.0> : tensor<f32>
  %w0_4 = stablehlo.pad %r_4, %z0_4, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  check.expect_almost_eq %at_4#0, %w0_4 : tensor<2x4xf32>
  check.expect_eq_const %at_4#1, dense<4> : tensor<i32>
  %z1_4 = stablehlo.constant dense<0.0> : tensor<f32>
  %w1_4 = stablehlo.pad %q_4, %z1_4, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<4x3x4xf32>, tensor<f32>) -> tensor<4x3x4xf32>
  check.expect_almost_eq %at_4#2, %w1_4 : tensor<4x3x4xf32>
  check.expect_eq_const %at_4#3, dense<4> : tensor<i32>
  check.expect_eq_const %at_4#4, dense<4> : tensor<i32>
  func.return
}

// -----

func.func private @drawn_i8_at(%size: tensor<i32>) -> (tensor<2x4xi8>, tensor<i32>, tensor<4x3x4xi8>, tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %w_s = stablehlo.constant dense<[-3, 4, -4, -1]> : tensor<4xi32>
  %w = stablehlo.set_dimension_size %w_s, %n, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %e0 = stablehlo.get_dimension_size %w, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<i32>
  %e1 = stablehlo.reshape %e0 : (tensor<i32>) -> tensor<1xi32>
  %e2 = stablehlo.reshape %two : (tensor<i32>) -> tensor<1xi32>
  %e3 = stablehlo.reshape %three : (tensor<i32>) -> tensor<1xi32>
  %e4 = stablehlo.concatenate %e2, %e1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %e5 = stablehlo.concatenate %e1, %e3, %e1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %lo = stablehlo.constant dense<-5> : tensor<i8>
  %hi = stablehlo.constant dense<9> : tensor<i8>
  %r = "stablehlo.rng"(%lo, %hi, %e4) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<i8>, tensor<i8>, tensor<2xi32>) -> tensor<2x?xi8, #stablehlo.bounds<?, 4>>
  %q = "stablehlo.rng"(%lo, %hi, %e5) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<i8>, tensor<i8>, tensor<3xi32>) -> tensor<?x3x?xi8, #stablehlo.bounds<4, ?, 4>>
  %z0 = stablehlo.constant dense<0> : tensor<2x4xi8>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero : (tensor<2x4xi8>, tensor<2x?xi8, #stablehlo.bounds<?, 4>>, tensor<i32>, tensor<i32>) -> tensor<2x4xi8>
  %s0_1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<2x?xi8, #stablehlo.bounds<?, 4>>) -> tensor<i32>
  %z1 = stablehlo.constant dense<0> : tensor<4x3x4xi8>
  %o1 = stablehlo.dynamic_update_slice %z1, %q, %zero, %zero, %zero : (tensor<4x3x4xi8>, tensor<?x3x?xi8, #stablehlo.bounds<4, ?, 4>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x3x4xi8>
  %s1_0 = stablehlo.get_dimension_size %q, dim = 0 : (tensor<?x3x?xi8, #stablehlo.bounds<4, ?, 4>>) -> tensor<i32>
  %s1_2 = stablehlo.get_dimension_size %q, dim = 2 : (tensor<?x3x?xi8, #stablehlo.bounds<4, ?, 4>>) -> tensor<i32>
  return %o0, %s0_1, %o1, %s1_0, %s1_2 : tensor<2x4xi8>, tensor<i32>, tensor<4x3x4xi8>, tensor<i32>, tensor<i32>
}
func.func @drawn_i8() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:5 = call @drawn_i8_at(%size_0) : (tensor<i32>) -> (tensor<2x4xi8>, tensor<i32>, tensor<4x3x4xi8>, tensor<i32>, tensor<i32>)
  %w_0 = stablehlo.constant dense<> : tensor<0xi32>
  %two_0 = stablehlo.constant dense<2> : tensor<i32>
  %three_0 = stablehlo.constant dense<3> : tensor<i32>
  %e0_0 = stablehlo.get_dimension_size %w_0, dim = 0 : (tensor<0xi32>) -> tensor<i32>
  %e1_0 = stablehlo.reshape %e0_0 : (tensor<i32>) -> tensor<1xi32>
  %e2_0 = stablehlo.reshape %two_0 : (tensor<i32>) -> tensor<1xi32>
  %e3_0 = stablehlo.reshape %three_0 : (tensor<i32>) -> tensor<1xi32>
  %e4_0 = stablehlo.concatenate %e2_0, %e1_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %e5_0 = stablehlo.concatenate %e1_0, %e3_0, %e1_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %lo_0 = stablehlo.constant dense<-5> : tensor<i8>
  %hi_0 = stablehlo.constant dense<9> : tensor<i8>
  %r_0 = "stablehlo.rng"(%lo_0, %hi_0, %e4_0) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<i8>, tensor<i8>, tensor<2xi32>) -> tensor<2x0xi8>
  %q_0 = "stablehlo.rng"(%lo_0, %hi_0, %e5_0) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<i8>, tensor<i8>, tensor<3xi32>) -> tensor<0x3x0xi8>
  %z0_0 = stablehlo.constant dense<0> : tensor<i8>
  %w0_0 = stablehlo.pad %r_0, %z0_0, low = [0, 0], high = [0, 4], interior = [0, 0] : (tensor<2x0xi8>, tensor<i8>) -> tensor<2x4xi8>
  check.expect_eq %at_0#0, %w0_0 : tensor<2x4xi8>
  check.expect_eq_const %at_0#1, dense<0> : tensor<i32>
  %z1_0 = stablehlo.constant dense<0> : tensor<i8>
  %w1_0 = stablehlo.pad %q_0, %z1_0, low = [0, 0, 0], high = [4, 0, 4], interior = [0, 0, 0] : (tensor<0x3x0xi8>, tensor<i8>) -> tensor<4x3x4xi8>
  check.expect_eq %at_0#2, %w1_0 : tensor<4x3x4xi8>
  check.expect_eq_const %at_0#3, dense<0> : tensor<i32>
  check.expect_eq_const %at_0#4, dense<0> : tensor<i32>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:5 = call @drawn_i8_at(%size_1) : (tensor<i32>) -> (tensor<2x4xi8>, tensor<i32>, tensor<4x3x4xi8>, tensor<i32>, tensor<i32>)
  %w_1 = stablehlo.constant dense<[-3]> : tensor<1xi32>
  %two_1 = stablehlo.constant dense<2> : tensor<i32>
  %three_1 = stablehlo.constant dense<3> : tensor<i32>
  %e0_1 = stablehlo.get_dimension_size %w_1, dim = 0 : (tensor<1xi32>) -> tensor<i32>
  %e1_1 = stablehlo.reshape %e0_1 : (tensor<i32>) -> tensor<1xi32>
  %e2_1 = stablehlo.reshape %two_1 : (tensor<i32>) -> tensor<1xi32>
  %e3_1 = stablehlo.reshape %three_1 : (tensor<i32>) -> tensor<1xi32>
  %e4_1 = stablehlo.concatenate %e2_1, %e1_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %e5_1 = stablehlo.concatenate %e1_1, %e3_1, %e1_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %lo_1 = stablehlo.constant dense<-5> : tensor<i8>
  %hi_1 = stablehlo.constant dense<9> : tensor<i8>
  %r_1 = "stablehlo.rng"(%lo_1, %hi_1, %e4_1) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<i8>, tensor<i8>, tensor<2xi32>) -> tensor<2x1xi8>
  %q_1 = "stablehlo.rng"(%lo_1, %hi_1, %e5_1) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<i8>, tensor<i8>, tensor<3xi32>) -> tensor<1x3x1xi8>
  %z0_1 = stablehlo.constant dense<0> : tensor<i8>
  %w0_1 = stablehlo.pad %r_1, %z0_1, low = [0, 0], high = [0, 3], interior = [0, 0] : (tensor<2x1xi8>, tensor<i8>) -> tensor<2x4xi8>
  check.expect_eq %at_1#0, %w0_1 : tensor<2x4xi8>
  check.expect_eq_const %at_1#1, dense<1> : tensor<i32>
  %z1_1 = stablehlo.constant dense<0> : tensor<i8>
  %w1_1 = stablehlo.pad %q_1, %z1_1, low = [0, 0, 0], high = [3, 0, 3], interior = [0, 0, 0] : (tensor<1x3x1xi8>, tensor<i8>) -> tensor<4x3x4xi8>
  check.expect_eq %at_1#2, %w1_1 : tensor<4x3x4xi8>
  check.expect_eq_const %at_1#3, dense<1> : tensor<i32>
  check.expect_eq_const %at_1#4, dense<1> : tensor<i32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:5 = call @drawn_i8_at(%size_3) : (tensor<i32>) -> (tensor<2x4xi8>, tensor<i32>, tensor<4x3x4xi8>, tensor<i32>, tensor<i32>)
  %w_3 = stablehlo.constant dense<[-3, 4, -4]> : tensor<3xi32>
  %two_3 = stablehlo.constant dense<2> : tensor<i32>
  %three_3 = stablehlo.constant dense<3> : tensor<i32>
  %e0_3 = stablehlo.get_dimension_size %w_3, dim = 0 : (tensor<3xi32>) -> tensor<i32>
  %e1_3 = stablehlo.reshape %e0_3 : (tensor<i32>) -> tensor<1xi32>
  %e2_3 = stablehlo.reshape %two_3 : (tensor<i32>) -> tensor<1xi32>
  %e3_3 = stablehlo.reshape %three_3 : (tensor<i32>) -> tensor<1xi32>
  %e4_3 = stablehlo.concatenate %e2_3, %e1_3, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %e5_3 = stablehlo.concatenate %e1_3, %e3_3, %e1_3, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %lo_3 = stablehlo.constant dense<-5> : tensor<i8>
  %hi_3 = stablehlo.constant dense<9> : tensor<i8>
  %r_3 = "stablehlo.rng"(%lo_3, %hi_3, %e4_3) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<i8>, tensor<i8>, tensor<2xi32>) -> tensor<2x3xi8>
  %q_3 = "stablehlo.rng"(%lo_3, %hi_3, %e5_3) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<i8>, tensor<i8>, tensor<3xi32>) -> tensor<3x3x3xi8>
  %z0_3 = stablehlo.constant dense<0> : tensor<i8>
  %w0_3 = stablehlo.pad %r_3, %z0_3, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xi8>, tensor<i8>) -> tensor<2x4xi8>
  check.expect_eq %at_3#0, %w0_3 : tensor<2x4xi8>
  check.expect_eq_const %at_3#1, dense<3> : tensor<i32>
  %z1_3 = stablehlo.constant dense<0> : tensor<i8>
  %w1_3 = stablehlo.pad %q_3, %z1_3, low = [0, 0, 0], high = [1, 0, 1], interior = [0, 0, 0] : (tensor<3x3x3xi8>, tensor<i8>) -> tensor<4x3x4xi8>
  check.expect_eq %at_3#2, %w1_3 : tensor<4x3x4xi8>
  check.expect_eq_const %at_3#3, dense<3> : tensor<i32>
  check.expect_eq_const %at_3#4, dense<3> : tensor<i32>
  %size_4 = stablehlo.constant dense<4> : tensor<i32>
  %at_4:5 = call @drawn_i8_at(%size_4) : (tensor<i32>) -> (tensor<2x4xi8>, tensor<i32>, tensor<4x3x4xi8>, tensor<i32>, tensor<i32>)
  %w_4 = stablehlo.constant dense<[-3, 4, -4, -1]> : tensor<4xi32>
  %two_4 = stablehlo.constant dense<2> : tensor<i32>
  %three_4 = stablehlo.constant dense<3> : tensor<i32>
  %e0_4 = stablehlo.get_dimension_size %w_4, dim = 0 : (tensor<4xi32>) -> tensor<i32>
  %e1_4 = stablehlo.reshape %e0_4 : (tensor<i32>) -> tensor<1xi32>
  %e2_4 = stablehlo.reshape %two_4 : (tensor<i32>) -> tensor<1xi32>
  %e3_4 = stablehlo.reshape %three_4 : (tensor<i32>) -> tensor<1xi32>
  %e4_4 = stablehlo.concatenate %e2_4, %e1_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %e5_4 = stablehlo.concatenate %e1_4, %e3_4, %e1_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %lo_4 = stablehlo.constant dense<-5> : tensor<i8>
  %hi_4 = stablehlo.constant dense<9> : tensor<i8>
  %r_4 = "stablehlo.rng"(%lo_4, %hi_4, %e4_4) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<i8>, tensor<i8>, tensor<2xi32>) -> tensor<2x4xi8>
  %q_4 = "stablehlo.rng"(%lo_4, %hi_4, %e5_4) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<i8>, tensor<i8>, tensor<3xi32>) -> tensor<4x3x4xi8>
  %z0_4 = stablehlo.constant dense<0> : tensor<i8>
  %w0_4 = stablehlo.pad %r_4, %z0_4, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x4xi8>, tensor<i8>) -> tensor<2x4xi8>
  check.expect_eq %at_4#0, %w0_4 : tensor<2x4xi8>
  check.expect_eq_const %at_4#1, dense<4> : tensor<i32>
  %z1_4 = stablehlo.constant dense<0> : tensor<i8>
  %w1_4 = stablehlo.pad %q_4, %z1_4, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<4x3x4xi8>, tensor<i8>) -> tensor<4x3x4xi8>
  check.expect_eq %at_4#2, %w1_4 : tensor<4x3x4xi8>
  check.expect_eq_const %at_4#3, dense<4> : tensor<i32>
  check.expect_eq_const %at_4#4, dense<4> : tensor<i32>
  func.return
}

// -----

func.func private @drawn_f16_at(%size: tensor<i32>) -> (tensor<2x4xf16>, tensor<i32>, tensor<4x3x4xf16>, tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %w_s = stablehlo.constant dense<[-3, 4, -4, -1]> : tensor<4xi32>
  %w = stablehlo.set_dimension_size %w_s, %n, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %e0 = stablehlo.get_dimension_size %w, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<i32>
  %e1 = stablehlo.reshape %e0 : (tensor<i32>) -> tensor<1xi32>
  %e2 = stablehlo.reshape %two : (tensor<i32>) -> tensor<1xi32>
  %e3 = stablehlo.reshape %three : (tensor<i32>) -> tensor<1xi32>
  %e4 = stablehlo.concatenate %e2, %e1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %e5 = stablehlo.concatenate %e1, %e3, %e1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %lo = stablehlo.constant dense<1.0> : tensor<f16>
  %hi = stablehlo.constant dense<2.0> : tensor<f16>
  %r = "stablehlo.rng"(%lo, %hi, %e4) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<f16>, tensor<f16>, tensor<2xi32>) -> tensor<2x?xf16, #stablehlo.bounds<?, 4>>
  %q = "stablehlo.rng"(%lo, %hi, %e5) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<f16>, tensor<f16>, tensor<3xi32>) -> tensor<?x3x?xf16, #stablehlo.bounds<4, ?, 4>>
  %z0 = stablehlo.constant dense<0.0> : tensor<2x4xf16>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero : (tensor<2x4xf16>, tensor<2x?xf16, #stablehlo.bounds<?, 4>>, tensor<i32>, tensor<i32>) -> tensor<2x4xf16>
  %s0_1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<2x?xf16, #stablehlo.bounds<?, 4>>) -> tensor<i32>
  %z1 = stablehlo.constant dense<0.0> : tensor<4x3x4xf16>
  %o1 = stablehlo.dynamic_update_slice %z1, %q, %zero, %zero, %zero : (tensor<4x3x4xf16>, tensor<?x3x?xf16, #stablehlo.bounds<4, ?, 4>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x3x4xf16>
  %s1_0 = stablehlo.get_dimension_size %q, dim = 0 : (tensor<?x3x?xf16, #stablehlo.bounds<4, ?, 4>>) -> tensor<i32>
  %s1_2 = stablehlo.get_dimension_size %q, dim = 2 : (tensor<?x3x?xf16, #stablehlo.bounds<4, ?, 4>>) -> tensor<i32>
  return %o0, %s0_1, %o1, %s1_0, %s1_2 : tensor<2x4xf16>, tensor<i32>, tensor<4x3x4xf16>, tensor<i32>, tensor<i32>
}
func.func @drawn_f16() {
  %size_0 = stablehlo.constant dense<0> : tensor<i32>
  %at_0:5 = call @drawn_f16_at(%size_0) : (tensor<i32>) -> (tensor<2x4xf16>, tensor<i32>, tensor<4x3x4xf16>, tensor<i32>, tensor<i32>)
  %w_0 = stablehlo.constant dense<> : tensor<0xi32>
  %two_0 = stablehlo.constant dense<2> : tensor<i32>
  %three_0 = stablehlo.constant dense<3> : tensor<i32>
  %e0_0 = stablehlo.get_dimension_size %w_0, dim = 0 : (tensor<0xi32>) -> tensor<i32>
  %e1_0 = stablehlo.reshape %e0_0 : (tensor<i32>) -> tensor<1xi32>
  %e2_0 = stablehlo.reshape %two_0 : (tensor<i32>) -> tensor<1xi32>
  %e3_0 = stablehlo.reshape %three_0 : (tensor<i32>) -> tensor<1xi32>
  %e4_0 = stablehlo.concatenate %e2_0, %e1_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %e5_0 = stablehlo.concatenate %e1_0, %e3_0, %e1_0, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %lo_0 = stablehlo.constant dense<1.0> : tensor<f16>
  %hi_0 = stablehlo.constant dense<2.0> : tensor<f16>
  %r_0 = "stablehlo.rng"(%lo_0, %hi_0, %e4_0) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<f16>, tensor<f16>, tensor<2xi32>) -> tensor<2x0xf16>
  %q_0 = "stablehlo.rng"(%lo_0, %hi_0, %e5_0) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<f16>, tensor<f16>, tensor<3xi32>) -> tensor<0x3x0xf16>
  %z0_0 = stablehlo.constant dense<0.0> : tensor<f16>
  %w0_0 = stablehlo.pad %r_0, %z0_0, low = [0, 0], high = [0, 4], interior = [0, 0] : (tensor<2x0xf16>, tensor<f16>) -> tensor<2x4xf16>
  check.expect_almost_eq %at_0#0, %w0_0 : tensor<2x4xf16>
  check.expect_eq_const %at_0#1, dense<0> : tensor<i32>
  %z1_0 = stablehlo.constant dense<0.0> : tensor<f16>
  %w1_0 = stablehlo.pad %q_0, %z1_0, low = [0, 0, 0], high = [4, 0, 4], interior = [0, 0, 0] : (tensor<0x3x0xf16>, tensor<f16>) -> tensor<4x3x4xf16>
  check.expect_almost_eq %at_0#2, %w1_0 : tensor<4x3x4xf16>
  check.expect_eq_const %at_0#3, dense<0> : tensor<i32>
  check.expect_eq_const %at_0#4, dense<0> : tensor<i32>
  %size_1 = stablehlo.constant dense<1> : tensor<i32>
  %at_1:5 = call @drawn_f16_at(%size_1) : (tensor<i32>) -> (tensor<2x4xf16>, tensor<i32>, tensor<4x3x4xf16>, tensor<i32>, tensor<i32>)
  %w_1 = stablehlo.constant dense<[-3]> : tensor<1xi32>
  %two_1 = stablehlo.constant dense<2> : tensor<i32>
  %three_1 = stablehlo.constant dense<3> : tensor<i32>
  %e0_1 = stablehlo.get_dimension_size %w_1, dim = 0 : (tensor<1xi32>) -> tensor<i32>
  %e1_1 = stablehlo.reshape %e0_1 : (tensor<i32>) -> tensor<1xi32>
  %e2_1 = stablehlo.reshape %two_1 : (tensor<i32>) -> tensor<1xi32>
  %e3_1 = stablehlo.reshape %three_1 : (tensor<i32>) -> tensor<1xi32>
  %e4_1 = stablehlo.concatenate %e2_1, %e1_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %e5_1 = stablehlo.concatenate %e1_1, %e3_1, %e1_1, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %lo_1 = stablehlo.constant dense<1.0> : tensor<f16>
  %hi_1 = stablehlo.constant dense<2.0> : tensor<f16>
  %r_1 = "stablehlo.rng"(%lo_1, %hi_1, %e4_1) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<f16>, tensor<f16>, tensor<2xi32>) -> tensor<2x1xf16>
  %q_1 = "stablehlo.rng"(%lo_1, %hi_1, %e5_1) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<f16>, tensor<f16>, tensor<3xi32>) -> tensor<1x3x1xf16>
  %z0_1 = stablehlo.constant dense<0.0> : tensor<f16>
  %w0_1 = stablehlo.pad %r_1, %z0_1, low = [0, 0], high = [0, 3], interior = [0, 0] : (tensor<2x1xf16>, tensor<f16>) -> tensor<2x4xf16>
  check.expect_almost_eq %at_1#0, %w0_1 : tensor<2x4xf16>
  check.expect_eq_const %at_1#1, dense<1> : tensor<i32>
  %z1_1 = stablehlo.constant dense<0.0> : tensor<f16>
  %w1_1 = stablehlo.pad %q_1, %z1_1, low = [0, 0, 0], high = [3, 0, 3], interior = [0, 0, 0] : (tensor<1x3x1xf16>, tensor<f16>) -> tensor<4x3x4xf16>
  check.expect_almost_eq %at_1#2, %w1_1 : tensor<4x3x4xf16>
  check.expect_eq_const %at_1#3, dense<1> : tensor<i32>
  check.expect_eq_const %at_1#4, dense<1> : tensor<i32>
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:5 = call @drawn_f16_at(%size_3) : (tensor<i32>) -> (tensor<2x4xf16>, tensor<i32>, tensor<4x3x4xf16>, tensor<i32>, tensor<i32>)
  %w_3 = stablehlo.constant dense<[-3, 4, -4]> : tensor<3xi32>
  %two_3 = stablehlo.constant dense<2> : tensor<i32>
  %three_3 = stablehlo.constant dense<3> : tensor<i32>
  %e0_3 = stablehlo.get_dimension_size %w_3, dim = 0 : (tensor<3xi32>) -> tensor<i32>
  %e1_3 = stablehlo.reshape %e0_3 : (tensor<i32>) -> tensor<1xi32>
  %e2_3 = stablehlo.reshape %two_3 : (tensor<i32>) -> tensor<1xi32>
  %e3_3 = stablehlo.reshape %three_3 : (tensor<i32>) -> tensor<1xi32>
  %e4_3 = stablehlo.concatenate %e2_3, %e1_3, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %e5_3 = stablehlo.concatenate %e1_3, %e3_3, %e1_3, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %lo_3 = stablehlo.constant dense<1.0> : tensor<f16>
  %hi_3 = stablehlo.constant dense<2.0> : tensor<f16>
  %r_3 = "stablehlo.rng"(%lo_3, %hi_3, %e4_3) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<f16>, tensor<f16>, tensor<2xi32>) -> tensor<2x3xf16>
  %q_3 = "stablehlo.rng"(%lo_3, %hi_3, %e5_3) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<f16>, tensor<f16>, tensor<3xi32>) -> tensor<3x3x3xf16>
  %z0_3 = stablehlo.constant dense<0.0> : tensor<f16>
  %w0_3 = stablehlo.pad %r_3, %z0_3, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xf16>, tensor<f16>) -> tensor<2x4xf16>
  check.expect_almost_eq %at_3#0, %w0_3 : tensor<2x4xf16>
  check.expect_eq_const %at_3#1, dense<3> : tensor<i32>
  %z1_3 = stablehlo.constant dense<0.0> : tensor<f16>
  %w1_3 = stablehlo.pad %q_3, %z1_3, low = [0, 0, 0], high = [1, 0, 1], interior = [0, 0, 0] : (tensor<3x3x3xf16>, tensor<f16>) -> tensor<4x3x4xf16>
  check.expect_almost_eq %at_3#2, %w1_3 : tensor<4x3x4xf16>
  check.expect_eq_const %at_3#3, dense<3> : tensor<i32>
  check.expect_eq_const %at_3#4, dense<3> : tensor<i32>
  %size_4 = stablehlo.constant dense<4> : tensor<i32>
  %at_4:5 = call @drawn_f16_at(%size_4) : (tensor<i32>) -> (tensor<2x4xf16>, tensor<i32>, tensor<4x3x4xf16>, tensor<i32>, tensor<i32>)
  %w_4 = stablehlo.constant dense<[-3, 4, -4, -1]> : tensor<4xi32>
  %two_4 = stablehlo.constant dense<2> : tensor<i32>
  %three_4 = stablehlo.constant dense<3> : tensor<i32>
  %e0_4 = stablehlo.get_dimension_size %w_4, dim = 0 : (tensor<4xi32>) -> tensor<i32>
  %e1_4 = stablehlo.reshape %e0_4 : (tensor<i32>) -> tensor<1xi32>
  %e2_4 = stablehlo.reshape %two_4 : (tensor<i32>) -> tensor<1xi32>
  %e3_4 = stablehlo.reshape %three_4 : (tensor<i32>) -> tensor<1xi32>
  %e4_4 = stablehlo.concatenate %e2_4, %e1_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %e5_4 = stablehlo.concatenate %e1_4, %e3_4, %e1_4, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %lo_4 = stablehlo.constant dense<1.0> : tensor<f16>
  %hi_4 = stablehlo.constant dense<2.0> : tensor<f16>
  %r_4 = "stablehlo.rng"(%lo_4, %hi_4, %e4_4) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<f16>, tensor<f16>, tensor<2xi32>) -> tensor<2x4xf16>
  %q_4 = "stablehlo.rng"(%lo_4, %hi_4, %e5_4) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<f16>, tensor<f16>, tensor<3xi32>) -> tensor<4x3x4xf16>
  %z0_4 = stablehlo.constant dense<0.0> : tensor<f16>
  %w0_4 = stablehlo.pad %r_4, %z0_4, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x4xf16>, tensor<f16>) -> tensor<2x4xf16>
  check.expect_almost_eq %at_4#0, %w0_4 : tensor<2x4xf16>
  check.expect_eq_const %at_4#1, dense<4> : tensor<i32>
  %z1_4 = stablehlo.constant dense<0.0> : tensor<f16>
  %w1_4 = stablehlo.pad %q_4, %z1_4, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<4x3x4xf16>, tensor<f16>) -> tensor<4x3x4xf16>
  check.expect_almost_eq %at_4#2, %w1_4 : tensor<4x3x4xf16>
  check.expect_eq_const %at_4#3, dense<4> : tensor<i32>
  check.expect_eq_const %at_4#4, dense<4> : tensor<i32>
  func.return
}

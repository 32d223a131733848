// What processes exchange has one size, and its parts lie one behind the other.
module @gathered_between_processes {
  func.func @bounded(%size: tensor<i32>, %full: tensor<3x2xi32>) -> (tensor<6x2xi32>, tensor<i32>) {
    %n = stablehlo.optimization_barrier %size : tensor<i32>
    %a = stablehlo.set_dimension_size %full, %n, dim = 0 : (tensor<3x2xi32>, tensor<i32>) -> tensor<?x2xi32, #stablehlo.bounds<3, ?>>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %r = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<?x2xi32, #stablehlo.bounds<3, ?>>) -> tensor<?x2xi32, #stablehlo.bounds<6, ?>>
    %z = stablehlo.constant dense<0> : tensor<6x2xi32>
    %o = stablehlo.dynamic_update_slice %z, %r, %zero, %zero : (tensor<6x2xi32>, tensor<?x2xi32, #stablehlo.bounds<6, ?>>, tensor<i32>, tensor<i32>) -> tensor<6x2xi32>
    %s0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x2xi32, #stablehlo.bounds<6, ?>>) -> tensor<i32>
    return %o, %s0 : tensor<6x2xi32>, tensor<i32>
  }
  func.func @static_0(%a: tensor<0x2xi32>) -> tensor<0x2xi32> {
    %r = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<0x2xi32>) -> tensor<0x2xi32>
    return %r : tensor<0x2xi32>
  }
  func.func @static_1(%a: tensor<1x2xi32>) -> tensor<2x2xi32> {
    %r = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1x2xi32>) -> tensor<2x2xi32>
    return %r : tensor<2x2xi32>
  }
  func.func @static_2(%a: tensor<2x2xi32>) -> tensor<4x2xi32> {
    %r = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xi32>) -> tensor<4x2xi32>
    return %r : tensor<4x2xi32>
  }
  func.func @static_3(%a: tensor<3x2xi32>) -> tensor<6x2xi32> {
    %r = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<3x2xi32>) -> tensor<6x2xi32>
    return %r : tensor<6x2xi32>
  }
  func.func @main() {
    %a0 = stablehlo.constant dense<[[-3, 4], [-4, -1], [-4, 2]]> : tensor<3x2xi32>
    %a1 = stablehlo.constant dense<[[2, 2], [5, 1], [-2, -4]]> : tensor<3x2xi32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %n_0 = stablehlo.constant dense<0> : tensor<i32>
    %b_0:4 = "interpreter.run_parallel"(%n_0, %a0, %n_0, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<3x2xi32>, tensor<i32>, tensor<3x2xi32>) -> (tensor<6x2xi32>, tensor<i32>, tensor<6x2xi32>, tensor<i32>)
    %c0_0 = stablehlo.constant dense<> : tensor<0x2xi32>
    %c1_0 = stablehlo.constant dense<> : tensor<0x2xi32>
    %s_0:2 = "interpreter.run_parallel"(%c0_0, %c1_0) {programs = [[@static_0], [@static_0]]} : (tensor<0x2xi32>, tensor<0x2xi32>) -> (tensor<0x2xi32>, tensor<0x2xi32>)
    %w0_0 = stablehlo.pad %s_0#0, %z, low = [0, 0], high = [6, 0], interior = [0, 0] : (tensor<0x2xi32>, tensor<i32>) -> tensor<6x2xi32>
    check.expect_eq %b_0#0, %w0_0 : tensor<6x2xi32>
    check.expect_eq_const %b_0#1, dense<0> : tensor<i32>
    %w1_0 = stablehlo.pad %s_0#1, %z, low = [0, 0], high = [6, 0], interior = [0, 0] : (tensor<0x2xi32>, tensor<i32>) -> tensor<6x2xi32>
    check.expect_eq %b_0#2, %w1_0 : tensor<6x2xi32>
    check.expect_eq_const %b_0#3, dense<0> : tensor<i32>
    %n_1 = stablehlo.constant dense<1> : tensor<i32>
    %b_1:4 = "interpreter.run_parallel"(%n_1, %a0, %n_1, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<3x2xi32>, tensor<i32>, tensor<3x2xi32>) -> (tensor<6x2xi32>, tensor<i32>, tensor<6x2xi32>, tensor<i32>)
    %c0_1 = stablehlo.constant dense<[[-3, 4]]> : tensor<1x2xi32>
    %c1_1 = stablehlo.constant dense<[[2, 2]]> : tensor<1x2xi32>
    %s_1:2 = "interpreter.run_parallel"(%c0_1, %c1_1) {programs = [[@static_1], [@static_1]]} : (tensor<1x2xi32>, tensor<1x2xi32>) -> (tensor<2x2xi32>, tensor<2x2xi32>)
    %w0_1 = stablehlo.pad %s_1#0, %z, low = [0, 0], high = [4, 0], interior = [0, 0] : (tensor<2x2xi32>, tensor<i32>) -> tensor<6x2xi32>
    check.expect_eq %b_1#0, %w0_1 : tensor<6x2xi32>
    check.expect_eq_const %b_1#1, dense<2> : tensor<i32>
    %w1_1 = stablehlo.pad %s_1#1, %z, low = [0, 0], high = [4, 0], interior = [0, 0] : (tensor<2x2xi32>, tensor<i32>) -> tensor<6x2xi32>
    check.expect_eq %b_1#2, %w1_1 : tensor<6x2xi32>
    check.expect_eq_const %b_1#3, dense<2> : tensor<i32>
    %n_2 = stablehlo.constant dense<2> : tensor<i32>
    %b_2:4 = "interpreter.run_parallel"(%n_2, %a0, %n_2, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<3x2xi32>, tensor<i32>, tensor<3x2xi32>) -> (tensor<6x2xi32>, tensor<i32>, tensor<6x2xi32>, tensor<i32>)
    %c0_2 = stablehlo.constant dense<[[-3, 4], [-4, -1]]> : tensor<2x2xi32>
    %c1_2 = stablehlo.constant dense<[[2, 2], [5, 1]]> : tensor<2x2xi32>
    %s_2:2 = "interpreter.run_parallel"(%c0_2, %c1_2) {programs = [[@static_2], [@static_2]]} : (tensor<2x2xi32>, tensor<2x2xi32>) -> (tensor<4x2xi32>, tensor<4x2xi32>)
    %w0_2 = stablehlo.pad %s_2#0, %z, low = [0, 0], high = [2, 0], interior = [0, 0] : (tensor<4x2xi32>, tensor<i32>) -> tensor<6x2xi32>
    check.expect_eq %b_2#0, %w0_2 : tensor<6x2xi32>
    check.expect_eq_const %b_2#1, dense<4> : tensor<i32>
    %w1_2 = stablehlo.pad %s_2#1, %z, low = [0, 0], high = [2, 0], interior = [0, 0] : (tensor<4x2xi32>, tensor<i32>) -> tensor<6x2xi32>
    check.expect_eq %b_2#2, %w1_2 : tensor<6x2xi32>
    check.expect_eq_const %b_2#3, dense<4> : tensor<i32>
    %n_3 = stablehlo.constant dense<3> : tensor<i32>
    %b_3:4 = "interpreter.run_parallel"(%n_3, %a0, %n_3, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<3x2xi32>, tensor<i32>, tensor<3x2xi32>) -> (tensor<6x2xi32>, tensor<i32>, tensor<6x2xi32>, tensor<i32>)
    %c0_3 = stablehlo.constant dense<[[-3, 4], [-4, -1], [-4, 2]]> : tensor<3x2xi32>
    %c1_3 = stablehlo.constant dense<[[2, 2], [5, 1], [-2, -4]]> : tensor<3x2xi32>
    %s_3:2 = "interpreter.run_parallel"(%c0_3, %c1_3) {programs = [[@static_3], [@static_3]]} : (tensor<3x2xi32>, tensor<3x2xi32>) -> (tensor<6x2xi32>, tensor<6x2xi32>)
    %w0_3 = stablehlo.pad %s_3#0, %z, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<6x2xi32>, tensor<i32>) -> tensor<6x2xi32>
    check.expect_eq %b_3#0, %w0_3 : tensor<6x2xi32>
    check.expect_eq_const %b_3#1, dense<6> : tensor<i32>
    %w1_3 = stablehlo.pad %s_3#1, %z, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<6x2xi32>, tensor<i32>) -> tensor<6x2xi32>
    check.expect_eq %b_3#2, %w1_3 : tensor<6x2xi32>
    check.expect_eq_const %b_3#3, dense<6> : tensor<i32>
    return
  }
}

// -----

module @gathered_beside_a_size {
  func.func @bounded(%size: tensor<i32>, %full: tensor<3x2xf32>) -> (tensor<3x4xf32>, tensor<i32>) {
    %n = stablehlo.optimization_barrier %size : tensor<i32>
    %a = stablehlo.set_dimension_size %full, %n, dim = 0 : (tensor<3x2xf32>, tensor<i32>) -> tensor<?x2xf32, #stablehlo.bounds<3, ?>>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %r = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<?x2xf32, #stablehlo.bounds<3, ?>>) -> tensor<?x4xf32, #stablehlo.bounds<3, ?>>
    %z = stablehlo.constant dense<0.0> : tensor<3x4xf32>
    %o = stablehlo.dynamic_update_slice %z, %r, %zero, %zero : (tensor<3x4xf32>, tensor<?x4xf32, #stablehlo.bounds<3, ?>>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
    %s0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x4xf32, #stablehlo.bounds<3, ?>>) -> tensor<i32>
    return %o, %s0 : tensor<3x4xf32>, tensor<i32>
  }
  func.func @static_0(%a: tensor<0x2xf32>) -> tensor<0x4xf32> {
    %r = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<0x2xf32>) -> tensor<0x4xf32>
    return %r : tensor<0x4xf32>
  }
  func.func @static_2(%a: tensor<2x2xf32>) -> tensor<2x4xf32> {
    %r = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x4xf32>
    return %r : tensor<2x4xf32>
  }
  func.func @static_3(%a: tensor<3x2xf32>) -> tensor<3x4xf32> {
    %r = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<3x2xf32>) -> tensor<3x4xf32>
    return %r : tensor<3x4xf32>
  }
  func.func @main() {
    %a0 = stablehlo.constant dense<[[-3.0, -2.0], [-2.0, 2.0], [-1.0, 1.0]]> : tensor<3x2xf32>
    %a1 = stablehlo.constant dense<[[1.0, 0.0], [-3.0, -1.0], [3.0, 3.0]]> : tensor<3x2xf32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %n_0 = stablehlo.constant dense<0> : tensor<i32>
    %b_0:4 = "interpreter.run_parallel"(%n_0, %a0, %n_0, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<3x2xf32>, tensor<i32>, tensor<3x2xf32>) -> (tensor<3x4xf32>, tensor<i32>, tensor<3x4xf32>, tensor<i32>)
    %c0_0 = stablehlo.constant dense<> : tensor<0x2xf32>
    %c1_0 = stablehlo.constant dense<> : tensor<0x2xf32>
    %s_0:2 = "interpreter.run_parallel"(%c0_0, %c1_0) {programs = [[@static_0], [@static_0]]} : (tensor<0x2xf32>, tensor<0x2xf32>) -> (tensor<0x4xf32>, tensor<0x4xf32>)
    %w0_0 = stablehlo.pad %s_0#0, %z, low = [0, 0], high = [3, 0], interior = [0, 0] : (tensor<0x4xf32>, tensor<f32>) -> tensor<3x4xf32>
    check.expect_eq %b_0#0, %w0_0 : tensor<3x4xf32>
    check.expect_eq_const %b_0#1, dense<0> : tensor<i32>
    %w1_0 = stablehlo.pad %s_0#1, %z, low = [0, 0], high = [3, 0], interior = [0, 0] : (tensor<0x4xf32>, tensor<f32>) -> tensor<3x4xf32>
    check.expect_eq %b_0#2, %w1_0 : tensor<3x4xf32>
    check.expect_eq_const %b_0#3, dense<0> : tensor<i32>
    %n_2 = stablehlo.constant dense<2> : tensor<i32>
    %b_2:4 = "interpreter.run_parallel"(%n_2, %a0, %n_2, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<3x2xf32>, tensor<i32>, tensor<3x2xf32>) -> (tensor<3x4xf32>, tensor<i32>, tensor<3x4xf32>, tensor<i32>)
    %c0_2 = stablehlo.constant dense<[[-3.0, -2.0], [-2.0, 2.0]]> : tensor<2x2xf32>
    %c1_2 = stablehlo.constant dense<[[1.0, 0.0], [-3.0, -1.0]]> : tensor<2x2xf32>
    %s_2:2 = "interpreter.run_parallel"(%c0_2, %c1_2) {programs = [[@static_2], [@static_2]]} : (tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
    %w0_2 = stablehlo.pad %s_2#0, %z, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<3x4xf32>
    check.expect_eq %b_2#0, %w0_2 : tensor<3x4xf32>
    check.expect_eq_const %b_2#1, dense<2> : tensor<i32>
    %w1_2 = stablehlo.pad %s_2#1, %z, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<2x4xf32>, tensor<f32>) -> tensor<3x4xf32>
    check.expect_eq %b_2#2, %w1_2 : tensor<3x4xf32>
    check.expect_eq_const %b_2#3, dense<2> : tensor<i32>
    %n_3 = stablehlo.constant dense<3> : tensor<i32>
    %b_3:4 = "interpreter.run_parallel"(%n_3, %a0, %n_3, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<3x2xf32>, tensor<i32>, tensor<3x2xf32>) -> (tensor<3x4xf32>, tensor<i32>, tensor<3x4xf32>, tensor<i32>)
    %c0_3 = stablehlo.constant dense<[[-3.0, -2.0], [-2.0, 2.0], [-1.0, 1.0]]> : tensor<3x2xf32>
    %c1_3 = stablehlo.constant dense<[[1.0, 0.0], [-3.0, -1.0], [3.0, 3.0]]> : tensor<3x2xf32>
    %s_3:2 = "interpreter.run_parallel"(%c0_3, %c1_3) {programs = [[@static_3], [@static_3]]} : (tensor<3x2xf32>, tensor<3x2xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>)
    %w0_3 = stablehlo.pad %s_3#0, %z, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
    check.expect_eq %b_3#0, %w0_3 : tensor<3x4xf32>
    check.expect_eq_const %b_3#1, dense<3> : tensor<i32>
    %w1_3 = stablehlo.pad %s_3#1, %z, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
    check.expect_eq %b_3#2, %w1_3 : tensor<3x4xf32>
    check.expect_eq_const %b_3#3, dense<3> : tensor<i32>
    return
  }
}

// -----

module @scattered_to_processes {
  func.func @bounded(%size: tensor<i32>, %full: tensor<6x3xi32>) -> (tensor<3x3xi32>, tensor<i32>, tensor<i32>) {
    %n = stablehlo.optimization_barrier %size : tensor<i32>
    %m0 = stablehlo.constant dense<2> : tensor<i32>
    %x0 = stablehlo.multiply %n, %m0 : tensor<i32>
    %a0 = stablehlo.set_dimension_size %full, %x0, dim = 0 : (tensor<6x3xi32>, tensor<i32>) -> tensor<?x3xi32, #stablehlo.bounds<6, ?>>
    %a = stablehlo.set_dimension_size %a0, %n, dim = 1 : (tensor<?x3xi32, #stablehlo.bounds<6, ?>>, tensor<i32>) -> tensor<?x?xi32, #stablehlo.bounds<6, 3>>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %r = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %t = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %t : tensor<i32>
    }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<?x?xi32, #stablehlo.bounds<6, 3>>) -> tensor<?x?xi32, #stablehlo.bounds<3, 3>>
    %z = stablehlo.constant dense<0> : tensor<3x3xi32>
    %o = stablehlo.dynamic_update_slice %z, %r, %zero, %zero : (tensor<3x3xi32>, tensor<?x?xi32, #stablehlo.bounds<3, 3>>, tensor<i32>, tensor<i32>) -> tensor<3x3xi32>
    %s0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x?xi32, #stablehlo.bounds<3, 3>>) -> tensor<i32>
    %s1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<?x?xi32, #stablehlo.bounds<3, 3>>) -> tensor<i32>
    return %o, %s0, %s1 : tensor<3x3xi32>, tensor<i32>, tensor<i32>
  }
  func.func @static_0(%a: tensor<0x0xi32>) -> tensor<0x0xi32> {
    %r = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %t = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %t : tensor<i32>
    }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<0x0xi32>) -> tensor<0x0xi32>
    return %r : tensor<0x0xi32>
  }
  func.func @static_1(%a: tensor<2x1xi32>) -> tensor<1x1xi32> {
    %r = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %t = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %t : tensor<i32>
    }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x1xi32>) -> tensor<1x1xi32>
    return %r : tensor<1x1xi32>
  }
  func.func @static_2(%a: tensor<4x2xi32>) -> tensor<2x2xi32> {
    %r = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %t = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %t : tensor<i32>
    }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x2xi32>) -> tensor<2x2xi32>
    return %r : tensor<2x2xi32>
  }
  func.func @static_3(%a: tensor<6x3xi32>) -> tensor<3x3xi32> {
    %r = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %t = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %t : tensor<i32>
    }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<6x3xi32>) -> tensor<3x3xi32>
    return %r : tensor<3x3xi32>
  }
  func.func @main() {
    %a0 = stablehlo.constant dense<[[-2, 4, 3], [-3, 0, 4], [2, 5, 4], [-4, 4, -5], [2, -1, 3], [-2, -2, 6]]> : tensor<6x3xi32>
    %a1 = stablehlo.constant dense<[[2, 3, 3], [2, 1, 5], [-3, -2, 5], [-3, 3, 1], [6, -5, 5], [-4, -3, 4]]> : tensor<6x3xi32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %n_0 = stablehlo.constant dense<0> : tensor<i32>
    %b_0:6 = "interpreter.run_parallel"(%n_0, %a0, %n_0, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<6x3xi32>, tensor<i32>, tensor<6x3xi32>) -> (tensor<3x3xi32>, tensor<i32>, tensor<i32>, tensor<3x3xi32>, tensor<i32>, tensor<i32>)
    %c0_0 = stablehlo.constant dense<> : tensor<0x0xi32>
    %c1_0 = stablehlo.constant dense<> : tensor<0x0xi32>
    %s_0:2 = "interpreter.run_parallel"(%c0_0, %c1_0) {programs = [[@static_0], [@static_0]]} : (tensor<0x0xi32>, tensor<0x0xi32>) -> (tensor<0x0xi32>, tensor<0x0xi32>)
    %w0_0 = stablehlo.pad %s_0#0, %z, low = [0, 0], high = [3, 3], interior = [0, 0] : (tensor<0x0xi32>, tensor<i32>) -> tensor<3x3xi32>
    check.expect_eq %b_0#0, %w0_0 : tensor<3x3xi32>
    check.expect_eq_const %b_0#1, dense<0> : tensor<i32>
    check.expect_eq_const %b_0#2, dense<0> : tensor<i32>
    %w1_0 = stablehlo.pad %s_0#1, %z, low = [0, 0], high = [3, 3], interior = [0, 0] : (tensor<0x0xi32>, tensor<i32>) -> tensor<3x3xi32>
    check.expect_eq %b_0#3, %w1_0 : tensor<3x3xi32>
    check.expect_eq_const %b_0#4, dense<0> : tensor<i32>
    check.expect_eq_const %b_0#5, dense<0> : tensor<i32>
    %n_1 = stablehlo.constant dense<1> : tensor<i32>
    %b_1:6 = "interpreter.run_parallel"(%n_1, %a0, %n_1, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<6x3xi32>, tensor<i32>, tensor<6x3xi32>) -> (tensor<3x3xi32>, tensor<i32>, tensor<i32>, tensor<3x3xi32>, tensor<i32>, tensor<i32>)
    %c0_1 = stablehlo.constant dense<[[-2], [-3]]> : tensor<2x1xi32>
    %c1_1 = stablehlo.constant dense<[[2], [2]]> : tensor<2x1xi32>
    %s_1:2 = "interpreter.run_parallel"(%c0_1, %c1_1) {programs = [[@static_1], [@static_1]]} : (tensor<2x1xi32>, tensor<2x1xi32>) -> (tensor<1x1xi32>, tensor<1x1xi32>)
    %w0_1 = stablehlo.pad %s_1#0, %z, low = [0, 0], high = [2, 2], interior = [0, 0] : (tensor<1x1xi32>, tensor<i32>) -> tensor<3x3xi32>
    check.expect_eq %b_1#0, %w0_1 : tensor<3x3xi32>
    check.expect_eq_const %b_1#1, dense<1> : tensor<i32>
    check.expect_eq_const %b_1#2, dense<1> : tensor<i32>
    %w1_1 = stablehlo.pad %s_1#1, %z, low = [0, 0], high = [2, 2], interior = [0, 0] : (tensor<1x1xi32>, tensor<i32>) -> tensor<3x3xi32>
    check.expect_eq %b_1#3, %w1_1 : tensor<3x3xi32>
    check.expect_eq_const %b_1#4, dense<1> : tensor<i32>
    check.expect_eq_const %b_1#5, dense<1> : tensor<i32>
    %n_2 = stablehlo.constant dense<2> : tensor<i32>
    %b_2:6 = "interpreter.run_parallel"(%n_2, %a0, %n_2, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<6x3xi32>, tensor<i32>, tensor<6x3xi32>) -> (tensor<3x3xi32>, tensor<i32>, tensor<i32>, tensor<3x3xi32>, tensor<i32>, tensor<i32>)
    %c0_2 = stablehlo.constant dense<[[-2, 4], [-3, 0], [2, 5], [-4, 4]]> : tensor<4x2xi32>
    %c1_2 = stablehlo.constant dense<[[2, 3], [2, 1], [-3, -2], [-3, 3]]> : tensor<4x2xi32>
    %s_2:2 = "interpreter.run_parallel"(%c0_2, %c1_2) {programs = [[@static_2], [@static_2]]} : (tensor<4x2xi32>, tensor<4x2xi32>) -> (tensor<2x2xi32>, tensor<2x2xi32>)
    %w0_2 = stablehlo.pad %s_2#0, %z, low = [0, 0], high = [1, 1], interior = [0, 0] : (tensor<2x2xi32>, tensor<i32>) -> tensor<3x3xi32>
    check.expect_eq %b_2#0, %w0_2 : tensor<3x3xi32>
    check.expect_eq_const %b_2#1, dense<2> : tensor<i32>
    check.expect_eq_const %b_2#2, dense<2> : tensor<i32>
    %w1_2 = stablehlo.pad %s_2#1, %z, low = [0, 0], high = [1, 1], interior = [0, 0] : (tensor<2x2xi32>, tensor<i32>) -> tensor<3x3xi32>
    check.expect_eq %b_2#3, %w1_2 : tensor<3x3xi32>
    check.expect_eq_const %b_2#4, dense<2> : tensor<i32>
    check.expect_eq_const %b_2#5, dense<2> : tensor<i32>
    %n_3 = stablehlo.constant dense<3> : tensor<i32>
    %b_3:6 = "interpreter.run_parallel"(%n_3, %a0, %n_3, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<6x3xi32>, tensor<i32>, tensor<6x3xi32>) -> (tensor<3x3xi32>, tensor<i32>, tensor<i32>, tensor<3x3xi32>, tensor<i32>, tensor<i32>)
    %c0_3 = stablehlo.constant dense<[[-2, 4, 3], [-3, 0, 4], [2, 5, 4], [-4, 4, -5], [2, -1, 3], [-2, -2, 6]]> : tensor<6x3xi32>
    %c1_3 = stablehlo.constant dense<[[2, 3, 3], [2, 1, 5], [-3, -2, 5], [-3, 3, 1], [6, -5, 5], [-4, -3, 4]]> : tensor<6x3xi32>
    %s_3:2 = "interpreter.run_parallel"(%c0_3, %c1_3) {programs = [[@static_3], [@static_3]]} : (tensor<6x3xi32>, tensor<6x3xi32>) -> (tensor<3x3xi32>, tensor<3x3xi32>)
    %w0_3 = stablehlo.pad %s_3#0, %z, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<3x3xi32>, tensor<i32>) -> tensor<3x3xi32>
    check.expect_eq %b_3#0, %w0_3 : tensor<3x3xi32>
    check.expect_eq_const %b_3#1, dense<3> : tensor<i32>
    check.expect_eq_const %b_3#2, dense<3> : tensor<i32>
    %w1_3 = stablehlo.pad %s_3#1, %z, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<3x3xi32>, tensor<i32>) -> tensor<3x3xi32>
    check.expect_eq %b_3#3, %w1_3 : tensor<3x3xi32>
    check.expect_eq_const %b_3#4, dense<3> : tensor<i32>
    check.expect_eq_const %b_3#5, dense<3> : tensor<i32>
    return
  }
}

// -----

module @exchanged_parts {
  func.func @bounded(%size: tensor<i32>, %full: tensor<6x4xi32>) -> (tensor<3x8xi32>, tensor<i32>, tensor<i32>) {
    %n = stablehlo.optimization_barrier %size : tensor<i32>
    %m0 = stablehlo.constant dense<2> : tensor<i32>
    %x0 = stablehlo.multiply %n, %m0 : tensor<i32>
    %a0 = stablehlo.set_dimension_size %full, %x0, dim = 0 : (tensor<6x4xi32>, tensor<i32>) -> tensor<?x4xi32, #stablehlo.bounds<6, ?>>
    %a = stablehlo.set_dimension_size %a0, %n, dim = 1 : (tensor<?x4xi32, #stablehlo.bounds<6, ?>>, tensor<i32>) -> tensor<?x?xi32, #stablehlo.bounds<6, 4>>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %r = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<?x?xi32, #stablehlo.bounds<6, 4>>) -> tensor<?x?xi32, #stablehlo.bounds<3, 8>>
    %z = stablehlo.constant dense<0> : tensor<3x8xi32>
    %o = stablehlo.dynamic_update_slice %z, %r, %zero, %zero : (tensor<3x8xi32>, tensor<?x?xi32, #stablehlo.bounds<3, 8>>, tensor<i32>, tensor<i32>) -> tensor<3x8xi32>
    %s0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x?xi32, #stablehlo.bounds<3, 8>>) -> tensor<i32>
    %s1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<?x?xi32, #stablehlo.bounds<3, 8>>) -> tensor<i32>
    return %o, %s0, %s1 : tensor<3x8xi32>, tensor<i32>, tensor<i32>
  }
  func.func @static_0(%a: tensor<0x0xi32>) -> tensor<0x0xi32> {
    %r = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<0x0xi32>) -> tensor<0x0xi32>
    return %r : tensor<0x0xi32>
  }
  func.func @static_1(%a: tensor<2x1xi32>) -> tensor<1x2xi32> {
    %r = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x1xi32>) -> tensor<1x2xi32>
    return %r : tensor<1x2xi32>
  }
  func.func @static_2(%a: tensor<4x2xi32>) -> tensor<2x4xi32> {
    %r = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x2xi32>) -> tensor<2x4xi32>
    return %r : tensor<2x4xi32>
  }
  func.func @static_3(%a: tensor<6x3xi32>) -> tensor<3x6xi32> {
    %r = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<6x3xi32>) -> tensor<3x6xi32>
    return %r : tensor<3x6xi32>
  }
  func.func @main() {
    %a0 = stablehlo.constant dense<[[-2, -1, -4, 6], [1, 2, -3, -4], [-4, -5, 1, 3], [-1, -5, -2, 3], [3, 0, -1, -3], [-4, -1, -2, -5]]> : tensor<6x4xi32>
    %a1 = stablehlo.constant dense<[[5, -1, -1, -2], [-3, -1, -1, 5], [6, 0, -4, 4], [0, 5, 1, 3], [-2, -3, -2, 2], [-1, -4, 3, -1]]> : tensor<6x4xi32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %n_0 = stablehlo.constant dense<0> : tensor<i32>
    %b_0:6 = "interpreter.run_parallel"(%n_0, %a0, %n_0, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<6x4xi32>, tensor<i32>, tensor<6x4xi32>) -> (tensor<3x8xi32>, tensor<i32>, tensor<i32>, tensor<3x8xi32>, tensor<i32>, tensor<i32>)
    %c0_0 = stablehlo.constant dense<> : tensor<0x0xi32>
    %c1_0 = stablehlo.constant dense<> : tensor<0x0xi32>
    %s_0:2 = "interpreter.run_parallel"(%c0_0, %c1_0) {programs = [[@static_0], [@static_0]]} : (tensor<0x0xi32>, tensor<0x0xi32>) -> (tensor<0x0xi32>, tensor<0x0xi32>)
    %w0_0 = stablehlo.pad %s_0#0, %z, low = [0, 0], high = [3, 8], interior = [0, 0] : (tensor<0x0xi32>, tensor<i32>) -> tensor<3x8xi32>
    check.expect_eq %b_0#0, %w0_0 : tensor<3x8xi32>
    check.expect_eq_const %b_0#1, dense<0> : tensor<i32>
    check.expect_eq_const %b_0#2, dense<0> : tensor<i32>
    %w1_0 = stablehlo.pad %s_0#1, %z, low = [0, 0], high = [3, 8], interior = [0, 0] : (tensor<0x0xi32>, tensor<i32>) -> tensor<3x8xi32>
    check.expect_eq %b_0#3, %w1_0 : tensor<3x8xi32>
    check.expect_eq_const %b_0#4, dense<0> : tensor<i32>
    check.expect_eq_const %b_0#5, dense<0> : tensor<i32>
    %n_1 = stablehlo.constant dense<1> : tensor<i32>
    %b_1:6 = "interpreter.run_parallel"(%n_1, %a0, %n_1, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<6x4xi32>, tensor<i32>, tensor<6x4xi32>) -> (tensor<3x8xi32>, tensor<i32>, tensor<i32>, tensor<3x8xi32>, tensor<i32>, tensor<i32>)
    %c0_1 = stablehlo.constant dense<[[-2], [1]]> : tensor<2x1xi32>
    %c1_1 = stablehlo.constant dense<[[5], [-3]]> : tensor<2x1xi32>
    %s_1:2 = "interpreter.run_parallel"(%c0_1, %c1_1) {programs = [[@static_1], [@static_1]]} : (tensor<2x1xi32>, tensor<2x1xi32>) -> (tensor<1x2xi32>, tensor<1x2xi32>)
    %w0_1 = stablehlo.pad %s_1#0, %z, low = [0, 0], high = [2, 6], interior = [0, 0] : (tensor<1x2xi32>, tensor<i32>) -> tensor<3x8xi32>
    check.expect_eq %b_1#0, %w0_1 : tensor<3x8xi32>
    check.expect_eq_const %b_1#1, dense<1> : tensor<i32>
    check.expect_eq_const %b_1#2, dense<2> : tensor<i32>
    %w1_1 = stablehlo.pad %s_1#1, %z, low = [0, 0], high = [2, 6], interior = [0, 0] : (tensor<1x2xi32>, tensor<i32>) -> tensor<3x8xi32>
    check.expect_eq %b_1#3, %w1_1 : tensor<3x8xi32>
    check.expect_eq_const %b_1#4, dense<1> : tensor<i32>
    check.expect_eq_const %b_1#5, dense<2> : tensor<i32>
    %n_2 = stablehlo.constant dense<2> : tensor<i32>
    %b_2:6 = "interpreter.run_parallel"(%n_2, %a0, %n_2, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<6x4xi32>, tensor<i32>, tensor<6x4xi32>) -> (tensor<3x8xi32>, tensor<i32>, tensor<i32>, tensor<3x8xi32>, tensor<i32>, tensor<i32>)
    %c0_2 = stablehlo.constant dense<[[-2, -1], [1, 2], [-4, -5], [-1, -5]]> : tensor<4x2xi32>
    %c1_2 = stablehlo.constant dense<[[5, -1], [-3, -1], [6, 0], [0, 5]]> : tensor<4x2xi32>
    %s_2:2 = "interpreter.run_parallel"(%c0_2, %c1_2) {programs = [[@static_2], [@static_2]]} : (tensor<4x2xi32>, tensor<4x2xi32>) -> (tensor<2x4xi32>, tensor<2x4xi32>)
    %w0_2 = stablehlo.pad %s_2#0, %z, low = [0, 0], high = [1, 4], interior = [0, 0] : (tensor<2x4xi32>, tensor<i32>) -> tensor<3x8xi32>
    check.expect_eq %b_2#0, %w0_2 : tensor<3x8xi32>
    check.expect_eq_const %b_2#1, dense<2> : tensor<i32>
    check.expect_eq_const %b_2#2, dense<4> : tensor<i32>
    %w1_2 = stablehlo.pad %s_2#1, %z, low = [0, 0], high = [1, 4], interior = [0, 0] : (tensor<2x4xi32>, tensor<i32>) -> tensor<3x8xi32>
    check.expect_eq %b_2#3, %w1_2 : tensor<3x8xi32>
    check.expect_eq_const %b_2#4, dense<2> : tensor<i32>
    check.expect_eq_const %b_2#5, dense<4> : tensor<i32>
    %n_3 = stablehlo.constant dense<3> : tensor<i32>
    %b_3:6 = "interpreter.run_parallel"(%n_3, %a0, %n_3, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<6x4xi32>, tensor<i32>, tensor<6x4xi32>) -> (tensor<3x8xi32>, tensor<i32>, tensor<i32>, tensor<3x8xi32>, tensor<i32>, tensor<i32>)
    %c0_3 = stablehlo.constant dense<[[-2, -1, -4], [1, 2, -3], [-4, -5, 1], [-1, -5, -2], [3, 0, -1], [-4, -1, -2]]> : tensor<6x3xi32>
    %c1_3 = stablehlo.constant dense<[[5, -1, -1], [-3, -1, -1], [6, 0, -4], [0, 5, 1], [-2, -3, -2], [-1, -4, 3]]> : tensor<6x3xi32>
    %s_3:2 = "interpreter.run_parallel"(%c0_3, %c1_3) {programs = [[@static_3], [@static_3]]} : (tensor<6x3xi32>, tensor<6x3xi32>) -> (tensor<3x6xi32>, tensor<3x6xi32>)
    %w0_3 = stablehlo.pad %s_3#0, %z, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<3x6xi32>, tensor<i32>) -> tensor<3x8xi32>
    check.expect_eq %b_3#0, %w0_3 : tensor<3x8xi32>
    check.expect_eq_const %b_3#1, dense<3> : tensor<i32>
    check.expect_eq_const %b_3#2, dense<6> : tensor<i32>
    %w1_3 = stablehlo.pad %s_3#1, %z, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<3x6xi32>, tensor<i32>) -> tensor<3x8xi32>
    check.expect_eq %b_3#3, %w1_3 : tensor<3x8xi32>
    check.expect_eq_const %b_3#4, dense<3> : tensor<i32>
    check.expect_eq_const %b_3#5, dense<6> : tensor<i32>
    return
  }
}

// -----

module @exchanged_parts_in_place {
  func.func @bounded(%size: tensor<i32>, %full: tensor<2x6xcomplex<f32>>) -> (tensor<2x6xcomplex<f32>>, tensor<i32>) {
    %n = stablehlo.optimization_barrier %size : tensor<i32>
    %m1 = stablehlo.constant dense<2> : tensor<i32>
    %x1 = stablehlo.multiply %n, %m1 : tensor<i32>
    %a = stablehlo.set_dimension_size %full, %x1, dim = 1 : (tensor<2x6xcomplex<f32>>, tensor<i32>) -> tensor<2x?xcomplex<f32>, #stablehlo.bounds<?, 6>>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %r = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x?xcomplex<f32>, #stablehlo.bounds<?, 6>>) -> tensor<2x?xcomplex<f32>, #stablehlo.bounds<?, 6>>
    %z = stablehlo.constant dense<(0.0, 0.0)> : tensor<2x6xcomplex<f32>>
    %o = stablehlo.dynamic_update_slice %z, %r, %zero, %zero : (tensor<2x6xcomplex<f32>>, tensor<2x?xcomplex<f32>, #stablehlo.bounds<?, 6>>, tensor<i32>, tensor<i32>) -> tensor<2x6xcomplex<f32>>
    %s1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<2x?xcomplex<f32>, #stablehlo.bounds<?, 6>>) -> tensor<i32>
    return %o, %s1 : tensor<2x6xcomplex<f32>>, tensor<i32>
  }
  func.func @static_0(%a: tensor<2x0xcomplex<f32>>) -> tensor<2x0xcomplex<f32>> {
    %r = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x0xcomplex<f32>>) -> tensor<2x0xcomplex<f32>>
    return %r : tensor<2x0xcomplex<f32>>
  }
  func.func @static_1(%a: tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>> {
    %r = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
    return %r : tensor<2x2xcomplex<f32>>
  }
  func.func @static_2(%a: tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>> {
    %r = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
    return %r : tensor<2x4xcomplex<f32>>
  }
  func.func @static_3(%a: tensor<2x6xcomplex<f32>>) -> tensor<2x6xcomplex<f32>> {
    %r = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x6xcomplex<f32>>) -> tensor<2x6xcomplex<f32>>
    return %r : tensor<2x6xcomplex<f32>>
  }
  func.func @main() {
    %a0 = stablehlo.constant dense<[[(1.0, 2.0), (-3.0, 4.0), (0.0, -3.0), (-1.0, -2.0), (2.0, 4.0), (0.0, 3.0)], [(-2.0, 0.0), (-3.0, 0.0), (3.0, 1.0), (-1.0, 3.0), (-1.0, -2.0), (-1.0, 4.0)]]> : tensor<2x6xcomplex<f32>>
    %a1 = stablehlo.constant dense<[[(-1.0, -1.0), (-3.0, -3.0), (0.0, 0.0), (-1.0, -1.0), (1.0, 2.0), (0.0, 0.0)], [(-1.0, 0.0), (3.0, 1.0), (-3.0, 2.0), (3.0, -1.0), (-1.0, 1.0), (-2.0, 2.0)]]> : tensor<2x6xcomplex<f32>>
    %z = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
    %n_0 = stablehlo.constant dense<0> : tensor<i32>
    %b_0:4 = "interpreter.run_parallel"(%n_0, %a0, %n_0, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<2x6xcomplex<f32>>, tensor<i32>, tensor<2x6xcomplex<f32>>) -> (tensor<2x6xcomplex<f32>>, tensor<i32>, tensor<2x6xcomplex<f32>>, tensor<i32>)
    %c0_0 = stablehlo.constant dense<> : tensor<2x0xcomplex<f32>>
    %c1_0 = stablehlo.constant dense<> : tensor<2x0xcomplex<f32>>
    %s_0:2 = "interpreter.run_parallel"(%c0_0, %c1_0) {programs = [[@static_0], [@static_0]]} : (tensor<2x0xcomplex<f32>>, tensor<2x0xcomplex<f32>>) -> (tensor<2x0xcomplex<f32>>, tensor<2x0xcomplex<f32>>)
    %w0_0 = stablehlo.pad %s_0#0, %z, low = [0, 0], high = [0, 6], interior = [0, 0] : (tensor<2x0xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2x6xcomplex<f32>>
    check.expect_eq %b_0#0, %w0_0 : tensor<2x6xcomplex<f32>>
    check.expect_eq_const %b_0#1, dense<0> : tensor<i32>
    %w1_0 = stablehlo.pad %s_0#1, %z, low = [0, 0], high = [0, 6], interior = [0, 0] : (tensor<2x0xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2x6xcomplex<f32>>
    check.expect_eq %b_0#2, %w1_0 : tensor<2x6xcomplex<f32>>
    check.expect_eq_const %b_0#3, dense<0> : tensor<i32>
    %n_1 = stablehlo.constant dense<1> : tensor<i32>
    %b_1:4 = "interpreter.run_parallel"(%n_1, %a0, %n_1, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<2x6xcomplex<f32>>, tensor<i32>, tensor<2x6xcomplex<f32>>) -> (tensor<2x6xcomplex<f32>>, tensor<i32>, tensor<2x6xcomplex<f32>>, tensor<i32>)
    %c0_1 = stablehlo.constant dense<[[(1.0, 2.0), (-3.0, 4.0)], [(-2.0, 0.0), (-3.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
    %c1_1 = stablehlo.constant dense<[[(-1.0, -1.0), (-3.0, -3.0)], [(-1.0, 0.0), (3.0, 1.0)]]> : tensor<2x2xcomplex<f32>>
    %s_1:2 = "interpreter.run_parallel"(%c0_1, %c1_1) {programs = [[@static_1], [@static_1]]} : (tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>) -> (tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>)
    %w0_1 = stablehlo.pad %s_1#0, %z, low = [0, 0], high = [0, 4], interior = [0, 0] : (tensor<2x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2x6xcomplex<f32>>
    check.expect_eq %b_1#0, %w0_1 : tensor<2x6xcomplex<f32>>
    check.expect_eq_const %b_1#1, dense<2> : tensor<i32>
    %w1_1 = stablehlo.pad %s_1#1, %z, low = [0, 0], high = [0, 4], interior = [0, 0] : (tensor<2x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2x6xcomplex<f32>>
    check.expect_eq %b_1#2, %w1_1 : tensor<2x6xcomplex<f32>>
    check.expect_eq_const %b_1#3, dense<2> : tensor<i32>
    %n_2 = stablehlo.constant dense<2> : tensor<i32>
    %b_2:4 = "interpreter.run_parallel"(%n_2, %a0, %n_2, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<2x6xcomplex<f32>>, tensor<i32>, tensor<2x6xcomplex<f32>>) -> (tensor<2x6xcomplex<f32>>, tensor<i32>, tensor<2x6xcomplex<f32>>, tensor<i32>)
    %c0_2 = stablehlo.constant dense<[[(1.0, 2.0), (-3.0, 4.0), (0.0, -3.0), (-1.0, -2.0)], [(-2.0, 0.0), (-3.0, 0.0), (3.0, 1.0), (-1.0, 3.0)]]> : tensor<2x4xcomplex<f32>>
    %c1_2 = stablehlo.constant dense<[[(-1.0, -1.0), (-3.0, -3.0), (0.0, 0.0), (-1.0, -1.0)], [(-1.0, 0.0), (3.0, 1.0), (-3.0, 2.0), (3.0, -1.0)]]> : tensor<2x4xcomplex<f32>>
    %s_2:2 = "interpreter.run_parallel"(%c0_2, %c1_2) {programs = [[@static_2], [@static_2]]} : (tensor<2x4xcomplex<f32>>, tensor<2x4xcomplex<f32>>) -> (tensor<2x4xcomplex<f32>>, tensor<2x4xcomplex<f32>>)
    %w0_2 = stablehlo.pad %s_2#0, %z, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<2x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2x6xcomplex<f32>>
    check.expect_eq %b_2#0, %w0_2 : tensor<2x6xcomplex<f32>>
    check.expect_eq_const %b_2#1, dense<4> : tensor<i32>
    %w1_2 = stablehlo.pad %s_2#1, %z, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<2x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2x6xcomplex<f32>>
    check.expect_eq %b_2#2, %w1_2 : tensor<2x6xcomplex<f32>>
    check.expect_eq_const %b_2#3, dense<4> : tensor<i32>
    %n_3 = stablehlo.constant dense<3> : tensor<i32>
    %b_3:4 = "interpreter.run_parallel"(%n_3, %a0, %n_3, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<2x6xcomplex<f32>>, tensor<i32>, tensor<2x6xcomplex<f32>>) -> (tensor<2x6xcomplex<f32>>, tensor<i32>, tensor<2x6xcomplex<f32>>, tensor<i32>)
    %c0_3 = stablehlo.constant dense<[[(1.0, 2.0), (-3.0, 4.0), (0.0, -3.0), (-1.0, -2.0), (2.0, 4.0), (0.0, 3.0)], [(-2.0, 0.0), (-3.0, 0.0), (3.0, 1.0), (-1.0, 3.0), (-1.0, -2.0), (-1.0, 4.0)]]> : tensor<2x6xcomplex<f32>>
    %c1_3 = stablehlo.constant dense<[[(-1.0, -1.0), (-3.0, -3.0), (0.0, 0.0), (-1.0, -1.0), (1.0, 2.0), (0.0, 0.0)], [(-1.0, 0.0), (3.0, 1.0), (-3.0, 2.0), (3.0, -1.0), (-1.0, 1.0), (-2.0, 2.0)]]> : tensor<2x6xcomplex<f32>>
    %s_3:2 = "interpreter.run_parallel"(%c0_3, %c1_3) {programs = [[@static_3], [@static_3]]} : (tensor<2x6xcomplex<f32>>, tensor<2x6xcomplex<f32>>) -> (tensor<2x6xcomplex<f32>>, tensor<2x6xcomplex<f32>>)
    %w0_3 = stablehlo.pad %s_3#0, %z, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x6xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2x6xcomplex<f32>>
    check.expect_eq %b_3#0, %w0_3 : tensor<2x6xcomplex<f32>>
    check.expect_eq_const %b_3#1, dense<6> : tensor<i32>
    %w1_3 = stablehlo.pad %s_3#1, %z, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x6xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2x6xcomplex<f32>>
    check.expect_eq %b_3#2, %w1_3 : tensor<2x6xcomplex<f32>>
    check.expect_eq_const %b_3#3, dense<6> : tensor<i32>
    return
  }
}

// -----

module @sent_around {
  func.func @bounded(%size: tensor<i32>, %full: tensor<3x2xi1>) -> (tensor<3x2xi1>, tensor<i32>) {
    %n = stablehlo.optimization_barrier %size : tensor<i32>
    %a = stablehlo.set_dimension_size %full, %n, dim = 0 : (tensor<3x2xi1>, tensor<i32>) -> tensor<?x2xi1, #stablehlo.bounds<3, ?>>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %r = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<?x2xi1, #stablehlo.bounds<3, ?>>) -> tensor<?x2xi1, #stablehlo.bounds<3, ?>>
    %z = stablehlo.constant dense<false> : tensor<3x2xi1>
    %o = stablehlo.dynamic_update_slice %z, %r, %zero, %zero : (tensor<3x2xi1>, tensor<?x2xi1, #stablehlo.bounds<3, ?>>, tensor<i32>, tensor<i32>) -> tensor<3x2xi1>
    %s0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x2xi1, #stablehlo.bounds<3, ?>>) -> tensor<i32>
    return %o, %s0 : tensor<3x2xi1>, tensor<i32>
  }
  func.func @static_0(%a: tensor<0x2xi1>) -> tensor<0x2xi1> {
    %r = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<0x2xi1>) -> tensor<0x2xi1>
    return %r : tensor<0x2xi1>
  }
  func.func @static_1(%a: tensor<1x2xi1>) -> tensor<1x2xi1> {
    %r = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<1x2xi1>) -> tensor<1x2xi1>
    return %r : tensor<1x2xi1>
  }
  func.func @static_3(%a: tensor<3x2xi1>) -> tensor<3x2xi1> {
    %r = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<3x2xi1>) -> tensor<3x2xi1>
    return %r : tensor<3x2xi1>
  }
  func.func @main() {
    %a0 = stablehlo.constant dense<[[true, false], [false, true], [true, true]]> : tensor<3x2xi1>
    %a1 = stablehlo.constant dense<[[false, false], [false, true], [false, false]]> : tensor<3x2xi1>
    %z = stablehlo.constant dense<false> : tensor<i1>
    %n_0 = stablehlo.constant dense<0> : tensor<i32>
    %b_0:4 = "interpreter.run_parallel"(%n_0, %a0, %n_0, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<3x2xi1>, tensor<i32>, tensor<3x2xi1>) -> (tensor<3x2xi1>, tensor<i32>, tensor<3x2xi1>, tensor<i32>)
    %c0_0 = stablehlo.constant dense<> : tensor<0x2xi1>
    %c1_0 = stablehlo.constant dense<> : tensor<0x2xi1>
    %s_0:2 = "interpreter.run_parallel"(%c0_0, %c1_0) {programs = [[@static_0], [@static_0]]} : (tensor<0x2xi1>, tensor<0x2xi1>) -> (tensor<0x2xi1>, tensor<0x2xi1>)
    %w0_0 = stablehlo.pad %s_0#0, %z, low = [0, 0], high = [3, 0], interior = [0, 0] : (tensor<0x2xi1>, tensor<i1>) -> tensor<3x2xi1>
    check.expect_eq %b_0#0, %w0_0 : tensor<3x2xi1>
    check.expect_eq_const %b_0#1, dense<0> : tensor<i32>
    %w1_0 = stablehlo.pad %s_0#1, %z, low = [0, 0], high = [3, 0], interior = [0, 0] : (tensor<0x2xi1>, tensor<i1>) -> tensor<3x2xi1>
    check.expect_eq %b_0#2, %w1_0 : tensor<3x2xi1>
    check.expect_eq_const %b_0#3, dense<0> : tensor<i32>
    %n_1 = stablehlo.constant dense<1> : tensor<i32>
    %b_1:4 = "interpreter.run_parallel"(%n_1, %a0, %n_1, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<3x2xi1>, tensor<i32>, tensor<3x2xi1>) -> (tensor<3x2xi1>, tensor<i32>, tensor<3x2xi1>, tensor<i32>)
    %c0_1 = stablehlo.constant dense<[[true, false]]> : tensor<1x2xi1>
    %c1_1 = stablehlo.constant dense<[[false, false]]> : tensor<1x2xi1>
    %s_1:2 = "interpreter.run_parallel"(%c0_1, %c1_1) {programs = [[@static_1], [@static_1]]} : (tensor<1x2xi1>, tensor<1x2xi1>) -> (tensor<1x2xi1>, tensor<1x2xi1>)
    %w0_1 = stablehlo.pad %s_1#0, %z, low = [0, 0], high = [2, 0], interior = [0, 0] : (tensor<1x2xi1>, tensor<i1>) -> tensor<3x2xi1>
    check.expect_eq %b_1#0, %w0_1 : tensor<3x2xi1>
    check.expect_eq_const %b_1#1, dense<1> : tensor<i32>
    %w1_1 = stablehlo.pad %s_1#1, %z, low = [0, 0], high = [2, 0], interior = [0, 0] : (tensor<1x2xi1>, tensor<i1>) -> tensor<3x2xi1>
    check.expect_eq %b_1#2, %w1_1 : tensor<3x2xi1>
    check.expect_eq_const %b_1#3, dense<1> : tensor<i32>
    %n_3 = stablehlo.constant dense<3> : tensor<i32>
    %b_3:4 = "interpreter.run_parallel"(%n_3, %a0, %n_3, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<3x2xi1>, tensor<i32>, tensor<3x2xi1>) -> (tensor<3x2xi1>, tensor<i32>, tensor<3x2xi1>, tensor<i32>)
    %c0_3 = stablehlo.constant dense<[[true, false], [false, true], [true, true]]> : tensor<3x2xi1>
    %c1_3 = stablehlo.constant dense<[[false, false], [false, true], [false, false]]> : tensor<3x2xi1>
    %s_3:2 = "interpreter.run_parallel"(%c0_3, %c1_3) {programs = [[@static_3], [@static_3]]} : (tensor<3x2xi1>, tensor<3x2xi1>) -> (tensor<3x2xi1>, tensor<3x2xi1>)
    %w0_3 = stablehlo.pad %s_3#0, %z, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<3x2xi1>, tensor<i1>) -> tensor<3x2xi1>
    check.expect_eq %b_3#0, %w0_3 : tensor<3x2xi1>
    check.expect_eq_const %b_3#1, dense<3> : tensor<i32>
    %w1_3 = stablehlo.pad %s_3#1, %z, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<3x2xi1>, tensor<i1>) -> tensor<3x2xi1>
    check.expect_eq %b_3#2, %w1_3 : tensor<3x2xi1>
    check.expect_eq_const %b_3#3, dense<3> : tensor<i32>
    return
  }
}

// -----

module @sent_to_all {
  func.func @bounded(%size: tensor<i32>, %full: tensor<3x2xi8>) -> (tensor<3x2xi8>, tensor<i32>) {
    %n = stablehlo.optimization_barrier %size : tensor<i32>
    %a = stablehlo.set_dimension_size %full, %n, dim = 0 : (tensor<3x2xi8>, tensor<i32>) -> tensor<?x2xi8, #stablehlo.bounds<3, ?>>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %r = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<?x2xi8, #stablehlo.bounds<3, ?>>) -> tensor<?x2xi8, #stablehlo.bounds<3, ?>>
    %z = stablehlo.constant dense<0> : tensor<3x2xi8>
    %o = stablehlo.dynamic_update_slice %z, %r, %zero, %zero : (tensor<3x2xi8>, tensor<?x2xi8, #stablehlo.bounds<3, ?>>, tensor<i32>, tensor<i32>) -> tensor<3x2xi8>
    %s0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x2xi8, #stablehlo.bounds<3, ?>>) -> tensor<i32>
    return %o, %s0 : tensor<3x2xi8>, tensor<i32>
  }
  func.func @static_0(%a: tensor<0x2xi8>) -> tensor<0x2xi8> {
    %r = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<0x2xi8>) -> tensor<0x2xi8>
    return %r : tensor<0x2xi8>
  }
  func.func @static_1(%a: tensor<1x2xi8>) -> tensor<1x2xi8> {
    %r = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<1x2xi8>) -> tensor<1x2xi8>
    return %r : tensor<1x2xi8>
  }
  func.func @static_3(%a: tensor<3x2xi8>) -> tensor<3x2xi8> {
    %r = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<3x2xi8>) -> tensor<3x2xi8>
    return %r : tensor<3x2xi8>
  }
  func.func @main() {
    %a0 = stablehlo.constant dense<[[0, -3], [1, 5], [-5, -4]]> : tensor<3x2xi8>
    %a1 = stablehlo.constant dense<[[3, -4], [0, 4], [-5, 3]]> : tensor<3x2xi8>
    %z = stablehlo.constant dense<0> : tensor<i8>
    %n_0 = stablehlo.constant dense<0> : tensor<i32>
    %b_0:4 = "interpreter.run_parallel"(%n_0, %a0, %n_0, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<3x2xi8>, tensor<i32>, tensor<3x2xi8>) -> (tensor<3x2xi8>, tensor<i32>, tensor<3x2xi8>, tensor<i32>)
    %c0_0 = stablehlo.constant dense<> : tensor<0x2xi8>
    %c1_0 = stablehlo.constant dense<> : tensor<0x2xi8>
    %s_0:2 = "interpreter.run_parallel"(%c0_0, %c1_0) {programs = [[@static_0], [@static_0]]} : (tensor<0x2xi8>, tensor<0x2xi8>) -> (tensor<0x2xi8>, tensor<0x2xi8>)
    %w0_0 = stablehlo.pad %s_0#0, %z, low = [0, 0], high = [3, 0], interior = [0, 0] : (tensor<0x2xi8>, tensor<i8>) -> tensor<3x2xi8>
    check.expect_eq %b_0#0, %w0_0 : tensor<3x2xi8>
    check.expect_eq_const %b_0#1, dense<0> : tensor<i32>
    %w1_0 = stablehlo.pad %s_0#1, %z, low = [0, 0], high = [3, 0], interior = [0, 0] : (tensor<0x2xi8>, tensor<i8>) -> tensor<3x2xi8>
    check.expect_eq %b_0#2, %w1_0 : tensor<3x2xi8>
    check.expect_eq_const %b_0#3, dense<0> : tensor<i32>
    %n_1 = stablehlo.constant dense<1> : tensor<i32>
    %b_1:4 = "interpreter.run_parallel"(%n_1, %a0, %n_1, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<3x2xi8>, tensor<i32>, tensor<3x2xi8>) -> (tensor<3x2xi8>, tensor<i32>, tensor<3x2xi8>, tensor<i32>)
    %c0_1 = stablehlo.constant dense<[[0, -3]]> : tensor<1x2xi8>
    %c1_1 = stablehlo.constant dense<[[3, -4]]> : tensor<1x2xi8>
    %s_1:2 = "interpreter.run_parallel"(%c0_1, %c1_1) {programs = [[@static_1], [@static_1]]} : (tensor<1x2xi8>, tensor<1x2xi8>) -> (tensor<1x2xi8>, tensor<1x2xi8>)
    %w0_1 = stablehlo.pad %s_1#0, %z, low = [0, 0], high = [2, 0], interior = [0, 0] : (tensor<1x2xi8>, tensor<i8>) -> tensor<3x2xi8>
    check.expect_eq %b_1#0, %w0_1 : tensor<3x2xi8>
    check.expect_eq_const %b_1#1, dense<1> : tensor<i32>
    %w1_1 = stablehlo.pad %s_1#1, %z, low = [0, 0], high = [2, 0], interior = [0, 0] : (tensor<1x2xi8>, tensor<i8>) -> tensor<3x2xi8>
    check.expect_eq %b_1#2, %w1_1 : tensor<3x2xi8>
    check.expect_eq_const %b_1#3, dense<1> : tensor<i32>
    %n_3 = stablehlo.constant dense<3> : tensor<i32>
    %b_3:4 = "interpreter.run_parallel"(%n_3, %a0, %n_3, %a1) {programs = [[@bounded], [@bounded]]} : (tensor<i32>, tensor<3x2xi8>, tensor<i32>, tensor<3x2xi8>) -> (tensor<3x2xi8>, tensor<i32>, tensor<3x2xi8>, tensor<i32>)
    %c0_3 = stablehlo.constant dense<[[0, -3], [1, 5], [-5, -4]]> : tensor<3x2xi8>
    %c1_3 = stablehlo.constant dense<[[3, -4], [0, 4], [-5, 3]]> : tensor<3x2xi8>
    %s_3:2 = "interpreter.run_parallel"(%c0_3, %c1_3) {programs = [[@static_3], [@static_3]]} : (tensor<3x2xi8>, tensor<3x2xi8>) -> (tensor<3x2xi8>, tensor<3x2xi8>)
    %w0_3 = stablehlo.pad %s_3#0, %z, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<3x2xi8>, tensor<i8>) -> tensor<3x2xi8>
    check.expect_eq %b_3#0, %w0_3 : tensor<3x2xi8>
    check.expect_eq_const %b_3#1, dense<3> : tensor<i32>
    %w1_3 = stablehlo.pad %s_3#1, %z, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<3x2xi8>, tensor<i8>) -> tensor<3x2xi8>
    check.expect_eq %b_3#2, %w1_3 : tensor<3x2xi8>
    check.expect_eq_const %b_3#3, dense<3> : tensor<i32>
    return
  }
}

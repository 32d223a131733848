// What lies past a size moves nowhere: parts are joined, turned around, cut, padded and sorted at the size.
func.func @moved() {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %a = stablehlo.constant dense<[3, 1, 4, 1, 5]> : tensor<5xi32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %n = stablehlo.optimization_barrier %three : tensor<i32>
  %b = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<5xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<5>>
  %c = stablehlo.concatenate %b, %a, dim = 0 : (tensor<?xi32, #stablehlo.bounds<5>>, tensor<5xi32>) -> tensor<?xi32, #stablehlo.bounds<10>>
  %sum = stablehlo.reduce(%c init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?xi32, #stablehlo.bounds<10>>, tensor<i32>) -> tensor<i32>
  %size = stablehlo.get_dimension_size %c, dim = 0 : (tensor<?xi32, #stablehlo.bounds<10>>) -> tensor<i32>
  %joined = stablehlo.slice %c [0:8] : (tensor<?xi32, #stablehlo.bounds<10>>) -> tensor<8xi32>
  %r = stablehlo.reverse %b, dims = [0] : tensor<?xi32, #stablehlo.bounds<5>>
  %turned = stablehlo.slice %r [0:3] : (tensor<?xi32, #stablehlo.bounds<5>>) -> tensor<3xi32>
  %p = stablehlo.pad %b, %nine, low = [1], high = [1], interior = [1] : (tensor<?xi32, #stablehlo.bounds<5>>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<11>>
  %padded = stablehlo.slice %p [0:7] : (tensor<?xi32, #stablehlo.bounds<11>>) -> tensor<7xi32>
  %s = "stablehlo.sort"(%b) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %less = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<?xi32, #stablehlo.bounds<5>>) -> tensor<?xi32, #stablehlo.bounds<5>>
  %sorted = stablehlo.slice %s [0:3] : (tensor<?xi32, #stablehlo.bounds<5>>) -> tensor<3xi32>
  check.expect_eq_const %sum, dense<22> : tensor<i32>
  check.expect_eq_const %size, dense<8> : tensor<i32>
  check.expect_eq_const %joined, dense<[3, 1, 4, 3, 1, 4, 1, 5]> : tensor<8xi32>
  check.expect_eq_const %turned, dense<[4, 1, 3]> : tensor<3xi32>
  check.expect_eq_const %padded, dense<[9, 3, 9, 1, 9, 4, 9]> : tensor<7xi32>
  check.expect_eq_const %sorted, dense<[1, 3, 4]> : tensor<3xi32>
  func.return
}

// -----

// A bounded dimension is joined with those behind it, and cut again.
func.func @reshaped() {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %a = stablehlo.constant dense<[[3, 1], [4, 1], [5, 9]]> : tensor<3x2xi32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.optimization_barrier %two : tensor<i32>
  %b = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<3x2xi32>, tensor<i32>) -> tensor<?x2xi32, #stablehlo.bounds<3, ?>>
  %c = stablehlo.reshape %b : (tensor<?x2xi32, #stablehlo.bounds<3, ?>>) -> tensor<?xi32, #stablehlo.bounds<6>>
  %size = stablehlo.get_dimension_size %c, dim = 0 : (tensor<?xi32, #stablehlo.bounds<6>>) -> tensor<i32>
  %sum = stablehlo.reduce(%c init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?xi32, #stablehlo.bounds<6>>, tensor<i32>) -> tensor<i32>
  %d = stablehlo.reshape %c : (tensor<?xi32, #stablehlo.bounds<6>>) -> tensor<?x1x2xi32, #stablehlo.bounds<3, ?, ?>>
  %columns = stablehlo.reduce(%d init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x1x2xi32, #stablehlo.bounds<3, ?, ?>>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %size, dense<4> : tensor<i32>
  check.expect_eq_const %sum, dense<9> : tensor<i32>
  check.expect_eq_const %columns, dense<[7, 2]> : tensor<2xi32>
  func.return
}

// -----

// Windows end where the size does, and padding begins there.
func.func @windows() {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %a = stablehlo.constant dense<[3, 1, 4, 1, 5, 9]> : tensor<6xi32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %n = stablehlo.optimization_barrier %four : tensor<i32>
  %b = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<6xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<6>>
  %w = "stablehlo.reduce_window"(%b, %z) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<?xi32, #stablehlo.bounds<6>>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<3>>
  %size = stablehlo.get_dimension_size %w, dim = 0 : (tensor<?xi32, #stablehlo.bounds<3>>) -> tensor<i32>
  %sums = stablehlo.slice %w [0:2] : (tensor<?xi32, #stablehlo.bounds<3>>) -> tensor<2xi32>
  %total = stablehlo.reduce(%w init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?xi32, #stablehlo.bounds<3>>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %size, dense<2> : tensor<i32>
  check.expect_eq_const %sums, dense<[4, 6]> : tensor<2xi32>
  check.expect_eq_const %total, dense<10> : tensor<i32>
  func.return
}

// -----

// Indices are clamped to the size, and as many slices are taken as there are indices.
func.func @gathered() {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %a = stablehlo.constant dense<[[3, 1], [4, 1], [5, 9], [2, 6]]> : tensor<4x2xi32>
  %i = stablehlo.constant dense<[0, 3, -2, 1]> : tensor<4xi32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %n = stablehlo.optimization_barrier %three : tensor<i32>
  %b = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<4x2xi32>, tensor<i32>) -> tensor<?x2xi32, #stablehlo.bounds<4, ?>>
  %j = stablehlo.set_dimension_size %i, %n, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %g = "stablehlo.gather"(%b, %j) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>} : (tensor<?x2xi32, #stablehlo.bounds<4, ?>>, tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<?x2xi32, #stablehlo.bounds<4, ?>>
  %size = stablehlo.get_dimension_size %g, dim = 0 : (tensor<?x2xi32, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %rows = stablehlo.slice %g [0:3, 0:2] : (tensor<?x2xi32, #stablehlo.bounds<4, ?>>) -> tensor<3x2xi32>
  %sum = stablehlo.reduce(%g init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?x2xi32, #stablehlo.bounds<4, ?>>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %size, dense<3> : tensor<i32>
  check.expect_eq_const %rows, dense<[[3, 1], [5, 9], [3, 1]]> : tensor<3x2xi32>
  check.expect_eq_const %sum, dense<[11, 11]> : tensor<2xi32>
  func.return
}

// -----

func.func @dilated_windows() {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %a = stablehlo.constant dense<[3, 1, 4, 1, 5, 9]> : tensor<6xi32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %n = stablehlo.optimization_barrier %four : tensor<i32>
  %b = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<6xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<6>>
  %w = "stablehlo.reduce_window"(%b, %z) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 2>, window_dilations = array<i64: 3>, base_dilations = array<i64: 2>, padding = dense<[[2, -1]]> : tensor<1x2xi64>} : (tensor<?xi32, #stablehlo.bounds<6>>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<9>>
  %size = stablehlo.get_dimension_size %w, dim = 0 : (tensor<?xi32, #stablehlo.bounds<9>>) -> tensor<i32>
  %sums = stablehlo.slice %w [0:5] : (tensor<?xi32, #stablehlo.bounds<9>>) -> tensor<5xi32>
  check.expect_eq_const %size, dense<5> : tensor<i32>
  check.expect_eq_const %sums, dense<[0, 1, 3, 4, 1]> : tensor<5xi32>
  func.return
}

// -----

// Components of an index are clamped one by one.
func.func @gathered_by_one_component() {
  %a = stablehlo.constant dense<[[3, 1, 4], [1, 5, 9], [2, 6, 5]]> : tensor<3x3xi32>
  %i = stablehlo.constant dense<[[2, 0], [1, 1], [0, 2]]> : tensor<3x2xi8>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.optimization_barrier %two : tensor<i32>
  %b = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<3x3xi32>, tensor<i32>) -> tensor<?x3xi32, #stablehlo.bounds<3, ?>>
  %g = "stablehlo.gather"(%b, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>} : (tensor<?x3xi32, #stablehlo.bounds<3, ?>>, tensor<3x2xi8>) -> tensor<3x1x2xi32>
  check.expect_eq_const %g, dense<[[[1, 4]], [[5, 9]], [[1, 5]]]> : tensor<3x1x2xi32>
  func.return
}

// -----

// Padding begins where the size ends, and the places of the kernel are counted there.
func.func private @convolutions_at(%size: tensor<i32>) -> (tensor<1x2x2xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[[7], [7], [1], [5]]]> : tensor<1x4x1xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 1 : (tensor<1x4x1xi32>, tensor<i32>) -> tensor<1x?x1xi32, #stablehlo.bounds<?, 4, ?>>
  %k = stablehlo.constant dense<[[[-1, 2]], [[-2, 0]]]> : tensor<2x1x2xi32>
  %r = "stablehlo.convolution"(%a, %k) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, window_strides = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<1x?x1xi32, #stablehlo.bounds<?, 4, ?>>, tensor<2x1x2xi32>) -> tensor<1x?x2xi32, #stablehlo.bounds<?, 2, ?>>
  %z0 = stablehlo.constant dense<0> : tensor<1x2x2xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero, %zero : (tensor<1x2x2xi32>, tensor<1x?x2xi32, #stablehlo.bounds<?, 2, ?>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xi32>
  %s0_1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<1x?x2xi32, #stablehlo.bounds<?, 2, ?>>) -> tensor<i32>
  return %o0, %s0_1 : tensor<1x2x2xi32>, tensor<i32>
}
func.func @convolutions() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:2 = call @convolutions_at(%size0) : (tensor<i32>) -> (tensor<1x2x2xi32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<1x2x2xi32>
  check.expect_eq_const %at0#1, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:2 = call @convolutions_at(%size3) : (tensor<i32>) -> (tensor<1x2x2xi32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[[[-14, 0], [-9, 14]]]> : tensor<1x2x2xi32>
  check.expect_eq_const %at3#1, dense<2> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:2 = call @convolutions_at(%size4) : (tensor<i32>) -> (tensor<1x2x2xi32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[[[-14, 0], [-9, 14]]]> : tensor<1x2x2xi32>
  check.expect_eq_const %at4#1, dense<2> : tensor<i32>
  func.return
}

// -----

// Kernels are turned around, holes lie between elements and between those of the kernel.
func.func private @dilated_convolutions_at(%size: tensor<i32>) -> (tensor<1x6x1xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[[1], [2], [2], [6]]]> : tensor<1x4x1xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 1 : (tensor<1x4x1xi32>, tensor<i32>) -> tensor<1x?x1xi32, #stablehlo.bounds<?, 4, ?>>
  %k = stablehlo.constant dense<[[[-1]], [[2]]]> : tensor<2x1x1xi32>
  %r = "stablehlo.convolution"(%a, %k) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 2>, rhs_dilation = array<i64: 2>, padding = dense<[[2, -1]]> : tensor<1x2xi64>, window_reversal = array<i1: true>} : (tensor<1x?x1xi32, #stablehlo.bounds<?, 4, ?>>, tensor<2x1x1xi32>) -> tensor<1x?x1xi32, #stablehlo.bounds<?, 6, ?>>
  %z0 = stablehlo.constant dense<0> : tensor<1x6x1xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero, %zero : (tensor<1x6x1xi32>, tensor<1x?x1xi32, #stablehlo.bounds<?, 6, ?>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x1xi32>
  %s0_1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<1x?x1xi32, #stablehlo.bounds<?, 6, ?>>) -> tensor<i32>
  return %o0, %s0_1 : tensor<1x6x1xi32>, tensor<i32>
}
func.func @dilated_convolutions() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:2 = call @dilated_convolutions_at(%size0) : (tensor<i32>) -> (tensor<1x6x1xi32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<1x6x1xi32>
  check.expect_eq_const %at0#1, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:2 = call @dilated_convolutions_at(%size3) : (tensor<i32>) -> (tensor<1x6x1xi32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[[[-1], [0], [0], [0], [0], [0]]]> : tensor<1x6x1xi32>
  check.expect_eq_const %at3#1, dense<4> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:2 = call @dilated_convolutions_at(%size4) : (tensor<i32>) -> (tensor<1x6x1xi32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[[[-1], [0], [0], [0], [2], [0]]]> : tensor<1x6x1xi32>
  check.expect_eq_const %at4#1, dense<6> : tensor<i32>
  func.return
}

// -----

// Batches and output features are as many as there are; input features past the size add nothing.
func.func private @convolutions_of_features_at(%size: tensor<i32>) -> (tensor<4x1x4xi32>, tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %rest = stablehlo.subtract %four, %n : tensor<i32>
  %a_s = stablehlo.constant dense<[[[4, 5, 2, 7], [8, 3, 2, 2]], [[1, 7, 9, 5], [1, 4, 9, 9]], [[6, 5, 3, 2], [5, 4, 1, 5]], [[5, 4, 3, 5], [5, 6, 2, 6]]]> : tensor<4x2x4xi32>
  %a_0 = stablehlo.set_dimension_size %a_s, %rest, dim = 0 : (tensor<4x2x4xi32>, tensor<i32>) -> tensor<?x2x4xi32, #stablehlo.bounds<4, ?, ?>>
  %a = stablehlo.set_dimension_size %a_0, %n, dim = 2 : (tensor<?x2x4xi32, #stablehlo.bounds<4, ?, ?>>, tensor<i32>) -> tensor<?x2x?xi32, #stablehlo.bounds<4, ?, 4>>
  %k_s = stablehlo.constant dense<[[[2, 0, 3, 0], [3, 3, 3, 2], [-2, 1, -1, 3], [-2, -1, -2, 0]], [[1, -1, 1, 2], [-2, 2, -1, -2], [3, -1, 1, 0], [-1, 1, -1, -2]]]> : tensor<2x4x4xi32>
  %k_0 = stablehlo.set_dimension_size %k_s, %n, dim = 1 : (tensor<2x4x4xi32>, tensor<i32>) -> tensor<2x?x4xi32, #stablehlo.bounds<?, 4, ?>>
  %k = stablehlo.set_dimension_size %k_0, %rest, dim = 2 : (tensor<2x?x4xi32, #stablehlo.bounds<?, 4, ?>>, tensor<i32>) -> tensor<2x?x?xi32, #stablehlo.bounds<?, 4, 4>>
  %r = "stablehlo.convolution"(%a, %k) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<?x2x?xi32, #stablehlo.bounds<4, ?, 4>>, tensor<2x?x?xi32, #stablehlo.bounds<?, 4, 4>>) -> tensor<?x1x?xi32, #stablehlo.bounds<4, ?, 4>>
  %z0 = stablehlo.constant dense<0> : tensor<4x1x4xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero, %zero : (tensor<4x1x4xi32>, tensor<?x1x?xi32, #stablehlo.bounds<4, ?, 4>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x1x4xi32>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x1x?xi32, #stablehlo.bounds<4, ?, 4>>) -> tensor<i32>
  %s0_2 = stablehlo.get_dimension_size %r, dim = 2 : (tensor<?x1x?xi32, #stablehlo.bounds<4, ?, 4>>) -> tensor<i32>
  return %o0, %s0_0, %s0_2 : tensor<4x1x4xi32>, tensor<i32>, tensor<i32>
}
func.func @convolutions_of_features() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:3 = call @convolutions_of_features_at(%size0) : (tensor<i32>) -> (tensor<4x1x4xi32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<4x1x4xi32>
  check.expect_eq_const %at0#1, dense<4> : tensor<i32>
  check.expect_eq_const %at0#2, dense<4> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:3 = call @convolutions_of_features_at(%size3) : (tensor<i32>) -> (tensor<4x1x4xi32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[[[27, 0, 0, 0]], [[0, 0, 0, 0]], [[0, 0, 0, 0]], [[0, 0, 0, 0]]]> : tensor<4x1x4xi32>
  check.expect_eq_const %at3#1, dense<1> : tensor<i32>
  check.expect_eq_const %at3#2, dense<1> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:3 = call @convolutions_of_features_at(%size4) : (tensor<i32>) -> (tensor<4x1x4xi32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<0> : tensor<4x1x4xi32>
  check.expect_eq_const %at4#1, dense<0> : tensor<i32>
  check.expect_eq_const %at4#2, dense<0> : tensor<i32>
  func.return
}

// -----

// What goes past the size is nowhere.
func.func private @scattered_into_at(%size: tensor<i32>) -> (tensor<4x2xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 0 : (tensor<4x2xi32>, tensor<i32>) -> tensor<?x2xi32, #stablehlo.bounds<4, ?>>
  %i = stablehlo.constant dense<[1, 3, 1]> : tensor<3xi32>
  %u = stablehlo.constant dense<[[28, 12], [25, 18], [11, 10]]> : tensor<3x2xi32>
  %r = "stablehlo.scatter"(%a, %i, %u) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %t = stablehlo.add %x, %x : tensor<i32>
    %s = stablehlo.add %t, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<?x2xi32, #stablehlo.bounds<4, ?>>, tensor<3xi32>, tensor<3x2xi32>) -> tensor<?x2xi32, #stablehlo.bounds<4, ?>>
  %z0 = stablehlo.constant dense<0> : tensor<4x2xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero : (tensor<4x2xi32>, tensor<?x2xi32, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xi32>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x2xi32, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  return %o0, %s0_0 : tensor<4x2xi32>, tensor<i32>
}
func.func @scattered_into() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:2 = call @scattered_into_at(%size0) : (tensor<i32>) -> (tensor<4x2xi32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<4x2xi32>
  check.expect_eq_const %at0#1, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:2 = call @scattered_into_at(%size3) : (tensor<i32>) -> (tensor<4x2xi32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[[1, 2], [79, 50], [5, 6], [0, 0]]> : tensor<4x2xi32>
  check.expect_eq_const %at3#1, dense<3> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:2 = call @scattered_into_at(%size4) : (tensor<i32>) -> (tensor<4x2xi32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[[1, 2], [79, 50], [5, 6], [39, 34]]> : tensor<4x2xi32>
  check.expect_eq_const %at4#1, dense<4> : tensor<i32>
  func.return
}

// -----

// Only updates that are there are written, in their order.
func.func private @scattered_at(%size: tensor<i32>) -> (tensor<3x2xi32>) {
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %i_s = stablehlo.constant dense<[1, 2, 1, 0]> : tensor<4xi8>
  %i = stablehlo.set_dimension_size %i_s, %n, dim = 0 : (tensor<4xi8>, tensor<i32>) -> tensor<?xi8, #stablehlo.bounds<4>>
  %u_s = stablehlo.constant dense<[[20, 14], [22, 30], [11, 12], [27, 13]]> : tensor<4x2xi32>
  %u = stablehlo.set_dimension_size %u_s, %n, dim = 0 : (tensor<4x2xi32>, tensor<i32>) -> tensor<?x2xi32, #stablehlo.bounds<4, ?>>
  %r = "stablehlo.scatter"(%a, %i, %u) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %t = stablehlo.add %x, %x : tensor<i32>
    %s = stablehlo.add %t, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x2xi32>, tensor<?xi8, #stablehlo.bounds<4>>, tensor<?x2xi32, #stablehlo.bounds<4, ?>>) -> tensor<3x2xi32>
  return %r : tensor<3x2xi32>
}
func.func @scattered() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0 = call @scattered_at(%size0) : (tensor<i32>) -> (tensor<3x2xi32>)
  check.expect_eq_const %at0, dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3 = call @scattered_at(%size3) : (tensor<i32>) -> (tensor<3x2xi32>)
  check.expect_eq_const %at3, dense<[[1, 2], [63, 56], [32, 42]]> : tensor<3x2xi32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4 = call @scattered_at(%size4) : (tensor<i32>) -> (tensor<3x2xi32>)
  check.expect_eq_const %at4, dense<[[29, 17], [63, 56], [32, 42]]> : tensor<3x2xi32>
  func.return
}

// -----

// Windows are as wide as they are, in the same place of the input or not.
func.func private @scattered_windows_at(%size: tensor<i32>) -> (tensor<3x4xi32>) {
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %i = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %u_s = stablehlo.constant dense<[[17, 21, 22, 14], [16, 11, 12, 14]]> : tensor<2x4xi32>
  %u = stablehlo.set_dimension_size %u_s, %n, dim = 1 : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 4>>
  %r = "stablehlo.scatter"(%a, %i, %u) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %t = stablehlo.add %x, %x : tensor<i32>
    %s = stablehlo.add %t, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xi32>, tensor<2xi32>, tensor<2x?xi32, #stablehlo.bounds<?, 4>>) -> tensor<3x4xi32>
  return %r : tensor<3x4xi32>
}
func.func @scattered_windows() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0 = call @scattered_windows_at(%size0) : (tensor<i32>) -> (tensor<3x4xi32>)
  check.expect_eq_const %at0, dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3 = call @scattered_windows_at(%size3) : (tensor<i32>) -> (tensor<3x4xi32>)
  check.expect_eq_const %at3, dense<[[1, 2, 3, 4], [27, 33, 36, 8], [34, 31, 34, 12]]> : tensor<3x4xi32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4 = call @scattered_windows_at(%size4) : (tensor<i32>) -> (tensor<3x4xi32>)
  check.expect_eq_const %at4, dense<[[1, 2, 3, 4], [27, 33, 36, 30], [34, 31, 34, 38]]> : tensor<3x4xi32>
  func.return
}

// -----

// A window that begins inside the size and ends past it is written as far as the size.
func.func private @scattered_at_offsets_at(%size: tensor<i32>) -> (tensor<4xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %i = stablehlo.constant dense<[[1], [2], [-1]]> : tensor<3x1xi32>
  %u = stablehlo.constant dense<[[24, 29], [21, 18], [14, 15]]> : tensor<3x2xi32>
  %r = "stablehlo.scatter"(%a, %i, %u) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %t = stablehlo.add %x, %x : tensor<i32>
    %s = stablehlo.add %t, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<?xi32, #stablehlo.bounds<4>>, tensor<3x1xi32>, tensor<3x2xi32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %z0 = stablehlo.constant dense<0> : tensor<4xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero : (tensor<4xi32>, tensor<?xi32, #stablehlo.bounds<4>>, tensor<i32>) -> tensor<4xi32>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<i32>
  return %o0, %s0_0 : tensor<4xi32>, tensor<i32>
}
func.func @scattered_at_offsets() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:2 = call @scattered_at_offsets_at(%size0) : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<4xi32>
  check.expect_eq_const %at0#1, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:2 = call @scattered_at_offsets_at(%size3) : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[17, 28, 91, 0]> : tensor<4xi32>
  check.expect_eq_const %at3#1, dense<3> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:2 = call @scattered_at_offsets_at(%size4) : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[17, 28, 91, 26]> : tensor<4xi32>
  check.expect_eq_const %at4#1, dense<4> : tensor<i32>
  func.return
}

// -----

// What comes from HLO: a window that ends past the size is dropped whole.
func.func private @scattered_whole_at(%size: tensor<i32>) -> (tensor<4xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %i = stablehlo.constant dense<[[1], [2], [-1]]> : tensor<3x1xi64>
  %u = stablehlo.constant dense<[[28, 11], [23, 25], [28, 10]]> : tensor<3x2xi32>
  %r = "stablehlo.scatter"(%a, %i, %u) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %t = stablehlo.add %x, %x : tensor<i32>
    %s = stablehlo.add %t, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {hlo2c.whole_windows = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<?xi32, #stablehlo.bounds<4>>, tensor<3x1xi64>, tensor<3x2xi32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %z0 = stablehlo.constant dense<0> : tensor<4xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero : (tensor<4xi32>, tensor<?xi32, #stablehlo.bounds<4>>, tensor<i32>) -> tensor<4xi32>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<i32>
  return %o0, %s0_0 : tensor<4xi32>, tensor<i32>
}
func.func @scattered_whole() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:2 = call @scattered_whole_at(%size0) : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<4xi32>
  check.expect_eq_const %at0#1, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:2 = call @scattered_whole_at(%size3) : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[1, 32, 17, 0]> : tensor<4xi32>
  check.expect_eq_const %at3#1, dense<3> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:2 = call @scattered_whole_at(%size4) : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[1, 32, 57, 33]> : tensor<4xi32>
  check.expect_eq_const %at4#1, dense<4> : tensor<i32>
  func.return
}

// -----

func.func private @scattered_in_batches_at(%size: tensor<i32>) -> (tensor<4x3xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]> : tensor<4x3xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 0 : (tensor<4x3xi32>, tensor<i32>) -> tensor<?x3xi32, #stablehlo.bounds<4, ?>>
  %i_s = stablehlo.constant dense<[[0, 1], [2, 2], [1, 0], [0, 0]]> : tensor<4x2xi32>
  %i = stablehlo.set_dimension_size %i_s, %n, dim = 0 : (tensor<4x2xi32>, tensor<i32>) -> tensor<?x2xi32, #stablehlo.bounds<4, ?>>
  %u_s = stablehlo.constant dense<[[24, 27], [24, 24], [26, 28], [16, 15]]> : tensor<4x2xi32>
  %u = stablehlo.set_dimension_size %u_s, %n, dim = 0 : (tensor<4x2xi32>, tensor<i32>) -> tensor<?x2xi32, #stablehlo.bounds<4, ?>>
  %r = "stablehlo.scatter"(%a, %i, %u) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %t = stablehlo.add %x, %x : tensor<i32>
    %s = stablehlo.add %t, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<?x3xi32, #stablehlo.bounds<4, ?>>, tensor<?x2xi32, #stablehlo.bounds<4, ?>>, tensor<?x2xi32, #stablehlo.bounds<4, ?>>) -> tensor<?x3xi32, #stablehlo.bounds<4, ?>>
  %z0 = stablehlo.constant dense<0> : tensor<4x3xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero : (tensor<4x3xi32>, tensor<?x3xi32, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x3xi32>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x3xi32, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  return %o0, %s0_0 : tensor<4x3xi32>, tensor<i32>
}
func.func @scattered_in_batches() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:2 = call @scattered_in_batches_at(%size0) : (tensor<i32>) -> (tensor<4x3xi32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<4x3xi32>
  check.expect_eq_const %at0#1, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:2 = call @scattered_in_batches_at(%size3) : (tensor<i32>) -> (tensor<4x3xi32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[[26, 31, 3], [4, 5, 96], [42, 42, 9], [0, 0, 0]]> : tensor<4x3xi32>
  check.expect_eq_const %at3#1, dense<3> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:2 = call @scattered_in_batches_at(%size4) : (tensor<i32>) -> (tensor<4x3xi32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[[26, 31, 3], [4, 5, 96], [42, 42, 9], [87, 11, 12]]> : tensor<4x3xi32>
  check.expect_eq_const %at4#1, dense<4> : tensor<i32>
  func.return
}

// -----

// Windows past the size scatter nothing, and no element past it is selected, whichever wins.
func.func private @selected_in_windows_at(%size: tensor<i32>) -> (tensor<2x4xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %half = stablehlo.divide %n, %two : tensor<i32>
  %a_s = stablehlo.constant dense<[[8, 5, 9, 6], [3, 7, 1, 6]]> : tensor<2x4xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 1 : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 4>>
  %u_s = stablehlo.constant dense<[[18, 19], [15, 30]]> : tensor<2x2xi32>
  %u = stablehlo.set_dimension_size %u_s, %half, dim = 1 : (tensor<2x2xi32>, tensor<i32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 2>>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r = "stablehlo.select_and_scatter"(%a, %u, %one) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %c = stablehlo.compare GE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<2x?xi32, #stablehlo.bounds<?, 4>>, tensor<2x?xi32, #stablehlo.bounds<?, 2>>, tensor<i32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 4>>
  %z0 = stablehlo.constant dense<0> : tensor<2x4xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero : (tensor<2x4xi32>, tensor<2x?xi32, #stablehlo.bounds<?, 4>>, tensor<i32>, tensor<i32>) -> tensor<2x4xi32>
  %s0_1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<2x?xi32, #stablehlo.bounds<?, 4>>) -> tensor<i32>
  return %o0, %s0_1 : tensor<2x4xi32>, tensor<i32>
}
func.func @selected_in_windows() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:2 = call @selected_in_windows_at(%size0) : (tensor<i32>) -> (tensor<2x4xi32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<2x4xi32>
  check.expect_eq_const %at0#1, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:2 = call @selected_in_windows_at(%size3) : (tensor<i32>) -> (tensor<2x4xi32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[[19, 1, 1, 0], [1, 16, 1, 0]]> : tensor<2x4xi32>
  check.expect_eq_const %at3#1, dense<3> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:2 = call @selected_in_windows_at(%size4) : (tensor<i32>) -> (tensor<2x4xi32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[[19, 1, 20, 1], [1, 16, 1, 31]]> : tensor<2x4xi32>
  check.expect_eq_const %at4#1, dense<4> : tensor<i32>
  func.return
}

// -----

func.func private @selected_in_overlapping_windows_at(%size: tensor<i32>) -> (tensor<2x4xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[2, 9, 4, 5], [5, 5, 2, 8]]> : tensor<2x4xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 1 : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 4>>
  %u_s = stablehlo.constant dense<[[16, 10, 26, 11], [15, 17, 10, 11]]> : tensor<2x4xi32>
  %u = stablehlo.set_dimension_size %u_s, %n, dim = 1 : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 4>>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r = "stablehlo.select_and_scatter"(%a, %u, %one) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %c = stablehlo.compare LE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>} : (tensor<2x?xi32, #stablehlo.bounds<?, 4>>, tensor<2x?xi32, #stablehlo.bounds<?, 4>>, tensor<i32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 4>>
  %z0 = stablehlo.constant dense<0> : tensor<2x4xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero : (tensor<2x4xi32>, tensor<2x?xi32, #stablehlo.bounds<?, 4>>, tensor<i32>, tensor<i32>) -> tensor<2x4xi32>
  %s0_1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<2x?xi32, #stablehlo.bounds<?, 4>>) -> tensor<i32>
  return %o0, %s0_1 : tensor<2x4xi32>, tensor<i32>
}
func.func @selected_in_overlapping_windows() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:2 = call @selected_in_overlapping_windows_at(%size0) : (tensor<i32>) -> (tensor<2x4xi32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<2x4xi32>
  check.expect_eq_const %at0#1, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:2 = call @selected_in_overlapping_windows_at(%size3) : (tensor<i32>) -> (tensor<2x4xi32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[[27, 1, 27, 0], [16, 1, 28, 0]]> : tensor<2x4xi32>
  check.expect_eq_const %at3#1, dense<3> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:2 = call @selected_in_overlapping_windows_at(%size4) : (tensor<i32>) -> (tensor<2x4xi32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[[27, 1, 38, 1], [16, 1, 39, 1]]> : tensor<2x4xi32>
  check.expect_eq_const %at4#1, dense<4> : tensor<i32>
  func.return
}

// -----

// A slice is moved to lie inside the size; one that is as long as the bound has the size.
func.func private @dynamic_slices_at(%size: tensor<i32>) -> (tensor<2x1xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 1 : (tensor<3x4xi32>, tensor<i32>) -> tensor<3x?xi32, #stablehlo.bounds<?, 4>>
  %at = stablehlo.constant dense<2> : tensor<ui8>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.dynamic_slice %a, %at, %at, sizes = [2, 1] : (tensor<3x?xi32, #stablehlo.bounds<?, 4>>, tensor<ui8>, tensor<ui8>) -> tensor<2x1xi32>
  %w = stablehlo.dynamic_slice %a, %at, %at, sizes = [1, 4] : (tensor<3x?xi32, #stablehlo.bounds<?, 4>>, tensor<ui8>, tensor<ui8>) -> tensor<1x4xi32>
  %q = stablehlo.reduce(%w init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x4xi32>, tensor<i32>) -> tensor<i32>
  return %r, %q : tensor<2x1xi32>, tensor<i32>
}
func.func @dynamic_slices() {
  %size1 = stablehlo.constant dense<1> : tensor<i32>
  %at1:2 = call @dynamic_slices_at(%size1) : (tensor<i32>) -> (tensor<2x1xi32>, tensor<i32>)
  check.expect_eq_const %at1#0, dense<[[5], [9]]> : tensor<2x1xi32>
  check.expect_eq_const %at1#1, dense<9> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:2 = call @dynamic_slices_at(%size3) : (tensor<i32>) -> (tensor<2x1xi32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[[7], [11]]> : tensor<2x1xi32>
  check.expect_eq_const %at3#1, dense<30> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:2 = call @dynamic_slices_at(%size4) : (tensor<i32>) -> (tensor<2x1xi32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[[7], [11]]> : tensor<2x1xi32>
  check.expect_eq_const %at4#1, dense<42> : tensor<i32>
  func.return
}

// -----

// An update is moved to lie inside the size, and as much is written as it has.
func.func private @updated_slices_at(%size: tensor<i32>) -> (tensor<4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %half = stablehlo.divide %n, %two : tensor<i32>
  %a_s = stablehlo.constant dense<[3, 1, 4, 5]> : tensor<4xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %u_s = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %u = stablehlo.set_dimension_size %u_s, %half, dim = 0 : (tensor<2xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<2>>
  %w = stablehlo.constant dense<[30]> : tensor<1xi32>
  %at = stablehlo.constant dense<2> : tensor<i32>
  %r = stablehlo.dynamic_update_slice %a, %u, %at : (tensor<?xi32, #stablehlo.bounds<4>>, tensor<?xi32, #stablehlo.bounds<2>>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %s = stablehlo.dynamic_update_slice %a, %w, %at : (tensor<?xi32, #stablehlo.bounds<4>>, tensor<1xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %z0 = stablehlo.constant dense<0> : tensor<4xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero : (tensor<4xi32>, tensor<?xi32, #stablehlo.bounds<4>>, tensor<i32>) -> tensor<4xi32>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<i32>
  %z1 = stablehlo.constant dense<0> : tensor<4xi32>
  %o1 = stablehlo.dynamic_update_slice %z1, %s, %zero : (tensor<4xi32>, tensor<?xi32, #stablehlo.bounds<4>>, tensor<i32>) -> tensor<4xi32>
  %s1_0 = stablehlo.get_dimension_size %s, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<i32>
  return %o0, %s0_0, %o1, %s1_0 : tensor<4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>
}
func.func @updated_slices() {
  %size1 = stablehlo.constant dense<1> : tensor<i32>
  %at1:4 = call @updated_slices_at(%size1) : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at1#0, dense<[3, 0, 0, 0]> : tensor<4xi32>
  check.expect_eq_const %at1#1, dense<1> : tensor<i32>
  check.expect_eq_const %at1#2, dense<[30, 0, 0, 0]> : tensor<4xi32>
  check.expect_eq_const %at1#3, dense<1> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:4 = call @updated_slices_at(%size3) : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[3, 1, 10, 0]> : tensor<4xi32>
  check.expect_eq_const %at3#1, dense<3> : tensor<i32>
  check.expect_eq_const %at3#2, dense<[3, 1, 30, 0]> : tensor<4xi32>
  check.expect_eq_const %at3#3, dense<3> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:4 = call @updated_slices_at(%size4) : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[3, 1, 10, 20]> : tensor<4xi32>
  check.expect_eq_const %at4#1, dense<4> : tensor<i32>
  check.expect_eq_const %at4#2, dense<[3, 1, 30, 5]> : tensor<4xi32>
  check.expect_eq_const %at4#3, dense<4> : tensor<i32>
  func.return
}

// -----

func.func private @updated_slices_of_known_size_at(%size: tensor<i32>) -> (tensor<5x2xi32>) {
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8], [9, 10]]> : tensor<5x2xi32>
  %u_s = stablehlo.constant dense<[[10], [20], [30], [40]]> : tensor<4x1xi32>
  %u = stablehlo.set_dimension_size %u_s, %n, dim = 0 : (tensor<4x1xi32>, tensor<i32>) -> tensor<?x1xi32, #stablehlo.bounds<4, ?>>
  %at = stablehlo.constant dense<2> : tensor<i32>
  %r = stablehlo.dynamic_update_slice %a, %u, %at, %at : (tensor<5x2xi32>, tensor<?x1xi32, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<5x2xi32>
  return %r : tensor<5x2xi32>
}
func.func @updated_slices_of_known_size() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0 = call @updated_slices_of_known_size_at(%size0) : (tensor<i32>) -> (tensor<5x2xi32>)
  check.expect_eq_const %at0, dense<[[1, 2], [3, 4], [5, 6], [7, 8], [9, 10]]> : tensor<5x2xi32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3 = call @updated_slices_of_known_size_at(%size3) : (tensor<i32>) -> (tensor<5x2xi32>)
  check.expect_eq_const %at3, dense<[[1, 2], [3, 4], [5, 10], [7, 20], [9, 30]]> : tensor<5x2xi32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4 = call @updated_slices_of_known_size_at(%size4) : (tensor<i32>) -> (tensor<5x2xi32>)
  check.expect_eq_const %at4, dense<[[1, 2], [3, 10], [5, 20], [7, 30], [9, 40]]> : tensor<5x2xi32>
  func.return
}

// -----

// A bounded dimension is joined with those in front of it: what is there moves together.
func.func private @joined_at(%size: tensor<i32>) -> (tensor<8xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 1 : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 4>>
  %r = stablehlo.reshape %a : (tensor<2x?xi32, #stablehlo.bounds<?, 4>>) -> tensor<?xi32, #stablehlo.bounds<8>>
  %z0 = stablehlo.constant dense<0> : tensor<8xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero : (tensor<8xi32>, tensor<?xi32, #stablehlo.bounds<8>>, tensor<i32>) -> tensor<8xi32>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?xi32, #stablehlo.bounds<8>>) -> tensor<i32>
  return %o0, %s0_0 : tensor<8xi32>, tensor<i32>
}
func.func @joined() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:2 = call @joined_at(%size0) : (tensor<i32>) -> (tensor<8xi32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<8xi32>
  check.expect_eq_const %at0#1, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:2 = call @joined_at(%size3) : (tensor<i32>) -> (tensor<8xi32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[1, 2, 3, 5, 6, 7, 0, 0]> : tensor<8xi32>
  check.expect_eq_const %at3#1, dense<6> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:2 = call @joined_at(%size4) : (tensor<i32>) -> (tensor<8xi32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[1, 2, 3, 4, 5, 6, 7, 8]> : tensor<8xi32>
  check.expect_eq_const %at4#1, dense<8> : tensor<i32>
  func.return
}

// -----

func.func private @joined_between_at(%size: tensor<i32>) -> (tensor<2x16xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[[[1, 2], [3, 4], [5, 6], [7, 8]], [[9, 10], [11, 12], [13, 14], [15, 16]]], [[[17, 18], [19, 20], [21, 22], [23, 24]], [[25, 26], [27, 28], [29, 30], [31, 32]]]]> : tensor<2x2x4x2xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 2 : (tensor<2x2x4x2xi32>, tensor<i32>) -> tensor<2x2x?x2xi32, #stablehlo.bounds<?, ?, 4, ?>>
  %r = stablehlo.reshape %a : (tensor<2x2x?x2xi32, #stablehlo.bounds<?, ?, 4, ?>>) -> tensor<2x?xi32, #stablehlo.bounds<?, 16>>
  %z0 = stablehlo.constant dense<0> : tensor<2x16xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero : (tensor<2x16xi32>, tensor<2x?xi32, #stablehlo.bounds<?, 16>>, tensor<i32>, tensor<i32>) -> tensor<2x16xi32>
  %s0_1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<2x?xi32, #stablehlo.bounds<?, 16>>) -> tensor<i32>
  return %o0, %s0_1 : tensor<2x16xi32>, tensor<i32>
}
func.func @joined_between() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:2 = call @joined_between_at(%size0) : (tensor<i32>) -> (tensor<2x16xi32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<2x16xi32>
  check.expect_eq_const %at0#1, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:2 = call @joined_between_at(%size3) : (tensor<i32>) -> (tensor<2x16xi32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[[1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 0, 0, 0, 0], [17, 18, 19, 20, 21, 22, 25, 26, 27, 28, 29, 30, 0, 0, 0, 0]]> : tensor<2x16xi32>
  check.expect_eq_const %at3#1, dense<12> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:2 = call @joined_between_at(%size4) : (tensor<i32>) -> (tensor<2x16xi32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], [17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32]]> : tensor<2x16xi32>
  check.expect_eq_const %at4#1, dense<16> : tensor<i32>
  func.return
}

// -----

func.func private @joined_bounded_at(%size: tensor<i32>) -> (tensor<16xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %rest = stablehlo.subtract %four, %n : tensor<i32>
  %a_s = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]> : tensor<4x4xi32>
  %a_0 = stablehlo.set_dimension_size %a_s, %n, dim = 0 : (tensor<4x4xi32>, tensor<i32>) -> tensor<?x4xi32, #stablehlo.bounds<4, ?>>
  %a = stablehlo.set_dimension_size %a_0, %rest, dim = 1 : (tensor<?x4xi32, #stablehlo.bounds<4, ?>>, tensor<i32>) -> tensor<?x?xi32, #stablehlo.bounds<4, 4>>
  %r = stablehlo.reshape %a : (tensor<?x?xi32, #stablehlo.bounds<4, 4>>) -> tensor<?xi32, #stablehlo.bounds<16>>
  %z0 = stablehlo.constant dense<0> : tensor<16xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero : (tensor<16xi32>, tensor<?xi32, #stablehlo.bounds<16>>, tensor<i32>) -> tensor<16xi32>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?xi32, #stablehlo.bounds<16>>) -> tensor<i32>
  return %o0, %s0_0 : tensor<16xi32>, tensor<i32>
}
func.func @joined_bounded() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:2 = call @joined_bounded_at(%size0) : (tensor<i32>) -> (tensor<16xi32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<16xi32>
  check.expect_eq_const %at0#1, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:2 = call @joined_bounded_at(%size3) : (tensor<i32>) -> (tensor<16xi32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[1, 5, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : tensor<16xi32>
  check.expect_eq_const %at3#1, dense<3> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:2 = call @joined_bounded_at(%size4) : (tensor<i32>) -> (tensor<16xi32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<0> : tensor<16xi32>
  check.expect_eq_const %at4#1, dense<0> : tensor<i32>
  func.return
}

// -----

// A size is cut behind its first part.
func.func private @cut_behind_at(%size: tensor<i32>) -> (tensor<2x2xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %half = stablehlo.divide %n, %two : tensor<i32>
  %even = stablehlo.multiply %half, %two : tensor<i32>
  %a_s = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %a = stablehlo.set_dimension_size %a_s, %even, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %r = stablehlo.reshape %a : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<2x?xi32, #stablehlo.bounds<?, 2>>
  %z0 = stablehlo.constant dense<0> : tensor<2x2xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero : (tensor<2x2xi32>, tensor<2x?xi32, #stablehlo.bounds<?, 2>>, tensor<i32>, tensor<i32>) -> tensor<2x2xi32>
  %s0_1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<2x?xi32, #stablehlo.bounds<?, 2>>) -> tensor<i32>
  return %o0, %s0_1 : tensor<2x2xi32>, tensor<i32>
}
func.func @cut_behind() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:2 = call @cut_behind_at(%size0) : (tensor<i32>) -> (tensor<2x2xi32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<2x2xi32>
  check.expect_eq_const %at0#1, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:2 = call @cut_behind_at(%size3) : (tensor<i32>) -> (tensor<2x2xi32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[[1, 0], [2, 0]]> : tensor<2x2xi32>
  check.expect_eq_const %at3#1, dense<1> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:2 = call @cut_behind_at(%size4) : (tensor<i32>) -> (tensor<2x2xi32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  check.expect_eq_const %at4#1, dense<2> : tensor<i32>
  func.return
}

// -----

func.func private @joined_and_cut_at(%size: tensor<i32>) -> (tensor<2x6xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %half = stablehlo.divide %n, %two : tensor<i32>
  %even = stablehlo.multiply %half, %two : tensor<i32>
  %a_s = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %a = stablehlo.set_dimension_size %a_s, %even, dim = 1 : (tensor<3x4xi32>, tensor<i32>) -> tensor<3x?xi32, #stablehlo.bounds<?, 4>>
  %r = stablehlo.reshape %a : (tensor<3x?xi32, #stablehlo.bounds<?, 4>>) -> tensor<?x6xi32, #stablehlo.bounds<2, ?>>
  %z0 = stablehlo.constant dense<0> : tensor<2x6xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero : (tensor<2x6xi32>, tensor<?x6xi32, #stablehlo.bounds<2, ?>>, tensor<i32>, tensor<i32>) -> tensor<2x6xi32>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x6xi32, #stablehlo.bounds<2, ?>>) -> tensor<i32>
  return %o0, %s0_0 : tensor<2x6xi32>, tensor<i32>
}
func.func @joined_and_cut() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:2 = call @joined_and_cut_at(%size0) : (tensor<i32>) -> (tensor<2x6xi32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<2x6xi32>
  check.expect_eq_const %at0#1, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:2 = call @joined_and_cut_at(%size3) : (tensor<i32>) -> (tensor<2x6xi32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[[1, 2, 5, 6, 9, 10], [0, 0, 0, 0, 0, 0]]> : tensor<2x6xi32>
  check.expect_eq_const %at3#1, dense<1> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:2 = call @joined_and_cut_at(%size4) : (tensor<i32>) -> (tensor<2x6xi32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]]> : tensor<2x6xi32>
  check.expect_eq_const %at4#1, dense<2> : tensor<i32>
  func.return
}

// -----

func.func private @joined_below_a_larger_bound_at(%size: tensor<i32>) -> (tensor<10xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 1 : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 4>>
  %r = stablehlo.reshape %a : (tensor<2x?xi32, #stablehlo.bounds<?, 4>>) -> tensor<?xi32, #stablehlo.bounds<10>>
  %z0 = stablehlo.constant dense<0> : tensor<10xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero : (tensor<10xi32>, tensor<?xi32, #stablehlo.bounds<10>>, tensor<i32>) -> tensor<10xi32>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?xi32, #stablehlo.bounds<10>>) -> tensor<i32>
  return %o0, %s0_0 : tensor<10xi32>, tensor<i32>
}
func.func @joined_below_a_larger_bound() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:2 = call @joined_below_a_larger_bound_at(%size0) : (tensor<i32>) -> (tensor<10xi32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<10xi32>
  check.expect_eq_const %at0#1, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:2 = call @joined_below_a_larger_bound_at(%size3) : (tensor<i32>) -> (tensor<10xi32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[1, 2, 3, 5, 6, 7, 0, 0, 0, 0]> : tensor<10xi32>
  check.expect_eq_const %at3#1, dense<6> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:2 = call @joined_below_a_larger_bound_at(%size4) : (tensor<i32>) -> (tensor<10xi32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[1, 2, 3, 4, 5, 6, 7, 8, 0, 0]> : tensor<10xi32>
  check.expect_eq_const %at4#1, dense<8> : tensor<i32>
  func.return
}

// -----

// Sizes are computed.
func.func private @reshaped_to_a_shape_at(%size: tensor<i32>) -> (tensor<4x2xi32>, tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[3, 1, 4, 1], [5, 9, 2, 6]]> : tensor<2x4xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 1 : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 4>>
  %s0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %s1 = stablehlo.reshape %two : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %s0, %s1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %r = stablehlo.dynamic_reshape %a, %s : (tensor<2x?xi32, #stablehlo.bounds<?, 4>>, tensor<2xi32>) -> tensor<?x?xi32, #stablehlo.bounds<4, 2>>
  %z0 = stablehlo.constant dense<0> : tensor<4x2xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero : (tensor<4x2xi32>, tensor<?x?xi32, #stablehlo.bounds<4, 2>>, tensor<i32>, tensor<i32>) -> tensor<4x2xi32>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x?xi32, #stablehlo.bounds<4, 2>>) -> tensor<i32>
  %s0_1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<?x?xi32, #stablehlo.bounds<4, 2>>) -> tensor<i32>
  return %o0, %s0_0, %s0_1 : tensor<4x2xi32>, tensor<i32>, tensor<i32>
}
func.func @reshaped_to_a_shape() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:3 = call @reshaped_to_a_shape_at(%size0) : (tensor<i32>) -> (tensor<4x2xi32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<4x2xi32>
  check.expect_eq_const %at0#1, dense<0> : tensor<i32>
  check.expect_eq_const %at0#2, dense<2> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:3 = call @reshaped_to_a_shape_at(%size3) : (tensor<i32>) -> (tensor<4x2xi32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[[3, 1], [4, 5], [9, 2], [0, 0]]> : tensor<4x2xi32>
  check.expect_eq_const %at3#1, dense<3> : tensor<i32>
  check.expect_eq_const %at3#2, dense<2> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:3 = call @reshaped_to_a_shape_at(%size4) : (tensor<i32>) -> (tensor<4x2xi32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[[3, 1], [4, 1], [5, 9], [2, 6]]> : tensor<4x2xi32>
  check.expect_eq_const %at4#1, dense<4> : tensor<i32>
  check.expect_eq_const %at4#2, dense<2> : tensor<i32>
  func.return
}

// -----

func.func private @counted_at(%size: tensor<i32>) -> (tensor<2x4xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %s0 = stablehlo.reshape %two : (tensor<i32>) -> tensor<1xi32>
  %s1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %s0, %s1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %r = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 4>>
  %z0 = stablehlo.constant dense<0> : tensor<2x4xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero : (tensor<2x4xi32>, tensor<2x?xi32, #stablehlo.bounds<?, 4>>, tensor<i32>, tensor<i32>) -> tensor<2x4xi32>
  %s0_1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<2x?xi32, #stablehlo.bounds<?, 4>>) -> tensor<i32>
  return %o0, %s0_1 : tensor<2x4xi32>, tensor<i32>
}
func.func @counted() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:2 = call @counted_at(%size0) : (tensor<i32>) -> (tensor<2x4xi32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<2x4xi32>
  check.expect_eq_const %at0#1, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:2 = call @counted_at(%size3) : (tensor<i32>) -> (tensor<2x4xi32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[[0, 1, 2, 0], [0, 1, 2, 0]]> : tensor<2x4xi32>
  check.expect_eq_const %at3#1, dense<3> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:2 = call @counted_at(%size4) : (tensor<i32>) -> (tensor<2x4xi32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[[0, 1, 2, 3], [0, 1, 2, 3]]> : tensor<2x4xi32>
  check.expect_eq_const %at4#1, dense<4> : tensor<i32>
  func.return
}

// -----

func.func private @dynamic_padding_at(%size: tensor<i32>) -> (tensor<4x12xi32>, tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %half = stablehlo.divide %n, %two : tensor<i32>
  %a_s = stablehlo.constant dense<[[3, 1, 4, 1], [5, 9, 2, 6]]> : tensor<2x4xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 1 : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 4>>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %neg = stablehlo.negate %half : tensor<i32>
  %l0 = stablehlo.reshape %zero : (tensor<i32>) -> tensor<1xi32>
  %l1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %l = stablehlo.concatenate %l0, %l1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %h0 = stablehlo.reshape %half : (tensor<i32>) -> tensor<1xi32>
  %h1 = stablehlo.reshape %neg : (tensor<i32>) -> tensor<1xi32>
  %h = stablehlo.concatenate %h0, %h1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %i0 = stablehlo.reshape %zero : (tensor<i32>) -> tensor<1xi32>
  %i1 = stablehlo.reshape %half : (tensor<i32>) -> tensor<1xi32>
  %i = stablehlo.concatenate %i0, %i1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %r = stablehlo.dynamic_pad %a, %nine, %l, %h, %i : (tensor<2x?xi32, #stablehlo.bounds<?, 4>>, tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xi32, #stablehlo.bounds<4, 12>>
  %z0 = stablehlo.constant dense<0> : tensor<4x12xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero : (tensor<4x12xi32>, tensor<?x?xi32, #stablehlo.bounds<4, 12>>, tensor<i32>, tensor<i32>) -> tensor<4x12xi32>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x?xi32, #stablehlo.bounds<4, 12>>) -> tensor<i32>
  %s0_1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<?x?xi32, #stablehlo.bounds<4, 12>>) -> tensor<i32>
  return %o0, %s0_0, %s0_1 : tensor<4x12xi32>, tensor<i32>, tensor<i32>
}
func.func @dynamic_padding() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:3 = call @dynamic_padding_at(%size0) : (tensor<i32>) -> (tensor<4x12xi32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<4x12xi32>
  check.expect_eq_const %at0#1, dense<2> : tensor<i32>
  check.expect_eq_const %at0#2, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:3 = call @dynamic_padding_at(%size3) : (tensor<i32>) -> (tensor<4x12xi32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[[9, 9, 9, 3, 9, 1, 9, 0, 0, 0, 0, 0], [9, 9, 9, 5, 9, 9, 9, 0, 0, 0, 0, 0], [9, 9, 9, 9, 9, 9, 9, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]> : tensor<4x12xi32>
  check.expect_eq_const %at3#1, dense<3> : tensor<i32>
  check.expect_eq_const %at3#2, dense<7> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:3 = call @dynamic_padding_at(%size4) : (tensor<i32>) -> (tensor<4x12xi32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[[9, 9, 9, 9, 3, 9, 9, 1, 9, 9, 4, 9], [9, 9, 9, 9, 5, 9, 9, 9, 9, 9, 2, 9], [9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9], [9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9]]> : tensor<4x12xi32>
  check.expect_eq_const %at4#1, dense<4> : tensor<i32>
  check.expect_eq_const %at4#2, dense<12> : tensor<i32>
  func.return
}

// -----

func.func private @computed_slices_at(%size: tensor<i32>) -> (tensor<2x2xi32>, tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %half = stablehlo.divide %n, %two : tensor<i32>
  %a_s = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]> : tensor<4x4xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 1 : (tensor<4x4xi32>, tensor<i32>) -> tensor<4x?xi32, #stablehlo.bounds<?, 4>>
  %b0 = stablehlo.reshape %half : (tensor<i32>) -> tensor<1xi32>
  %b1 = stablehlo.reshape %zero : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.concatenate %b0, %b1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %e0 = stablehlo.reshape %four : (tensor<i32>) -> tensor<1xi32>
  %e1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %e = stablehlo.concatenate %e0, %e1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %t0 = stablehlo.reshape %two : (tensor<i32>) -> tensor<1xi32>
  %t1 = stablehlo.reshape %two : (tensor<i32>) -> tensor<1xi32>
  %t = stablehlo.concatenate %t0, %t1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %r = stablehlo.real_dynamic_slice %a, %b, %e, %t : (tensor<4x?xi32, #stablehlo.bounds<?, 4>>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xi32, #stablehlo.bounds<2, 2>>
  %z0 = stablehlo.constant dense<0> : tensor<2x2xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero : (tensor<2x2xi32>, tensor<?x?xi32, #stablehlo.bounds<2, 2>>, tensor<i32>, tensor<i32>) -> tensor<2x2xi32>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x?xi32, #stablehlo.bounds<2, 2>>) -> tensor<i32>
  %s0_1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<?x?xi32, #stablehlo.bounds<2, 2>>) -> tensor<i32>
  return %o0, %s0_0, %s0_1 : tensor<2x2xi32>, tensor<i32>, tensor<i32>
}
func.func @computed_slices() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:3 = call @computed_slices_at(%size0) : (tensor<i32>) -> (tensor<2x2xi32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<2x2xi32>
  check.expect_eq_const %at0#1, dense<2> : tensor<i32>
  check.expect_eq_const %at0#2, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:3 = call @computed_slices_at(%size3) : (tensor<i32>) -> (tensor<2x2xi32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[[5, 7], [13, 15]]> : tensor<2x2xi32>
  check.expect_eq_const %at3#1, dense<2> : tensor<i32>
  check.expect_eq_const %at3#2, dense<2> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:3 = call @computed_slices_at(%size4) : (tensor<i32>) -> (tensor<2x2xi32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[[9, 11], [0, 0]]> : tensor<2x2xi32>
  check.expect_eq_const %at4#1, dense<1> : tensor<i32>
  check.expect_eq_const %at4#2, dense<2> : tensor<i32>
  func.return
}

// -----

func.func private @gathered_slices_of_computed_size_at(%size: tensor<i32>) -> (tensor<2x2xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %half = stablehlo.divide %n, %two : tensor<i32>
  %a_s = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 1 : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 4>>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %i = stablehlo.constant dense<[[2, 1], [0, 0]]> : tensor<2x2xui8>
  %s0 = stablehlo.reshape %one : (tensor<i32>) -> tensor<1xi32>
  %s1 = stablehlo.reshape %half : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %s0, %s1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %r = "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 1>} : (tensor<2x?xi32, #stablehlo.bounds<?, 4>>, tensor<2x2xui8>, tensor<2xi32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 2>>
  %z0 = stablehlo.constant dense<0> : tensor<2x2xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero : (tensor<2x2xi32>, tensor<2x?xi32, #stablehlo.bounds<?, 2>>, tensor<i32>, tensor<i32>) -> tensor<2x2xi32>
  %s0_1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<2x?xi32, #stablehlo.bounds<?, 2>>) -> tensor<i32>
  return %o0, %s0_1 : tensor<2x2xi32>, tensor<i32>
}
func.func @gathered_slices_of_computed_size() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:2 = call @gathered_slices_of_computed_size_at(%size0) : (tensor<i32>) -> (tensor<2x2xi32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<2x2xi32>
  check.expect_eq_const %at0#1, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:2 = call @gathered_slices_of_computed_size_at(%size3) : (tensor<i32>) -> (tensor<2x2xi32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[[7, 0], [1, 0]]> : tensor<2x2xi32>
  check.expect_eq_const %at3#1, dense<1> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:2 = call @gathered_slices_of_computed_size_at(%size4) : (tensor<i32>) -> (tensor<2x2xi32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[[7, 8], [1, 2]]> : tensor<2x2xi32>
  check.expect_eq_const %at4#1, dense<2> : tensor<i32>
  func.return
}

// -----

// A loop carries sizes with its values, and the values that change places keep theirs.
func.func private @loops_at(%size: tensor<i32>) -> (tensor<4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %rest = stablehlo.subtract %four, %n : tensor<i32>
  %a_s = stablehlo.constant dense<[3, 1, 4, 5]> : tensor<4xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %b_s = stablehlo.constant dense<[7, 2, 8, 1]> : tensor<4xi32>
  %b = stablehlo.set_dimension_size %b_s, %rest, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<?xi32, #stablehlo.bounds<4>>, tensor<?xi32, #stablehlo.bounds<4>>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.add %x, %x : tensor<?xi32, #stablehlo.bounds<4>>
    stablehlo.return %j, %y, %t : tensor<i32>, tensor<?xi32, #stablehlo.bounds<4>>, tensor<?xi32, #stablehlo.bounds<4>>
  }
  %z0 = stablehlo.constant dense<0> : tensor<4xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r#1, %zero : (tensor<4xi32>, tensor<?xi32, #stablehlo.bounds<4>>, tensor<i32>) -> tensor<4xi32>
  %s0_0 = stablehlo.get_dimension_size %r#1, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<i32>
  %z1 = stablehlo.constant dense<0> : tensor<4xi32>
  %o1 = stablehlo.dynamic_update_slice %z1, %r#2, %zero : (tensor<4xi32>, tensor<?xi32, #stablehlo.bounds<4>>, tensor<i32>) -> tensor<4xi32>
  %s1_0 = stablehlo.get_dimension_size %r#2, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<i32>
  return %o0, %s0_0, %o1, %s1_0 : tensor<4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>
}
func.func @loops() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:4 = call @loops_at(%size0) : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<4xi32>
  check.expect_eq_const %at0#1, dense<0> : tensor<i32>
  check.expect_eq_const %at0#2, dense<[7, 2, 8, 1]> : tensor<4xi32>
  check.expect_eq_const %at0#3, dense<4> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:4 = call @loops_at(%size3) : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[14, 0, 0, 0]> : tensor<4xi32>
  check.expect_eq_const %at3#1, dense<1> : tensor<i32>
  check.expect_eq_const %at3#2, dense<[12, 4, 16, 0]> : tensor<4xi32>
  check.expect_eq_const %at3#3, dense<3> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:4 = call @loops_at(%size4) : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[12, 4, 16, 20]> : tensor<4xi32>
  check.expect_eq_const %at4#1, dense<4> : tensor<i32>
  check.expect_eq_const %at4#2, dense<0> : tensor<4xi32>
  check.expect_eq_const %at4#3, dense<0> : tensor<i32>
  func.return
}

// -----

func.func private @shrinking_loops_at(%size: tensor<i32>) -> (tensor<4xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[3, 1, 4, 5]> : tensor<4xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.while(%x = %a) : tensor<?xi32, #stablehlo.bounds<4>>
  cond {
    %s = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<i32>
    %p = stablehlo.compare GT, %s, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %s = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<i32>
    %l = stablehlo.subtract %s, %one : tensor<i32>
    %v = stablehlo.reverse %x, dims = [0] : tensor<?xi32, #stablehlo.bounds<4>>
    %u = stablehlo.set_dimension_size %v, %l, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
    stablehlo.return %u : tensor<?xi32, #stablehlo.bounds<4>>
  }
  %z0 = stablehlo.constant dense<0> : tensor<4xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero : (tensor<4xi32>, tensor<?xi32, #stablehlo.bounds<4>>, tensor<i32>) -> tensor<4xi32>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<i32>
  return %o0, %s0_0 : tensor<4xi32>, tensor<i32>
}
func.func @shrinking_loops() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:2 = call @shrinking_loops_at(%size0) : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<4xi32>
  check.expect_eq_const %at0#1, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:2 = call @shrinking_loops_at(%size3) : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[4, 1, 0, 0]> : tensor<4xi32>
  check.expect_eq_const %at3#1, dense<2> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:2 = call @shrinking_loops_at(%size4) : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[1, 4, 0, 0]> : tensor<4xi32>
  check.expect_eq_const %at4#1, dense<2> : tensor<i32>
  func.return
}

// -----

// Branches give sizes with their results, the bound where a value has no other.
func.func private @branches_at(%size: tensor<i32>) -> (tensor<4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %half = stablehlo.divide %n, %two : tensor<i32>
  %rest = stablehlo.subtract %four, %n : tensor<i32>
  %a_s = stablehlo.constant dense<[3, 1, 4, 5]> : tensor<4xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %b_s = stablehlo.constant dense<[7, 2, 8, 1]> : tensor<4xi32>
  %b = stablehlo.set_dimension_size %b_s, %rest, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %f = stablehlo.constant dense<[1, 6, 1, 8]> : tensor<4xi32>
  %k = stablehlo.compare LT, %n, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r:2 = "stablehlo.if"(%k) ({
    stablehlo.return %b, %f : tensor<?xi32, #stablehlo.bounds<4>>, tensor<4xi32>
  }, {
    %m = stablehlo.negate %a : tensor<?xi32, #stablehlo.bounds<4>>
    stablehlo.return %m, %b : tensor<?xi32, #stablehlo.bounds<4>>, tensor<?xi32, #stablehlo.bounds<4>>
  }) : (tensor<i1>) -> (tensor<?xi32, #stablehlo.bounds<4>>, tensor<?xi32, #stablehlo.bounds<4>>)
  %c = "stablehlo.case"(%half) ({
    stablehlo.return %b : tensor<?xi32, #stablehlo.bounds<4>>
  }, {
    stablehlo.return %a : tensor<?xi32, #stablehlo.bounds<4>>
  }) : (tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %z0 = stablehlo.constant dense<0> : tensor<4xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r#0, %zero : (tensor<4xi32>, tensor<?xi32, #stablehlo.bounds<4>>, tensor<i32>) -> tensor<4xi32>
  %s0_0 = stablehlo.get_dimension_size %r#0, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<i32>
  %z1 = stablehlo.constant dense<0> : tensor<4xi32>
  %o1 = stablehlo.dynamic_update_slice %z1, %r#1, %zero : (tensor<4xi32>, tensor<?xi32, #stablehlo.bounds<4>>, tensor<i32>) -> tensor<4xi32>
  %s1_0 = stablehlo.get_dimension_size %r#1, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<i32>
  %z2 = stablehlo.constant dense<0> : tensor<4xi32>
  %o2 = stablehlo.dynamic_update_slice %z2, %c, %zero : (tensor<4xi32>, tensor<?xi32, #stablehlo.bounds<4>>, tensor<i32>) -> tensor<4xi32>
  %s2_0 = stablehlo.get_dimension_size %c, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<i32>
  return %o0, %s0_0, %o1, %s1_0, %o2, %s2_0 : tensor<4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>
}
func.func @branches() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:6 = call @branches_at(%size0) : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<[7, 2, 8, 1]> : tensor<4xi32>
  check.expect_eq_const %at0#1, dense<4> : tensor<i32>
  check.expect_eq_const %at0#2, dense<[1, 6, 1, 8]> : tensor<4xi32>
  check.expect_eq_const %at0#3, dense<4> : tensor<i32>
  check.expect_eq_const %at0#4, dense<[7, 2, 8, 1]> : tensor<4xi32>
  check.expect_eq_const %at0#5, dense<4> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:6 = call @branches_at(%size3) : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[-3, -1, -4, 0]> : tensor<4xi32>
  check.expect_eq_const %at3#1, dense<3> : tensor<i32>
  check.expect_eq_const %at3#2, dense<[7, 0, 0, 0]> : tensor<4xi32>
  check.expect_eq_const %at3#3, dense<1> : tensor<i32>
  check.expect_eq_const %at3#4, dense<[3, 1, 4, 0]> : tensor<4xi32>
  check.expect_eq_const %at3#5, dense<3> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:6 = call @branches_at(%size4) : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[-3, -1, -4, -5]> : tensor<4xi32>
  check.expect_eq_const %at4#1, dense<4> : tensor<i32>
  check.expect_eq_const %at4#2, dense<0> : tensor<4xi32>
  check.expect_eq_const %at4#3, dense<0> : tensor<i32>
  check.expect_eq_const %at4#4, dense<[3, 1, 4, 5]> : tensor<4xi32>
  check.expect_eq_const %at4#5, dense<4> : tensor<i32>
  func.return
}

// -----

func.func private @passed_on_at(%size: tensor<i32>) -> (tensor<4xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %rest = stablehlo.subtract %four, %n : tensor<i32>
  %a_s = stablehlo.constant dense<[3, 1, 4, 5]> : tensor<4xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %b_s = stablehlo.constant dense<[7, 2, 8, 1]> : tensor<4xi32>
  %b = stablehlo.set_dimension_size %b_s, %rest, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %p:2 = stablehlo.optimization_barrier %a, %b : tensor<?xi32, #stablehlo.bounds<4>>, tensor<?xi32, #stablehlo.bounds<4>>
  %t = stablehlo.tuple %p#0, %p#1 : tuple<tensor<?xi32, #stablehlo.bounds<4>>, tensor<?xi32, #stablehlo.bounds<4>>>
  %r = stablehlo.get_tuple_element %t[1] : (tuple<tensor<?xi32, #stablehlo.bounds<4>>, tensor<?xi32, #stablehlo.bounds<4>>>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %z0 = stablehlo.constant dense<0> : tensor<4xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero : (tensor<4xi32>, tensor<?xi32, #stablehlo.bounds<4>>, tensor<i32>) -> tensor<4xi32>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<i32>
  return %o0, %s0_0 : tensor<4xi32>, tensor<i32>
}
func.func @passed_on() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:2 = call @passed_on_at(%size0) : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<[7, 2, 8, 1]> : tensor<4xi32>
  check.expect_eq_const %at0#1, dense<4> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:2 = call @passed_on_at(%size3) : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[7, 0, 0, 0]> : tensor<4xi32>
  check.expect_eq_const %at3#1, dense<1> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:2 = call @passed_on_at(%size4) : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<0> : tensor<4xi32>
  check.expect_eq_const %at4#1, dense<0> : tensor<i32>
  func.return
}

// -----

// Bodies read sizes from outside.
func.func private @mapped_at(%size: tensor<i32>) -> (tensor<4xi32>, tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[3, 1, 4, 5]> : tensor<4xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %s = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<i32>
  %m = "stablehlo.map"(%a) ({
  ^bb0(%x: tensor<i32>):
    %p = stablehlo.multiply %x, %s : tensor<i32>
    stablehlo.return %p : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %r = "stablehlo.reduce"(%m, %zero) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %sum = stablehlo.add %x, %y : tensor<i32>
    %l = stablehlo.maximum %sum, %s : tensor<i32>
    stablehlo.return %l : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<?xi32, #stablehlo.bounds<4>>, tensor<i32>) -> tensor<i32>
  %z0 = stablehlo.constant dense<0> : tensor<4xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %m, %zero : (tensor<4xi32>, tensor<?xi32, #stablehlo.bounds<4>>, tensor<i32>) -> tensor<4xi32>
  %s0_0 = stablehlo.get_dimension_size %m, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<i32>
  return %o0, %s0_0, %r : tensor<4xi32>, tensor<i32>, tensor<i32>
}
func.func @mapped() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:3 = call @mapped_at(%size0) : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<4xi32>
  check.expect_eq_const %at0#1, dense<0> : tensor<i32>
  check.expect_eq_const %at0#2, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:3 = call @mapped_at(%size3) : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[9, 3, 12, 0]> : tensor<4xi32>
  check.expect_eq_const %at3#1, dense<3> : tensor<i32>
  check.expect_eq_const %at3#2, dense<24> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:3 = call @mapped_at(%size4) : (tensor<i32>) -> (tensor<4xi32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[12, 4, 16, 20]> : tensor<4xi32>
  check.expect_eq_const %at4#1, dense<4> : tensor<i32>
  check.expect_eq_const %at4#2, dense<52> : tensor<i32>
  func.return
}

// -----

// What is reduced together has one size, though the type of one does not say so.
func.func private @reduced_together_at(%size: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[3, 1, 4, 5]> : tensor<4xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %p = stablehlo.iota dim = 0 : tensor<4xi32>
  %b = stablehlo.set_dimension_size %p, %n, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %q = stablehlo.slice %b [0:4] : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<4xi32>
  %r:2 = "stablehlo.reduce"(%q, %a, %zero, %zero) ({
  ^bb0(%i: tensor<i32>, %x: tensor<i32>, %j: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %i, %j : tensor<i32>
    %m = stablehlo.maximum %x, %y : tensor<i32>
    stablehlo.return %s, %m : tensor<i32>, tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<4xi32>, tensor<?xi32, #stablehlo.bounds<4>>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  return %r#0, %r#1 : tensor<i32>, tensor<i32>
}
func.func @reduced_together() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:2 = call @reduced_together_at(%size0) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<i32>
  check.expect_eq_const %at0#1, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:2 = call @reduced_together_at(%size3) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<3> : tensor<i32>
  check.expect_eq_const %at3#1, dense<4> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:2 = call @reduced_together_at(%size4) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<6> : tensor<i32>
  check.expect_eq_const %at4#1, dense<5> : tensor<i32>
  func.return
}

// -----

func.func private @contracted_at(%size: tensor<i32>) -> (tensor<2x2xi32>, tensor<2x2xi32>, tensor<4xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[3, 1, 4, 1], [5, 9, 2, 6]]> : tensor<2x4xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 1 : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 4>>
  %c_s = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %c = stablehlo.set_dimension_size %c_s, %n, dim = 0 : (tensor<4x2xi32>, tensor<i32>) -> tensor<?x2xi32, #stablehlo.bounds<4, ?>>
  %d = "stablehlo.dot"(%a, %c) : (tensor<2x?xi32, #stablehlo.bounds<?, 4>>, tensor<?x2xi32, #stablehlo.bounds<4, ?>>) -> tensor<2x2xi32>
  %e = "stablehlo.einsum"(%a, %c) {einsum_config = "ij,jk->ki"} : (tensor<2x?xi32, #stablehlo.bounds<?, 4>>, tensor<?x2xi32, #stablehlo.bounds<4, ?>>) -> tensor<2x2xi32>
  %s = "stablehlo.unary_einsum"(%a) {einsum_config = "ij->j"} : (tensor<2x?xi32, #stablehlo.bounds<?, 4>>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %z2 = stablehlo.constant dense<0> : tensor<4xi32>
  %o2 = stablehlo.dynamic_update_slice %z2, %s, %zero : (tensor<4xi32>, tensor<?xi32, #stablehlo.bounds<4>>, tensor<i32>) -> tensor<4xi32>
  %s2_0 = stablehlo.get_dimension_size %s, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<i32>
  return %d, %e, %o2, %s2_0 : tensor<2x2xi32>, tensor<2x2xi32>, tensor<4xi32>, tensor<i32>
}
func.func @contracted() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:4 = call @contracted_at(%size0) : (tensor<i32>) -> (tensor<2x2xi32>, tensor<2x2xi32>, tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<2x2xi32>
  check.expect_eq_const %at0#1, dense<0> : tensor<2x2xi32>
  check.expect_eq_const %at0#2, dense<0> : tensor<4xi32>
  check.expect_eq_const %at0#3, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:4 = call @contracted_at(%size3) : (tensor<i32>) -> (tensor<2x2xi32>, tensor<2x2xi32>, tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[[26, 34], [42, 58]]> : tensor<2x2xi32>
  check.expect_eq_const %at3#1, dense<[[26, 42], [34, 58]]> : tensor<2x2xi32>
  check.expect_eq_const %at3#2, dense<[8, 10, 6, 0]> : tensor<4xi32>
  check.expect_eq_const %at3#3, dense<3> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:4 = call @contracted_at(%size4) : (tensor<i32>) -> (tensor<2x2xi32>, tensor<2x2xi32>, tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[[33, 42], [84, 106]]> : tensor<2x2xi32>
  check.expect_eq_const %at4#1, dense<[[33, 84], [42, 106]]> : tensor<2x2xi32>
  check.expect_eq_const %at4#2, dense<[8, 10, 6, 7]> : tensor<4xi32>
  check.expect_eq_const %at4#3, dense<4> : tensor<i32>
  func.return
}

// -----

func.func private @broadcast_and_selected_at(%size: tensor<i32>) -> (tensor<2x4xi32>, tensor<i32>, tensor<2x4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>, tensor<4x2xi16>, tensor<i32>, tensor<4xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[3, 1, 4, 5]> : tensor<4xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %b = "stablehlo.broadcast"(%a) {broadcast_sizes = array<i64: 2>} : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<2x?xi32, #stablehlo.bounds<?, 4>>
  %d = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<2x?xi32, #stablehlo.bounds<?, 4>>
  %c = chlo.broadcast_add %d, %a : (tensor<2x?xi32, #stablehlo.bounds<?, 4>>, tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<2x?xi32, #stablehlo.bounds<?, 4>>
  %l = "chlo.constant_like"(%a) {value = 7 : i32} : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %i = stablehlo.bitcast_convert %a : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<?x2xi16, #stablehlo.bounds<4, ?>>
  %t = "stablehlo.torch_index_select"(%b, %zero) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<2x?xi32, #stablehlo.bounds<?, 4>>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  %z0 = stablehlo.constant dense<0> : tensor<2x4xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %b, %zero, %zero : (tensor<2x4xi32>, tensor<2x?xi32, #stablehlo.bounds<?, 4>>, tensor<i32>, tensor<i32>) -> tensor<2x4xi32>
  %s0_1 = stablehlo.get_dimension_size %b, dim = 1 : (tensor<2x?xi32, #stablehlo.bounds<?, 4>>) -> tensor<i32>
  %z1 = stablehlo.constant dense<0> : tensor<2x4xi32>
  %o1 = stablehlo.dynamic_update_slice %z1, %c, %zero, %zero : (tensor<2x4xi32>, tensor<2x?xi32, #stablehlo.bounds<?, 4>>, tensor<i32>, tensor<i32>) -> tensor<2x4xi32>
  %s1_1 = stablehlo.get_dimension_size %c, dim = 1 : (tensor<2x?xi32, #stablehlo.bounds<?, 4>>) -> tensor<i32>
  %z2 = stablehlo.constant dense<0> : tensor<4xi32>
  %o2 = stablehlo.dynamic_update_slice %z2, %l, %zero : (tensor<4xi32>, tensor<?xi32, #stablehlo.bounds<4>>, tensor<i32>) -> tensor<4xi32>
  %s2_0 = stablehlo.get_dimension_size %l, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<i32>
  %z3 = stablehlo.constant dense<0> : tensor<4x2xi16>
  %o3 = stablehlo.dynamic_update_slice %z3, %i, %zero, %zero : (tensor<4x2xi16>, tensor<?x2xi16, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xi16>
  %s3_0 = stablehlo.get_dimension_size %i, dim = 0 : (tensor<?x2xi16, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %z4 = stablehlo.constant dense<0> : tensor<4xi32>
  %o4 = stablehlo.dynamic_update_slice %z4, %t, %zero : (tensor<4xi32>, tensor<?xi32, #stablehlo.bounds<4>>, tensor<i32>) -> tensor<4xi32>
  %s4_0 = stablehlo.get_dimension_size %t, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<i32>
  return %o0, %s0_1, %o1, %s1_1, %o2, %s2_0, %o3, %s3_0, %o4, %s4_0 : tensor<2x4xi32>, tensor<i32>, tensor<2x4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>, tensor<4x2xi16>, tensor<i32>, tensor<4xi32>, tensor<i32>
}
func.func @broadcast_and_selected() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:10 = call @broadcast_and_selected_at(%size0) : (tensor<i32>) -> (tensor<2x4xi32>, tensor<i32>, tensor<2x4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>, tensor<4x2xi16>, tensor<i32>, tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<2x4xi32>
  check.expect_eq_const %at0#1, dense<0> : tensor<i32>
  check.expect_eq_const %at0#2, dense<0> : tensor<2x4xi32>
  check.expect_eq_const %at0#3, dense<0> : tensor<i32>
  check.expect_eq_const %at0#4, dense<0> : tensor<4xi32>
  check.expect_eq_const %at0#5, dense<0> : tensor<i32>
  check.expect_eq_const %at0#6, dense<0> : tensor<4x2xi16>
  check.expect_eq_const %at0#7, dense<0> : tensor<i32>
  check.expect_eq_const %at0#8, dense<0> : tensor<4xi32>
  check.expect_eq_const %at0#9, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:10 = call @broadcast_and_selected_at(%size3) : (tensor<i32>) -> (tensor<2x4xi32>, tensor<i32>, tensor<2x4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>, tensor<4x2xi16>, tensor<i32>, tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at3#0, dense<[[3, 1, 4, 0], [3, 1, 4, 0]]> : tensor<2x4xi32>
  check.expect_eq_const %at3#1, dense<3> : tensor<i32>
  check.expect_eq_const %at3#2, dense<[[6, 2, 8, 0], [6, 2, 8, 0]]> : tensor<2x4xi32>
  check.expect_eq_const %at3#3, dense<3> : tensor<i32>
  check.expect_eq_const %at3#4, dense<[7, 7, 7, 0]> : tensor<4xi32>
  check.expect_eq_const %at3#5, dense<3> : tensor<i32>
  check.expect_eq_const %at3#6, dense<[[3, 0], [1, 0], [4, 0], [0, 0]]> : tensor<4x2xi16>
  check.expect_eq_const %at3#7, dense<3> : tensor<i32>
  check.expect_eq_const %at3#8, dense<[3, 1, 4, 0]> : tensor<4xi32>
  check.expect_eq_const %at3#9, dense<3> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:10 = call @broadcast_and_selected_at(%size4) : (tensor<i32>) -> (tensor<2x4xi32>, tensor<i32>, tensor<2x4xi32>, tensor<i32>, tensor<4xi32>, tensor<i32>, tensor<4x2xi16>, tensor<i32>, tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %at4#0, dense<[[3, 1, 4, 5], [3, 1, 4, 5]]> : tensor<2x4xi32>
  check.expect_eq_const %at4#1, dense<4> : tensor<i32>
  check.expect_eq_const %at4#2, dense<[[6, 2, 8, 10], [6, 2, 8, 10]]> : tensor<2x4xi32>
  check.expect_eq_const %at4#3, dense<4> : tensor<i32>
  check.expect_eq_const %at4#4, dense<7> : tensor<4xi32>
  check.expect_eq_const %at4#5, dense<4> : tensor<i32>
  check.expect_eq_const %at4#6, dense<[[3, 0], [1, 0], [4, 0], [5, 0]]> : tensor<4x2xi16>
  check.expect_eq_const %at4#7, dense<4> : tensor<i32>
  check.expect_eq_const %at4#8, dense<[3, 1, 4, 5]> : tensor<4xi32>
  check.expect_eq_const %at4#9, dense<4> : tensor<i32>
  func.return
}

// -----

func.func private @largest_at(%size: tensor<i32>) -> (tensor<2x1xi32>, tensor<2x1xi32>) {
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[3, 1, 4, 1], [5, 9, 2, 6]]> : tensor<2x4xi32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 1 : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 4>>
  %v, %p = chlo.top_k(%a, k = 1) : tensor<2x?xi32, #stablehlo.bounds<?, 4>> -> (tensor<2x1xi32>, tensor<2x1xi32>)
  return %v, %p : tensor<2x1xi32>, tensor<2x1xi32>
}
func.func @largest() {
  %size1 = stablehlo.constant dense<1> : tensor<i32>
  %at1:2 = call @largest_at(%size1) : (tensor<i32>) -> (tensor<2x1xi32>, tensor<2x1xi32>)
  check.expect_eq_const %at1#0, dense<[[3], [5]]> : tensor<2x1xi32>
  check.expect_eq_const %at1#1, dense<0> : tensor<2x1xi32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:2 = call @largest_at(%size3) : (tensor<i32>) -> (tensor<2x1xi32>, tensor<2x1xi32>)
  check.expect_eq_const %at3#0, dense<[[4], [9]]> : tensor<2x1xi32>
  check.expect_eq_const %at3#1, dense<[[2], [1]]> : tensor<2x1xi32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:2 = call @largest_at(%size4) : (tensor<i32>) -> (tensor<2x1xi32>, tensor<2x1xi32>)
  check.expect_eq_const %at4#0, dense<[[4], [9]]> : tensor<2x1xi32>
  check.expect_eq_const %at4#1, dense<[[2], [1]]> : tensor<2x1xi32>
  func.return
}

// -----

// Matrices past the size are the identity.
func.func private @factored_at(%size: tensor<i32>) -> (tensor<4x4xf32>, tensor<i32>, tensor<i32>, tensor<4x1xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[4.0, 2.0, 2.0, 0.0], [2.0, 5.0, 3.0, 0.0], [2.0, 3.0, 6.0, 0.0], [0.0, 0.0, 0.0, 9.0]]> : tensor<4x4xf32>
  %a_0 = stablehlo.set_dimension_size %a_s, %n, dim = 0 : (tensor<4x4xf32>, tensor<i32>) -> tensor<?x4xf32, #stablehlo.bounds<4, ?>>
  %a = stablehlo.set_dimension_size %a_0, %n, dim = 1 : (tensor<?x4xf32, #stablehlo.bounds<4, ?>>, tensor<i32>) -> tensor<?x?xf32, #stablehlo.bounds<4, 4>>
  %b_s = stablehlo.constant dense<[[8.0], [16.0], [24.0], [32.0]]> : tensor<4x1xf32>
  %b = stablehlo.set_dimension_size %b_s, %n, dim = 0 : (tensor<4x1xf32>, tensor<i32>) -> tensor<?x1xf32, #stablehlo.bounds<4, ?>>
  %r = "stablehlo.cholesky"(%a) {lower = true} : (tensor<?x?xf32, #stablehlo.bounds<4, 4>>) -> tensor<?x?xf32, #stablehlo.bounds<4, 4>>
  %s = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<?x?xf32, #stablehlo.bounds<4, 4>>, tensor<?x1xf32, #stablehlo.bounds<4, ?>>) -> tensor<?x1xf32, #stablehlo.bounds<4, ?>>
  %z0 = stablehlo.constant dense<0.0> : tensor<4x4xf32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero : (tensor<4x4xf32>, tensor<?x?xf32, #stablehlo.bounds<4, 4>>, tensor<i32>, tensor<i32>) -> tensor<4x4xf32>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x?xf32, #stablehlo.bounds<4, 4>>) -> tensor<i32>
  %s0_1 = stablehlo.get_dimension_size %r, dim = 1 : (tensor<?x?xf32, #stablehlo.bounds<4, 4>>) -> tensor<i32>
  %z1 = stablehlo.constant dense<0.0> : tensor<4x1xf32>
  %o1 = stablehlo.dynamic_update_slice %z1, %s, %zero, %zero : (tensor<4x1xf32>, tensor<?x1xf32, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x1xf32>
  %s1_0 = stablehlo.get_dimension_size %s, dim = 0 : (tensor<?x1xf32, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  return %o0, %s0_0, %s0_1, %o1, %s1_0 : tensor<4x4xf32>, tensor<i32>, tensor<i32>, tensor<4x1xf32>, tensor<i32>
}
func.func @factored() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:5 = call @factored_at(%size0) : (tensor<i32>) -> (tensor<4x4xf32>, tensor<i32>, tensor<i32>, tensor<4x1xf32>, tensor<i32>)
  check.expect_almost_eq_const %at0#0, dense<0.0> : tensor<4x4xf32>
  check.expect_eq_const %at0#1, dense<0> : tensor<i32>
  check.expect_eq_const %at0#2, dense<0> : tensor<i32>
  check.expect_almost_eq_const %at0#3, dense<0.0> : tensor<4x1xf32>
  check.expect_eq_const %at0#4, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:5 = call @factored_at(%size3) : (tensor<i32>) -> (tensor<4x4xf32>, tensor<i32>, tensor<i32>, tensor<4x1xf32>, tensor<i32>)
  check.expect_almost_eq_const %at3#0, dense<[[2.0, 0.0, 0.0, 0.0], [1.0, 2.0, 0.0, 0.0], [1.0, 1.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0]]> : tensor<4x4xf32>
  check.expect_eq_const %at3#1, dense<3> : tensor<i32>
  check.expect_eq_const %at3#2, dense<3> : tensor<i32>
  check.expect_almost_eq_const %at3#3, dense<[[-0.4], [0.8], [4.0], [0.0]]> : tensor<4x1xf32>
  check.expect_eq_const %at3#4, dense<3> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:5 = call @factored_at(%size4) : (tensor<i32>) -> (tensor<4x4xf32>, tensor<i32>, tensor<i32>, tensor<4x1xf32>, tensor<i32>)
  check.expect_almost_eq_const %at4#0, dense<[[2.0, 0.0, 0.0, 0.0], [1.0, 2.0, 0.0, 0.0], [1.0, 1.0, 2.0, 0.0], [0.0, 0.0, 0.0, 3.0]]> : tensor<4x4xf32>
  check.expect_eq_const %at4#1, dense<4> : tensor<i32>
  check.expect_eq_const %at4#2, dense<4> : tensor<i32>
  check.expect_almost_eq_const %at4#3, dense<[[-0.4], [0.8], [4.0], [3.555556]]> : tensor<4x1xf32>
  check.expect_eq_const %at4#4, dense<4> : tensor<i32>
  func.return
}

// -----

func.func private @transformed_at(%size: tensor<i32>) -> (tensor<4x3xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [0.0, 1.0, 0.0, 1.0], [5.0, 0.0, 0.0, 0.0], [1.0, 1.0, 2.0, 2.0]]> : tensor<4x4xf32>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 0 : (tensor<4x4xf32>, tensor<i32>) -> tensor<?x4xf32, #stablehlo.bounds<4, ?>>
  %c = stablehlo.fft %a, type = RFFT, length = [4] : (tensor<?x4xf32, #stablehlo.bounds<4, ?>>) -> tensor<?x3xcomplex<f32>, #stablehlo.bounds<4, ?>>
  %r = stablehlo.imag %c : (tensor<?x3xcomplex<f32>, #stablehlo.bounds<4, ?>>) -> tensor<?x3xf32, #stablehlo.bounds<4, ?>>
  %z0 = stablehlo.constant dense<0.0> : tensor<4x3xf32>
  %o0 = stablehlo.dynamic_update_slice %z0, %r, %zero, %zero : (tensor<4x3xf32>, tensor<?x3xf32, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x3xf32>
  %s0_0 = stablehlo.get_dimension_size %r, dim = 0 : (tensor<?x3xf32, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  return %o0, %s0_0 : tensor<4x3xf32>, tensor<i32>
}
func.func @transformed() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:2 = call @transformed_at(%size0) : (tensor<i32>) -> (tensor<4x3xf32>, tensor<i32>)
  check.expect_almost_eq_const %at0#0, dense<0.0> : tensor<4x3xf32>
  check.expect_eq_const %at0#1, dense<0> : tensor<i32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:2 = call @transformed_at(%size3) : (tensor<i32>) -> (tensor<4x3xf32>, tensor<i32>)
  check.expect_almost_eq_const %at3#0, dense<[[0.0, 2.0, -7.347881e-16], [0.0, -7.498799e-33, -2.449294e-16], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]> : tensor<4x3xf32>
  check.expect_eq_const %at3#1, dense<3> : tensor<i32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:2 = call @transformed_at(%size4) : (tensor<i32>) -> (tensor<4x3xf32>, tensor<i32>)
  check.expect_almost_eq_const %at4#0, dense<[[0.0, 2.0, -7.347881e-16], [0.0, -7.498799e-33, -2.449294e-16], [0.0, 0.0, 0.0], [0.0, 1.0, -3.67394e-16]]> : tensor<4x3xf32>
  check.expect_eq_const %at4#1, dense<4> : tensor<i32>
  func.return
}

// -----

// Means are those of what is there.
func.func private @normalised_at(%size: tensor<i32>) -> (tensor<4x2xf32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>, tensor<4x2xf32>, tensor<i32>, tensor<4x2xf32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %x_s = stablehlo.constant dense<[[1.0, 2.0], [3.0, 6.0], [8.0, 1.0], [5.0, 4.0]]> : tensor<4x2xf32>
  %x = stablehlo.set_dimension_size %x_s, %n, dim = 0 : (tensor<4x2xf32>, tensor<i32>) -> tensor<?x2xf32, #stablehlo.bounds<4, ?>>
  %s = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %o = stablehlo.constant dense<[1.0, 0.0]> : tensor<2xf32>
  %v = stablehlo.constant dense<[3.75, 0.75]> : tensor<2xf32>
  %g_s = stablehlo.constant dense<[[1.0, 0.0], [2.0, 1.0], [0.0, 3.0], [1.0, 1.0]]> : tensor<4x2xf32>
  %g = stablehlo.set_dimension_size %g_s, %n, dim = 0 : (tensor<4x2xf32>, tensor<i32>) -> tensor<?x2xf32, #stablehlo.bounds<4, ?>>
  %t:3 = "stablehlo.batch_norm_training"(%x, %s, %o) {epsilon = 0.25 : f32, feature_index = 1 : i64} : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<2xf32>, tensor<2xf32>) -> (tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<2xf32>, tensor<2xf32>)
  %i = "stablehlo.batch_norm_inference"(%x, %s, %o, %o, %v) {epsilon = 0.25 : f32, feature_index = 1 : i64} : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<?x2xf32, #stablehlo.bounds<4, ?>>
  %d:3 = "stablehlo.batch_norm_grad"(%x, %s, %o, %v, %g) {epsilon = 0.25 : f32, feature_index = 1 : i64} : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<?x2xf32, #stablehlo.bounds<4, ?>>) -> (tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<2xf32>, tensor<2xf32>)
  %z0 = stablehlo.constant dense<0.0> : tensor<4x2xf32>
  %o0 = stablehlo.dynamic_update_slice %z0, %t#0, %zero, %zero : (tensor<4x2xf32>, tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
  %s0_0 = stablehlo.get_dimension_size %t#0, dim = 0 : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %z3 = stablehlo.constant dense<0.0> : tensor<4x2xf32>
  %o3 = stablehlo.dynamic_update_slice %z3, %i, %zero, %zero : (tensor<4x2xf32>, tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
  %s3_0 = stablehlo.get_dimension_size %i, dim = 0 : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %z4 = stablehlo.constant dense<0.0> : tensor<4x2xf32>
  %o4 = stablehlo.dynamic_update_slice %z4, %d#0, %zero, %zero : (tensor<4x2xf32>, tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
  %s4_0 = stablehlo.get_dimension_size %d#0, dim = 0 : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  return %o0, %s0_0, %t#1, %t#2, %o3, %s3_0, %o4, %s4_0, %d#1, %d#2 : tensor<4x2xf32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>, tensor<4x2xf32>, tensor<i32>, tensor<4x2xf32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>
}
func.func @normalised() {
  %size1 = stablehlo.constant dense<1> : tensor<i32>
  %at1:10 = call @normalised_at(%size1) : (tensor<i32>) -> (tensor<4x2xf32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>, tensor<4x2xf32>, tensor<i32>, tensor<4x2xf32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>)
  check.expect_almost_eq_const %at1#0, dense<[[1.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]> : tensor<4x2xf32>
  check.expect_eq_const %at1#1, dense<1> : tensor<i32>
  check.expect_almost_eq_const %at1#2, dense<[1.0, 2.0]> : tensor<2xf32>
  check.expect_almost_eq_const %at1#3, dense<0.0> : tensor<2xf32>
  check.expect_almost_eq_const %at1#4, dense<[[1.0, 6.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]> : tensor<4x2xf32>
  check.expect_eq_const %at1#5, dense<1> : tensor<i32>
  check.expect_almost_eq_const %at1#6, dense<0.0> : tensor<4x2xf32>
  check.expect_eq_const %at1#7, dense<1> : tensor<i32>
  check.expect_almost_eq_const %at1#8, dense<0.0> : tensor<2xf32>
  check.expect_almost_eq_const %at1#9, dense<[1.0, 0.0]> : tensor<2xf32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:10 = call @normalised_at(%size3) : (tensor<i32>) -> (tensor<4x2xf32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>, tensor<4x2xf32>, tensor<i32>, tensor<4x2xf32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>)
  check.expect_almost_eq_const %at3#0, dense<[[-1.009324, -1.352963], [0.3302253, 4.058888], [3.679099, -2.705926], [0.0, 0.0]]> : tensor<4x2xf32>
  check.expect_eq_const %at3#1, dense<3> : tensor<i32>
  check.expect_almost_eq_const %at3#2, dense<[4.0, 3.0]> : tensor<2xf32>
  check.expect_almost_eq_const %at3#3, dense<[8.666667, 4.666667]> : tensor<2xf32>
  check.expect_almost_eq_const %at3#4, dense<[[1.0, 6.0], [3.0, 18.0], [8.0, 3.0], [0.0, 0.0]]> : tensor<4x2xf32>
  check.expect_eq_const %at3#5, dense<3> : tensor<i32>
  check.expect_almost_eq_const %at3#6, dense<[[0.0, -22.0], [0.3333333, -55.0], [-3.333333, -4.0], [0.0, 0.0]]> : tensor<4x2xf32>
  check.expect_eq_const %at3#7, dense<3> : tensor<i32>
  check.expect_almost_eq_const %at3#8, dense<[2.0, 9.0]> : tensor<2xf32>
  check.expect_almost_eq_const %at3#9, dense<[3.0, 4.0]> : tensor<2xf32>
  %size4 = stablehlo.constant dense<4> : tensor<i32>
  %at4:10 = call @normalised_at(%size4) : (tensor<i32>) -> (tensor<4x2xf32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>, tensor<4x2xf32>, tensor<i32>, tensor<4x2xf32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>)
  check.expect_almost_eq_const %at4#0, dense<[[-1.467811, -1.889822], [0.05084201, 4.157609], [3.847474, -3.40168], [1.569495, 1.133893]]> : tensor<4x2xf32>
  check.expect_eq_const %at4#1, dense<4> : tensor<i32>
  check.expect_almost_eq_const %at4#2, dense<[4.25, 3.25]> : tensor<2xf32>
  check.expect_almost_eq_const %at4#3, dense<[6.6875, 3.6875]> : tensor<2xf32>
  check.expect_almost_eq_const %at4#4, dense<[[1.0, 6.0], [3.0, 18.0], [8.0, 3.0], [5.0, 12.0]]> : tensor<4x2xf32>
  check.expect_eq_const %at4#5, dense<4> : tensor<i32>
  check.expect_almost_eq_const %at4#6, dense<[[0.0, -23.25], [0.0, -59.25], [-4.5, -4.5], [-2.0, -39.75]]> : tensor<4x2xf32>
  check.expect_eq_const %at4#7, dense<4> : tensor<i32>
  check.expect_almost_eq_const %at4#8, dense<[4.0, 13.0]> : tensor<2xf32>
  check.expect_almost_eq_const %at4#9, dense<[4.0, 5.0]> : tensor<2xf32>
  func.return
}

// -----

// Where a value is placed is nothing to its size.
module @placed attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=1]>
  func.func @main() {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<i32>
    %n = stablehlo.optimization_barrier %three : tensor<i32>
    %x = stablehlo.constant dense<[[3, 1, 4, 1, 5], [9, 2, 6, 5, 3]]> : tensor<2x5xi32>
    %a = stablehlo.set_dimension_size %x, %n, dim = 1 : (tensor<2x5xi32>, tensor<i32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 5>>
    %b = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{replicated}"} : (tensor<2x?xi32, #stablehlo.bounds<?, 5>>) -> tensor<2x?xi32, #stablehlo.bounds<?, 5>>
    %c = sdy.sharding_constraint %b <@mesh, [{}, {}]> : tensor<2x?xi32, #stablehlo.bounds<?, 5>>
    %d = sdy.reshard %c <@mesh, [{}, {}]> : tensor<2x?xi32, #stablehlo.bounds<?, 5>>
    %e = stablehlo.custom_call @annotate_device_placement(%d) {has_side_effect = true} : (tensor<2x?xi32, #stablehlo.bounds<?, 5>>) -> tensor<2x?xi32, #stablehlo.bounds<?, 5>>
    %r = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x?xi32, #stablehlo.bounds<?, 5>>, tensor<i32>) -> tensor<2xi32>
    %s = stablehlo.get_dimension_size %e, dim = 1 : (tensor<2x?xi32, #stablehlo.bounds<?, 5>>) -> tensor<i32>
    %t:2 = stablehlo.custom_call @mhlo.topk(%e) {mhlo.attributes = {k = 2 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<2x?xi32, #stablehlo.bounds<?, 5>>) -> (tensor<2x2xi32>, tensor<2x2xi32>)
    check.expect_eq_const %r, dense<[8, 17]> : tensor<2xi32>
    check.expect_eq_const %s, dense<3> : tensor<i32>
    check.expect_eq_const %t#0, dense<[[4, 3], [9, 6]]> : tensor<2x2xi32>
    check.expect_eq_const %t#1, dense<[[2, 0], [0, 2]]> : tensor<2x2xi32>
    return
  }
}

// -----

// Values of several bounds are as large as the least of them allows.
func.func private @met_at(%size: tensor<i32>) -> (tensor<3xi32>, tensor<8xi32>, tensor<i32>, tensor<2x2xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %x = stablehlo.constant dense<[3, 1, 4, 1, 5, 9, 2, 6]> : tensor<8xi32>
  %y = stablehlo.constant dense<[2, 7, 1]> : tensor<3xi32>
  %m = stablehlo.constant dense<[[1, 8], [2, 8], [1, 8], [2, 8], [4, 5]]> : tensor<5x2xi32>
  %w = stablehlo.reshape %x : (tensor<8xi32>) -> tensor<2x4xi32>
  %a = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<8xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<8>>
  %b = stablehlo.set_dimension_size %y, %n, dim = 0 : (tensor<3xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<3>>
  %c = stablehlo.set_dimension_size %w, %n, dim = 1 : (tensor<2x4xi32>, tensor<i32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 4>>
  %d = stablehlo.set_dimension_size %m, %n, dim = 0 : (tensor<5x2xi32>, tensor<i32>) -> tensor<?x2xi32, #stablehlo.bounds<5, ?>>
  %p = stablehlo.multiply %a, %b : (tensor<?xi32, #stablehlo.bounds<8>>, tensor<?xi32, #stablehlo.bounds<3>>) -> tensor<?xi32, #stablehlo.bounds<3>>
  %q = stablehlo.add %b, %a : (tensor<?xi32, #stablehlo.bounds<3>>, tensor<?xi32, #stablehlo.bounds<8>>) -> tensor<?xi32, #stablehlo.bounds<8>>
  %r = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<2x?xi32, #stablehlo.bounds<?, 4>>, tensor<?x2xi32, #stablehlo.bounds<5, ?>>) -> tensor<2x2xi32>
  %z0 = stablehlo.constant dense<0> : tensor<3xi32>
  %o0 = stablehlo.dynamic_update_slice %z0, %p, %zero : (tensor<3xi32>, tensor<?xi32, #stablehlo.bounds<3>>, tensor<i32>) -> tensor<3xi32>
  %z1 = stablehlo.constant dense<0> : tensor<8xi32>
  %o1 = stablehlo.dynamic_update_slice %z1, %q, %zero : (tensor<8xi32>, tensor<?xi32, #stablehlo.bounds<8>>, tensor<i32>) -> tensor<8xi32>
  %s1 = stablehlo.get_dimension_size %q, dim = 0 : (tensor<?xi32, #stablehlo.bounds<8>>) -> tensor<i32>
  return %o0, %o1, %s1, %r : tensor<3xi32>, tensor<8xi32>, tensor<i32>, tensor<2x2xi32>
}
func.func @met() {
  %size0 = stablehlo.constant dense<0> : tensor<i32>
  %at0:4 = call @met_at(%size0) : (tensor<i32>) -> (tensor<3xi32>, tensor<8xi32>, tensor<i32>, tensor<2x2xi32>)
  check.expect_eq_const %at0#0, dense<0> : tensor<3xi32>
  check.expect_eq_const %at0#1, dense<0> : tensor<8xi32>
  check.expect_eq_const %at0#2, dense<0> : tensor<i32>
  check.expect_eq_const %at0#3, dense<0> : tensor<2x2xi32>
  %size2 = stablehlo.constant dense<2> : tensor<i32>
  %at2:4 = call @met_at(%size2) : (tensor<i32>) -> (tensor<3xi32>, tensor<8xi32>, tensor<i32>, tensor<2x2xi32>)
  check.expect_eq_const %at2#0, dense<[6, 7, 0]> : tensor<3xi32>
  check.expect_eq_const %at2#1, dense<[5, 8, 0, 0, 0, 0, 0, 0]> : tensor<8xi32>
  check.expect_eq_const %at2#2, dense<2> : tensor<i32>
  check.expect_eq_const %at2#3, dense<[[5, 32], [23, 112]]> : tensor<2x2xi32>
  %size3 = stablehlo.constant dense<3> : tensor<i32>
  %at3:4 = call @met_at(%size3) : (tensor<i32>) -> (tensor<3xi32>, tensor<8xi32>, tensor<i32>, tensor<2x2xi32>)
  check.expect_eq_const %at3#0, dense<[6, 7, 4]> : tensor<3xi32>
  check.expect_eq_const %at3#1, dense<[5, 8, 5, 0, 0, 0, 0, 0]> : tensor<8xi32>
  check.expect_eq_const %at3#2, dense<3> : tensor<i32>
  check.expect_eq_const %at3#3, dense<[[9, 64], [25, 128]]> : tensor<2x2xi32>
  func.return
}

// -----

// A slice that is as long as the bound has the size, whether its type says so or not.
func.func @whole_slices() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %n = stablehlo.optimization_barrier %three : tensor<i32>
  %x = stablehlo.constant dense<[[3, 1], [4, 1], [5, 9], [2, 6]]> : tensor<4x2xi32>
  %a = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4x2xi32>, tensor<i32>) -> tensor<?x2xi32, #stablehlo.bounds<4, ?>>
  %b = stablehlo.slice %a [0:4, 1:2] : (tensor<?x2xi32, #stablehlo.bounds<4, ?>>) -> tensor<?x1xi32, #stablehlo.bounds<4, ?>>
  %c = stablehlo.slice %a [0:4, 1:2] : (tensor<?x2xi32, #stablehlo.bounds<4, ?>>) -> tensor<4x1xi32>
  %d = stablehlo.dynamic_slice %a, %zero, %zero, sizes = [4, 1] : (tensor<?x2xi32, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x1xi32>
  %e = stablehlo.negate %c : tensor<4x1xi32>
  %f = stablehlo.slice %a [0:2, 0:2] : (tensor<?x2xi32, #stablehlo.bounds<4, ?>>) -> tensor<2x2xi32>
  %size_b = stablehlo.get_dimension_size %b, dim = 0 : (tensor<?x1xi32, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %size_c = stablehlo.get_dimension_size %c, dim = 0 : (tensor<4x1xi32>) -> tensor<i32>
  %size_d = stablehlo.get_dimension_size %d, dim = 0 : (tensor<4x1xi32>) -> tensor<i32>
  %size_e = stablehlo.get_dimension_size %e, dim = 0 : (tensor<4x1xi32>) -> tensor<i32>
  %size_f = stablehlo.get_dimension_size %f, dim = 0 : (tensor<2x2xi32>) -> tensor<i32>
  check.expect_eq_const %size_b, dense<3> : tensor<i32>
  check.expect_eq_const %size_c, dense<3> : tensor<i32>
  check.expect_eq_const %size_d, dense<3> : tensor<i32>
  check.expect_eq_const %size_e, dense<3> : tensor<i32>
  check.expect_eq_const %size_f, dense<2> : tensor<i32>
  func.return
}

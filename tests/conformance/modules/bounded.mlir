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

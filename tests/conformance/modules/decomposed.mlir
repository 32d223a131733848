// Running sums from the top; the carry comes out as well.
func.func @scan() {
  %a = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi32>
  %i = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %r:2 = chlo.scan(%a) inits (%i) dimension = 0 attributes {is_reverse = false} {
  ^bb0(%x: tensor<4xi32>, %c: tensor<4xi32>):
    %s = stablehlo.add %x, %c : tensor<4xi32>
    stablehlo.return %s, %s : tensor<4xi32>, tensor<4xi32>
  } : (tensor<3x4xi32>, tensor<4xi32>) -> (tensor<3x4xi32>, tensor<4xi32>)
  check.expect_eq_const %r#0, dense<[[10, 21, 32, 43], [14, 26, 38, 50], [22, 35, 48, 61]]> : tensor<3x4xi32>
  check.expect_eq_const %r#1, dense<[22, 35, 48, 61]> : tensor<4xi32>
  func.return
}

// -----

// From the end, along the last dimension, with a factor from outside; outputs stay at the place of their input.
func.func @scan_reverse() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0], [-1.0, -2.0, -3.0, -4.0, -5.0]]> : tensor<2x5xf32>
  %i = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %h = stablehlo.constant dense<0.5> : tensor<2xf32>
  %r:2 = chlo.scan(%a) inits (%i) dimension = 1 attributes {is_reverse = true} {
  ^bb0(%x: tensor<2xf32>, %c: tensor<2xf32>):
    %p = stablehlo.multiply %c, %h : tensor<2xf32>
    %s = stablehlo.add %p, %x : tensor<2xf32>
    stablehlo.return %c, %s : tensor<2xf32>, tensor<2xf32>
  } : (tensor<2x5xf32>, tensor<2xf32>) -> (tensor<2x5xf32>, tensor<2xf32>)
  check.expect_eq_const %r#0, dense<[[5.1875, 6.375, 6.75, 5.5, 1.0], [-5.0, -6.0, -6.0, -4.0, 2.0]]> : tensor<2x5xf32>
  check.expect_eq_const %r#1, dense<[3.59375, -3.5]> : tensor<2xf32>
  func.return
}

// -----

// No step: no outputs, and the carry is the initial value.
func.func @scan_of_nothing() {
  %a = stablehlo.constant dense<> : tensor<0x2xi32>
  %i = stablehlo.constant dense<[7, 8]> : tensor<2xi32>
  %r:2 = chlo.scan(%a) inits (%i) dimension = 0 attributes {is_reverse = false} {
  ^bb0(%x: tensor<2xi32>, %c: tensor<2xi32>):
    %s = stablehlo.add %x, %c : tensor<2xi32>
    stablehlo.return %s, %s : tensor<2xi32>, tensor<2xi32>
  } : (tensor<0x2xi32>, tensor<2xi32>) -> (tensor<0x2xi32>, tensor<2xi32>)
  check.expect_eq_const %r#0, dense<> : tensor<0x2xi32>
  check.expect_eq_const %r#1, dense<[7, 8]> : tensor<2xi32>
  func.return
}

// -----

// A body without control flow, with a constant, a scalar from outside and a result of another type.
func.func @map_by_element() {
  %a = stablehlo.constant dense<[[1, -2, 3], [4, -5, 6]]> : tensor<2x3xi32>
  %k = stablehlo.constant dense<10> : tensor<i32>
  %r = "stablehlo.map"(%a, %a) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %two = stablehlo.constant dense<2> : tensor<i32>
    %m = stablehlo.multiply %x, %two : tensor<i32>
    %s = stablehlo.add %m, %k : tensor<i32>
    %t = stablehlo.compare GT, %s, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %z = stablehlo.select %t, %s, %y : tensor<i1>, tensor<i32>
    %f = stablehlo.convert %z : (tensor<i32>) -> tensor<f32>
    %q = chlo.square %f : tensor<f32> -> tensor<f32>
    stablehlo.return %q : tensor<f32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xf32>
  check.expect_eq_const %r, dense<[[144.0, 36.0, 256.0], [324.0, 0.0, 484.0]]> : tensor<2x3xf32>
  func.return
}

// -----

// A body with a loop whose length differs from element to element, and a scalar from outside.
func.func @map_with_a_loop() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %k = stablehlo.constant dense<3> : tensor<i32>
  %r = "stablehlo.map"(%a) ({
  ^bb0(%x: tensor<i32>):
    %w:2 = stablehlo.while(%i = %x, %v = %k) : tensor<i32>, tensor<i32>
    cond {
      %p = stablehlo.compare GT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %j = stablehlo.subtract %i, %one : tensor<i32>
      %m = stablehlo.multiply %v, %i : tensor<i32>
      stablehlo.return %j, %m : tensor<i32>, tensor<i32>
    }
    stablehlo.return %w#1 : tensor<i32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %r, dense<[[3, 3, 6], [18, 72, 360]]> : tensor<2x3xi32>
  func.return
}

// -----

// A batch, a contraction, and results in another order than that of the contraction.
func.func @einsum_with_batch() {
  %a = stablehlo.constant dense<[[[-4.0, -3.0], [-2.0, -1.0], [0.0, 1.0]], [[2.0, 3.0], [4.0, 5.0], [6.0, 7.0]]]> : tensor<2x3x2xf32>
  %b = stablehlo.constant dense<[[[-4.0, -2.0, 0.0], [-3.0, -1.0, 1.0]], [[2.0, 4.0, 6.0], [3.0, 5.0, 7.0]]]> : tensor<2x2x3xf32>
  %r = "stablehlo.einsum"(%a, %b) {einsum_config = "bij,bjk->kbi"} : (tensor<2x3x2xf32>, tensor<2x2x3xf32>) -> tensor<3x2x3xf32>
  check.expect_eq_const %r, dense<[[[25.0, 11.0, -3.0], [13.0, 23.0, 33.0]], [[11.0, 5.0, -1.0], [23.0, 41.0, 59.0]], [[-3.0, -1.0, 1.0], [33.0, 59.0, 85.0]]]> : tensor<3x2x3xf32>
  func.return
}

// -----

// A letter that one operand alone has is summed over.
func.func @einsum_with_a_lonely_letter() {
  %a = stablehlo.constant dense<[[[-4.0, -3.0], [-2.0, -1.0], [0.0, 1.0]], [[2.0, 3.0], [4.0, 5.0], [6.0, 7.0]]]> : tensor<2x3x2xf32>
  %b = stablehlo.constant dense<[[-2.0, -1.0, 0.0], [-1.0, 0.0, 1.0]]> : tensor<2x3xf32>
  %r = "stablehlo.einsum"(%a, %b) {einsum_config = "bij,bk->ik"} : (tensor<2x3x2xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
  check.expect_eq_const %r, dense<[[9.0, 7.0, 5.0], [-3.0, 3.0, 9.0], [-15.0, -1.0, 13.0]]> : tensor<3x3xf32>
  func.return
}

// -----

// A letter twice in an operand is its diagonal.
func.func @einsum_of_a_diagonal() {
  %a = stablehlo.constant dense<[[-3.0, -2.0, -1.0], [0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[-2.0, 1.0, 4.0], [-1.0, 2.0, 5.0], [0.0, 3.0, 6.0]]> : tensor<3x3xf32>
  %r = "stablehlo.einsum"(%a, %b) {einsum_config = "ii,ij->ij"} : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  check.expect_eq_const %r, dense<[[6.0, -3.0, -12.0], [-1.0, 2.0, 5.0], [0.0, 15.0, 30.0]]> : tensor<3x3xf32>
  func.return
}

// -----

// The trace beside a vector that is not contracted.
func.func @einsum_outer() {
  %a = stablehlo.constant dense<[[-3.0, -2.0, -1.0], [0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %r = "stablehlo.einsum"(%a, %b) {einsum_config = "ii,j->j"} : (tensor<3x3xf32>, tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %r, dense<[3.0, 6.0]> : tensor<2xf32>
  func.return
}

// -----

// A sum and a transposition.
func.func @unary_einsum() {
  %a = stablehlo.constant dense<[[[-4.0, -3.0], [-2.0, -1.0], [0.0, 1.0]], [[2.0, 3.0], [4.0, 5.0], [6.0, 7.0]]]> : tensor<2x3x2xf32>
  %r = "stablehlo.unary_einsum"(%a) {einsum_config = "bij->ji"} : (tensor<2x3x2xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %r, dense<[[-2.0, 2.0, 6.0], [0.0, 4.0, 8.0]]> : tensor<2x3xf32>
  func.return
}

// -----

// A diagonal.
func.func @unary_einsum_of_a_diagonal() {
  %a = stablehlo.constant dense<[[-3.0, -2.0, -1.0], [0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<3x3xf32>
  %r = "stablehlo.unary_einsum"(%a) {einsum_config = "ii->i"} : (tensor<3x3xf32>) -> tensor<3xf32>
  check.expect_eq_const %r, dense<[-3.0, 1.0, 5.0]> : tensor<3xf32>
  func.return
}

// -----

// One list of indices for each batch.
func.func @torch_index_select_with_batches() {
  %a = stablehlo.constant dense<[[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]> : tensor<2x3x4xi32>
  %i = stablehlo.constant dense<[[3, 0], [1, 1]]> : tensor<2x2xi32>
  %r = "stablehlo.torch_index_select"(%a, %i) {dim = 2 : i64, batch_dims = 1 : i64} : (tensor<2x3x4xi32>, tensor<2x2xi32>) -> tensor<2x3x2xi32>
  check.expect_eq_const %r, dense<[[[3, 0], [7, 4], [11, 8]], [[13, 13], [17, 17], [21, 21]]]> : tensor<2x3x2xi32>
  func.return
}

// -----

// Rows in groups, one list of group sizes per batch; a row past the last group is zero.
func.func @ragged_dot_of_rows() {
  %a = stablehlo.constant dense<[[[2.0, -3.0, -2.0], [-2.0, -2.0, 2.0], [3.0, 1.0, -3.0], [-3.0, -1.0, 0.0], [1.0, 0.0, -2.0]], [[-2.0, 1.0, 2.0], [-3.0, -3.0, 0.0], [-1.0, 3.0, 0.0], [-1.0, 0.0, 1.0], [1.0, -2.0, 2.0]]]> : tensor<2x5x3xf32>
  %b = stablehlo.constant dense<[[[[1.0, -2.0, -1.0, 2.0], [2.0, 1.0, -3.0, 1.0], [-2.0, 2.0, 3.0, 0.0]], [[3.0, 2.0, -1.0, 3.0], [-1.0, -3.0, 1.0, 2.0], [1.0, -1.0, 3.0, 0.0]]], [[[-1.0, -2.0, -2.0, 1.0], [2.0, -1.0, 1.0, 3.0], [-2.0, -2.0, 0.0, 0.0]], [[-1.0, -1.0, -3.0, 1.0], [3.0, -2.0, 2.0, -2.0], [-3.0, 2.0, -2.0, 2.0]]]]> : tensor<2x2x3x4xf32>
  %g = stablehlo.constant dense<[[1, 3], [4, 1]]> : tensor<2x2xi64>
  %r = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x5x3xf32>, tensor<2x2x3x4xf32>, tensor<2x2xi64>) -> tensor<2x5x4xf32>
  check.expect_eq_const %r, dense<[[[0.0, -11.0, 1.0, 1.0], [-6.0, 2.0, 2.0, -8.0], [5.0, -1.0, -5.0, 6.0], [1.0, 7.0, 5.0, -6.0], [0.0, 0.0, 0.0, 0.0]], [[-5.0, -9.0, 9.0, -4.0], [-6.0, 3.0, 0.0, -15.0], [-6.0, -11.0, 4.0, 3.0], [-2.0, -3.0, 4.0, -3.0], [-13.0, 7.0, -11.0, 9.0]]]> : tensor<2x5x4xf32>
  func.return
}

// -----

// A matrix of a group without rows is not looked at: its NaN stays there.
func.func @ragged_dot_with_an_empty_group() {
  %a = stablehlo.constant dense<[[2.0, -3.0, -2.0], [-2.0, -2.0, 2.0], [3.0, 1.0, -3.0], [-3.0, -1.0, 0.0], [1.0, 0.0, -2.0]]> : tensor<5x3xf32>
  %b = stablehlo.constant dense<[[[1.0, -2.0, -1.0, 2.0], [2.0, 1.0, -3.0, 1.0], [-2.0, 2.0, 3.0, 0.0]], [[0x7FC00000, -2.0, -2.0, 1.0], [2.0, -1.0, 1.0, 3.0], [-2.0, -2.0, 0.0, 0.0]]]> : tensor<2x3x4xf32>
  %g = stablehlo.constant dense<[5, 0]> : tensor<2xi64>
  %r = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<5x3xf32>, tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<5x4xf32>
  check.expect_eq_const %r, dense<[[0.0, -11.0, 1.0, 1.0], [-10.0, 6.0, 14.0, -6.0], [11.0, -11.0, -15.0, 7.0], [-5.0, 5.0, 6.0, -7.0], [5.0, -6.0, -7.0, 2.0]]> : tensor<5x4xf32>
  func.return
}

// -----

// What is contracted in groups: one result for each, in each batch.
func.func @ragged_dot_of_a_contraction() {
  %a = stablehlo.constant dense<[[[-1.0, 0.0, 3.0, 3.0, 0.0, -2.0], [-2.0, 2.0, 1.0, -2.0, 3.0, 3.0]], [[3.0, 1.0, 3.0, 1.0, 0.0, 3.0], [1.0, 2.0, -1.0, 2.0, 3.0, -3.0]]]> : tensor<2x2x6xf32>
  %b = stablehlo.constant dense<[[[0.0, -1.0, -3.0], [-3.0, -2.0, -2.0]], [[2.0, -2.0, 1.0], [3.0, 0.0, -3.0]], [[-3.0, -1.0, -1.0], [0.0, -1.0, 2.0]], [[0.0, 3.0, 3.0], [1.0, -3.0, -2.0]], [[2.0, 0.0, 3.0], [1.0, 2.0, -3.0]], [[-1.0, 1.0, 1.0], [-1.0, -2.0, 1.0]]]> : tensor<6x2x3xf32>
  %g = stablehlo.constant dense<[[2, 0, 3], [1, 4, 1]]> : tensor<2x3xi32>
  %r = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [2], rhs_group_dimensions = []>} : (tensor<2x2x6xf32>, tensor<6x2x3xf32>, tensor<2x3xi32>) -> tensor<3x2x2x3xf32>
  check.expect_eq_const %r, dense<[[[[0.0, 1.0, 3.0], [4.0, -2.0, 8.0]], [[-9.0, -6.0, -6.0], [-3.0, -2.0, -2.0]]], [[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]], [[4.0, -6.0, 1.0], [11.0, 1.0, -21.0]]], [[[-9.0, 6.0, 6.0], [3.0, -7.0, 2.0]], [[-3.0, -6.0, 3.0], [3.0, 6.0, -3.0]]]]> : tensor<3x2x2x3xf32>
  func.return
}

// -----

// The high half of the products of i8.
func.func @mulhi_i8() {
  %a = stablehlo.constant dense<[-128, 127, 42, -25, 1, 126]> : tensor<6xi8>
  %b = stablehlo.constant dense<[127, 127, -128, 63, -128, -127]> : tensor<6xi8>
  %r = chlo.mulhi %a, %b : tensor<6xi8>, tensor<6xi8> -> tensor<6xi8>
  check.expect_eq_const %r, dense<[-64, 63, -21, -7, -1, -63]> : tensor<6xi8>
  func.return
}

// -----

// The high half of the products of ui8.
func.func @mulhi_ui8() {
  %a = stablehlo.constant dense<[0, 255, 85, 1, 1, 254]> : tensor<6xui8>
  %b = stablehlo.constant dense<[255, 255, 0, 127, 0, 1]> : tensor<6xui8>
  %r = chlo.mulhi %a, %b : tensor<6xui8>, tensor<6xui8> -> tensor<6xui8>
  check.expect_eq_const %r, dense<[0, 254, 0, 0, 0, 0]> : tensor<6xui8>
  func.return
}

// -----

// The high half of the products of i32.
func.func @mulhi_i32() {
  %a = stablehlo.constant dense<[-2147483648, 2147483647, 715827882, -429496729, 1, 2147483646]> : tensor<6xi32>
  %b = stablehlo.constant dense<[2147483647, 2147483647, -2147483648, 1073741823, -2147483648, -2147483647]> : tensor<6xi32>
  %r = chlo.mulhi %a, %b : tensor<6xi32>, tensor<6xi32> -> tensor<6xi32>
  check.expect_eq_const %r, dense<[-1073741824, 1073741823, -357913941, -107374183, -1, -1073741823]> : tensor<6xi32>
  func.return
}

// -----

// The high half of the products of ui32.
func.func @mulhi_ui32() {
  %a = stablehlo.constant dense<[0, 4294967295, 1431655765, 1, 1, 4294967294]> : tensor<6xui32>
  %b = stablehlo.constant dense<[4294967295, 4294967295, 0, 2147483647, 0, 1]> : tensor<6xui32>
  %r = chlo.mulhi %a, %b : tensor<6xui32>, tensor<6xui32> -> tensor<6xui32>
  check.expect_eq_const %r, dense<[0, 4294967294, 0, 0, 0, 0]> : tensor<6xui32>
  func.return
}

// -----

// The high half of the products of i64.
func.func @mulhi_i64() {
  %a = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 3074457345618258602, -1844674407370955161, 1, 9223372036854775806]> : tensor<6xi64>
  %b = stablehlo.constant dense<[9223372036854775807, 9223372036854775807, -9223372036854775808, 4611686018427387903, -9223372036854775808, -9223372036854775807]> : tensor<6xi64>
  %r = chlo.mulhi %a, %b : tensor<6xi64>, tensor<6xi64> -> tensor<6xi64>
  check.expect_eq_const %r, dense<[-4611686018427387904, 4611686018427387903, -1537228672809129301, -461168601842738791, -1, -4611686018427387903]> : tensor<6xi64>
  func.return
}

// -----

// The high half of the products of ui64.
func.func @mulhi_ui64() {
  %a = stablehlo.constant dense<[0, 18446744073709551615, 6148914691236517205, 1, 1, 18446744073709551614]> : tensor<6xui64>
  %b = stablehlo.constant dense<[18446744073709551615, 18446744073709551615, 0, 9223372036854775807, 0, 1]> : tensor<6xui64>
  %r = chlo.mulhi %a, %b : tensor<6xui64>, tensor<6xui64> -> tensor<6xui64>
  check.expect_eq_const %r, dense<[0, 18446744073709551614, 0, 0, 0, 0]> : tensor<6xui64>
  func.return
}

// -----

// The high half of the products of i4.
func.func @mulhi_i4() {
  %a = stablehlo.constant dense<[-8, 7, 2, -1, 1, 6]> : tensor<6xi4>
  %b = stablehlo.constant dense<[7, 7, -8, 3, -8, -7]> : tensor<6xi4>
  %r = chlo.mulhi %a, %b : tensor<6xi4>, tensor<6xi4> -> tensor<6xi4>
  check.expect_eq_const %r, dense<[-4, 3, -1, -1, -1, -3]> : tensor<6xi4>
  func.return
}

// -----

// The high half of the products of ui2.
func.func @mulhi_ui2() {
  %a = stablehlo.constant dense<[0, 3, 1, 1, 1, 2]> : tensor<6xui2>
  %b = stablehlo.constant dense<[3, 3, 0, 1, 0, 1]> : tensor<6xui2>
  %r = chlo.mulhi %a, %b : tensor<6xui2>, tensor<6xui2> -> tensor<6xui2>
  check.expect_eq_const %r, dense<[0, 2, 0, 0, 0, 0]> : tensor<6xui2>
  func.return
}

// -----

// Complex numbers, compared by real and then imaginary part; padding is never chosen.
func.func @complex_select_and_scatter() {
  %a = stablehlo.constant dense<[[(1.0, 1.0), (1.0, 2.0), (3.0, -1.0), (0.0, 5.0), (2.0, 0.0)]]> : tensor<1x5xcomplex<f32>>
  %s = stablehlo.constant dense<[[(10.0, 1.0), (20.0, 2.0), (30.0, 3.0)]]> : tensor<1x3xcomplex<f32>>
  %i = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f32>>
  %r = "stablehlo.select_and_scatter"(%a, %s, %i) ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
    %c = stablehlo.compare GE, %x, %y : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
    %q = stablehlo.add %x, %y : tensor<complex<f32>>
    stablehlo.return %q : tensor<complex<f32>>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[0, 0], [0, 1]]> : tensor<2x2xi64>} : (tensor<1x5xcomplex<f32>>, tensor<1x3xcomplex<f32>>, tensor<complex<f32>>) -> tensor<1x5xcomplex<f32>>
  check.expect_eq_const %r, dense<[[(1.0, 0.0), (11.0, 1.0), (21.0, 2.0), (1.0, 0.0), (31.0, 3.0)]]> : tensor<1x5xcomplex<f32>>
  func.return
}

// -----

// The smallest magnitude is chosen, and the greatest value stays.
func.func @select_and_scatter_with_other_bodies() {
  %a = stablehlo.constant dense<[3.0, -1.0, 2.0, -2.0, 0.5, 4.0]> : tensor<6xf32>
  %s = stablehlo.constant dense<[7.0, -9.0, 5.0]> : tensor<3xf32>
  %i = stablehlo.constant dense<0.25> : tensor<f32>
  %r = "stablehlo.select_and_scatter"(%a, %s, %i) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %p = stablehlo.abs %x : tensor<f32>
    %q = stablehlo.abs %y : tensor<f32>
    %c = stablehlo.compare LE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %q = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %q : tensor<f32>
  }) {window_dimensions = array<i64: 4>, window_strides = array<i64: 1>} : (tensor<6xf32>, tensor<3xf32>, tensor<f32>) -> tensor<6xf32>
  check.expect_eq_const %r, dense<[0.25, 7.0, 0.25, 0.25, 5.0, 0.25]> : tensor<6xf32>
  func.return
}

// -----

// Real numbers and integers are their own conjugates.
func.func @conjugates_of_real_numbers() {
  %a = stablehlo.constant dense<[1, -2]> : tensor<2xi8>
  %b = stablehlo.constant dense<[1.5, -0.0]> : tensor<2xf32>
  %c = chlo.conj %a : tensor<2xi8> -> tensor<2xi8>
  %d = chlo.conj %b : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq_const %c, dense<[1, -2]> : tensor<2xi8>
  check.expect_eq_const %d, dense<[1.5, -0.0]> : tensor<2xf32>
  func.return
}

// -----

// The bits of complex numbers lie as those of their parts, the real part first.
func.func @bitcast_of_complex_numbers() {
  %a = stablehlo.constant dense<[[(1.0, -2.0), (0.5, 4.0)]]> : tensor<1x2xcomplex<f32>>
  %0 = stablehlo.bitcast_convert %a : (tensor<1x2xcomplex<f32>>) -> tensor<1xcomplex<f64>>
  %1 = stablehlo.bitcast_convert %0 : (tensor<1xcomplex<f64>>) -> tensor<1x2xcomplex<f32>>
  %2 = stablehlo.bitcast_convert %a : (tensor<1x2xcomplex<f32>>) -> tensor<1x2xcomplex<f32>>
  %re = stablehlo.real %0 : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
  %bits = stablehlo.bitcast_convert %re : (tensor<1xf64>) -> tensor<1xui64>
  check.expect_eq_const %bits, dense<[13835058056347516928]> : tensor<1xui64>
  check.expect_eq_const %1, dense<[[(1.0, -2.0), (0.5, 4.0)]]> : tensor<1x2xcomplex<f32>>
  check.expect_eq_const %2, dense<[[(1.0, -2.0), (0.5, 4.0)]]> : tensor<1x2xcomplex<f32>>
  func.return
}

// -----

// Factorizations of narrow floats.
func.func @factorizations_of_bf16() {
  %a = stablehlo.constant dense<[[4.0, 2.0], [2.0, 10.0]]> : tensor<2x2xbf16>
  %b = stablehlo.constant dense<[[2.0], [7.0]]> : tensor<2x1xbf16>
  %l = "stablehlo.cholesky"(%a) {lower = true} : (tensor<2x2xbf16>) -> tensor<2x2xbf16>
  %x = "stablehlo.triangular_solve"(%l, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x2xbf16>, tensor<2x1xbf16>) -> tensor<2x1xbf16>
  %z = stablehlo.constant dense<[[true, false], [true, true]]> : tensor<2x2xi1>
  %n = stablehlo.constant dense<0.0> : tensor<2x2xbf16>
  %c = stablehlo.select %z, %l, %n : tensor<2x2xi1>, tensor<2x2xbf16>
  check.expect_eq_const %c, dense<[[2.0, 0.0], [1.0, 3.0]]> : tensor<2x2xbf16>
  check.expect_eq_const %x, dense<[[1.0], [2.0]]> : tensor<2x1xbf16>
  func.return
}

// -----

func.func @constant_like_of_a_large_integer() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %0 = "chlo.constant_like"(%x) {value = 9007199254740993 : i64} : (tensor<2xi64>) -> tensor<2xi64>
  check.expect_eq_const %0, dense<9007199254740993> : tensor<2xi64>
  return
}

func.func @constant_like_of_unsigned() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %0 = "chlo.constant_like"(%x) {value = 18446744073709551615 : ui64} : (tensor<2xui64>) -> tensor<2xui64>
  check.expect_eq_const %0, dense<18446744073709551615> : tensor<2xui64>
  return
}

// With and without the type of the whole number, parts as decimals and as bits.
func.func @constant_like_of_complex_numbers() {
  %a = stablehlo.constant dense<(3.0, 4.0)> : tensor<2xcomplex<f32>>
  %b = stablehlo.constant dense<(3.0, 4.0)> : tensor<1xcomplex<f64>>
  %none = stablehlo.constant dense<> : tensor<0xcomplex<f32>>
  %0 = "chlo.constant_like"(%a) {value = #complex.number<:f32 1.0, -2.5> : complex<f32>} : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  %1 = "chlo.constant_like"(%b) <{value = #complex.number<:f64 -0.1, 1.000000e+300>}> : (tensor<1xcomplex<f64>>) -> tensor<1xcomplex<f64>>
  %2 = "chlo.constant_like"(%a) {value = #complex.number<:f32 0x7F800000, -0.0>} : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  %3 = "chlo.constant_like"(%none) {value = #complex.number<:f32 1.0, 2.0>} : (tensor<0xcomplex<f32>>) -> tensor<0xcomplex<f32>>
  %4 = stablehlo.imag %2 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %5 = stablehlo.bitcast_convert %4 : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %0, dense<(1.0, -2.5)> : tensor<2xcomplex<f32>>
  check.expect_eq_const %1, dense<(-0.1, 1.0e300)> : tensor<1xcomplex<f64>>
  check.expect_eq_const %2, dense<(0x7F800000, -0.0)> : tensor<2xcomplex<f32>>
  check.expect_eq_const %3, dense<> : tensor<0xcomplex<f32>>
  check.expect_eq_const %5, dense<0x80000000> : tensor<2xui32>
  return
}

// A flag for every element.
func.func @constant_like_of_booleans() {
  %a = stablehlo.constant dense<[false, false]> : tensor<2xi1>
  %r = "chlo.constant_like"(%a) {value = true} : (tensor<2xi1>) -> tensor<2xi1>
  check.expect_eq_const %r, dense<true> : tensor<2xi1>
  func.return
}

// -----

// A broadcasting form of a function that is made of others.
func.func @broadcasting_next_after() {
  %a = stablehlo.constant dense<[[1.0], [-1.0]]> : tensor<2x1xf32>
  %b = stablehlo.constant dense<[2.0, -2.0]> : tensor<2xf32>
  %r = chlo.broadcast_next_after %a, %b : (tensor<2x1xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %r, dense<[[0x3F800001, 0x3F7FFFFF], [0xBF7FFFFF, 0xBF800001]]> : tensor<2x2xf32>
  func.return
}

// -----

// The size of a dimension counts in sums, contractions and get_dimension_size; what lies past it does not.
func.func @bounded_sizes() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 0x7FC00000], [3.0, 4.0, 0x7FC00000]]> : tensor<2x3xf32>
  %w = stablehlo.constant dense<[[1.0, -1.0], [2.0, 0.5], [0x7F800000, 7.0]]> : tensor<3x2xf32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %i = stablehlo.constant dense<0.0> : tensor<f32>
  %d = stablehlo.set_dimension_size %a, %n, dim = 1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
  %v = stablehlo.set_dimension_size %w, %n, dim = 0 : (tensor<3x2xf32>, tensor<i32>) -> tensor<?x2xf32, #stablehlo.bounds<3, ?>>
  %s = stablehlo.add %d, %d : tensor<2x?xf32, #stablehlo.bounds<?, 3>>
  %rows = stablehlo.reduce(%s init: %i) applies stablehlo.add across dimensions = [1] : (tensor<2x?xf32, #stablehlo.bounds<?, 3>>, tensor<f32>) -> tensor<2xf32>
  %t = stablehlo.transpose %s, dims = [1, 0] : (tensor<2x?xf32, #stablehlo.bounds<?, 3>>) -> tensor<?x2xf32, #stablehlo.bounds<3, ?>>
  %m = stablehlo.dot_general %t, %v, contracting_dims = [0] x [0] : (tensor<?x2xf32, #stablehlo.bounds<3, ?>>, tensor<?x2xf32, #stablehlo.bounds<3, ?>>) -> tensor<2x2xf32>
  %k = stablehlo.get_dimension_size %t, dim = 0 : (tensor<?x2xf32, #stablehlo.bounds<3, ?>>) -> tensor<i32>
  check.expect_eq_const %rows, dense<[6.0, 14.0]> : tensor<2xf32>
  check.expect_eq_const %m, dense<[[10.0, 0.0], [22.0, -2.0]]> : tensor<2x2xf32>
  check.expect_eq_const %k, dense<2> : tensor<i32>
  func.return
}

// -----

// Padding, slices and kernels are placed when the program runs, at sizes that are known.
func.func @computed_parameters() {
  %one_s = stablehlo.constant dense<1> : tensor<1xi64>
  %one = stablehlo.optimization_barrier %one_s : tensor<1xi64>
  %two = stablehlo.add %one, %one : tensor<1xi64>
  %minus = stablehlo.negate %one : tensor<1xi64>
  %zero = stablehlo.subtract %one, %one : tensor<1xi64>
  %z = stablehlo.constant dense<9> : tensor<i32>
  %a = stablehlo.constant dense<[3, 1, 4, 1]> : tensor<4xi32>
  %p = stablehlo.dynamic_pad %a, %z, %two, %minus, %one : (tensor<4xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<8xi32>
  %four = stablehlo.add %two, %two : tensor<1xi64>
  %s = "stablehlo.real_dynamic_slice"(%a, %one, %four, %two) : (tensor<4xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xi32>
  %i = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
  %g = "stablehlo.dynamic_gather"(%a, %i, %two) {dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>} : (tensor<4xi32>, tensor<2xi64>, tensor<1xi64>) -> tensor<2x2xi32>
  %x = stablehlo.constant dense<[[[(1.0, 1.0)], [(2.0, 0.0)], [(3.0, -1.0)]]]> : tensor<1x3x1xcomplex<f32>>
  %k = stablehlo.constant dense<[[[(1.0, 0.0)]], [[(0.0, 1.0)]]]> : tensor<2x1x1xcomplex<f32>>
  %low = stablehlo.reshape %two : (tensor<1xi64>) -> tensor<1x1xi64>
  %high = stablehlo.reshape %minus : (tensor<1xi64>) -> tensor<1x1xi64>
  %w = stablehlo.concatenate %low, %high, dim = 1 : (tensor<1x1xi64>, tensor<1x1xi64>) -> tensor<1x2xi64>
  %c = "stablehlo.dynamic_conv"(%x, %k, %w) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<1x3x1xcomplex<f32>>, tensor<2x1x1xcomplex<f32>>, tensor<1x2xi64>) -> tensor<1x3x1xcomplex<f32>>
  check.expect_eq_const %p, dense<[9, 9, 3, 9, 1, 9, 4, 9]> : tensor<8xi32>
  check.expect_eq_const %s, dense<[1, 1]> : tensor<2xi32>
  check.expect_eq_const %g, dense<[[4, 1], [3, 1]]> : tensor<2x2xi32>
  check.expect_almost_eq_const %c, dense<[[[(0.0, 0.0)], [(-1.0, 1.0)], [(1.0, 3.0)]]]> : tensor<1x3x1xcomplex<f32>>
  func.return
}

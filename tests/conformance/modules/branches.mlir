// Branches on scalars, also in the computations of other ops.

func.func @reduction_with_an_if() {
  %a = stablehlo.constant dense<[[3.0, -1.0, 4.0, 1.0], [5.0, 9.0, -2.0, 6.0]]> : tensor<2x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = "stablehlo.reduce"(%a, %zero) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %none = stablehlo.constant dense<0.0> : tensor<f32>
    %p = stablehlo.compare GT, %y, %none, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %r = "stablehlo.if"(%p) ({
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }, {
      stablehlo.return %x : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
  check.expect_eq_const %sum, dense<[8.0, 9.0, 4.0, 7.0]> : tensor<4xf32>
  func.return
}

func.func @sort_with_branches_in_a_branch() {
  %a = stablehlo.constant dense<[4, -7, 2, 9, -3, 0]> : tensor<6xi32>
  %sorted = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %negative = stablehlo.compare LT, %x, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %other = stablehlo.compare LT, %y, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %r = "stablehlo.if"(%negative) ({
      %n = "stablehlo.if"(%other) ({
        %more = stablehlo.compare GT, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %more : tensor<i1>
      }, {
        %no = stablehlo.constant dense<false> : tensor<i1>
        stablehlo.return %no : tensor<i1>
      }) : (tensor<i1>) -> tensor<i1>
      stablehlo.return %n : tensor<i1>
    }, {
      %less = stablehlo.compare LT, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %either = stablehlo.or %less, %other : tensor<i1>
      stablehlo.return %either : tensor<i1>
    }) : (tensor<i1>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<6xi32>) -> tensor<6xi32>
  check.expect_eq_const %sorted, dense<[0, 2, 4, 9, -3, -7]> : tensor<6xi32>
  func.return
}

func.func @scatter_with_a_case() {
  %a = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
  %at = stablehlo.constant dense<[[0], [1], [2], [3]]> : tensor<4x1xi32>
  %by = stablehlo.constant dense<[0, 1, 2, -1]> : tensor<4xi32>
  %r = "stablehlo.scatter"(%a, %at, %by) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %v = "stablehlo.case"(%y) ({
      %s = stablehlo.negate %x : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }, {
      stablehlo.return %y : tensor<i32>
    }, {
      %s = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %v : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>, unique_indices = true} : (tensor<4xi32>, tensor<4x1xi32>, tensor<4xi32>) -> tensor<4xi32>
  check.expect_eq_const %r, dense<[-10, 1, 32, 39]> : tensor<4xi32>
  func.return
}

func.func @integers_that_only_one_branch_divides() {
  %a = stablehlo.constant dense<-2147483648> : tensor<i32>
  %b = stablehlo.constant dense<0> : tensor<i32>
  %values:2 = stablehlo.optimization_barrier %a, %b : tensor<i32>, tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %p = stablehlo.compare NE, %values#1, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %q = stablehlo.divide %values#0, %values#1 : tensor<i32>
    stablehlo.return %q : tensor<i32>
  }, {
    stablehlo.return %values#0 : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  check.expect_eq_const %r, dense<-2147483648> : tensor<i32>
  func.return
}

func.func @index_out_of_range_selects_the_last() {
  %indices = stablehlo.constant dense<[-1, 0, 1, 2, 3]> : tensor<5xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %results = stablehlo.constant dense<0.0> : tensor<5xf64>
  %r:2 = stablehlo.while(%i = %zero, %v = %results) : tensor<i32>, tensor<5xf64>
   cond {
    %end = stablehlo.constant dense<5> : tensor<i32>
    %c = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %slice = stablehlo.dynamic_slice %indices, %i, sizes = [1] : (tensor<5xi32>, tensor<i32>) -> tensor<1xi32>
    %index = stablehlo.reshape %slice : (tensor<1xi32>) -> tensor<i32>
    %chosen = "stablehlo.case"(%index) ({
      %x = stablehlo.constant dense<1.5> : tensor<f64>
      stablehlo.return %x : tensor<f64>
    }, {
      %x = stablehlo.constant dense<2.5> : tensor<f64>
      stablehlo.return %x : tensor<f64>
    }, {
      %x = stablehlo.constant dense<3.5> : tensor<f64>
      stablehlo.return %x : tensor<f64>
    }) : (tensor<i32>) -> tensor<f64>
    %row = stablehlo.reshape %chosen : (tensor<f64>) -> tensor<1xf64>
    %w = stablehlo.dynamic_update_slice %v, %row, %i : (tensor<5xf64>, tensor<1xf64>, tensor<i32>) -> tensor<5xf64>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %n, %w : tensor<i32>, tensor<5xf64>
  }
  check.expect_eq_const %r#1, dense<[3.5, 1.5, 2.5, 3.5, 3.5]> : tensor<5xf64>
  func.return
}

// A region that reads neither argument.
func.func @region_is_constant() {
  %input = stablehlo.constant dense<[[false, false], [false, false], [false, false]]> : tensor<3x2xi1>
  %initial = stablehlo.constant dense<false> : tensor<i1>
  %0 = "stablehlo.reduce"(%input, %initial) <{dimensions = array<i64: 1>}> ({
  ^bb0(%left: tensor<i1>, %right: tensor<i1>):
    %true = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %true : tensor<i1>
  }) : (tensor<3x2xi1>, tensor<i1>) -> tensor<3xi1>
  check.expect_eq_const %0, dense<[true, true, true]> : tensor<3xi1>
  func.return
}

// -----

// A region that gives what it has, and never reads the elements.
func.func @region_keeps_its_state() {
  %input = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %others = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %0:2 = "stablehlo.reduce"(%input, %others, %one, %half) <{dimensions = array<i64: 0>}> ({
  ^bb0(%left: tensor<i32>, %other_left: tensor<f32>, %right: tensor<i32>, %other_right: tensor<f32>):
    stablehlo.return %left, %other_left : tensor<i32>, tensor<f32>
  }) : (tensor<3x2xi32>, tensor<3x2xf32>, tensor<i32>, tensor<f32>) -> (tensor<2xi32>, tensor<2xf32>)
  check.expect_eq_const %0#0, dense<[1, 1]> : tensor<2xi32>
  check.expect_eq_const %0#1, dense<[0.5, 0.5]> : tensor<2xf32>
  func.return
}

// -----

// A region that takes the last element, in order.
func.func @region_takes_the_element() {
  %input = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce"(%input, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%left: tensor<i32>, %right: tensor<i32>):
    stablehlo.return %right : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[3, 6]> : tensor<2xi32>
  func.return
}

// -----

// The same in windows: each keeps the initial value.
func.func @window_keeps_the_initial_value() {
  %input = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%input, %seven) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%left: tensor<i32>, %right: tensor<i32>):
    stablehlo.return %left : tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[7, 7, 7]> : tensor<3xi32>
  func.return
}

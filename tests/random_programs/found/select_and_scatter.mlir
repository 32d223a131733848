// Windows that begin in front of the first element and end behind the last one.
func.func @windows_in_padding() {
  %x = stablehlo.constant dense<[3, 1, 2, 5]> : tensor<4xi8>
  %source = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi8>
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %0 = "stablehlo.select_and_scatter"(%x, %source, %zero) <{padding = dense<1> : tensor<1x2xi64>, window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %1 = stablehlo.add %a, %b : tensor<i8>
    stablehlo.return %1 : tensor<i8>
  }) : (tensor<4xi8>, tensor<3xi8>, tensor<i8>) -> tensor<4xi8>
  check.expect_eq_const %0, dense<[10, 0, 20, 30]> : tensor<4xi8>
  return
}

// The padding in front is no multiple of the stride.
func.func @windows_that_overlap() {
  %x = stablehlo.constant dense<[5, 1, 4, 2, 8, 0, 7]> : tensor<7xi32>
  %source = stablehlo.constant dense<[1, 2, 4, 8, 16]> : tensor<5xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.select_and_scatter"(%x, %source, %zero) <{padding = dense<[[3, 2]]> : tensor<1x2xi64>, window_dimensions = array<i64: 4>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<7xi32>, tensor<5xi32>, tensor<i32>) -> tensor<7xi32>
  check.expect_eq_const %0, dense<[3, 0, 0, 0, 12, 0, 16]> : tensor<7xi32>
  return
}

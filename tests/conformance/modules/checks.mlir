// What a probe saw is compared by its bits.
func.func @probe() {
  %0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xui64>
  %1 = stablehlo.add %0, %0 : tensor<2x2xui64>
  %2 = interpreter.probe %1, probe_id = "sum" : tensor<2x2xui64>
  check.expect_serialized_eq %2, probe_id = "sum" : tensor<2x2xui64>
  func.return
}

// -----

// Checks that are written as custom calls, and constants that functions give.
module @calls {
  func.func public @main() -> tensor<3xf32> {
    %0 = call @inputs() : () -> tensor<3xf32>
    %1 = call @expected() : () -> tensor<3xf32>
    %2 = stablehlo.multiply %0, %0 : tensor<3xf32>
    stablehlo.custom_call @check.expect_close(%2, %1) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    stablehlo.custom_call @check.expect_almost_eq(%2, %1) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    return %2 : tensor<3xf32>
  }
  func.func private @inputs() -> tensor<3xf32> {
    %0 = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
    return %0 : tensor<3xf32>
  }
  func.func private @expected() -> tensor<3xf32> {
    %0 = stablehlo.constant dense<[1.0, 4.0, 9.0]> : tensor<3xf32>
    return %0 : tensor<3xf32>
  }
}

// -----

// The identity: what one function gives comes out as what another expects.
module @given {
  func.func public @main() -> tensor<3xf32> {
    %0 = call @inputs() : () -> tensor<3xf32>
    %1 = call @expected() : () -> tensor<3xf32>
    stablehlo.custom_call @check.expect_close(%0, %1) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    return %0 : tensor<3xf32>
  }
  func.func private @inputs() -> tensor<3xf32> {
    %0 = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
    return %0 : tensor<3xf32>
  }
  func.func private @expected() -> tensor<3xf32> {
    %0 = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
    return %0 : tensor<3xf32>
  }
}

// -----

// Sizes that a program computes from constants are known when it is compiled.
func.func @sizes_stay_constants() {
  %0 = stablehlo.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %1 = stablehlo.dynamic_reshape %0, %shape : (tensor<6xi32>, tensor<2xi64>) -> tensor<2x3xi32>
  check.expect_eq_const %1, dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  func.return
}

// -----

// A probe in a loop saw one value per iteration; what comes behind it reads what it read.
func.func @probe_in_a_loop() {
  %start = stablehlo.constant dense<0> : tensor<i32>
  %limit = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %first = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %second = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %third = stablehlo.constant dense<[4.0, 8.0]> : tensor<2xf32>
  %0, %1 = stablehlo.while(%i = %start, %x = %first) : tensor<i32>, tensor<2xf32>
  cond {
    %more = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %seen = interpreter.probe %x, probe_id = "x" : tensor<2xf32>
    interpreter.print %seen : tensor<2xf32>
    %twice = stablehlo.add %seen, %seen : tensor<2xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %twice : tensor<i32>, tensor<2xf32>
  }
  check.expect_serialized_eq %first, probe_id = "x", iter = 0 : tensor<2xf32>
  check.expect_serialized_eq %third, probe_id = "x", iter = 2 : tensor<2xf32>
  check.expect_serialized_eq %second, probe_id = "x", iter = 1 : tensor<2xf32>
  check.expect_eq_const %1, dense<[8.0, 16.0]> : tensor<2xf32>
  func.return
}

// -----

// A region may return a constant from outside that nothing else reads.
func.func @constants_of_branches() {
  %index = stablehlo.constant dense<1> : tensor<i32>
  %first = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %second = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %0 = "stablehlo.case"(%index) ({
    stablehlo.return %first : tensor<2xi32>
  }, {
    stablehlo.return %second : tensor<2xi32>
  }) : (tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[3, 4]> : tensor<2xi32>
  func.return
}

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

// A function without checks has to run to its end.
func.func @no_checks() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = stablehlo.add %0, %0 : tensor<2xi32>
  func.return %1 : tensor<2xi32>
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

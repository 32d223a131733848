// A sort along a dimension beside one without elements.
func.func @sort_of_nothing() {
  %x = stablehlo.constant dense<> : tensor<3x0xbf16>
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %less = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<3x0xbf16>) -> tensor<3x0xbf16>
  check.expect_eq_const %0, dense<> : tensor<3x0xbf16>
  return
}

// Windows of which there is none.
func.func @select_and_scatter_into_nothing() {
  %x = stablehlo.constant dense<> : tensor<4x0xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %x, %zero) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %selected = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %selected : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<4x0xf32>, tensor<4x0xf32>, tensor<f32>) -> tensor<4x0xf32>
  check.expect_eq_const %0, dense<> : tensor<4x0xf32>
  return
}

// The gather that selects has slices without elements where a batch dimension has none.
func.func @selection_from_an_empty_batch() {
  %x = stablehlo.constant dense<> : tensor<0x3xf32>
  %index = stablehlo.constant dense<> : tensor<0x2xi32>
  %0 = "stablehlo.torch_index_select"(%x, %index) {batch_dims = 1 : i64, dim = 1 : i64} : (tensor<0x3xf32>, tensor<0x2xi32>) -> tensor<0x2xf32>
  check.expect_eq_const %0, dense<> : tensor<0x2xf32>
  return
}

func.func @no_random_numbers() {
  %a = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.constant dense<1.0> : tensor<f32>
  %sizes = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
  %0 = stablehlo.rng %a, %b, %sizes, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<0x2xf32>
  check.expect_eq_const %0, dense<> : tensor<0x2xf32>
  return
}

// One of two reduced dimensions has no elements.
func.func @sum_of_nothing() {
  %x = stablehlo.constant dense<> : tensor<2x0x1x2xi64>
  %initial = stablehlo.constant dense<5> : tensor<i64>
  %x0, %initial0 = stablehlo.optimization_barrier %x, %initial : tensor<2x0x1x2xi64>, tensor<i64>
  %0 = stablehlo.reduce(%x0 init: %initial0) applies stablehlo.add across dimensions = [1, 0] : (tensor<2x0x1x2xi64>, tensor<i64>) -> tensor<1x2xi64>
  check.expect_eq_const %0, dense<5> : tensor<1x2xi64>
  return
}

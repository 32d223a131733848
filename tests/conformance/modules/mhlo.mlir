// What XLA writes for the HLO that StableHLO has no op for.
func.func @copies_bitcasts_and_fusions() {
  %input = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %0 = mhlo.copy %input {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "s32[2,3]{0,1}"} : tensor<2x3xi32>
  %1 = mhlo.bitcast %0 {result_layout = dense<[1, 0]> : tensor<2xindex>, source_layout = dense<[1, 0]> : tensor<2xindex>} : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %2:2 = "mhlo.fusion"(%0, %1) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<2x3xi32>, %b: tensor<3x2xi32>):
    %3 = stablehlo.add %a, %a : tensor<2x3xi32>
    %4 = "mhlo.copy"(%b) : (tensor<3x2xi32>) -> tensor<3x2xi32>
    mhlo.return %4, %3 : tensor<3x2xi32>, tensor<2x3xi32>
  }) {output_operand_aliasing = []} : (tensor<2x3xi32>, tensor<3x2xi32>) -> (tensor<3x2xi32>, tensor<2x3xi32>)
  check.expect_eq_const %2#0, dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  check.expect_eq_const %2#1, dense<[[2, 4, 6], [8, 10, 12]]> : tensor<2x3xi32>
  func.return
}

// -----

func.func @bitcast_to_another_type() {
  %input = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf32>
  %0 = mhlo.bitcast %input : (tensor<2xf32>) -> tensor<2x1xi32>
  check.expect_eq_const %0, dense<[[1065353216], [-1073741824]]> : tensor<2x1xi32>
  func.return
}

// -----

func.func @largest_and_smallest() {
  %input = stablehlo.constant dense<[[1.0, 5.0, 3.0], [9.0, 7.0, 8.0]]> : tensor<2x3xf32>
  %values, %indices = mhlo.topk(%input, k = 2) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
  %least, %places = mhlo.topk(%input, k = 1, largest = false) : tensor<2x3xf32> -> (tensor<2x1xf32>, tensor<2x1xi32>)
  check.expect_eq_const %values, dense<[[5.0, 3.0], [9.0, 8.0]]> : tensor<2x2xf32>
  check.expect_eq_const %indices, dense<[[1, 2], [0, 2]]> : tensor<2x2xi32>
  check.expect_eq_const %least, dense<[[1.0], [7.0]]> : tensor<2x1xf32>
  check.expect_eq_const %places, dense<[[0], [1]]> : tensor<2x1xi32>
  func.return
}

// -----

// Ops that have StableHLO's names have its forms, too.
func.func @same_names() {
  %input = mhlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %0 = mhlo.add %input, %input : tensor<3xi32>
  %1 = "mhlo.compare"(%0, %input) <{comparison_direction = #mhlo<comparison_direction GT>}> : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %2 = mhlo.select %1, %0, %input : tensor<3xi1>, tensor<3xi32>
  check.expect_eq_const %2, dense<[2, 4, 6]> : tensor<3xi32>
  func.return
}

// An update whose one index is past the end is dropped.
func.func @one_index_past_the_end() {
  %input = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0]]> : tensor<1x5xf32>
  %index = stablehlo.constant dense<5> : tensor<1xi64>
  %update = stablehlo.constant dense<9.0> : tensor<1xf32>
  %0 = "stablehlo.scatter"(%input, %index, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>}> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    stablehlo.return %new : tensor<f32>
  }) : (tensor<1x5xf32>, tensor<1xi64>, tensor<1xf32>) -> tensor<1x5xf32>
  check.expect_eq_const %0, dense<[[1.0, 2.0, 3.0, 4.0, 5.0]]> : tensor<1x5xf32>
  func.return
}

// -----

// A window that is partly past the end leaves out the elements that are.
func.func @window_past_the_end() {
  %input = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
  %index = stablehlo.constant dense<[[3], [-1]]> : tensor<2x1xi64>
  %update = stablehlo.constant dense<[[10, 20], [30, 40]]> : tensor<2x2xi64>
  %0 = "stablehlo.scatter"(%input, %index, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%old: tensor<i64>, %new: tensor<i64>):
    %sum = stablehlo.add %old, %new : tensor<i64>
    stablehlo.return %sum : tensor<i64>
  }) : (tensor<4xi64>, tensor<2x1xi64>, tensor<2x2xi64>) -> tensor<4xi64>
  check.expect_eq_const %0, dense<[41, 2, 3, 14]> : tensor<4xi64>
  func.return
}

// -----

// Two inputs are updated together: the region sees both, and an index that is met twice is updated twice.
func.func @two_inputs() {
  %scores = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %owners = stablehlo.constant dense<[10, 11, 12, 13]> : tensor<4xi32>
  %index = stablehlo.constant dense<[[0], [2], [2], [9], [3]]> : tensor<5x1xi64>
  %bids = stablehlo.constant dense<[0.5, 5.0, 4.0, 9.0, 4.5]> : tensor<5xf32>
  %bidders = stablehlo.constant dense<[20, 21, 22, 23, 24]> : tensor<5xi32>
  %0:2 = "stablehlo.scatter"(%scores, %owners, %index, %bids, %bidders) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%old: tensor<f32>, %owner: tensor<i32>, %new: tensor<f32>, %bidder: tensor<i32>):
    %higher = stablehlo.compare GT, %new, %old : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %score = stablehlo.select %higher, %new, %old : tensor<i1>, tensor<f32>
    %winner = stablehlo.select %higher, %bidder, %owner : tensor<i1>, tensor<i32>
    stablehlo.return %score, %winner : tensor<f32>, tensor<i32>
  }) : (tensor<4xf32>, tensor<4xi32>, tensor<5x1xi64>, tensor<5xf32>, tensor<5xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  check.expect_eq_const %0#0, dense<[1.0, 2.0, 5.0, 4.5]> : tensor<4xf32>
  check.expect_eq_const %0#1, dense<[10, 11, 21, 24]> : tensor<4xi32>
  func.return
}

// -----

// Windows of two inputs of other widths, one of them the same number everywhere.
func.func @two_inputs_of_other_widths() {
  %bytes = stablehlo.constant dense<7> : tensor<3x3xi8>
  %words = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xi64>
  %index = stablehlo.constant dense<[2, 0]> : tensor<2xi32>
  %new_bytes = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi8>
  %new_words = stablehlo.constant dense<[[10, 20, 30], [40, 50, 60]]> : tensor<2x3xi64>
  %0:2 = "stablehlo.scatter"(%bytes, %words, %index, %new_bytes, %new_words) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%byte: tensor<i8>, %word: tensor<i64>, %new_byte: tensor<i8>, %new_word: tensor<i64>):
    %sum = stablehlo.add %word, %new_word : tensor<i64>
    stablehlo.return %new_byte, %sum : tensor<i8>, tensor<i64>
  }) : (tensor<3x3xi8>, tensor<3x3xi64>, tensor<2xi32>, tensor<2x3xi8>, tensor<2x3xi64>) -> (tensor<3x3xi8>, tensor<3x3xi64>)
  check.expect_eq_const %0#0, dense<[[4, 5, 6], [7, 7, 7], [1, 2, 3]]> : tensor<3x3xi8>
  check.expect_eq_const %0#1, dense<[[41, 52, 63], [4, 5, 6], [17, 28, 39]]> : tensor<3x3xi64>
  func.return
}

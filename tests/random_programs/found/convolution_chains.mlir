// A tile has all results of a plane, and the plane lies in the padding of the next convolution.
func.func @planes_beside_padding() {
  %x_all = stablehlo.iota dim = 0 : tensor<128xi32>
  %x_m = stablehlo.constant dense<7> : tensor<128xi32>
  %x_s = stablehlo.constant dense<3> : tensor<128xi32>
  %x_r = stablehlo.remainder %x_all, %x_m : tensor<128xi32>
  %x_d = stablehlo.subtract %x_r, %x_s : tensor<128xi32>
  %x_f = stablehlo.convert %x_d : (tensor<128xi32>) -> tensor<128xf32>
  %x = stablehlo.reshape %x_f : (tensor<128xf32>) -> tensor<1x8x4x4xf32>
  %k_all = stablehlo.iota dim = 0 : tensor<64xi32>
  %k_m = stablehlo.constant dense<5> : tensor<64xi32>
  %k_s = stablehlo.constant dense<2> : tensor<64xi32>
  %k_r = stablehlo.remainder %k_all, %k_m : tensor<64xi32>
  %k_d = stablehlo.subtract %k_r, %k_s : tensor<64xi32>
  %k_f = stablehlo.convert %k_d : (tensor<64xi32>) -> tensor<64xf32>
  %k = stablehlo.reshape %k_f : (tensor<64xf32>) -> tensor<1x1x8x8xf32>
  %w_all = stablehlo.iota dim = 0 : tensor<72xi32>
  %w_m = stablehlo.constant dense<11> : tensor<72xi32>
  %w_s = stablehlo.constant dense<5> : tensor<72xi32>
  %w_r = stablehlo.remainder %w_all, %w_m : tensor<72xi32>
  %w_d = stablehlo.subtract %w_r, %w_s : tensor<72xi32>
  %w_f = stablehlo.convert %w_d : (tensor<72xi32>) -> tensor<72xf32>
  %w = stablehlo.reshape %w_f : (tensor<72xf32>) -> tensor<3x3x1x8xf32>
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[0, 1, i, o]->[b, f, 0, 1], window = {stride = [2, 3], pad = [[1, 1], [0, 0]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x4x4xf32>, tensor<1x1x8x8xf32>) -> tensor<1x8x3x2xf32>
  %result = stablehlo.convolution(%y, %w) dim_numbers = [b, f, 0, 1]x[0, 1, i, o]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[0, 3], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 8 : i64} : (tensor<1x8x3x2xf32>, tensor<3x3x1x8xf32>) -> tensor<1x8x4x2xf32>
  check.expect_eq_const %result, dense<[[[[69.0, 60.0], [9.0, 11.0], [-6.0, 7.0], [0.0, 0.0]], [[26.0, -37.0], [90.0, -94.0], [-8.0, 68.0], [0.0, 0.0]], [[-39.0, 67.0], [-95.0, -44.0], [50.0, -61.0], [0.0, 0.0]], [[19.0, 12.0], [31.0, 46.0], [-1.0, 12.0], [0.0, 0.0]], [[5.0, -22.0], [56.0, -4.0], [0.0, 20.0], [0.0, 0.0]], [[-67.0, -10.0], [60.0, -48.0], [1.0, 3.0], [0.0, 0.0]], [[-13.0, 23.0], [-37.0, -1.0], [-50.0, -29.0], [0.0, 0.0]], [[57.0, -90.0], [67.0, 52.0], [8.0, 29.0], [0.0, 0.0]]]]> : tensor<1x8x4x2xf32>
  return
}

// The channels are not divisible into stretches of 64, and a panel is copied for all of them.
func.func @panel_of_uneven_stretches() {
  %x_all = stablehlo.iota dim = 0 : tensor<2440xi32>
  %x_m = stablehlo.constant dense<7> : tensor<2440xi32>
  %x_s = stablehlo.constant dense<3> : tensor<2440xi32>
  %x_r = stablehlo.remainder %x_all, %x_m : tensor<2440xi32>
  %x_d = stablehlo.subtract %x_r, %x_s : tensor<2440xi32>
  %x_f = stablehlo.convert %x_d : (tensor<2440xi32>) -> tensor<2440xf32>
  %x = stablehlo.reshape %x_f : (tensor<2440xf32>) -> tensor<1x122x20x1xf32>
  %k_all = stablehlo.iota dim = 0 : tensor<1098xi32>
  %k_m = stablehlo.constant dense<5> : tensor<1098xi32>
  %k_s = stablehlo.constant dense<2> : tensor<1098xi32>
  %k_r = stablehlo.remainder %k_all, %k_m : tensor<1098xi32>
  %k_d = stablehlo.subtract %k_r, %k_s : tensor<1098xi32>
  %k_f = stablehlo.convert %k_d : (tensor<1098xi32>) -> tensor<1098xf32>
  %k = stablehlo.reshape %k_f : (tensor<1098xf32>) -> tensor<3x3x122x1xf32>
  %result = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[0, 1, i, o]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[0, 3], [1, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x122x20x1xf32>, tensor<3x3x122x1xf32>) -> tensor<1x1x21x1xf32>
  check.expect_eq_const %result, dense<[[[[2.0], [-1.0], [-4.0], [-7.0], [18.0], [-13.0], [5.0], [2.0], [-1.0], [-4.0], [-7.0], [18.0], [-13.0], [5.0], [2.0], [-1.0], [-4.0], [-7.0], [9.0], [-6.0], [0.0]]]]> : tensor<1x1x21x1xf32>
  return
}

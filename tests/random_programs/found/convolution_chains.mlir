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

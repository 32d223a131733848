// Beside its pole at zero, digamma is -1 / x: 1 - x is 1 there.
func.func @digamma_beside_zero() {
  %x = stablehlo.constant dense<[-7.0e-26, -1.0e-20, -0.5]> : tensor<3xf32>
  %0 = chlo.digamma %x : tensor<3xf32> -> tensor<3xf32>
  check.expect_almost_eq_const %0, dense<[1.42857144e+25, 1.0e+20, 0.0364899740]> : tensor<3xf32>
  return
}

// There is no derivative number infinity.
func.func @polygamma_of_infinite_number() {
  %n = stablehlo.constant dense<[0x7FF0000000000000, 0.0]> : tensor<2xf64>
  %x = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xf64>
  %0 = chlo.polygamma %n, %x : tensor<2xf64>, tensor<2xf64> -> tensor<2xf64>
  check.expect_almost_eq_const %0, dense<[0x7FF8000000000000, -0.57721566490153286]> : tensor<2xf64>
  return
}

// 2 pi x is more than the largest number.
func.func @bessel_i1e_of_a_large_number() {
  %x = stablehlo.constant dense<[-3.41260757e+307, 1.0]> : tensor<2xf64>
  %0 = chlo.bessel_i1e %x : tensor<2xf64> -> tensor<2xf64>
  %large = stablehlo.constant dense<[1.0e+155, 1.0]> : tensor<2xf64>
  %1 = stablehlo.multiply %0, %large : tensor<2xf64>
  check.expect_almost_eq_const %1, dense<[-6.8291537575410834, 0.20791041534970844]> : tensor<2xf64>
  return
}

// The first terms are too small to be numbers, their sum is one.
func.func @zeta_of_a_huge_number() {
  %x = stablehlo.constant dense<3.0> : tensor<f64>
  %q = stablehlo.constant dense<1.0e110> : tensor<f64>
  %0 = chlo.zeta %x, %q : tensor<f64>, tensor<f64> -> tensor<f64>
  %scale = stablehlo.constant dense<2.0e220> : tensor<f64>
  %1 = stablehlo.multiply %0, %scale : tensor<f64>
  check.expect_almost_eq_const %1, dense<1.0> : tensor<f64>
  return
}

// Nothing is left of the sum where its first term or all of it are zero.
func.func @zeta_of_infinities() {
  %x = stablehlo.constant dense<[3.0, 0x7FF0000000000000, 1.0e300]> : tensor<3xf64>
  %q = stablehlo.constant dense<[0x7FF0000000000000, 2.0, 5.0]> : tensor<3xf64>
  %0 = chlo.zeta %x, %q : tensor<3xf64>, tensor<3xf64> -> tensor<3xf64>
  check.expect_eq_const %0, dense<[0.0, 0.0, 0.0]> : tensor<3xf64>
  return
}

// Beside its positive zero, 1.46163, nothing is lost.
func.func @digamma_beside_its_zero() {
  %x = stablehlo.constant dense<[1.4602580939764271, 1.4616321449683622, 1.25, 1.7]> : tensor<4xf64>
  %0 = chlo.digamma %x : tensor<4xf64> -> tensor<4xf64>
  %1 = stablehlo.constant dense<[-0.0013304676239224529, -9.241265521729427e-17, -0.22745353337626542, 0.2085478748734939]> : tensor<4xf64>
  check.expect_close %0, %1, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  return
}

// Zero has no logarithm: its powers with a negative exponent are not numbers, in both parts.
func.func @complex_power_of_zero() {
  %x = stablehlo.constant dense<(0.0, 0.0)> : tensor<4xcomplex<f64>>
  %y = stablehlo.constant dense<[(-3.75, 0.0), (0.0, 1.0), (2.0, 1.0), (0.0, 0.0)]> : tensor<4xcomplex<f64>>
  %x0, %y0 = stablehlo.optimization_barrier %x, %y : tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>
  %0 = stablehlo.power %x0, %y0 : tensor<4xcomplex<f64>>
  %re = stablehlo.real %0 : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %im = stablehlo.imag %0 : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  check.expect_almost_eq_const %re, dense<[0x7FF8000000000000, 0x7FF8000000000000, 0.0, 1.0]> : tensor<4xf64>
  check.expect_almost_eq_const %im, dense<[0x7FF8000000000000, 0x7FF8000000000000, 0.0, 0.0]> : tensor<4xf64>
  return
}

// The logarithm's angle times the exponent is large, so its rounding would show.
func.func @complex_power_of_a_large_angle() {
  %x = stablehlo.constant dense<(-2.0626955032348633, 0.1505669206380844)> : tensor<3xcomplex<f32>>
  %y = stablehlo.constant dense<[(15.0, 0.0), (-7.5, 20.0), (0.25, -3.0)]> : tensor<3xcomplex<f32>>
  %x0, %y0 = stablehlo.optimization_barrier %x, %y : tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>
  %0 = stablehlo.power %x0, %y0 : tensor<3xcomplex<f32>>
  %re = stablehlo.real %0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  %im = stablehlo.imag %0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  %1 = stablehlo.constant dense<[-24913.557, -5.5914117e-30, 1878.6508]> : tensor<3xf32>
  %2 = stablehlo.constant dense<[48111.832, -7.700197e-30, -11793.677]> : tensor<3xf32>
  check.expect_close %re, %1, max_ulp_difference = 1 : tensor<3xf32>, tensor<3xf32>
  check.expect_close %im, %2, max_ulp_difference = 1 : tensor<3xf32>, tensor<3xf32>
  return
}

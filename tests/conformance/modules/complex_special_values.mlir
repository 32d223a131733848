// Complex functions of infinities and NaN: what C's annex G and XLA agree on. Where C leaves a sign open, or keeps one part of an
// inverse function of NaN, both parts are NaN.
func.func @tanh_f64() {
  %a = stablehlo.constant dense<[(0.0, 0x7FF0000000000000), (30.0, 0x7FF0000000000000), (-30.0, 0x7FF8000000000000), (1.0, 0xFFF0000000000000), (0x7FF0000000000000, 2.0), (0x7FF8000000000000, 0.0), (0x7FF8000000000000, -0.0)]> : tensor<7xcomplex<f64>>
  %r = stablehlo.tanh %a : tensor<7xcomplex<f64>>
  check.expect_almost_eq_const %r, dense<[(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (1.0, -0.0), (0x7FF8000000000000, 0.0), (0x7FF8000000000000, -0.0)]> : tensor<7xcomplex<f64>>
  func.return
}

// -----

func.func @cosh_f64() {
  %a = stablehlo.constant dense<[(0x7FF0000000000000, 0.0), (0x7FF0000000000000, -0.0), (0xFFF0000000000000, 0.0), (0.0, 0x7FF0000000000000), (0x7FF8000000000000, 0.0), (0x7FF0000000000000, 0x7FF0000000000000), (0xFFF0000000000000, 0x7FF8000000000000), (0x7FF0000000000000, 2.0)]> : tensor<8xcomplex<f64>>
  %r = chlo.cosh %a : tensor<8xcomplex<f64>> -> tensor<8xcomplex<f64>>
  check.expect_almost_eq_const %r, dense<[(0x7FF0000000000000, 0.0), (0x7FF0000000000000, -0.0), (0x7FF0000000000000, -0.0), (0x7FF8000000000000, 0.0), (0x7FF8000000000000, 0.0), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0xFFF0000000000000, 0x7FF0000000000000)]> : tensor<8xcomplex<f64>>
  func.return
}

// -----

func.func @sinh_f64() {
  %a = stablehlo.constant dense<[(0x7FF0000000000000, 0.0), (0xFFF0000000000000, -0.0), (0.0, 0x7FF0000000000000), (0x7FF0000000000000, 0x7FF0000000000000), (0xFFF0000000000000, 0x7FF8000000000000), (0x7FF0000000000000, 2.0)]> : tensor<6xcomplex<f64>>
  %r = chlo.sinh %a : tensor<6xcomplex<f64>> -> tensor<6xcomplex<f64>>
  check.expect_almost_eq_const %r, dense<[(0x7FF0000000000000, 0.0), (0xFFF0000000000000, -0.0), (0.0, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0xFFF0000000000000, 0x7FF0000000000000)]> : tensor<6xcomplex<f64>>
  func.return
}

// -----

func.func @cbrt_f64() {
  %a = stablehlo.constant dense<[(0x7FF0000000000000, 1.0), (0x7FF0000000000000, 0x7FF0000000000000), (0xFFF0000000000000, 1.0), (0x7FF8000000000000, 1.0)]> : tensor<4xcomplex<f64>>
  %r = stablehlo.cbrt %a : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %r, dense<[(0x7FF0000000000000, 0.0), (0x7FF0000000000000, 0x7FF0000000000000), (0x7FF0000000000000, 0x7FF0000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]> : tensor<4xcomplex<f64>>
  func.return
}

// -----

func.func @asin_f64() {
  %a = stablehlo.constant dense<[(0x7FF8000000000000, 0x7FF0000000000000), (0x7FF0000000000000, 0x7FF8000000000000), (0.0, 0x7FF8000000000000), (0x7FF8000000000000, 0.0)]> : tensor<4xcomplex<f64>>
  %r = chlo.asin %a : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %r, dense<[(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]> : tensor<4xcomplex<f64>>
  func.return
}

// -----

func.func @acos_f64() {
  %a = stablehlo.constant dense<[(0x7FF8000000000000, 0x7FF0000000000000), (0x7FF0000000000000, 0x7FF8000000000000), (0.0, 0x7FF8000000000000), (0x7FF8000000000000, 0.0)]> : tensor<4xcomplex<f64>>
  %r = chlo.acos %a : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %r, dense<[(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]> : tensor<4xcomplex<f64>>
  func.return
}

// -----

func.func @acosh_f64() {
  %a = stablehlo.constant dense<[(0x7FF8000000000000, 0x7FF0000000000000), (0x7FF0000000000000, 0x7FF8000000000000), (0.0, 0x7FF8000000000000), (0x7FF8000000000000, 0.0)]> : tensor<4xcomplex<f64>>
  %r = chlo.acosh %a : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %r, dense<[(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]> : tensor<4xcomplex<f64>>
  func.return
}

// -----

func.func @atan_f64() {
  %a = stablehlo.constant dense<[(0x7FF8000000000000, 0x7FF0000000000000), (0x7FF0000000000000, 0x7FF8000000000000), (0.0, 0x7FF8000000000000), (0x7FF8000000000000, 0.0)]> : tensor<4xcomplex<f64>>
  %r = chlo.atan %a : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %r, dense<[(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]> : tensor<4xcomplex<f64>>
  func.return
}

// -----

func.func @atanh_f64() {
  %a = stablehlo.constant dense<[(0x7FF8000000000000, 0x7FF0000000000000), (0x7FF0000000000000, 0x7FF8000000000000), (0.0, 0x7FF8000000000000), (0x7FF8000000000000, 0.0)]> : tensor<4xcomplex<f64>>
  %r = chlo.atanh %a : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %r, dense<[(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]> : tensor<4xcomplex<f64>>
  func.return
}

// -----

func.func @divide_f64() {
  %a = stablehlo.constant dense<[(0x7FF0000000000000, 0x7FF0000000000000), (0x7FF0000000000000, 1.0), (1.0, 2.0), (1.0, -2.0), (1.0, 2.0), (0x7FF8000000000000, 1.0), (0x7FF0000000000000, 1.0)]> : tensor<7xcomplex<f64>>
  %b = stablehlo.constant dense<[(22.5, 1.0), (0.5, -2.0), (0x7FF0000000000000, 3.0), (0.0, 0.0), (-0.0, 0.0), (1.0, 1.0), (1.0, 0x7FF0000000000000)]> : tensor<7xcomplex<f64>>
  %r = stablehlo.divide %a, %b : tensor<7xcomplex<f64>>
  check.expect_almost_eq_const %r, dense<[(0x7FF0000000000000, 0x7FF0000000000000), (0x7FF0000000000000, 0x7FF0000000000000), (0.0, 0.0), (0x7FF0000000000000, 0xFFF0000000000000), (0xFFF0000000000000, 0xFFF0000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]> : tensor<7xcomplex<f64>>
  func.return
}

// -----

func.func @multiply_f64() {
  %a = stablehlo.constant dense<[(0x7FF8000000000000, 1.0), (0x7FF0000000000000, 0.0), (0x7FF0000000000000, 1.0), (0x7FF8000000000000, 1.0)]> : tensor<4xcomplex<f64>>
  %b = stablehlo.constant dense<[(0x7FF0000000000000, 1.0), (0.0, 0x7FF0000000000000), (2.0, 1.0), (2.0, 1.0)]> : tensor<4xcomplex<f64>>
  %r = stablehlo.multiply %a, %b : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %r, dense<[(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF0000000000000), (0x7FF0000000000000, 0x7FF0000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]> : tensor<4xcomplex<f64>>
  func.return
}

// -----

func.func @power_f64() {
  %a = stablehlo.constant dense<[(0x7FF0000000000000, 1.0), (2.0, 1.0), (2.0, 1.0), (0.0, 0.0), (0xFFF0000000000000, 1.0)]> : tensor<5xcomplex<f64>>
  %b = stablehlo.constant dense<[(2.0, 1.0), (0x7FF0000000000000, 1.0), (1.0, 0x7FF8000000000000), (2.0, 0x7FF0000000000000), (-1.0, 1.0)]> : tensor<5xcomplex<f64>>
  %r = stablehlo.power %a, %b : tensor<5xcomplex<f64>>
  check.expect_almost_eq_const %r, dense<[(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0.0, 0.0), (0x7FF8000000000000, 0x7FF8000000000000)]> : tensor<5xcomplex<f64>>
  func.return
}

// -----

func.func @tanh_f32() {
  %a = stablehlo.constant dense<[(0.0, 0x7F800000), (30.0, 0x7F800000), (-30.0, 0x7FC00000), (1.0, 0xFF800000), (0x7F800000, 2.0), (0x7FC00000, 0.0), (0x7FC00000, -0.0)]> : tensor<7xcomplex<f32>>
  %r = stablehlo.tanh %a : tensor<7xcomplex<f32>>
  check.expect_almost_eq_const %r, dense<[(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (1.0, -0.0), (0x7FC00000, 0.0), (0x7FC00000, -0.0)]> : tensor<7xcomplex<f32>>
  func.return
}

// -----

func.func @cosh_f32() {
  %a = stablehlo.constant dense<[(0x7F800000, 0.0), (0x7F800000, -0.0), (0xFF800000, 0.0), (0.0, 0x7F800000), (0x7FC00000, 0.0), (0x7F800000, 0x7F800000), (0xFF800000, 0x7FC00000), (0x7F800000, 2.0)]> : tensor<8xcomplex<f32>>
  %r = chlo.cosh %a : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  check.expect_almost_eq_const %r, dense<[(0x7F800000, 0.0), (0x7F800000, -0.0), (0x7F800000, -0.0), (0x7FC00000, 0.0), (0x7FC00000, 0.0), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0xFF800000, 0x7F800000)]> : tensor<8xcomplex<f32>>
  func.return
}

// -----

func.func @sinh_f32() {
  %a = stablehlo.constant dense<[(0x7F800000, 0.0), (0xFF800000, -0.0), (0.0, 0x7F800000), (0x7F800000, 0x7F800000), (0xFF800000, 0x7FC00000), (0x7F800000, 2.0)]> : tensor<6xcomplex<f32>>
  %r = chlo.sinh %a : tensor<6xcomplex<f32>> -> tensor<6xcomplex<f32>>
  check.expect_almost_eq_const %r, dense<[(0x7F800000, 0.0), (0xFF800000, -0.0), (0.0, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0xFF800000, 0x7F800000)]> : tensor<6xcomplex<f32>>
  func.return
}

// -----

func.func @cbrt_f32() {
  %a = stablehlo.constant dense<[(0x7F800000, 1.0), (0x7F800000, 0x7F800000), (0xFF800000, 1.0), (0x7FC00000, 1.0)]> : tensor<4xcomplex<f32>>
  %r = stablehlo.cbrt %a : tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %r, dense<[(0x7F800000, 0.0), (0x7F800000, 0x7F800000), (0x7F800000, 0x7F800000), (0x7FC00000, 0x7FC00000)]> : tensor<4xcomplex<f32>>
  func.return
}

// -----

func.func @asin_f32() {
  %a = stablehlo.constant dense<[(0x7FC00000, 0x7F800000), (0x7F800000, 0x7FC00000), (0.0, 0x7FC00000), (0x7FC00000, 0.0)]> : tensor<4xcomplex<f32>>
  %r = chlo.asin %a : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %r, dense<[(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)]> : tensor<4xcomplex<f32>>
  func.return
}

// -----

func.func @acos_f32() {
  %a = stablehlo.constant dense<[(0x7FC00000, 0x7F800000), (0x7F800000, 0x7FC00000), (0.0, 0x7FC00000), (0x7FC00000, 0.0)]> : tensor<4xcomplex<f32>>
  %r = chlo.acos %a : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %r, dense<[(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)]> : tensor<4xcomplex<f32>>
  func.return
}

// -----

func.func @acosh_f32() {
  %a = stablehlo.constant dense<[(0x7FC00000, 0x7F800000), (0x7F800000, 0x7FC00000), (0.0, 0x7FC00000), (0x7FC00000, 0.0)]> : tensor<4xcomplex<f32>>
  %r = chlo.acosh %a : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %r, dense<[(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)]> : tensor<4xcomplex<f32>>
  func.return
}

// -----

func.func @atan_f32() {
  %a = stablehlo.constant dense<[(0x7FC00000, 0x7F800000), (0x7F800000, 0x7FC00000), (0.0, 0x7FC00000), (0x7FC00000, 0.0)]> : tensor<4xcomplex<f32>>
  %r = chlo.atan %a : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %r, dense<[(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)]> : tensor<4xcomplex<f32>>
  func.return
}

// -----

func.func @atanh_f32() {
  %a = stablehlo.constant dense<[(0x7FC00000, 0x7F800000), (0x7F800000, 0x7FC00000), (0.0, 0x7FC00000), (0x7FC00000, 0.0)]> : tensor<4xcomplex<f32>>
  %r = chlo.atanh %a : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %r, dense<[(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)]> : tensor<4xcomplex<f32>>
  func.return
}

// -----

func.func @divide_f32() {
  %a = stablehlo.constant dense<[(0x7F800000, 0x7F800000), (0x7F800000, 1.0), (1.0, 2.0), (1.0, -2.0), (1.0, 2.0), (0x7FC00000, 1.0), (0x7F800000, 1.0)]> : tensor<7xcomplex<f32>>
  %b = stablehlo.constant dense<[(22.5, 1.0), (0.5, -2.0), (0x7F800000, 3.0), (0.0, 0.0), (-0.0, 0.0), (1.0, 1.0), (1.0, 0x7F800000)]> : tensor<7xcomplex<f32>>
  %r = stablehlo.divide %a, %b : tensor<7xcomplex<f32>>
  check.expect_almost_eq_const %r, dense<[(0x7F800000, 0x7F800000), (0x7F800000, 0x7F800000), (0.0, 0.0), (0x7F800000, 0xFF800000), (0xFF800000, 0xFF800000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)]> : tensor<7xcomplex<f32>>
  func.return
}

// -----

func.func @multiply_f32() {
  %a = stablehlo.constant dense<[(0x7FC00000, 1.0), (0x7F800000, 0.0), (0x7F800000, 1.0), (0x7FC00000, 1.0)]> : tensor<4xcomplex<f32>>
  %b = stablehlo.constant dense<[(0x7F800000, 1.0), (0.0, 0x7F800000), (2.0, 1.0), (2.0, 1.0)]> : tensor<4xcomplex<f32>>
  %r = stablehlo.multiply %a, %b : tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %r, dense<[(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7F800000), (0x7F800000, 0x7F800000), (0x7FC00000, 0x7FC00000)]> : tensor<4xcomplex<f32>>
  func.return
}

// -----

func.func @power_f32() {
  %a = stablehlo.constant dense<[(0x7F800000, 1.0), (2.0, 1.0), (2.0, 1.0), (0.0, 0.0), (0xFF800000, 1.0)]> : tensor<5xcomplex<f32>>
  %b = stablehlo.constant dense<[(2.0, 1.0), (0x7F800000, 1.0), (1.0, 0x7FC00000), (2.0, 0x7F800000), (-1.0, 1.0)]> : tensor<5xcomplex<f32>>
  %r = stablehlo.power %a, %b : tensor<5xcomplex<f32>>
  check.expect_almost_eq_const %r, dense<[(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0.0, 0.0), (0x7FC00000, 0x7FC00000)]> : tensor<5xcomplex<f32>>
  func.return
}

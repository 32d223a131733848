// Functions where their argument is not a number, infinite or large: in whole vectors, in what is left of one, and alone.
func.func @exponential_f32() {
  %0 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0]> : tensor<21xf32>
  %1 = stablehlo.exponential %0 : tensor<21xf32>
  check.expect_almost_eq_const %1, dense<[0x7FC00000, 0x7F800000, 0.0, 0x7F800000, 0.0, 2.7182818284590452, 1.0, 0x7FC00000, 0x7F800000, 0.0, 0x7F800000, 0.0, 2.7182818284590452, 1.0, 0x7FC00000, 0x7F800000, 0.0, 0x7F800000, 0.0, 2.7182818284590452, 1.0]> : tensor<21xf32>
  %2 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0]> : tensor<7xf32>
  %3 = stablehlo.slice %2 [0:1] : (tensor<7xf32>) -> tensor<1xf32>
  %4 = stablehlo.exponential %3 : tensor<1xf32>
  check.expect_almost_eq_const %4, dense<0x7FC00000> : tensor<1xf32>
  %5 = stablehlo.slice %2 [1:3] : (tensor<7xf32>) -> tensor<2xf32>
  %6 = stablehlo.exponential %5 : tensor<2xf32>
  check.expect_almost_eq_const %6, dense<[0x7F800000, 0.0]> : tensor<2xf32>
  func.return
}

// -----

func.func @exponential_minus_one_f32() {
  %0 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0]> : tensor<21xf32>
  %1 = stablehlo.exponential_minus_one %0 : tensor<21xf32>
  check.expect_almost_eq_const %1, dense<[0x7FC00000, 0x7F800000, -1.0, 0x7F800000, -1.0, 1.7182818284590452, 0.0, 0x7FC00000, 0x7F800000, -1.0, 0x7F800000, -1.0, 1.7182818284590452, 0.0, 0x7FC00000, 0x7F800000, -1.0, 0x7F800000, -1.0, 1.7182818284590452, 0.0]> : tensor<21xf32>
  %2 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0]> : tensor<7xf32>
  %3 = stablehlo.slice %2 [0:1] : (tensor<7xf32>) -> tensor<1xf32>
  %4 = stablehlo.exponential_minus_one %3 : tensor<1xf32>
  check.expect_almost_eq_const %4, dense<0x7FC00000> : tensor<1xf32>
  %5 = stablehlo.slice %2 [1:3] : (tensor<7xf32>) -> tensor<2xf32>
  %6 = stablehlo.exponential_minus_one %5 : tensor<2xf32>
  check.expect_almost_eq_const %6, dense<[0x7F800000, -1.0]> : tensor<2xf32>
  func.return
}

// -----

func.func @log_f32() {
  %0 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0]> : tensor<21xf32>
  %1 = stablehlo.log %0 : tensor<21xf32>
  check.expect_almost_eq_const %1, dense<[0x7FC00000, 0x7F800000, 0x7FC00000, 69.07755280486883, 0x7FC00000, 0.0, 0xFF800000, 0x7FC00000, 0x7F800000, 0x7FC00000, 69.07755280486883, 0x7FC00000, 0.0, 0xFF800000, 0x7FC00000, 0x7F800000, 0x7FC00000, 69.07755280486883, 0x7FC00000, 0.0, 0xFF800000]> : tensor<21xf32>
  %2 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0]> : tensor<7xf32>
  %3 = stablehlo.slice %2 [0:1] : (tensor<7xf32>) -> tensor<1xf32>
  %4 = stablehlo.log %3 : tensor<1xf32>
  check.expect_almost_eq_const %4, dense<0x7FC00000> : tensor<1xf32>
  %5 = stablehlo.slice %2 [1:3] : (tensor<7xf32>) -> tensor<2xf32>
  %6 = stablehlo.log %5 : tensor<2xf32>
  check.expect_almost_eq_const %6, dense<[0x7F800000, 0x7FC00000]> : tensor<2xf32>
  func.return
}

// -----

func.func @log_plus_one_f32() {
  %0 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0]> : tensor<21xf32>
  %1 = stablehlo.log_plus_one %0 : tensor<21xf32>
  check.expect_almost_eq_const %1, dense<[0x7FC00000, 0x7F800000, 0x7FC00000, 69.07755280486883, 0x7FC00000, 0.69314718055994531, 0.0, 0x7FC00000, 0x7F800000, 0x7FC00000, 69.07755280486883, 0x7FC00000, 0.69314718055994531, 0.0, 0x7FC00000, 0x7F800000, 0x7FC00000, 69.07755280486883, 0x7FC00000, 0.69314718055994531, 0.0]> : tensor<21xf32>
  %2 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0]> : tensor<7xf32>
  %3 = stablehlo.slice %2 [0:1] : (tensor<7xf32>) -> tensor<1xf32>
  %4 = stablehlo.log_plus_one %3 : tensor<1xf32>
  check.expect_almost_eq_const %4, dense<0x7FC00000> : tensor<1xf32>
  %5 = stablehlo.slice %2 [1:3] : (tensor<7xf32>) -> tensor<2xf32>
  %6 = stablehlo.log_plus_one %5 : tensor<2xf32>
  check.expect_almost_eq_const %6, dense<[0x7F800000, 0x7FC00000]> : tensor<2xf32>
  func.return
}

// -----

func.func @logistic_f32() {
  %0 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0]> : tensor<21xf32>
  %1 = stablehlo.logistic %0 : tensor<21xf32>
  check.expect_almost_eq_const %1, dense<[0x7FC00000, 1.0, 0.0, 1.0, 0.0, 0.73105857863000488, 0.5, 0x7FC00000, 1.0, 0.0, 1.0, 0.0, 0.73105857863000488, 0.5, 0x7FC00000, 1.0, 0.0, 1.0, 0.0, 0.73105857863000488, 0.5]> : tensor<21xf32>
  %2 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0]> : tensor<7xf32>
  %3 = stablehlo.slice %2 [0:1] : (tensor<7xf32>) -> tensor<1xf32>
  %4 = stablehlo.logistic %3 : tensor<1xf32>
  check.expect_almost_eq_const %4, dense<0x7FC00000> : tensor<1xf32>
  %5 = stablehlo.slice %2 [1:3] : (tensor<7xf32>) -> tensor<2xf32>
  %6 = stablehlo.logistic %5 : tensor<2xf32>
  check.expect_almost_eq_const %6, dense<[1.0, 0.0]> : tensor<2xf32>
  func.return
}

// -----

func.func @tanh_f32() {
  %0 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0]> : tensor<21xf32>
  %1 = stablehlo.tanh %0 : tensor<21xf32>
  check.expect_almost_eq_const %1, dense<[0x7FC00000, 1.0, -1.0, 1.0, -1.0, 0.76159415595576489, 0.0, 0x7FC00000, 1.0, -1.0, 1.0, -1.0, 0.76159415595576489, 0.0, 0x7FC00000, 1.0, -1.0, 1.0, -1.0, 0.76159415595576489, 0.0]> : tensor<21xf32>
  %2 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0]> : tensor<7xf32>
  %3 = stablehlo.slice %2 [0:1] : (tensor<7xf32>) -> tensor<1xf32>
  %4 = stablehlo.tanh %3 : tensor<1xf32>
  check.expect_almost_eq_const %4, dense<0x7FC00000> : tensor<1xf32>
  %5 = stablehlo.slice %2 [1:3] : (tensor<7xf32>) -> tensor<2xf32>
  %6 = stablehlo.tanh %5 : tensor<2xf32>
  check.expect_almost_eq_const %6, dense<[1.0, -1.0]> : tensor<2xf32>
  func.return
}

// -----

func.func @sine_f32() {
  %0 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0]> : tensor<21xf32>
  %1 = stablehlo.sine %0 : tensor<21xf32>
  check.expect_almost_eq_const %1, dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, -0.7911634385219835, 0.7911634385219835, 0.8414709848078965, 0.0, 0x7FC00000, 0x7FC00000, 0x7FC00000, -0.7911634385219835, 0.7911634385219835, 0.8414709848078965, 0.0, 0x7FC00000, 0x7FC00000, 0x7FC00000, -0.7911634385219835, 0.7911634385219835, 0.8414709848078965, 0.0]> : tensor<21xf32>
  %2 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0]> : tensor<7xf32>
  %3 = stablehlo.slice %2 [0:1] : (tensor<7xf32>) -> tensor<1xf32>
  %4 = stablehlo.sine %3 : tensor<1xf32>
  check.expect_almost_eq_const %4, dense<0x7FC00000> : tensor<1xf32>
  %5 = stablehlo.slice %2 [1:3] : (tensor<7xf32>) -> tensor<2xf32>
  %6 = stablehlo.sine %5 : tensor<2xf32>
  check.expect_almost_eq_const %6, dense<[0x7FC00000, 0x7FC00000]> : tensor<2xf32>
  func.return
}

// -----

func.func @cosine_f32() {
  %0 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0]> : tensor<21xf32>
  %1 = stablehlo.cosine %0 : tensor<21xf32>
  check.expect_almost_eq_const %1, dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, -0.6116047854178969, -0.6116047854178969, 0.54030230586813972, 1.0, 0x7FC00000, 0x7FC00000, 0x7FC00000, -0.6116047854178969, -0.6116047854178969, 0.54030230586813972, 1.0, 0x7FC00000, 0x7FC00000, 0x7FC00000, -0.6116047854178969, -0.6116047854178969, 0.54030230586813972, 1.0]> : tensor<21xf32>
  %2 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0]> : tensor<7xf32>
  %3 = stablehlo.slice %2 [0:1] : (tensor<7xf32>) -> tensor<1xf32>
  %4 = stablehlo.cosine %3 : tensor<1xf32>
  check.expect_almost_eq_const %4, dense<0x7FC00000> : tensor<1xf32>
  %5 = stablehlo.slice %2 [1:3] : (tensor<7xf32>) -> tensor<2xf32>
  %6 = stablehlo.cosine %5 : tensor<2xf32>
  check.expect_almost_eq_const %6, dense<[0x7FC00000, 0x7FC00000]> : tensor<2xf32>
  func.return
}

// -----

func.func @sqrt_f32() {
  %0 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0]> : tensor<21xf32>
  %1 = stablehlo.sqrt %0 : tensor<21xf32>
  check.expect_almost_eq_const %1, dense<[0x7FC00000, 0x7F800000, 0x7FC00000, 1000000007523733.1, 0x7FC00000, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0x7FC00000, 1000000007523733.1, 0x7FC00000, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0x7FC00000, 1000000007523733.1, 0x7FC00000, 1.0, 0.0]> : tensor<21xf32>
  %2 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0]> : tensor<7xf32>
  %3 = stablehlo.slice %2 [0:1] : (tensor<7xf32>) -> tensor<1xf32>
  %4 = stablehlo.sqrt %3 : tensor<1xf32>
  check.expect_almost_eq_const %4, dense<0x7FC00000> : tensor<1xf32>
  %5 = stablehlo.slice %2 [1:3] : (tensor<7xf32>) -> tensor<2xf32>
  %6 = stablehlo.sqrt %5 : tensor<2xf32>
  check.expect_almost_eq_const %6, dense<[0x7F800000, 0x7FC00000]> : tensor<2xf32>
  func.return
}

// -----

func.func @rsqrt_f32() {
  %0 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0]> : tensor<21xf32>
  %1 = stablehlo.rsqrt %0 : tensor<21xf32>
  check.expect_almost_eq_const %1, dense<[0x7FC00000, 0.0, 0x7FC00000, 9.99999992476267e-16, 0x7FC00000, 1.0, 0x7F800000, 0x7FC00000, 0.0, 0x7FC00000, 9.99999992476267e-16, 0x7FC00000, 1.0, 0x7F800000, 0x7FC00000, 0.0, 0x7FC00000, 9.99999992476267e-16, 0x7FC00000, 1.0, 0x7F800000]> : tensor<21xf32>
  %2 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0]> : tensor<7xf32>
  %3 = stablehlo.slice %2 [0:1] : (tensor<7xf32>) -> tensor<1xf32>
  %4 = stablehlo.rsqrt %3 : tensor<1xf32>
  check.expect_almost_eq_const %4, dense<0x7FC00000> : tensor<1xf32>
  %5 = stablehlo.slice %2 [1:3] : (tensor<7xf32>) -> tensor<2xf32>
  %6 = stablehlo.rsqrt %5 : tensor<2xf32>
  check.expect_almost_eq_const %6, dense<[0.0, 0x7FC00000]> : tensor<2xf32>
  func.return
}

// -----

func.func @cbrt_f32() {
  %0 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0]> : tensor<21xf32>
  %1 = stablehlo.cbrt %0 : tensor<21xf32>
  check.expect_almost_eq_const %1, dense<[0x7FC00000, 0x7F800000, 0xFF800000, 10000000050.158207, -10000000050.158207, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 10000000050.158207, -10000000050.158207, 1.0, 0.0, 0x7FC00000, 0x7F800000, 0xFF800000, 10000000050.158207, -10000000050.158207, 1.0, 0.0]> : tensor<21xf32>
  %2 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0000000150474662e+30, -1.0000000150474662e+30, 1.0, 0.0]> : tensor<7xf32>
  %3 = stablehlo.slice %2 [0:1] : (tensor<7xf32>) -> tensor<1xf32>
  %4 = stablehlo.cbrt %3 : tensor<1xf32>
  check.expect_almost_eq_const %4, dense<0x7FC00000> : tensor<1xf32>
  %5 = stablehlo.slice %2 [1:3] : (tensor<7xf32>) -> tensor<2xf32>
  %6 = stablehlo.cbrt %5 : tensor<2xf32>
  check.expect_almost_eq_const %6, dense<[0x7F800000, 0xFF800000]> : tensor<2xf32>
  func.return
}

// -----

func.func @exponential_f64() {
  %0 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0]> : tensor<21xf64>
  %1 = stablehlo.exponential %0 : tensor<21xf64>
  check.expect_almost_eq_const %1, dense<[0x7FF8000000000000, 0x7FF0000000000000, 0.0, 0x7FF0000000000000, 0.0, 2.7182818284590452, 1.0, 0x7FF8000000000000, 0x7FF0000000000000, 0.0, 0x7FF0000000000000, 0.0, 2.7182818284590452, 1.0, 0x7FF8000000000000, 0x7FF0000000000000, 0.0, 0x7FF0000000000000, 0.0, 2.7182818284590452, 1.0]> : tensor<21xf64>
  %2 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0]> : tensor<7xf64>
  %3 = stablehlo.slice %2 [0:1] : (tensor<7xf64>) -> tensor<1xf64>
  %4 = stablehlo.exponential %3 : tensor<1xf64>
  check.expect_almost_eq_const %4, dense<0x7FF8000000000000> : tensor<1xf64>
  %5 = stablehlo.slice %2 [1:3] : (tensor<7xf64>) -> tensor<2xf64>
  %6 = stablehlo.exponential %5 : tensor<2xf64>
  check.expect_almost_eq_const %6, dense<[0x7FF0000000000000, 0.0]> : tensor<2xf64>
  func.return
}

// -----

func.func @exponential_minus_one_f64() {
  %0 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0]> : tensor<21xf64>
  %1 = stablehlo.exponential_minus_one %0 : tensor<21xf64>
  check.expect_almost_eq_const %1, dense<[0x7FF8000000000000, 0x7FF0000000000000, -1.0, 0x7FF0000000000000, -1.0, 1.7182818284590452, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, -1.0, 0x7FF0000000000000, -1.0, 1.7182818284590452, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, -1.0, 0x7FF0000000000000, -1.0, 1.7182818284590452, 0.0]> : tensor<21xf64>
  %2 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0]> : tensor<7xf64>
  %3 = stablehlo.slice %2 [0:1] : (tensor<7xf64>) -> tensor<1xf64>
  %4 = stablehlo.exponential_minus_one %3 : tensor<1xf64>
  check.expect_almost_eq_const %4, dense<0x7FF8000000000000> : tensor<1xf64>
  %5 = stablehlo.slice %2 [1:3] : (tensor<7xf64>) -> tensor<2xf64>
  %6 = stablehlo.exponential_minus_one %5 : tensor<2xf64>
  check.expect_almost_eq_const %6, dense<[0x7FF0000000000000, -1.0]> : tensor<2xf64>
  func.return
}

// -----

func.func @log_f64() {
  %0 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0]> : tensor<21xf64>
  %1 = stablehlo.log %0 : tensor<21xf64>
  check.expect_almost_eq_const %1, dense<[0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 69.07755278982137, 0x7FF8000000000000, 0.0, 0xFFF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 69.07755278982137, 0x7FF8000000000000, 0.0, 0xFFF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 69.07755278982137, 0x7FF8000000000000, 0.0, 0xFFF0000000000000]> : tensor<21xf64>
  %2 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0]> : tensor<7xf64>
  %3 = stablehlo.slice %2 [0:1] : (tensor<7xf64>) -> tensor<1xf64>
  %4 = stablehlo.log %3 : tensor<1xf64>
  check.expect_almost_eq_const %4, dense<0x7FF8000000000000> : tensor<1xf64>
  %5 = stablehlo.slice %2 [1:3] : (tensor<7xf64>) -> tensor<2xf64>
  %6 = stablehlo.log %5 : tensor<2xf64>
  check.expect_almost_eq_const %6, dense<[0x7FF0000000000000, 0x7FF8000000000000]> : tensor<2xf64>
  func.return
}

// -----

func.func @log_plus_one_f64() {
  %0 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0]> : tensor<21xf64>
  %1 = stablehlo.log_plus_one %0 : tensor<21xf64>
  check.expect_almost_eq_const %1, dense<[0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 69.07755278982137, 0x7FF8000000000000, 0.69314718055994531, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 69.07755278982137, 0x7FF8000000000000, 0.69314718055994531, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 69.07755278982137, 0x7FF8000000000000, 0.69314718055994531, 0.0]> : tensor<21xf64>
  %2 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0]> : tensor<7xf64>
  %3 = stablehlo.slice %2 [0:1] : (tensor<7xf64>) -> tensor<1xf64>
  %4 = stablehlo.log_plus_one %3 : tensor<1xf64>
  check.expect_almost_eq_const %4, dense<0x7FF8000000000000> : tensor<1xf64>
  %5 = stablehlo.slice %2 [1:3] : (tensor<7xf64>) -> tensor<2xf64>
  %6 = stablehlo.log_plus_one %5 : tensor<2xf64>
  check.expect_almost_eq_const %6, dense<[0x7FF0000000000000, 0x7FF8000000000000]> : tensor<2xf64>
  func.return
}

// -----

func.func @logistic_f64() {
  %0 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0]> : tensor<21xf64>
  %1 = stablehlo.logistic %0 : tensor<21xf64>
  check.expect_almost_eq_const %1, dense<[0x7FF8000000000000, 1.0, 0.0, 1.0, 0.0, 0.73105857863000488, 0.5, 0x7FF8000000000000, 1.0, 0.0, 1.0, 0.0, 0.73105857863000488, 0.5, 0x7FF8000000000000, 1.0, 0.0, 1.0, 0.0, 0.73105857863000488, 0.5]> : tensor<21xf64>
  %2 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0]> : tensor<7xf64>
  %3 = stablehlo.slice %2 [0:1] : (tensor<7xf64>) -> tensor<1xf64>
  %4 = stablehlo.logistic %3 : tensor<1xf64>
  check.expect_almost_eq_const %4, dense<0x7FF8000000000000> : tensor<1xf64>
  %5 = stablehlo.slice %2 [1:3] : (tensor<7xf64>) -> tensor<2xf64>
  %6 = stablehlo.logistic %5 : tensor<2xf64>
  check.expect_almost_eq_const %6, dense<[1.0, 0.0]> : tensor<2xf64>
  func.return
}

// -----

func.func @tanh_f64() {
  %0 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0]> : tensor<21xf64>
  %1 = stablehlo.tanh %0 : tensor<21xf64>
  check.expect_almost_eq_const %1, dense<[0x7FF8000000000000, 1.0, -1.0, 1.0, -1.0, 0.76159415595576489, 0.0, 0x7FF8000000000000, 1.0, -1.0, 1.0, -1.0, 0.76159415595576489, 0.0, 0x7FF8000000000000, 1.0, -1.0, 1.0, -1.0, 0.76159415595576489, 0.0]> : tensor<21xf64>
  %2 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0]> : tensor<7xf64>
  %3 = stablehlo.slice %2 [0:1] : (tensor<7xf64>) -> tensor<1xf64>
  %4 = stablehlo.tanh %3 : tensor<1xf64>
  check.expect_almost_eq_const %4, dense<0x7FF8000000000000> : tensor<1xf64>
  %5 = stablehlo.slice %2 [1:3] : (tensor<7xf64>) -> tensor<2xf64>
  %6 = stablehlo.tanh %5 : tensor<2xf64>
  check.expect_almost_eq_const %6, dense<[1.0, -1.0]> : tensor<2xf64>
  func.return
}

// -----

func.func @sine_f64() {
  %0 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0]> : tensor<21xf64>
  %1 = stablehlo.sine %0 : tensor<21xf64>
  check.expect_almost_eq_const %1, dense<[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0.009331468931175948, -0.009331468931175948, 0.8414709848078965, 0.0, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0.009331468931175948, -0.009331468931175948, 0.8414709848078965, 0.0, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0.009331468931175948, -0.009331468931175948, 0.8414709848078965, 0.0]> : tensor<21xf64>
  %2 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0]> : tensor<7xf64>
  %3 = stablehlo.slice %2 [0:1] : (tensor<7xf64>) -> tensor<1xf64>
  %4 = stablehlo.sine %3 : tensor<1xf64>
  check.expect_almost_eq_const %4, dense<0x7FF8000000000000> : tensor<1xf64>
  %5 = stablehlo.slice %2 [1:3] : (tensor<7xf64>) -> tensor<2xf64>
  %6 = stablehlo.sine %5 : tensor<2xf64>
  check.expect_almost_eq_const %6, dense<[0x7FF8000000000000, 0x7FF8000000000000]> : tensor<2xf64>
  func.return
}

// -----

func.func @cosine_f64() {
  %0 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0]> : tensor<21xf64>
  %1 = stablehlo.cosine %0 : tensor<21xf64>
  check.expect_almost_eq_const %1, dense<[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, -0.9999564608959665, -0.9999564608959665, 0.54030230586813972, 1.0, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, -0.9999564608959665, -0.9999564608959665, 0.54030230586813972, 1.0, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, -0.9999564608959665, -0.9999564608959665, 0.54030230586813972, 1.0]> : tensor<21xf64>
  %2 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0]> : tensor<7xf64>
  %3 = stablehlo.slice %2 [0:1] : (tensor<7xf64>) -> tensor<1xf64>
  %4 = stablehlo.cosine %3 : tensor<1xf64>
  check.expect_almost_eq_const %4, dense<0x7FF8000000000000> : tensor<1xf64>
  %5 = stablehlo.slice %2 [1:3] : (tensor<7xf64>) -> tensor<2xf64>
  %6 = stablehlo.cosine %5 : tensor<2xf64>
  check.expect_almost_eq_const %6, dense<[0x7FF8000000000000, 0x7FF8000000000000]> : tensor<2xf64>
  func.return
}

// -----

func.func @sqrt_f64() {
  %0 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0]> : tensor<21xf64>
  %1 = stablehlo.sqrt %0 : tensor<21xf64>
  check.expect_almost_eq_const %1, dense<[0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 1000000000000000.0, 0x7FF8000000000000, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 1000000000000000.0, 0x7FF8000000000000, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 1000000000000000.0, 0x7FF8000000000000, 1.0, 0.0]> : tensor<21xf64>
  %2 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0]> : tensor<7xf64>
  %3 = stablehlo.slice %2 [0:1] : (tensor<7xf64>) -> tensor<1xf64>
  %4 = stablehlo.sqrt %3 : tensor<1xf64>
  check.expect_almost_eq_const %4, dense<0x7FF8000000000000> : tensor<1xf64>
  %5 = stablehlo.slice %2 [1:3] : (tensor<7xf64>) -> tensor<2xf64>
  %6 = stablehlo.sqrt %5 : tensor<2xf64>
  check.expect_almost_eq_const %6, dense<[0x7FF0000000000000, 0x7FF8000000000000]> : tensor<2xf64>
  func.return
}

// -----

func.func @rsqrt_f64() {
  %0 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0]> : tensor<21xf64>
  %1 = stablehlo.rsqrt %0 : tensor<21xf64>
  check.expect_almost_eq_const %1, dense<[0x7FF8000000000000, 0.0, 0x7FF8000000000000, 1.0e-15, 0x7FF8000000000000, 1.0, 0x7FF0000000000000, 0x7FF8000000000000, 0.0, 0x7FF8000000000000, 1.0e-15, 0x7FF8000000000000, 1.0, 0x7FF0000000000000, 0x7FF8000000000000, 0.0, 0x7FF8000000000000, 1.0e-15, 0x7FF8000000000000, 1.0, 0x7FF0000000000000]> : tensor<21xf64>
  %2 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0]> : tensor<7xf64>
  %3 = stablehlo.slice %2 [0:1] : (tensor<7xf64>) -> tensor<1xf64>
  %4 = stablehlo.rsqrt %3 : tensor<1xf64>
  check.expect_almost_eq_const %4, dense<0x7FF8000000000000> : tensor<1xf64>
  %5 = stablehlo.slice %2 [1:3] : (tensor<7xf64>) -> tensor<2xf64>
  %6 = stablehlo.rsqrt %5 : tensor<2xf64>
  check.expect_almost_eq_const %6, dense<[0.0, 0x7FF8000000000000]> : tensor<2xf64>
  func.return
}

// -----

func.func @cbrt_f64() {
  %0 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0]> : tensor<21xf64>
  %1 = stablehlo.cbrt %0 : tensor<21xf64>
  check.expect_almost_eq_const %1, dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 9999999999.999987, -9999999999.999987, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 9999999999.999987, -9999999999.999987, 1.0, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 9999999999.999987, -9999999999.999987, 1.0, 0.0]> : tensor<21xf64>
  %2 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.0e+30, -1.0e+30, 1.0, 0.0]> : tensor<7xf64>
  %3 = stablehlo.slice %2 [0:1] : (tensor<7xf64>) -> tensor<1xf64>
  %4 = stablehlo.cbrt %3 : tensor<1xf64>
  check.expect_almost_eq_const %4, dense<0x7FF8000000000000> : tensor<1xf64>
  %5 = stablehlo.slice %2 [1:3] : (tensor<7xf64>) -> tensor<2xf64>
  %6 = stablehlo.cbrt %5 : tensor<2xf64>
  check.expect_almost_eq_const %6, dense<[0x7FF0000000000000, 0xFFF0000000000000]> : tensor<2xf64>
  func.return
}

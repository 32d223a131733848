// 128 times a gradient is more than this type can hold, its mean is not.
func.func @gradient_of_many_narrow_floats() {
  %x = stablehlo.constant dense<0.0> : tensor<1x128xf8E4M3>
  %one = stablehlo.constant dense<1.0> : tensor<1xf8E4M3>
  %mean = stablehlo.constant dense<0.0> : tensor<1xf8E4M3>
  %variance = stablehlo.constant dense<0.75> : tensor<1xf8E4M3>
  %two = stablehlo.constant dense<2.0> : tensor<1x64xf8E4M3>
  %four = stablehlo.constant dense<-4.0> : tensor<1x64xf8E4M3>
  %gradient = stablehlo.concatenate %two, %four, dim = 1 : (tensor<1x64xf8E4M3>, tensor<1x64xf8E4M3>) -> tensor<1x128xf8E4M3>
  %0:3 = "stablehlo.batch_norm_grad"(%x, %one, %mean, %variance, %gradient) <{epsilon = 0.25 : f32, feature_index = 0 : i64}>
      : (tensor<1x128xf8E4M3>, tensor<1xf8E4M3>, tensor<1xf8E4M3>, tensor<1xf8E4M3>, tensor<1x128xf8E4M3>)
      -> (tensor<1x128xf8E4M3>, tensor<1xf8E4M3>, tensor<1xf8E4M3>)
  %three = stablehlo.constant dense<3.0> : tensor<1x64xf8E4M3>
  %minus = stablehlo.constant dense<-3.0> : tensor<1x64xf8E4M3>
  %expected = stablehlo.concatenate %three, %minus, dim = 1 : (tensor<1x64xf8E4M3>, tensor<1x64xf8E4M3>) -> tensor<1x128xf8E4M3>
  check.expect_eq %0#0, %expected : tensor<1x128xf8E4M3>
  check.expect_eq_const %0#1, dense<0.0> : tensor<1xf8E4M3>
  check.expect_eq_const %0#2, dense<-128.0> : tensor<1xf8E4M3>
  return
}

// Squares of 100 add up to more than the largest half; their mean is 10000.
func.func @training_of_large_halves() {
  %a = stablehlo.constant dense<100.0> : tensor<8x1xf16>
  %b = stablehlo.constant dense<-100.0> : tensor<8x1xf16>
  %x = stablehlo.concatenate %a, %b, dim = 0 : (tensor<8x1xf16>, tensor<8x1xf16>) -> tensor<16x1xf16>
  %one = stablehlo.constant dense<1.0> : tensor<1xf16>
  %zero = stablehlo.constant dense<0.0> : tensor<1xf16>
  %0:3 = "stablehlo.batch_norm_training"(%x, %one, %zero) <{epsilon = 0.0 : f32, feature_index = 1 : i64}>
      : (tensor<16x1xf16>, tensor<1xf16>, tensor<1xf16>) -> (tensor<16x1xf16>, tensor<1xf16>, tensor<1xf16>)
  check.expect_eq_const %0#1, dense<0.0> : tensor<1xf16>
  check.expect_eq_const %0#2, dense<10000.0> : tensor<1xf16>
  return
}

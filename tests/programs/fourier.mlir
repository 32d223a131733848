module @fourier {
  func.func public @main(%image: tensor<3x12x20xf32>, %wide: tensor<2x97xf64>, %filter: tensor<12x11xf32>) -> (tensor<3x12x20xf32>, tensor<2x97xf64>, tensor<2x49xf64>, tensor<3x12x20xf32>) {
    %0 = "stablehlo.fft"(%image) <{fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 12, 20>}> : (tensor<3x12x20xf32>) -> tensor<3x12x11xcomplex<f32>>
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<12x11xf32>
    %1 = stablehlo.complex %filter, %zero : tensor<12x11xcomplex<f32>>
    %2 = stablehlo.broadcast_in_dim %1, dims = [1, 2] : (tensor<12x11xcomplex<f32>>) -> tensor<3x12x11xcomplex<f32>>
    %3 = stablehlo.multiply %0, %2 : tensor<3x12x11xcomplex<f32>>
    %4 = "stablehlo.fft"(%3) <{fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 12, 20>}> : (tensor<3x12x11xcomplex<f32>>) -> tensor<3x12x20xf32>
    %none = stablehlo.constant dense<0.000000e+00> : tensor<2x97xf64>
    %5 = stablehlo.complex %wide, %none : tensor<2x97xcomplex<f64>>
    %6 = "stablehlo.fft"(%5) <{fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 97>}> : (tensor<2x97xcomplex<f64>>) -> tensor<2x97xcomplex<f64>>
    %7 = "stablehlo.fft"(%6) <{fft_type = #stablehlo<fft_type IFFT>, fft_length = array<i64: 2, 97>}> : (tensor<2x97xcomplex<f64>>) -> tensor<2x97xcomplex<f64>>
    %8 = stablehlo.real %7 : (tensor<2x97xcomplex<f64>>) -> tensor<2x97xf64>
    %9 = "stablehlo.fft"(%wide) <{fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 97>}> : (tensor<2x97xf64>) -> tensor<2x49xcomplex<f64>>
    %10 = stablehlo.abs %9 : (tensor<2x49xcomplex<f64>>) -> tensor<2x49xf64>
    %nothing = stablehlo.constant dense<0.000000e+00> : tensor<3x12x20xf32>
    %11 = stablehlo.complex %image, %nothing : tensor<3x12x20xcomplex<f32>>
    %12 = "stablehlo.fft"(%11) <{fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 3, 12, 20>}> : (tensor<3x12x20xcomplex<f32>>) -> tensor<3x12x20xcomplex<f32>>
    %13 = stablehlo.imag %12 : (tensor<3x12x20xcomplex<f32>>) -> tensor<3x12x20xf32>
    return %4, %8, %10, %13 : tensor<3x12x20xf32>, tensor<2x97xf64>, tensor<2x49xf64>, tensor<3x12x20xf32>
  }
}

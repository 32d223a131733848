// Images of few colours that are halved, and that are enlarged and combined with others: in each row, a vector of results reads
// every other pixel, or each pixel two, three or eight times. The widths leave pixels that do not fill a block of vectors.
module @resampled_pixels {
  func.func @main(%image: tensor<14x150x3xui8>, %small: tensor<7x75x3xui8>, %points: tensor<4x13x3xf32>,
                  %others: tensor<4x39x3xf32>, %mask: tensor<3x9xi8>, %colours: tensor<24x72x3xf32>,
                  %flow: tensor<6x46x2xi16>, %samples: tensor<3x70x5xi32>)
      -> (tensor<7x75x3xui8>, tensor<7x75x3xui8>, tensor<7x75x3xf32>, tensor<14x150x3xui8>, tensor<4x39x3xf32>,
          tensor<24x72x3xf32>, tensor<3x23x2xi16>, tensor<3x35x5xi32>, tensor<7x75x3xui8>) {
    %halved = stablehlo.slice %image [0:14:2, 0:150:2, 0:3] : (tensor<14x150x3xui8>) -> tensor<7x75x3xui8>
    %0 = stablehlo.slice %image [0:14:2, 1:150:2, 0:3] : (tensor<14x150x3xui8>) -> tensor<7x75x3xui8>
    %1 = stablehlo.convert %halved : (tensor<7x75x3xui8>) -> tensor<7x75x3xui16>
    %2 = stablehlo.convert %0 : (tensor<7x75x3xui8>) -> tensor<7x75x3xui16>
    %3 = stablehlo.add %1, %2 : tensor<7x75x3xui16>
    %one = stablehlo.constant dense<1> : tensor<7x75x3xui16>
    %4 = stablehlo.shift_right_logical %3, %one : tensor<7x75x3xui16>
    %means = stablehlo.convert %4 : (tensor<7x75x3xui16>) -> tensor<7x75x3xui8>
    %5 = stablehlo.convert %halved : (tensor<7x75x3xui8>) -> tensor<7x75x3xf32>
    %half = stablehlo.constant dense<127.5> : tensor<7x75x3xf32>
    %centred = stablehlo.subtract %5, %half : tensor<7x75x3xf32>
    %6 = stablehlo.broadcast_in_dim %small, dims = [0, 2, 4] : (tensor<7x75x3xui8>) -> tensor<7x2x75x2x3xui8>
    %7 = stablehlo.reshape %6 : (tensor<7x2x75x2x3xui8>) -> tensor<14x150x3xui8>
    %doubled = stablehlo.xor %7, %image : tensor<14x150x3xui8>
    %8 = stablehlo.broadcast_in_dim %points, dims = [0, 1, 3] : (tensor<4x13x3xf32>) -> tensor<4x13x3x3xf32>
    %9 = stablehlo.reshape %8 : (tensor<4x13x3x3xf32>) -> tensor<4x39x3xf32>
    %tripled = stablehlo.subtract %others, %9 : tensor<4x39x3xf32>
    %10 = stablehlo.broadcast_in_dim %mask, dims = [0, 2] : (tensor<3x9xi8>) -> tensor<3x8x9x8xi8>
    %11 = stablehlo.reshape %10 : (tensor<3x8x9x8xi8>) -> tensor<24x72xi8>
    %nothing = stablehlo.constant dense<0> : tensor<24x72xi8>
    %12 = stablehlo.compare GT, %11, %nothing : (tensor<24x72xi8>, tensor<24x72xi8>) -> tensor<24x72xi1>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<24x72xi1>) -> tensor<24x72x3xi1>
    %black = stablehlo.constant dense<0.0> : tensor<24x72x3xf32>
    %masked = stablehlo.select %13, %colours, %black : tensor<24x72x3xi1>, tensor<24x72x3xf32>
    %14 = stablehlo.slice %flow [0:6:2, 0:46:2, 0:2] : (tensor<6x46x2xi16>) -> tensor<3x23x2xi16>
    %15 = stablehlo.slice %flow [1:6:2, 1:46:2, 0:2] : (tensor<6x46x2xi16>) -> tensor<3x23x2xi16>
    %across = stablehlo.subtract %14, %15 : tensor<3x23x2xi16>
    %16 = stablehlo.slice %samples [0:3, 1:70:2, 0:5] : (tensor<3x70x5xi32>) -> tensor<3x35x5xi32>
    %odd = stablehlo.negate %16 : tensor<3x35x5xi32>
    %17 = stablehlo.reverse %halved, dims = [1] : tensor<7x75x3xui8>
    %back = stablehlo.xor %17, %small : tensor<7x75x3xui8>
    return %halved, %means, %centred, %doubled, %tripled, %masked, %across, %odd, %back
        : tensor<7x75x3xui8>, tensor<7x75x3xui8>, tensor<7x75x3xf32>, tensor<14x150x3xui8>, tensor<4x39x3xf32>,
          tensor<24x72x3xf32>, tensor<3x23x2xi16>, tensor<3x35x5xi32>, tensor<7x75x3xui8>
  }
}

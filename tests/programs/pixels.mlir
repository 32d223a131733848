// Pixels of a few channels: flipped, with channels reversed, dropped, added, taken from planes and from points.
module @pixels {
  func.func @main(%image: tensor<2x7x75x3xui8>, %alpha: tensor<9x37x4xui8>, %planes: tensor<1x3x9x23xf32>,
                  %points: tensor<101x3xf32>, %others: tensor<101x3xf32>, %luma: tensor<67xf32>,
                  %pairs: tensor<5x40x2xf32>, %words: tensor<150x2xi64>)
      -> (tensor<2x7x75x3xui8>, tensor<2x7x75x3xui8>, tensor<9x37x3xui8>, tensor<9x37x5xui8>,
          tensor<1x9x23x3xui8>, tensor<101x3xf32>, tensor<67x3xf32>, tensor<5x40x2xf32>, tensor<150x2xi64>,
          tensor<75x3xi16>, tensor<101x5xf32>, tensor<101x4xf32>) {
    %flipped = stablehlo.reverse %image, dims = [2] : tensor<2x7x75x3xui8>
    %swapped = stablehlo.reverse %image, dims = [3] : tensor<2x7x75x3xui8>
    %opaque = stablehlo.slice %alpha [0:9, 0:37, 0:3] : (tensor<9x37x4xui8>) -> tensor<9x37x3xui8>
    %full = stablehlo.constant dense<255> : tensor<9x37x1xui8>
    %five = stablehlo.concatenate %alpha, %full, dim = 2 : (tensor<9x37x4xui8>, tensor<9x37x1xui8>) -> tensor<9x37x5xui8>
    %turned = stablehlo.transpose %planes, dims = [0, 2, 3, 1] : (tensor<1x3x9x23xf32>) -> tensor<1x9x23x3xf32>
    %scale = stablehlo.constant dense<100.0> : tensor<1x9x23x3xf32>
    %scaled = stablehlo.multiply %turned, %scale : tensor<1x9x23x3xf32>
    %bytes = stablehlo.convert %scaled : (tensor<1x9x23x3xf32>) -> tensor<1x9x23x3xui8>
    %x = stablehlo.slice %points [0:101, 0:1] : (tensor<101x3xf32>) -> tensor<101x1xf32>
    %y = stablehlo.slice %points [0:101, 1:2] : (tensor<101x3xf32>) -> tensor<101x1xf32>
    %z = stablehlo.slice %others [0:101, 2:3] : (tensor<101x3xf32>) -> tensor<101x1xf32>
    %sum = stablehlo.add %x, %y : tensor<101x1xf32>
    %mixed = stablehlo.concatenate %sum, %z, %x, dim = 1 : (tensor<101x1xf32>, tensor<101x1xf32>, tensor<101x1xf32>) -> tensor<101x3xf32>
    %grey = stablehlo.reshape %luma : (tensor<67xf32>) -> tensor<67x1xf32>
    %dark = stablehlo.negate %grey : tensor<67x1xf32>
    %colours = stablehlo.concatenate %grey, %dark, %grey, dim = 1 : (tensor<67x1xf32>, tensor<67x1xf32>, tensor<67x1xf32>) -> tensor<67x3xf32>
    %real = stablehlo.slice %pairs [0:5, 0:40, 0:1] : (tensor<5x40x2xf32>) -> tensor<5x40x1xf32>
    %imaginary = stablehlo.slice %pairs [0:5, 0:40, 1:2] : (tensor<5x40x2xf32>) -> tensor<5x40x1xf32>
    %minus = stablehlo.negate %imaginary : tensor<5x40x1xf32>
    %rotated = stablehlo.concatenate %minus, %real, dim = 2 : (tensor<5x40x1xf32>, tensor<5x40x1xf32>) -> tensor<5x40x2xf32>
    %exchanged = stablehlo.reverse %words, dims = [0, 1] : tensor<150x2xi64>
    %row = stablehlo.slice %image [0:1, 3:4, 0:75, 0:3] : (tensor<2x7x75x3xui8>) -> tensor<1x1x75x3xui8>
    %line = stablehlo.reshape %row : (tensor<1x1x75x3xui8>) -> tensor<75x3xui8>
    %mirrored = stablehlo.reverse %line, dims = [0] : tensor<75x3xui8>
    %wide = stablehlo.convert %mirrored : (tensor<75x3xui8>) -> tensor<75x3xi16>
    %nought = stablehlo.constant dense<0.5> : tensor<f32>
    %around = stablehlo.pad %points, %nought, low = [0, 1], high = [0, 1], interior = [0, 0] : (tensor<101x3xf32>, tensor<f32>) -> tensor<101x5xf32>
    %homogeneous = stablehlo.pad %points, %nought, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<101x3xf32>, tensor<f32>) -> tensor<101x4xf32>
    return %flipped, %swapped, %opaque, %five, %bytes, %mixed, %colours, %rotated, %exchanged, %wide, %around, %homogeneous
        : tensor<2x7x75x3xui8>, tensor<2x7x75x3xui8>, tensor<9x37x3xui8>, tensor<9x37x5xui8>,
          tensor<1x9x23x3xui8>, tensor<101x3xf32>, tensor<67x3xf32>, tensor<5x40x2xf32>, tensor<150x2xi64>,
          tensor<75x3xi16>, tensor<101x5xf32>, tensor<101x4xf32>
  }
}

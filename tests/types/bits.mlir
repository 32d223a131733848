func.func @main(%a: tensor<37xf32>, %b: tensor<37xf64>, %c: tensor<37xbf16>, %d: tensor<37xui32>, %e: tensor<36x4xui8>) -> (tensor<37xf32>, tensor<37xf32>, tensor<37xf64>, tensor<37xbf16>, tensor<37x4xui8>, tensor<36xf32>, tensor<37x2xi16>, tensor<37x8xi8>, tensor<37x2xi4>) {
  %0 = stablehlo.reduce_precision %a, format = e5m10 : tensor<37xf32>
  %1 = stablehlo.reduce_precision %a, format = e8m3 : tensor<37xf32>
  %2 = stablehlo.reduce_precision %b, format = e8m23 : tensor<37xf64>
  %3 = stablehlo.reduce_precision %c, format = e4m3 : tensor<37xbf16>
  %4 = stablehlo.bitcast_convert %d : (tensor<37xui32>) -> tensor<37x4xui8>
  %5 = stablehlo.bitcast_convert %e : (tensor<36x4xui8>) -> tensor<36xf32>
  %6 = stablehlo.bitcast_convert %a : (tensor<37xf32>) -> tensor<37x2xi16>
  %7 = stablehlo.bitcast_convert %b : (tensor<37xf64>) -> tensor<37x8xi8>
  %i = stablehlo.convert %d : (tensor<37xui32>) -> tensor<37xi8>
  %8 = stablehlo.bitcast_convert %i : (tensor<37xi8>) -> tensor<37x2xi4>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<37xf32>, tensor<37xf32>, tensor<37xf64>, tensor<37xbf16>, tensor<37x4xui8>, tensor<36xf32>, tensor<37x2xi16>, tensor<37x8xi8>, tensor<37x2xi4>
}

// Products of bytes, signed and unsigned, added in 32 bits: of arguments and of weights, of rows and of columns.
module @byte_products {
  func.func public @main(%rows: tensor<23x36xi8>, %columns: tensor<36x70xi8>, %image: tensor<2x6x7x8xui8>)
      -> (tensor<23x70xi32>, tensor<23x70xi32>, tensor<23x70xi32>, tensor<23x70xi32>, tensor<70x23xi32>, tensor<23x33xi32>, tensor<2x6x7x9xi32>, tensor<2x6x7x9xi32>, tensor<9x27xi32>, tensor<9x27xi32>, tensor<9x27xi32>) {
    %wide_rows = stablehlo.constant dense<19> : tensor<23x36xi8>
    %wide_columns = stablehlo.constant dense<13> : tensor<36x70xi8>
    %wide_image = stablehlo.constant dense<13> : tensor<2x6x7x8xui8>
    %x = stablehlo.multiply %rows, %wide_rows : tensor<23x36xi8>
    %y = stablehlo.multiply %columns, %wide_columns : tensor<36x70xi8>
    %z = stablehlo.multiply %image, %wide_image : tensor<2x6x7x8xui8>
    %ux = stablehlo.bitcast_convert %x : (tensor<23x36xi8>) -> tensor<23x36xui8>
    %uy = stablehlo.bitcast_convert %y : (tensor<36x70xi8>) -> tensor<36x70xui8>

    %ss = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<23x36xi8>, tensor<36x70xi8>) -> tensor<23x70xi32>
    %us = stablehlo.dot_general %ux, %y, contracting_dims = [1] x [0] : (tensor<23x36xui8>, tensor<36x70xi8>) -> tensor<23x70xi32>
    %su = stablehlo.dot_general %x, %uy, contracting_dims = [1] x [0] : (tensor<23x36xi8>, tensor<36x70xui8>) -> tensor<23x70xi32>
    %uu = stablehlo.dot_general %ux, %uy, contracting_dims = [1] x [0] : (tensor<23x36xui8>, tensor<36x70xui8>) -> tensor<23x70xi32>
    %swapped = stablehlo.dot_general %y, %x, contracting_dims = [0] x [1] : (tensor<36x70xi8>, tensor<23x36xi8>) -> tensor<70x23xi32>

    %count = stablehlo.iota dim = 0 : tensor<1188xi32>
    %factor = stablehlo.constant dense<37> : tensor<1188xi32>
    %spread = stablehlo.multiply %count, %factor : tensor<1188xi32>
    %bytes = stablehlo.convert %spread : (tensor<1188xi32>) -> tensor<1188xi8>
    %weights = stablehlo.reshape %bytes : (tensor<1188xi8>) -> tensor<33x36xi8>
    %packed = stablehlo.dot_general %x, %weights, contracting_dims = [1] x [1] : (tensor<23x36xi8>, tensor<33x36xi8>) -> tensor<23x33xi32>

    %some = stablehlo.slice %bytes [0:648] : (tensor<1188xi8>) -> tensor<648xi8>
    %kernel = stablehlo.reshape %some : (tensor<648xi8>) -> tensor<3x3x8x9xi8>
    %ukernel = stablehlo.bitcast_convert %kernel : (tensor<3x3x8x9xi8>) -> tensor<3x3x8x9xui8>
    %signed_image = stablehlo.bitcast_convert %z : (tensor<2x6x7x8xui8>) -> tensor<2x6x7x8xi8>
    %signed = stablehlo.convolution(%signed_image, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x7x8xi8>, tensor<3x3x8x9xi8>) -> tensor<2x6x7x9xi32>
    %unsigned = stablehlo.convolution(%z, %ukernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x7x8xui8>, tensor<3x3x8x9xui8>) -> tensor<2x6x7x9xi32>

    // As long as several vectors.
    %long_x = stablehlo.reshape %x : (tensor<23x36xi8>) -> tensor<9x92xi8>
    %flat_y = stablehlo.reshape %y : (tensor<36x70xi8>) -> tensor<2520xi8>
    %some_y = stablehlo.slice %flat_y [0:2484] : (tensor<2520xi8>) -> tensor<2484xi8>
    %long_y = stablehlo.reshape %some_y : (tensor<2484xi8>) -> tensor<92x27xi8>
    %long_ux = stablehlo.bitcast_convert %long_x : (tensor<9x92xi8>) -> tensor<9x92xui8>
    %long_uy = stablehlo.bitcast_convert %long_y : (tensor<92x27xi8>) -> tensor<92x27xui8>
    %long_ss = stablehlo.dot_general %long_x, %long_y, contracting_dims = [1] x [0] : (tensor<9x92xi8>, tensor<92x27xi8>) -> tensor<9x27xi32>
    %long_uu = stablehlo.dot_general %long_ux, %long_uy, contracting_dims = [1] x [0] : (tensor<9x92xui8>, tensor<92x27xui8>) -> tensor<9x27xi32>
    %turned_y = stablehlo.reshape %some_y : (tensor<2484xi8>) -> tensor<27x92xi8>
    %turned = stablehlo.dot_general %long_x, %turned_y, contracting_dims = [1] x [1] : (tensor<9x92xi8>, tensor<27x92xi8>) -> tensor<9x27xi32>
    return %ss, %us, %su, %uu, %swapped, %packed, %signed, %unsigned, %long_ss, %long_uu, %turned : tensor<23x70xi32>, tensor<23x70xi32>, tensor<23x70xi32>, tensor<23x70xi32>, tensor<70x23xi32>, tensor<23x33xi32>, tensor<2x6x7x9xi32>, tensor<2x6x7x9xi32>, tensor<9x27xi32>, tensor<9x27xi32>, tensor<9x27xi32>
  }
}

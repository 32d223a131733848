// Reductions of short rows, of which one lies in each lane of a vector.
module @rows_side_by_side {
  func.func @main(%logits: tensor<37x10xf32>, %double: tensor<19x7xf64>, %features: tensor<2x21x24xf32>,
                  %gain: tensor<24xf32>, %attended: tensor<3x9x12xf32>,
                  %values: tensor<45xf32>, %edges: tensor<13xf32>, %words: tensor<70xi32>, %known: tensor<9xi32>)
      -> (tensor<37x10xf32>, tensor<19xf64>, tensor<2x21x24xf32>, tensor<3x9x12xbf16>, tensor<37x10xf32>, tensor<45xi32>,
          tensor<70xi1>) {
    %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %most = stablehlo.reduce(%logits init: %lowest) applies stablehlo.maximum across dimensions = [1]
        : (tensor<37x10xf32>, tensor<f32>) -> tensor<37xf32>
    %mosts = stablehlo.broadcast_in_dim %most, dims = [0] : (tensor<37xf32>) -> tensor<37x10xf32>
    %below = stablehlo.subtract %logits, %mosts : tensor<37x10xf32>
    %powers = stablehlo.exponential %below : tensor<37x10xf32>
    %sum = stablehlo.reduce(%powers init: %zero) applies stablehlo.add across dimensions = [1]
        : (tensor<37x10xf32>, tensor<f32>) -> tensor<37xf32>
    %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<37xf32>) -> tensor<37x10xf32>
    %probabilities = stablehlo.divide %powers, %sums : tensor<37x10xf32>

    %zero_double = stablehlo.constant dense<0.0> : tensor<f64>
    %double_powers = stablehlo.exponential %double : tensor<19x7xf64>
    %double_sum = stablehlo.reduce(%double_powers init: %zero_double) applies stablehlo.add across dimensions = [1]
        : (tensor<19x7xf64>, tensor<f64>) -> tensor<19xf64>
    %logarithm = stablehlo.log %double_sum : tensor<19xf64>

    %count = stablehlo.constant dense<24.0> : tensor<2x21xf32>
    %small = stablehlo.constant dense<1.0e-5> : tensor<2x21xf32>
    %total = stablehlo.reduce(%features init: %zero) applies stablehlo.add across dimensions = [2]
        : (tensor<2x21x24xf32>, tensor<f32>) -> tensor<2x21xf32>
    %mean = stablehlo.divide %total, %count : tensor<2x21xf32>
    %means = stablehlo.broadcast_in_dim %mean, dims = [0, 1] : (tensor<2x21xf32>) -> tensor<2x21x24xf32>
    %centred = stablehlo.subtract %features, %means : tensor<2x21x24xf32>
    %squares = stablehlo.multiply %centred, %centred : tensor<2x21x24xf32>
    %square_total = stablehlo.reduce(%squares init: %zero) applies stablehlo.add across dimensions = [2]
        : (tensor<2x21x24xf32>, tensor<f32>) -> tensor<2x21xf32>
    %variance = stablehlo.divide %square_total, %count : tensor<2x21xf32>
    %positive = stablehlo.add %variance, %small : tensor<2x21xf32>
    %scale = stablehlo.rsqrt %positive : tensor<2x21xf32>
    %scales = stablehlo.broadcast_in_dim %scale, dims = [0, 1] : (tensor<2x21xf32>) -> tensor<2x21x24xf32>
    %scaled = stablehlo.multiply %centred, %scales : tensor<2x21x24xf32>
    %gains = stablehlo.broadcast_in_dim %gain, dims = [2] : (tensor<24xf32>) -> tensor<2x21x24xf32>
    %normalised = stablehlo.multiply %scaled, %gains : tensor<2x21x24xf32>

    %narrow = stablehlo.convert %attended : (tensor<3x9x12xf32>) -> tensor<3x9x12xbf16>
    %narrow_lowest = stablehlo.constant dense<0xFF80> : tensor<bf16>
    %narrow_most = stablehlo.reduce(%narrow init: %narrow_lowest) applies stablehlo.maximum across dimensions = [2]
        : (tensor<3x9x12xbf16>, tensor<bf16>) -> tensor<3x9xbf16>
    %narrow_mosts = stablehlo.broadcast_in_dim %narrow_most, dims = [0, 1] : (tensor<3x9xbf16>) -> tensor<3x9x12xbf16>
    %narrow_below = stablehlo.subtract %narrow, %narrow_mosts : tensor<3x9x12xbf16>
    %narrow_powers = stablehlo.exponential %narrow_below : tensor<3x9x12xbf16>
    %wide_powers = stablehlo.convert %narrow_powers : (tensor<3x9x12xbf16>) -> tensor<3x9x12xf32>
    %wide_sum = stablehlo.reduce(%wide_powers init: %zero) applies stablehlo.add across dimensions = [2]
        : (tensor<3x9x12xf32>, tensor<f32>) -> tensor<3x9xf32>
    %narrow_sum = stablehlo.convert %wide_sum : (tensor<3x9xf32>) -> tensor<3x9xbf16>
    %narrow_sums = stablehlo.broadcast_in_dim %narrow_sum, dims = [0, 1] : (tensor<3x9xbf16>) -> tensor<3x9x12xbf16>
    %narrow_probabilities = stablehlo.divide %narrow_powers, %narrow_sums : tensor<3x9x12xbf16>
    // Every row reads one of them, too.
    %fourth = stablehlo.slice %logits [3:4, 0:10] : (tensor<37x10xf32>) -> tensor<1x10xf32>
    %flat = stablehlo.reshape %fourth : (tensor<1x10xf32>) -> tensor<10xf32>
    %fourths = stablehlo.broadcast_in_dim %flat, dims = [1] : (tensor<10xf32>) -> tensor<37x10xf32>
    %apart = stablehlo.subtract %logits, %fourths : tensor<37x10xf32>
    %apart_most = stablehlo.reduce(%apart init: %lowest) applies stablehlo.maximum across dimensions = [1]
        : (tensor<37x10xf32>, tensor<f32>) -> tensor<37xf32>
    %apart_mosts = stablehlo.broadcast_in_dim %apart_most, dims = [0] : (tensor<37xf32>) -> tensor<37x10xf32>
    %apart_below = stablehlo.subtract %apart, %apart_mosts : tensor<37x10xf32>
    %apart_powers = stablehlo.exponential %apart_below : tensor<37x10xf32>
    %apart_sum = stablehlo.reduce(%apart_powers init: %zero) applies stablehlo.add across dimensions = [1]
        : (tensor<37x10xf32>, tensor<f32>) -> tensor<37xf32>
    %apart_sums = stablehlo.broadcast_in_dim %apart_sum, dims = [0] : (tensor<37xf32>) -> tensor<37x10xf32>
    %apart_probabilities = stablehlo.divide %apart_powers, %apart_sums : tensor<37x10xf32>
    %each_value = stablehlo.broadcast_in_dim %values, dims = [0] : (tensor<45xf32>) -> tensor<45x13xf32>
    %each_edge = stablehlo.broadcast_in_dim %edges, dims = [1] : (tensor<13xf32>) -> tensor<45x13xf32>
    %above = stablehlo.compare GE, %each_value, %each_edge : (tensor<45x13xf32>, tensor<45x13xf32>) -> tensor<45x13xi1>
    %ones = stablehlo.convert %above : (tensor<45x13xi1>) -> tensor<45x13xi32>
    %none = stablehlo.constant dense<0> : tensor<i32>
    %bucket = stablehlo.reduce(%ones init: %none) applies stablehlo.add across dimensions = [1]
        : (tensor<45x13xi32>, tensor<i32>) -> tensor<45xi32>
    %each_word = stablehlo.broadcast_in_dim %words, dims = [0] : (tensor<70xi32>) -> tensor<70x9xi32>
    %each_known = stablehlo.broadcast_in_dim %known, dims = [1] : (tensor<9xi32>) -> tensor<70x9xi32>
    %equal = stablehlo.compare EQ, %each_word, %each_known : (tensor<70x9xi32>, tensor<70x9xi32>) -> tensor<70x9xi1>
    %false = stablehlo.constant dense<false> : tensor<i1>
    %is_known = stablehlo.reduce(%equal init: %false) applies stablehlo.or across dimensions = [1]
        : (tensor<70x9xi1>, tensor<i1>) -> tensor<70xi1>
    return %probabilities, %logarithm, %normalised, %narrow_probabilities, %apart_probabilities, %bucket, %is_known
        : tensor<37x10xf32>, tensor<19xf64>, tensor<2x21x24xf32>, tensor<3x9x12xbf16>, tensor<37x10xf32>, tensor<45xi32>,
          tensor<70xi1>
  }
}

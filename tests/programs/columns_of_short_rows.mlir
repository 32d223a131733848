// Reductions of rows of 8 and 16 elements side by side: bits packed to bytes, sums and maxima of neighbours, and the distances of
// all pairs of rows of two tables, where one table is read again for each row of the other.
module @columns_of_short_rows {
  func.func @main(%bits: tensor<67x128xui8>, %places: tensor<8xui8>, %words: tensor<96x16xi32>, %points: tensor<37x8xi32>,
                  %others: tensor<83x8xi32>, %codes: tensor<21x16xui32>, %keys: tensor<70x16xui32>, %samples: tensor<40x40xi16>)
      -> (tensor<67x16xui8>, tensor<96xi32>, tensor<37x83xi32>, tensor<21x70xui32>, tensor<40x5xi16>) {
    %zero = stablehlo.constant dense<0> : tensor<ui8>
    %one = stablehlo.constant dense<1> : tensor<67x16x8xui8>
    %0 = stablehlo.reshape %bits : (tensor<67x128xui8>) -> tensor<67x16x8xui8>
    %1 = stablehlo.and %0, %one : tensor<67x16x8xui8>
    %2 = stablehlo.broadcast_in_dim %places, dims = [2] : (tensor<8xui8>) -> tensor<67x16x8xui8>
    %3 = stablehlo.shift_left %1, %2 : tensor<67x16x8xui8>
    %packed = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<67x16x8xui8>, tensor<ui8>) -> tensor<67x16xui8>
    %none = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.reshape %words : (tensor<96x16xi32>) -> tensor<16x96xi32>
    %5 = stablehlo.reshape %4 : (tensor<16x96xi32>) -> tensor<96x16xi32>
    %sums = stablehlo.reduce(%5 init: %none) applies stablehlo.add across dimensions = [1] : (tensor<96x16xi32>, tensor<i32>) -> tensor<96xi32>
    %6 = stablehlo.broadcast_in_dim %points, dims = [0, 2] : (tensor<37x8xi32>) -> tensor<37x83x8xi32>
    %7 = stablehlo.broadcast_in_dim %others, dims = [1, 2] : (tensor<83x8xi32>) -> tensor<37x83x8xi32>
    %8 = stablehlo.subtract %6, %7 : tensor<37x83x8xi32>
    %9 = stablehlo.multiply %8, %8 : tensor<37x83x8xi32>
    %distances = stablehlo.reduce(%9 init: %none) applies stablehlo.add across dimensions = [2] : (tensor<37x83x8xi32>, tensor<i32>) -> tensor<37x83xi32>
    %nothing = stablehlo.constant dense<0> : tensor<ui32>
    %10 = stablehlo.broadcast_in_dim %codes, dims = [0, 2] : (tensor<21x16xui32>) -> tensor<21x70x16xui32>
    %11 = stablehlo.broadcast_in_dim %keys, dims = [1, 2] : (tensor<70x16xui32>) -> tensor<21x70x16xui32>
    %12 = stablehlo.xor %10, %11 : tensor<21x70x16xui32>
    %13 = stablehlo.popcnt %12 : tensor<21x70x16xui32>
    %hamming = stablehlo.reduce(%13 init: %nothing) applies stablehlo.add across dimensions = [2] : (tensor<21x70x16xui32>, tensor<ui32>) -> tensor<21x70xui32>
    %least = stablehlo.constant dense<-32768> : tensor<i16>
    %14 = stablehlo.reshape %samples : (tensor<40x40xi16>) -> tensor<40x5x8xi16>
    %maxima = stablehlo.reduce(%14 init: %least) applies stablehlo.maximum across dimensions = [2] : (tensor<40x5x8xi16>, tensor<i16>) -> tensor<40x5xi16>
    return %packed, %sums, %distances, %hamming, %maxima
        : tensor<67x16xui8>, tensor<96xi32>, tensor<37x83xi32>, tensor<21x70xui32>, tensor<40x5xi16>
  }
}

// Products with weights that the kernels dequantise as they read them: scales of columns, of groups and of rows, zero
// points, slices, bf16, a batch; one row, few rows, and rows that share copied panels.
module @quantised_weights {
  func.func public @main(%one: tensor<1x256xf32>, %few: tensor<7x256xf32>, %rows: tensor<20x256xf32>, %bytes: tensor<256x301xi8>, %scales: tensor<301xf32>, %group_scales: tensor<8x301xf32>, %zero_points: tensor<301xi8>, %across: tensor<44x256xi8>, %row_scales: tensor<44xf32>, %batch: tensor<3x5x64xf32>, %batch_bytes: tensor<3x64x48xi8>) -> (tensor<1x301xf32>, tensor<7x301xf32>, tensor<20x301xf32>, tensor<1x44xf32>, tensor<7x256xf32>, tensor<7x301xbf16>, tensor<3x5x48xf32>) {
    %values = stablehlo.convert %bytes : (tensor<256x301xi8>) -> tensor<256x301xf32>
    %grouped = stablehlo.reshape %values : (tensor<256x301xf32>) -> tensor<8x32x301xf32>
    %group_factors = stablehlo.broadcast_in_dim %group_scales, dims = [0, 2] : (tensor<8x301xf32>) -> tensor<8x32x301xf32>
    %scaled_groups = stablehlo.multiply %grouped, %group_factors : tensor<8x32x301xf32>
    %by_group = stablehlo.reshape %scaled_groups : (tensor<8x32x301xf32>) -> tensor<256x301xf32>
    %0 = stablehlo.dot_general %one, %by_group, contracting_dims = [1] x [0] : (tensor<1x256xf32>, tensor<256x301xf32>) -> tensor<1x301xf32>

    %zeros = stablehlo.convert %zero_points : (tensor<301xi8>) -> tensor<301xf32>
    %all_zeros = stablehlo.broadcast_in_dim %zeros, dims = [1] : (tensor<301xf32>) -> tensor<256x301xf32>
    %all_scales = stablehlo.broadcast_in_dim %scales, dims = [1] : (tensor<301xf32>) -> tensor<256x301xf32>
    %again = stablehlo.convert %bytes : (tensor<256x301xi8>) -> tensor<256x301xf32>
    %moved = stablehlo.subtract %again, %all_zeros : tensor<256x301xf32>
    %affine = stablehlo.multiply %moved, %all_scales : tensor<256x301xf32>
    %1 = stablehlo.dot_general %few, %affine, contracting_dims = [1] x [0] : (tensor<7x256xf32>, tensor<256x301xf32>) -> tensor<7x301xf32>

    %once_more = stablehlo.convert %bytes : (tensor<256x301xi8>) -> tensor<256x301xf32>
    %scaled = stablehlo.multiply %once_more, %all_scales : tensor<256x301xf32>
    %2 = stablehlo.dot_general %rows, %scaled, contracting_dims = [1] x [0] : (tensor<20x256xf32>, tensor<256x301xf32>) -> tensor<20x301xf32>

    %across_values = stablehlo.convert %across : (tensor<44x256xi8>) -> tensor<44x256xf32>
    %row_factors = stablehlo.broadcast_in_dim %row_scales, dims = [0] : (tensor<44xf32>) -> tensor<44x256xf32>
    %across_scaled = stablehlo.multiply %across_values, %row_factors : tensor<44x256xf32>
    %3 = stablehlo.dot_general %one, %across_scaled, contracting_dims = [1] x [1] : (tensor<1x256xf32>, tensor<44x256xf32>) -> tensor<1x44xf32>

    %other_values = stablehlo.convert %across : (tensor<44x256xi8>) -> tensor<44x256xf32>
    %other_scaled = stablehlo.multiply %other_values, %row_factors : tensor<44x256xf32>
    %middle = stablehlo.slice %other_scaled [3:35, 0:256] : (tensor<44x256xf32>) -> tensor<32x256xf32>
    %few_columns = stablehlo.slice %few [0:7, 11:43] : (tensor<7x256xf32>) -> tensor<7x32xf32>
    %4 = stablehlo.dot_general %few_columns, %middle, contracting_dims = [1] x [0] : (tensor<7x32xf32>, tensor<32x256xf32>) -> tensor<7x256xf32>

    %short_few = stablehlo.convert %few : (tensor<7x256xf32>) -> tensor<7x256xbf16>
    %short_values = stablehlo.convert %bytes : (tensor<256x301xi8>) -> tensor<256x301xbf16>
    %short_scales = stablehlo.convert %scales : (tensor<301xf32>) -> tensor<301xbf16>
    %short_factors = stablehlo.broadcast_in_dim %short_scales, dims = [1] : (tensor<301xbf16>) -> tensor<256x301xbf16>
    %short_scaled = stablehlo.multiply %short_values, %short_factors : tensor<256x301xbf16>
    %5 = stablehlo.dot_general %short_few, %short_scaled, contracting_dims = [1] x [0] : (tensor<7x256xbf16>, tensor<256x301xbf16>) -> tensor<7x301xbf16>

    %batch_values = stablehlo.convert %batch_bytes : (tensor<3x64x48xi8>) -> tensor<3x64x48xf32>
    %batch_squares = stablehlo.multiply %batch_values, %batch_values : tensor<3x64x48xf32>
    %6 = stablehlo.dot_general %batch, %batch_squares, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x5x64xf32>, tensor<3x64x48xf32>) -> tensor<3x5x48xf32>
    return %0, %1, %2, %3, %4, %5, %6 : tensor<1x301xf32>, tensor<7x301xf32>, tensor<20x301xf32>, tensor<1x44xf32>, tensor<7x256xf32>, tensor<7x301xbf16>, tensor<3x5x48xf32>
  }
}

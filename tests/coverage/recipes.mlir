// The smallest programs around one op, by the op's name and, where it has several, what this one shows. The element type
// is left open; recipes.h says what stands for it. Elementwise ops whose operands and results have one type need none.

// ----- stablehlo.after_all
func.func @main() -> !stablehlo.token {
  %t = "stablehlo.create_token"() : () -> !stablehlo.token
  %r = stablehlo.after_all %t, %t : !stablehlo.token
  return %r : !stablehlo.token
}

// ----- stablehlo.all_gather
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2x3x$T>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.all_reduce
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = "stablehlo.all_reduce"(%a) ({
  ^bb0(%x: tensor<$T>, %y: tensor<$T>):
    %s = stablehlo.add %x, %y : tensor<$T>
    stablehlo.return %s : tensor<$T>
  }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2x3x$T>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.all_to_all
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 1 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2x3x$T>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.async_done
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %f = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<2x3x$T>):
    %s = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2x3x$T>) -> tensor<2x3x$T>
    stablehlo.return %s : tensor<2x3x$T>
  }) : (tensor<2x3x$T>) -> !stablehlo.future<tensor<2x3x$T>>
  %r = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2x3x$T>>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.async_start
func.func @main(%a: tensor<2x3x$T>) -> tensor<1x3x$T> {
  %f = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<2x3x$T>):
    %s = "stablehlo.slice"(%x) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 1, 3>, strides = array<i64: 1, 1>} : (tensor<2x3x$T>) -> tensor<1x3x$T>
    stablehlo.return %s : tensor<1x3x$T>
  }) : (tensor<2x3x$T>) -> !stablehlo.future<tensor<1x3x$T>>
  %r = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<1x3x$T>>) -> tensor<1x3x$T>
  return %r : tensor<1x3x$T>
}

// ----- stablehlo.batch_norm_grad
func.func @main(%a: tensor<4x2x$T>, %s: tensor<2x$T>, %g: tensor<4x2x$T>) -> (tensor<4x2x$T>, tensor<2x$T>, tensor<2x$T>) {
  %r:3 = "stablehlo.batch_norm_grad"(%a, %s, %s, %s, %g) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<4x2x$T>, tensor<2x$T>, tensor<2x$T>, tensor<2x$T>, tensor<4x2x$T>) -> (tensor<4x2x$T>, tensor<2x$T>, tensor<2x$T>)
  return %r#0, %r#1, %r#2 : tensor<4x2x$T>, tensor<2x$T>, tensor<2x$T>
}

// ----- stablehlo.batch_norm_inference
func.func @main(%a: tensor<4x2x$T>, %s: tensor<2x$T>) -> tensor<4x2x$T> {
  %r = "stablehlo.batch_norm_inference"(%a, %s, %s, %s, %s) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<4x2x$T>, tensor<2x$T>, tensor<2x$T>, tensor<2x$T>, tensor<2x$T>) -> tensor<4x2x$T>
  return %r : tensor<4x2x$T>
}

// ----- stablehlo.batch_norm_training
func.func @main(%a: tensor<4x2x$T>, %s: tensor<2x$T>) -> (tensor<4x2x$T>, tensor<2x$T>, tensor<2x$T>) {
  %r:3 = "stablehlo.batch_norm_training"(%a, %s, %s) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<4x2x$T>, tensor<2x$T>, tensor<2x$T>) -> (tensor<4x2x$T>, tensor<2x$T>, tensor<2x$T>)
  return %r#0, %r#1, %r#2 : tensor<4x2x$T>, tensor<2x$T>, tensor<2x$T>
}

// ----- stablehlo.bitcast_convert
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = stablehlo.bitcast_convert %a : (tensor<2x3x$T>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.broadcast
func.func @main(%a: tensor<3x$T>) -> tensor<2x3x$T> {
  %r = "stablehlo.broadcast"(%a) {broadcast_sizes = array<i64: 2>} : (tensor<3x$T>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.broadcast_in_dim
func.func @main(%a: tensor<2x$T>) -> tensor<2x3x$T> {
  %r = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<2x$T>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.case
func.func @main(%i: tensor<i32>, %a: tensor<2x3x$T>, %b: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = "stablehlo.case"(%i) ({
    stablehlo.return %a : tensor<2x3x$T>
  }, {
    stablehlo.return %b : tensor<2x3x$T>
  }) : (tensor<i32>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.cholesky
func.func @main(%a: tensor<2x2x$T>) -> tensor<2x2x$T> {
  %r = "stablehlo.cholesky"(%a) {lower = true} : (tensor<2x2x$T>) -> tensor<2x2x$T>
  return %r : tensor<2x2x$T>
}

// ----- stablehlo.clamp
func.func @main(%a: tensor<$T>, %b: tensor<2x3x$T>, %c: tensor<$T>) -> tensor<2x3x$T> {
  %r = stablehlo.clamp %a, %b, %c : (tensor<$T>, tensor<2x3x$T>, tensor<$T>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.collective_broadcast
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2x3x$T>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.collective_permute
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<0> : tensor<1x2xi64>} : (tensor<2x3x$T>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.collective_reduce
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = "stablehlo.collective_reduce"(%a) ({
  ^bb0(%x: tensor<$T>, %y: tensor<$T>):
    %s = stablehlo.add %x, %y : tensor<$T>
    stablehlo.return %s : tensor<$T>
  }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2x3x$T>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.compare
func.func @main(%a: tensor<2x3x$T>, %b: tensor<2x3x$T>) -> tensor<2x3xi1> {
  %r = stablehlo.compare LT, %a, %b : (tensor<2x3x$T>, tensor<2x3x$T>) -> tensor<2x3xi1>
  return %r : tensor<2x3xi1>
}

// ----- stablehlo.complex
func.func @main(%a: tensor<2x3x$T>, %b: tensor<2x3x$T>) -> tensor<2x3x$C> {
  %r = stablehlo.complex %a, %b : tensor<2x3x$C>
  return %r : tensor<2x3x$C>
}

// ----- stablehlo.composite
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = stablehlo.composite "library.same" %a {decomposition = @same} : (tensor<2x3x$T>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}
func.func private @same(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  return %a : tensor<2x3x$T>
}

// ----- stablehlo.concatenate
func.func @main(%a: tensor<2x3x$T>, %b: tensor<2x1x$T>) -> tensor<2x4x$T> {
  %r = stablehlo.concatenate %a, %b, dim = 1 : (tensor<2x3x$T>, tensor<2x1x$T>) -> tensor<2x4x$T>
  return %r : tensor<2x4x$T>
}

// ----- stablehlo.constant
func.func @main() -> tensor<2x$T> {
  %r = "stablehlo.constant"() {value = dense<$1> : tensor<2x$T>} : () -> tensor<2x$T>
  return %r : tensor<2x$T>
}

// ----- stablehlo.convert | to f32
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3xf32> {
  %r = stablehlo.convert %a : (tensor<2x3x$T>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// ----- stablehlo.convert | from f32
func.func @main(%a: tensor<2x3xf32>) -> tensor<2x3x$T> {
  %r = stablehlo.convert %a : (tensor<2x3xf32>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.convert | from ui64
func.func @main(%a: tensor<2x3xui64>) -> tensor<2x3x$T> {
  %r = stablehlo.convert %a : (tensor<2x3xui64>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.convolution
func.func @main(%a: tensor<1x4x3x$L>, %b: tensor<2x2x3x$T>) -> tensor<1x2x3x$L> {
  %r = "stablehlo.convolution"(%a, %b) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[o, 0, i]->[b, f, 0]>, feature_group_count = 1 : i64} : (tensor<1x4x3x$L>, tensor<2x2x3x$T>) -> tensor<1x2x3x$L>
  return %r : tensor<1x2x3x$L>
}

// ----- stablehlo.create_token
func.func @main() -> !stablehlo.token {
  %r = "stablehlo.create_token"() : () -> !stablehlo.token
  return %r : !stablehlo.token
}

// ----- stablehlo.cross-replica-sum
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = "stablehlo.cross-replica-sum"(%a) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2x3x$T>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.custom_call | of a function of the user's own
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = stablehlo.custom_call @my_function(%a) : (tensor<2x3x$T>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.dot
func.func @main(%a: tensor<2x3x$L>, %b: tensor<3x4x$L>) -> tensor<2x4x$L> {
  %r = "stablehlo.dot"(%a, %b) : (tensor<2x3x$L>, tensor<3x4x$L>) -> tensor<2x4x$L>
  return %r : tensor<2x4x$L>
}

// ----- stablehlo.dot_general
func.func @main(%a: tensor<4x3x$L>, %b: tensor<2x3x$T>) -> tensor<4x2x$L> {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<4x3x$L>, tensor<2x3x$T>) -> tensor<4x2x$L>
  return %r : tensor<4x2x$L>
}

// ----- stablehlo.dynamic_broadcast_in_dim
func.func @main(%a: tensor<2x$T>) -> tensor<2x3x$T> {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0] : (tensor<2x$T>, tensor<2xi64>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.dynamic_conv
func.func @main(%a: tensor<1x4x3x$L>, %b: tensor<2x2x3x$T>) -> tensor<1x2x3x$L> {
  %p = stablehlo.constant dense<0> : tensor<1x2xi64>
  %r = "stablehlo.dynamic_conv"(%a, %b, %p) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[o, 0, i]->[b, f, 0]>, feature_group_count = 1 : i64} : (tensor<1x4x3x$L>, tensor<2x2x3x$T>, tensor<1x2xi64>) -> tensor<1x2x3x$L>
  return %r : tensor<1x2x3x$L>
}

// ----- stablehlo.dynamic_gather
func.func @main(%a: tensor<2x3x$T>, %i: tensor<2xi64>) -> tensor<2x3x$T> {
  %s = stablehlo.constant dense<[1, 3]> : tensor<2xi64>
  %r = "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<2x3x$T>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.dynamic_iota
func.func @main() -> tensor<2x3x$T> {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.dynamic_pad
func.func @main(%a: tensor<2x3x$T>, %p: tensor<$T>) -> tensor<2x5x$T> {
  %z = stablehlo.constant dense<0> : tensor<2xi64>
  %h = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
  %r = stablehlo.dynamic_pad %a, %p, %z, %h, %z : (tensor<2x3x$T>, tensor<$T>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x5x$T>
  return %r : tensor<2x5x$T>
}

// ----- stablehlo.dynamic_reshape
func.func @main(%a: tensor<2x6x$T>) -> tensor<2x3x2x$T> {
  %s = stablehlo.constant dense<[2, 3, 2]> : tensor<3xi64>
  %r = stablehlo.dynamic_reshape %a, %s : (tensor<2x6x$T>, tensor<3xi64>) -> tensor<2x3x2x$T>
  return %r : tensor<2x3x2x$T>
}

// ----- stablehlo.dynamic_slice
func.func @main(%a: tensor<2x3x$T>, %i: tensor<i64>) -> tensor<2x2x$T> {
  %r = stablehlo.dynamic_slice %a, %i, %i, sizes = [2, 2] : (tensor<2x3x$T>, tensor<i64>, tensor<i64>) -> tensor<2x2x$T>
  return %r : tensor<2x2x$T>
}

// ----- stablehlo.dynamic_update_slice
func.func @main(%a: tensor<2x3x$T>, %b: tensor<2x2x$T>, %i: tensor<i64>) -> tensor<2x3x$T> {
  %r = stablehlo.dynamic_update_slice %a, %b, %i, %i : (tensor<2x3x$T>, tensor<2x2x$T>, tensor<i64>, tensor<i64>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.einsum
func.func @main(%a: tensor<2x3x$T>, %b: tensor<3x4x$T>) -> tensor<2x4x$T> {
  %r = "stablehlo.einsum"(%a, %b) {einsum_config = "ij,jk->ik"} : (tensor<2x3x$T>, tensor<3x4x$T>) -> tensor<2x4x$T>
  return %r : tensor<2x4x$T>
}

// ----- stablehlo.fft | FFT
func.func @main(%a: tensor<2x8x$T>) -> tensor<2x8x$T> {
  %r = stablehlo.fft %a, type = FFT, length = [8] : (tensor<2x8x$T>) -> tensor<2x8x$T>
  return %r : tensor<2x8x$T>
}

// ----- stablehlo.fft | RFFT
func.func @main(%a: tensor<2x8x$T>) -> tensor<2x5x$C> {
  %r = stablehlo.fft %a, type = RFFT, length = [8] : (tensor<2x8x$T>) -> tensor<2x5x$C>
  return %r : tensor<2x5x$C>
}

// ----- stablehlo.fft | IRFFT
func.func @main(%a: tensor<2x5x$T>) -> tensor<2x8x$P> {
  %r = stablehlo.fft %a, type = IRFFT, length = [8] : (tensor<2x5x$T>) -> tensor<2x8x$P>
  return %r : tensor<2x8x$P>
}

// ----- stablehlo.gather
func.func @main(%a: tensor<2x3x$T>, %i: tensor<2xi64>) -> tensor<2x3x$T> {
  %r = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>} : (tensor<2x3x$T>, tensor<2xi64>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.get_dimension_size
func.func @main(%a: tensor<2x3x$T>) -> tensor<i32> {
  %r = stablehlo.get_dimension_size %a, dim = 1 : (tensor<2x3x$T>) -> tensor<i32>
  return %r : tensor<i32>
}

// ----- stablehlo.get_tuple_element
func.func @main(%a: tensor<2x3x$T>, %b: tensor<i32>) -> tensor<2x3x$T> {
  %t = stablehlo.tuple %b, %a : tuple<tensor<i32>, tensor<2x3x$T>>
  %r = stablehlo.get_tuple_element %t[1] : (tuple<tensor<i32>, tensor<2x3x$T>>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.if
func.func @main(%i: tensor<i1>, %a: tensor<2x3x$T>, %b: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = "stablehlo.if"(%i) ({
    stablehlo.return %a : tensor<2x3x$T>
  }, {
    stablehlo.return %b : tensor<2x3x$T>
  }) : (tensor<i1>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.imag
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$P> {
  %r = stablehlo.imag %a : (tensor<2x3x$T>) -> tensor<2x3x$P>
  return %r : tensor<2x3x$P>
}

// ----- stablehlo.infeed
func.func @main() -> tensor<2x3x$T> {
  %t = "stablehlo.create_token"() : () -> !stablehlo.token
  %r:2 = "stablehlo.infeed"(%t) {infeed_config = ""} : (!stablehlo.token) -> (tensor<2x3x$T>, !stablehlo.token)
  return %r#0 : tensor<2x3x$T>
}

// ----- stablehlo.iota
func.func @main() -> tensor<2x3x$T> {
  %r = stablehlo.iota dim = 0 : tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.is_finite
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3xi1> {
  %r = stablehlo.is_finite %a : (tensor<2x3x$T>) -> tensor<2x3xi1>
  return %r : tensor<2x3xi1>
}

// ----- stablehlo.map
func.func @main(%a: tensor<2x3x$T>, %b: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = "stablehlo.map"(%a, %b) ({
  ^bb0(%x: tensor<$T>, %y: tensor<$T>):
    %m = stablehlo.maximum %x, %y : tensor<$T>
    stablehlo.return %m : tensor<$T>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3x$T>, tensor<2x3x$T>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.map | over a loop, with a capture
func.func @main(%a: tensor<2x3x$T>, %b: tensor<$T>) -> tensor<2x3x$T> {
  %r = "stablehlo.map"(%a) ({
  ^bb0(%x: tensor<$T>):
    %n = stablehlo.constant dense<3> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %w:2 = stablehlo.while(%i = %n, %v = %x) : tensor<i32>, tensor<$T>
    cond {
      %p = stablehlo.compare GT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %j = stablehlo.subtract %i, %one : tensor<i32>
      %m = stablehlo.maximum %v, %b : tensor<$T>
      stablehlo.return %j, %m : tensor<i32>, tensor<$T>
    }
    stablehlo.return %w#1 : tensor<$T>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3x$T>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.optimization_barrier
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = stablehlo.optimization_barrier %a : tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.outfeed
func.func @main(%a: tensor<2x3x$T>) -> !stablehlo.token {
  %t = "stablehlo.create_token"() : () -> !stablehlo.token
  %r = "stablehlo.outfeed"(%a, %t) {outfeed_config = ""} : (tensor<2x3x$T>, !stablehlo.token) -> !stablehlo.token
  return %r : !stablehlo.token
}

// ----- stablehlo.pad
func.func @main(%a: tensor<2x3x$T>, %p: tensor<$T>) -> tensor<2x6x$T> {
  %r = stablehlo.pad %a, %p, low = [0, -1], high = [0, 2], interior = [0, 1] : (tensor<2x3x$T>, tensor<$T>) -> tensor<2x6x$T>
  return %r : tensor<2x6x$T>
}

// ----- stablehlo.partition_id
func.func @main() -> tensor<ui32> {
  %r = stablehlo.partition_id : tensor<ui32>
  return %r : tensor<ui32>
}

// ----- stablehlo.real
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$P> {
  %r = stablehlo.real %a : (tensor<2x3x$T>) -> tensor<2x3x$P>
  return %r : tensor<2x3x$P>
}

// ----- stablehlo.real_dynamic_slice
func.func @main(%a: tensor<2x3x$T>, %b: tensor<2xi64>) -> tensor<2x2x$T> {
  %z = stablehlo.constant dense<0> : tensor<2xi64>
  %l = stablehlo.constant dense<2> : tensor<2xi64>
  %s = stablehlo.constant dense<1> : tensor<2xi64>
  %r = stablehlo.real_dynamic_slice %a, %z, %l, %s : (tensor<2x3x$T>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x2x$T>
  return %r : tensor<2x2x$T>
}

// ----- stablehlo.recv
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %t = "stablehlo.create_token"() : () -> !stablehlo.token
  %s = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<0> : tensor<1x2xi64>} : (tensor<2x3x$T>, !stablehlo.token) -> !stablehlo.token
  %r:2 = "stablehlo.recv"(%s) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<0> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2x3x$T>, !stablehlo.token)
  return %r#0 : tensor<2x3x$T>
}

// ----- stablehlo.reduce
func.func @main(%a: tensor<2x3x$T>, %i: tensor<$T>) -> tensor<2x$T> {
  %r = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [1] : (tensor<2x3x$T>, tensor<$T>) -> tensor<2x$T>
  return %r : tensor<2x$T>
}

// ----- stablehlo.reduce | of two tensors
func.func @main(%a: tensor<2x3x$T>, %k: tensor<2x3xi32>, %i: tensor<$T>, %z: tensor<i32>) -> (tensor<2x$T>, tensor<2xi32>) {
  %r:2 = "stablehlo.reduce"(%a, %k, %i, %z) ({
  ^bb0(%x: tensor<$T>, %p: tensor<i32>, %y: tensor<$T>, %q: tensor<i32>):
    %c = stablehlo.compare GE, %x, %y : (tensor<$T>, tensor<$T>) -> tensor<i1>
    %v = stablehlo.select %c, %x, %y : tensor<i1>, tensor<$T>
    %n = stablehlo.select %c, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %v, %n : tensor<$T>, tensor<i32>
  }) {dimensions = array<i64: 1>} : (tensor<2x3x$T>, tensor<2x3xi32>, tensor<$T>, tensor<i32>) -> (tensor<2x$T>, tensor<2xi32>)
  return %r#0, %r#1 : tensor<2x$T>, tensor<2xi32>
}

// ----- stablehlo.reduce_precision
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = stablehlo.reduce_precision %a, format = e3m2 : tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.reduce_scatter
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%x: tensor<$T>, %y: tensor<$T>):
    %s = stablehlo.add %x, %y : tensor<$T>
    stablehlo.return %s : tensor<$T>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2x3x$T>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.reduce_window
func.func @main(%a: tensor<2x5x$T>, %i: tensor<$T>) -> tensor<2x4x$T> {
  %r = "stablehlo.reduce_window"(%a, %i) ({
  ^bb0(%x: tensor<$T>, %y: tensor<$T>):
    %s = stablehlo.add %x, %y : tensor<$T>
    stablehlo.return %s : tensor<$T>
  }) {window_dimensions = array<i64: 1, 2>} : (tensor<2x5x$T>, tensor<$T>) -> tensor<2x4x$T>
  return %r : tensor<2x4x$T>
}

// ----- stablehlo.replica_id
func.func @main() -> tensor<ui32> {
  %r = stablehlo.replica_id : tensor<ui32>
  return %r : tensor<ui32>
}

// ----- stablehlo.reshape
func.func @main(%a: tensor<2x6x$T>) -> tensor<2x3x2x$T> {
  %r = stablehlo.reshape %a : (tensor<2x6x$T>) -> tensor<2x3x2x$T>
  return %r : tensor<2x3x2x$T>
}

// ----- stablehlo.reverse
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = stablehlo.reverse %a, dims = [1] : tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.rng | UNIFORM
func.func @main(%a: tensor<$T>, %b: tensor<$T>) -> tensor<2x3x$T> {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<$T>, tensor<$T>, tensor<2xi64>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.rng | NORMAL
func.func @main(%a: tensor<$T>, %b: tensor<$T>) -> tensor<2x3x$T> {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.rng %a, %b, %s, distribution = NORMAL : (tensor<$T>, tensor<$T>, tensor<2xi64>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.rng_bit_generator | THREE_FRY
func.func @main(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3x$T>) {
  %n, %r = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3x$T>)
  return %n, %r : tensor<2xui64>, tensor<2x3x$T>
}

// ----- stablehlo.rng_bit_generator | PHILOX
func.func @main(%s: tensor<3xui64>) -> (tensor<3xui64>, tensor<2x3x$T>) {
  %n, %r = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x3x$T>)
  return %n, %r : tensor<3xui64>, tensor<2x3x$T>
}

// ----- stablehlo.scatter
func.func @main(%a: tensor<2x3x$T>, %i: tensor<2xi64>, %u: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = "stablehlo.scatter"(%a, %i, %u) ({
  ^bb0(%x: tensor<$T>, %y: tensor<$T>):
    %s = stablehlo.add %x, %y : tensor<$T>
    stablehlo.return %s : tensor<$T>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<2x3x$T>, tensor<2xi64>, tensor<2x3x$T>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.select
func.func @main(%p: tensor<2x3xi1>, %a: tensor<2x3x$T>, %b: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = stablehlo.select %p, %a, %b : tensor<2x3xi1>, tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.select_and_scatter
func.func @main(%a: tensor<2x4x$T>, %g: tensor<2x2x$T>, %i: tensor<$T>) -> tensor<2x4x$T> {
  %r = "stablehlo.select_and_scatter"(%a, %g, %i) ({
  ^bb0(%x: tensor<$T>, %y: tensor<$T>):
    %c = stablehlo.compare GE, %x, %y : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<$T>, %y: tensor<$T>):
    %s = stablehlo.add %x, %y : tensor<$T>
    stablehlo.return %s : tensor<$T>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<2x4x$T>, tensor<2x2x$T>, tensor<$T>) -> tensor<2x4x$T>
  return %r : tensor<2x4x$T>
}

// ----- stablehlo.send
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %t = "stablehlo.create_token"() : () -> !stablehlo.token
  %s = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<0> : tensor<1x2xi64>} : (tensor<2x3x$T>, !stablehlo.token) -> !stablehlo.token
  %r:2 = "stablehlo.recv"(%s) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<0> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2x3x$T>, !stablehlo.token)
  return %r#0 : tensor<2x3x$T>
}

// ----- stablehlo.set_dimension_size
func.func @main(%a: tensor<2x3x$T>, %n: tensor<i32>, %i: tensor<$T>) -> tensor<2x$T> {
  %d = stablehlo.set_dimension_size %a, %n, dim = 1 : (tensor<2x3x$T>, tensor<i32>) -> tensor<2x?x$T, #stablehlo.bounds<?, 3>>
  %r = stablehlo.reduce(%d init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<2x?x$T, #stablehlo.bounds<?, 3>>, tensor<$T>) -> tensor<2x$T>
  return %r : tensor<2x$T>
}

// ----- stablehlo.slice
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x2x$T> {
  %r = stablehlo.slice %a [0:2, 0:3:2] : (tensor<2x3x$T>) -> tensor<2x2x$T>
  return %r : tensor<2x2x$T>
}

// ----- stablehlo.sort
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<$T>, %y: tensor<$T>):
    %c = stablehlo.compare LT, %x, %y : (tensor<$T>, tensor<$T>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<2x3x$T>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.torch_index_select
func.func @main(%a: tensor<2x3x$T>, %i: tensor<4xi32>) -> tensor<2x4x$T> {
  %r = "stablehlo.torch_index_select"(%a, %i) {dim = 1 : i64, batch_dims = 0 : i64} : (tensor<2x3x$T>, tensor<4xi32>) -> tensor<2x4x$T>
  return %r : tensor<2x4x$T>
}

// ----- stablehlo.transpose
func.func @main(%a: tensor<2x3x4x$T>) -> tensor<2x4x3x$T> {
  %r = stablehlo.transpose %a, dims = [0, 2, 1] : (tensor<2x3x4x$T>) -> tensor<2x4x3x$T>
  return %r : tensor<2x4x3x$T>
}

// ----- stablehlo.triangular_solve
func.func @main(%a: tensor<2x2x$T>, %b: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x2x$T>, tensor<2x3x$T>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.tuple
func.func @main(%a: tensor<2x3x$T>) -> tuple<tensor<2x3x$T>> {
  %r = stablehlo.tuple %a : tuple<tensor<2x3x$T>>
  return %r : tuple<tensor<2x3x$T>>
}

// ----- stablehlo.unary_einsum
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x$T> {
  %r = "stablehlo.unary_einsum"(%a) {einsum_config = "ij->i"} : (tensor<2x3x$T>) -> tensor<2x$T>
  return %r : tensor<2x$T>
}

// ----- stablehlo.uniform_dequantize
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$E> {
  %r = stablehlo.uniform_dequantize %a : (tensor<2x3x$T>) -> tensor<2x3x$E>
  return %r : tensor<2x3x$E>
}

// ----- stablehlo.uniform_quantize | from its expressed type
func.func @main(%a: tensor<2x3x$E>) -> tensor<2x3x$T> {
  %r = stablehlo.uniform_quantize %a : (tensor<2x3x$E>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- stablehlo.uniform_quantize | of a quantized type
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x!quant.uniform<i8:f32, 0.125:3>> {
  %r = stablehlo.uniform_quantize %a : (tensor<2x3x$T>) -> tensor<2x3x!quant.uniform<i8:f32, 0.125:3>>
  return %r : tensor<2x3x!quant.uniform<i8:f32, 0.125:3>>
}

// ----- stablehlo.while
func.func @main(%n: tensor<i32>, %a: tensor<2x3x$T>, %b: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:3 = stablehlo.while(%i = %n, %x = %a, %y = %b) : tensor<i32>, tensor<2x3x$T>, tensor<2x3x$T>
  cond {
    %p = stablehlo.compare GT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.subtract %i, %one : tensor<i32>
    stablehlo.return %j, %y, %x : tensor<i32>, tensor<2x3x$T>, tensor<2x3x$T>
  }
  return %r#1 : tensor<2x3x$T>
}

// ----- chlo.broadcast_compare
func.func @main(%a: tensor<2x3x$T>, %b: tensor<3x$T>) -> tensor<2x3xi1> {
  %r = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3x$T>, tensor<3x$T>) -> tensor<2x3xi1>
  return %r : tensor<2x3xi1>
}

// ----- chlo.broadcast_complex
func.func @main(%a: tensor<2x3x$T>, %b: tensor<3x$T>) -> tensor<2x3x$C> {
  %r = chlo.broadcast_complex %a, %b : (tensor<2x3x$T>, tensor<3x$T>) -> tensor<2x3x$C>
  return %r : tensor<2x3x$C>
}

// ----- chlo.broadcast_select
func.func @main(%p: tensor<3xi1>, %a: tensor<2x3x$T>, %b: tensor<3x$T>) -> tensor<2x3x$T> {
  %r = chlo.broadcast_select %p, %a, %b : (tensor<3xi1>, tensor<2x3x$T>, tensor<3x$T>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- chlo.constant
func.func @main() -> tensor<2x$T> {
  %r = "chlo.constant"() {value = dense<$1> : tensor<2x$T>} : () -> tensor<2x$T>
  return %r : tensor<2x$T>
}

// ----- chlo.constant_like
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = "chlo.constant_like"(%a) {value = $A} : (tensor<2x3x$T>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- chlo.is_inf
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3xi1> {
  %r = chlo.is_inf %a : tensor<2x3x$T> -> tensor<2x3xi1>
  return %r : tensor<2x3xi1>
}

// ----- chlo.is_neg_inf
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3xi1> {
  %r = chlo.is_neg_inf %a : tensor<2x3x$T> -> tensor<2x3xi1>
  return %r : tensor<2x3xi1>
}

// ----- chlo.is_pos_inf
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3xi1> {
  %r = chlo.is_pos_inf %a : tensor<2x3x$T> -> tensor<2x3xi1>
  return %r : tensor<2x3xi1>
}

// ----- chlo.ragged_dot | over rows
func.func @main(%a: tensor<4x3x$T>, %b: tensor<2x3x5x$T>) -> tensor<4x5x$T> {
  %g = stablehlo.constant dense<[1, 3]> : tensor<2xi64>
  %r = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<4x3x$T>, tensor<2x3x5x$T>, tensor<2xi64>) -> tensor<4x5x$T>
  return %r : tensor<4x5x$T>
}

// ----- chlo.ragged_dot | over a contracted dimension
func.func @main(%a: tensor<4x3x$T>, %b: tensor<3x5x$T>, %g: tensor<2xi64>) -> tensor<2x4x5x$T> {
  %r = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>} : (tensor<4x3x$T>, tensor<3x5x$T>, tensor<2xi64>) -> tensor<2x4x5x$T>
  return %r : tensor<2x4x5x$T>
}

// ----- chlo.scan
func.func @main(%a: tensor<2x3x$T>, %i: tensor<3x$T>) -> (tensor<2x3x$T>, tensor<3x$T>) {
  %r:2 = chlo.scan(%a) inits (%i) dimension = 0 attributes {is_reverse = false} {
  ^bb0(%x: tensor<3x$T>, %c: tensor<3x$T>):
    %s = stablehlo.maximum %x, %c : tensor<3x$T>
    stablehlo.return %s, %s : tensor<3x$T>, tensor<3x$T>
  } : (tensor<2x3x$T>, tensor<3x$T>) -> (tensor<2x3x$T>, tensor<3x$T>)
  return %r#0, %r#1 : tensor<2x3x$T>, tensor<3x$T>
}

// ----- chlo.top_k
func.func @main(%a: tensor<2x5x$T>) -> (tensor<2x3x$T>, tensor<2x3xi32>) {
  %v, %i = chlo.top_k(%a, k = 3) : tensor<2x5x$T> -> (tensor<2x3x$T>, tensor<2x3xi32>)
  return %v, %i : tensor<2x3x$T>, tensor<2x3xi32>
}

// ----- func.call
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = func.call @same(%a) : (tensor<2x3x$T>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}
func.func private @same(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  return %a : tensor<2x3x$T>
}

// ----- sdy.manual_computation
sdy.mesh @mesh = <["x"=1]>
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<2x3x$T>) {
    sdy.return %b : tensor<2x3x$T>
  } : (tensor<2x3x$T>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- sdy.reshard
sdy.mesh @mesh = <["x"=1]>
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = sdy.reshard %a <@mesh, [{"x"}, {}]> : tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// ----- sdy.sharding_constraint
sdy.mesh @mesh = <["x"=1]>
func.func @main(%a: tensor<2x3x$T>) -> tensor<2x3x$T> {
  %r = sdy.sharding_constraint %a <@mesh, [{"x"}, {}]> : tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// What lies past a size stays out of every result, whatever the elements are.
func.func private @complex_numbers_at(%size: tensor<i32>) -> (tensor<7x2xcomplex<f32>>, tensor<i32>, tensor<4x2xcomplex<f32>>, tensor<i32>, tensor<9x3xcomplex<f32>>, tensor<i32>, tensor<2x4xcomplex<f32>>, tensor<i32>, tensor<4x1xcomplex<f32>>, tensor<i32>, tensor<8xcomplex<f32>>, tensor<i32>, tensor<8xcomplex<f32>>, tensor<i32>, tensor<5x2xcomplex<f32>>, tensor<3x2xcomplex<f32>>, tensor<4x2xcomplex<f32>>, tensor<i32>, tensor<2xcomplex<f32>>, tensor<4x2xcomplex<f32>>, tensor<i32>, tensor<4x2xcomplex<f32>>, tensor<i32>, tensor<2x2xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>, tensor<i32>, tensor<2x4xcomplex<f32>>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[(4.0, 1.0), (2.0, 0.0)], [(4.0, 2.0), (-2.0, 2.0)], [(0.0, -2.0), (-1.0, 2.0)], [(-2.0, 2.0), (2.0, 0.0)]]> : tensor<4x2xcomplex<f32>>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 0 : (tensor<4x2xcomplex<f32>>, tensor<i32>) -> tensor<?x2xcomplex<f32>, #stablehlo.bounds<4, ?>>
  %b = stablehlo.constant dense<[[(0.0, -2.0), (2.0, 3.0)], [(-2.0, -2.0), (2.0, 3.0)], [(-3.0, 0.0), (2.0, 1.0)]]> : tensor<3x2xcomplex<f32>>
  %i = stablehlo.constant dense<(3.0, -2.0)> : tensor<complex<f32>>
  %t = stablehlo.constant dense<[[(0.0, 4.0), (1.0, 4.0)], [(-1.0, 1.0), (0.0, -2.0)], [(3.0, -2.0), (4.0, 3.0)], [(-1.0, 4.0), (1.0, -2.0)], [(2.0, -1.0), (-3.0, 2.0)]]> : tensor<5x2xcomplex<f32>>
  %w_s = stablehlo.constant dense<[[(-3.0, 3.0), (4.0, 0.0), (-1.0, -2.0), (-1.0, 1.0)], [(3.0, 0.0), (2.0, -3.0), (-3.0, -2.0), (0.0, 1.0)]]> : tensor<2x4xcomplex<f32>>
  %w = stablehlo.set_dimension_size %w_s, %n, dim = 1 : (tensor<2x4xcomplex<f32>>, tensor<i32>) -> tensor<2x?xcomplex<f32>, #stablehlo.bounds<?, 4>>
  %p_s = stablehlo.constant dense<[[[(3.0, 4.0), (3.0, 3.0)], [(4.0, -2.0), (3.0, -2.0)], [(2.0, -3.0), (-3.0, -2.0)], [(4.0, -3.0), (1.0, 2.0)]], [[(2.0, 4.0), (-2.0, 1.0)], [(-1.0, 3.0), (0.0, -2.0)], [(-2.0, -3.0), (-1.0, -1.0)], [(-3.0, -1.0), (-3.0, 1.0)]]]> : tensor<2x4x2xcomplex<f32>>
  %p = stablehlo.set_dimension_size %p_s, %n, dim = 1 : (tensor<2x4x2xcomplex<f32>>, tensor<i32>) -> tensor<2x?x2xcomplex<f32>, #stablehlo.bounds<?, 4, ?>>
  %u_s = stablehlo.constant dense<[[(2.0, -3.0), (-1.0, -3.0)], [(0.0, 1.0), (-3.0, -1.0)]]> : tensor<2x2xcomplex<f32>>
  %d0 = stablehlo.constant dense<2> : tensor<i32>
  %y0 = stablehlo.divide %n, %d0 : tensor<i32>
  %u = stablehlo.set_dimension_size %u_s, %y0, dim = 1 : (tensor<2x2xcomplex<f32>>, tensor<i32>) -> tensor<2x?xcomplex<f32>, #stablehlo.bounds<?, 2>>
  %f = stablehlo.constant dense<[[[(4.0, 3.0), (3.0, 2.0), (-1.0, 0.0)], [(-3.0, 1.0), (2.0, 3.0), (2.0, -3.0)]], [[(-1.0, 4.0), (1.0, -1.0), (-2.0, 2.0)], [(3.0, 1.0), (-2.0, -2.0), (-2.0, -3.0)]]]> : tensor<2x2x3xcomplex<f32>>
  %m0 = stablehlo.concatenate %b, %a, dim = 0 : (tensor<3x2xcomplex<f32>>, tensor<?x2xcomplex<f32>, #stablehlo.bounds<4, ?>>) -> tensor<?x2xcomplex<f32>, #stablehlo.bounds<7, ?>>
  %m1 = stablehlo.reverse %a, dims = [0, 1] : tensor<?x2xcomplex<f32>, #stablehlo.bounds<4, ?>>
  %m2 = stablehlo.pad %a, %i, low = [2, 0], high = [0, 1], interior = [1, 0] : (tensor<?x2xcomplex<f32>, #stablehlo.bounds<4, ?>>, tensor<complex<f32>>) -> tensor<?x3xcomplex<f32>, #stablehlo.bounds<9, ?>>
  %m3 = stablehlo.transpose %a, dims = [1, 0] : (tensor<?x2xcomplex<f32>, #stablehlo.bounds<4, ?>>) -> tensor<2x?xcomplex<f32>, #stablehlo.bounds<?, 4>>
  %m4 = stablehlo.slice %a [0:4, 1:2] : (tensor<?x2xcomplex<f32>, #stablehlo.bounds<4, ?>>) -> tensor<?x1xcomplex<f32>, #stablehlo.bounds<4, ?>>
  %m6 = stablehlo.reshape %a : (tensor<?x2xcomplex<f32>, #stablehlo.bounds<4, ?>>) -> tensor<?xcomplex<f32>, #stablehlo.bounds<8>>
  %m7 = stablehlo.reshape %w : (tensor<2x?xcomplex<f32>, #stablehlo.bounds<?, 4>>) -> tensor<?xcomplex<f32>, #stablehlo.bounds<8>>
  %j = stablehlo.constant dense<1> : tensor<i32>
  %k = stablehlo.constant dense<0> : tensor<i32>
  %m8 = stablehlo.dynamic_update_slice %t, %a, %j, %k : (tensor<5x2xcomplex<f32>>, tensor<?x2xcomplex<f32>, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<5x2xcomplex<f32>>
  %gi = stablehlo.constant dense<[0, 3, 1]> : tensor<3xi32>
  %g0 = "stablehlo.gather"(%t, %gi) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>} : (tensor<5x2xcomplex<f32>>, tensor<3xi32>) -> tensor<3x2xcomplex<f32>>
  %g1 = "stablehlo.scatter"(%a, %gi, %b) ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
    stablehlo.return %y : tensor<complex<f32>>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<?x2xcomplex<f32>, #stablehlo.bounds<4, ?>>, tensor<3xi32>, tensor<3x2xcomplex<f32>>) -> tensor<?x2xcomplex<f32>, #stablehlo.bounds<4, ?>>
  %r0 = stablehlo.reduce(%a init: %i) applies stablehlo.maximum across dimensions = [0] : (tensor<?x2xcomplex<f32>, #stablehlo.bounds<4, ?>>, tensor<complex<f32>>) -> tensor<2xcomplex<f32>>
  %r1 = "stablehlo.reduce_window"(%a, %i) ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
    %s = stablehlo.maximum %x, %y : tensor<complex<f32>>
    stablehlo.return %s : tensor<complex<f32>>
  }) {window_dimensions = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<?x2xcomplex<f32>, #stablehlo.bounds<4, ?>>, tensor<complex<f32>>) -> tensor<?x2xcomplex<f32>, #stablehlo.bounds<4, ?>>
  %ss0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
    %c = stablehlo.compare GT, %x, %y : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<?x2xcomplex<f32>, #stablehlo.bounds<4, ?>>) -> tensor<?x2xcomplex<f32>, #stablehlo.bounds<4, ?>>
  %dd0 = stablehlo.dot_general %w, %a, contracting_dims = [1] x [0] : (tensor<2x?xcomplex<f32>, #stablehlo.bounds<?, 4>>, tensor<?x2xcomplex<f32>, #stablehlo.bounds<4, ?>>) -> tensor<2x2xcomplex<f32>>
  %dd1 = "stablehlo.convolution"(%p, %f) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<2x?x2xcomplex<f32>, #stablehlo.bounds<?, 4, ?>>, tensor<2x2x3xcomplex<f32>>) -> tensor<2x?x3xcomplex<f32>, #stablehlo.bounds<?, 3, ?>>
  %e0 = "stablehlo.select_and_scatter"(%w, %u, %i) ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
    %c = stablehlo.compare GE, %x, %y : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
    %s = stablehlo.add %x, %y : tensor<complex<f32>>
    stablehlo.return %s : tensor<complex<f32>>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<2x?xcomplex<f32>, #stablehlo.bounds<?, 4>>, tensor<2x?xcomplex<f32>, #stablehlo.bounds<?, 2>>, tensor<complex<f32>>) -> tensor<2x?xcomplex<f32>, #stablehlo.bounds<?, 4>>
  %z0 = stablehlo.constant dense<(0.0, 0.0)> : tensor<7x2xcomplex<f32>>
  %o0 = stablehlo.dynamic_update_slice %z0, %m0, %zero, %zero : (tensor<7x2xcomplex<f32>>, tensor<?x2xcomplex<f32>, #stablehlo.bounds<7, ?>>, tensor<i32>, tensor<i32>) -> tensor<7x2xcomplex<f32>>
  %s0_0 = stablehlo.get_dimension_size %m0, dim = 0 : (tensor<?x2xcomplex<f32>, #stablehlo.bounds<7, ?>>) -> tensor<i32>
  %z1 = stablehlo.constant dense<(0.0, 0.0)> : tensor<4x2xcomplex<f32>>
  %o1 = stablehlo.dynamic_update_slice %z1, %m1, %zero, %zero : (tensor<4x2xcomplex<f32>>, tensor<?x2xcomplex<f32>, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xcomplex<f32>>
  %s1_0 = stablehlo.get_dimension_size %m1, dim = 0 : (tensor<?x2xcomplex<f32>, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %z2 = stablehlo.constant dense<(0.0, 0.0)> : tensor<9x3xcomplex<f32>>
  %o2 = stablehlo.dynamic_update_slice %z2, %m2, %zero, %zero : (tensor<9x3xcomplex<f32>>, tensor<?x3xcomplex<f32>, #stablehlo.bounds<9, ?>>, tensor<i32>, tensor<i32>) -> tensor<9x3xcomplex<f32>>
  %s2_0 = stablehlo.get_dimension_size %m2, dim = 0 : (tensor<?x3xcomplex<f32>, #stablehlo.bounds<9, ?>>) -> tensor<i32>
  %z3 = stablehlo.constant dense<(0.0, 0.0)> : tensor<2x4xcomplex<f32>>
  %o3 = stablehlo.dynamic_update_slice %z3, %m3, %zero, %zero : (tensor<2x4xcomplex<f32>>, tensor<2x?xcomplex<f32>, #stablehlo.bounds<?, 4>>, tensor<i32>, tensor<i32>) -> tensor<2x4xcomplex<f32>>
  %s3_1 = stablehlo.get_dimension_size %m3, dim = 1 : (tensor<2x?xcomplex<f32>, #stablehlo.bounds<?, 4>>) -> tensor<i32>
  %z4 = stablehlo.constant dense<(0.0, 0.0)> : tensor<4x1xcomplex<f32>>
  %o4 = stablehlo.dynamic_update_slice %z4, %m4, %zero, %zero : (tensor<4x1xcomplex<f32>>, tensor<?x1xcomplex<f32>, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x1xcomplex<f32>>
  %s4_0 = stablehlo.get_dimension_size %m4, dim = 0 : (tensor<?x1xcomplex<f32>, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %z5 = stablehlo.constant dense<(0.0, 0.0)> : tensor<8xcomplex<f32>>
  %o5 = stablehlo.dynamic_update_slice %z5, %m6, %zero : (tensor<8xcomplex<f32>>, tensor<?xcomplex<f32>, #stablehlo.bounds<8>>, tensor<i32>) -> tensor<8xcomplex<f32>>
  %s5_0 = stablehlo.get_dimension_size %m6, dim = 0 : (tensor<?xcomplex<f32>, #stablehlo.bounds<8>>) -> tensor<i32>
  %z6 = stablehlo.constant dense<(0.0, 0.0)> : tensor<8xcomplex<f32>>
  %o6 = stablehlo.dynamic_update_slice %z6, %m7, %zero : (tensor<8xcomplex<f32>>, tensor<?xcomplex<f32>, #stablehlo.bounds<8>>, tensor<i32>) -> tensor<8xcomplex<f32>>
  %s6_0 = stablehlo.get_dimension_size %m7, dim = 0 : (tensor<?xcomplex<f32>, #stablehlo.bounds<8>>) -> tensor<i32>
  %z9 = stablehlo.constant dense<(0.0, 0.0)> : tensor<4x2xcomplex<f32>>
  %o9 = stablehlo.dynamic_update_slice %z9, %g1, %zero, %zero : (tensor<4x2xcomplex<f32>>, tensor<?x2xcomplex<f32>, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xcomplex<f32>>
  %s9_0 = stablehlo.get_dimension_size %g1, dim = 0 : (tensor<?x2xcomplex<f32>, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %z11 = stablehlo.constant dense<(0.0, 0.0)> : tensor<4x2xcomplex<f32>>
  %o11 = stablehlo.dynamic_update_slice %z11, %r1, %zero, %zero : (tensor<4x2xcomplex<f32>>, tensor<?x2xcomplex<f32>, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xcomplex<f32>>
  %s11_0 = stablehlo.get_dimension_size %r1, dim = 0 : (tensor<?x2xcomplex<f32>, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %z12 = stablehlo.constant dense<(0.0, 0.0)> : tensor<4x2xcomplex<f32>>
  %o12 = stablehlo.dynamic_update_slice %z12, %ss0, %zero, %zero : (tensor<4x2xcomplex<f32>>, tensor<?x2xcomplex<f32>, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xcomplex<f32>>
  %s12_0 = stablehlo.get_dimension_size %ss0, dim = 0 : (tensor<?x2xcomplex<f32>, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %z14 = stablehlo.constant dense<(0.0, 0.0)> : tensor<2x3x3xcomplex<f32>>
  %o14 = stablehlo.dynamic_update_slice %z14, %dd1, %zero, %zero, %zero : (tensor<2x3x3xcomplex<f32>>, tensor<2x?x3xcomplex<f32>, #stablehlo.bounds<?, 3, ?>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x3xcomplex<f32>>
  %s14_1 = stablehlo.get_dimension_size %dd1, dim = 1 : (tensor<2x?x3xcomplex<f32>, #stablehlo.bounds<?, 3, ?>>) -> tensor<i32>
  %z15 = stablehlo.constant dense<(0.0, 0.0)> : tensor<2x4xcomplex<f32>>
  %o15 = stablehlo.dynamic_update_slice %z15, %e0, %zero, %zero : (tensor<2x4xcomplex<f32>>, tensor<2x?xcomplex<f32>, #stablehlo.bounds<?, 4>>, tensor<i32>, tensor<i32>) -> tensor<2x4xcomplex<f32>>
  %s15_1 = stablehlo.get_dimension_size %e0, dim = 1 : (tensor<2x?xcomplex<f32>, #stablehlo.bounds<?, 4>>) -> tensor<i32>
  return %o0, %s0_0, %o1, %s1_0, %o2, %s2_0, %o3, %s3_1, %o4, %s4_0, %o5, %s5_0, %o6, %s6_0, %m8, %g0, %o9, %s9_0, %r0, %o11, %s11_0, %o12, %s12_0, %dd0, %o14, %s14_1, %o15, %s15_1 : tensor<7x2xcomplex<f32>>, tensor<i32>, tensor<4x2xcomplex<f32>>, tensor<i32>, tensor<9x3xcomplex<f32>>, tensor<i32>, tensor<2x4xcomplex<f32>>, tensor<i32>, tensor<4x1xcomplex<f32>>, tensor<i32>, tensor<8xcomplex<f32>>, tensor<i32>, tensor<8xcomplex<f32>>, tensor<i32>, tensor<5x2xcomplex<f32>>, tensor<3x2xcomplex<f32>>, tensor<4x2xcomplex<f32>>, tensor<i32>, tensor<2xcomplex<f32>>, tensor<4x2xcomplex<f32>>, tensor<i32>, tensor<4x2xcomplex<f32>>, tensor<i32>, tensor<2x2xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>, tensor<i32>, tensor<2x4xcomplex<f32>>, tensor<i32>
}
func.func @complex_numbers() {
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:28 = call @complex_numbers_at(%size_3) : (tensor<i32>) -> (tensor<7x2xcomplex<f32>>, tensor<i32>, tensor<4x2xcomplex<f32>>, tensor<i32>, tensor<9x3xcomplex<f32>>, tensor<i32>, tensor<2x4xcomplex<f32>>, tensor<i32>, tensor<4x1xcomplex<f32>>, tensor<i32>, tensor<8xcomplex<f32>>, tensor<i32>, tensor<8xcomplex<f32>>, tensor<i32>, tensor<5x2xcomplex<f32>>, tensor<3x2xcomplex<f32>>, tensor<4x2xcomplex<f32>>, tensor<i32>, tensor<2xcomplex<f32>>, tensor<4x2xcomplex<f32>>, tensor<i32>, tensor<4x2xcomplex<f32>>, tensor<i32>, tensor<2x2xcomplex<f32>>, tensor<2x3x3xcomplex<f32>>, tensor<i32>, tensor<2x4xcomplex<f32>>, tensor<i32>)
  %a_3 = stablehlo.constant dense<[[(4.0, 1.0), (2.0, 0.0)], [(4.0, 2.0), (-2.0, 2.0)], [(0.0, -2.0), (-1.0, 2.0)]]> : tensor<3x2xcomplex<f32>>
  %b_3 = stablehlo.constant dense<[[(0.0, -2.0), (2.0, 3.0)], [(-2.0, -2.0), (2.0, 3.0)], [(-3.0, 0.0), (2.0, 1.0)]]> : tensor<3x2xcomplex<f32>>
  %i_3 = stablehlo.constant dense<(3.0, -2.0)> : tensor<complex<f32>>
  %t_3 = stablehlo.constant dense<[[(0.0, 4.0), (1.0, 4.0)], [(-1.0, 1.0), (0.0, -2.0)], [(3.0, -2.0), (4.0, 3.0)], [(-1.0, 4.0), (1.0, -2.0)], [(2.0, -1.0), (-3.0, 2.0)]]> : tensor<5x2xcomplex<f32>>
  %w_3 = stablehlo.constant dense<[[(-3.0, 3.0), (4.0, 0.0), (-1.0, -2.0)], [(3.0, 0.0), (2.0, -3.0), (-3.0, -2.0)]]> : tensor<2x3xcomplex<f32>>
  %p_3 = stablehlo.constant dense<[[[(3.0, 4.0), (3.0, 3.0)], [(4.0, -2.0), (3.0, -2.0)], [(2.0, -3.0), (-3.0, -2.0)]], [[(2.0, 4.0), (-2.0, 1.0)], [(-1.0, 3.0), (0.0, -2.0)], [(-2.0, -3.0), (-1.0, -1.0)]]]> : tensor<2x3x2xcomplex<f32>>
  %u_3 = stablehlo.constant dense<[[(2.0, -3.0)], [(0.0, 1.0)]]> : tensor<2x1xcomplex<f32>>
  %f_3 = stablehlo.constant dense<[[[(4.0, 3.0), (3.0, 2.0), (-1.0, 0.0)], [(-3.0, 1.0), (2.0, 3.0), (2.0, -3.0)]], [[(-1.0, 4.0), (1.0, -1.0), (-2.0, 2.0)], [(3.0, 1.0), (-2.0, -2.0), (-2.0, -3.0)]]]> : tensor<2x2x3xcomplex<f32>>
  %m0_3 = stablehlo.concatenate %b_3, %a_3, dim = 0 : (tensor<3x2xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<6x2xcomplex<f32>>
  %m1_3 = stablehlo.reverse %a_3, dims = [0, 1] : tensor<3x2xcomplex<f32>>
  %m2_3 = stablehlo.pad %a_3, %i_3, low = [2, 0], high = [0, 1], interior = [1, 0] : (tensor<3x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<7x3xcomplex<f32>>
  %m3_3 = stablehlo.transpose %a_3, dims = [1, 0] : (tensor<3x2xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %m4_3 = stablehlo.slice %a_3 [0:3, 1:2] : (tensor<3x2xcomplex<f32>>) -> tensor<3x1xcomplex<f32>>
  %m6_3 = stablehlo.reshape %a_3 : (tensor<3x2xcomplex<f32>>) -> tensor<6xcomplex<f32>>
  %m7_3 = stablehlo.reshape %w_3 : (tensor<2x3xcomplex<f32>>) -> tensor<6xcomplex<f32>>
  %j_3 = stablehlo.constant dense<1> : tensor<i32>
  %k_3 = stablehlo.constant dense<0> : tensor<i32>
  %m8_3 = stablehlo.dynamic_update_slice %t_3, %a_3, %j_3, %k_3 : (tensor<5x2xcomplex<f32>>, tensor<3x2xcomplex<f32>>, tensor<i32>, tensor<i32>) -> tensor<5x2xcomplex<f32>>
  %gi_3 = stablehlo.constant dense<[0, 3, 1]> : tensor<3xi32>
  %g0_3 = "stablehlo.gather"(%t_3, %gi_3) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>} : (tensor<5x2xcomplex<f32>>, tensor<3xi32>) -> tensor<3x2xcomplex<f32>>
  %g1_3 = "stablehlo.scatter"(%a_3, %gi_3, %b_3) ({
  ^bb0(%x_3: tensor<complex<f32>>, %y_3: tensor<complex<f32>>):
    stablehlo.return %y_3 : tensor<complex<f32>>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x2xcomplex<f32>>, tensor<3xi32>, tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  %r0_3 = stablehlo.reduce(%a_3 init: %i_3) applies stablehlo.maximum across dimensions = [0] : (tensor<3x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2xcomplex<f32>>
  %r1_3 = "stablehlo.reduce_window"(%a_3, %i_3) ({
  ^bb0(%x_3: tensor<complex<f32>>, %y_3: tensor<complex<f32>>):
    %s_3 = stablehlo.maximum %x_3, %y_3 : tensor<complex<f32>>
    stablehlo.return %s_3 : tensor<complex<f32>>
  }) {window_dimensions = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3x2xcomplex<f32>>
  %ss0_3 = "stablehlo.sort"(%a_3) ({
  ^bb0(%x_3: tensor<complex<f32>>, %y_3: tensor<complex<f32>>):
    %c_3 = stablehlo.compare GT, %x_3, %y_3 : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<i1>
    stablehlo.return %c_3 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  %dd0_3 = stablehlo.dot_general %w_3, %a_3, contracting_dims = [1] x [0] : (tensor<2x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  %dd1_3 = "stablehlo.convolution"(%p_3, %f_3) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<2x3x2xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  %e0_3 = "stablehlo.select_and_scatter"(%w_3, %u_3, %i_3) ({
  ^bb0(%x_3: tensor<complex<f32>>, %y_3: tensor<complex<f32>>):
    %c_3 = stablehlo.compare GE, %x_3, %y_3 : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<i1>
    stablehlo.return %c_3 : tensor<i1>
  }, {
  ^bb0(%x_3: tensor<complex<f32>>, %y_3: tensor<complex<f32>>):
    %s_3 = stablehlo.add %x_3, %y_3 : tensor<complex<f32>>
    stablehlo.return %s_3 : tensor<complex<f32>>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<2x3xcomplex<f32>>, tensor<2x1xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2x3xcomplex<f32>>
  %z0_3 = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %w0_3 = stablehlo.pad %m0_3, %z0_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<6x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<7x2xcomplex<f32>>
  check.expect_almost_eq %at_3#0, %w0_3 : tensor<7x2xcomplex<f32>>
  check.expect_eq_const %at_3#1, dense<6> : tensor<i32>
  %z1_3 = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %w1_3 = stablehlo.pad %m1_3, %z1_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4x2xcomplex<f32>>
  check.expect_almost_eq %at_3#2, %w1_3 : tensor<4x2xcomplex<f32>>
  check.expect_eq_const %at_3#3, dense<3> : tensor<i32>
  %z2_3 = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %w2_3 = stablehlo.pad %m2_3, %z2_3, low = [0, 0], high = [2, 0], interior = [0, 0] : (tensor<7x3xcomplex<f32>>, tensor<complex<f32>>) -> tensor<9x3xcomplex<f32>>
  check.expect_almost_eq %at_3#4, %w2_3 : tensor<9x3xcomplex<f32>>
  check.expect_eq_const %at_3#5, dense<7> : tensor<i32>
  %z3_3 = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %w3_3 = stablehlo.pad %m3_3, %z3_3, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2x4xcomplex<f32>>
  check.expect_almost_eq %at_3#6, %w3_3 : tensor<2x4xcomplex<f32>>
  check.expect_eq_const %at_3#7, dense<3> : tensor<i32>
  %z4_3 = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %w4_3 = stablehlo.pad %m4_3, %z4_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x1xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4x1xcomplex<f32>>
  check.expect_almost_eq %at_3#8, %w4_3 : tensor<4x1xcomplex<f32>>
  check.expect_eq_const %at_3#9, dense<3> : tensor<i32>
  %z5_3 = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %w5_3 = stablehlo.pad %m6_3, %z5_3, low = [0], high = [2], interior = [0] : (tensor<6xcomplex<f32>>, tensor<complex<f32>>) -> tensor<8xcomplex<f32>>
  check.expect_almost_eq %at_3#10, %w5_3 : tensor<8xcomplex<f32>>
  check.expect_eq_const %at_3#11, dense<6> : tensor<i32>
  %z6_3 = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %w6_3 = stablehlo.pad %m7_3, %z6_3, low = [0], high = [2], interior = [0] : (tensor<6xcomplex<f32>>, tensor<complex<f32>>) -> tensor<8xcomplex<f32>>
  check.expect_almost_eq %at_3#12, %w6_3 : tensor<8xcomplex<f32>>
  check.expect_eq_const %at_3#13, dense<6> : tensor<i32>
  check.expect_almost_eq %at_3#14, %m8_3 : tensor<5x2xcomplex<f32>>
  check.expect_almost_eq %at_3#15, %g0_3 : tensor<3x2xcomplex<f32>>
  %z9_3 = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %w9_3 = stablehlo.pad %g1_3, %z9_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4x2xcomplex<f32>>
  check.expect_almost_eq %at_3#16, %w9_3 : tensor<4x2xcomplex<f32>>
  check.expect_eq_const %at_3#17, dense<3> : tensor<i32>
  check.expect_almost_eq %at_3#18, %r0_3 : tensor<2xcomplex<f32>>
  %z11_3 = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %w11_3 = stablehlo.pad %r1_3, %z11_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4x2xcomplex<f32>>
  check.expect_almost_eq %at_3#19, %w11_3 : tensor<4x2xcomplex<f32>>
  check.expect_eq_const %at_3#20, dense<3> : tensor<i32>
  %z12_3 = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %w12_3 = stablehlo.pad %ss0_3, %z12_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4x2xcomplex<f32>>
  check.expect_almost_eq %at_3#21, %w12_3 : tensor<4x2xcomplex<f32>>
  check.expect_eq_const %at_3#22, dense<3> : tensor<i32>
  check.expect_almost_eq %at_3#23, %dd0_3 : tensor<2x2xcomplex<f32>>
  %z14_3 = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %w14_3 = stablehlo.pad %dd1_3, %z14_3, low = [0, 0, 0], high = [0, 1, 0], interior = [0, 0, 0] : (tensor<2x2x3xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2x3x3xcomplex<f32>>
  check.expect_almost_eq %at_3#24, %w14_3 : tensor<2x3x3xcomplex<f32>>
  check.expect_eq_const %at_3#25, dense<2> : tensor<i32>
  %z15_3 = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %w15_3 = stablehlo.pad %e0_3, %z15_3, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2x4xcomplex<f32>>
  check.expect_almost_eq %at_3#26, %w15_3 : tensor<2x4xcomplex<f32>>
  check.expect_eq_const %at_3#27, dense<3> : tensor<i32>
  func.return
}

// -----

func.func private @small_floats_at(%size: tensor<i32>) -> (tensor<7x2xf8E4M3FN>, tensor<i32>, tensor<4x2xf8E4M3FN>, tensor<i32>, tensor<9x3xf8E4M3FN>, tensor<i32>, tensor<2x4xf8E4M3FN>, tensor<i32>, tensor<4x1xf8E4M3FN>, tensor<i32>, tensor<8xf8E4M3FN>, tensor<i32>, tensor<8xf8E4M3FN>, tensor<i32>, tensor<5x2xf8E4M3FN>, tensor<3x2xf8E4M3FN>, tensor<4x2xf8E4M3FN>, tensor<i32>, tensor<2xf8E4M3FN>, tensor<4x2xf8E4M3FN>, tensor<i32>, tensor<4x2xf8E4M3FN>, tensor<i32>, tensor<2x2xf8E4M3FN>, tensor<2x3x3xf8E4M3FN>, tensor<i32>, tensor<2x4xf8E4M3FN>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[-1.0, 2.0], [2.0, -1.0], [-1.0, -1.0], [2.0, 0.0]]> : tensor<4x2xf8E4M3FN>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 0 : (tensor<4x2xf8E4M3FN>, tensor<i32>) -> tensor<?x2xf8E4M3FN, #stablehlo.bounds<4, ?>>
  %b = stablehlo.constant dense<[[1.0, 2.0], [1.0, 2.0], [2.0, 0.0]]> : tensor<3x2xf8E4M3FN>
  %i = stablehlo.constant dense<2.0> : tensor<f8E4M3FN>
  %t = stablehlo.constant dense<[[0.0, 1.0], [0.0, 1.0], [-2.0, -2.0], [-2.0, 2.0], [0.0, -2.0]]> : tensor<5x2xf8E4M3FN>
  %w_s = stablehlo.constant dense<[[1.0, -1.0, 0.0, 2.0], [0.0, 0.0, 1.0, -1.0]]> : tensor<2x4xf8E4M3FN>
  %w = stablehlo.set_dimension_size %w_s, %n, dim = 1 : (tensor<2x4xf8E4M3FN>, tensor<i32>) -> tensor<2x?xf8E4M3FN, #stablehlo.bounds<?, 4>>
  %p_s = stablehlo.constant dense<[[[-2.0, 1.0], [-1.0, 1.0], [-2.0, -2.0], [-2.0, 2.0]], [[-2.0, -1.0], [2.0, 1.0], [-2.0, 1.0], [1.0, -1.0]]]> : tensor<2x4x2xf8E4M3FN>
  %p = stablehlo.set_dimension_size %p_s, %n, dim = 1 : (tensor<2x4x2xf8E4M3FN>, tensor<i32>) -> tensor<2x?x2xf8E4M3FN, #stablehlo.bounds<?, 4, ?>>
  %u_s = stablehlo.constant dense<[[0.0, -2.0], [1.0, 2.0]]> : tensor<2x2xf8E4M3FN>
  %d0 = stablehlo.constant dense<2> : tensor<i32>
  %y0 = stablehlo.divide %n, %d0 : tensor<i32>
  %u = stablehlo.set_dimension_size %u_s, %y0, dim = 1 : (tensor<2x2xf8E4M3FN>, tensor<i32>) -> tensor<2x?xf8E4M3FN, #stablehlo.bounds<?, 2>>
  %f = stablehlo.constant dense<[[[-1.0, 2.0, 0.0], [1.0, 1.0, -2.0]], [[2.0, 1.0, -2.0], [1.0, 2.0, -2.0]]]> : tensor<2x2x3xf8E4M3FN>
  %m0 = stablehlo.concatenate %b, %a, dim = 0 : (tensor<3x2xf8E4M3FN>, tensor<?x2xf8E4M3FN, #stablehlo.bounds<4, ?>>) -> tensor<?x2xf8E4M3FN, #stablehlo.bounds<7, ?>>
  %m1 = stablehlo.reverse %a, dims = [0, 1] : tensor<?x2xf8E4M3FN, #stablehlo.bounds<4, ?>>
  %m2 = stablehlo.pad %a, %i, low = [2, 0], high = [0, 1], interior = [1, 0] : (tensor<?x2xf8E4M3FN, #stablehlo.bounds<4, ?>>, tensor<f8E4M3FN>) -> tensor<?x3xf8E4M3FN, #stablehlo.bounds<9, ?>>
  %m3 = stablehlo.transpose %a, dims = [1, 0] : (tensor<?x2xf8E4M3FN, #stablehlo.bounds<4, ?>>) -> tensor<2x?xf8E4M3FN, #stablehlo.bounds<?, 4>>
  %m4 = stablehlo.slice %a [0:4, 1:2] : (tensor<?x2xf8E4M3FN, #stablehlo.bounds<4, ?>>) -> tensor<?x1xf8E4M3FN, #stablehlo.bounds<4, ?>>
  %m6 = stablehlo.reshape %a : (tensor<?x2xf8E4M3FN, #stablehlo.bounds<4, ?>>) -> tensor<?xf8E4M3FN, #stablehlo.bounds<8>>
  %m7 = stablehlo.reshape %w : (tensor<2x?xf8E4M3FN, #stablehlo.bounds<?, 4>>) -> tensor<?xf8E4M3FN, #stablehlo.bounds<8>>
  %j = stablehlo.constant dense<1> : tensor<i32>
  %k = stablehlo.constant dense<0> : tensor<i32>
  %m8 = stablehlo.dynamic_update_slice %t, %a, %j, %k : (tensor<5x2xf8E4M3FN>, tensor<?x2xf8E4M3FN, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<5x2xf8E4M3FN>
  %gi = stablehlo.constant dense<[0, 3, 1]> : tensor<3xi32>
  %g0 = "stablehlo.gather"(%t, %gi) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>} : (tensor<5x2xf8E4M3FN>, tensor<3xi32>) -> tensor<3x2xf8E4M3FN>
  %g1 = "stablehlo.scatter"(%a, %gi, %b) ({
  ^bb0(%x: tensor<f8E4M3FN>, %y: tensor<f8E4M3FN>):
    stablehlo.return %y : tensor<f8E4M3FN>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<?x2xf8E4M3FN, #stablehlo.bounds<4, ?>>, tensor<3xi32>, tensor<3x2xf8E4M3FN>) -> tensor<?x2xf8E4M3FN, #stablehlo.bounds<4, ?>>
  %r0 = stablehlo.reduce(%a init: %i) applies stablehlo.maximum across dimensions = [0] : (tensor<?x2xf8E4M3FN, #stablehlo.bounds<4, ?>>, tensor<f8E4M3FN>) -> tensor<2xf8E4M3FN>
  %r1 = "stablehlo.reduce_window"(%a, %i) ({
  ^bb0(%x: tensor<f8E4M3FN>, %y: tensor<f8E4M3FN>):
    %s = stablehlo.maximum %x, %y : tensor<f8E4M3FN>
    stablehlo.return %s : tensor<f8E4M3FN>
  }) {window_dimensions = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<?x2xf8E4M3FN, #stablehlo.bounds<4, ?>>, tensor<f8E4M3FN>) -> tensor<?x2xf8E4M3FN, #stablehlo.bounds<4, ?>>
  %ss0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<f8E4M3FN>, %y: tensor<f8E4M3FN>):
    %c = stablehlo.compare GT, %x, %y : (tensor<f8E4M3FN>, tensor<f8E4M3FN>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<?x2xf8E4M3FN, #stablehlo.bounds<4, ?>>) -> tensor<?x2xf8E4M3FN, #stablehlo.bounds<4, ?>>
  %dd0 = stablehlo.dot_general %w, %a, contracting_dims = [1] x [0] : (tensor<2x?xf8E4M3FN, #stablehlo.bounds<?, 4>>, tensor<?x2xf8E4M3FN, #stablehlo.bounds<4, ?>>) -> tensor<2x2xf8E4M3FN>
  %dd1 = "stablehlo.convolution"(%p, %f) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<2x?x2xf8E4M3FN, #stablehlo.bounds<?, 4, ?>>, tensor<2x2x3xf8E4M3FN>) -> tensor<2x?x3xf8E4M3FN, #stablehlo.bounds<?, 3, ?>>
  %e0 = "stablehlo.select_and_scatter"(%w, %u, %i) ({
  ^bb0(%x: tensor<f8E4M3FN>, %y: tensor<f8E4M3FN>):
    %c = stablehlo.compare GE, %x, %y : (tensor<f8E4M3FN>, tensor<f8E4M3FN>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<f8E4M3FN>, %y: tensor<f8E4M3FN>):
    %s = stablehlo.add %x, %y : tensor<f8E4M3FN>
    stablehlo.return %s : tensor<f8E4M3FN>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<2x?xf8E4M3FN, #stablehlo.bounds<?, 4>>, tensor<2x?xf8E4M3FN, #stablehlo.bounds<?, 2>>, tensor<f8E4M3FN>) -> tensor<2x?xf8E4M3FN, #stablehlo.bounds<?, 4>>
  %z0 = stablehlo.constant dense<0.0> : tensor<7x2xf8E4M3FN>
  %o0 = stablehlo.dynamic_update_slice %z0, %m0, %zero, %zero : (tensor<7x2xf8E4M3FN>, tensor<?x2xf8E4M3FN, #stablehlo.bounds<7, ?>>, tensor<i32>, tensor<i32>) -> tensor<7x2xf8E4M3FN>
  %s0_0 = stablehlo.get_dimension_size %m0, dim = 0 : (tensor<?x2xf8E4M3FN, #stablehlo.bounds<7, ?>>) -> tensor<i32>
  %z1 = stablehlo.constant dense<0.0> : tensor<4x2xf8E4M3FN>
  %o1 = stablehlo.dynamic_update_slice %z1, %m1, %zero, %zero : (tensor<4x2xf8E4M3FN>, tensor<?x2xf8E4M3FN, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xf8E4M3FN>
  %s1_0 = stablehlo.get_dimension_size %m1, dim = 0 : (tensor<?x2xf8E4M3FN, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %z2 = stablehlo.constant dense<0.0> : tensor<9x3xf8E4M3FN>
  %o2 = stablehlo.dynamic_update_slice %z2, %m2, %zero, %zero : (tensor<9x3xf8E4M3FN>, tensor<?x3xf8E4M3FN, #stablehlo.bounds<9, ?>>, tensor<i32>, tensor<i32>) -> tensor<9x3xf8E4M3FN>
  %s2_0 = stablehlo.get_dimension_size %m2, dim = 0 : (tensor<?x3xf8E4M3FN, #stablehlo.bounds<9, ?>>) -> tensor<i32>
  %z3 = stablehlo.constant dense<0.0> : tensor<2x4xf8E4M3FN>
  %o3 = stablehlo.dynamic_update_slice %z3, %m3, %zero, %zero : (tensor<2x4xf8E4M3FN>, tensor<2x?xf8E4M3FN, #stablehlo.bounds<?, 4>>, tensor<i32>, tensor<i32>) -> tensor<2x4xf8E4M3FN>
  %s3_1 = stablehlo.get_dimension_size %m3, dim = 1 : (tensor<2x?xf8E4M3FN, #stablehlo.bounds<?, 4>>) -> tensor<i32>
  %z4 = stablehlo.constant dense<0.0> : tensor<4x1xf8E4M3FN>
  %o4 = stablehlo.dynamic_update_slice %z4, %m4, %zero, %zero : (tensor<4x1xf8E4M3FN>, tensor<?x1xf8E4M3FN, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x1xf8E4M3FN>
  %s4_0 = stablehlo.get_dimension_size %m4, dim = 0 : (tensor<?x1xf8E4M3FN, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %z5 = stablehlo.constant dense<0.0> : tensor<8xf8E4M3FN>
  %o5 = stablehlo.dynamic_update_slice %z5, %m6, %zero : (tensor<8xf8E4M3FN>, tensor<?xf8E4M3FN, #stablehlo.bounds<8>>, tensor<i32>) -> tensor<8xf8E4M3FN>
  %s5_0 = stablehlo.get_dimension_size %m6, dim = 0 : (tensor<?xf8E4M3FN, #stablehlo.bounds<8>>) -> tensor<i32>
  %z6 = stablehlo.constant dense<0.0> : tensor<8xf8E4M3FN>
  %o6 = stablehlo.dynamic_update_slice %z6, %m7, %zero : (tensor<8xf8E4M3FN>, tensor<?xf8E4M3FN, #stablehlo.bounds<8>>, tensor<i32>) -> tensor<8xf8E4M3FN>
  %s6_0 = stablehlo.get_dimension_size %m7, dim = 0 : (tensor<?xf8E4M3FN, #stablehlo.bounds<8>>) -> tensor<i32>
  %z9 = stablehlo.constant dense<0.0> : tensor<4x2xf8E4M3FN>
  %o9 = stablehlo.dynamic_update_slice %z9, %g1, %zero, %zero : (tensor<4x2xf8E4M3FN>, tensor<?x2xf8E4M3FN, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xf8E4M3FN>
  %s9_0 = stablehlo.get_dimension_size %g1, dim = 0 : (tensor<?x2xf8E4M3FN, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %z11 = stablehlo.constant dense<0.0> : tensor<4x2xf8E4M3FN>
  %o11 = stablehlo.dynamic_update_slice %z11, %r1, %zero, %zero : (tensor<4x2xf8E4M3FN>, tensor<?x2xf8E4M3FN, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xf8E4M3FN>
  %s11_0 = stablehlo.get_dimension_size %r1, dim = 0 : (tensor<?x2xf8E4M3FN, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %z12 = stablehlo.constant dense<0.0> : tensor<4x2xf8E4M3FN>
  %o12 = stablehlo.dynamic_update_slice %z12, %ss0, %zero, %zero : (tensor<4x2xf8E4M3FN>, tensor<?x2xf8E4M3FN, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xf8E4M3FN>
  %s12_0 = stablehlo.get_dimension_size %ss0, dim = 0 : (tensor<?x2xf8E4M3FN, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %z14 = stablehlo.constant dense<0.0> : tensor<2x3x3xf8E4M3FN>
  %o14 = stablehlo.dynamic_update_slice %z14, %dd1, %zero, %zero, %zero : (tensor<2x3x3xf8E4M3FN>, tensor<2x?x3xf8E4M3FN, #stablehlo.bounds<?, 3, ?>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x3xf8E4M3FN>
  %s14_1 = stablehlo.get_dimension_size %dd1, dim = 1 : (tensor<2x?x3xf8E4M3FN, #stablehlo.bounds<?, 3, ?>>) -> tensor<i32>
  %z15 = stablehlo.constant dense<0.0> : tensor<2x4xf8E4M3FN>
  %o15 = stablehlo.dynamic_update_slice %z15, %e0, %zero, %zero : (tensor<2x4xf8E4M3FN>, tensor<2x?xf8E4M3FN, #stablehlo.bounds<?, 4>>, tensor<i32>, tensor<i32>) -> tensor<2x4xf8E4M3FN>
  %s15_1 = stablehlo.get_dimension_size %e0, dim = 1 : (tensor<2x?xf8E4M3FN, #stablehlo.bounds<?, 4>>) -> tensor<i32>
  return %o0, %s0_0, %o1, %s1_0, %o2, %s2_0, %o3, %s3_1, %o4, %s4_0, %o5, %s5_0, %o6, %s6_0, %m8, %g0, %o9, %s9_0, %r0, %o11, %s11_0, %o12, %s12_0, %dd0, %o14, %s14_1, %o15, %s15_1 : tensor<7x2xf8E4M3FN>, tensor<i32>, tensor<4x2xf8E4M3FN>, tensor<i32>, tensor<9x3xf8E4M3FN>, tensor<i32>, tensor<2x4xf8E4M3FN>, tensor<i32>, tensor<4x1xf8E4M3FN>, tensor<i32>, tensor<8xf8E4M3FN>, tensor<i32>, tensor<8xf8E4M3FN>, tensor<i32>, tensor<5x2xf8E4M3FN>, tensor<3x2xf8E4M3FN>, tensor<4x2xf8E4M3FN>, tensor<i32>, tensor<2xf8E4M3FN>, tensor<4x2xf8E4M3FN>, tensor<i32>, tensor<4x2xf8E4M3FN>, tensor<i32>, tensor<2x2xf8E4M3FN>, tensor<2x3x3xf8E4M3FN>, tensor<i32>, tensor<2x4xf8E4M3FN>, tensor<i32>
}
func.func @small_floats() {
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:28 = call @small_floats_at(%size_3) : (tensor<i32>) -> (tensor<7x2xf8E4M3FN>, tensor<i32>, tensor<4x2xf8E4M3FN>, tensor<i32>, tensor<9x3xf8E4M3FN>, tensor<i32>, tensor<2x4xf8E4M3FN>, tensor<i32>, tensor<4x1xf8E4M3FN>, tensor<i32>, tensor<8xf8E4M3FN>, tensor<i32>, tensor<8xf8E4M3FN>, tensor<i32>, tensor<5x2xf8E4M3FN>, tensor<3x2xf8E4M3FN>, tensor<4x2xf8E4M3FN>, tensor<i32>, tensor<2xf8E4M3FN>, tensor<4x2xf8E4M3FN>, tensor<i32>, tensor<4x2xf8E4M3FN>, tensor<i32>, tensor<2x2xf8E4M3FN>, tensor<2x3x3xf8E4M3FN>, tensor<i32>, tensor<2x4xf8E4M3FN>, tensor<i32>)
  %a_3 = stablehlo.constant dense<[[-1.0, 2.0], [2.0, -1.0], [-1.0, -1.0]]> : tensor<3x2xf8E4M3FN>
  %b_3 = stablehlo.constant dense<[[1.0, 2.0], [1.0, 2.0], [2.0, 0.0]]> : tensor<3x2xf8E4M3FN>
  %i_3 = stablehlo.constant dense<2.0> : tensor<f8E4M3FN>
  %t_3 = stablehlo.constant dense<[[0.0, 1.0], [0.0, 1.0], [-2.0, -2.0], [-2.0, 2.0], [0.0, -2.0]]> : tensor<5x2xf8E4M3FN>
  %w_3 = stablehlo.constant dense<[[1.0, -1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<2x3xf8E4M3FN>
  %p_3 = stablehlo.constant dense<[[[-2.0, 1.0], [-1.0, 1.0], [-2.0, -2.0]], [[-2.0, -1.0], [2.0, 1.0], [-2.0, 1.0]]]> : tensor<2x3x2xf8E4M3FN>
  %u_3 = stablehlo.constant dense<[[0.0], [1.0]]> : tensor<2x1xf8E4M3FN>
  %f_3 = stablehlo.constant dense<[[[-1.0, 2.0, 0.0], [1.0, 1.0, -2.0]], [[2.0, 1.0, -2.0], [1.0, 2.0, -2.0]]]> : tensor<2x2x3xf8E4M3FN>
  %m0_3 = stablehlo.concatenate %b_3, %a_3, dim = 0 : (tensor<3x2xf8E4M3FN>, tensor<3x2xf8E4M3FN>) -> tensor<6x2xf8E4M3FN>
  %m1_3 = stablehlo.reverse %a_3, dims = [0, 1] : tensor<3x2xf8E4M3FN>
  %m2_3 = stablehlo.pad %a_3, %i_3, low = [2, 0], high = [0, 1], interior = [1, 0] : (tensor<3x2xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<7x3xf8E4M3FN>
  %m3_3 = stablehlo.transpose %a_3, dims = [1, 0] : (tensor<3x2xf8E4M3FN>) -> tensor<2x3xf8E4M3FN>
  %m4_3 = stablehlo.slice %a_3 [0:3, 1:2] : (tensor<3x2xf8E4M3FN>) -> tensor<3x1xf8E4M3FN>
  %m6_3 = stablehlo.reshape %a_3 : (tensor<3x2xf8E4M3FN>) -> tensor<6xf8E4M3FN>
  %m7_3 = stablehlo.reshape %w_3 : (tensor<2x3xf8E4M3FN>) -> tensor<6xf8E4M3FN>
  %j_3 = stablehlo.constant dense<1> : tensor<i32>
  %k_3 = stablehlo.constant dense<0> : tensor<i32>
  %m8_3 = stablehlo.dynamic_update_slice %t_3, %a_3, %j_3, %k_3 : (tensor<5x2xf8E4M3FN>, tensor<3x2xf8E4M3FN>, tensor<i32>, tensor<i32>) -> tensor<5x2xf8E4M3FN>
  %gi_3 = stablehlo.constant dense<[0, 3, 1]> : tensor<3xi32>
  %g0_3 = "stablehlo.gather"(%t_3, %gi_3) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>} : (tensor<5x2xf8E4M3FN>, tensor<3xi32>) -> tensor<3x2xf8E4M3FN>
  %g1_3 = "stablehlo.scatter"(%a_3, %gi_3, %b_3) ({
  ^bb0(%x_3: tensor<f8E4M3FN>, %y_3: tensor<f8E4M3FN>):
    stablehlo.return %y_3 : tensor<f8E4M3FN>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x2xf8E4M3FN>, tensor<3xi32>, tensor<3x2xf8E4M3FN>) -> tensor<3x2xf8E4M3FN>
  %r0_3 = stablehlo.reduce(%a_3 init: %i_3) applies stablehlo.maximum across dimensions = [0] : (tensor<3x2xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<2xf8E4M3FN>
  %r1_3 = "stablehlo.reduce_window"(%a_3, %i_3) ({
  ^bb0(%x_3: tensor<f8E4M3FN>, %y_3: tensor<f8E4M3FN>):
    %s_3 = stablehlo.maximum %x_3, %y_3 : tensor<f8E4M3FN>
    stablehlo.return %s_3 : tensor<f8E4M3FN>
  }) {window_dimensions = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x2xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<3x2xf8E4M3FN>
  %ss0_3 = "stablehlo.sort"(%a_3) ({
  ^bb0(%x_3: tensor<f8E4M3FN>, %y_3: tensor<f8E4M3FN>):
    %c_3 = stablehlo.compare GT, %x_3, %y_3 : (tensor<f8E4M3FN>, tensor<f8E4M3FN>) -> tensor<i1>
    stablehlo.return %c_3 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<3x2xf8E4M3FN>) -> tensor<3x2xf8E4M3FN>
  %dd0_3 = stablehlo.dot_general %w_3, %a_3, contracting_dims = [1] x [0] : (tensor<2x3xf8E4M3FN>, tensor<3x2xf8E4M3FN>) -> tensor<2x2xf8E4M3FN>
  %dd1_3 = "stablehlo.convolution"(%p_3, %f_3) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<2x3x2xf8E4M3FN>, tensor<2x2x3xf8E4M3FN>) -> tensor<2x2x3xf8E4M3FN>
  %e0_3 = "stablehlo.select_and_scatter"(%w_3, %u_3, %i_3) ({
  ^bb0(%x_3: tensor<f8E4M3FN>, %y_3: tensor<f8E4M3FN>):
    %c_3 = stablehlo.compare GE, %x_3, %y_3 : (tensor<f8E4M3FN>, tensor<f8E4M3FN>) -> tensor<i1>
    stablehlo.return %c_3 : tensor<i1>
  }, {
  ^bb0(%x_3: tensor<f8E4M3FN>, %y_3: tensor<f8E4M3FN>):
    %s_3 = stablehlo.add %x_3, %y_3 : tensor<f8E4M3FN>
    stablehlo.return %s_3 : tensor<f8E4M3FN>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<2x3xf8E4M3FN>, tensor<2x1xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<2x3xf8E4M3FN>
  %z0_3 = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
  %w0_3 = stablehlo.pad %m0_3, %z0_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<6x2xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<7x2xf8E4M3FN>
  check.expect_eq %at_3#0, %w0_3 : tensor<7x2xf8E4M3FN>
  check.expect_eq_const %at_3#1, dense<6> : tensor<i32>
  %z1_3 = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
  %w1_3 = stablehlo.pad %m1_3, %z1_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x2xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<4x2xf8E4M3FN>
  check.expect_eq %at_3#2, %w1_3 : tensor<4x2xf8E4M3FN>
  check.expect_eq_const %at_3#3, dense<3> : tensor<i32>
  %z2_3 = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
  %w2_3 = stablehlo.pad %m2_3, %z2_3, low = [0, 0], high = [2, 0], interior = [0, 0] : (tensor<7x3xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<9x3xf8E4M3FN>
  check.expect_eq %at_3#4, %w2_3 : tensor<9x3xf8E4M3FN>
  check.expect_eq_const %at_3#5, dense<7> : tensor<i32>
  %z3_3 = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
  %w3_3 = stablehlo.pad %m3_3, %z3_3, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<2x4xf8E4M3FN>
  check.expect_eq %at_3#6, %w3_3 : tensor<2x4xf8E4M3FN>
  check.expect_eq_const %at_3#7, dense<3> : tensor<i32>
  %z4_3 = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
  %w4_3 = stablehlo.pad %m4_3, %z4_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x1xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<4x1xf8E4M3FN>
  check.expect_eq %at_3#8, %w4_3 : tensor<4x1xf8E4M3FN>
  check.expect_eq_const %at_3#9, dense<3> : tensor<i32>
  %z5_3 = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
  %w5_3 = stablehlo.pad %m6_3, %z5_3, low = [0], high = [2], interior = [0] : (tensor<6xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<8xf8E4M3FN>
  check.expect_eq %at_3#10, %w5_3 : tensor<8xf8E4M3FN>
  check.expect_eq_const %at_3#11, dense<6> : tensor<i32>
  %z6_3 = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
  %w6_3 = stablehlo.pad %m7_3, %z6_3, low = [0], high = [2], interior = [0] : (tensor<6xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<8xf8E4M3FN>
  check.expect_eq %at_3#12, %w6_3 : tensor<8xf8E4M3FN>
  check.expect_eq_const %at_3#13, dense<6> : tensor<i32>
  check.expect_eq %at_3#14, %m8_3 : tensor<5x2xf8E4M3FN>
  check.expect_eq %at_3#15, %g0_3 : tensor<3x2xf8E4M3FN>
  %z9_3 = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
  %w9_3 = stablehlo.pad %g1_3, %z9_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x2xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<4x2xf8E4M3FN>
  check.expect_eq %at_3#16, %w9_3 : tensor<4x2xf8E4M3FN>
  check.expect_eq_const %at_3#17, dense<3> : tensor<i32>
  check.expect_eq %at_3#18, %r0_3 : tensor<2xf8E4M3FN>
  %z11_3 = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
  %w11_3 = stablehlo.pad %r1_3, %z11_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x2xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<4x2xf8E4M3FN>
  check.expect_eq %at_3#19, %w11_3 : tensor<4x2xf8E4M3FN>
  check.expect_eq_const %at_3#20, dense<3> : tensor<i32>
  %z12_3 = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
  %w12_3 = stablehlo.pad %ss0_3, %z12_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x2xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<4x2xf8E4M3FN>
  check.expect_eq %at_3#21, %w12_3 : tensor<4x2xf8E4M3FN>
  check.expect_eq_const %at_3#22, dense<3> : tensor<i32>
  check.expect_eq %at_3#23, %dd0_3 : tensor<2x2xf8E4M3FN>
  %z14_3 = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
  %w14_3 = stablehlo.pad %dd1_3, %z14_3, low = [0, 0, 0], high = [0, 1, 0], interior = [0, 0, 0] : (tensor<2x2x3xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<2x3x3xf8E4M3FN>
  check.expect_eq %at_3#24, %w14_3 : tensor<2x3x3xf8E4M3FN>
  check.expect_eq_const %at_3#25, dense<2> : tensor<i32>
  %z15_3 = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
  %w15_3 = stablehlo.pad %e0_3, %z15_3, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<2x4xf8E4M3FN>
  check.expect_eq %at_3#26, %w15_3 : tensor<2x4xf8E4M3FN>
  check.expect_eq_const %at_3#27, dense<3> : tensor<i32>
  func.return
}

// -----

func.func private @parts_of_a_byte_at(%size: tensor<i32>) -> (tensor<7x2xi2>, tensor<i32>, tensor<4x2xi2>, tensor<i32>, tensor<9x3xi2>, tensor<i32>, tensor<2x4xi2>, tensor<i32>, tensor<4x1xi2>, tensor<i32>, tensor<8xi2>, tensor<i32>, tensor<8xi2>, tensor<i32>, tensor<5x2xi2>, tensor<3x2xi2>, tensor<4x2xi2>, tensor<i32>, tensor<2xi2>, tensor<4x2xi2>, tensor<i32>, tensor<4x2xi2>, tensor<i32>, tensor<2x2xi2>, tensor<2x3x3xi2>, tensor<i32>, tensor<2x4xi2>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[0, -2], [1, 0], [1, -2], [-1, -1]]> : tensor<4x2xi2>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 0 : (tensor<4x2xi2>, tensor<i32>) -> tensor<?x2xi2, #stablehlo.bounds<4, ?>>
  %b = stablehlo.constant dense<[[1, -1], [0, 1], [-2, -2]]> : tensor<3x2xi2>
  %i = stablehlo.constant dense<1> : tensor<i2>
  %t = stablehlo.constant dense<[[1, -2], [-1, -2], [-1, -1], [1, -1], [0, 1]]> : tensor<5x2xi2>
  %w_s = stablehlo.constant dense<[[1, 1, -2, -2], [1, -2, 1, 0]]> : tensor<2x4xi2>
  %w = stablehlo.set_dimension_size %w_s, %n, dim = 1 : (tensor<2x4xi2>, tensor<i32>) -> tensor<2x?xi2, #stablehlo.bounds<?, 4>>
  %p_s = stablehlo.constant dense<[[[-1, -1], [1, -1], [0, -2], [0, -1]], [[1, 1], [-2, -1], [-2, -1], [1, 1]]]> : tensor<2x4x2xi2>
  %p = stablehlo.set_dimension_size %p_s, %n, dim = 1 : (tensor<2x4x2xi2>, tensor<i32>) -> tensor<2x?x2xi2, #stablehlo.bounds<?, 4, ?>>
  %u_s = stablehlo.constant dense<[[-1, -1], [-2, -1]]> : tensor<2x2xi2>
  %d0 = stablehlo.constant dense<2> : tensor<i32>
  %y0 = stablehlo.divide %n, %d0 : tensor<i32>
  %u = stablehlo.set_dimension_size %u_s, %y0, dim = 1 : (tensor<2x2xi2>, tensor<i32>) -> tensor<2x?xi2, #stablehlo.bounds<?, 2>>
  %f = stablehlo.constant dense<[[[-2, -1, -1], [0, -1, 1]], [[-2, -1, -1], [-1, -1, 1]]]> : tensor<2x2x3xi2>
  %m0 = stablehlo.concatenate %b, %a, dim = 0 : (tensor<3x2xi2>, tensor<?x2xi2, #stablehlo.bounds<4, ?>>) -> tensor<?x2xi2, #stablehlo.bounds<7, ?>>
  %m1 = stablehlo.reverse %a, dims = [0, 1] : tensor<?x2xi2, #stablehlo.bounds<4, ?>>
  %m2 = stablehlo.pad %a, %i, low = [2, 0], high = [0, 1], interior = [1, 0] : (tensor<?x2xi2, #stablehlo.bounds<4, ?>>, tensor<i2>) -> tensor<?x3xi2, #stablehlo.bounds<9, ?>>
  %m3 = stablehlo.transpose %a, dims = [1, 0] : (tensor<?x2xi2, #stablehlo.bounds<4, ?>>) -> tensor<2x?xi2, #stablehlo.bounds<?, 4>>
  %m4 = stablehlo.slice %a [0:4, 1:2] : (tensor<?x2xi2, #stablehlo.bounds<4, ?>>) -> tensor<?x1xi2, #stablehlo.bounds<4, ?>>
  %m6 = stablehlo.reshape %a : (tensor<?x2xi2, #stablehlo.bounds<4, ?>>) -> tensor<?xi2, #stablehlo.bounds<8>>
  %m7 = stablehlo.reshape %w : (tensor<2x?xi2, #stablehlo.bounds<?, 4>>) -> tensor<?xi2, #stablehlo.bounds<8>>
  %j = stablehlo.constant dense<1> : tensor<i32>
  %k = stablehlo.constant dense<0> : tensor<i32>
  %m8 = stablehlo.dynamic_update_slice %t, %a, %j, %k : (tensor<5x2xi2>, tensor<?x2xi2, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<5x2xi2>
  %gi = stablehlo.constant dense<[0, 3, 1]> : tensor<3xi32>
  %g0 = "stablehlo.gather"(%t, %gi) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>} : (tensor<5x2xi2>, tensor<3xi32>) -> tensor<3x2xi2>
  %g1 = "stablehlo.scatter"(%a, %gi, %b) ({
  ^bb0(%x: tensor<i2>, %y: tensor<i2>):
    stablehlo.return %y : tensor<i2>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<?x2xi2, #stablehlo.bounds<4, ?>>, tensor<3xi32>, tensor<3x2xi2>) -> tensor<?x2xi2, #stablehlo.bounds<4, ?>>
  %r0 = stablehlo.reduce(%a init: %i) applies stablehlo.maximum across dimensions = [0] : (tensor<?x2xi2, #stablehlo.bounds<4, ?>>, tensor<i2>) -> tensor<2xi2>
  %r1 = "stablehlo.reduce_window"(%a, %i) ({
  ^bb0(%x: tensor<i2>, %y: tensor<i2>):
    %s = stablehlo.maximum %x, %y : tensor<i2>
    stablehlo.return %s : tensor<i2>
  }) {window_dimensions = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<?x2xi2, #stablehlo.bounds<4, ?>>, tensor<i2>) -> tensor<?x2xi2, #stablehlo.bounds<4, ?>>
  %ss0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<i2>, %y: tensor<i2>):
    %c = stablehlo.compare GT, %x, %y : (tensor<i2>, tensor<i2>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<?x2xi2, #stablehlo.bounds<4, ?>>) -> tensor<?x2xi2, #stablehlo.bounds<4, ?>>
  %dd0 = stablehlo.dot_general %w, %a, contracting_dims = [1] x [0] : (tensor<2x?xi2, #stablehlo.bounds<?, 4>>, tensor<?x2xi2, #stablehlo.bounds<4, ?>>) -> tensor<2x2xi2>
  %dd1 = "stablehlo.convolution"(%p, %f) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<2x?x2xi2, #stablehlo.bounds<?, 4, ?>>, tensor<2x2x3xi2>) -> tensor<2x?x3xi2, #stablehlo.bounds<?, 3, ?>>
  %e0 = "stablehlo.select_and_scatter"(%w, %u, %i) ({
  ^bb0(%x: tensor<i2>, %y: tensor<i2>):
    %c = stablehlo.compare GE, %x, %y : (tensor<i2>, tensor<i2>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<i2>, %y: tensor<i2>):
    %s = stablehlo.add %x, %y : tensor<i2>
    stablehlo.return %s : tensor<i2>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<2x?xi2, #stablehlo.bounds<?, 4>>, tensor<2x?xi2, #stablehlo.bounds<?, 2>>, tensor<i2>) -> tensor<2x?xi2, #stablehlo.bounds<?, 4>>
  %z0 = stablehlo.constant dense<0> : tensor<7x2xi2>
  %o0 = stablehlo.dynamic_update_slice %z0, %m0, %zero, %zero : (tensor<7x2xi2>, tensor<?x2xi2, #stablehlo.bounds<7, ?>>, tensor<i32>, tensor<i32>) -> tensor<7x2xi2>
  %s0_0 = stablehlo.get_dimension_size %m0, dim = 0 : (tensor<?x2xi2, #stablehlo.bounds<7, ?>>) -> tensor<i32>
  %z1 = stablehlo.constant dense<0> : tensor<4x2xi2>
  %o1 = stablehlo.dynamic_update_slice %z1, %m1, %zero, %zero : (tensor<4x2xi2>, tensor<?x2xi2, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xi2>
  %s1_0 = stablehlo.get_dimension_size %m1, dim = 0 : (tensor<?x2xi2, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %z2 = stablehlo.constant dense<0> : tensor<9x3xi2>
  %o2 = stablehlo.dynamic_update_slice %z2, %m2, %zero, %zero : (tensor<9x3xi2>, tensor<?x3xi2, #stablehlo.bounds<9, ?>>, tensor<i32>, tensor<i32>) -> tensor<9x3xi2>
  %s2_0 = stablehlo.get_dimension_size %m2, dim = 0 : (tensor<?x3xi2, #stablehlo.bounds<9, ?>>) -> tensor<i32>
  %z3 = stablehlo.constant dense<0> : tensor<2x4xi2>
  %o3 = stablehlo.dynamic_update_slice %z3, %m3, %zero, %zero : (tensor<2x4xi2>, tensor<2x?xi2, #stablehlo.bounds<?, 4>>, tensor<i32>, tensor<i32>) -> tensor<2x4xi2>
  %s3_1 = stablehlo.get_dimension_size %m3, dim = 1 : (tensor<2x?xi2, #stablehlo.bounds<?, 4>>) -> tensor<i32>
  %z4 = stablehlo.constant dense<0> : tensor<4x1xi2>
  %o4 = stablehlo.dynamic_update_slice %z4, %m4, %zero, %zero : (tensor<4x1xi2>, tensor<?x1xi2, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x1xi2>
  %s4_0 = stablehlo.get_dimension_size %m4, dim = 0 : (tensor<?x1xi2, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %z5 = stablehlo.constant dense<0> : tensor<8xi2>
  %o5 = stablehlo.dynamic_update_slice %z5, %m6, %zero : (tensor<8xi2>, tensor<?xi2, #stablehlo.bounds<8>>, tensor<i32>) -> tensor<8xi2>
  %s5_0 = stablehlo.get_dimension_size %m6, dim = 0 : (tensor<?xi2, #stablehlo.bounds<8>>) -> tensor<i32>
  %z6 = stablehlo.constant dense<0> : tensor<8xi2>
  %o6 = stablehlo.dynamic_update_slice %z6, %m7, %zero : (tensor<8xi2>, tensor<?xi2, #stablehlo.bounds<8>>, tensor<i32>) -> tensor<8xi2>
  %s6_0 = stablehlo.get_dimension_size %m7, dim = 0 : (tensor<?xi2, #stablehlo.bounds<8>>) -> tensor<i32>
  %z9 = stablehlo.constant dense<0> : tensor<4x2xi2>
  %o9 = stablehlo.dynamic_update_slice %z9, %g1, %zero, %zero : (tensor<4x2xi2>, tensor<?x2xi2, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xi2>
  %s9_0 = stablehlo.get_dimension_size %g1, dim = 0 : (tensor<?x2xi2, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %z11 = stablehlo.constant dense<0> : tensor<4x2xi2>
  %o11 = stablehlo.dynamic_update_slice %z11, %r1, %zero, %zero : (tensor<4x2xi2>, tensor<?x2xi2, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xi2>
  %s11_0 = stablehlo.get_dimension_size %r1, dim = 0 : (tensor<?x2xi2, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %z12 = stablehlo.constant dense<0> : tensor<4x2xi2>
  %o12 = stablehlo.dynamic_update_slice %z12, %ss0, %zero, %zero : (tensor<4x2xi2>, tensor<?x2xi2, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xi2>
  %s12_0 = stablehlo.get_dimension_size %ss0, dim = 0 : (tensor<?x2xi2, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %z14 = stablehlo.constant dense<0> : tensor<2x3x3xi2>
  %o14 = stablehlo.dynamic_update_slice %z14, %dd1, %zero, %zero, %zero : (tensor<2x3x3xi2>, tensor<2x?x3xi2, #stablehlo.bounds<?, 3, ?>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x3xi2>
  %s14_1 = stablehlo.get_dimension_size %dd1, dim = 1 : (tensor<2x?x3xi2, #stablehlo.bounds<?, 3, ?>>) -> tensor<i32>
  %z15 = stablehlo.constant dense<0> : tensor<2x4xi2>
  %o15 = stablehlo.dynamic_update_slice %z15, %e0, %zero, %zero : (tensor<2x4xi2>, tensor<2x?xi2, #stablehlo.bounds<?, 4>>, tensor<i32>, tensor<i32>) -> tensor<2x4xi2>
  %s15_1 = stablehlo.get_dimension_size %e0, dim = 1 : (tensor<2x?xi2, #stablehlo.bounds<?, 4>>) -> tensor<i32>
  return %o0, %s0_0, %o1, %s1_0, %o2, %s2_0, %o3, %s3_1, %o4, %s4_0, %o5, %s5_0, %o6, %s6_0, %m8, %g0, %o9, %s9_0, %r0, %o11, %s11_0, %o12, %s12_0, %dd0, %o14, %s14_1, %o15, %s15_1 : tensor<7x2xi2>, tensor<i32>, tensor<4x2xi2>, tensor<i32>, tensor<9x3xi2>, tensor<i32>, tensor<2x4xi2>, tensor<i32>, tensor<4x1xi2>, tensor<i32>, tensor<8xi2>, tensor<i32>, tensor<8xi2>, tensor<i32>, tensor<5x2xi2>, tensor<3x2xi2>, tensor<4x2xi2>, tensor<i32>, tensor<2xi2>, tensor<4x2xi2>, tensor<i32>, tensor<4x2xi2>, tensor<i32>, tensor<2x2xi2>, tensor<2x3x3xi2>, tensor<i32>, tensor<2x4xi2>, tensor<i32>
}
func.func @parts_of_a_byte() {
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:28 = call @parts_of_a_byte_at(%size_3) : (tensor<i32>) -> (tensor<7x2xi2>, tensor<i32>, tensor<4x2xi2>, tensor<i32>, tensor<9x3xi2>, tensor<i32>, tensor<2x4xi2>, tensor<i32>, tensor<4x1xi2>, tensor<i32>, tensor<8xi2>, tensor<i32>, tensor<8xi2>, tensor<i32>, tensor<5x2xi2>, tensor<3x2xi2>, tensor<4x2xi2>, tensor<i32>, tensor<2xi2>, tensor<4x2xi2>, tensor<i32>, tensor<4x2xi2>, tensor<i32>, tensor<2x2xi2>, tensor<2x3x3xi2>, tensor<i32>, tensor<2x4xi2>, tensor<i32>)
  %a_3 = stablehlo.constant dense<[[0, -2], [1, 0], [1, -2]]> : tensor<3x2xi2>
  %b_3 = stablehlo.constant dense<[[1, -1], [0, 1], [-2, -2]]> : tensor<3x2xi2>
  %i_3 = stablehlo.constant dense<1> : tensor<i2>
  %t_3 = stablehlo.constant dense<[[1, -2], [-1, -2], [-1, -1], [1, -1], [0, 1]]> : tensor<5x2xi2>
  %w_3 = stablehlo.constant dense<[[1, 1, -2], [1, -2, 1]]> : tensor<2x3xi2>
  %p_3 = stablehlo.constant dense<[[[-1, -1], [1, -1], [0, -2]], [[1, 1], [-2, -1], [-2, -1]]]> : tensor<2x3x2xi2>
  %u_3 = stablehlo.constant dense<[[-1], [-2]]> : tensor<2x1xi2>
  %f_3 = stablehlo.constant dense<[[[-2, -1, -1], [0, -1, 1]], [[-2, -1, -1], [-1, -1, 1]]]> : tensor<2x2x3xi2>
  %m0_3 = stablehlo.concatenate %b_3, %a_3, dim = 0 : (tensor<3x2xi2>, tensor<3x2xi2>) -> tensor<6x2xi2>
  %m1_3 = stablehlo.reverse %a_3, dims = [0, 1] : tensor<3x2xi2>
  %m2_3 = stablehlo.pad %a_3, %i_3, low = [2, 0], high = [0, 1], interior = [1, 0] : (tensor<3x2xi2>, tensor<i2>) -> tensor<7x3xi2>
  %m3_3 = stablehlo.transpose %a_3, dims = [1, 0] : (tensor<3x2xi2>) -> tensor<2x3xi2>
  %m4_3 = stablehlo.slice %a_3 [0:3, 1:2] : (tensor<3x2xi2>) -> tensor<3x1xi2>
  %m6_3 = stablehlo.reshape %a_3 : (tensor<3x2xi2>) -> tensor<6xi2>
  %m7_3 = stablehlo.reshape %w_3 : (tensor<2x3xi2>) -> tensor<6xi2>
  %j_3 = stablehlo.constant dense<1> : tensor<i32>
  %k_3 = stablehlo.constant dense<0> : tensor<i32>
  %m8_3 = stablehlo.dynamic_update_slice %t_3, %a_3, %j_3, %k_3 : (tensor<5x2xi2>, tensor<3x2xi2>, tensor<i32>, tensor<i32>) -> tensor<5x2xi2>
  %gi_3 = stablehlo.constant dense<[0, 3, 1]> : tensor<3xi32>
  %g0_3 = "stablehlo.gather"(%t_3, %gi_3) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>} : (tensor<5x2xi2>, tensor<3xi32>) -> tensor<3x2xi2>
  %g1_3 = "stablehlo.scatter"(%a_3, %gi_3, %b_3) ({
  ^bb0(%x_3: tensor<i2>, %y_3: tensor<i2>):
    stablehlo.return %y_3 : tensor<i2>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x2xi2>, tensor<3xi32>, tensor<3x2xi2>) -> tensor<3x2xi2>
  %r0_3 = stablehlo.reduce(%a_3 init: %i_3) applies stablehlo.maximum across dimensions = [0] : (tensor<3x2xi2>, tensor<i2>) -> tensor<2xi2>
  %r1_3 = "stablehlo.reduce_window"(%a_3, %i_3) ({
  ^bb0(%x_3: tensor<i2>, %y_3: tensor<i2>):
    %s_3 = stablehlo.maximum %x_3, %y_3 : tensor<i2>
    stablehlo.return %s_3 : tensor<i2>
  }) {window_dimensions = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x2xi2>, tensor<i2>) -> tensor<3x2xi2>
  %ss0_3 = "stablehlo.sort"(%a_3) ({
  ^bb0(%x_3: tensor<i2>, %y_3: tensor<i2>):
    %c_3 = stablehlo.compare GT, %x_3, %y_3 : (tensor<i2>, tensor<i2>) -> tensor<i1>
    stablehlo.return %c_3 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<3x2xi2>) -> tensor<3x2xi2>
  %dd0_3 = stablehlo.dot_general %w_3, %a_3, contracting_dims = [1] x [0] : (tensor<2x3xi2>, tensor<3x2xi2>) -> tensor<2x2xi2>
  %dd1_3 = "stablehlo.convolution"(%p_3, %f_3) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<2x3x2xi2>, tensor<2x2x3xi2>) -> tensor<2x2x3xi2>
  %e0_3 = "stablehlo.select_and_scatter"(%w_3, %u_3, %i_3) ({
  ^bb0(%x_3: tensor<i2>, %y_3: tensor<i2>):
    %c_3 = stablehlo.compare GE, %x_3, %y_3 : (tensor<i2>, tensor<i2>) -> tensor<i1>
    stablehlo.return %c_3 : tensor<i1>
  }, {
  ^bb0(%x_3: tensor<i2>, %y_3: tensor<i2>):
    %s_3 = stablehlo.add %x_3, %y_3 : tensor<i2>
    stablehlo.return %s_3 : tensor<i2>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<2x3xi2>, tensor<2x1xi2>, tensor<i2>) -> tensor<2x3xi2>
  %z0_3 = stablehlo.constant dense<0> : tensor<i2>
  %w0_3 = stablehlo.pad %m0_3, %z0_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<6x2xi2>, tensor<i2>) -> tensor<7x2xi2>
  check.expect_eq %at_3#0, %w0_3 : tensor<7x2xi2>
  check.expect_eq_const %at_3#1, dense<6> : tensor<i32>
  %z1_3 = stablehlo.constant dense<0> : tensor<i2>
  %w1_3 = stablehlo.pad %m1_3, %z1_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x2xi2>, tensor<i2>) -> tensor<4x2xi2>
  check.expect_eq %at_3#2, %w1_3 : tensor<4x2xi2>
  check.expect_eq_const %at_3#3, dense<3> : tensor<i32>
  %z2_3 = stablehlo.constant dense<0> : tensor<i2>
  %w2_3 = stablehlo.pad %m2_3, %z2_3, low = [0, 0], high = [2, 0], interior = [0, 0] : (tensor<7x3xi2>, tensor<i2>) -> tensor<9x3xi2>
  check.expect_eq %at_3#4, %w2_3 : tensor<9x3xi2>
  check.expect_eq_const %at_3#5, dense<7> : tensor<i32>
  %z3_3 = stablehlo.constant dense<0> : tensor<i2>
  %w3_3 = stablehlo.pad %m3_3, %z3_3, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xi2>, tensor<i2>) -> tensor<2x4xi2>
  check.expect_eq %at_3#6, %w3_3 : tensor<2x4xi2>
  check.expect_eq_const %at_3#7, dense<3> : tensor<i32>
  %z4_3 = stablehlo.constant dense<0> : tensor<i2>
  %w4_3 = stablehlo.pad %m4_3, %z4_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x1xi2>, tensor<i2>) -> tensor<4x1xi2>
  check.expect_eq %at_3#8, %w4_3 : tensor<4x1xi2>
  check.expect_eq_const %at_3#9, dense<3> : tensor<i32>
  %z5_3 = stablehlo.constant dense<0> : tensor<i2>
  %w5_3 = stablehlo.pad %m6_3, %z5_3, low = [0], high = [2], interior = [0] : (tensor<6xi2>, tensor<i2>) -> tensor<8xi2>
  check.expect_eq %at_3#10, %w5_3 : tensor<8xi2>
  check.expect_eq_const %at_3#11, dense<6> : tensor<i32>
  %z6_3 = stablehlo.constant dense<0> : tensor<i2>
  %w6_3 = stablehlo.pad %m7_3, %z6_3, low = [0], high = [2], interior = [0] : (tensor<6xi2>, tensor<i2>) -> tensor<8xi2>
  check.expect_eq %at_3#12, %w6_3 : tensor<8xi2>
  check.expect_eq_const %at_3#13, dense<6> : tensor<i32>
  check.expect_eq %at_3#14, %m8_3 : tensor<5x2xi2>
  check.expect_eq %at_3#15, %g0_3 : tensor<3x2xi2>
  %z9_3 = stablehlo.constant dense<0> : tensor<i2>
  %w9_3 = stablehlo.pad %g1_3, %z9_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x2xi2>, tensor<i2>) -> tensor<4x2xi2>
  check.expect_eq %at_3#16, %w9_3 : tensor<4x2xi2>
  check.expect_eq_const %at_3#17, dense<3> : tensor<i32>
  check.expect_eq %at_3#18, %r0_3 : tensor<2xi2>
  %z11_3 = stablehlo.constant dense<0> : tensor<i2>
  %w11_3 = stablehlo.pad %r1_3, %z11_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x2xi2>, tensor<i2>) -> tensor<4x2xi2>
  check.expect_eq %at_3#19, %w11_3 : tensor<4x2xi2>
  check.expect_eq_const %at_3#20, dense<3> : tensor<i32>
  %z12_3 = stablehlo.constant dense<0> : tensor<i2>
  %w12_3 = stablehlo.pad %ss0_3, %z12_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x2xi2>, tensor<i2>) -> tensor<4x2xi2>
  check.expect_eq %at_3#21, %w12_3 : tensor<4x2xi2>
  check.expect_eq_const %at_3#22, dense<3> : tensor<i32>
  check.expect_eq %at_3#23, %dd0_3 : tensor<2x2xi2>
  %z14_3 = stablehlo.constant dense<0> : tensor<i2>
  %w14_3 = stablehlo.pad %dd1_3, %z14_3, low = [0, 0, 0], high = [0, 1, 0], interior = [0, 0, 0] : (tensor<2x2x3xi2>, tensor<i2>) -> tensor<2x3x3xi2>
  check.expect_eq %at_3#24, %w14_3 : tensor<2x3x3xi2>
  check.expect_eq_const %at_3#25, dense<2> : tensor<i32>
  %z15_3 = stablehlo.constant dense<0> : tensor<i2>
  %w15_3 = stablehlo.pad %e0_3, %z15_3, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xi2>, tensor<i2>) -> tensor<2x4xi2>
  check.expect_eq %at_3#26, %w15_3 : tensor<2x4xi2>
  check.expect_eq_const %at_3#27, dense<3> : tensor<i32>
  func.return
}

// -----

func.func private @truth_values_at(%size: tensor<i32>) -> (tensor<7x2xi1>, tensor<i32>, tensor<4x2xi1>, tensor<i32>, tensor<9x3xi1>, tensor<i32>, tensor<2x4xi1>, tensor<i32>, tensor<4x1xi1>, tensor<i32>, tensor<8xi1>, tensor<i32>, tensor<8xi1>, tensor<i32>, tensor<5x2xi1>, tensor<3x2xi1>, tensor<4x2xi1>, tensor<i32>, tensor<2xi1>, tensor<4x2xi1>, tensor<i32>, tensor<4x2xi1>, tensor<i32>, tensor<2x4xi1>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = stablehlo.constant dense<[[true, false], [false, false], [false, true], [true, true]]> : tensor<4x2xi1>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 0 : (tensor<4x2xi1>, tensor<i32>) -> tensor<?x2xi1, #stablehlo.bounds<4, ?>>
  %b = stablehlo.constant dense<[[false, true], [false, true], [true, true]]> : tensor<3x2xi1>
  %i = stablehlo.constant dense<false> : tensor<i1>
  %t = stablehlo.constant dense<[[true, false], [true, true], [true, true], [false, false], [false, true]]> : tensor<5x2xi1>
  %w_s = stablehlo.constant dense<[[false, false, true, true], [false, false, false, true]]> : tensor<2x4xi1>
  %w = stablehlo.set_dimension_size %w_s, %n, dim = 1 : (tensor<2x4xi1>, tensor<i32>) -> tensor<2x?xi1, #stablehlo.bounds<?, 4>>
  %u_s = stablehlo.constant dense<[[true, true], [false, false]]> : tensor<2x2xi1>
  %d0 = stablehlo.constant dense<2> : tensor<i32>
  %y0 = stablehlo.divide %n, %d0 : tensor<i32>
  %u = stablehlo.set_dimension_size %u_s, %y0, dim = 1 : (tensor<2x2xi1>, tensor<i32>) -> tensor<2x?xi1, #stablehlo.bounds<?, 2>>
  %m0 = stablehlo.concatenate %b, %a, dim = 0 : (tensor<3x2xi1>, tensor<?x2xi1, #stablehlo.bounds<4, ?>>) -> tensor<?x2xi1, #stablehlo.bounds<7, ?>>
  %m1 = stablehlo.reverse %a, dims = [0, 1] : tensor<?x2xi1, #stablehlo.bounds<4, ?>>
  %m2 = stablehlo.pad %a, %i, low = [2, 0], high = [0, 1], interior = [1, 0] : (tensor<?x2xi1, #stablehlo.bounds<4, ?>>, tensor<i1>) -> tensor<?x3xi1, #stablehlo.bounds<9, ?>>
  %m3 = stablehlo.transpose %a, dims = [1, 0] : (tensor<?x2xi1, #stablehlo.bounds<4, ?>>) -> tensor<2x?xi1, #stablehlo.bounds<?, 4>>
  %m4 = stablehlo.slice %a [0:4, 1:2] : (tensor<?x2xi1, #stablehlo.bounds<4, ?>>) -> tensor<?x1xi1, #stablehlo.bounds<4, ?>>
  %m6 = stablehlo.reshape %a : (tensor<?x2xi1, #stablehlo.bounds<4, ?>>) -> tensor<?xi1, #stablehlo.bounds<8>>
  %m7 = stablehlo.reshape %w : (tensor<2x?xi1, #stablehlo.bounds<?, 4>>) -> tensor<?xi1, #stablehlo.bounds<8>>
  %j = stablehlo.constant dense<1> : tensor<i32>
  %k = stablehlo.constant dense<0> : tensor<i32>
  %m8 = stablehlo.dynamic_update_slice %t, %a, %j, %k : (tensor<5x2xi1>, tensor<?x2xi1, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<5x2xi1>
  %gi = stablehlo.constant dense<[0, 3, 1]> : tensor<3xi32>
  %g0 = "stablehlo.gather"(%t, %gi) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>} : (tensor<5x2xi1>, tensor<3xi32>) -> tensor<3x2xi1>
  %g1 = "stablehlo.scatter"(%a, %gi, %b) ({
  ^bb0(%x: tensor<i1>, %y: tensor<i1>):
    stablehlo.return %y : tensor<i1>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<?x2xi1, #stablehlo.bounds<4, ?>>, tensor<3xi32>, tensor<3x2xi1>) -> tensor<?x2xi1, #stablehlo.bounds<4, ?>>
  %r0 = stablehlo.reduce(%a init: %i) applies stablehlo.or across dimensions = [0] : (tensor<?x2xi1, #stablehlo.bounds<4, ?>>, tensor<i1>) -> tensor<2xi1>
  %r1 = "stablehlo.reduce_window"(%a, %i) ({
  ^bb0(%x: tensor<i1>, %y: tensor<i1>):
    %s = stablehlo.or %x, %y : tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) {window_dimensions = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<?x2xi1, #stablehlo.bounds<4, ?>>, tensor<i1>) -> tensor<?x2xi1, #stablehlo.bounds<4, ?>>
  %ss0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<i1>, %y: tensor<i1>):
    %c = stablehlo.compare GT, %x, %y : (tensor<i1>, tensor<i1>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<?x2xi1, #stablehlo.bounds<4, ?>>) -> tensor<?x2xi1, #stablehlo.bounds<4, ?>>
  %e0 = "stablehlo.select_and_scatter"(%w, %u, %i) ({
  ^bb0(%x: tensor<i1>, %y: tensor<i1>):
    %c = stablehlo.compare GE, %x, %y : (tensor<i1>, tensor<i1>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<i1>, %y: tensor<i1>):
    %s = stablehlo.or %x, %y : tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<2x?xi1, #stablehlo.bounds<?, 4>>, tensor<2x?xi1, #stablehlo.bounds<?, 2>>, tensor<i1>) -> tensor<2x?xi1, #stablehlo.bounds<?, 4>>
  %z0 = stablehlo.constant dense<false> : tensor<7x2xi1>
  %o0 = stablehlo.dynamic_update_slice %z0, %m0, %zero, %zero : (tensor<7x2xi1>, tensor<?x2xi1, #stablehlo.bounds<7, ?>>, tensor<i32>, tensor<i32>) -> tensor<7x2xi1>
  %s0_0 = stablehlo.get_dimension_size %m0, dim = 0 : (tensor<?x2xi1, #stablehlo.bounds<7, ?>>) -> tensor<i32>
  %z1 = stablehlo.constant dense<false> : tensor<4x2xi1>
  %o1 = stablehlo.dynamic_update_slice %z1, %m1, %zero, %zero : (tensor<4x2xi1>, tensor<?x2xi1, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xi1>
  %s1_0 = stablehlo.get_dimension_size %m1, dim = 0 : (tensor<?x2xi1, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %z2 = stablehlo.constant dense<false> : tensor<9x3xi1>
  %o2 = stablehlo.dynamic_update_slice %z2, %m2, %zero, %zero : (tensor<9x3xi1>, tensor<?x3xi1, #stablehlo.bounds<9, ?>>, tensor<i32>, tensor<i32>) -> tensor<9x3xi1>
  %s2_0 = stablehlo.get_dimension_size %m2, dim = 0 : (tensor<?x3xi1, #stablehlo.bounds<9, ?>>) -> tensor<i32>
  %z3 = stablehlo.constant dense<false> : tensor<2x4xi1>
  %o3 = stablehlo.dynamic_update_slice %z3, %m3, %zero, %zero : (tensor<2x4xi1>, tensor<2x?xi1, #stablehlo.bounds<?, 4>>, tensor<i32>, tensor<i32>) -> tensor<2x4xi1>
  %s3_1 = stablehlo.get_dimension_size %m3, dim = 1 : (tensor<2x?xi1, #stablehlo.bounds<?, 4>>) -> tensor<i32>
  %z4 = stablehlo.constant dense<false> : tensor<4x1xi1>
  %o4 = stablehlo.dynamic_update_slice %z4, %m4, %zero, %zero : (tensor<4x1xi1>, tensor<?x1xi1, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x1xi1>
  %s4_0 = stablehlo.get_dimension_size %m4, dim = 0 : (tensor<?x1xi1, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %z5 = stablehlo.constant dense<false> : tensor<8xi1>
  %o5 = stablehlo.dynamic_update_slice %z5, %m6, %zero : (tensor<8xi1>, tensor<?xi1, #stablehlo.bounds<8>>, tensor<i32>) -> tensor<8xi1>
  %s5_0 = stablehlo.get_dimension_size %m6, dim = 0 : (tensor<?xi1, #stablehlo.bounds<8>>) -> tensor<i32>
  %z6 = stablehlo.constant dense<false> : tensor<8xi1>
  %o6 = stablehlo.dynamic_update_slice %z6, %m7, %zero : (tensor<8xi1>, tensor<?xi1, #stablehlo.bounds<8>>, tensor<i32>) -> tensor<8xi1>
  %s6_0 = stablehlo.get_dimension_size %m7, dim = 0 : (tensor<?xi1, #stablehlo.bounds<8>>) -> tensor<i32>
  %z9 = stablehlo.constant dense<false> : tensor<4x2xi1>
  %o9 = stablehlo.dynamic_update_slice %z9, %g1, %zero, %zero : (tensor<4x2xi1>, tensor<?x2xi1, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xi1>
  %s9_0 = stablehlo.get_dimension_size %g1, dim = 0 : (tensor<?x2xi1, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %z11 = stablehlo.constant dense<false> : tensor<4x2xi1>
  %o11 = stablehlo.dynamic_update_slice %z11, %r1, %zero, %zero : (tensor<4x2xi1>, tensor<?x2xi1, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xi1>
  %s11_0 = stablehlo.get_dimension_size %r1, dim = 0 : (tensor<?x2xi1, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %z12 = stablehlo.constant dense<false> : tensor<4x2xi1>
  %o12 = stablehlo.dynamic_update_slice %z12, %ss0, %zero, %zero : (tensor<4x2xi1>, tensor<?x2xi1, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xi1>
  %s12_0 = stablehlo.get_dimension_size %ss0, dim = 0 : (tensor<?x2xi1, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %z13 = stablehlo.constant dense<false> : tensor<2x4xi1>
  %o13 = stablehlo.dynamic_update_slice %z13, %e0, %zero, %zero : (tensor<2x4xi1>, tensor<2x?xi1, #stablehlo.bounds<?, 4>>, tensor<i32>, tensor<i32>) -> tensor<2x4xi1>
  %s13_1 = stablehlo.get_dimension_size %e0, dim = 1 : (tensor<2x?xi1, #stablehlo.bounds<?, 4>>) -> tensor<i32>
  return %o0, %s0_0, %o1, %s1_0, %o2, %s2_0, %o3, %s3_1, %o4, %s4_0, %o5, %s5_0, %o6, %s6_0, %m8, %g0, %o9, %s9_0, %r0, %o11, %s11_0, %o12, %s12_0, %o13, %s13_1 : tensor<7x2xi1>, tensor<i32>, tensor<4x2xi1>, tensor<i32>, tensor<9x3xi1>, tensor<i32>, tensor<2x4xi1>, tensor<i32>, tensor<4x1xi1>, tensor<i32>, tensor<8xi1>, tensor<i32>, tensor<8xi1>, tensor<i32>, tensor<5x2xi1>, tensor<3x2xi1>, tensor<4x2xi1>, tensor<i32>, tensor<2xi1>, tensor<4x2xi1>, tensor<i32>, tensor<4x2xi1>, tensor<i32>, tensor<2x4xi1>, tensor<i32>
}
func.func @truth_values() {
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:25 = call @truth_values_at(%size_3) : (tensor<i32>) -> (tensor<7x2xi1>, tensor<i32>, tensor<4x2xi1>, tensor<i32>, tensor<9x3xi1>, tensor<i32>, tensor<2x4xi1>, tensor<i32>, tensor<4x1xi1>, tensor<i32>, tensor<8xi1>, tensor<i32>, tensor<8xi1>, tensor<i32>, tensor<5x2xi1>, tensor<3x2xi1>, tensor<4x2xi1>, tensor<i32>, tensor<2xi1>, tensor<4x2xi1>, tensor<i32>, tensor<4x2xi1>, tensor<i32>, tensor<2x4xi1>, tensor<i32>)
  %a_3 = stablehlo.constant dense<[[true, false], [false, false], [false, true]]> : tensor<3x2xi1>
  %b_3 = stablehlo.constant dense<[[false, true], [false, true], [true, true]]> : tensor<3x2xi1>
  %i_3 = stablehlo.constant dense<false> : tensor<i1>
  %t_3 = stablehlo.constant dense<[[true, false], [true, true], [true, true], [false, false], [false, true]]> : tensor<5x2xi1>
  %w_3 = stablehlo.constant dense<[[false, false, true], [false, false, false]]> : tensor<2x3xi1>
  %u_3 = stablehlo.constant dense<[[true], [false]]> : tensor<2x1xi1>
  %m0_3 = stablehlo.concatenate %b_3, %a_3, dim = 0 : (tensor<3x2xi1>, tensor<3x2xi1>) -> tensor<6x2xi1>
  %m1_3 = stablehlo.reverse %a_3, dims = [0, 1] : tensor<3x2xi1>
  %m2_3 = stablehlo.pad %a_3, %i_3, low = [2, 0], high = [0, 1], interior = [1, 0] : (tensor<3x2xi1>, tensor<i1>) -> tensor<7x3xi1>
  %m3_3 = stablehlo.transpose %a_3, dims = [1, 0] : (tensor<3x2xi1>) -> tensor<2x3xi1>
  %m4_3 = stablehlo.slice %a_3 [0:3, 1:2] : (tensor<3x2xi1>) -> tensor<3x1xi1>
  %m6_3 = stablehlo.reshape %a_3 : (tensor<3x2xi1>) -> tensor<6xi1>
  %m7_3 = stablehlo.reshape %w_3 : (tensor<2x3xi1>) -> tensor<6xi1>
  %j_3 = stablehlo.constant dense<1> : tensor<i32>
  %k_3 = stablehlo.constant dense<0> : tensor<i32>
  %m8_3 = stablehlo.dynamic_update_slice %t_3, %a_3, %j_3, %k_3 : (tensor<5x2xi1>, tensor<3x2xi1>, tensor<i32>, tensor<i32>) -> tensor<5x2xi1>
  %gi_3 = stablehlo.constant dense<[0, 3, 1]> : tensor<3xi32>
  %g0_3 = "stablehlo.gather"(%t_3, %gi_3) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>} : (tensor<5x2xi1>, tensor<3xi32>) -> tensor<3x2xi1>
  %g1_3 = "stablehlo.scatter"(%a_3, %gi_3, %b_3) ({
  ^bb0(%x_3: tensor<i1>, %y_3: tensor<i1>):
    stablehlo.return %y_3 : tensor<i1>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x2xi1>, tensor<3xi32>, tensor<3x2xi1>) -> tensor<3x2xi1>
  %r0_3 = stablehlo.reduce(%a_3 init: %i_3) applies stablehlo.or across dimensions = [0] : (tensor<3x2xi1>, tensor<i1>) -> tensor<2xi1>
  %r1_3 = "stablehlo.reduce_window"(%a_3, %i_3) ({
  ^bb0(%x_3: tensor<i1>, %y_3: tensor<i1>):
    %s_3 = stablehlo.or %x_3, %y_3 : tensor<i1>
    stablehlo.return %s_3 : tensor<i1>
  }) {window_dimensions = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x2xi1>, tensor<i1>) -> tensor<3x2xi1>
  %ss0_3 = "stablehlo.sort"(%a_3) ({
  ^bb0(%x_3: tensor<i1>, %y_3: tensor<i1>):
    %c_3 = stablehlo.compare GT, %x_3, %y_3 : (tensor<i1>, tensor<i1>) -> tensor<i1>
    stablehlo.return %c_3 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<3x2xi1>) -> tensor<3x2xi1>
  %e0_3 = "stablehlo.select_and_scatter"(%w_3, %u_3, %i_3) ({
  ^bb0(%x_3: tensor<i1>, %y_3: tensor<i1>):
    %c_3 = stablehlo.compare GE, %x_3, %y_3 : (tensor<i1>, tensor<i1>) -> tensor<i1>
    stablehlo.return %c_3 : tensor<i1>
  }, {
  ^bb0(%x_3: tensor<i1>, %y_3: tensor<i1>):
    %s_3 = stablehlo.or %x_3, %y_3 : tensor<i1>
    stablehlo.return %s_3 : tensor<i1>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<2x3xi1>, tensor<2x1xi1>, tensor<i1>) -> tensor<2x3xi1>
  %z0_3 = stablehlo.constant dense<false> : tensor<i1>
  %w0_3 = stablehlo.pad %m0_3, %z0_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<6x2xi1>, tensor<i1>) -> tensor<7x2xi1>
  check.expect_eq %at_3#0, %w0_3 : tensor<7x2xi1>
  check.expect_eq_const %at_3#1, dense<6> : tensor<i32>
  %z1_3 = stablehlo.constant dense<false> : tensor<i1>
  %w1_3 = stablehlo.pad %m1_3, %z1_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x2xi1>, tensor<i1>) -> tensor<4x2xi1>
  check.expect_eq %at_3#2, %w1_3 : tensor<4x2xi1>
  check.expect_eq_const %at_3#3, dense<3> : tensor<i32>
  %z2_3 = stablehlo.constant dense<false> : tensor<i1>
  %w2_3 = stablehlo.pad %m2_3, %z2_3, low = [0, 0], high = [2, 0], interior = [0, 0] : (tensor<7x3xi1>, tensor<i1>) -> tensor<9x3xi1>
  check.expect_eq %at_3#4, %w2_3 : tensor<9x3xi1>
  check.expect_eq_const %at_3#5, dense<7> : tensor<i32>
  %z3_3 = stablehlo.constant dense<false> : tensor<i1>
  %w3_3 = stablehlo.pad %m3_3, %z3_3, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xi1>, tensor<i1>) -> tensor<2x4xi1>
  check.expect_eq %at_3#6, %w3_3 : tensor<2x4xi1>
  check.expect_eq_const %at_3#7, dense<3> : tensor<i32>
  %z4_3 = stablehlo.constant dense<false> : tensor<i1>
  %w4_3 = stablehlo.pad %m4_3, %z4_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x1xi1>, tensor<i1>) -> tensor<4x1xi1>
  check.expect_eq %at_3#8, %w4_3 : tensor<4x1xi1>
  check.expect_eq_const %at_3#9, dense<3> : tensor<i32>
  %z5_3 = stablehlo.constant dense<false> : tensor<i1>
  %w5_3 = stablehlo.pad %m6_3, %z5_3, low = [0], high = [2], interior = [0] : (tensor<6xi1>, tensor<i1>) -> tensor<8xi1>
  check.expect_eq %at_3#10, %w5_3 : tensor<8xi1>
  check.expect_eq_const %at_3#11, dense<6> : tensor<i32>
  %z6_3 = stablehlo.constant dense<false> : tensor<i1>
  %w6_3 = stablehlo.pad %m7_3, %z6_3, low = [0], high = [2], interior = [0] : (tensor<6xi1>, tensor<i1>) -> tensor<8xi1>
  check.expect_eq %at_3#12, %w6_3 : tensor<8xi1>
  check.expect_eq_const %at_3#13, dense<6> : tensor<i32>
  check.expect_eq %at_3#14, %m8_3 : tensor<5x2xi1>
  check.expect_eq %at_3#15, %g0_3 : tensor<3x2xi1>
  %z9_3 = stablehlo.constant dense<false> : tensor<i1>
  %w9_3 = stablehlo.pad %g1_3, %z9_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x2xi1>, tensor<i1>) -> tensor<4x2xi1>
  check.expect_eq %at_3#16, %w9_3 : tensor<4x2xi1>
  check.expect_eq_const %at_3#17, dense<3> : tensor<i32>
  check.expect_eq %at_3#18, %r0_3 : tensor<2xi1>
  %z11_3 = stablehlo.constant dense<false> : tensor<i1>
  %w11_3 = stablehlo.pad %r1_3, %z11_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x2xi1>, tensor<i1>) -> tensor<4x2xi1>
  check.expect_eq %at_3#19, %w11_3 : tensor<4x2xi1>
  check.expect_eq_const %at_3#20, dense<3> : tensor<i32>
  %z12_3 = stablehlo.constant dense<false> : tensor<i1>
  %w12_3 = stablehlo.pad %ss0_3, %z12_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x2xi1>, tensor<i1>) -> tensor<4x2xi1>
  check.expect_eq %at_3#21, %w12_3 : tensor<4x2xi1>
  check.expect_eq_const %at_3#22, dense<3> : tensor<i32>
  %z13_3 = stablehlo.constant dense<false> : tensor<i1>
  %w13_3 = stablehlo.pad %e0_3, %z13_3, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xi1>, tensor<i1>) -> tensor<2x4xi1>
  check.expect_eq %at_3#23, %w13_3 : tensor<2x4xi1>
  check.expect_eq_const %at_3#24, dense<3> : tensor<i32>
  func.return
}

// -----

func.func private @quantized_parts_of_a_byte_at(%size: tensor<i32>) -> (tensor<7x2xui4>, tensor<i32>, tensor<4x2xui4>, tensor<i32>, tensor<9x3xui4>, tensor<i32>, tensor<2x4xui4>, tensor<i32>, tensor<4x1xui4>, tensor<i32>, tensor<8xui4>, tensor<i32>, tensor<8xui4>, tensor<i32>, tensor<5x2xui4>, tensor<3x2xui4>, tensor<4x2xui4>, tensor<i32>, tensor<2xui4>, tensor<4x2xui4>, tensor<i32>, tensor<4x2xui4>, tensor<i32>, tensor<2x4xui4>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.optimization_barrier %size : tensor<i32>
  %a_s = "stablehlo.constant"() {value = dense<[[2, 7], [4, 7], [7, 6], [3, 7]]> : tensor<4x2xui4>} : () -> tensor<4x2x!quant.uniform<ui4:f32, 0.5:3>>
  %a = stablehlo.set_dimension_size %a_s, %n, dim = 0 : (tensor<4x2x!quant.uniform<ui4:f32, 0.5:3>>, tensor<i32>) -> tensor<?x2x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<4, ?>>
  %b = "stablehlo.constant"() {value = dense<[[5, 6], [3, 3], [0, 7]]> : tensor<3x2xui4>} : () -> tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>
  %i = "stablehlo.constant"() {value = dense<7> : tensor<ui4>} : () -> tensor<!quant.uniform<ui4:f32, 0.5:3>>
  %t = "stablehlo.constant"() {value = dense<[[1, 5], [4, 6], [4, 2], [1, 4], [4, 7]]> : tensor<5x2xui4>} : () -> tensor<5x2x!quant.uniform<ui4:f32, 0.5:3>>
  %w_s = "stablehlo.constant"() {value = dense<[[0, 6, 0, 5], [4, 0, 3, 0]]> : tensor<2x4xui4>} : () -> tensor<2x4x!quant.uniform<ui4:f32, 0.5:3>>
  %w = stablehlo.set_dimension_size %w_s, %n, dim = 1 : (tensor<2x4x!quant.uniform<ui4:f32, 0.5:3>>, tensor<i32>) -> tensor<2x?x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<?, 4>>
  %u_s = "stablehlo.constant"() {value = dense<[[2, 2], [6, 3]]> : tensor<2x2xui4>} : () -> tensor<2x2x!quant.uniform<ui4:f32, 0.5:3>>
  %d0 = stablehlo.constant dense<2> : tensor<i32>
  %y0 = stablehlo.divide %n, %d0 : tensor<i32>
  %u = stablehlo.set_dimension_size %u_s, %y0, dim = 1 : (tensor<2x2x!quant.uniform<ui4:f32, 0.5:3>>, tensor<i32>) -> tensor<2x?x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<?, 2>>
  %m0 = stablehlo.concatenate %b, %a, dim = 0 : (tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>, tensor<?x2x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<4, ?>>) -> tensor<?x2x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<7, ?>>
  %m1 = stablehlo.reverse %a, dims = [0, 1] : tensor<?x2x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<4, ?>>
  %m2 = stablehlo.pad %a, %i, low = [2, 0], high = [0, 1], interior = [1, 0] : (tensor<?x2x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<4, ?>>, tensor<!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<?x3x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<9, ?>>
  %m3 = stablehlo.transpose %a, dims = [1, 0] : (tensor<?x2x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<4, ?>>) -> tensor<2x?x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<?, 4>>
  %m4 = stablehlo.slice %a [0:4, 1:2] : (tensor<?x2x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<4, ?>>) -> tensor<?x1x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<4, ?>>
  %m6 = stablehlo.reshape %a : (tensor<?x2x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<4, ?>>) -> tensor<?x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<8>>
  %m7 = stablehlo.reshape %w : (tensor<2x?x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<?, 4>>) -> tensor<?x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<8>>
  %j = stablehlo.constant dense<1> : tensor<i32>
  %k = stablehlo.constant dense<0> : tensor<i32>
  %m8 = stablehlo.dynamic_update_slice %t, %a, %j, %k : (tensor<5x2x!quant.uniform<ui4:f32, 0.5:3>>, tensor<?x2x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<5x2x!quant.uniform<ui4:f32, 0.5:3>>
  %gi = stablehlo.constant dense<[0, 3, 1]> : tensor<3xi32>
  %g0 = "stablehlo.gather"(%t, %gi) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>} : (tensor<5x2x!quant.uniform<ui4:f32, 0.5:3>>, tensor<3xi32>) -> tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>
  %g1 = "stablehlo.scatter"(%a, %gi, %b) ({
  ^bb0(%x: tensor<!quant.uniform<ui4:f32, 0.5:3>>, %y: tensor<!quant.uniform<ui4:f32, 0.5:3>>):
    stablehlo.return %y : tensor<!quant.uniform<ui4:f32, 0.5:3>>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<?x2x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<4, ?>>, tensor<3xi32>, tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<?x2x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<4, ?>>
  %r0 = stablehlo.reduce(%a init: %i) applies stablehlo.maximum across dimensions = [0] : (tensor<?x2x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<4, ?>>, tensor<!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<2x!quant.uniform<ui4:f32, 0.5:3>>
  %r1 = "stablehlo.reduce_window"(%a, %i) ({
  ^bb0(%x: tensor<!quant.uniform<ui4:f32, 0.5:3>>, %y: tensor<!quant.uniform<ui4:f32, 0.5:3>>):
    %s = stablehlo.maximum %x, %y : tensor<!quant.uniform<ui4:f32, 0.5:3>>
    stablehlo.return %s : tensor<!quant.uniform<ui4:f32, 0.5:3>>
  }) {window_dimensions = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<?x2x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<4, ?>>, tensor<!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<?x2x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<4, ?>>
  %ss0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<!quant.uniform<ui4:f32, 0.5:3>>, %y: tensor<!quant.uniform<ui4:f32, 0.5:3>>):
    %c = stablehlo.compare GT, %x, %y : (tensor<!quant.uniform<ui4:f32, 0.5:3>>, tensor<!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<?x2x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<4, ?>>) -> tensor<?x2x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<4, ?>>
  %e0 = "stablehlo.select_and_scatter"(%w, %u, %i) ({
  ^bb0(%x: tensor<!quant.uniform<ui4:f32, 0.5:3>>, %y: tensor<!quant.uniform<ui4:f32, 0.5:3>>):
    %c = stablehlo.compare GE, %x, %y : (tensor<!quant.uniform<ui4:f32, 0.5:3>>, tensor<!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<!quant.uniform<ui4:f32, 0.5:3>>, %y: tensor<!quant.uniform<ui4:f32, 0.5:3>>):
    %s = stablehlo.add %x, %y : tensor<!quant.uniform<ui4:f32, 0.5:3>>
    stablehlo.return %s : tensor<!quant.uniform<ui4:f32, 0.5:3>>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<2x?x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<?, 4>>, tensor<2x?x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<?, 2>>, tensor<!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<2x?x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<?, 4>>
  %b0 = stablehlo.bitcast_convert %m0 : (tensor<?x2x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<7, ?>>) -> tensor<?x2xui4, #stablehlo.bounds<7, ?>>
  %z0 = stablehlo.constant dense<0> : tensor<7x2xui4>
  %o0 = stablehlo.dynamic_update_slice %z0, %b0, %zero, %zero : (tensor<7x2xui4>, tensor<?x2xui4, #stablehlo.bounds<7, ?>>, tensor<i32>, tensor<i32>) -> tensor<7x2xui4>
  %s0_0 = stablehlo.get_dimension_size %b0, dim = 0 : (tensor<?x2xui4, #stablehlo.bounds<7, ?>>) -> tensor<i32>
  %b1 = stablehlo.bitcast_convert %m1 : (tensor<?x2x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<4, ?>>) -> tensor<?x2xui4, #stablehlo.bounds<4, ?>>
  %z1 = stablehlo.constant dense<0> : tensor<4x2xui4>
  %o1 = stablehlo.dynamic_update_slice %z1, %b1, %zero, %zero : (tensor<4x2xui4>, tensor<?x2xui4, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xui4>
  %s1_0 = stablehlo.get_dimension_size %b1, dim = 0 : (tensor<?x2xui4, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %b2 = stablehlo.bitcast_convert %m2 : (tensor<?x3x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<9, ?>>) -> tensor<?x3xui4, #stablehlo.bounds<9, ?>>
  %z2 = stablehlo.constant dense<0> : tensor<9x3xui4>
  %o2 = stablehlo.dynamic_update_slice %z2, %b2, %zero, %zero : (tensor<9x3xui4>, tensor<?x3xui4, #stablehlo.bounds<9, ?>>, tensor<i32>, tensor<i32>) -> tensor<9x3xui4>
  %s2_0 = stablehlo.get_dimension_size %b2, dim = 0 : (tensor<?x3xui4, #stablehlo.bounds<9, ?>>) -> tensor<i32>
  %b3 = stablehlo.bitcast_convert %m3 : (tensor<2x?x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<?, 4>>) -> tensor<2x?xui4, #stablehlo.bounds<?, 4>>
  %z3 = stablehlo.constant dense<0> : tensor<2x4xui4>
  %o3 = stablehlo.dynamic_update_slice %z3, %b3, %zero, %zero : (tensor<2x4xui4>, tensor<2x?xui4, #stablehlo.bounds<?, 4>>, tensor<i32>, tensor<i32>) -> tensor<2x4xui4>
  %s3_1 = stablehlo.get_dimension_size %b3, dim = 1 : (tensor<2x?xui4, #stablehlo.bounds<?, 4>>) -> tensor<i32>
  %b4 = stablehlo.bitcast_convert %m4 : (tensor<?x1x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<4, ?>>) -> tensor<?x1xui4, #stablehlo.bounds<4, ?>>
  %z4 = stablehlo.constant dense<0> : tensor<4x1xui4>
  %o4 = stablehlo.dynamic_update_slice %z4, %b4, %zero, %zero : (tensor<4x1xui4>, tensor<?x1xui4, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x1xui4>
  %s4_0 = stablehlo.get_dimension_size %b4, dim = 0 : (tensor<?x1xui4, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %b5 = stablehlo.bitcast_convert %m6 : (tensor<?x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<8>>) -> tensor<?xui4, #stablehlo.bounds<8>>
  %z5 = stablehlo.constant dense<0> : tensor<8xui4>
  %o5 = stablehlo.dynamic_update_slice %z5, %b5, %zero : (tensor<8xui4>, tensor<?xui4, #stablehlo.bounds<8>>, tensor<i32>) -> tensor<8xui4>
  %s5_0 = stablehlo.get_dimension_size %b5, dim = 0 : (tensor<?xui4, #stablehlo.bounds<8>>) -> tensor<i32>
  %b6 = stablehlo.bitcast_convert %m7 : (tensor<?x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<8>>) -> tensor<?xui4, #stablehlo.bounds<8>>
  %z6 = stablehlo.constant dense<0> : tensor<8xui4>
  %o6 = stablehlo.dynamic_update_slice %z6, %b6, %zero : (tensor<8xui4>, tensor<?xui4, #stablehlo.bounds<8>>, tensor<i32>) -> tensor<8xui4>
  %s6_0 = stablehlo.get_dimension_size %b6, dim = 0 : (tensor<?xui4, #stablehlo.bounds<8>>) -> tensor<i32>
  %b7 = stablehlo.bitcast_convert %m8 : (tensor<5x2x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<5x2xui4>
  %b8 = stablehlo.bitcast_convert %g0 : (tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<3x2xui4>
  %b9 = stablehlo.bitcast_convert %g1 : (tensor<?x2x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<4, ?>>) -> tensor<?x2xui4, #stablehlo.bounds<4, ?>>
  %z9 = stablehlo.constant dense<0> : tensor<4x2xui4>
  %o9 = stablehlo.dynamic_update_slice %z9, %b9, %zero, %zero : (tensor<4x2xui4>, tensor<?x2xui4, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xui4>
  %s9_0 = stablehlo.get_dimension_size %b9, dim = 0 : (tensor<?x2xui4, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %b10 = stablehlo.bitcast_convert %r0 : (tensor<2x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<2xui4>
  %b11 = stablehlo.bitcast_convert %r1 : (tensor<?x2x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<4, ?>>) -> tensor<?x2xui4, #stablehlo.bounds<4, ?>>
  %z11 = stablehlo.constant dense<0> : tensor<4x2xui4>
  %o11 = stablehlo.dynamic_update_slice %z11, %b11, %zero, %zero : (tensor<4x2xui4>, tensor<?x2xui4, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xui4>
  %s11_0 = stablehlo.get_dimension_size %b11, dim = 0 : (tensor<?x2xui4, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %b12 = stablehlo.bitcast_convert %ss0 : (tensor<?x2x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<4, ?>>) -> tensor<?x2xui4, #stablehlo.bounds<4, ?>>
  %z12 = stablehlo.constant dense<0> : tensor<4x2xui4>
  %o12 = stablehlo.dynamic_update_slice %z12, %b12, %zero, %zero : (tensor<4x2xui4>, tensor<?x2xui4, #stablehlo.bounds<4, ?>>, tensor<i32>, tensor<i32>) -> tensor<4x2xui4>
  %s12_0 = stablehlo.get_dimension_size %b12, dim = 0 : (tensor<?x2xui4, #stablehlo.bounds<4, ?>>) -> tensor<i32>
  %b13 = stablehlo.bitcast_convert %e0 : (tensor<2x?x!quant.uniform<ui4:f32, 0.5:3>, #stablehlo.bounds<?, 4>>) -> tensor<2x?xui4, #stablehlo.bounds<?, 4>>
  %z13 = stablehlo.constant dense<0> : tensor<2x4xui4>
  %o13 = stablehlo.dynamic_update_slice %z13, %b13, %zero, %zero : (tensor<2x4xui4>, tensor<2x?xui4, #stablehlo.bounds<?, 4>>, tensor<i32>, tensor<i32>) -> tensor<2x4xui4>
  %s13_1 = stablehlo.get_dimension_size %b13, dim = 1 : (tensor<2x?xui4, #stablehlo.bounds<?, 4>>) -> tensor<i32>
  return %o0, %s0_0, %o1, %s1_0, %o2, %s2_0, %o3, %s3_1, %o4, %s4_0, %o5, %s5_0, %o6, %s6_0, %b7, %b8, %o9, %s9_0, %b10, %o11, %s11_0, %o12, %s12_0, %o13, %s13_1 : tensor<7x2xui4>, tensor<i32>, tensor<4x2xui4>, tensor<i32>, tensor<9x3xui4>, tensor<i32>, tensor<2x4xui4>, tensor<i32>, tensor<4x1xui4>, tensor<i32>, tensor<8xui4>, tensor<i32>, tensor<8xui4>, tensor<i32>, tensor<5x2xui4>, tensor<3x2xui4>, tensor<4x2xui4>, tensor<i32>, tensor<2xui4>, tensor<4x2xui4>, tensor<i32>, tensor<4x2xui4>, tensor<i32>, tensor<2x4xui4>, tensor<i32>
}
func.func @quantized_parts_of_a_byte() {
  %size_3 = stablehlo.constant dense<3> : tensor<i32>
  %at_3:25 = call @quantized_parts_of_a_byte_at(%size_3) : (tensor<i32>) -> (tensor<7x2xui4>, tensor<i32>, tensor<4x2xui4>, tensor<i32>, tensor<9x3xui4>, tensor<i32>, tensor<2x4xui4>, tensor<i32>, tensor<4x1xui4>, tensor<i32>, tensor<8xui4>, tensor<i32>, tensor<8xui4>, tensor<i32>, tensor<5x2xui4>, tensor<3x2xui4>, tensor<4x2xui4>, tensor<i32>, tensor<2xui4>, tensor<4x2xui4>, tensor<i32>, tensor<4x2xui4>, tensor<i32>, tensor<2x4xui4>, tensor<i32>)
  %a_3 = "stablehlo.constant"() {value = dense<[[2, 7], [4, 7], [7, 6]]> : tensor<3x2xui4>} : () -> tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>
  %b_3 = "stablehlo.constant"() {value = dense<[[5, 6], [3, 3], [0, 7]]> : tensor<3x2xui4>} : () -> tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>
  %i_3 = "stablehlo.constant"() {value = dense<7> : tensor<ui4>} : () -> tensor<!quant.uniform<ui4:f32, 0.5:3>>
  %t_3 = "stablehlo.constant"() {value = dense<[[1, 5], [4, 6], [4, 2], [1, 4], [4, 7]]> : tensor<5x2xui4>} : () -> tensor<5x2x!quant.uniform<ui4:f32, 0.5:3>>
  %w_3 = "stablehlo.constant"() {value = dense<[[0, 6, 0], [4, 0, 3]]> : tensor<2x3xui4>} : () -> tensor<2x3x!quant.uniform<ui4:f32, 0.5:3>>
  %u_3 = "stablehlo.constant"() {value = dense<[[2], [6]]> : tensor<2x1xui4>} : () -> tensor<2x1x!quant.uniform<ui4:f32, 0.5:3>>
  %m0_3 = stablehlo.concatenate %b_3, %a_3, dim = 0 : (tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>, tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<6x2x!quant.uniform<ui4:f32, 0.5:3>>
  %m1_3 = stablehlo.reverse %a_3, dims = [0, 1] : tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>
  %m2_3 = stablehlo.pad %a_3, %i_3, low = [2, 0], high = [0, 1], interior = [1, 0] : (tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>, tensor<!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<7x3x!quant.uniform<ui4:f32, 0.5:3>>
  %m3_3 = stablehlo.transpose %a_3, dims = [1, 0] : (tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<2x3x!quant.uniform<ui4:f32, 0.5:3>>
  %m4_3 = stablehlo.slice %a_3 [0:3, 1:2] : (tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<3x1x!quant.uniform<ui4:f32, 0.5:3>>
  %m6_3 = stablehlo.reshape %a_3 : (tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<6x!quant.uniform<ui4:f32, 0.5:3>>
  %m7_3 = stablehlo.reshape %w_3 : (tensor<2x3x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<6x!quant.uniform<ui4:f32, 0.5:3>>
  %j_3 = stablehlo.constant dense<1> : tensor<i32>
  %k_3 = stablehlo.constant dense<0> : tensor<i32>
  %m8_3 = stablehlo.dynamic_update_slice %t_3, %a_3, %j_3, %k_3 : (tensor<5x2x!quant.uniform<ui4:f32, 0.5:3>>, tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>, tensor<i32>, tensor<i32>) -> tensor<5x2x!quant.uniform<ui4:f32, 0.5:3>>
  %gi_3 = stablehlo.constant dense<[0, 3, 1]> : tensor<3xi32>
  %g0_3 = "stablehlo.gather"(%t_3, %gi_3) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>} : (tensor<5x2x!quant.uniform<ui4:f32, 0.5:3>>, tensor<3xi32>) -> tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>
  %g1_3 = "stablehlo.scatter"(%a_3, %gi_3, %b_3) ({
  ^bb0(%x_3: tensor<!quant.uniform<ui4:f32, 0.5:3>>, %y_3: tensor<!quant.uniform<ui4:f32, 0.5:3>>):
    stablehlo.return %y_3 : tensor<!quant.uniform<ui4:f32, 0.5:3>>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>, tensor<3xi32>, tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>
  %r0_3 = stablehlo.reduce(%a_3 init: %i_3) applies stablehlo.maximum across dimensions = [0] : (tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>, tensor<!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<2x!quant.uniform<ui4:f32, 0.5:3>>
  %r1_3 = "stablehlo.reduce_window"(%a_3, %i_3) ({
  ^bb0(%x_3: tensor<!quant.uniform<ui4:f32, 0.5:3>>, %y_3: tensor<!quant.uniform<ui4:f32, 0.5:3>>):
    %s_3 = stablehlo.maximum %x_3, %y_3 : tensor<!quant.uniform<ui4:f32, 0.5:3>>
    stablehlo.return %s_3 : tensor<!quant.uniform<ui4:f32, 0.5:3>>
  }) {window_dimensions = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>, tensor<!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>
  %ss0_3 = "stablehlo.sort"(%a_3) ({
  ^bb0(%x_3: tensor<!quant.uniform<ui4:f32, 0.5:3>>, %y_3: tensor<!quant.uniform<ui4:f32, 0.5:3>>):
    %c_3 = stablehlo.compare GT, %x_3, %y_3 : (tensor<!quant.uniform<ui4:f32, 0.5:3>>, tensor<!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<i1>
    stablehlo.return %c_3 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>
  %e0_3 = "stablehlo.select_and_scatter"(%w_3, %u_3, %i_3) ({
  ^bb0(%x_3: tensor<!quant.uniform<ui4:f32, 0.5:3>>, %y_3: tensor<!quant.uniform<ui4:f32, 0.5:3>>):
    %c_3 = stablehlo.compare GE, %x_3, %y_3 : (tensor<!quant.uniform<ui4:f32, 0.5:3>>, tensor<!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<i1>
    stablehlo.return %c_3 : tensor<i1>
  }, {
  ^bb0(%x_3: tensor<!quant.uniform<ui4:f32, 0.5:3>>, %y_3: tensor<!quant.uniform<ui4:f32, 0.5:3>>):
    %s_3 = stablehlo.add %x_3, %y_3 : tensor<!quant.uniform<ui4:f32, 0.5:3>>
    stablehlo.return %s_3 : tensor<!quant.uniform<ui4:f32, 0.5:3>>
  }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>, padding = dense<0> : tensor<2x2xi64>} : (tensor<2x3x!quant.uniform<ui4:f32, 0.5:3>>, tensor<2x1x!quant.uniform<ui4:f32, 0.5:3>>, tensor<!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<2x3x!quant.uniform<ui4:f32, 0.5:3>>
  %b0_3 = stablehlo.bitcast_convert %m0_3 : (tensor<6x2x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<6x2xui4>
  %z0_3 = stablehlo.constant dense<0> : tensor<ui4>
  %w0_3 = stablehlo.pad %b0_3, %z0_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<6x2xui4>, tensor<ui4>) -> tensor<7x2xui4>
  check.expect_eq %at_3#0, %w0_3 : tensor<7x2xui4>
  check.expect_eq_const %at_3#1, dense<6> : tensor<i32>
  %b1_3 = stablehlo.bitcast_convert %m1_3 : (tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<3x2xui4>
  %z1_3 = stablehlo.constant dense<0> : tensor<ui4>
  %w1_3 = stablehlo.pad %b1_3, %z1_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x2xui4>, tensor<ui4>) -> tensor<4x2xui4>
  check.expect_eq %at_3#2, %w1_3 : tensor<4x2xui4>
  check.expect_eq_const %at_3#3, dense<3> : tensor<i32>
  %b2_3 = stablehlo.bitcast_convert %m2_3 : (tensor<7x3x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<7x3xui4>
  %z2_3 = stablehlo.constant dense<0> : tensor<ui4>
  %w2_3 = stablehlo.pad %b2_3, %z2_3, low = [0, 0], high = [2, 0], interior = [0, 0] : (tensor<7x3xui4>, tensor<ui4>) -> tensor<9x3xui4>
  check.expect_eq %at_3#4, %w2_3 : tensor<9x3xui4>
  check.expect_eq_const %at_3#5, dense<7> : tensor<i32>
  %b3_3 = stablehlo.bitcast_convert %m3_3 : (tensor<2x3x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<2x3xui4>
  %z3_3 = stablehlo.constant dense<0> : tensor<ui4>
  %w3_3 = stablehlo.pad %b3_3, %z3_3, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xui4>, tensor<ui4>) -> tensor<2x4xui4>
  check.expect_eq %at_3#6, %w3_3 : tensor<2x4xui4>
  check.expect_eq_const %at_3#7, dense<3> : tensor<i32>
  %b4_3 = stablehlo.bitcast_convert %m4_3 : (tensor<3x1x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<3x1xui4>
  %z4_3 = stablehlo.constant dense<0> : tensor<ui4>
  %w4_3 = stablehlo.pad %b4_3, %z4_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x1xui4>, tensor<ui4>) -> tensor<4x1xui4>
  check.expect_eq %at_3#8, %w4_3 : tensor<4x1xui4>
  check.expect_eq_const %at_3#9, dense<3> : tensor<i32>
  %b5_3 = stablehlo.bitcast_convert %m6_3 : (tensor<6x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<6xui4>
  %z5_3 = stablehlo.constant dense<0> : tensor<ui4>
  %w5_3 = stablehlo.pad %b5_3, %z5_3, low = [0], high = [2], interior = [0] : (tensor<6xui4>, tensor<ui4>) -> tensor<8xui4>
  check.expect_eq %at_3#10, %w5_3 : tensor<8xui4>
  check.expect_eq_const %at_3#11, dense<6> : tensor<i32>
  %b6_3 = stablehlo.bitcast_convert %m7_3 : (tensor<6x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<6xui4>
  %z6_3 = stablehlo.constant dense<0> : tensor<ui4>
  %w6_3 = stablehlo.pad %b6_3, %z6_3, low = [0], high = [2], interior = [0] : (tensor<6xui4>, tensor<ui4>) -> tensor<8xui4>
  check.expect_eq %at_3#12, %w6_3 : tensor<8xui4>
  check.expect_eq_const %at_3#13, dense<6> : tensor<i32>
  %b7_3 = stablehlo.bitcast_convert %m8_3 : (tensor<5x2x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<5x2xui4>
  check.expect_eq %at_3#14, %b7_3 : tensor<5x2xui4>
  %b8_3 = stablehlo.bitcast_convert %g0_3 : (tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<3x2xui4>
  check.expect_eq %at_3#15, %b8_3 : tensor<3x2xui4>
  %b9_3 = stablehlo.bitcast_convert %g1_3 : (tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<3x2xui4>
  %z9_3 = stablehlo.constant dense<0> : tensor<ui4>
  %w9_3 = stablehlo.pad %b9_3, %z9_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x2xui4>, tensor<ui4>) -> tensor<4x2xui4>
  check.expect_eq %at_3#16, %w9_3 : tensor<4x2xui4>
  check.expect_eq_const %at_3#17, dense<3> : tensor<i32>
  %b10_3 = stablehlo.bitcast_convert %r0_3 : (tensor<2x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<2xui4>
  check.expect_eq %at_3#18, %b10_3 : tensor<2xui4>
  %b11_3 = stablehlo.bitcast_convert %r1_3 : (tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<3x2xui4>
  %z11_3 = stablehlo.constant dense<0> : tensor<ui4>
  %w11_3 = stablehlo.pad %b11_3, %z11_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x2xui4>, tensor<ui4>) -> tensor<4x2xui4>
  check.expect_eq %at_3#19, %w11_3 : tensor<4x2xui4>
  check.expect_eq_const %at_3#20, dense<3> : tensor<i32>
  %b12_3 = stablehlo.bitcast_convert %ss0_3 : (tensor<3x2x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<3x2xui4>
  %z12_3 = stablehlo.constant dense<0> : tensor<ui4>
  %w12_3 = stablehlo.pad %b12_3, %z12_3, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<3x2xui4>, tensor<ui4>) -> tensor<4x2xui4>
  check.expect_eq %at_3#21, %w12_3 : tensor<4x2xui4>
  check.expect_eq_const %at_3#22, dense<3> : tensor<i32>
  %b13_3 = stablehlo.bitcast_convert %e0_3 : (tensor<2x3x!quant.uniform<ui4:f32, 0.5:3>>) -> tensor<2x3xui4>
  %z13_3 = stablehlo.constant dense<0> : tensor<ui4>
  %w13_3 = stablehlo.pad %b13_3, %z13_3, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x3xui4>, tensor<ui4>) -> tensor<2x4xui4>
  check.expect_eq %at_3#23, %w13_3 : tensor<2x4xui4>
  check.expect_eq_const %at_3#24, dense<3> : tensor<i32>
  func.return
}

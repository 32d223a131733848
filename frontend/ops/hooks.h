#pragma once

#include <vector>

#include "frontend/ir/type.h"

namespace hlo2c::frontend {

class OpContext;

// The hooks of the rows of ops. Each checks the constraints of an op and infers its result types.

// elementwise.cpp
std::vector<Type> infer_same_type(const OpContext& op);
std::vector<Type> infer_add(const OpContext& op);
std::vector<Type> infer_reduce_precision(const OpContext& op);
std::vector<Type> infer_bitcast_convert(const OpContext& op);
std::vector<Type> infer_clamp(const OpContext& op);
std::vector<Type> infer_compare(const OpContext& op);
std::vector<Type> infer_convert(const OpContext& op);
std::vector<Type> infer_is_finite(const OpContext& op);
std::vector<Type> infer_select(const OpContext& op);
std::vector<Type> infer_complex(const OpContext& op);
std::vector<Type> infer_real_part(const OpContext& op);
std::vector<Type> infer_map(const OpContext& op);
std::vector<Type> infer_uniform_quantize(const OpContext& op);
std::vector<Type> infer_uniform_dequantize(const OpContext& op);
std::vector<Type> infer_chlo_broadcast(const OpContext& op);
std::vector<Type> infer_chlo_broadcast_compare(const OpContext& op);
std::vector<Type> infer_chlo_broadcast_complex(const OpContext& op);
std::vector<Type> infer_chlo_broadcast_select(const OpContext& op);

// movement.cpp
std::vector<Type> infer_broadcast_in_dim(const OpContext& op);
std::vector<Type> infer_dynamic_broadcast_in_dim(const OpContext& op);
std::vector<Type> infer_broadcast(const OpContext& op);
std::vector<Type> infer_concatenate(const OpContext& op);
std::vector<Type> infer_constant(const OpContext& op);
std::vector<Type> infer_constant_like(const OpContext& op);
std::vector<Type> infer_dynamic_slice(const OpContext& op);
std::vector<Type> infer_dynamic_update_slice(const OpContext& op);
std::vector<Type> infer_iota(const OpContext& op);
std::vector<Type> infer_dynamic_iota(const OpContext& op);
std::vector<Type> infer_pad(const OpContext& op);
std::vector<Type> infer_dynamic_pad(const OpContext& op);
std::vector<Type> infer_reshape(const OpContext& op);
std::vector<Type> infer_dynamic_reshape(const OpContext& op);
std::vector<Type> infer_reverse(const OpContext& op);
std::vector<Type> infer_slice(const OpContext& op);
std::vector<Type> infer_real_dynamic_slice(const OpContext& op);
std::vector<Type> infer_transpose(const OpContext& op);
std::vector<Type> infer_get_dimension_size(const OpContext& op);
std::vector<Type> infer_set_dimension_size(const OpContext& op);
std::vector<Type> infer_rng(const OpContext& op);
std::vector<Type> infer_rng_bit_generator(const OpContext& op);

// contraction.cpp
std::vector<Type> infer_dot_general(const OpContext& op);
std::vector<Type> infer_dot(const OpContext& op);
std::vector<Type> infer_convolution(const OpContext& op);
std::vector<Type> infer_dynamic_conv(const OpContext& op);
std::vector<Type> infer_einsum(const OpContext& op);
std::vector<Type> infer_unary_einsum(const OpContext& op);
std::vector<Type> infer_fft(const OpContext& op);
std::vector<Type> infer_cholesky(const OpContext& op);
std::vector<Type> infer_triangular_solve(const OpContext& op);
std::vector<Type> infer_ragged_dot(const OpContext& op);

// reduction.cpp
std::vector<Type> infer_reduce(const OpContext& op);
std::vector<Type> infer_reduce_window(const OpContext& op);
std::vector<Type> infer_select_and_scatter(const OpContext& op);
std::vector<Type> infer_batch_norm_inference(const OpContext& op);
std::vector<Type> infer_batch_norm_training(const OpContext& op);
std::vector<Type> infer_batch_norm_grad(const OpContext& op);
std::vector<Type> infer_scan(const OpContext& op);

// indexing.cpp
std::vector<Type> infer_gather(const OpContext& op);
std::vector<Type> infer_dynamic_gather(const OpContext& op);
std::vector<Type> infer_scatter(const OpContext& op);
std::vector<Type> infer_sort(const OpContext& op);
std::vector<Type> infer_torch_index_select(const OpContext& op);
std::vector<Type> infer_top_k(const OpContext& op);

// control.cpp
std::vector<Type> infer_if(const OpContext& op);
std::vector<Type> infer_case(const OpContext& op);
std::vector<Type> infer_while(const OpContext& op);
std::vector<Type> infer_return(const OpContext& op);
std::vector<Type> infer_call(const OpContext& op);
std::vector<Type> infer_composite(const OpContext& op);
std::vector<Type> infer_optimization_barrier(const OpContext& op);
std::vector<Type> infer_after_all(const OpContext& op);
std::vector<Type> infer_create_token(const OpContext& op);
std::vector<Type> infer_process_id(const OpContext& op);
std::vector<Type> infer_custom_call(const OpContext& op);
std::vector<Type> infer_tuple(const OpContext& op);
std::vector<Type> infer_get_tuple_element(const OpContext& op);
std::vector<Type> infer_infeed(const OpContext& op);
std::vector<Type> infer_outfeed(const OpContext& op);
std::vector<Type> infer_send(const OpContext& op);
std::vector<Type> infer_recv(const OpContext& op);
std::vector<Type> infer_async_start(const OpContext& op);
std::vector<Type> infer_async_done(const OpContext& op);
std::vector<Type> infer_mesh(const OpContext& op);
std::vector<Type> infer_manual_computation(const OpContext& op);
std::vector<Type> infer_check(const OpContext& op);
std::vector<Type> infer_probe(const OpContext& op);
std::vector<Type> infer_run_parallel(const OpContext& op);

// collectives.cpp
std::vector<Type> infer_all_gather(const OpContext& op);
std::vector<Type> infer_all_reduce(const OpContext& op);
std::vector<Type> infer_all_to_all(const OpContext& op);
std::vector<Type> infer_reduce_scatter(const OpContext& op);
std::vector<Type> infer_collective_broadcast(const OpContext& op);
std::vector<Type> infer_collective_reduce(const OpContext& op);
std::vector<Type> infer_collective_permute(const OpContext& op);
std::vector<Type> infer_cross_replica_sum(const OpContext& op);

}  // namespace hlo2c::frontend

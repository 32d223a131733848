#pragma once

#include "frontend/random_programs/draft.h"

namespace hlo2c::frontend::random_programs {

/// Rule for one op: how to make a random instance, and how accurate it is.
struct Rule {
    OpCode code;
    unsigned kinds;      ///< elements of its first operand
    Accuracy accuracy;   ///< accuracy of float results for exact operands
    Accuracy tolerates;  ///< the least accurate operands that it tolerates
    int weight;          ///< relative frequency
    bool elementwise;    ///< keeps the shape, so it may occur in elementwise bodies
    void (*make)(Draft&, const Rule&);
};

/// All rules, by family.
const std::vector<Rule>& rules();
/// The rule of an op, the first one if it has another for quantized tensors; nullptr if it has none.
const Rule* rule_of(OpCode code);
/// Why an op has no rule; "" if it has one.
std::string_view reason_without_rule(OpCode code);

// The makers, by family. Each emits one op with the rule's code, and the ops that it depends on.
namespace make {
// elementwise
void unary(Draft& draft, const Rule& rule);
void binary(Draft& draft, const Rule& rule);
void compare(Draft& draft, const Rule& rule);
void select(Draft& draft, const Rule& rule);
void clamp(Draft& draft, const Rule& rule);
void convert(Draft& draft, const Rule& rule);
void bitcast_convert(Draft& draft, const Rule& rule);
void reduce_precision(Draft& draft, const Rule& rule);
void complex(Draft& draft, const Rule& rule);
void map(Draft& draft, const Rule& rule);
void broadcasting(Draft& draft, const Rule& rule);
void broadcasting_compare(Draft& draft, const Rule& rule);
void broadcasting_complex(Draft& draft, const Rule& rule);
void broadcasting_select(Draft& draft, const Rule& rule);
// quantized tensors
void quantize(Draft& draft, const Rule& rule);
void dequantize(Draft& draft, const Rule& rule);
void quantized(Draft& draft, const Rule& rule);
// movement
void broadcast(Draft& draft, const Rule& rule);
void broadcast_in_dim(Draft& draft, const Rule& rule);
void concatenate(Draft& draft, const Rule& rule);
void constant(Draft& draft, const Rule& rule);
void constant_like(Draft& draft, const Rule& rule);
void dynamic_slice(Draft& draft, const Rule& rule);
void dynamic_update_slice(Draft& draft, const Rule& rule);
void get_dimension_size(Draft& draft, const Rule& rule);
void iota(Draft& draft, const Rule& rule);
void pad(Draft& draft, const Rule& rule);
void real_dynamic_slice(Draft& draft, const Rule& rule);
void reshape(Draft& draft, const Rule& rule);
void reverse(Draft& draft, const Rule& rule);
void rng(Draft& draft, const Rule& rule);
void rng_bit_generator(Draft& draft, const Rule& rule);
void set_dimension_size(Draft& draft, const Rule& rule);
void slice(Draft& draft, const Rule& rule);
void transpose(Draft& draft, const Rule& rule);
// indexing
void gather(Draft& draft, const Rule& rule);
void scatter(Draft& draft, const Rule& rule);
void sort(Draft& draft, const Rule& rule);
void top_k(Draft& draft, const Rule& rule);
void torch_index_select(Draft& draft, const Rule& rule);
// reductions
void reduce(Draft& draft, const Rule& rule);
void reduce_window(Draft& draft, const Rule& rule);
void select_and_scatter(Draft& draft, const Rule& rule);
void batch_norm(Draft& draft, const Rule& rule);
void scan(Draft& draft, const Rule& rule);
// contractions
void convolution(Draft& draft, const Rule& rule);
void dot(Draft& draft, const Rule& rule);
void dot_general(Draft& draft, const Rule& rule);
void einsum(Draft& draft, const Rule& rule);
void fft(Draft& draft, const Rule& rule);
void ragged_dot(Draft& draft, const Rule& rule);
void unary_einsum(Draft& draft, const Rule& rule);
// linear algebra
void cholesky(Draft& draft, const Rule& rule);
void triangular_solve(Draft& draft, const Rule& rule);
// control
void branches(Draft& draft, const Rule& rule);
void call(Draft& draft, const Rule& rule);
void library_call(Draft& draft, const Rule& rule);
void optimization_barrier(Draft& draft, const Rule& rule);
void process_id(Draft& draft, const Rule& rule);
void tuple(Draft& draft, const Rule& rule);
void while_loop(Draft& draft, const Rule& rule);
}  // namespace make

// Helpers of makers.

/// `array<i64: ...>`.
IntegerArray integers(std::vector<std::int64_t> values);
/// An order-independent reducer body for the element type: "add", "maximum", "and", ..., over pairs of
/// scalars; for several inputs, each separately or selected by the first one.
Region reducer(Draft& draft, const std::vector<TensorType>& elements, Accuracy accuracy);
/// A quantized type over f32: per tensor, or per axis if allowed.
TensorType quantized_type(Draft& draft, const std::vector<std::int64_t>& shape, bool per_axis = true);
/// The same storage per tensor, with another scale and zero point.
TensorType requantized_type(Draft& draft, const TensorType& type);
/// A scalar of an element type.
TensorType scalar_type(ElementType element);

}  // namespace hlo2c::frontend::random_programs

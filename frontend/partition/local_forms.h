#pragma once

#include "frontend/partition/local_ops.h"
#include "frontend/partition/op_sharding.h"
#include "frontend/partition/part_window.h"

namespace hlo2c::frontend {

/// An op with the sharding that was chosen for it.
struct ShardedOp {
    Op op;  ///< with the parts of the operands; its attributes are those of the whole op
    const ShardingRule& rule;
    const OpSharding& sharding;
    std::vector<Type> whole_operands;
    std::vector<Type> results;  ///< types of the parts
    LocalOps& local;

    Cut operand_cut(std::size_t i) const { return cut_of(rule.operands[i], sharding); }
    Cut result_cut(std::size_t i) const { return cut_of(rule.results[i], sharding); }
    AxisList reduced() const { return reduced_axes(rule, sharding); }
    const TensorType& whole(std::size_t operand) const { return whole_operands[operand].as_tensor(); }
};

/// What a device has when it has run an op on its parts.
struct LocalResults {
    std::vector<ValueId> values;
    AxisList partial;  ///< axes along which the values are still to be combined, element by element
    OpCode combiner = OpCode::Add;
};

/// Emits the ops that compute a device's part of the results.
using LocalForm = LocalResults (*)(ShardedOp& sharded);

/// The op itself, with the parts as operands and results.
LocalResults emit_as_it_is(ShardedOp& sharded);

// The forms of ops that need more: sizes in attributes, partial results, places in the whole tensor.

// local_contractions.cpp
LocalResults local_convolution(ShardedOp& sharded);
LocalResults local_dot(ShardedOp& sharded);
// local_windows.cpp
LocalResults local_pad(ShardedOp& sharded);
LocalResults local_reduce_window(ShardedOp& sharded);
LocalResults local_slice(ShardedOp& sharded);
/// The window that moves along a dimension of operand 0; nullopt if there is none, or if it cannot be
/// divided.
std::optional<DimensionWindow> window_along(const Op& op, const TensorType& kernel, std::int64_t dimension);
/// Replaces an operand by what the device reads of it. `padding` (a scalar) stands outside of the tensor;
/// no_value: zeros. Returns the dimensions in which it also reads elements of other parts, in order.
std::vector<std::int64_t> take_part_windows(ShardedOp& sharded, std::size_t operand, ValueId padding);
// local_indexing.cpp
LocalResults local_dynamic_slice(ShardedOp& sharded);
LocalResults local_dynamic_update_slice(ShardedOp& sharded);
LocalResults local_gather(ShardedOp& sharded);
LocalResults local_scatter(ShardedOp& sharded);
// local_reductions.cpp
bool can_reduce_parts(const Function& function, const Op& reduce);
LocalResults local_reduce(ShardedOp& sharded);

/// By factor: into how many parts the op can be divided; 1: not at all.
std::vector<std::int64_t> most_parts(const Function& function, const Op& op, const ShardingRule& rule);

LocalResults emit_local(ShardedOp& sharded);

}  // namespace hlo2c::frontend

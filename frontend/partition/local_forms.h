#pragma once

#include "frontend/partition/local_ops.h"
#include "frontend/partition/op_sharding.h"

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
// local_indexing.cpp
LocalResults local_dynamic_slice(ShardedOp& sharded);
LocalResults local_dynamic_update_slice(ShardedOp& sharded);
LocalResults local_gather(ShardedOp& sharded);
LocalResults local_scatter(ShardedOp& sharded);
LocalResults local_slice(ShardedOp& sharded);
// local_reductions.cpp
bool can_reduce_parts(const Function& function, const Op& reduce);
LocalResults local_reduce(ShardedOp& sharded);

/// By factor: whether the op can be divided along it.
std::vector<bool> divisible_factors(const Function& function, const Op& op, const ShardingRule& rule);

LocalResults emit_local(ShardedOp& sharded);

}  // namespace hlo2c::frontend

#include "frontend/ops/op_context.h"
#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {
namespace {

/// A cross-replica-sum is an all_reduce that adds.
Replacement decompose_cross_replica_sum(Rewriter& rewriter, Op& op) {
    const TensorType element = scalar_of(rewriter.tensor(op.operands[0]));
    const std::vector<ValueId> arguments = {rewriter.new_value(element), rewriter.new_value(element)};
    op.code = OpCode::AllReduce;
    op.regions = {rewriter.make_region(arguments, [&] {
        return std::vector{rewriter.emit(Op{.code = OpCode::Add, .operands = arguments}, element)};
    })};
    rewriter.touch();
    return std::nullopt;
}

constexpr auto collective_rows = std::to_array<RuleEntry>({
    {OpCode::CrossReplicaSum, decompose_cross_replica_sum},
});

}  // namespace

constinit const RuleRows collective_rules = collective_rows;

}  // namespace hlo2c::frontend

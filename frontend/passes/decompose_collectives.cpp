#include "frontend/passes/builder.h"
#include "frontend/passes/decompose_rules.h"

namespace hlo2c::frontend {
namespace {

/// A cross-replica-sum is an all_reduce that adds.
Replacement decompose_cross_replica_sum(Rewriter& rewriter, Op& op) {
    op.code = OpCode::AllReduce;
    op.regions = {Builder(rewriter).combiner(OpCode::Add, rewriter.tensor(op.operands[0]).element)};
    rewriter.touch();
    return std::nullopt;
}

constexpr auto collective_rows = std::to_array<RuleEntry>({
    {OpCode::CrossReplicaSum, decompose_cross_replica_sum},
});

}  // namespace

constinit const RuleRows collective_rules = collective_rows;

}  // namespace hlo2c::frontend

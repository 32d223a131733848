#include "frontend/passes/fold_rules.h"

#include <array>

#include "frontend/ops/op_traits.h"
#include "frontend/ops/rows/table.h"

namespace hlo2c::frontend {
namespace {

using enum FoldRule::Expressions;

// Constants, ops that need no memory, and ops whose results differ between processes.
constexpr FoldRule never{.is_folded = false};
constexpr FoldRule stored{};
constexpr FoldRule reads_first{.expressions = First};
constexpr FoldRule reads_all{.expressions = All};
constexpr FoldRule computed{.keeps_splats = true, .expressions = All};
constexpr FoldRule cheap{.is_cheap = true, .keeps_splats = true, .expressions = All};
constexpr FoldRule cheap_each{.is_cheap = true, .expressions = All};

// In the order of names. Other ops that are Elementwise are `computed`.
constexpr auto own_rules = std::to_array<OpEntry<FoldRule>>({
    {OpCode::Abs, cheap},
    {OpCode::Add, cheap},
    {OpCode::AfterAll, stored},
    {OpCode::AllGather, stored},
    {OpCode::AllReduce, stored},
    {OpCode::AllToAll, stored},
    {OpCode::And, cheap},
    {OpCode::AsyncDone, stored},
    {OpCode::AsyncStart, stored},
    {OpCode::BatchNormGrad, stored},
    {OpCode::BatchNormInference, stored},
    {OpCode::BatchNormTraining, stored},
    {OpCode::BitcastConvert, stored},
    {OpCode::Broadcast, stored},
    {OpCode::BroadcastInDim, cheap},
    {OpCode::Call, stored},
    {OpCode::Case, reads_all},
    {OpCode::ChloConstant, stored},
    {OpCode::ChloConstantLike, stored},
    {OpCode::ChloRaggedDot, stored},
    {OpCode::ChloScan, stored},
    {OpCode::ChloTopK, stored},
    {OpCode::Cholesky, stored},
    {OpCode::Clamp, cheap_each},
    {OpCode::CollectiveBroadcast, stored},
    {OpCode::CollectivePermute, stored},
    {OpCode::CollectiveReduce, stored},
    {OpCode::Compare, cheap},
    {OpCode::Composite, stored},
    {OpCode::Concatenate, reads_all},
    {OpCode::Constant, never},
    {OpCode::Convert, cheap},
    {OpCode::Convolution, stored},
    {OpCode::CreateToken, stored},
    {OpCode::CrossReplicaSum, stored},
    {OpCode::CustomCall, stored},
    {OpCode::Dot, stored},
    {OpCode::DotGeneral, stored},
    {OpCode::DynamicBroadcastInDim, stored},
    {OpCode::DynamicConv, stored},
    {OpCode::DynamicGather, stored},
    {OpCode::DynamicIota, stored},
    {OpCode::DynamicPad, stored},
    {OpCode::DynamicReshape, stored},
    {OpCode::DynamicSlice, reads_all},
    {OpCode::DynamicUpdateSlice, reads_all},
    {OpCode::Einsum, stored},
    {OpCode::Fft, stored},
    {OpCode::FuncReturn, stored},
    {OpCode::Gather, reads_first},
    {OpCode::GetDimensionSize, stored},
    {OpCode::GetTupleElement, stored},
    {OpCode::If, reads_all},
    {OpCode::Infeed, stored},
    {OpCode::Iota, never},
    {OpCode::Map, stored},
    {OpCode::Maximum, cheap},
    {OpCode::Minimum, cheap},
    {OpCode::Multiply, cheap},
    {OpCode::Negate, cheap},
    {OpCode::Not, cheap},
    {OpCode::OptimizationBarrier, stored},
    {OpCode::Or, cheap},
    {OpCode::Outfeed, stored},
    {OpCode::Pad, reads_all},
    {OpCode::PartitionId, never},
    {OpCode::RealDynamicSlice, stored},
    {OpCode::Recv, stored},
    {OpCode::Reduce, reads_all},
    {OpCode::ReduceScatter, stored},
    {OpCode::ReduceWindow, stored},
    {OpCode::ReplicaId, never},
    {OpCode::Reshape, cheap},
    {OpCode::Return, reads_all},
    {OpCode::Reverse, cheap_each},
    {OpCode::Rng, stored},
    {OpCode::RngBitGenerator, stored},
    {OpCode::Scatter, stored},
    {OpCode::Select, cheap},
    {OpCode::SelectAndScatter, stored},
    {OpCode::Send, stored},
    {OpCode::SetDimensionSize, stored},
    {OpCode::ShiftLeft, cheap},
    {OpCode::ShiftRightArithmetic, cheap},
    {OpCode::ShiftRightLogical, cheap},
    {OpCode::Slice, cheap},
    {OpCode::Sort, reads_all},
    {OpCode::Subtract, cheap},
    {OpCode::TorchIndexSelect, stored},
    {OpCode::Transpose, cheap},
    {OpCode::TriangularSolve, stored},
    {OpCode::Tuple, stored},
    {OpCode::UnaryEinsum, stored},
    {OpCode::While, reads_all},
    {OpCode::Xor, cheap},
});

/// A rule for each op. An op that has none, or two, does not compile.
consteval auto make_table() {
    TableBuilder<FoldRule> builder;
    for (const OpEntry<FoldRule>& own : own_rules) builder.place(own.code, own.behaviour);
    for (const OpRow& row : rows::table)
        if ((row.traits & op_trait::Elementwise) != 0 && !builder.has(row.code))
            builder.place(row.code, computed);
    for (const OpRow& row : rows::chlo_broadcast) builder.place(row.code, stored);
    for (const OpRow& row : rows::other_dialects) builder.place(row.code, stored);
    return builder.total();
}

constexpr auto table = make_table();

}  // namespace

const FoldRule& fold_rule(OpCode code) {
    return behaviour(table, code);
}

}  // namespace hlo2c::frontend

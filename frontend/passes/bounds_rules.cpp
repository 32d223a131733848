#include "frontend/passes/bounds_rules.h"

#include <array>

#include "frontend/diagnostic.h"
#include "frontend/ops/op_traits.h"
#include "frontend/ops/rows/table.h"

namespace hlo2c::frontend::bounds {
namespace {

Replacement expand(BoundsFilling& filling, Op& op) {
    return filling.expand(op);
}

Replacement refuse(BoundsFilling& filling, Op& op) {
    filling.refuse(op);
}

// In the order of names. Ops that are Elementwise are not here: `by_element` is their rule.
constexpr auto own_rules = std::to_array<OpEntry<Rule>>({
    {OpCode::AfterAll, refuse},
    {OpCode::AllGather, all_gather},
    {OpCode::AllReduce, exchange_whole},
    {OpCode::AllToAll, all_to_all},
    {OpCode::AsyncDone, refuse},
    {OpCode::AsyncStart, refuse},
    {OpCode::BatchNormGrad, expand},
    {OpCode::BatchNormInference, expand},
    {OpCode::BatchNormTraining, expand},
    {OpCode::BitcastConvert, bitcast},
    {OpCode::Broadcast, expand},
    {OpCode::BroadcastInDim, broadcast},
    {OpCode::Call, refuse},
    {OpCode::Case, branch},
    {OpCode::CheckAlmostEq, refuse},
    {OpCode::CheckAlmostEqConst, refuse},
    {OpCode::CheckClose, refuse},
    {OpCode::CheckEq, refuse},
    {OpCode::CheckEqConst, refuse},
    {OpCode::CheckSerializedEq, refuse},
    {OpCode::ChloBroadcastAdd, expand},
    {OpCode::ChloBroadcastAnd, expand},
    {OpCode::ChloBroadcastAtan2, expand},
    {OpCode::ChloBroadcastCompare, expand},
    {OpCode::ChloBroadcastComplex, expand},
    {OpCode::ChloBroadcastDivide, expand},
    {OpCode::ChloBroadcastMaximum, expand},
    {OpCode::ChloBroadcastMinimum, expand},
    {OpCode::ChloBroadcastMultiply, expand},
    {OpCode::ChloBroadcastNextAfter, expand},
    {OpCode::ChloBroadcastOr, expand},
    {OpCode::ChloBroadcastPolygamma, expand},
    {OpCode::ChloBroadcastPower, expand},
    {OpCode::ChloBroadcastRemainder, expand},
    {OpCode::ChloBroadcastSelect, expand},
    {OpCode::ChloBroadcastShiftLeft, expand},
    {OpCode::ChloBroadcastShiftRightArithmetic, expand},
    {OpCode::ChloBroadcastShiftRightLogical, expand},
    {OpCode::ChloBroadcastSubtract, expand},
    {OpCode::ChloBroadcastXor, expand},
    {OpCode::ChloBroadcastZeta, expand},
    {OpCode::ChloConstant, refuse},
    {OpCode::ChloConstantLike, constant_like},
    {OpCode::ChloRaggedDot, ragged_dot},
    {OpCode::ChloScan, scan},
    {OpCode::ChloTopK, expand},
    {OpCode::Cholesky, cholesky},
    {OpCode::Clamp, by_element},
    {OpCode::CollectiveBroadcast, exchange_whole},
    {OpCode::CollectivePermute, exchange_whole},
    {OpCode::CollectiveReduce, exchange_whole},
    {OpCode::Composite, refuse},
    {OpCode::Concatenate, concatenate},
    {OpCode::Constant, refuse},
    {OpCode::Convolution, convolution},
    {OpCode::CreateToken, refuse},
    {OpCode::CrossReplicaSum, exchange_whole},
    {OpCode::CustomCall, custom_call},
    {OpCode::Dot, expand},
    {OpCode::DotGeneral, contract},
    {OpCode::DynamicBroadcastInDim, broadcast_to},
    {OpCode::DynamicConv, dynamic_convolution},
    {OpCode::DynamicGather, dynamic_gather},
    {OpCode::DynamicIota, dynamic_iota},
    {OpCode::DynamicPad, dynamic_pad},
    {OpCode::DynamicReshape, dynamic_reshape},
    {OpCode::DynamicSlice, dynamic_slice},
    {OpCode::DynamicUpdateSlice, dynamic_update_slice},
    {OpCode::Einsum, expand},
    {OpCode::Fft, fft},
    {OpCode::FuncReturn, give_results},
    {OpCode::Gather, gather},
    {OpCode::GetDimensionSize, get_size},
    {OpCode::GetTupleElement, element_of_tuple},
    {OpCode::If, branch},
    {OpCode::Infeed, refuse},
    {OpCode::InterpreterPrint, refuse},
    {OpCode::InterpreterProbe, refuse},
    {OpCode::InterpreterRunParallel, refuse},
    {OpCode::Iota, refuse},
    {OpCode::Map, by_element},
    {OpCode::OptimizationBarrier, barrier},
    {OpCode::Outfeed, refuse},
    {OpCode::Pad, pad},
    {OpCode::PartitionId, refuse},
    {OpCode::RealDynamicSlice, real_dynamic_slice},
    {OpCode::Recv, refuse},
    {OpCode::Reduce, reduce},
    {OpCode::ReduceScatter, reduce_scatter},
    {OpCode::ReduceWindow, reduce_window},
    {OpCode::ReplicaId, refuse},
    {OpCode::Reshape, reshape},
    {OpCode::Return, refuse},
    {OpCode::Reverse, reverse},
    {OpCode::Rng, random},
    {OpCode::RngBitGenerator, refuse},
    {OpCode::Scatter, scatter},
    {OpCode::SdyManualComputation, refuse},
    {OpCode::SdyMesh, refuse},
    {OpCode::SdyReshard, exchange_whole},
    {OpCode::SdyReturn, refuse},
    {OpCode::SdyShardingConstraint, exchange_whole},
    {OpCode::Select, by_element},
    {OpCode::SelectAndScatter, select_and_scatter},
    {OpCode::Send, refuse},
    {OpCode::SetDimensionSize, set_size},
    {OpCode::Slice, slice},
    {OpCode::Sort, sort},
    {OpCode::TorchIndexSelect, expand},
    {OpCode::Transpose, transpose},
    {OpCode::TriangularSolve, triangular_solve},
    {OpCode::Tuple, make_tuple},
    {OpCode::UnaryEinsum, expand},
    {OpCode::While, loop},
});

/// A rule for each op. An op that has none, or two, does not compile.
consteval auto make_table() {
    TableBuilder<Rule> builder;
    for (const OpRow& row : rows::table)
        if ((row.traits & op_trait::Elementwise) != 0) builder.place(row.code, by_element);
    for (const OpEntry<Rule>& own : own_rules) builder.place(own.code, own.behaviour);
    return builder.total();
}

constexpr auto table = make_table();

}  // namespace

Rule rule_of(OpCode code) {
    return behaviour(table, code);
}

}  // namespace hlo2c::frontend::bounds

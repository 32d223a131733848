#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/total_table.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

constexpr OpRule replaced{}, constant{.role = Role::Constant}, terminator{.role = Role::Terminator};

constexpr OpRule computed(Arithmetic arithmetic, Rounding rounding = Rounding::Needed, int cost = 1) {
    return {.role = Role::Inlined, .arithmetic = arithmetic, .rounding = rounding, .cost = cost};
}

constexpr OpRule node(NodeKind numbers, NodeKind booleans, int cost = 1) {
    OpRule rule = computed(Arithmetic::Node, Rounding::Needed, cost);
    rule.numbers = numbers;
    rule.booleans = booleans;
    return rule;
}
constexpr OpRule node(NodeKind kind, int cost = 1) {
    return node(kind, kind, cost);
}

constexpr OpRule shift(NodeKind kind) {
    OpRule rule = computed(Arithmetic::Shift);
    rule.numbers = kind;
    return rule;
}

constexpr OpRule math(std::string_view function, int cost, Rounding rounding = Rounding::Needed) {
    OpRule rule = computed(Arithmetic::Function, rounding, cost);
    rule.function = function;
    return rule;
}

constexpr OpRule for_halves(std::string_view function, OpRule rule) {
    rule.function_of_halves = function;
    return rule;
}

constexpr OpRule rounded_by(Rounding rounding, OpRule rule) {
    rule.rounding = rounding;
    return rule;
}

constexpr OpRule reduces(ReductionName reduction, OpRule rule) {
    rule.reduction = reduction;
    return rule;
}

constexpr OpRule moved(Movement movement, int cost = 0) {
    return {.role = Role::Inlined, .movement = movement, .cost = cost};
}

template <GroupKind kind>
GroupKind always(const Function&, const Op&) {
    return kind;
}

GroupKind group_of_reduce(const Function& function, const Op& op) {
    const int rank = function.tensor(op.operands[0]).rank();
    const auto dimensions = op[attr::dimensions];
    const bool trailing = std::all_of(dimensions.begin(), dimensions.end(), [&](std::int64_t dimension) {
        return dimension >= rank - static_cast<std::int64_t>(dimensions.size());
    });
    return trailing && op.results.size() == 1 ? GroupKind::Row : GroupKind::Reduction;
}

template <GroupKind kind>
constexpr OpRule anchor(int cost = 0) {
    return {.role = Role::Anchor, .cost = cost, .group = always<kind>};
}

constexpr OpRule runtime(RuntimeFamily family) {
    return {.role = Role::Runtime, .runtime = family};
}

constexpr OpRule step(StepKind kind) {
    return {.role = Role::Step, .step = kind};
}
constexpr OpRule collective(CollectiveKind kind) {
    return {.role = Role::Step, .step = StepKind::Collective, .collective = kind};
}
constexpr OpRule transfer(TransferKind kind) {
    return {.role = Role::Step, .step = StepKind::Transfer, .transfer = kind};
}

constexpr auto rules = frontend::total<OpRule>({
    {OpCode::Abs, computed(Arithmetic::Absolute, Rounding::NoneForHalves)},
    {OpCode::Add, reduces(ReductionName::Sum, node(NodeKind::Add, NodeKind::Or))},
    {OpCode::AfterAll, replaced},
    {OpCode::AllGather, collective(CollectiveKind::AllGather)},
    {OpCode::AllReduce, collective(CollectiveKind::AllReduce)},
    {OpCode::AllToAll, collective(CollectiveKind::AllToAll)},
    {OpCode::And, reduces(ReductionName::And, node(NodeKind::And))},
    {OpCode::AsyncDone, step(StepKind::AsyncDone)},
    {OpCode::AsyncStart, step(StepKind::AsyncStart)},
    {OpCode::Atan2, math("atan2", 24)},
    {OpCode::BatchNormGrad, replaced},
    {OpCode::BatchNormInference, replaced},
    {OpCode::BatchNormTraining, replaced},
    {OpCode::BitcastConvert, computed(Arithmetic::BitcastConvert, Rounding::None)},
    {OpCode::Broadcast, replaced},
    {OpCode::BroadcastInDim, moved(Movement::BroadcastInDim)},
    {OpCode::Call, replaced},
    {OpCode::Case, step(StepKind::Case)},
    {OpCode::Cbrt, math("cbrt", 16)},
    {OpCode::Ceil, math("ceil", 1, Rounding::NoneForHalves)},
    {OpCode::CheckAlmostEq, replaced},
    {OpCode::CheckAlmostEqConst, replaced},
    {OpCode::CheckClose, replaced},
    {OpCode::CheckEq, replaced},
    {OpCode::CheckEqConst, replaced},
    {OpCode::CheckSerializedEq, replaced},
    {OpCode::ChloAcos, math("acos", 32)},
    {OpCode::ChloAcosh, math("acosh", 24)},
    {OpCode::ChloAsin, math("asin", 32)},
    {OpCode::ChloAsinh, math("asinh", 24)},
    {OpCode::ChloAtan, math("atan", 32)},
    {OpCode::ChloAtanh, math("atanh", 24)},
    {OpCode::ChloBesselI1e, math("bessel_i1e", 64)},
    {OpCode::ChloBroadcastAdd, replaced},
    {OpCode::ChloBroadcastAnd, replaced},
    {OpCode::ChloBroadcastAtan2, replaced},
    {OpCode::ChloBroadcastCompare, replaced},
    {OpCode::ChloBroadcastComplex, replaced},
    {OpCode::ChloBroadcastDivide, replaced},
    {OpCode::ChloBroadcastMaximum, replaced},
    {OpCode::ChloBroadcastMinimum, replaced},
    {OpCode::ChloBroadcastMultiply, replaced},
    {OpCode::ChloBroadcastNextAfter, replaced},
    {OpCode::ChloBroadcastOr, replaced},
    {OpCode::ChloBroadcastPolygamma, replaced},
    {OpCode::ChloBroadcastPower, replaced},
    {OpCode::ChloBroadcastRemainder, replaced},
    {OpCode::ChloBroadcastSelect, replaced},
    {OpCode::ChloBroadcastShiftLeft, replaced},
    {OpCode::ChloBroadcastShiftRightArithmetic, replaced},
    {OpCode::ChloBroadcastShiftRightLogical, replaced},
    {OpCode::ChloBroadcastSubtract, replaced},
    {OpCode::ChloBroadcastXor, replaced},
    {OpCode::ChloBroadcastZeta, replaced},
    {OpCode::ChloConj, replaced},
    {OpCode::ChloConstant, replaced},
    {OpCode::ChloConstantLike, replaced},
    {OpCode::ChloCosh, math("cosh", 24)},
    {OpCode::ChloDigamma, math("digamma", 64)},
    {OpCode::ChloErf, math("erf", 16)},
    {OpCode::ChloErfInv, math("erf_inv", 64)},
    {OpCode::ChloErfc, math("erfc", 24)},
    {OpCode::ChloIsInf, replaced},
    {OpCode::ChloIsNegInf, replaced},
    {OpCode::ChloIsPosInf, replaced},
    {OpCode::ChloLgamma, math("lgamma", 64)},
    {OpCode::ChloMulhi, replaced},
    {OpCode::ChloNextAfter, replaced},
    {OpCode::ChloPolygamma, math("polygamma", 512)},
    {OpCode::ChloRaggedDot, replaced},
    {OpCode::ChloScan, replaced},
    {OpCode::ChloSinh, math("sinh", 24)},
    {OpCode::ChloSquare, replaced},
    {OpCode::ChloTan, replaced},
    {OpCode::ChloTopK, replaced},
    {OpCode::ChloZeta, math("zeta", 512)},
    {OpCode::Cholesky, runtime(RuntimeFamily::Cholesky)},
    {OpCode::Clamp, computed(Arithmetic::Clamp, Rounding::None)},
    {OpCode::CollectiveBroadcast, collective(CollectiveKind::Broadcast)},
    {OpCode::CollectivePermute, collective(CollectiveKind::Permute)},
    {OpCode::CollectiveReduce, collective(CollectiveKind::Reduce)},
    {OpCode::Compare, computed(Arithmetic::Compare, Rounding::None)},
    {OpCode::Complex, anchor<GroupKind::Assemble>(1)},
    {OpCode::Composite, replaced},
    {OpCode::Concatenate, anchor<GroupKind::Assemble>()},
    {OpCode::Constant, constant},
    {OpCode::Convert, computed(Arithmetic::Convert, Rounding::None)},
    {OpCode::Convolution, anchor<GroupKind::Contraction>()},
    {OpCode::Cosine, math("cosine", 16)},
    {OpCode::CountLeadingZeros, computed(Arithmetic::CountLeadingZeros)},
    {OpCode::CreateToken, replaced},
    {OpCode::CrossReplicaSum, replaced},
    {OpCode::CustomCall, step(StepKind::CustomCall)},
    {OpCode::Divide, node(NodeKind::Divide, 4)},
    {OpCode::Dot, replaced},
    {OpCode::DotGeneral, anchor<GroupKind::Contraction>()},
    {OpCode::DynamicBroadcastInDim, replaced},
    {OpCode::DynamicConv, replaced},
    {OpCode::DynamicGather, replaced},
    {OpCode::DynamicIota, replaced},
    {OpCode::DynamicPad, replaced},
    {OpCode::DynamicReshape, replaced},
    {OpCode::DynamicSlice, moved(Movement::DynamicSlice)},
    {OpCode::DynamicUpdateSlice, anchor<GroupKind::Update>()},
    {OpCode::Einsum, replaced},
    {OpCode::Exponential, math("exp", 10)},
    {OpCode::ExponentialMinusOne, math("exponential_minus_one", 16)},
    {OpCode::Fft, runtime(RuntimeFamily::Fft)},
    {OpCode::Floor, math("floor", 1, Rounding::NoneForHalves)},
    {OpCode::FuncReturn, terminator},
    {OpCode::Gather, moved(Movement::Gather, 2)},
    {OpCode::GetDimensionSize, replaced},
    {OpCode::GetTupleElement, replaced},
    {OpCode::If, step(StepKind::If)},
    {OpCode::Imag, moved(Movement::ImaginaryPart)},
    {OpCode::Infeed, transfer(TransferKind::Infeed)},
    {OpCode::InterpreterPrint, replaced},
    {OpCode::InterpreterProbe, replaced},
    {OpCode::InterpreterRunParallel, replaced},
    {OpCode::Iota, moved(Movement::Iota)},
    {OpCode::IsFinite, computed(Arithmetic::IsFinite, Rounding::None)},
    {OpCode::Log, math("log", 10)},
    {OpCode::LogPlusOne, math("log_plus_one", 16)},
    {OpCode::Logistic, math("logistic", 10)},
    {OpCode::Map, replaced},
    {OpCode::Maximum,
     reduces(ReductionName::Maximum, rounded_by(Rounding::None, node(NodeKind::Maximum, NodeKind::Or)))},
    {OpCode::Minimum,
     reduces(ReductionName::Minimum, rounded_by(Rounding::None, node(NodeKind::Minimum, NodeKind::And)))},
    {OpCode::Multiply, reduces(ReductionName::Product, node(NodeKind::Multiply, NodeKind::And))},
    {OpCode::Negate, rounded_by(Rounding::NoneForHalves, node(NodeKind::Negate))},
    {OpCode::Not, node(NodeKind::Not)},
    {OpCode::OptimizationBarrier, step(StepKind::Barrier)},
    {OpCode::Or, reduces(ReductionName::Or, node(NodeKind::Or))},
    {OpCode::Outfeed, transfer(TransferKind::Outfeed)},
    {OpCode::Pad, anchor<GroupKind::Assemble>()},
    {OpCode::PartitionId, step(StepKind::PartitionId)},
    {OpCode::PartsMagnitude, math("magnitude", 8)},
    {OpCode::PartsQuotientImag, math("quotient_imag", 8)},
    {OpCode::PartsQuotientReal, math("quotient_real", 8)},
    {OpCode::PopulationCount, computed(Arithmetic::PopulationCount)},
    {OpCode::Power, computed(Arithmetic::Power, Rounding::Needed, 24)},
    {OpCode::Real, moved(Movement::RealPart)},
    {OpCode::RealDynamicSlice, replaced},
    {OpCode::Recv, transfer(TransferKind::Receive)},
    {OpCode::Reduce, {.role = Role::Anchor, .group = group_of_reduce}},
    {OpCode::ReducePrecision, computed(Arithmetic::ReducePrecision)},
    {OpCode::ReduceScatter, collective(CollectiveKind::ReduceScatter)},
    {OpCode::ReduceWindow, anchor<GroupKind::Window>()},
    {OpCode::Remainder, node(NodeKind::Remainder, 4)},
    {OpCode::ReplicaId, step(StepKind::ReplicaId)},
    {OpCode::Reshape, moved(Movement::Reshape)},
    {OpCode::Return, terminator},
    {OpCode::Reverse, moved(Movement::Reverse)},
    {OpCode::Rng, replaced},
    {OpCode::RngBitGenerator, runtime(RuntimeFamily::RngBitGenerator)},
    {OpCode::RoundNearestAfz, math("round_nearest_afz", 1, Rounding::NoneForHalves)},
    {OpCode::RoundNearestEven, math("round_nearest_even", 1, Rounding::NoneForHalves)},
    {OpCode::Rsqrt, math("rsqrt", 4)},
    {OpCode::Scatter, anchor<GroupKind::Scatter>()},
    {OpCode::SdyManualComputation, replaced},
    {OpCode::SdyMesh, replaced},
    {OpCode::SdyReshard, replaced},
    {OpCode::SdyReturn, terminator},
    {OpCode::SdyShardingConstraint, replaced},
    {OpCode::Select, computed(Arithmetic::Select, Rounding::None)},
    {OpCode::SelectAndScatter, anchor<GroupKind::Scatter>()},
    {OpCode::Send, transfer(TransferKind::Send)},
    {OpCode::SetDimensionSize, replaced},
    {OpCode::ShiftLeft, shift(NodeKind::ShiftLeft)},
    {OpCode::ShiftRightArithmetic, shift(NodeKind::ShiftRightArithmetic)},
    {OpCode::ShiftRightLogical, shift(NodeKind::ShiftRightLogical)},
    {OpCode::Sign, computed(Arithmetic::Sign, Rounding::NoneForHalves)},
    {OpCode::Sine, math("sine", 16)},
    {OpCode::Slice, moved(Movement::Slice)},
    {OpCode::Sort, anchor<GroupKind::Sort>()},
    {OpCode::Sqrt, math("sqrt", 4)},
    {OpCode::Subtract, node(NodeKind::Subtract)},
    {OpCode::Tan, math("tan", 16)},
    {OpCode::Tanh, for_halves("fast_tanh", math("tanh", 16))},
    {OpCode::TorchIndexSelect, replaced},
    {OpCode::Transpose, moved(Movement::Transpose)},
    {OpCode::TriangularSolve, runtime(RuntimeFamily::TriangularSolve)},
    {OpCode::Tuple, replaced},
    {OpCode::UnaryEinsum, replaced},
    {OpCode::UniformDequantize, replaced},
    {OpCode::UniformQuantize, replaced},
    {OpCode::While, step(StepKind::While)},
    {OpCode::Xor, reduces(ReductionName::Xor, node(NodeKind::Xor))},
});

}  // namespace

const OpRule& rule_of(OpCode code) {
    return frontend::behaviour(rules, code);
}

std::string_view spelling(GroupKind kind) {
    static constexpr auto names = frontend::by_every_enumerator<GroupKind::Control, std::string_view>({
        {GroupKind::Map, "map"},
        {GroupKind::Row, "row"},
        {GroupKind::Reduction, "reduction"},
        {GroupKind::Contraction, "contraction"},
        {GroupKind::Window, "window"},
        {GroupKind::Scatter, "scatter"},
        {GroupKind::Update, "update"},
        {GroupKind::Assemble, "assemble"},
        {GroupKind::Sort, "sort"},
        {GroupKind::Control, "control"},
    });
    return names[static_cast<std::size_t>(kind)];
}

}  // namespace hlo2c::scheduler

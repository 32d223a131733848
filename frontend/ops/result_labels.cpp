#include "frontend/ops/result_labels.h"

#include <algorithm>
#include <iterator>

namespace hlo2c::frontend {
namespace {

struct Row {
    OpCode code;
    ResultLabels labels;
};

constexpr Row rows[] = {
    {OpCode::Abs, {"C1", "C2"}},
    {OpCode::Add, {"C1", "C1"}},
    {OpCode::AllGather, {"C6", "C6"}},
    {OpCode::AllReduce, {"C6", "C7"}},
    {OpCode::AllToAll, {"C9", "C9"}},
    {OpCode::And, {"C1", "C1"}},
    {OpCode::AsyncDone, {"C1", "C1"}},
    {OpCode::AsyncStart, {"C4", "C4"}},
    {OpCode::Atan2, {"C1", "C1"}},
    {OpCode::BatchNormInference, {"C7", "C7"}},
    {OpCode::BitcastConvert, {"C1", "C1"}},
    {OpCode::Case, {"C4", "C4"}},
    {OpCode::Cbrt, {"C1", "C1"}},
    {OpCode::Ceil, {"C1", "C1"}},
    {OpCode::Cholesky, {"C1", "C1"}},
    {OpCode::Clamp, {"C4", "C4"}},
    {OpCode::CollectivePermute, {"C5", "C5"}},
    {OpCode::CollectiveReduce, {"C3", ""}},
    {OpCode::Compare, {"C2", ""}},
    {OpCode::Complex, {"C2", "C3"}},
    {OpCode::Composite, {"C4", "C4"}},
    {OpCode::Concatenate, {"C6", "C5"}},
    {OpCode::Constant, {"C1", "C1"}},
    {OpCode::Convert, {"C1", ""}},
    {OpCode::Convolution, {"C25", "C27"}},
    {OpCode::Cosine, {"C1", "C1"}},
    {OpCode::CountLeadingZeros, {"C1", "C1"}},
    {OpCode::Divide, {"C1", "C1"}},
    {OpCode::DotGeneral, {"C12", ""}},
    {OpCode::DynamicConv, {"C25", "C27"}},
    {OpCode::DynamicGather, {"C22", "C23"}},
    {OpCode::DynamicPad, {"C4", "C1"}},
    {OpCode::DynamicSlice, {"C5", "C1"}},
    {OpCode::DynamicUpdateSlice, {"C1", "C1"}},
    {OpCode::Exponential, {"C1", "C1"}},
    {OpCode::ExponentialMinusOne, {"C1", "C1"}},
    {OpCode::Fft, {"C5", "C2"}},
    {OpCode::Floor, {"C1", "C1"}},
    {OpCode::Gather, {"C22", "C23"}},
    {OpCode::GetTupleElement, {"C2", "C2"}},
    {OpCode::If, {"C3", "C3"}},
    {OpCode::Imag, {"C1", "C2"}},
    {OpCode::IsFinite, {"C1", ""}},
    {OpCode::Log, {"C1", "C1"}},
    {OpCode::LogPlusOne, {"C1", "C1"}},
    {OpCode::Logistic, {"C1", "C1"}},
    {OpCode::Map, {"C1", "C4"}},
    {OpCode::Maximum, {"C1", "C1"}},
    {OpCode::Minimum, {"C1", "C1"}},
    {OpCode::Multiply, {"C1", "C1"}},
    {OpCode::Negate, {"C1", "C1"}},
    {OpCode::Not, {"C1", "C1"}},
    {OpCode::OptimizationBarrier, {"C1", "C1"}},
    {OpCode::Or, {"C1", "C1"}},
    {OpCode::Pad, {"C4", "C1"}},
    {OpCode::PopulationCount, {"C1", "C1"}},
    {OpCode::Power, {"C1", "C1"}},
    {OpCode::Real, {"C1", "C2"}},
    {OpCode::Reduce, {"C7", "C8"}},
    {OpCode::ReducePrecision, {"C1", "C1"}},
    {OpCode::ReduceScatter, {"C8", "C9"}},
    {OpCode::ReduceWindow, {"C15", "C16"}},
    {OpCode::Remainder, {"C1", "C1"}},
    {OpCode::Reverse, {"C1", "C1"}},
    {OpCode::RoundNearestAfz, {"C1", "C1"}},
    {OpCode::RoundNearestEven, {"C1", "C1"}},
    {OpCode::Rsqrt, {"C1", "C1"}},
    {OpCode::Scatter, {"C24", "C25"}},
    {OpCode::Select, {"C2", "C2"}},
    {OpCode::SelectAndScatter, {"C11", "C12"}},
    {OpCode::ShiftLeft, {"C1", "C1"}},
    {OpCode::ShiftRightArithmetic, {"C1", "C1"}},
    {OpCode::ShiftRightLogical, {"C1", "C1"}},
    {OpCode::Sign, {"C1", "C1"}},
    {OpCode::Sine, {"C1", "C1"}},
    {OpCode::Slice, {"C5", "C1"}},
    {OpCode::Sort, {"C2", "C2"}},
    {OpCode::Sqrt, {"C1", "C1"}},
    {OpCode::Subtract, {"C1", "C1"}},
    {OpCode::Tan, {"C1", "C1"}},
    {OpCode::Tanh, {"C1", "C1"}},
    {OpCode::Transpose, {"C3", "C1"}},
    {OpCode::TriangularSolve, {"C4", "C4"}},
    {OpCode::Tuple, {"C1", "C1"}},
    {OpCode::UniformDequantize, {"C1", "C2"}},
    {OpCode::UniformQuantize, {"C1", "C2"}},
    {OpCode::While, {"C3", "C3"}},
    {OpCode::Xor, {"C1", "C1"}},
};

}  // namespace

ResultLabels result_labels(OpCode code) {
    const auto* row =
        std::find_if(std::begin(rows), std::end(rows), [&](const Row& each) { return each.code == code; });
    return row != std::end(rows) ? row->labels : ResultLabels{};
}

}  // namespace hlo2c::frontend

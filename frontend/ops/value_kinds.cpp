#include "frontend/ops/value_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace hlo2c::frontend {
namespace {

// Accepted kinds of values: element kinds, quantization kinds, and restrictions.
constexpr unsigned B = 1, S = 2, U = 4, F = 8, C = 16;
constexpr unsigned PerTensor = 32, PerAxis = 64;
constexpr unsigned Token = 128, Future = 256;
constexpr unsigned Tuple = 8192;
constexpr unsigned Any = 512;  ///< any value, whatever its type
constexpr unsigned Scalar = 1024, Vector = 2048;
constexpr unsigned Plain = 4096;    ///< f32 and f64 only
constexpr unsigned Index = 16384;   ///< also the type index
constexpr unsigned Static = 32768;  ///< every size is known
constexpr unsigned I = S | U;
constexpr unsigned T = B | I | F | C;
constexpr unsigned TQ = T | PerTensor;
constexpr unsigned TQA = TQ | PerAxis;
constexpr unsigned FC = F | C;
constexpr unsigned Lengths = I | Index | Vector | Static;  ///< one number per dimension

/// Accepted operands and results of an op. The last entry also covers all further operands or results;
/// without entries, nothing is checked here.
struct Kinds {
    OpCode code;
    std::array<unsigned, 6> operands{};
    std::array<unsigned, 3> results{};
};

constexpr Kinds rows[] = {
    {OpCode::Abs, {S | FC | PerTensor}, {S | F | PerTensor}},
    {OpCode::Add, {TQA}, {TQA}},
    {OpCode::AfterAll, {Token}, {Token}},
    {OpCode::AllGather, {TQ}, {TQ}},
    {OpCode::AllReduce, {TQ}, {TQ}},
    {OpCode::AllToAll, {TQ}, {TQ}},
    {OpCode::And, {B | I}, {B | I}},
    {OpCode::AsyncDone, {Future}, {}},
    {OpCode::AsyncStart, {TQ}, {Future}},
    {OpCode::Atan2, {FC | PerTensor}, {FC | PerTensor}},
    {OpCode::BatchNormGrad,
     {F | PerTensor, F | PerTensor | Vector, F | PerTensor | Vector, F | PerTensor | Vector, F | PerTensor},
     {F | PerTensor, F | PerTensor | Vector}},
    {OpCode::BatchNormInference, {F | PerTensor, F | PerTensor | Vector}, {F | PerTensor}},
    {OpCode::BatchNormTraining,
     {F | PerTensor, F | PerTensor | Vector},
     {F | PerTensor, F | PerTensor | Vector}},
    {OpCode::BitcastConvert, {TQA}, {TQA}},
    {OpCode::Broadcast, {T}, {T}},
    {OpCode::BroadcastInDim, {TQA}, {TQA}},
    {OpCode::Case, {S | Scalar}, {TQA | Token | Tuple}},
    {OpCode::Cbrt, {FC | PerTensor}, {FC | PerTensor}},
    {OpCode::Ceil, {F | PerTensor}, {F | PerTensor}},
    {OpCode::Cholesky, {FC | PerTensor}, {FC | PerTensor}},
    {OpCode::Clamp, {TQ}, {TQ}},
    {OpCode::CollectiveBroadcast, {TQ}, {TQ}},
    {OpCode::CollectivePermute, {TQ}, {TQ}},
    {OpCode::CollectiveReduce, {TQ}, {TQ}},
    {OpCode::Compare, {TQ}, {B}},
    {OpCode::Complex, {F | Plain}, {C}},
    {OpCode::Concatenate, {TQ}, {TQ}},
    {OpCode::Constant, {}, {TQA}},
    {OpCode::Convert, {T}, {T}},
    {OpCode::Convolution, {TQ, TQA}, {TQA}},
    {OpCode::Cosine, {FC | PerTensor}, {FC | PerTensor}},
    {OpCode::CountLeadingZeros, {I}, {I}},
    {OpCode::CreateToken, {}, {Token}},
    {OpCode::CrossReplicaSum, {T}, {T}},
    {OpCode::Divide, {I | FC | PerTensor}, {I | FC | PerTensor}},
    {OpCode::Dot, {TQA}, {TQA}},
    {OpCode::DotGeneral, {TQ, TQA}, {TQA}},
    {OpCode::DynamicBroadcastInDim, {TQA, Lengths}, {TQA}},
    {OpCode::DynamicConv, {TQ, TQA, I}, {TQA}},
    {OpCode::DynamicGather, {TQ, I, I | Vector | Static}, {TQ}},
    {OpCode::DynamicIota, {Lengths}, {I | FC | PerTensor}},
    {OpCode::DynamicPad, {TQ, TQ | Scalar, Lengths}, {TQ}},
    {OpCode::DynamicReshape, {TQA, Lengths}, {TQA}},
    {OpCode::DynamicSlice, {TQ, I | Scalar}, {TQ}},
    {OpCode::DynamicUpdateSlice, {TQ, TQ, I | Scalar}, {TQ}},
    {OpCode::Einsum, {T}, {T}},
    {OpCode::Exponential, {FC | PerTensor}, {FC | PerTensor}},
    {OpCode::ExponentialMinusOne, {FC | PerTensor}, {FC | PerTensor}},
    {OpCode::Fft, {FC}, {FC}},
    {OpCode::Floor, {F | PerTensor}, {F | PerTensor}},
    {OpCode::Gather, {TQ, I}, {TQ}},
    {OpCode::GetDimensionSize, {TQA}, {S | Scalar}},
    {OpCode::If, {B | Scalar}, {TQA | Token | Tuple}},
    {OpCode::Imag, {FC}, {F}},
    {OpCode::Iota, {}, {I | FC | PerTensor}},
    {OpCode::IsFinite, {F | PerTensor}, {B}},
    {OpCode::Log, {FC | PerTensor}, {FC | PerTensor}},
    {OpCode::LogPlusOne, {FC | PerTensor}, {FC | PerTensor}},
    {OpCode::Logistic, {FC | PerTensor}, {FC | PerTensor}},
    {OpCode::Map, {TQ}, {TQ}},
    {OpCode::Maximum, {TQ}, {TQ}},
    {OpCode::Minimum, {TQ}, {TQ}},
    {OpCode::Multiply, {TQ}, {TQ}},
    {OpCode::Negate, {I | FC | PerTensor}, {I | FC | PerTensor}},
    {OpCode::Not, {B | I}, {B | I}},
    {OpCode::OptimizationBarrier, {TQ | Token | Tuple}, {TQ | Token | Tuple}},
    {OpCode::Or, {B | I}, {B | I}},
    {OpCode::Pad, {TQ, TQ | Scalar}, {TQ}},
    {OpCode::PartitionId, {}, {U | Scalar}},
    {OpCode::PopulationCount, {I}, {I}},
    {OpCode::Power, {I | FC | PerTensor}, {I | FC | PerTensor}},
    {OpCode::Real, {FC}, {F}},
    {OpCode::RealDynamicSlice, {T, Lengths}, {T}},
    {OpCode::Reduce, {TQ}, {TQ}},
    {OpCode::ReducePrecision, {F | PerTensor}, {F | PerTensor}},
    {OpCode::ReduceScatter, {TQ}, {TQ}},
    {OpCode::ReduceWindow, {TQ}, {TQ}},
    {OpCode::Remainder, {I | FC | PerTensor}, {I | FC | PerTensor}},
    {OpCode::ReplicaId, {}, {U | Scalar}},
    {OpCode::Reshape, {TQA}, {TQA}},
    {OpCode::Reverse, {TQ}, {TQ}},
    {OpCode::Rng, {B | I | F | Scalar, B | I | F | Scalar, Lengths}, {B | I | F}},
    {OpCode::RngBitGenerator, {I | F}, {I | F, I | F | Static}},
    {OpCode::RoundNearestAfz, {F | PerTensor}, {F | PerTensor}},
    {OpCode::RoundNearestEven, {F | PerTensor}, {F | PerTensor}},
    {OpCode::Rsqrt, {FC | PerTensor}, {FC | PerTensor}},
    {OpCode::Scatter, {TQ | Index}, {TQ}},
    {OpCode::Select, {B, TQ}, {TQ}},
    {OpCode::SelectAndScatter, {TQ, TQ, TQ | Scalar}, {TQ}},
    {OpCode::SetDimensionSize, {TQ, S | Scalar}, {TQ}},
    {OpCode::ShiftLeft, {I}, {I}},
    {OpCode::ShiftRightArithmetic, {I}, {I}},
    {OpCode::ShiftRightLogical, {I}, {I}},
    {OpCode::Sign, {S | FC | PerTensor}, {S | FC | PerTensor}},
    {OpCode::Sine, {FC | PerTensor}, {FC | PerTensor}},
    {OpCode::Slice, {TQ}, {TQ}},
    {OpCode::Sort, {TQ}, {TQ}},
    {OpCode::Sqrt, {FC | PerTensor}, {FC | PerTensor}},
    {OpCode::Subtract, {I | FC | PerTensor}, {I | FC | PerTensor}},
    {OpCode::Tan, {FC | PerTensor}, {FC | PerTensor}},
    {OpCode::Tanh, {FC | PerTensor}, {FC | PerTensor}},
    {OpCode::TorchIndexSelect, {T, I}, {T}},
    {OpCode::Transpose, {TQA}, {TQA}},
    {OpCode::TriangularSolve, {FC | PerTensor}, {FC | PerTensor}},
    {OpCode::UnaryEinsum, {T}, {T}},
    {OpCode::UniformDequantize, {PerTensor | PerAxis}, {F}},
    {OpCode::UniformQuantize, {F | PerTensor | PerAxis}, {PerTensor | PerAxis}},
    {OpCode::Xor, {B | I}, {B | I}},
    {OpCode::ChloAcos, {FC}, {FC}},
    {OpCode::ChloAcosh, {FC}, {FC}},
    {OpCode::ChloAsin, {FC}, {FC}},
    {OpCode::ChloAsinh, {FC}, {FC}},
    {OpCode::ChloAtan, {FC}, {FC}},
    {OpCode::ChloAtanh, {FC}, {FC}},
    {OpCode::ChloBesselI1e, {F}, {F}},
    {OpCode::ChloBroadcastAdd, {TQA}, {TQA}},
    {OpCode::ChloBroadcastAnd, {B | I}, {B | I}},
    {OpCode::ChloBroadcastAtan2, {FC | PerTensor}, {FC | PerTensor}},
    {OpCode::ChloBroadcastCompare, {T}, {B}},
    {OpCode::ChloBroadcastComplex, {F | Plain}, {C}},
    {OpCode::ChloBroadcastDivide, {I | FC | PerTensor}, {I | FC | PerTensor}},
    {OpCode::ChloBroadcastMaximum, {TQ}, {TQ}},
    {OpCode::ChloBroadcastMinimum, {TQ}, {TQ}},
    {OpCode::ChloBroadcastMultiply, {TQ}, {TQ}},
    {OpCode::ChloBroadcastNextAfter, {F}, {F}},
    {OpCode::ChloBroadcastOr, {B | I}, {B | I}},
    {OpCode::ChloBroadcastPolygamma, {F}, {F}},
    {OpCode::ChloBroadcastPower, {I | FC | PerTensor}, {I | FC | PerTensor}},
    {OpCode::ChloBroadcastRemainder, {I | FC | PerTensor}, {I | FC | PerTensor}},
    {OpCode::ChloBroadcastSelect, {B, T}, {T}},
    {OpCode::ChloBroadcastShiftLeft, {I}, {I}},
    {OpCode::ChloBroadcastShiftRightArithmetic, {I}, {I}},
    {OpCode::ChloBroadcastShiftRightLogical, {I}, {I}},
    {OpCode::ChloBroadcastSubtract, {I | FC | PerTensor}, {I | FC | PerTensor}},
    {OpCode::ChloBroadcastXor, {B | I}, {B | I}},
    {OpCode::ChloBroadcastZeta, {F}, {F}},
    {OpCode::ChloConj, {I | FC}, {I | FC}},
    {OpCode::ChloConstant, {}, {T}},
    {OpCode::ChloConstantLike, {T}, {T}},
    {OpCode::ChloCosh, {FC}, {FC}},
    {OpCode::ChloDigamma, {F}, {F}},
    {OpCode::ChloErf, {F}, {F}},
    {OpCode::ChloErfInv, {F}, {F}},
    {OpCode::ChloErfc, {F}, {F}},
    {OpCode::ChloIsInf, {F}, {B}},
    {OpCode::ChloIsNegInf, {F}, {B}},
    {OpCode::ChloIsPosInf, {F}, {B}},
    {OpCode::ChloLgamma, {F}, {F}},
    {OpCode::ChloMulhi, {I}, {I}},
    {OpCode::ChloNextAfter, {F}, {F}},
    {OpCode::ChloPolygamma, {F}, {F}},
    {OpCode::ChloRaggedDot, {T, T, I}, {T}},
    {OpCode::ChloScan, {T}, {T}},
    {OpCode::ChloSinh, {FC}, {FC}},
    {OpCode::ChloSquare, {I | FC}, {I | FC}},
    {OpCode::ChloTan, {FC}, {FC}},
    {OpCode::ChloTopK, {B | I | F}, {B | I | F, S}},
    {OpCode::ChloZeta, {F}, {F}},
};

constexpr std::size_t opcodes = 0
#define OP(...) +1
#include "frontend/ops.def"
    ;

/// Row of each op, or none.
const std::array<const Kinds*, opcodes>& row_of() {
    static const std::array<const Kinds*, opcodes> table = [] {
        std::array<const Kinds*, opcodes> filled{};
        for (const Kinds& row : rows) filled[static_cast<std::size_t>(row.code)] = &row;
        return filled;
    }();
    return table;
}

unsigned kind_bit(ElementType element) {
    return 1U << static_cast<unsigned>(kind(element));
}

/// The accepted kinds as text: "a 0-dimensional tensor of boolean or integer elements, ...".
std::string words(unsigned accepted) {
    if (accepted == Token) return "a token";
    if (accepted & Future) return "a future";
    std::vector<std::string> elements;
    if (accepted & B) elements.emplace_back("boolean");
    if ((accepted & I) == I) {
        elements.emplace_back("integer");
    } else if (accepted & I) {
        elements.emplace_back(accepted & S ? "signed integer" : "unsigned integer");
    }
    if (accepted & F) elements.emplace_back(accepted & Plain ? "f32 or f64" : "float");
    if (accepted & C) elements.emplace_back("complex");
    if (accepted & PerTensor) elements.emplace_back("quantized");
    std::string text = accepted & Scalar   ? "a 0-dimensional tensor"
                       : accepted & Vector ? "a 1-dimensional tensor"
                                           : "a tensor";
    for (std::size_t i = 0; i < elements.size(); i++)
        text += (i == 0 ? " of " : i + 1 == elements.size() ? " or " : ", ") + elements[i];
    text += " elements";
    if (accepted & Static) text += " and of known size";
    if ((accepted & PerTensor) && !(accepted & PerAxis)) text += " with one scale";
    return text;
}

bool accepts(unsigned accepted, const Type& type) {
    if (accepted & Any) return true;
    if (std::holds_alternative<TokenType>(type.value)) return accepted & Token;
    if (std::holds_alternative<FutureType>(type.value)) return accepted & Future;
    if (std::holds_alternative<TupleType>(type.value)) return accepted & Tuple;
    if (!type.is_tensor()) return false;
    const TensorType& tensor = type.as_tensor();
    if ((accepted & Scalar) && tensor.rank() != 0) return false;
    if ((accepted & Vector) && tensor.rank() != 1) return false;
    if ((accepted & Static) && !tensor.is_static() && tensor.bounds.empty()) return false;
    if (tensor.is_quantized())
        return accepted & (tensor.quantization.front().axis >= 0 ? PerAxis : PerTensor);
    if (tensor.element == ElementType::TF32) return false;
    if (tensor.element == ElementType::Index) return accepted & Index;
    if ((accepted & Plain) && tensor.element != ElementType::F32 && tensor.element != ElementType::F64)
        return false;
    return accepted & kind_bit(tensor.element);
}

/// Checks the constraints of quantized tensor types, with the labels of the specification's section on types.
void require_quantization(const OpContext& op, std::string_view which, const TensorType& type) {
    if (!type.is_quantized()) return;
    const Quantization& quantization = type.quantization.front();
    const auto refuse = [&](std::string_view label, std::string_view what) {
        op.refuse_as(
            verify_error::constraint,
            fmt::format("{} of {} is {}, whose quantization violates ({}): {}", which, spelling(op.op().code),
                        to_string(type), label, what),
            fmt::format("Correct the type; see constraint ({}) of quantized tensor types in the StableHLO "
                        "specification.",
                        label));
    };
    for (const std::int64_t zero : quantization.zero_points)
        if (zero < quantization.storage_minimum || zero > quantization.storage_maximum)
            refuse("C7", "a zero point lies outside of the storage limits");
    if (quantization.axis < 0) return;
    if (quantization.axis >= type.rank()) refuse("C12", "the axis is not below the rank");
    const std::int64_t size = type.shape[static_cast<std::size_t>(quantization.axis)];
    if (!same_size(size, static_cast<std::int64_t>(quantization.scales.size())))
        refuse("C13",
               fmt::format("there are {} scales for an axis of size {}", quantization.scales.size(), size));
}

/// The entry for position `i`; the last one given covers all further positions.
template <std::size_t size>
unsigned entry(const std::array<unsigned, size>& entries, std::size_t i) {
    std::size_t given = 0;
    while (given < size && entries[given] != 0) given++;
    return given == 0 ? Any : entries[std::min(i, given - 1)];
}

void require_kind(const OpContext& op, unsigned accepted, const Type& type, std::string_view which,
                  char letter, std::size_t i) {
    if (!accepts(accepted, type))
        op.refuse(fmt::format("{}{}", letter, i + 1),
                  fmt::format("{} is {} where {} was expected", which, to_string(type), words(accepted)));
    if (type.is_tensor()) require_quantization(op, which, type.as_tensor());
}

}  // namespace

void require_value_kinds(const OpContext& op) {
    static constexpr Kinds none{OpCode::Tuple, {}, {}};
    const Kinds* row = row_of()[static_cast<std::size_t>(op.op().code)];
    if (row == nullptr) row = &none;
    for (std::size_t i = 0; i < op.operand_count(); i++) {
        const unsigned accepted = entry(row->operands, i);
        if (accepts(accepted, op.operand_type(i)) &&
            (!op.operand_type(i).is_tensor() || !op.operand_type(i).as_tensor().is_quantized()))
            continue;
        require_kind(op, accepted, op.operand_type(i), fmt::format("operand {}", i), 'I', i);
    }
    for (std::size_t i = 0; i < op.result_count(); i++) {
        const unsigned accepted = entry(row->results, i);
        if (accepts(accepted, op.result_type(i)) &&
            (!op.result_type(i).is_tensor() || !op.result_type(i).as_tensor().is_quantized()))
            continue;
        require_kind(op, accepted, op.result_type(i), fmt::format("result {}", i), 'O', i);
    }
}

}  // namespace hlo2c::frontend

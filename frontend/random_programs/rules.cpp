#include "frontend/random_programs/rules.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "frontend/ir/total_table.h"

namespace hlo2c::frontend::random_programs {

using enum Accuracy;
using namespace kinds;

namespace {

// clang-format off
constexpr auto elementwise = std::to_array<Rule>({
    // code                           first operand   accuracy  tolerates  wt  each   maker
    {OpCode::Abs,                     S | FC,         Exact,    Loose,      4, true,  make::unary},
    {OpCode::Add,                     Any,            Exact,    Loose,     12, true,  make::binary},
    {OpCode::And,                     B | I,          Exact,    Exact,      4, true,  make::binary},
    // atan2 of complex numbers jumps where a rounding decides on the sign of zero.
    {OpCode::Atan2,                   F,              Close,    Exact,      2, true,  make::binary},
    {OpCode::BitcastConvert,          Number,         Verbatim, Verbatim,   4, false, make::bitcast_convert},
    {OpCode::Cbrt,                    FC,             Close,    Exact,      2, true,  make::unary},
    {OpCode::Ceil,                    F,              Exact,    Exact,      3, true,  make::unary},
    {OpCode::Clamp,                   I | F,          Exact,    Loose,      4, true,  make::clamp},
    {OpCode::Compare,                 Any,            Exact,    Exact,      8, true,  make::compare},
    {OpCode::Complex,                 F,              Verbatim, Loose,      3, true,  make::complex},
    {OpCode::Convert,                 Any,            Exact,    Loose,     14, true,  make::convert},
    {OpCode::Cosine,                  FC,             Close,    Loose,      2, true,  make::unary},
    {OpCode::CountLeadingZeros,       I,              Exact,    Exact,      2, true,  make::unary},
    {OpCode::Divide,                  Number,         Exact,    Exact,      8, true,  make::binary},
    {OpCode::Exponential,             FC,             Close,    Exact,      3, true,  make::unary},
    {OpCode::ExponentialMinusOne,     FC,             Close,    Exact,      2, true,  make::unary},
    {OpCode::Floor,                   F,              Exact,    Exact,      3, true,  make::unary},
    {OpCode::Imag,                    FC,             Verbatim, Loose,      3, true,  make::unary},
    {OpCode::IsFinite,                F,              Exact,    Exact,      2, true,  make::unary},
    {OpCode::Log,                     FC,             Close,    Exact,      2, true,  make::unary},
    {OpCode::LogPlusOne,              FC,             Close,    Exact,      2, true,  make::unary},
    {OpCode::Logistic,                FC,             Close,    Loose,      2, true,  make::unary},
    {OpCode::Map,                     Any,            Exact,    Exact,      4, false, make::map},
    {OpCode::Maximum,                 Any & ~C,       Exact,    Loose,      6, true,  make::binary},
    {OpCode::Minimum,                 Any & ~C,       Exact,    Loose,      6, true,  make::binary},
    {OpCode::Multiply,                Any,            Exact,    Loose,     10, true,  make::binary},
    {OpCode::Negate,                  Number,         Exact,    Loose,      4, true,  make::unary},
    {OpCode::Not,                     B | I,          Exact,    Exact,      3, true,  make::unary},
    {OpCode::Or,                      B | I,          Exact,    Exact,      4, true,  make::binary},
    {OpCode::PopulationCount,         I,              Exact,    Exact,      2, true,  make::unary},
    {OpCode::Power,                   Number,         Close,    Exact,      3, true,  make::binary},
    {OpCode::Real,                    FC,             Verbatim, Loose,      3, true,  make::unary},
    {OpCode::ReducePrecision,         F,              Exact,    Exact,      3, true,  make::reduce_precision},
    {OpCode::Remainder,               I | F,          Exact,    Exact,      4, true,  make::binary},
    {OpCode::RoundNearestAfz,         F,              Exact,    Exact,      3, true,  make::unary},
    {OpCode::RoundNearestEven,        F,              Exact,    Exact,      3, true,  make::unary},
    {OpCode::Rsqrt,                   FC,             Close,    Exact,      2, true,  make::unary},
    {OpCode::Select,                  Any,            Verbatim, Loose,      8, true,  make::select},
    {OpCode::ShiftLeft,               I,              Exact,    Exact,      3, true,  make::binary},
    {OpCode::ShiftRightArithmetic,    I,              Exact,    Exact,      3, true,  make::binary},
    {OpCode::ShiftRightLogical,       I,              Exact,    Exact,      3, true,  make::binary},
    {OpCode::Sign,                    S | FC,         Exact,    Exact,      3, true,  make::unary},
    {OpCode::Sine,                    FC,             Close,    Loose,      2, true,  make::unary},
    {OpCode::Sqrt,                    FC,             Close,    Exact,      3, true,  make::unary},
    {OpCode::Subtract,                Number,         Exact,    Loose,      8, true,  make::binary},
    {OpCode::Tan,                     FC,             Close,    Exact,      2, true,  make::unary},
    {OpCode::Tanh,                    FC,             Close,    Loose,      3, true,  make::unary},
    {OpCode::UniformDequantize,       Any,            Close,    Verbatim,   3, false, make::dequantize},
    {OpCode::UniformQuantize,         F,              Close,    Exact,      3, false, make::quantize},
    {OpCode::Xor,                     B | I,          Exact,    Exact,      4, true,  make::binary},
    {OpCode::ChloConj,                C,              Exact,    Loose,      1, true,  make::unary},
    {OpCode::ChloErf,                 F,              Close,    Loose,      1, true,  make::unary},
    {OpCode::ChloIsInf,               F,              Exact,    Exact,      1, true,  make::unary},
    {OpCode::ChloIsNegInf,            F,              Exact,    Exact,      1, true,  make::unary},
    {OpCode::ChloIsPosInf,            F,              Exact,    Exact,      1, true,  make::unary},
    {OpCode::ChloNextAfter,           F,              Exact,    Exact,      1, true,  make::binary},
    {OpCode::ChloSquare,              FC,             Exact,    Loose,      1, true,  make::unary},
    {OpCode::ChloAcos,                FC,             Close,    Exact,      1, true,  make::unary},
    {OpCode::ChloAcosh,               FC,             Close,    Exact,      1, true,  make::unary},
    {OpCode::ChloAsin,                FC,             Close,    Exact,      1, true,  make::unary},
    {OpCode::ChloAsinh,               FC,             Close,    Exact,      1, true,  make::unary},
    {OpCode::ChloAtan,                FC,             Close,    Exact,      1, true,  make::unary},
    {OpCode::ChloAtanh,               FC,             Close,    Exact,      1, true,  make::unary},
    {OpCode::ChloBesselI1e,           F,              Close,    Exact,      1, true,  make::unary},
    {OpCode::ChloCosh,                FC,             Close,    Exact,      1, true,  make::unary},
    {OpCode::ChloSinh,                FC,             Close,    Exact,      1, true,  make::unary},
    {OpCode::ChloTan,                 FC,             Close,    Exact,      1, true,  make::unary},
    {OpCode::ChloDigamma,             F,              Close,    Exact,      1, true,  make::unary},
    {OpCode::ChloErfInv,              F,              Close,    Exact,      1, true,  make::unary},
    {OpCode::ChloErfc,                F,              Close,    Exact,      1, true,  make::unary},
    {OpCode::ChloLgamma,              F,              Close,    Exact,      1, true,  make::unary},
    {OpCode::ChloMulhi,               I,              Exact,    Exact,      1, true,  make::binary},
    {OpCode::ChloPolygamma,           F,              Close,    Exact,      1, true,  make::binary},
    {OpCode::ChloZeta,                F,              Close,    Exact,      1, true,  make::binary},
    {OpCode::ChloBroadcastAdd,        Number,         Exact,    Loose,      1, false, make::broadcasting},
    {OpCode::ChloBroadcastMultiply,   Number,         Exact,    Loose,      1, false, make::broadcasting},
    {OpCode::ChloBroadcastMaximum,    I | F,          Exact,    Loose,      1, false, make::broadcasting},
    {OpCode::ChloBroadcastAnd,        B | I,          Exact,    Exact,      1, false, make::broadcasting},
    {OpCode::ChloBroadcastAtan2,      F,              Close,    Exact,      1, false, make::broadcasting},
    {OpCode::ChloBroadcastDivide,     Number,         Exact,    Exact,      1, false, make::broadcasting},
    {OpCode::ChloBroadcastMinimum,    I | F,          Exact,    Loose,      1, false, make::broadcasting},
    {OpCode::ChloBroadcastNextAfter,  F,              Exact,    Exact,      1, false, make::broadcasting},
    {OpCode::ChloBroadcastOr,         B | I,          Exact,    Exact,      1, false, make::broadcasting},
    {OpCode::ChloBroadcastPolygamma,  F,              Close,    Exact,      1, false, make::broadcasting},
    {OpCode::ChloBroadcastPower,      Number,         Close,    Exact,      1, false, make::broadcasting},
    {OpCode::ChloBroadcastRemainder,  I | F,          Exact,    Exact,      1, false, make::broadcasting},
    {OpCode::ChloBroadcastShiftLeft,  I,              Exact,    Exact,      1, false, make::broadcasting},
    {OpCode::ChloBroadcastShiftRightArithmetic, I,              Exact,    Exact,      1, false, make::broadcasting},
    {OpCode::ChloBroadcastShiftRightLogical, I,              Exact,    Exact,      1, false, make::broadcasting},
    {OpCode::ChloBroadcastSubtract,   Number,         Exact,    Loose,      1, false, make::broadcasting},
    {OpCode::ChloBroadcastXor,        B | I,          Exact,    Exact,      1, false, make::broadcasting},
    {OpCode::ChloBroadcastZeta,       F,              Close,    Exact,      1, false, make::broadcasting},
    {OpCode::ChloBroadcastCompare,    Any,            Exact,    Exact,      1, false, make::broadcasting_compare},
    {OpCode::ChloBroadcastComplex,    F,              Verbatim, Loose,      1, false, make::broadcasting_complex},
    {OpCode::ChloBroadcastSelect,     Any,            Verbatim, Loose,      1, false, make::broadcasting_select},
});

constexpr auto movement = std::to_array<Rule>({
    // code                           first operand   accuracy  tolerates  wt  each   maker
    {OpCode::Broadcast,               Any,            Verbatim, Loose,      2, false, make::broadcast},
    {OpCode::BroadcastInDim,          Any,            Verbatim, Loose,     10, false, make::broadcast_in_dim},
    {OpCode::Concatenate,             Any,            Verbatim, Loose,      8, false, make::concatenate},
    {OpCode::Constant,                Any,            Verbatim, Loose,      2, true,  make::constant},
    {OpCode::DynamicSlice,            Any,            Verbatim, Loose,      6, false, make::dynamic_slice},
    {OpCode::DynamicUpdateSlice,      Any,            Verbatim, Loose,      6, false, make::dynamic_update_slice},
    {OpCode::GetDimensionSize,        Any,            Verbatim, Loose,      1, false, make::get_dimension_size},
    {OpCode::Iota,                    Number,         Verbatim, Loose,      4, false, make::iota},
    {OpCode::Pad,                     Any,            Verbatim, Loose,      8, false, make::pad},
    {OpCode::RealDynamicSlice,        Any,            Verbatim, Loose,      2, false, make::real_dynamic_slice},
    {OpCode::Reshape,                 Any,            Verbatim, Loose,     10, false, make::reshape},
    {OpCode::Reverse,                 Any,            Verbatim, Loose,      6, false, make::reverse},
    {OpCode::RngBitGenerator,         Any,            Verbatim, Exact,      1, false, make::rng_bit_generator},
    {OpCode::Slice,                   Any,            Verbatim, Loose,      8, false, make::slice},
    {OpCode::Transpose,               Any,            Verbatim, Loose,     10, false, make::transpose},
    {OpCode::ChloConstant,            Any,            Verbatim, Loose,      1, false, make::constant},
    {OpCode::ChloConstantLike,        B | I | FC,     Verbatim, Loose,      1, false, make::constant_like},
    {OpCode::DynamicBroadcastInDim,   Any,            Verbatim, Loose,      2, false, make::broadcast_in_dim},
    {OpCode::DynamicIota,             Number,         Verbatim, Loose,      1, false, make::iota},
    {OpCode::DynamicPad,              Any,            Verbatim, Loose,      2, false, make::pad},
    {OpCode::DynamicReshape,          Any,            Verbatim, Loose,      2, false, make::reshape},
    {OpCode::Rng,                     B | I | F,      Loose,    Exact,      1, false, make::rng},
    {OpCode::SetDimensionSize,        Any,            Verbatim, Loose,      1, false, make::set_dimension_size},
});

constexpr auto indexing = std::to_array<Rule>({
    // code                           first operand   accuracy  tolerates  wt  each   maker
    {OpCode::Gather,                  Any,            Verbatim, Loose,      8, false, make::gather},
    {OpCode::DynamicGather,           Any,            Verbatim, Loose,      2, false, make::gather},
    {OpCode::Scatter,                 Any,            Verbatim, Loose,      8, false, make::scatter},
    {OpCode::Sort,                    Any & ~C,       Verbatim, Exact,      6, false, make::sort},
    {OpCode::ChloTopK,                I | F,          Verbatim, Exact,      2, false, make::top_k},
    {OpCode::TorchIndexSelect,        Any,            Verbatim, Loose,      2, false, make::torch_index_select},
});

constexpr auto reductions = std::to_array<Rule>({
    // code                           first operand   accuracy  tolerates  wt  each   maker
    {OpCode::Reduce,                  Any,            Verbatim, Loose,     12, false, make::reduce},
    {OpCode::ReduceWindow,            Any,            Verbatim, Loose,      8, false, make::reduce_window},
    {OpCode::SelectAndScatter,        I | F,          Verbatim, Exact,      4, false, make::select_and_scatter},
    {OpCode::BatchNormGrad,           F,              Loose,    Exact,      1, false, make::batch_norm},
    {OpCode::BatchNormInference,      F,              Loose,    Exact,      2, false, make::batch_norm},
    {OpCode::BatchNormTraining,       F,              Loose,    Exact,      1, false, make::batch_norm},
    {OpCode::ChloScan,                Any,            Verbatim, Exact,      2, false, make::scan},
});

constexpr auto contractions = std::to_array<Rule>({
    // code                           first operand   accuracy  tolerates  wt  each   maker
    {OpCode::Convolution,             Number,         Loose,    Loose,      6, false, make::convolution},
    {OpCode::Dot,                     Number,         Loose,    Loose,      2, false, make::dot},
    {OpCode::DotGeneral,              Number,         Loose,    Loose,      8, false, make::dot_general},
    {OpCode::Einsum,                  Number,         Loose,    Loose,      2, false, make::einsum},
    {OpCode::Fft,                     FC,             Loose,    Exact,      2, false, make::fft},
    {OpCode::ChloRaggedDot,           Number,         Loose,    Loose,      2, false, make::ragged_dot},
    {OpCode::DynamicConv,             Number,         Loose,    Loose,      2, false, make::convolution},
    {OpCode::UnaryEinsum,             Number,         Loose,    Loose,      1, false, make::unary_einsum},
    {OpCode::Cholesky,                FC,             Loose,    Exact,      2, false, make::cholesky},
    {OpCode::TriangularSolve,         FC,             Loose,    Exact,      2, false, make::triangular_solve},
});

constexpr auto control = std::to_array<Rule>({
    // code                           first operand   accuracy  tolerates  wt  each   maker
    {OpCode::Call,                    Any,            Verbatim, Loose,      2, false, make::call},
    {OpCode::Case,                    Any,            Verbatim, Loose,      3, false, make::branches},
    {OpCode::Composite,               Any,            Verbatim, Loose,      1, false, make::call},
    {OpCode::CustomCall,              Any,            Verbatim, Exact,      2, false, make::library_call},
    {OpCode::If,                      Any,            Verbatim, Loose,      3, false, make::branches},
    {OpCode::OptimizationBarrier,     Any,            Verbatim, Loose,      2, false, make::optimization_barrier},
    {OpCode::While,                   Any,            Verbatim, Exact,      4, false, make::while_loop},
    {OpCode::Tuple,                   Any,            Verbatim, Loose,      2, false, make::tuple},
    {OpCode::GetTupleElement,         Any,            Verbatim, Loose,      1, false, make::tuple},
    {OpCode::PartitionId,             Any,            Verbatim, Loose,      1, false, make::process_id},
    {OpCode::ReplicaId,               Any,            Verbatim, Loose,      1, false, make::process_id},
});

// Second rules of ops, which make them of quantized tensors, whatever the kinds say.
constexpr auto quantized = std::to_array<Rule>({
    // code                           first operand   accuracy  tolerates  wt  each   maker
    {OpCode::Abs,                     Any,            Exact,    Exact,      1, false, make::quantized},
    {OpCode::Add,                     Any,            Exact,    Exact,      1, false, make::quantized},
    {OpCode::Atan2,                   Any,            Close,    Exact,      1, false, make::quantized},
    {OpCode::Cbrt,                    Any,            Close,    Exact,      1, false, make::quantized},
    {OpCode::Ceil,                    Any,            Exact,    Exact,      1, false, make::quantized},
    {OpCode::Clamp,                   Any,            Exact,    Exact,      1, false, make::quantized},
    {OpCode::Compare,                 Any,            Exact,    Exact,      1, false, make::quantized},
    {OpCode::Cosine,                  Any,            Close,    Exact,      1, false, make::quantized},
    {OpCode::Divide,                  Any,            Exact,    Exact,      1, false, make::quantized},
    {OpCode::Exponential,             Any,            Close,    Exact,      1, false, make::quantized},
    {OpCode::ExponentialMinusOne,     Any,            Close,    Exact,      1, false, make::quantized},
    {OpCode::Floor,                   Any,            Exact,    Exact,      1, false, make::quantized},
    {OpCode::Log,                     Any,            Close,    Exact,      1, false, make::quantized},
    {OpCode::LogPlusOne,              Any,            Close,    Exact,      1, false, make::quantized},
    {OpCode::Logistic,                Any,            Close,    Exact,      1, false, make::quantized},
    {OpCode::Maximum,                 Any,            Exact,    Exact,      1, false, make::quantized},
    {OpCode::Minimum,                 Any,            Exact,    Exact,      1, false, make::quantized},
    {OpCode::Multiply,                Any,            Exact,    Exact,      1, false, make::quantized},
    {OpCode::Negate,                  Any,            Exact,    Exact,      1, false, make::quantized},
    {OpCode::Power,                   Any,            Close,    Exact,      1, false, make::quantized},
    {OpCode::Remainder,               Any,            Exact,    Exact,      1, false, make::quantized},
    {OpCode::RoundNearestAfz,         Any,            Exact,    Exact,      1, false, make::quantized},
    {OpCode::RoundNearestEven,        Any,            Exact,    Exact,      1, false, make::quantized},
    {OpCode::Rsqrt,                   Any,            Close,    Exact,      1, false, make::quantized},
    {OpCode::Sign,                    Any,            Exact,    Exact,      1, false, make::quantized},
    {OpCode::Sine,                    Any,            Close,    Exact,      1, false, make::quantized},
    {OpCode::Sqrt,                    Any,            Close,    Exact,      1, false, make::quantized},
    {OpCode::Subtract,                Any,            Exact,    Exact,      1, false, make::quantized},
    {OpCode::Tan,                     Any,            Close,    Exact,      1, false, make::quantized},
    {OpCode::Tanh,                    Any,            Close,    Exact,      1, false, make::quantized},
});
// clang-format on

// Ops without a rule, and why. Apart from ops of checks and tests, they need what a program of one process
// does not have.
constexpr std::string_view processes =
    "needs several processes, which error bounds do not follow; tests/collectives has random programs of "
    "these";
constexpr std::string_view asynchronous = "pairs around ops that need several processes";
constexpr std::string_view hooks = "moves data through hooks, which random programs do not have";
constexpr std::string_view tokens = "has no numbers";
constexpr std::string_view terminators = "ends every region and function";
constexpr std::string_view shardings = "describes data placement, computes nothing";
constexpr std::string_view parts = "is made of complex numbers by a pass";
constexpr std::string_view checks = "belongs to test modules";

constexpr auto not_made = std::to_array<OpEntry<std::string_view>>({
    {OpCode::AllGather, processes},
    {OpCode::AllReduce, processes},
    {OpCode::AllToAll, processes},
    {OpCode::CollectiveBroadcast, processes},
    {OpCode::CollectivePermute, processes},
    {OpCode::CollectiveReduce, processes},
    {OpCode::CrossReplicaSum, processes},
    {OpCode::ReduceScatter, processes},
    {OpCode::SdyManualComputation, processes},
    {OpCode::AsyncDone, asynchronous},
    {OpCode::AsyncStart, asynchronous},
    {OpCode::Infeed, hooks},
    {OpCode::Outfeed, hooks},
    {OpCode::Recv, hooks},
    {OpCode::Send, hooks},
    {OpCode::AfterAll, tokens},
    {OpCode::CreateToken, tokens},
    {OpCode::FuncReturn, terminators},
    {OpCode::Return, terminators},
    {OpCode::SdyReturn, terminators},
    {OpCode::SdyMesh, shardings},
    {OpCode::SdyReshard, shardings},
    {OpCode::SdyShardingConstraint, shardings},
    {OpCode::PartsMagnitude, parts},
    {OpCode::PartsQuotientImag, parts},
    {OpCode::PartsQuotientReal, parts},
    {OpCode::CheckAlmostEq, checks},
    {OpCode::CheckAlmostEqConst, checks},
    {OpCode::CheckClose, checks},
    {OpCode::CheckEq, checks},
    {OpCode::CheckEqConst, checks},
    {OpCode::CheckSerializedEq, checks},
    {OpCode::InterpreterPrint, checks},
    {OpCode::InterpreterProbe, checks},
    {OpCode::InterpreterRunParallel, checks},
});

/// The rule of each op, or the reason why it has none. An op with neither, with both, or with two rules does
/// not compile.
struct Coverage {
    const Rule* rule = nullptr;
    std::string_view reason = {};
};
constexpr auto coverage = [] {
    TableBuilder<Coverage> builder;
    const auto place = [&](const auto& family) {
        for (const Rule& rule : family) builder.place(rule.code, {.rule = &rule});
    };
    place(elementwise);
    place(movement);
    place(indexing);
    place(reductions);
    place(contractions);
    place(control);
    for (const OpEntry<std::string_view>& each : not_made)
        builder.place(each.code, {.reason = each.behaviour});
    return builder.total();
}();

constexpr bool have_rules(const auto& family) {
    return std::ranges::all_of(
        family, [](const Rule& rule) { return behaviour(coverage, rule.code).rule != nullptr; });
}
static_assert(have_rules(quantized), "an op with a rule for quantized tensors has one for other tensors");

}  // namespace

const std::vector<Rule>& rules() {
    static const std::vector<Rule> all = [] {
        const std::span<const Rule> families[] = {elementwise,  movement, indexing, reductions,
                                                  contractions, control,  quantized};
        std::vector<Rule> rules;
        for (const std::span<const Rule> family : families)
            rules.insert(rules.end(), family.begin(), family.end());
        return rules;
    }();
    return all;
}

const Rule* rule_of(OpCode code) {
    return behaviour(coverage, code).rule;
}

std::string_view reason_without_rule(OpCode code) {
    return behaviour(coverage, code).reason;
}

IntegerArray integers(std::vector<std::int64_t> values) {
    return {std::move(values), "i64"};
}

TensorType scalar_type(ElementType element) {
    return {{}, element, {}, {}};
}

}  // namespace hlo2c::frontend::random_programs

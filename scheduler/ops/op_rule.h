#pragma once

#include <cstdint>
#include <string_view>

#include "frontend/ir/program.h"
#include "scheduler/loops/loop_nest.h"
#include "scheduler/ops/process_kinds.h"

namespace hlo2c::scheduler {

/// The kinds of loops that groups become.
enum class GroupKind : std::uint8_t {
    Map,          ///< computes each element of the root independently: elementwise ops and data movement
    Row,          ///< reductions over trailing dimensions, and maps of the same rows, one row at a time
    Reduction,    ///< any other reduce, then a map of its result
    Contraction,  ///< dot_general or convolution, then a map of its result, then padding around it
    Window,       ///< reduce_window, then a map of its result
    Scatter,      ///< select_and_scatter, scatter: elements of the result are updated in order
    Update,       ///< dynamic_update_slice
    Assemble,     ///< concatenate, pad, complex: the result is cut into boxes, each with its own source
    Sort,
    Control,  ///< all other ops, such as while, if and collectives: steps, or kernels of their own
};
std::string_view spelling(GroupKind kind);  ///< "contraction"

/// How the scheduler treats an op.
enum class Role : std::uint8_t {
    Replaced,  ///< an earlier pass replaces the op; if one remains, it is an `unsupported` diagnostic
    Constant,
    Terminator,
    Inlined,  ///< an expression per element, which may become part of the kernels that read it
    Anchor,   ///< a group of its kind, which may absorb the ops after it
    Runtime,  ///< kernels of its own: calls of functions of runtime_c, or loops of Fourier transforms
    Step,     ///< a step of the plan
};

/// How an element of an elementwise op is computed from the elements of its operands.
enum class Arithmetic : std::uint8_t {
    None,
    Node,      ///< the node `numbers`, or `booleans` on booleans
    Function,  ///< the math function `function`, on floats
    Absolute,
    BitcastConvert,
    Clamp,
    Compare,
    Convert,
    CountLeadingZeros,
    IsFinite,
    PopulationCount,
    Power,
    ReducePrecision,
    Select,
    Shift,  ///< the node `numbers`, on integers of 2 and 4 bits as well
    Sign,
};

/// Which element of its operands an op that moves data takes.
enum class Movement : std::uint8_t {
    None,
    BroadcastInDim,
    DynamicSlice,
    Gather,
    ImaginaryPart,
    Iota,
    RealPart,
    Reshape,
    Reverse,
    Slice,
    Transpose,
};

/// Whether the result of elementwise arithmetic has to be rounded to the element type.
enum class Rounding : std::uint8_t {
    Needed,
    NoneForHalves,  ///< exact in bf16 and f16; narrower types may not have the result
    None,           ///< the result is one of the operands, or is made in the result's type
};

/// How an op of the role Runtime is lowered.
enum class RuntimeFamily : std::uint8_t { None, Cholesky, Fft, RngBitGenerator, TriangularSolve };

enum class StepKind : std::uint8_t {
    None,
    While,
    If,
    Case,
    Barrier,     ///< orders other steps; not a step itself
    CustomCall,  ///< of a LAPACK function in runtime_c, of a collective, or of the caller's hook
    Collective,  ///< `collective`
    AsyncStart,
    AsyncDone,
    Transfer,  ///< `transfer`
    PartitionId,
    ReplicaId,
};

/// One row per op: everything that the scheduler decides by the op alone.
struct OpRule {
    Role role = Role::Replaced;
    Arithmetic arithmetic = Arithmetic::None;
    Movement movement = Movement::None;
    NodeKind numbers = NodeKind::Integer, booleans = NodeKind::Integer;
    std::string_view function = {};
    /// A function with fewer operations that gives the same results for bf16 and f16, which are rounded.
    std::string_view function_of_halves = {};
    Rounding rounding = Rounding::Needed;
    /// Rough cost of one element of the result, in additions: 0 for movement, 1 for simple arithmetic, 4 for
    /// a division, 8 and more for functions that need a polynomial.
    int cost = 0;
    /// The name of a reduction with this op.
    ReductionName reduction = ReductionName::Other;
    GroupKind (*group)(const frontend::Function& function, const frontend::Op& op) = nullptr;
    RuntimeFamily runtime = RuntimeFamily::None;
    StepKind step = StepKind::None;
    CollectiveKind collective = CollectiveKind::AllGather;
    TransferKind transfer = TransferKind::Infeed;

    /// True if the result's elements match the operands' elements one to one in memory.
    constexpr bool is_aligned() const {
        return (arithmetic != Arithmetic::None && arithmetic != Arithmetic::BitcastConvert) ||
               movement == Movement::RealPart || movement == Movement::ImaginaryPart;
    }
    constexpr bool is_elementwise() const { return arithmetic != Arithmetic::None; }
    constexpr bool is_inlinable() const { return role == Role::Inlined || role == Role::Constant; }
};

/// The rule of an op, from a table over all of them.
const OpRule& rule_of(frontend::OpCode code);

inline const OpRule& rule_of(const frontend::Op& op) {
    return rule_of(op.code);
}

/// True for steps that communicate with other processes or the host, or depend on the process.
constexpr bool is_between_processes(StepKind step) {
    switch (step) {
        case StepKind::Collective:
        case StepKind::AsyncStart:
        case StepKind::AsyncDone:
        case StepKind::Transfer:
        case StepKind::PartitionId:
        case StepKind::ReplicaId: return true;
        case StepKind::None:
        case StepKind::While:
        case StepKind::If:
        case StepKind::Case:
        case StepKind::Barrier:
        case StepKind::CustomCall: return false;
    }
    return false;
}

}  // namespace hlo2c::scheduler

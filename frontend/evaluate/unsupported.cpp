#include <algorithm>
#include <array>

#include "frontend/evaluate/hooks.h"

// The ops of the table that the evaluator does not run. The list shrinks: an op leaves it when its family
// file gets its hook.
#define HLO2C_NOT_EVALUATED(X)           \
    X(AllGather)                         \
    X(AllReduce)                         \
    X(AllToAll)                          \
    X(CheckAlmostEq)                     \
    X(CheckAlmostEqConst)                \
    X(CheckClose)                        \
    X(CheckEq)                           \
    X(CheckEqConst)                      \
    X(CheckSerializedEq)                 \
    X(ChloBesselI1e)                     \
    X(ChloBroadcastAdd)                  \
    X(ChloBroadcastAnd)                  \
    X(ChloBroadcastAtan2)                \
    X(ChloBroadcastCompare)              \
    X(ChloBroadcastComplex)              \
    X(ChloBroadcastDivide)               \
    X(ChloBroadcastMaximum)              \
    X(ChloBroadcastMinimum)              \
    X(ChloBroadcastMultiply)             \
    X(ChloBroadcastNextAfter)            \
    X(ChloBroadcastOr)                   \
    X(ChloBroadcastPolygamma)            \
    X(ChloBroadcastPower)                \
    X(ChloBroadcastRemainder)            \
    X(ChloBroadcastSelect)               \
    X(ChloBroadcastShiftLeft)            \
    X(ChloBroadcastShiftRightArithmetic) \
    X(ChloBroadcastShiftRightLogical)    \
    X(ChloBroadcastSubtract)             \
    X(ChloBroadcastXor)                  \
    X(ChloBroadcastZeta)                 \
    X(ChloConstant)                      \
    X(ChloConstantLike)                  \
    X(ChloDigamma)                       \
    X(ChloErfInv)                        \
    X(ChloPolygamma)                     \
    X(ChloRaggedDot)                     \
    X(ChloScan)                          \
    X(ChloTopK)                          \
    X(ChloZeta)                          \
    X(Cholesky)                          \
    X(CollectiveBroadcast)               \
    X(CollectivePermute)                 \
    X(CollectiveReduce)                  \
    X(CrossReplicaSum)                   \
    X(CustomCall)                        \
    X(Einsum)                            \
    X(Fft)                               \
    X(FuncReturn)                        \
    X(Infeed)                            \
    X(InterpreterPrint)                  \
    X(InterpreterProbe)                  \
    X(InterpreterRunParallel)            \
    X(Outfeed)                           \
    X(PartitionId)                       \
    X(Recv)                              \
    X(ReduceScatter)                     \
    X(ReplicaId)                         \
    X(Return)                            \
    X(Rng)                               \
    X(RngBitGenerator)                   \
    X(SdyManualComputation)              \
    X(SdyMesh)                           \
    X(SdyReshard)                        \
    X(SdyReturn)                         \
    X(SdyShardingConstraint)             \
    X(Send)                              \
    X(TriangularSolve)                   \
    X(UnaryEinsum)

namespace hlo2c::frontend {

#define HLO2C_REFUSE(name)                                 \
    void evaluate_##name(OpCall& call) {                   \
        call.refuse("the evaluator has no kernel for it"); \
    }
HLO2C_NOT_EVALUATED(HLO2C_REFUSE)
#undef HLO2C_REFUSE

bool is_evaluated(OpCode code) {
#define HLO2C_CODE(name) OpCode::name,
    constexpr std::array refused = {HLO2C_NOT_EVALUATED(HLO2C_CODE)};
#undef HLO2C_CODE
    return std::find(refused.begin(), refused.end(), code) == refused.end();
}

}  // namespace hlo2c::frontend

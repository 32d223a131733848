#include <algorithm>
#include <array>

#include "frontend/evaluate/hooks.h"

// The ops that the evaluator does not support. To support one, add its hook to its family's file and remove
// it here.
#define HLO2C_NOT_EVALUATED(X) \
    X(CheckAlmostEq)           \
    X(CheckAlmostEqConst)      \
    X(CheckClose)              \
    X(CheckEq)                 \
    X(CheckEqConst)            \
    X(CheckSerializedEq)       \
    X(FuncReturn)              \
    X(InterpreterPrint)        \
    X(InterpreterProbe)        \
    X(Return)                  \
    X(SdyManualComputation)    \
    X(SdyMesh)                 \
    X(SdyReturn)

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

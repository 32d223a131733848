#include "scheduler/groups/operation_cost.h"

namespace hlo2c::scheduler {

using frontend::Op;
using frontend::OpCode;
using frontend::OpFamily;

int operation_cost(const Op& op) {
    switch (op.code) {
        case OpCode::Divide:
        case OpCode::Remainder:
        case OpCode::Sqrt:
        case OpCode::Rsqrt: return 4;
        case OpCode::Exponential:
        case OpCode::Logistic:
        case OpCode::Log: return 10;
        case OpCode::Tanh:
        case OpCode::LogPlusOne:
        case OpCode::ExponentialMinusOne:
        case OpCode::Cosine:
        case OpCode::Sine:
        case OpCode::Tan:
        case OpCode::Cbrt:
        case OpCode::ChloErf: return 16;
        case OpCode::ChloAcosh:
        case OpCode::ChloAsinh:
        case OpCode::ChloAtanh:
        case OpCode::ChloCosh:
        case OpCode::ChloErfc:
        case OpCode::ChloSinh:
        case OpCode::Power:
        case OpCode::Atan2: return 24;
        case OpCode::ChloAcos:
        case OpCode::ChloAsin:
        case OpCode::ChloAtan: return 32;
        case OpCode::ChloBesselI1e:
        case OpCode::ChloDigamma:
        case OpCode::ChloErfInv:
        case OpCode::ChloLgamma: return 64;
        case OpCode::ChloPolygamma:
        case OpCode::ChloZeta: return 512;
        case OpCode::Gather: return 2;
        case OpCode::Imag:
        case OpCode::Real: return 0;
        default: return frontend::family_of(op.code) == OpFamily::Elementwise ? 1 : 0;
    }
}

int operation_cost(const RegionGraph& graph, frontend::ValueId value) {
    const Op* op = graph.definition(value);
    return op ? operation_cost(*op) : 0;
}

}  // namespace hlo2c::scheduler

#include "scheduler/runtime/lower_runtime.h"

#include <map>

#include "scheduler/runtime/runtime_call.h"

namespace hlo2c::scheduler {

using frontend::Function;
using frontend::Op;
using frontend::OpCode;

std::optional<std::vector<LoweredKernel>> lower_runtime(const Function& function, const Op& op) {
    using Lowering = std::vector<LoweredKernel> (*)(const Function&, const Op&);
    static const std::map<OpCode, Lowering> lowerings = {
        {OpCode::Cholesky, lower_cholesky},
        {OpCode::Fft, lower_fft},
        {OpCode::RngBitGenerator, lower_rng_bit_generator},
        {OpCode::TriangularSolve, lower_triangular_solve},
    };
    if (op.code == OpCode::CustomCall) return lower_lapack(function, op);
    const auto lowering = lowerings.find(op.code);
    if (lowering == lowerings.end()) return std::nullopt;
    return lowering->second(function, op);
}

}  // namespace hlo2c::scheduler

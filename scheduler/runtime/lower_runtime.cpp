#include "scheduler/runtime/lower_runtime.h"

#include "scheduler/fourier/lower_fft.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/runtime/runtime_call.h"

namespace hlo2c::scheduler {

using frontend::Function;
using frontend::Op;

std::optional<std::vector<LoweredKernel>> lower_runtime(const Function& function, const Op& op,
                                                        const Schedule& schedule) {
    const OpRule& rule = rule_of(op);
    switch (rule.runtime) {
        case RuntimeFamily::Cholesky: return lower_cholesky(function, op);
        case RuntimeFamily::Fft: return lower_fft(function, op, std::get<TransformsSchedule>(schedule));
        case RuntimeFamily::RngBitGenerator: return lower_rng_bit_generator(function, op);
        case RuntimeFamily::TriangularSolve: return lower_triangular_solve(function, op);
        case RuntimeFamily::None: break;
    }
    return rule.step == StepKind::CustomCall ? lower_lapack(function, op, schedule) : std::nullopt;
}

Problem runtime_problem(const Function& function, const Op& op) {
    const OpRule& rule = rule_of(op);
    if (rule.runtime == RuntimeFamily::Fft) return {.form = fft_problem(function, op)};
    return rule.step == StepKind::CustomCall ? lapack_problem(function, op) : Problem{};
}

}  // namespace hlo2c::scheduler

#pragma once

#include "frontend/ops/rows/vocabulary.h"

namespace hlo2c::frontend::rows {

/// Real functions of the parts of complex numbers, which a pass makes of functions of complex numbers.
inline constexpr auto parts = std::to_array<OpRow>({
    {.code = OpCode::PartsMagnitude,
     .family = OpFamily::Elementwise,
     .operands = {{"real", F32F64}, {"imag", F32F64}},
     .results = {{"result", F32F64}},
     .traits = Pure | Elementwise,
     .verify = infer_same_type},
    {.code = OpCode::PartsQuotientImag,
     .family = OpFamily::Elementwise,
     .operands = {{"lhs_real", F32F64}, {"lhs_imag", F32F64}, {"rhs_real", F32F64}, {"rhs_imag", F32F64}},
     .results = {{"result", F32F64}},
     .traits = Pure | Elementwise,
     .verify = infer_same_type},
    {.code = OpCode::PartsQuotientReal,
     .family = OpFamily::Elementwise,
     .operands = {{"lhs_real", F32F64}, {"lhs_imag", F32F64}, {"rhs_real", F32F64}, {"rhs_imag", F32F64}},
     .results = {{"result", F32F64}},
     .traits = Pure | Elementwise,
     .verify = infer_same_type},
});

}  // namespace hlo2c::frontend::rows

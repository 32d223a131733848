#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Replaces quantized arithmetic by arithmetic on plain tensors, by the formulas of the specification
/// (section "Quantized types"): operands are dequantized, the op computes in the expressed type, results are
/// quantized. Ops that only move values work on the storage as it is. Afterwards no type of the program is
/// quantized: what was, is a tensor of its storage type.
void legalise_quantization(Program& program);

}  // namespace hlo2c::frontend

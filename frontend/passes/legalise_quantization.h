#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Replaces quantized arithmetic by arithmetic on plain tensors, by the specification's formulas (section
/// "Quantized types"): operands are dequantized, the op computes in the expressed type, results are
/// quantized. Ops that only move values work directly on the storage. Afterwards the program has no quantized
/// types: each has become its storage type.
void legalise_quantization(Program& program);

}  // namespace hlo2c::frontend

#pragma once

#include <string_view>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// The attribute of an argument or result that says what its integers stand for: "f32 = 0.5 * (i8 - 3)".
inline constexpr std::string_view quantization_attribute = "hlo2c.quantization";

/// Replaces quantized arithmetic by arithmetic on plain tensors, by the specification's formulas (section
/// "Quantized types"): operands are dequantized, the op computes in the expressed type, results are
/// quantized. Ops that only move values work directly on the storage. Afterwards the program has no quantized
/// types: each has become its storage type, and arguments and results have the attribute.
void legalise_quantization(Program& program);

}  // namespace hlo2c::frontend

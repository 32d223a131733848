#pragma once

#include "frontend/evaluate/interpreter.h"

namespace hlo2c::frontend {

/// True for a call that computes on quantized operands or results; it is evaluated as "dequantize, compute in
/// the expressed type, quantize" (section "Quantization"). Ops that only move values, or run regions on them,
/// work on the storage.
bool computes_on_quantized_values(const OpCall& call);
void run_dequantized(OpCall& call);

/// (storage - zero point) * scale, per tensor or per axis; the result has the expressed type.
Literal dequantize(const Literal& literal);
/// clamp(value / scale + zero point), rounded to nearest even; `type` is the quantized type.
Literal quantize(const Literal& literal, const TensorType& type);

}  // namespace hlo2c::frontend

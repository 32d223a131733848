#include "frontend/ops/rows/table.h"

#include "frontend/ir/op_set.h"

namespace hlo2c::frontend {
namespace {

constexpr OpSet batch_norms = {OpCode::BatchNormGrad, OpCode::BatchNormInference, OpCode::BatchNormTraining};
constexpr OpSet conversions = {OpCode::BitcastConvert, OpCode::UniformDequantize, OpCode::UniformQuantize};

}  // namespace

const OpRow& row(OpCode code) {
    return rows::table[static_cast<std::size_t>(code)];
}

std::span<const OpRow> op_rows() {
    return rows::table;
}

OpFamily family_of(OpCode code) {
    return row(code).family;
}

bool has_trait(OpCode code, unsigned trait) {
    return (row(code).traits & trait) != 0;
}

bool computes_on_quantized(OpCode code) {
    // The body of a map computes on elements by itself.
    if (conversions.contains(code) || code == OpCode::Map) return false;
    const OpFamily family = family_of(code);
    return family == OpFamily::Elementwise || family == OpFamily::Contraction || batch_norms.contains(code) ||
           code == OpCode::Iota;
}

}  // namespace hlo2c::frontend

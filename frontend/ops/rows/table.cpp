#include "frontend/ops/rows/table.h"

namespace hlo2c::frontend {

const OpRow& row(OpCode code) {
    return behaviour(rows::table, code);
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
    if (has_trait(code, op_trait::OnStored | op_trait::OnExpressed))
        return has_trait(code, op_trait::OnExpressed);
    return family_of(code) == OpFamily::Elementwise || family_of(code) == OpFamily::Contraction;
}

}  // namespace hlo2c::frontend

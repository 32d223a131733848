#pragma once

#include "frontend/ir/total_table.h"
#include "frontend/ops/rows/chlo.h"
#include "frontend/ops/rows/chlo_broadcast.h"
#include "frontend/ops/rows/contraction.h"
#include "frontend/ops/rows/control.h"
#include "frontend/ops/rows/elementwise_nary.h"
#include "frontend/ops/rows/elementwise_unary.h"
#include "frontend/ops/rows/movement.h"
#include "frontend/ops/rows/other_dialects.h"
#include "frontend/ops/rows/parts.h"
#include "frontend/ops/rows/processes.h"
#include "frontend/ops/rows/reduction.h"

/// The rows of all ops as a constant expression, for tables that are checked against them. Others read
/// `row(code)` of frontend/ops/op_row.h.
namespace hlo2c::frontend::rows {

/// An HLO opcode belongs to one op.
template <std::size_t count>
consteval bool has_unique_opcodes(const std::array<OpRow, count>& rows) {
    for (std::size_t i = 0; i < count; i++)
        for (std::size_t j = 0; j < i; j++)
            if (!rows[i].hlo.empty() && rows[i].hlo == rows[j].hlo) return false;
    return true;
}

inline constexpr std::array<OpRow, op_count> table =
    total_rows<OpRow>(elementwise_unary, elementwise_nary, movement, contraction, reduction, control,
                      processes, chlo, chlo_broadcast, parts, other_dialects);
static_assert(has_unique_opcodes(table));

}  // namespace hlo2c::frontend::rows

#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Replaces ops that the specification defines in terms of others: batch normalisation, dot, broadcast,
/// einsum, torch_index_select and cross-replica-sum. From CHLO, replaces the broadcasting ops and the
/// functions that take a few primitive ops. The scheduler lowers all other ops.
void decompose(Program& program);

}  // namespace hlo2c::frontend

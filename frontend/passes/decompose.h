#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Replaces ops that the specification defines by others: batch normalisation, dot, broadcast, einsum,
/// torch_index_select, and of CHLO the broadcasting forms and the functions that a few primitive ops compute.
/// What stays is for the scheduler to lower.
void decompose(Program& program);

}  // namespace hlo2c::frontend

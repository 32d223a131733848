#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// True if the program has CHLO ops.
bool has_chlo(const Program& program);

/// Rewrites CHLO ops for portable artifacts, which do not support this dialect. Broadcasting ops and tests
/// become a few primitive ops, top_k a sort, scans loops, and ragged dots dot_general. A function of real,
/// complex or integer numbers becomes a composite of its name, as exporters write it; its decomposition
/// computes real numbers in f64. Ops on symbolic sizes stay.
void legalise_chlo(Program& program);

}  // namespace hlo2c::frontend

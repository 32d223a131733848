#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Whether there are ops of CHLO in the program.
bool has_chlo(const Program& program);

/// Gives ops of CHLO the form that they have in portable artifacts, which do not know this dialect:
/// broadcasting forms and tests become the few ops that they are, the largest elements those of a sort, scans
/// loops, ragged products dot_general. A function of real, complex or integer numbers becomes a composite
/// that carries its name, as exporters write it; its decomposition computes real numbers in f64. Ops on sizes
/// that are not known stay.
void legalise_chlo(Program& program);

}  // namespace hlo2c::frontend

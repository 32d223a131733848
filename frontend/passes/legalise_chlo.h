#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Gives ops of CHLO the form that they have in portable artifacts, which do not know this dialect:
/// broadcasting forms and tests become the few ops that they are, the largest elements those of a sort. A
/// function of real numbers becomes a composite that carries its name, as exporters write it; its
/// decomposition computes it in f64. Ops that have neither, and those on complex numbers or sizes that are
/// not known, stay.
void legalise_chlo(Program& program);

}  // namespace hlo2c::frontend

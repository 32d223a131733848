#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Gives the arguments of the main function the aliases that the module states in `mhlo.input_output_alias`,
/// as programs do that were HLO. An alias inside of a tuple, or between other types, is left out: then the
/// result has memory of its own.
void apply_module_aliases(Program& program);

}  // namespace hlo2c::frontend

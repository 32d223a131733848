#pragma once

#include <string>

#include "frontend/forms/hlo/module.h"

namespace hlo2c::frontend {

/// Prints a module as HLO text, in XLA's form, which `read_hlo_text` reads back to the same message: names
/// with %, layouts in result shapes but not in operand shapes, all data of constants, callees before callers.
/// Names that are illegal in HLO text are changed and made unique. Asynchronous operations are printed
/// without sugar. The message must be consistent (ids exist, literals fill their shapes); otherwise it is a
/// broken invariant.
std::string print_hlo_text(const wire::HloModuleProto& module);

}  // namespace hlo2c::frontend

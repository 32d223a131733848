#pragma once

#include <string>

#include "frontend/forms/hlo/module.h"

namespace hlo2c::frontend {

/// The module as HLO text, in the form that XLA prints and `read_hlo_text` reads back to the same message:
/// names with %, shapes with layouts at results and without at operands, all data of constants, callees
/// before callers. Names that HLO text cannot have are changed, and made unique. Asynchronous operations are
/// written without sugar. The message must be whole: ids that exist, literals that fill their shapes; a
/// message that is not is a broken invariant.
std::string print_hlo_text(const wire::HloModuleProto& module);

}  // namespace hlo2c::frontend

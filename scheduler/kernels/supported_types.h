#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Fails with H0410 to H0412 at the first value whose type no kernel handles.
void require_supported_types(const frontend::Program& program, const frontend::Function& function);

}  // namespace hlo2c::scheduler

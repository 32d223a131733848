#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Replaces expressions of f32 that approximate erf or erfc by these functions, for `--fp=fast`. Exporters
/// write them out as polynomials, exponentials and selections. An expression of one operand is recognised by
/// its values, which must agree with the function at points of its whole range.
void recognise_error_functions(frontend::Program& program);

}  // namespace hlo2c::scheduler

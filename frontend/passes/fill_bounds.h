#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// True for a tensor type with a bounded dimension.
bool is_bounded(const Type& type);
/// `type` with every bounded dimension static, at its bound.
TensorType filled(TensorType type);

/// Makes every bounded dimension static, at its bound. The size at run time is tracked as an i32 scalar, from
/// `set_dimension_size` on, through loops and branches too: `get_dimension_size` returns it, and elements
/// past it never affect a result element inside the result's size. Each op computes what it computes on
/// tensors of the run-time sizes. Processes that run together must have equal sizes. Calls must have been
/// inlined. Results of a function are zero past their sizes. Error 0216 (unsupported): the sizes of an op's
/// result do not follow from those of its operands, or smaller operands yield a larger result.
void fill_bounds(Program& program);

/// Lowers pads, slices, gathers and convolutions that have run-time parameters but a static result shape to
/// masked gathers at computed positions. Ops whose parameters are constants have become static ops before
/// this pass.
void lower_computed_parameters(Program& program);

}  // namespace hlo2c::frontend

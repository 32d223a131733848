#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// A size that has a bound.
bool is_bounded(const Type& type);
/// The type with bounds for sizes.
TensorType filled(TensorType type);

/// Gives every value whose size is only bounded the size of its bound. The size that it has when the program
/// runs stays with it as a number, from `set_dimension_size` on, through loops and branches too:
/// `get_dimension_size` gives it, and what lies past it reaches no result at a place before it. An op gives
/// what it gives of tensors of these sizes; processes that run together have the same ones. Calls must have
/// been inlined. Results of a function are zero past their sizes. Error 0216 (unsupported): an op whose
/// result the sizes do not determine or whose smaller form has a larger result.
void fill_bounds(Program& program);

/// Makes padding, slices, gathers and convolutions whose parameters are computed when the program runs, and
/// whose result has a size that is known all the same, out of gathers at computed places and what they are
/// masked with. Those whose parameters have become constants are other ops by then.
void lower_computed_parameters(Program& program);

}  // namespace hlo2c::frontend

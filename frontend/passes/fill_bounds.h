#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Gives every value whose size is only bounded the size of its bound. The size that it has when the program
/// runs stays with it as a number, from `set_dimension_size` on: `get_dimension_size` gives it, and what lies
/// past it takes no part in sums and contractions, and moves to nowhere before it. Calls must have been
/// inlined. Error 0216 (unsupported): an op that would have to move what lies past the size, or a result of
/// such a size.
void fill_bounds(Program& program);

}  // namespace hlo2c::frontend

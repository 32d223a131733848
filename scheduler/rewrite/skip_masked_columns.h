#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::scheduler {

/// Computes a large attention whose mask keeps a band of columns, such as a causal one, in segments of rows.
/// Each segment has the columns that the mask keeps for some of its rows: the scores of all others count as
/// 0 in the result. This holds if their exponentials underflow to 0 and no value that they would multiply is
/// infinite or NaN. The program tests that, and computes all columns if it does not hold.
void skip_masked_columns(frontend::Program& program);

}  // namespace hlo2c::scheduler

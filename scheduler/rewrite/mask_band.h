#pragma once

#include <optional>

#include "scheduler/rewrite/masked_operand.h"

namespace hlo2c::scheduler {

/// The band of columns outside of which the boolean `mask` is not `kept`, as far as positions or constants
/// say; `loops` are the loops over rows and columns along its dimensions.
Band band_of(const frontend::Rewriter& rewriter, ValueId mask, const LoopOfDimension& loops, bool kept);

}  // namespace hlo2c::scheduler

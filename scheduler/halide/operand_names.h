#pragma once

#include <map>
#include <set>
#include <string>

#include "scheduler/layout/lowering_context.h"

namespace hlo2c::scheduler::halide {

/// Names for values that a kernel reads from memory, after what its ops use them for: "bias", "scale",
/// "indices". Values without a clear use are left out. `positions` are those of the group's ops.
std::map<frontend::ValueId, std::string> operand_names(const LoweringContext& context, const Group& group,
                                                       const std::set<int>& positions);

}  // namespace hlo2c::scheduler::halide

#pragma once

#include <set>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// The values from which the ops of a region, nested regions included, compute the sizes of their results.
std::set<ValueId> size_sources(const Region& region);

/// Positions of the entry point's arguments whose values determine sizes that do not follow from the
/// arguments' shapes. Once these arguments are bound, all sizes are known. Errors are those of
/// `refine_shapes`.
std::vector<int> size_arguments(const Program& program);

}  // namespace hlo2c::frontend

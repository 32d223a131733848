#pragma once

#include "scheduler/groups/region_graph.h"

namespace hlo2c::scheduler {

/// True if elements of the value that are neighbours in memory come from memory in short runs, as those of
/// interleaved images with few channels do: too few for the vectors of a function that takes long.
bool comes_in_short_runs(const RegionGraph& graph, frontend::ValueId value);

}  // namespace hlo2c::scheduler

#pragma once

#include <functional>

#include "scheduler/loops/lanes.h"
#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// How `lane_loads` makes the index of a load: the type of indices, the copy of a term's scalar, and an index
/// to which the lanes are relative (no_node: 0).
struct IndexParts {
    ValueType type;
    std::function<NodeId(NodeId)> copy;
    NodeId base = no_node;
};

/// Loads `lanes` of the buffer that the vector load `like` takes, by up to three loads of neighbours
/// and shuffles. Returns no_node if they are too far apart.
NodeId lane_loads(LoopNest& made, Node like, const Lanes& lanes, const IndexParts& index);

/// True if `lane_loads` can load such offsets.
bool are_near(const Lanes& lanes);

}  // namespace hlo2c::scheduler

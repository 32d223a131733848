#pragma once

#include <vector>

#include "scheduler/loops/affine.h"
#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// The values that the nodes of a nest may have, from the extents of loops and from constants; everything for
/// floats.
class ValueRanges {
public:
    explicit ValueRanges(const LoopNest& nest);
    /// The range of a node's values: the range of its type if the operation may wrap.
    Interval of(NodeId id) const;
    /// Whether the operation is proven not to wrap.
    bool is_exact(NodeId id) const;

private:
    struct Row {
        ScalarKind kind{};
        Interval unbounded;  // as if integers were unbounded
        Interval values;     // after wrapping
        bool is_reached = false;
    };
    friend class RangeAnalysis;
    std::vector<Row> rows_;  // per node
};

}  // namespace hlo2c::scheduler

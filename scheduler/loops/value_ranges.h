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
    /// All values of a node; what may wrap is anything of its type.
    Interval of(NodeId id) const;
    /// The operation gives what it would give if integers had no ends: it does not wrap.
    bool is_exact(NodeId id) const;

private:
    struct Row {
        ScalarKind kind{};
        Interval unbounded;  // as if integers had no ends
        bool is_reached = false;
    };
    friend class RangeAnalysis;
    std::vector<Row> rows_;  // per node
};

}  // namespace hlo2c::scheduler

#pragma once

#include <string>

#include "scheduler/layout/function_layouts.h"

namespace hlo2c::scheduler {

/// What a lowering knows about the ops around its group; shared by all lowerings of one region.
struct LoweringContext {
    const RegionGraph& graph;
    const Grouping& grouping;
    const FunctionLayouts& layouts;
    /// Constants of the whole function, by the value they define; regions may use those of enclosing regions.
    const Constants& constants;

    const frontend::TensorType& tensor(frontend::ValueId value) const {
        return graph.function().tensor(value);
    }
    bool is_splat(frontend::ValueId value) const;
    /// The data of a small constant by whose elements gathers select; nullptr for other values.
    const frontend::Literal* positions(frontend::ValueId value) const;
    /// True when a kernel reads the value from memory.
    bool in_memory(frontend::ValueId value) const;
    /// The value whose memory `value` shares: itself, or the start of a chain of reshapes in this region. A
    /// kernel does not see what is behind a barrier or in a region around it, so that more kernels are equal.
    frontend::ValueId storage(frontend::ValueId value) const;
};

}  // namespace hlo2c::scheduler

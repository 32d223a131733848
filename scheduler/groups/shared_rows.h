#pragma once

#include <functional>
#include <optional>

#include "scheduler/groups/region_graph.h"

namespace hlo2c::scheduler {

/// A value that a reduction inlines and that several neighbouring results read: the kernel computes it once
/// for all of them, for the whole row of elements that they combine.
struct SharedRow {
    frontend::ValueId value = frontend::no_value;
    int result_dimensions = 0;  ///< leading dimensions of the results that it depends on
    int lane_dimension = -1;    ///< its own dimension that walks the innermost reduced dimension
    std::int64_t elements = 0;  ///< of a row
};

/// `value` as a shared row of `reduce`, if the reduction reads it only through broadcasts along its last
/// result dimensions. `inlines` tells which ops the reduction's kernel inlines, by their position.
std::optional<SharedRow> shared_row(const RegionGraph& graph, const frontend::Op& reduce,
                                    frontend::ValueId value, const std::function<bool(int)>& inlines);

}  // namespace hlo2c::scheduler

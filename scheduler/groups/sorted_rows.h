#pragma once

#include "scheduler/groups/grouping.h"

namespace hlo2c::scheduler {

/// The dimension along which a sort compares elements.
std::size_t sorted_dimension(const frontend::Function& function, const frontend::Op& sort);

/// True if each element of an operand of a sort is its own position in its row.
bool counts_positions(const RegionGraph& graph, const frontend::Op& sort, std::size_t operand);

/// The positions of the slices that keep the first elements of each row of a sort, as many of every result,
/// if nothing else reads the results. Empty otherwise.
std::vector<int> slices_of_first(const RegionGraph& graph, const frontend::Op& sort);

/// The root of the group of a sort that holds a result, or the first elements of its rows; no_value if
/// nothing reads the result.
frontend::ValueId sorted_root(const RegionGraph& graph, const Group& group, std::size_t result);

}  // namespace hlo2c::scheduler

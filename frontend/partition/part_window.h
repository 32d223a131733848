#pragma once

#include <optional>
#include <vector>

#include "frontend/partition/local_ops.h"

namespace hlo2c::frontend {

/// A window that moves along one dimension.
struct DimensionWindow {
    std::int64_t size = 1, stride = 1, dilation = 1;
    std::int64_t padding = 0;  ///< before the first element; negative: elements that are left out
};

/// The elements that the devices need for their parts of the results, in a dimension that is cut into parts
/// of equal size: a part, and elements of its neighbours.
struct PartWindow {
    std::int64_t before = 0, after = 0;  ///< elements of the part before and of the part after
    std::int64_t size = 0;               ///< elements that a device reads
    std::vector<std::int64_t> starts;  ///< by part: the first that it reads, in the part with its neighbours'
    bool has_padding = false;          ///< some of them lie outside of the tensor
};

/// For `whole` elements and `results` positions of the window, in `parts` parts. nullopt if a device would
/// need elements from behind its neighbours.
std::optional<PartWindow> part_window(const DimensionWindow& window, std::int64_t whole, std::int64_t results,
                                      std::int64_t parts);

/// The largest number of parts for which there is a part window; 1 if there is none.
std::int64_t most_parts(const DimensionWindow& window, std::int64_t whole, std::int64_t results);

/// The elements that the device reads of a dimension that is cut along `axes`: its part and those of its
/// neighbours. `padding` (a scalar) stands outside of the tensor; no_value: zeros.
ValueId read_part_window(LocalOps& local, const PartWindow& window, ValueId part, std::size_t dimension,
                         const AxisList& axes, ValueId padding);

}  // namespace hlo2c::frontend

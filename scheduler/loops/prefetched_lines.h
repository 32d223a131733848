#pragma once

#include <string>

#include "scheduler/loops/affine.h"
#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// Lines of the next panel of an operand, shared out among the iterations that read the panel before it.
struct PrefetchedLines {
    std::string buffer;
    ValueType index;
    Affine begin;                  ///< of the panel that is read
    std::int64_t last = 0;         ///< panels that begin before this element have a next one
    Affine reader;                 ///< the number of the iteration that reads the panel
    std::int64_t readers = 1;      ///< iterations that read the panel
    std::int64_t prefetching = 0;  ///< iterations that prefetch
    std::int64_t line = 0;         ///< elements of a line
    std::int64_t lines = 0;        ///< that are prefetched together
};

/// If there is a next panel, and the iteration prefetches, prefetches its lines from `place` on: in a loop
/// with the variable `line`, or the only line if that is "".
NodeId prefetch_next(LoopNest& nest, const PrefetchedLines& next, Affine place, const std::string& line);

}  // namespace hlo2c::scheduler

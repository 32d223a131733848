#pragma once

#include <cstdint>
#include <vector>

#include "scheduler/memory/place.h"

namespace hlo2c::scheduler::memory {

/// A buffer as the algorithms see it: times are sections, sizes and alignments are counted in the problem's
/// unit. A section is a longest stretch of time in which nothing starts after something has ended; two
/// buffers are live together if and only if they share a section.
struct Item {
    std::int32_t lower = 0, upper = 0;  ///< sections [lower, upper)
    std::int64_t size = 0;
    std::int64_t alignment = 1;
    std::size_t buffer = 0;  ///< index in the problem
};

/// A piece of a problem that can be placed on its own, from offset 0. Its items hang together in time.
struct Part {
    std::vector<Item> items;
    std::int32_t sections = 0;
    std::int64_t base = 0;         ///< where its offset 0 lies in the arena: above what spans all of it
    std::int64_t lower_bound = 0;  ///< the largest live total of a section
    bool aligned = false;          ///< some alignment is not 1
};

/// A problem cut into parts. Where a time is covered by no buffer the two sides are independent; a buffer
/// that spans all of a part goes to its bottom, which may let the rest fall apart further. Neither raises the
/// lowest peak.
struct Parts {
    std::int64_t unit = 1;              ///< bytes; every size is a multiple of it
    std::vector<std::int64_t> offsets;  ///< in units, of the buffers that are placed already (others: -1)
    std::vector<Part> parts;
};

Parts split(const std::vector<Interval>& buffers);

/// One offset per item.
using Offsets = std::vector<std::int64_t>;

std::int64_t peak(const Part& part, const Offsets& offsets);

inline std::int64_t align_up(std::int64_t value, std::int64_t alignment) {
    return alignment == 1 ? value : (value + alignment - 1) / alignment * alignment;
}

inline bool overlap(const Item& a, const Item& b) {
    return a.lower < b.upper && b.lower < a.upper;
}

}  // namespace hlo2c::scheduler::memory

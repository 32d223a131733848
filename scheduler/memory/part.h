#pragma once

#include <cstdint>
#include <vector>

#include "frontend/integer_division.h"
#include "scheduler/memory/place.h"

namespace hlo2c::scheduler::memory {

/// A buffer as the algorithms see it: times are sections, sizes and alignments are counted in the problem's
/// unit. A section is a maximal span of time in which no buffer starts after one has ended; two buffers are
/// live together if and only if they share a section.
struct Item {
    std::int32_t lower = 0, upper = 0;  ///< sections [lower, upper)
    std::int64_t size = 0;
    std::int64_t alignment = 1;
    double duration = 0;     ///< of its lifetime, in the problem's time
    std::size_t buffer = 0;  ///< index in the problem
};

/// A piece of a problem that can be placed independently, from offset 0. Its items' lifetimes are connected.
struct Part {
    std::vector<Item> items;
    std::int32_t sections = 0;
    std::int64_t base = 0;  ///< the arena offset of its offset 0: above the buffers that span all of it
    std::int64_t lower_bound = 0;  ///< the largest live total of a section
    bool aligned = false;          ///< some alignment is not 1
};

/// A problem cut into parts. Where no buffer lives on from one section to the next, the two sides are
/// independent. A buffer that spans a whole part goes to its bottom, after which the rest may split further.
/// Neither raises the lowest peak.
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
    return alignment == 1 ? value : round_up(value, alignment);
}

inline bool overlap(const Item& a, const Item& b) {
    return a.lower < b.upper && b.lower < a.upper;
}

}  // namespace hlo2c::scheduler::memory

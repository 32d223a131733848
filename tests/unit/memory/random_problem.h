#pragma once

#include <random>

#include "scheduler/memory/place.h"

namespace hlo2c::scheduler::memory {

/// A problem of `count` buffers over `times` points; std::mt19937 gives the same numbers everywhere.
inline Problem random_problem(std::uint32_t seed, int count, int times, int most_size, bool aligned) {
    std::mt19937 random(seed);
    Problem problem;
    for (int i = 0; i < count; ++i) {
        Interval buffer;
        buffer.lower = static_cast<std::int64_t>(random() % static_cast<unsigned>(times));
        buffer.upper = buffer.lower + 1 + static_cast<std::int64_t>(random() % static_cast<unsigned>(times));
        buffer.size = static_cast<std::int64_t>(random() % static_cast<unsigned>(most_size + 1));
        if (aligned) buffer.alignment = std::int64_t{1} << (random() % 4);
        problem.buffers.push_back(buffer);
    }
    return problem;
}

}  // namespace hlo2c::scheduler::memory

#include "scheduler/memory/place.h"

#include <algorithm>
#include <limits>
#include <string>

#include "frontend/diagnostic.h"
#include "scheduler/memory/greedy.h"
#include "scheduler/memory/part.h"

namespace hlo2c::scheduler::memory {
namespace {

constexpr std::int64_t most_bytes = std::int64_t{1} << 62;
constexpr std::int64_t greedy_work = 6'000'000'000;

void check(const Problem& problem) {
    std::int64_t total = 0;
    for (const Interval& buffer : problem.buffers) {
        HLO2C_CHECK(buffer.lower < buffer.upper, "a buffer to place is live for some time");
        HLO2C_CHECK(buffer.size >= 0, "a buffer to place has a size");
        HLO2C_CHECK(buffer.alignment >= 1, "a buffer to place has an alignment");
        const std::int64_t room = most_bytes - total;
        if (buffer.alignment > room || buffer.size > room - buffer.alignment) {
            fail(701, {}, "the buffers add up to more than 2^62 bytes",
                 "Check the sizes of the program's values.");
        }
        total += buffer.size + buffer.alignment;
    }
}

}  // namespace

Placement place(const Problem& problem, const Options&) {
    check(problem);
    Placement result;
    result.lower_bound = lower_bound(problem.buffers);
    Parts parts = split(problem.buffers);
    const std::int64_t unit = parts.unit;
    // All parts share the arena, so none needs to be lower than the lower bound of the whole.
    const std::int64_t goal = std::max(problem.capacity, result.lower_bound) / unit;
    for (const Part& part : parts.parts) {
        const Candidate best = best_greedy(part, goal - part.base, greedy_work);
        for (std::size_t i = 0; i < part.items.size(); ++i) {
            parts.offsets[part.items[i].buffer] = part.base + best.offsets[i];
        }
    }
    result.offsets.resize(problem.buffers.size());
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        result.offsets[i] = parts.offsets[i] * unit;
        const std::int64_t units = (problem.buffers[i].size + unit - 1) / unit;
        result.peak = std::max(result.peak, result.offsets[i] + units * unit);
    }
    result.proof = result.peak == result.lower_bound ? Proof::Optimal : Proof::Open;
    validate(problem, result);
    return result;
}

}  // namespace hlo2c::scheduler::memory

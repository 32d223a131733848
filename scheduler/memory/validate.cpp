#include <algorithm>
#include <map>
#include <numeric>
#include <string>

#include "frontend/diagnostic.h"
#include "frontend/integer_division.h"
#include "scheduler/memory/place.h"

namespace hlo2c::scheduler::memory {
namespace {

std::string describe(const Interval& buffer, std::size_t index, std::int64_t offset) {
    return "buffer " + std::to_string(index) + " at bytes [" + std::to_string(offset) + ", " +
           std::to_string(offset + buffer.size) + ") during [" + std::to_string(buffer.lower) + ", " +
           std::to_string(buffer.upper) + ")";
}

}  // namespace

std::int64_t lower_bound(const std::vector<Interval>& buffers) {
    std::int64_t unit = 0;
    for (const Interval& buffer : buffers) unit = std::gcd(unit, buffer.alignment);
    if (unit == 0) return 0;
    std::vector<std::pair<std::int64_t, std::int64_t>> events;  // time, change: ends sort before starts
    events.reserve(buffers.size() * 2);
    for (const Interval& buffer : buffers) {
        const std::int64_t size = round_up(buffer.size, unit);
        events.emplace_back(buffer.lower, size);
        events.emplace_back(buffer.upper, -size);
    }
    std::sort(events.begin(), events.end());
    std::int64_t live = 0, most = 0;
    for (const auto& [time, change] : events) {
        live += change;
        most = std::max(most, live);
    }
    return most;
}

void validate(const Problem& problem, const Placement& placement) {
    const std::vector<Interval>& buffers = problem.buffers;
    const std::vector<std::int64_t>& offsets = placement.offsets;
    HLO2C_CHECK(offsets.size() == buffers.size(), "the memory plan has one offset per buffer");
    HLO2C_CHECK(placement.lower_bound == lower_bound(buffers), "the memory plan states its lower bound");
    HLO2C_CHECK(placement.peak >= placement.lower_bound, "the memory plan is not under its lower bound");
    std::vector<std::size_t> starts, ends;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        HLO2C_CHECK(offsets[i] >= 0 && offsets[i] % buffers[i].alignment == 0,
                    describe(buffers[i], i, offsets[i]) + " is misplaced");
        HLO2C_CHECK(offsets[i] + buffers[i].size <= placement.peak,
                    describe(buffers[i], i, offsets[i]) + " exceeds the peak");
        if (buffers[i].size > 0) starts.push_back(i);
    }
    ends = starts;
    std::sort(starts.begin(), starts.end(),
              [&](std::size_t a, std::size_t b) { return buffers[a].lower < buffers[b].lower; });
    std::sort(ends.begin(), ends.end(),
              [&](std::size_t a, std::size_t b) { return buffers[a].upper < buffers[b].upper; });

    // The live buffers by offset. As long as they do not overlap, a new buffer can only overlap its two
    // neighbours.
    std::map<std::int64_t, std::size_t> live;
    auto end = ends.begin();
    for (const std::size_t i : starts) {
        for (; end != ends.end() && buffers[*end].upper <= buffers[i].lower; ++end) live.erase(offsets[*end]);
        const auto above = live.lower_bound(offsets[i]);
        if (above != live.end()) {
            HLO2C_CHECK(above->first >= offsets[i] + buffers[i].size,
                        describe(buffers[i], i, offsets[i]) + " overlaps " +
                            describe(buffers[above->second], above->second, above->first));
        }
        if (above != live.begin()) {
            const auto below = std::prev(above);
            HLO2C_CHECK(below->first + buffers[below->second].size <= offsets[i],
                        describe(buffers[i], i, offsets[i]) + " overlaps " +
                            describe(buffers[below->second], below->second, below->first));
        }
        live.emplace(offsets[i], i);
    }
}

}  // namespace hlo2c::scheduler::memory

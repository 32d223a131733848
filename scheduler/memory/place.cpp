#include "scheduler/memory/place.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "frontend/diagnostic.h"
#include "frontend/integer_division.h"
#include "scheduler/error_numbers.h"
#include "scheduler/memory/climb.h"
#include "scheduler/memory/greedy.h"
#include "scheduler/memory/part.h"
#include "scheduler/memory/search.h"

namespace hlo2c::scheduler::memory {
namespace {

constexpr std::int64_t most_bytes = std::int64_t{1} << 62;
constexpr std::int64_t greedy_work = 6'000'000'000, climbing_work = 100'000'000;
constexpr std::int64_t most_pairs_to_search = 5'000'000;

void check(const Problem& problem) {
    std::int64_t total = 0;
    for (const Interval& buffer : problem.buffers) {
        HLO2C_CHECK(buffer.lower < buffer.upper, "a buffer to place is live for some time");
        HLO2C_CHECK(buffer.size >= 0, "a buffer to place has a size");
        HLO2C_CHECK(buffer.alignment >= 1, "a buffer to place has an alignment");
        const std::int64_t room = most_bytes - total;
        if (buffer.alignment > room || buffer.size > room - buffer.alignment) {
            fail(memory_error::buffers, {}, "the buffers add up to more than 2^62 bytes",
                 "Check the sizes of the program's values.");
        }
        total += buffer.size + buffer.alignment;
    }
}

// The i-th term (from 1) of the Luby sequence 1 1 2 1 1 2 4 1 1 2 ...: restart lengths that suit any
// distribution of search times.
std::int64_t luby(std::int64_t i) {
    std::int64_t power = 1;
    while (2 * power - 1 < i) power *= 2;
    return 2 * power - 1 == i ? power : luby(i - power + 1);
}

std::int64_t pairs(const Part& part) {
    const std::int64_t count = static_cast<std::int64_t>(part.items.size());
    return count * (count - 1) / 2;
}

std::int64_t shortest_search(const Part& part) {
    return 2'000'000 + 120 * pairs(part);
}

// A short search for the goal itself, which most programs' buffers can reach.
void dive(const Part& part, Candidate& best, std::int64_t goal, std::int64_t& work) {
    for (const Ranking ranking : rankings) {
        if (best.peak <= goal || work <= 0) return;
        const std::int64_t limit = std::min(work, shortest_search(part));
        std::int64_t left = limit;
        SearchResult result = search(part, goal, ranking, 0, left);
        work -= limit - left;
        if (result.outcome != SearchResult::Outcome::Found) continue;
        best.offsets = std::move(result.offsets);
        best.peak = peak(part, best.offsets);
    }
}

// Searches for placements below the candidate until `goal` is reached or `work` is spent. Returns a height
// for which it has proven that no placement is lower; 0 if it has proven none.
std::int64_t improve(const Part& part, Candidate& best, std::int64_t goal, std::int64_t& work,
                     std::uint64_t seed) {
    std::int64_t excluded = 0;
    std::uint64_t attempt = 0;
    const auto look = [&](std::int64_t target, Ranking ranking, std::int64_t length) {
        const std::int64_t limit = std::min(work, shortest_search(part) * length);
        std::int64_t left = limit;
        // The first attempts use the unperturbed rankings.
        const std::uint64_t shake = ++attempt <= std::size(rankings) ? 0 : seed * 1'000'003 + attempt;
        SearchResult result = search(part, target, ranking, shake, left);
        work -= limit - left;
        if (result.outcome == SearchResult::Outcome::Found) {
            best.offsets = std::move(result.offsets);
            best.peak = peak(part, best.offsets);
        } else if (result.outcome == SearchResult::Outcome::Impossible) {
            excluded = std::max(excluded, target + 1);
            goal = std::max(goal, excluded);
        }
    };
    // Half of the work looks for the goal, half for heights between goal and best, to improve step by step.
    for (std::size_t round = 1;; ++round) {
        const std::int64_t length = luby(static_cast<std::int64_t>(round));
        for (const Ranking ranking : rankings) {
            if (best.peak <= goal || work <= 0) return excluded;
            look(goal, ranking, length);
        }
        for (const std::int64_t eighths : {1, 4, 7}) {
            if (best.peak <= goal || work <= 0) return excluded;
            look(goal + (best.peak - 1 - goal) * eighths / 8,
                 rankings[(round + eighths) % std::size(rankings)], length);
        }
    }
}

}  // namespace

Placement place(const Problem& problem, const Options& options) {
    check(problem);
    Placement result;
    result.lower_bound = lower_bound(problem.buffers);
    Parts parts = split(problem.buffers);
    const std::int64_t unit = parts.unit;
    // All parts share the arena: no part needs to be lower than the lower bound of the whole problem, or than
    // the height of another part.
    std::int64_t goal = std::max(problem.capacity, result.lower_bound) / unit;
    std::int64_t excluded = 0, work = options.search_work;
    for (const Part& part : parts.parts) {
        const std::int64_t target = goal - part.base;
        Candidate best = best_greedy(part, target, greedy_work);
        const bool searchable = pairs(part) <= most_pairs_to_search;
        if (searchable) dive(part, best, target, work);
        climb(part, best, target, options.climbing_steps, options.seed, climbing_work);
        if (searchable && best.peak > target) {
            excluded = std::max(excluded, part.base + improve(part, best, target, work, options.seed));
        }
        goal = std::max(goal, part.base + best.peak);
        for (std::size_t i = 0; i < part.items.size(); ++i) {
            parts.offsets[part.items[i].buffer] = part.base + best.offsets[i];
        }
    }
    result.offsets.resize(problem.buffers.size());
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        result.offsets[i] = parts.offsets[i] * unit;
        const std::int64_t units = ceil_div(problem.buffers[i].size, unit);
        result.peak = std::max(result.peak, result.offsets[i] + units * unit);
    }
    const bool optimal = result.peak == result.lower_bound || result.peak <= excluded * unit;
    result.proof = optimal ? Proof::Optimal : Proof::Open;
    validate(problem, result);
    return result;
}

}  // namespace hlo2c::scheduler::memory

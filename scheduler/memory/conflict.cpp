#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

#include "frontend/integer_division.h"
#include "scheduler/memory/pools.h"

namespace hlo2c::scheduler::memory {
namespace {

/// Steps of the search that packs what is live at one time. Where they do not suffice, nothing is proven.
constexpr std::int64_t packing_steps = 200'000;

using Buffers = std::vector<std::size_t>;

/// Finds out whether buffers that are all live together can be divided among the pools. At one time only the
/// sums of sizes count.
class Packing {
public:
    explicit Packing(const PoolProblem& problem) : problem_(problem) {}

    /// True if it is proven that they do not fit.
    bool is_impossible(const Buffers& buffers) {
        free_.clear();
        for (const Pool& pool : problem_.pools) free_.push_back(pool.bytes);
        if (sum_is_too_large(buffers)) return true;
        steps_ = packing_steps;
        return !packs(buffers, 0);
    }

private:
    bool sum_is_too_large(const Buffers& buffers) const {
        std::int64_t least = problem_.pools.front().alignment, all = 0, wanted = 0;
        for (const Pool& pool : problem_.pools) {
            least = std::min(least, pool.alignment);
            all += pool.bytes;
        }
        for (const std::size_t i : buffers) wanted += round_up(problem_.buffers[i].size, least);
        return wanted > all;
    }

    /// Larger ones come first. True also where the steps do not suffice.
    bool packs(const Buffers& buffers, std::size_t next) {
        if (next == buffers.size() || steps_-- <= 0) return true;
        for (std::size_t pool = 0; pool < free_.size(); pool++) {
            const std::int64_t bytes =
                round_up(problem_.buffers[buffers[next]].size, problem_.pools[pool].alignment);
            if (bytes > free_[pool]) continue;
            free_[pool] -= bytes;
            const bool fits = packs(buffers, next + 1);
            free_[pool] += bytes;
            if (fits) return true;
        }
        return false;
    }

    const PoolProblem& problem_;
    std::vector<std::int64_t> free_;
    std::int64_t steps_ = 0;
};

/// The buffers that are live at `time`, large ones first.
Buffers live_at(const PoolProblem& problem, std::int64_t time) {
    Buffers live;
    for (std::size_t i = 0; i < problem.buffers.size(); i++)
        if (problem.buffers[i].size > 0 && problem.buffers[i].lower <= time &&
            time < problem.buffers[i].upper)
            live.push_back(i);
    std::stable_sort(live.begin(), live.end(), [&](std::size_t a, std::size_t b) {
        return problem.buffers[a].size > problem.buffers[b].size;
    });
    return live;
}

/// Leaves out buffers, the last ones first, as long as the rest does not fit: runs of half of them, then
/// shorter ones, until no single one can be left out.
void reduce(Buffers& buffers, const std::function<bool(const Buffers&)>& fails) {
    for (std::size_t run = std::max<std::size_t>(buffers.size() / 2, 1);;
         run = std::max<std::size_t>(run / 2, 1)) {
        bool is_reduced = false;
        for (std::size_t end = buffers.size(); end > 0; end = end > run ? end - run : 0) {
            const std::size_t begin = end > run ? end - run : 0;
            Buffers fewer = buffers;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(begin),
                        fewer.begin() + static_cast<std::ptrdiff_t>(end));
            if (fewer.empty() || !fails(fewer)) continue;
            buffers = std::move(fewer);
            is_reduced = true;
        }
        if (run == 1 && !is_reduced) return;
    }
}

/// The shortest prefix of the buffers that does not fit, given that all of them do not fit.
Buffers shortest_start(Packing& packing, const Buffers& buffers) {
    std::size_t least = 1, most = buffers.size();
    const auto start = [&](std::size_t count) {
        return Buffers(buffers.begin(), buffers.begin() + static_cast<std::ptrdiff_t>(count));
    };
    while (least < most) {
        const std::size_t middle = (least + most) / 2;
        if (packing.is_impossible(start(middle)))
            most = middle;
        else
            least = middle + 1;
    }
    return start(most);
}

}  // namespace

Conflict conflict_at_one_time(const PoolProblem& problem) {
    Packing packing(problem);
    Conflict best;
    std::set<std::int64_t> times;
    for (const PoolBuffer& buffer : problem.buffers) {
        if (!times.insert(buffer.lower).second) continue;
        Buffers live = live_at(problem, buffer.lower);
        // Only a smaller set is better.
        if (!best.buffers.empty()) live.resize(std::min(live.size(), best.buffers.size() - 1));
        if (!packing.is_impossible(live)) continue;
        live = shortest_start(packing, live);
        reduce(live, [&](const Buffers& fewer) { return packing.is_impossible(fewer); });
        best = {live, true, buffer.lower};
    }
    std::sort(best.buffers.begin(), best.buffers.end());
    return best;
}

Conflict find_conflict(const PoolProblem& problem) {
    Conflict conflict = conflict_at_one_time(problem);
    if (conflict.buffers.empty()) {
        const auto fails = [&](const Buffers& buffers) {
            PoolProblem part{{}, problem.pools};
            for (const std::size_t i : buffers) part.buffers.push_back(problem.buffers[i]);
            return !assign(part).has_value();
        };
        Buffers all(problem.buffers.size());
        std::iota(all.begin(), all.end(), 0);
        if (!fails(all)) return conflict;
        reduce(all, fails);
        conflict.buffers = std::move(all);
    }
    return conflict;
}

}  // namespace hlo2c::scheduler::memory

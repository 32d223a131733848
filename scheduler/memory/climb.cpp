#include "scheduler/memory/climb.h"

#include <utility>
#include <vector>

namespace hlo2c::scheduler::memory {
namespace {

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::size_t below(std::size_t bound) {
        state_ += 0x9E3779B97F4A7C15u;
        std::uint64_t bits = state_;
        bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
        bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
        return static_cast<std::size_t>((bits ^ (bits >> 31)) % bound);
    }

private:
    std::uint64_t state_;
};

// The tower under the peak: an item that reaches it, the item below that, and so on down to offset 0.
std::vector<std::int32_t> tower(const Part& part, const Candidate& candidate, Random& random) {
    const std::int32_t count = static_cast<std::int32_t>(part.items.size());
    std::vector<std::int32_t> chain, next;
    for (std::int32_t i = 0; i < count; ++i) {
        if (candidate.offsets[i] + part.items[i].size == candidate.peak) next.push_back(i);
    }
    while (!next.empty()) {
        const std::int32_t top = next[random.below(next.size())];
        chain.push_back(top);
        next.clear();
        for (std::int32_t i = 0; i < count && candidate.offsets[top] > 0; ++i) {
            const std::int64_t end = candidate.offsets[i] + part.items[i].size;
            if (overlap(part.items[i], part.items[top]) &&
                align_up(end, part.items[top].alignment) == candidate.offsets[top]) {
                next.push_back(i);
            }
        }
    }
    return chain;
}

}  // namespace

void climb(const Part& part, Candidate& candidate, std::int64_t goal, int steps, std::uint64_t seed,
           std::int64_t work) {
    const std::size_t count = part.items.size();
    if (count < 2) return;
    const std::int64_t cost = static_cast<std::int64_t>(count * (count + 1) / 2);
    Random random(seed);
    std::vector<std::size_t> position(count);
    for (int step = 0; step < steps && candidate.peak > goal && work >= cost; ++step, work -= cost) {
        for (std::size_t k = 0; k < count; ++k) position[candidate.order[k]] = k;
        const std::vector<std::int32_t> chain = tower(part, candidate, random);
        const std::size_t from = position[chain[random.below(chain.size())]];
        // Mostly swap inside the tower, sometimes with any item.
        const bool inside = chain.size() > 1 && random.below(10) < 7;
        const std::size_t to = inside ? position[chain[random.below(chain.size())]] : random.below(count);
        if (from == to) continue;
        Candidate next;
        next.order = candidate.order;
        std::swap(next.order[from], next.order[to]);
        next.offsets = place_in_order(part, next.order, Fit::First);
        next.peak = peak(part, next.offsets);
        if (next.peak <= candidate.peak) candidate = std::move(next);
    }
}

}  // namespace hlo2c::scheduler::memory

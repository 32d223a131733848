#include "scheduler/memory/pools.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "frontend/diagnostic.h"
#include "frontend/integer_division.h"

namespace hlo2c::scheduler::memory {
namespace {

/// Work for placing the buffers of a pool anew while it is being filled, over all pools and orders.
constexpr std::int64_t filling_work = 2'000'000'000;
constexpr Options filling_options = {.search_work = 5'000'000, .climbing_steps = 20};
/// Orders in which the buffers are tried.
constexpr int most_orders = 24;

bool meet(const PoolBuffer& a, const PoolBuffer& b) {
    return a.lower < b.upper && b.lower < a.upper;
}

/// One pool with the buffers that it holds so far.
class Filled {
public:
    Filled(const PoolProblem& problem, const Pool& pool, std::int64_t& work)
        : problem_(problem), pool_(pool), work_(work) {}

    bool add(std::size_t buffer) {
        if (std::optional<std::int64_t> offset = gap(buffer)) {
            held_.push_back({buffer, *offset});
            return true;
        }
        return has_bytes_for(buffer) && place_anew(buffer);
    }

    void remove(std::size_t buffer) {
        std::erase_if(held_, [&](const Held& held) { return held.buffer == buffer; });
    }

    const Pool& pool() const { return pool_; }
    std::int64_t offset(std::size_t buffer) const {
        const auto held =
            std::find_if(held_.begin(), held_.end(), [&](const Held& each) { return each.buffer == buffer; });
        return held->offset;
    }

private:
    struct Held {
        std::size_t buffer;
        std::int64_t offset;
    };

    /// The lowest free offset, if all others stay where they are.
    std::optional<std::int64_t> gap(std::size_t buffer) const {
        const PoolBuffer& wanted = problem_.buffers[buffer];
        std::vector<Held> near;
        for (const Held& held : held_)
            if (meet(problem_.buffers[held.buffer], wanted)) near.push_back(held);
        std::sort(near.begin(), near.end(), [](const Held& a, const Held& b) { return a.offset < b.offset; });
        const std::int64_t bytes = round_up(wanted.size, pool_.alignment);
        std::int64_t offset = 0;
        for (const Held& held : near) {
            if (offset + bytes <= held.offset) break;
            offset =
                std::max(offset, held.offset + round_up(problem_.buffers[held.buffer].size, pool_.alignment));
        }
        return offset + bytes <= pool_.bytes ? std::optional(offset) : std::nullopt;
    }

    bool has_bytes_for(std::size_t buffer) const {
        std::vector<Interval> intervals = this->intervals();
        intervals.push_back(interval(buffer));
        return lower_bound(intervals) <= pool_.bytes;
    }

    bool place_anew(std::size_t buffer) {
        const auto count = static_cast<std::int64_t>(held_.size()) + 1;
        const std::int64_t cost = 24 * count * count + filling_options.search_work;
        if (work_ < cost) return false;
        work_ -= cost;
        Problem all{intervals(), pool_.bytes};
        all.buffers.push_back(interval(buffer));
        const Placement placement = place(all, filling_options);
        if (placement.peak > pool_.bytes) return false;
        held_.push_back({buffer, 0});
        for (std::size_t i = 0; i < held_.size(); i++) held_[i].offset = placement.offsets[i];
        return true;
    }

    Interval interval(std::size_t buffer) const {
        const PoolBuffer& each = problem_.buffers[buffer];
        return {each.lower, each.upper, each.size, pool_.alignment};
    }
    std::vector<Interval> intervals() const {
        std::vector<Interval> all;
        for (const Held& held : held_) all.push_back(interval(held.buffer));
        return all;
    }

    const PoolProblem& problem_;
    const Pool& pool_;
    std::int64_t& work_;
    std::vector<Held> held_;
};

/// Fills the pools in one order of the buffers.
class Filling {
public:
    Filling(const PoolProblem& problem, std::int64_t& work) : pools(problem.buffers.size(), 0) {
        for (const Pool& pool : problem.pools) filled.emplace_back(problem, pool, work);
    }

    bool add(std::size_t buffer, bool slowest_first) {
        for (std::size_t i = 0; i < filled.size(); i++) {
            const std::size_t pool = slowest_first ? filled.size() - 1 - i : i;
            if (!filled[pool].add(buffer)) continue;
            pools[buffer] = pool;
            return true;
        }
        return false;
    }

    /// Moves buffers to faster pools that have room for them.
    void promote(const std::vector<std::size_t>& order) {
        for (const std::size_t buffer : order)
            for (std::size_t pool = 0; pool < pools[buffer]; pool++) {
                if (!filled[pool].add(buffer)) continue;
                filled[pools[buffer]].remove(buffer);
                pools[buffer] = pool;
            }
    }

    std::vector<Filled> filled;
    std::vector<std::size_t> pools;
};

/// The most traffic for their size first; those without size need no room, so they come last.
std::vector<std::size_t> by_traffic(const PoolProblem& problem) {
    std::vector<std::size_t> order(problem.buffers.size());
    std::iota(order.begin(), order.end(), 0);
    const auto density = [&](std::size_t i) {
        const PoolBuffer& buffer = problem.buffers[i];
        return buffer.size == 0 ? -1.0
                                : static_cast<double>(buffer.traffic) / static_cast<double>(buffer.size);
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return density(a) > density(b); });
    return order;
}

/// Buffers that found no room go first in the next order, and to slow pools, so that they displace what can
/// be anywhere.
std::optional<Filling> fill(const PoolProblem& problem) {
    std::int64_t work = filling_work;
    const std::vector<std::size_t> order = by_traffic(problem);
    std::vector<std::size_t> urgent;
    for (int round = 0; round < most_orders; round++) {
        Filling filling(problem, work);
        std::optional<std::size_t> failed;
        const auto add_all = [&](const std::vector<std::size_t>& buffers, bool is_urgent) {
            for (const std::size_t buffer : buffers) {
                const bool is_done =
                    !is_urgent && std::find(urgent.begin(), urgent.end(), buffer) != urgent.end();
                if (failed || is_done || filling.add(buffer, is_urgent)) continue;
                failed = buffer;
            }
        };
        add_all(urgent, true);
        add_all(order, false);
        if (!failed) {
            if (!urgent.empty()) filling.promote(order);
            return filling;
        }
        const auto known = std::find(urgent.begin(), urgent.end(), *failed);
        if (known != urgent.end()) {
            if (known == urgent.begin()) return std::nullopt;
            urgent.erase(known);
        }
        urgent.insert(urgent.begin(), *failed);
    }
    return std::nullopt;
}

/// The placement that the filling ended with.
Placement placement_of(const PoolShare& share, const Filled& filled) {
    Placement placement;
    placement.lower_bound = lower_bound(share.problem.buffers);
    for (std::size_t i = 0; i < share.buffers.size(); i++) {
        placement.offsets.push_back(filled.offset(share.buffers[i]));
        placement.peak =
            std::max(placement.peak, placement.offsets.back() +
                                         round_up(share.problem.buffers[i].size, filled.pool().alignment));
    }
    placement.proof = placement.peak == placement.lower_bound ? Proof::Optimal : Proof::Open;
    return placement;
}

}  // namespace

PoolShare share_of(const PoolProblem& problem, const std::vector<std::size_t>& pools, std::size_t pool) {
    PoolShare share;
    for (std::size_t i = 0; i < problem.buffers.size(); i++) {
        if (pools[i] != pool) continue;
        const PoolBuffer& buffer = problem.buffers[i];
        share.buffers.push_back(i);
        share.problem.buffers.push_back(
            {buffer.lower, buffer.upper, buffer.size, problem.pools[pool].alignment});
    }
    return share;
}

std::optional<PoolPlan> assign(const PoolProblem& problem) {
    HLO2C_CHECK(!problem.pools.empty(), "buffers need a pool");
    const std::optional<Filling> filling = fill(problem);
    if (!filling) return std::nullopt;
    PoolPlan plan;
    plan.pools = filling->pools;
    plan.offsets.resize(problem.buffers.size());
    for (std::size_t pool = 0; pool < problem.pools.size(); pool++) {
        const PoolShare share = share_of(problem, plan.pools, pool);
        Placement placement = place(share.problem);
        if (placement.peak > problem.pools[pool].bytes)
            placement = placement_of(share, filling->filled[pool]);
        for (std::size_t i = 0; i < share.buffers.size(); i++)
            plan.offsets[share.buffers[i]] = placement.offsets[i];
        plan.placements.push_back(std::move(placement));
    }
    validate(problem, plan);
    return plan;
}

void validate(const PoolProblem& problem, const PoolPlan& plan) {
    HLO2C_CHECK(plan.pools.size() == problem.buffers.size() && plan.offsets.size() == problem.buffers.size(),
                "every buffer has a pool and an offset");
    HLO2C_CHECK(plan.placements.size() == problem.pools.size(), "every pool has a placement");
    std::size_t placed = 0;
    for (std::size_t pool = 0; pool < problem.pools.size(); pool++) {
        const PoolShare share = share_of(problem, plan.pools, pool);
        const Placement& placement = plan.placements[pool];
        validate(share.problem, placement);
        HLO2C_CHECK(placement.peak <= problem.pools[pool].bytes, "a pool holds no more than its size");
        for (std::size_t i = 0; i < share.buffers.size(); i++)
            HLO2C_CHECK(plan.offsets[share.buffers[i]] == placement.offsets[i],
                        "a buffer is where its pool's placement has it");
        placed += share.buffers.size();
    }
    HLO2C_CHECK(placed == problem.buffers.size(), "every buffer is in one of the pools");
}

}  // namespace hlo2c::scheduler::memory

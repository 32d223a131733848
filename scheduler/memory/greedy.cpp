#include "scheduler/memory/greedy.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace hlo2c::scheduler::memory {
namespace {

// The placed items, sorted by offset.
struct Placed {
    std::vector<std::int32_t> lower, upper;
    std::vector<std::int64_t> begin, end;

    explicit Placed(std::size_t count) {
        lower.reserve(count);
        upper.reserve(count);
        begin.reserve(count);
        end.reserve(count);
    }
    void insert(const Item& item, std::int64_t offset) {
        const auto at = std::upper_bound(begin.begin(), begin.end(), offset) - begin.begin();
        lower.insert(lower.begin() + at, item.lower);
        upper.insert(upper.begin() + at, item.upper);
        begin.insert(begin.begin() + at, offset);
        end.insert(end.begin() + at, offset + item.size);
    }
};

std::int64_t find_place(const Placed& placed, const Item& item, Fit fit) {
    std::int64_t cursor = 0, best = -1, least = std::numeric_limits<std::int64_t>::max();
    for (std::size_t k = 0; k < placed.begin.size(); ++k) {
        if (placed.lower[k] >= item.upper || item.lower >= placed.upper[k]) continue;
        const std::int64_t left_over = placed.begin[k] - cursor - item.size;
        if (left_over >= 0 && left_over < least) {
            if (fit == Fit::First) return cursor;
            least = left_over;
            best = cursor;
        }
        if (placed.end[k] > cursor) cursor = align_up(placed.end[k], item.alignment);
    }
    return best >= 0 ? best : cursor;
}

// Sorts the items by several keys, the first one first. A key has one number per item; larger numbers come
// first.
Order sorted_by(const std::vector<std::vector<double>>& keys) {
    Order order(keys.front().size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
        for (const std::vector<double>& key : keys) {
            if (key[a] != key[b]) return key[a] > key[b];
        }
        return false;
    });
    return order;
}

}  // namespace

Offsets place_in_order(const Part& part, const Order& order, Fit fit) {
    Placed placed(part.items.size());
    Offsets offsets(part.items.size(), 0);
    for (const std::int32_t i : order) {
        offsets[i] = find_place(placed, part.items[i], fit);
        placed.insert(part.items[i], offsets[i]);
    }
    return offsets;
}

std::vector<Order> greedy_orders(const Part& part) {
    const std::size_t count = part.items.size();
    std::vector<std::int64_t> live(part.sections, 0), started(part.sections + 1, 0),
        ended(part.sections + 1, 0);
    for (const Item& item : part.items) {
        live[item.lower] += item.size;
        if (item.upper < part.sections) live[item.upper] -= item.size;
        ++started[item.lower + 1];
        ++ended[item.upper];
    }
    std::partial_sum(live.begin(), live.end(), live.begin());
    std::partial_sum(started.begin(), started.end(), started.begin());
    std::partial_sum(ended.begin(), ended.end(), ended.begin());

    std::vector<double> size(count), duration(count), area(count), conflicts(count), breadth(count),
        early(count), late(count), program(count, 0.0);
    for (std::size_t i = 0; i < count; ++i) {
        const Item& item = part.items[i];
        size[i] = static_cast<double>(item.size);
        duration[i] = item.upper - item.lower;
        area[i] = size[i] * duration[i];
        // Items that start before its end, minus items that end before its start.
        conflicts[i] = static_cast<double>(started[item.upper] - ended[item.lower]);
        breadth[i] =
            static_cast<double>(*std::max_element(live.begin() + item.lower, live.begin() + item.upper));
        early[i] = -item.lower;
        late[i] = item.upper;
    }
    return {sorted_by({size, duration}),  sorted_by({duration, area}),    sorted_by({breadth, size}),
            sorted_by({area, size}),      sorted_by({breadth, duration}), sorted_by({conflicts, size}),
            sorted_by({early, size}),     sorted_by({duration, size}),    sorted_by({size, breadth}),
            sorted_by({early, duration}), sorted_by({late, size}),        sorted_by({program})};
}

Candidate best_greedy(const Part& part, std::int64_t goal, std::int64_t work) {
    Candidate best;
    const std::int64_t count = static_cast<std::int64_t>(part.items.size());
    const std::int64_t cost = count * (count + 1) / 2;
    for (const Order& order : greedy_orders(part)) {
        for (const Fit fit : {Fit::First, Fit::Best}) {
            if (!best.order.empty() && work < cost) return best;
            work -= cost;
            Offsets offsets = place_in_order(part, order, fit);
            const std::int64_t height = peak(part, offsets);
            if (best.order.empty() || height < best.peak) best = {std::move(offsets), height, order};
            if (best.peak <= goal) return best;
        }
    }
    return best;
}

}  // namespace hlo2c::scheduler::memory

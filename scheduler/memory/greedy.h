#pragma once

#include <cstdint>
#include <vector>

#include "scheduler/memory/part.h"

namespace hlo2c::scheduler::memory {

/// Items by index, in the order in which they are placed.
using Order = std::vector<std::int32_t>;

enum class Fit : std::uint8_t {
    First,  ///< the lowest gap that is large enough
    Best,   ///< the gap with the least left over; above everything if there is none
};

/// Places one item after the other; none moves once it has its place. O(n^2) with a small constant.
Offsets place_in_order(const Part& part, const Order& order, Fit fit);

/// The orders of the portfolio: program order, size, duration, area, degree of conflict, breadth (the largest
/// live total that the item takes part in), urgency, and mixtures. Ties keep program order.
std::vector<Order> greedy_orders(const Part& part);

struct Candidate {
    Offsets offsets;
    std::int64_t peak = 0;
    Order order;  ///< the one that made it
};

/// The lowest of all orders and fits; stops early at `goal`. `work` bounds the item pairs that are looked at:
/// where it runs out, orders that tend to do well have been tried first.
Candidate best_greedy(const Part& part, std::int64_t goal, std::int64_t work);

}  // namespace hlo2c::scheduler::memory

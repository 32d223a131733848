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

/// Places the items one by one in this order; a placed item never moves. O(n^2) with a small constant.
Offsets place_in_order(const Part& part, const Order& order, Fit fit);

/// The orders of the portfolio: program order, size, duration, area, degree of conflict, breadth (the largest
/// live total during the item's lifetime), urgency, and mixtures. Ties keep program order.
std::vector<Order> greedy_orders(const Part& part);

struct Candidate {
    Offsets offsets;
    std::int64_t peak = 0;
    Order order;  ///< the order that produced it
};

/// The lowest placement of all orders and fits; stops early at `goal`. `work` bounds the item pairs that are
/// visited. Orders that tend to do well are tried first.
Candidate best_greedy(const Part& part, std::int64_t goal, std::int64_t work);

}  // namespace hlo2c::scheduler::memory

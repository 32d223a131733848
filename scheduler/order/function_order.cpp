#include "scheduler/order/function_order.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace hlo2c::scheduler {

FunctionOrder order_groups(const FunctionGroups& groups) {
    FunctionOrder order;
    for (const Grouping& grouping : groups.regions) {
        std::vector<std::size_t> numbers(grouping.groups.size());
        std::iota(numbers.begin(), numbers.end(), std::size_t{0});
        std::stable_sort(numbers.begin(), numbers.end(), [&](std::size_t a, std::size_t b) {
            return grouping.groups[a].root_position < grouping.groups[b].root_position;
        });
        order.regions.push_back(std::move(numbers));
    }
    return order;
}

std::string to_text(const FunctionOrder& order) {
    std::string text;
    for (std::size_t id = 0; id < order.regions.size(); id++)
        text += fmt::format("region {}: {}\n", id, fmt::join(order.regions[id], " "));
    return text;
}

}  // namespace hlo2c::scheduler

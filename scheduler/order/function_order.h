#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "scheduler/layout/function_layouts.h"

namespace hlo2c::scheduler {

/// The order in which the groups of every region run.
struct FunctionOrder {
    std::vector<std::vector<std::size_t>> regions;  ///< numbers of groups, by RegionId
};

/// Orders the groups of each region for the lowest peak of live memory. Keeps program order unless another
/// order has a lower peak. Regions with side effects, or with control groups other than while, if and case
/// (such as communication between processes), always keep it.
FunctionOrder order_groups(const FunctionGraph& graph, const FunctionGroups& groups,
                           const FunctionLayouts& layouts);

/// Checks that each group runs once, after the groups that write what it reads, and that ops with side
/// effects run in program order.
void check_order(const FunctionGraph& graph, const FunctionGroups& groups, const FunctionLayouts& layouts,
                 const FunctionOrder& order);

/// "region 0: 2 0 1", one line per region.
std::string to_text(const FunctionOrder& order);
nlohmann::ordered_json json_of(const FunctionOrder& order);

}  // namespace hlo2c::scheduler

#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "scheduler/groups/region_graph.h"

namespace hlo2c::scheduler {

/// Number of a region in a FunctionGraph.
using RegionId = std::uint32_t;

/// The regions of a function that become steps, in program order, each before those inside it. Region 0 is
/// the body; the others belong to while, if and case. Regions that become part of one kernel or call, such as
/// the computation of a reduce, are not included.
class FunctionGraph {
public:
    explicit FunctionGraph(const frontend::Function& function);
    FunctionGraph(const FunctionGraph&) = delete;
    FunctionGraph& operator=(const FunctionGraph&) = delete;

    const frontend::Function& function() const { return function_; }
    std::size_t region_count() const { return regions_.size(); }
    const RegionGraph& region(RegionId id) const { return regions_[id].graph; }
    /// The regions of the op at `position` of region `id`, in the order of the op; none for most ops.
    const std::vector<RegionId>& inner(RegionId id, int position) const;
    /// True in a loop whose iterations are divided among slots: a slot runs the region on its own.
    bool runs_in_slot(RegionId id) const { return regions_[id].runs_in_slot; }
    /// Every constant op of the function, by its result.
    const Constants& constants() const { return constants_; }

private:
    struct Entry {
        RegionGraph graph;
        std::map<int, std::vector<RegionId>> inner;
        bool runs_in_slot = false;
    };
    RegionId add(const frontend::Region& region, bool runs_in_slot);

    const frontend::Function& function_;
    Constants constants_;
    std::vector<Entry> regions_;
};

}  // namespace hlo2c::scheduler

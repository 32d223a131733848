#include "scheduler/groups/function_graph.h"

#include "frontend/ir/attributes.h"
#include "frontend/ops/op_traits.h"

namespace hlo2c::scheduler {

using frontend::Op;
using frontend::OpCode;

FunctionGraph::FunctionGraph(const frontend::Function& function)
    : function_(function), constants_(constants_of(function)) {
    add(function.body, false);
}

RegionId FunctionGraph::add(const frontend::Region& region, bool runs_in_slot) {
    const auto id = static_cast<RegionId>(regions_.size());
    regions_.push_back({RegionGraph(function_, region, constants_), {}, runs_in_slot});
    for (std::size_t position = 0; position < region.ops.size(); position++) {
        const Op& op = region.ops[position];
        if (!frontend::has_trait(op.code, frontend::op_trait::ControlFlow)) continue;
        std::vector<RegionId> inner;
        const bool is_divided = op.code == OpCode::While && op[attr::slots] > 1;
        for (const frontend::Region& nested : op.regions)
            inner.push_back(add(nested, runs_in_slot || is_divided));
        regions_[id].inner[static_cast<int>(position)] = std::move(inner);
    }
    return id;
}

const std::vector<RegionId>& FunctionGraph::inner(RegionId id, int position) const {
    static const std::vector<RegionId> none;
    const auto found = regions_[id].inner.find(position);
    return found == regions_[id].inner.end() ? none : found->second;
}

}  // namespace hlo2c::scheduler

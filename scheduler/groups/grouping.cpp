#include "scheduler/groups/grouping.h"

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "scheduler/groups/partition.h"
#include "scheduler/groups/settle_maps.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {

bool is_splat_constant(const Op& op) {
    return op.code == OpCode::Constant &&
           (op[attr::value].is_splat() || op[attr::value].type().element_count() == 1);
}

bool is_halo(const RegionGraph& graph, const Op& op) {
    const Op* padding = graph.definition(op.operands[1]);
    if (op.code != OpCode::Pad || !padding || !is_splat_constant(*padding)) return false;
    const auto is_negative = [](std::int64_t n) { return n < 0; };
    const auto is_positive = [](std::int64_t n) { return n > 0; };
    const auto low = op[attr::edge_padding_low], high = op[attr::edge_padding_high],
               interior = op[attr::interior_padding];
    return std::none_of(low.begin(), low.end(), is_negative) &&
           std::none_of(high.begin(), high.end(), is_negative) &&
           std::none_of(interior.begin(), interior.end(), is_positive) &&
           (std::any_of(low.begin(), low.end(), is_positive) ||
            std::any_of(high.begin(), high.end(), is_positive));
}

const Op* window_update_of(const RegionGraph& graph, const Group& group) {
    const Op& last = graph.op(group.stages.back().last());
    return last.code == OpCode::DynamicUpdateSlice ? &last : nullptr;
}

const Op* halo_of(const RegionGraph& graph, const Group& group) {
    const Op& last = graph.op(group.stages.back().last());
    return last.code == OpCode::Pad ? &last : nullptr;
}

Grouping group_region(const RegionGraph& graph, bool winograd) {
    return settle_maps(graph, partition_of(graph, winograd));
}

}  // namespace hlo2c::scheduler

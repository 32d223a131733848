#include "scheduler/groups/grouping.h"

#include "frontend/ir/attributes.h"
#include "scheduler/groups/partition.h"
#include "scheduler/groups/settle_maps.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {

bool is_splat_constant(const Op& op) {
    return op.code == OpCode::Constant &&
           (op[attr::value].is_splat() || op[attr::value].type().element_count() == 1);
}

Grouping group_region(const RegionGraph& graph, bool winograd) {
    return settle_maps(graph, partition_of(graph, winograd));
}

}  // namespace hlo2c::scheduler

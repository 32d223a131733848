#include "scheduler/loops/drop_clamps.h"

#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/value_ranges.h"

namespace hlo2c::scheduler {

LoopNest drop_clamps(const LoopNest& nest) {
    const ValueRanges ranges(nest);
    return rebuild(nest, [&](LoopNest&, Node& node, NodeId id) -> NodeId {
        const bool is_minimum = node.kind == NodeKind::Minimum;
        if ((!is_minimum && node.kind != NodeKind::Maximum) || node.type.is_vector() ||
            !is_signed(node.type.kind))
            return no_node;
        const Interval a = ranges.of(nest[id].operands[0]), b = ranges.of(nest[id].operands[1]);
        if (a.high <= b.low) return node.operands[is_minimum ? 0 : 1];
        if (b.high <= a.low) return node.operands[is_minimum ? 1 : 0];
        return no_node;
    });
}

}  // namespace hlo2c::scheduler

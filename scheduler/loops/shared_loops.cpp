#include "scheduler/loops/shared_loops.h"

#include <cstdint>
#include <limits>
#include <optional>

#include "scheduler/loops/affine.h"
#include "scheduler/loops/rewriter.h"
#include "scheduler/loops/walk.h"

namespace hlo2c::scheduler {
namespace {

bool is_shared(const Node& node) {
    return node.kind == NodeKind::For && node.loop == LoopKind::Shared;
}

/// The iterations of the parallel loop that the statement is, or that is inside the lets and loops that it
/// is.
std::optional<std::int64_t> parallel_iterations(const LoopNest& nest, NodeId id) {
    while (true) {
        const Node& node = nest[id];
        if (is_parallel_loop(node)) return constant_extent(nest, node);
        const bool is_around = node.kind == NodeKind::LetStatement ||
                               (node.kind == NodeKind::For && node.loop == LoopKind::AroundParallel);
        if (!is_around) return std::nullopt;
        id = node.operands.back();
    }
}

}  // namespace

LoopNest settle_shared_loops(const LoopNest& nest) {
    return rebuild(nest, [](LoopNest& made, const Node& node) {
        if (node.kind != NodeKind::Block) return no_node;
        std::optional<std::int64_t> iterations;
        for (std::size_t i = node.operands.size(); i-- > 0;) {
            Node& each = made.nodes[node.operands[i]];
            if (!is_shared(each)) {
                iterations = parallel_iterations(made, node.operands[i]);
                continue;
            }
            const auto extent = constant_extent(made, each);
            const Node& begin = made[each.operands[0]];
            // Ranges compute iteration times extent in C's int.
            const bool is_known = iterations && extent && begin.kind == NodeKind::Integer &&
                                  begin.integer == 0 &&
                                  *iterations * *extent <= std::numeric_limits<std::int32_t>::max();
            if (!is_known) each.loop = LoopKind::Serial;
        }
        return no_node;
    });
}

}  // namespace hlo2c::scheduler

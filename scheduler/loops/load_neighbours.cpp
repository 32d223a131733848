#include "scheduler/loops/load_neighbours.h"

#include <bit>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "scheduler/loops/lane_loads.h"
#include "scheduler/loops/lanes.h"
#include "scheduler/loops/rewriter.h"

namespace hlo2c::scheduler {
namespace {

class NeighbourLoads {
public:
    explicit NeighbourLoads(const LoopNest& nest) : nest_(nest), analysis_(nest) {
        for (const BufferParameter& parameter : nest.parameters)
            if (!parameter.written) read_only_.insert(parameter.name);
    }

    LoopNest run() {
        return rebuild(nest_, [this](LoopNest& made, const Node& node, NodeId id) {
            if (!node.type.is_vector()) return no_node;
            if (node.kind == NodeKind::Load && nest_[nest_[id].operands[0]].kind != NodeKind::Ramp)
                return load(made, id, loaded_lanes(id));
            if (node.kind == NodeKind::Shuffle) return shuffled(made, nest_[id]);
            return no_node;
        });
    }

private:
    /// The elements that an unmasked load takes.
    std::optional<Lanes> loaded_lanes(NodeId load) const {
        const Node& node = nest_[load];
        return node.operands.size() > 1 ? std::nullopt : analysis_.of(node.operands[0]);
    }

    /// A shuffle of loads of one read-only buffer, some of which are narrow, repeated, or would come in
    /// pieces.
    NodeId shuffled(LoopNest& made, const Node& shuffle) {
        std::vector<Lanes> operands;
        NodeId first = no_node;
        bool is_in_parts = false;
        for (NodeId operand : shuffle.operands) {
            if (nest_[operand].kind == NodeKind::Variable) {
                operand = analysis_.let(nest_[operand].symbol);
                if (operand == no_node) return no_node;
            }
            const bool repeats = nest_[operand].kind == NodeKind::Broadcast;
            const int copies = repeats ? nest_[operand].type.lanes : 1;
            if (repeats) operand = nest_[operand].operands[0];
            const Node& load = nest_[operand];
            if (load.kind != NodeKind::Load || read_only_.count(load.symbol) == 0) return no_node;
            if (first == no_node) first = operand;
            is_in_parts = is_in_parts || load.type.lanes < shuffle.type.lanes ||
                          !std::has_single_bit(static_cast<unsigned>(load.type.lanes));
            auto lanes = loaded_lanes(operand);
            if (lanes && repeats) lanes->offsets.assign(static_cast<std::size_t>(copies), lanes->offsets[0]);
            if (!lanes || load.symbol != nest_[first].symbol ||
                (!operands.empty() && !analysis_.have_equal_terms(*lanes, operands[0])))
                return no_node;
            operands.push_back(std::move(*lanes));
        }
        if (!is_in_parts) return no_node;
        Lanes taken{operands[0].terms, {}, std::nullopt};
        for (int lane : shuffle.lanes) {
            std::size_t operand = 0;
            while (lane >= static_cast<int>(operands[operand].offsets.size()))
                lane -= static_cast<int>(operands[operand++].offsets.size());
            taken.offsets.push_back(operands[operand].offsets[static_cast<std::size_t>(lane)]);
        }
        return load(made, first, taken);
    }

    /// Loads `lanes` of the buffer that the load `like` takes; no_node if they are unknown or too far apart.
    NodeId load(LoopNest& made, NodeId like, const std::optional<Lanes>& lanes) {
        if (!lanes) return no_node;
        const ValueType type = nest_[nest_[like].operands[0]].type.with_lanes(1);
        return lane_loads(made, nest_[like], *lanes,
                          {type, [&](NodeId scalar) { return copy(made, scalar); }});
    }

    NodeId copy(LoopNest& made, NodeId id) const {
        Node node = nest_[id];
        for (NodeId& operand : node.operands) operand = copy(made, operand);
        return made.add(std::move(node));
    }

    const LoopNest& nest_;
    const LaneAnalysis analysis_;
    std::set<std::string> read_only_;
};

}  // namespace

LoopNest load_neighbours(const LoopNest& nest) {
    return NeighbourLoads(nest).run();
}

}  // namespace hlo2c::scheduler

#include "scheduler/loops/known_positions.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/name_table.h"
#include "scheduler/loops/lane_loads.h"
#include "scheduler/loops/lanes.h"
#include "scheduler/loops/load_neighbours.h"
#include "scheduler/loops/local_names.h"
#include "scheduler/loops/node_kinds.h"
#include "scheduler/loops/rewriter.h"

namespace hlo2c::scheduler {
namespace {

constexpr std::int64_t most_copies = 16;
constexpr std::int64_t largest_known_extent = 4096;

/// A gather of an innermost loop.
struct Gather {
    NodeId load = no_node;
    std::vector<Lanes> lanes;  ///< of each iteration
};

struct KnownLoop {
    std::string variable;
    std::int64_t begin = 0, extent = 0;
    std::vector<Gather> gathers;
    /// Iterations after which all gathers take the same elements, at a distance.
    std::int64_t period = 0;
};

/// The distance between the elements of two iterations, if it is the same for all lanes.
std::optional<std::int64_t> distance(const Lanes& from, const Lanes& to) {
    const std::int64_t first = to.offsets[0] - from.offsets[0];
    for (std::size_t i = 0; i < from.offsets.size(); i++)
        if (to.offsets[i] - from.offsets[i] != first) return std::nullopt;
    return first;
}

class KnownPositions {
public:
    explicit KnownPositions(const LoopNest& nest) : nest_(nest), analysis_(nest) { take_names(nest, names_); }

    LoopNest run() {
        return rebuild(nest_, [this](LoopNest& made, const Node& node, NodeId id) {
            made_ = &made;
            if (node.kind != NodeKind::For) return no_node;
            const std::optional<KnownLoop> loop = known_loop(nest_[id]);
            return loop ? unrolled(nest_[id], *loop) : no_node;
        });
    }

private:
    using Values = std::map<std::string, NodeId>;

    /// The iterations of a loop that become one: their number, and how the loop's variable follows from
    /// theirs.
    struct Part {
        std::int64_t first = 0;  ///< iteration
        std::string trip;        ///< variable that counts periods; empty: none
        std::int64_t trips = 1;
    };

    std::optional<KnownLoop> known_loop(const Node& node) {
        const Node &begin = nest_[node.operands[0]], &extent = nest_[node.operands[1]];
        if (node.loop != LoopKind::Serial || begin.kind != NodeKind::Integer ||
            extent.kind != NodeKind::Integer || extent.integer < 1 || extent.integer > largest_known_extent)
            return std::nullopt;
        KnownLoop loop{node.symbol, begin.integer, extent.integer, {}, 0};
        std::set<NodeId> seen;
        if (!collect(node.operands[2], loop, seen) || loop.gathers.empty()) return std::nullopt;
        for (loop.period = 1; loop.period < loop.extent && !is_periodic(loop);) loop.period++;
        return loop.period > most_copies ? std::nullopt : std::optional(std::move(loop));
    }

    /// Finds the gathers with known positions. False if there are statements that cannot be copied.
    bool collect(NodeId id, KnownLoop& loop, std::set<NodeId>& seen) {
        if (!seen.insert(id).second) return true;
        const Node& node = nest_[id];
        if (is_statement(node.kind) && !is_let(node.kind) && node.kind != NodeKind::Block &&
            node.kind != NodeKind::Store)
            return false;
        if (node.kind == NodeKind::Load && node.type.is_vector() && node.operands.size() == 1 &&
            nest_[node.operands[0]].kind != NodeKind::Ramp && !analysis_.of(node.operands[0]))
            add(id, loop);
        return std::all_of(node.operands.begin(), node.operands.end(),
                           [&](NodeId each) { return collect(each, loop, seen); });
    }

    void add(NodeId load, KnownLoop& loop) {
        Gather gather{load, {}};
        for (std::int64_t i = 0; i < loop.extent; i++) {
            analysis_.set(loop.variable, loop.begin + i);
            auto lanes = analysis_.of(nest_[load].operands[0]);
            analysis_.forget(loop.variable);
            if (!lanes || !are_near(*lanes) ||
                (i > 0 && !analysis_.have_equal_terms(*lanes, gather.lanes[0])))
                return;
            gather.lanes.push_back(std::move(*lanes));
        }
        loop.gathers.push_back(std::move(gather));
    }

    static bool is_periodic(const KnownLoop& loop) {
        return std::all_of(loop.gathers.begin(), loop.gathers.end(), [&](const Gather& gather) {
            const auto count = static_cast<std::size_t>(loop.extent),
                       period = static_cast<std::size_t>(loop.period);
            for (std::size_t i = period; i < count; i++) {
                const auto step = distance(gather.lanes[i - period], gather.lanes[i]);
                if (!step || step != distance(gather.lanes[i % period], gather.lanes[i % period + period]))
                    return false;
            }
            return true;
        });
    }

    NodeId unrolled(const Node& node, const KnownLoop& loop) {
        const std::int64_t trips = loop.extent / loop.period;
        std::vector<NodeId> parts;
        if (trips > 1) {
            const std::string trip = names_.claim(loop.variable);
            std::vector<NodeId> copies;
            for (std::int64_t i = 0; i < loop.period; i++)
                copies.push_back(copy_of(node, loop, {i, trip, trips}));
            const ValueType type = nest_[node.operands[0]].type;
            Node all = node;
            all.symbol = trip;
            all.operands = {made_->integer(0, type), made_->integer(trips, type), made_->block(copies)};
            parts.push_back(made_->add(std::move(all)));
        }
        for (std::int64_t i = trips > 1 ? trips * loop.period : 0; i < loop.extent; i++)
            parts.push_back(copy_of(node, loop, {i, "", 1}));
        return parts.size() == 1 ? parts[0] : made_->block(parts);
    }

    NodeId copy_of(const Node& node, const KnownLoop& loop, const Part& part) {
        const ValueType type = nest_[node.operands[0]].type;
        NodeId position = made_->integer(loop.begin + part.first, type);
        if (!part.trip.empty())
            position = made_->binary(NodeKind::Add, trips(part, loop.period, type), position);
        Values values = {{loop.variable, position}};
        return copied(node.operands[2], loop, part, values);
    }

    NodeId trips(const Part& part, std::int64_t factor, ValueType type) {
        return made_->binary(NodeKind::Multiply, made_->variable(part.trip, type),
                             made_->integer(factor, type));
    }

    NodeId copied(NodeId id, const KnownLoop& loop, const Part& part, Values& values) {
        const auto gather = std::find_if(loop.gathers.begin(), loop.gathers.end(),
                                         [&](const Gather& each) { return each.load == id; });
        if (gather != loop.gathers.end()) return loaded(*gather, loop, part, values);
        Node node = nest_[id];
        if (node.kind == NodeKind::Variable) {
            const auto value = values.find(node.symbol);
            return value == values.end() ? made_->add(std::move(node)) : value->second;
        }
        const bool binds = node.kind == NodeKind::Let || node.kind == NodeKind::LetStatement;
        for (std::size_t i = 0; i < node.operands.size(); i++) {
            node.operands[i] = copied(node.operands[i], loop, part, values);
            if (!binds || i > 0) continue;
            const std::string name = names_.claim(node.symbol);
            values[node.symbol] = made_->variable(name, (*made_)[node.operands[0]].type);
            node.symbol = name;
        }
        return made_->add(std::move(node));
    }

    NodeId loaded(const Gather& gather, const KnownLoop& loop, const Part& part, Values& values) {
        const Node& load = nest_[gather.load];
        const ValueType type = nest_[load.operands[0]].type.with_lanes(1);
        Lanes lanes = gather.lanes[static_cast<std::size_t>(part.first)];
        IndexParts index{type, [&](NodeId scalar) { return copied(scalar, loop, part, values); }};
        if (!part.trip.empty()) {
            const auto at = [&](std::int64_t trip) -> const Lanes& {
                return gather.lanes[static_cast<std::size_t>(part.first + trip * loop.period)];
            };
            const std::int64_t step = *distance(lanes, at(1));
            if (step != 0) index.base = trips(part, step, type);
            Interval reach = lanes.reach.value_or(lanes.range());
            for (std::int64_t trip = 1; trip < part.trips; trip++) {
                const Interval next =
                    at(trip).reach.value_or(at(trip).range()) + Interval{-step * trip, -step * trip};
                reach = {std::max(reach.low, next.low), std::min(reach.high, next.high)};
            }
            lanes.reach = reach;
        }
        return lane_loads(*made_, load, lanes, index);
    }

    const LoopNest& nest_;
    LoopNest* made_ = nullptr;
    LaneAnalysis analysis_;
    frontend::NameTable names_;
};

}  // namespace

LoopNest load_known_positions(const LoopNest& nest) {
    return load_neighbours(KnownPositions(nest).run());
}

}  // namespace hlo2c::scheduler

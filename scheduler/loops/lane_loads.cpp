#include "scheduler/loops/lane_loads.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace hlo2c::scheduler {
namespace {

/// One or two loads of `width` neighbours, from these offsets on, that have all lanes.
struct Windows {
    int width = 0;
    std::int64_t first = 0, second = 0;
    bool is_pair = false;
};

std::optional<Windows> windows_of(const Lanes& lanes) {
    const int count = static_cast<int>(lanes.offsets.size());
    const Interval taken = lanes.range(), reach = lanes.reach.value_or(taken);
    const std::int64_t span = taken.high - taken.low + 1;
    if (span <= count && reach.high - reach.low >= count - 1) {
        const std::int64_t first = std::min(taken.low, reach.high - count + 1);
        if (first >= reach.low) return Windows{count, first, first, false};
    }
    int width = 2;
    while (width * 2 <= span && width < count) width *= 2;
    if (span > 2 * width) return std::nullopt;
    return Windows{width, taken.low, taken.high - width + 1, span > width};
}

class LaneLoads {
public:
    LaneLoads(LoopNest& made, Node like, const Lanes& lanes, const IndexParts& index)
        : made_(made), like_(std::move(like)), lanes_(lanes), index_(index) {
        like_.type.lanes = static_cast<int>(lanes.offsets.size());
    }

    NodeId run() {
        if (lanes_.is_uniform()) {
            Node scalar = like_;
            scalar.type.lanes = 1;
            scalar.operands = {index(lanes_.offsets[0])};
            return made_.add({.kind = NodeKind::Broadcast,
                              .type = like_.type,
                              .operands = {made_.add(std::move(scalar))}});
        }
        const std::optional<Windows> windows = windows_of(lanes_);
        if (!windows) return no_node;
        const NodeId vector = shuffled(*windows);
        if (like_.type.kind != ScalarKind::Boolean) return vector;
        return made_.add({.kind = NodeKind::NotEqual,
                          .type = like_.type,
                          .operands = {vector, made_.integer(0, made_[vector].type)}});
    }

private:
    NodeId shuffled(const Windows& windows) {
        const auto [width, first, second, is_pair] = windows;
        const bool is_boolean = like_.type.kind == ScalarKind::Boolean;
        Node shuffle{.kind = NodeKind::Shuffle,
                     .type = is_boolean ? like_.type.with_kind(ScalarKind::U8) : like_.type,
                     .operands = {neighbours(first, width)}};
        if (is_pair) shuffle.operands.push_back(neighbours(second, width));
        bool is_in_order = !is_pair && width == like_.type.lanes;
        for (const std::int64_t offset : lanes_.offsets) {
            const bool is_first = offset - first < width;
            const auto lane = static_cast<int>(is_first ? offset - first : offset - second + width);
            is_in_order = is_in_order && lane == static_cast<int>(shuffle.lanes.size());
            shuffle.lanes.push_back(lane);
        }
        return is_in_order ? shuffle.operands[0] : made_.add(std::move(shuffle));
    }

    /// Booleans are loaded as bytes.
    NodeId neighbours(std::int64_t offset, int width) {
        const NodeId first = index(offset);
        const ValueType type = made_[first].type;
        Node load = like_;
        load.type.lanes = width;
        if (load.type.kind == ScalarKind::Boolean) load.type.kind = ScalarKind::U8;
        load.operands = {made_.add({.kind = NodeKind::Ramp,
                                    .type = type.with_lanes(width),
                                    .operands = {first, made_.integer(1, type)}})};
        return made_.add(std::move(load));
    }

    NodeId index(std::int64_t offset) {
        NodeId sum = index_.base;
        for (const Lanes::Term& term : lanes_.terms) {
            NodeId each = index_.copy(term.scalar);
            if (term.factor != 1)
                each = made_.binary(NodeKind::Multiply, each, made_.integer(term.factor, index_.type));
            sum = sum == no_node ? each : made_.binary(NodeKind::Add, sum, each);
        }
        if (sum == no_node) return made_.integer(offset, index_.type);
        return offset == 0 ? sum : made_.binary(NodeKind::Add, sum, made_.integer(offset, index_.type));
    }

    LoopNest& made_;
    Node like_;
    const Lanes& lanes_;
    const IndexParts& index_;
};

}  // namespace

NodeId lane_loads(LoopNest& made, Node like, const Lanes& lanes, const IndexParts& index) {
    return LaneLoads(made, std::move(like), lanes, index).run();
}

bool are_near(const Lanes& lanes) {
    return lanes.is_uniform() || windows_of(lanes).has_value();
}

}  // namespace hlo2c::scheduler

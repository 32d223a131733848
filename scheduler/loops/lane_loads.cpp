#include "scheduler/loops/lane_loads.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace hlo2c::scheduler {
namespace {

constexpr int most_windows = 3;

/// Up to three loads of `width` neighbours, from these offsets on, that have all lanes.
struct Windows {
    int width = 0;
    std::vector<std::int64_t> begins;
};

std::optional<Windows> windows_of(const Lanes& lanes) {
    const int count = static_cast<int>(lanes.offsets.size());
    const Interval taken = lanes.range(), reach = lanes.reach.value_or(taken);
    const std::int64_t span = taken.high - taken.low + 1;
    if (span <= count && reach.high - reach.low >= count - 1) {
        const std::int64_t first = std::min(taken.low, reach.high - count + 1);
        if (first >= reach.low) return Windows{count, {first}};
    }
    int width = 2;
    while (width * 2 <= span && width < count) width *= 2;
    if (span > most_windows * width) return std::nullopt;
    Windows windows{width, {taken.low}};
    if (span > 2 * width) windows.begins.push_back(taken.low + width);
    if (span > width) windows.begins.push_back(taken.high - width + 1);
    return windows;
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
        const auto& [width, begins] = windows;
        const ValueType type =
            like_.type.kind == ScalarKind::Boolean ? like_.type.with_kind(ScalarKind::U8) : like_.type;
        Node shuffle{.kind = NodeKind::Shuffle, .type = type};
        for (std::size_t i = 0; i < std::min<std::size_t>(begins.size(), 2); i++)
            shuffle.operands.push_back(neighbours(begins[i], width));
        Node rest{.kind = NodeKind::Shuffle, .type = type};  // with the lanes of the last window
        bool is_in_order = begins.size() == 1 && width == type.lanes;
        for (const std::int64_t offset : lanes_.offsets) {
            const auto place = static_cast<int>(shuffle.lanes.size());
            std::size_t window = 0;
            while (offset - begins[window] >= width) window++;
            const auto lane = static_cast<int>(offset - begins[window]);
            is_in_order = is_in_order && lane == place;
            shuffle.lanes.push_back(window == 2 ? 0 : lane + static_cast<int>(window) * width);
            rest.lanes.push_back(window == 2 ? type.lanes + lane : place);
        }
        if (is_in_order) return shuffle.operands[0];
        const NodeId vector = made_.add(std::move(shuffle));
        if (begins.size() <= 2) return vector;
        rest.operands = {vector, neighbours(begins[2], width)};
        return made_.add(std::move(rest));
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

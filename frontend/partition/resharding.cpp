#include "frontend/partition/resharding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>

namespace hlo2c::frontend {
namespace {

/// What comes first. Joining axes that the target does not use may save moves, or make them larger; where the
/// axes that stay lie behind others, to join all is the least.
enum class Order : std::uint8_t { Moves, UnusedAxes, AllAxes };
constexpr std::array orders = {Order::Moves, Order::UnusedAxes, Order::AllAxes};

class Resharding {
public:
    Resharding(const DeviceGrid& grid, Cut from, const Cut& to, Order order)
        : grid_(grid), current_(std::move(from)), target_(to), order_(order) {}

    std::vector<ReshardStep> run() {
        for (std::size_t d = 0; order_ == Order::AllAxes && d < current_.size(); d++)
            if (!current_[d].empty()) gather(d, current_[d].size());
        while (current_ != target_) {
            if (has_target_sizes()) {
                add({ReshardKind::Permute, {}, 0, 0, target_});
            } else if (!slice_in_place() && !move_in_place() && !slice_anywhere() && !gather_unused() &&
                       !move_anywhere()) {
                gather_surplus();
            }
        }
        return std::move(steps_);
    }

private:
    void add(ReshardStep step) {
        current_ = step.after;
        const bool continues = !steps_.empty() && step.kind == ReshardKind::AllGather &&
                               steps_.back().kind == step.kind && steps_.back().dimension == step.dimension;
        if (continues) {
            step.axes.insert(step.axes.end(), steps_.back().axes.begin(), steps_.back().axes.end());
            steps_.pop_back();
        }
        steps_.push_back(std::move(step));
    }

    bool has_target_sizes() const {
        for (std::size_t d = 0; d < current_.size(); d++)
            if (grid_.size(current_[d]) != grid_.size(target_[d])) return false;
        return true;
    }

    bool is_target_prefix(std::size_t d) const {
        return current_[d].size() < target_[d].size() &&
               std::equal(current_[d].begin(), current_[d].end(), target_[d].begin());
    }

    /// How many axes of this size the dimension has less than under the target; negative: more.
    int missing(std::size_t d, std::int64_t size) const {
        const auto has_size = [&](int axis) { return grid_.size(axis) == size; };
        return static_cast<int>(std::count_if(target_[d].begin(), target_[d].end(), has_size) -
                                std::count_if(current_[d].begin(), current_[d].end(), has_size));
    }

    void slice(std::size_t d, const AxisList& axes) {
        ReshardStep step{ReshardKind::Slice, axes, d, 0, current_};
        step.after[d].insert(step.after[d].end(), axes.begin(), axes.end());
        add(std::move(step));
    }

    /// Slices a dimension along the axes that come next under the target.
    bool slice_in_place() {
        for (std::size_t d = 0; d < current_.size(); d++) {
            if (!is_target_prefix(d)) continue;
            AxisList axes;
            for (std::size_t i = current_[d].size(); i < target_[d].size(); i++) {
                if (uses_axis(current_, target_[d][i])) break;
                axes.push_back(target_[d][i]);
            }
            if (axes.empty()) continue;
            slice(d, axes);
            return true;
        }
        return false;
    }

    /// Slices along an unused axis of the target where as many parts are missing; a permutation follows.
    bool slice_anywhere() {
        for (std::size_t own = 0; own < target_.size(); own++)
            for (const int axis : target_[own]) {
                if (uses_axis(current_, axis)) continue;
                for (std::size_t i = 0; i <= current_.size(); i++) {
                    const std::size_t d = i == 0 ? own : i - 1;
                    if (missing(d, grid_.size(axis)) <= 0) continue;
                    slice(d, {axis});
                    return true;
                }
            }
        return false;
    }

    void move(std::size_t from, std::size_t to, std::size_t count) {
        const AxisList axes(current_[from].end() - static_cast<std::ptrdiff_t>(count), current_[from].end());
        ReshardStep step{ReshardKind::AllToAll, axes, from, to, current_};
        step.after[from].resize(current_[from].size() - count);
        step.after[to].insert(step.after[to].end(), axes.begin(), axes.end());
        add(std::move(step));
    }

    std::size_t common_prefix(std::size_t d) const {
        const auto end =
            std::mismatch(current_[d].begin(), current_[d].end(), target_[d].begin(), target_[d].end());
        return static_cast<std::size_t>(end.first - current_[d].begin());
    }

    /// Moves the last axes of a dimension to their places in another one.
    bool move_in_place() {
        for (std::size_t from = 0; from < current_.size(); from++)
            for (std::size_t count = current_[from].size() - common_prefix(from); count > 0; count--)
                for (std::size_t to = 0; to < current_.size(); to++) {
                    if (to == from || !is_target_prefix(to) ||
                        current_[to].size() + count > target_[to].size() ||
                        !std::equal(current_[from].end() - static_cast<std::ptrdiff_t>(count),
                                    current_[from].end(),
                                    target_[to].begin() + static_cast<std::ptrdiff_t>(current_[to].size())))
                        continue;
                    move(from, to, count);
                    return true;
                }
        return false;
    }

    /// Moves the last axis of a dimension that has too many parts to one that has too few.
    bool move_anywhere() {
        for (std::size_t from = 0; from < current_.size(); from++) {
            if (current_[from].empty() || missing(from, grid_.size(current_[from].back())) >= 0) continue;
            for (std::size_t to = 0; to < current_.size(); to++)
                if (to != from && missing(to, grid_.size(current_[from].back())) > 0) {
                    move(from, to, 1);
                    return true;
                }
        }
        return false;
    }

    void gather(std::size_t d, std::size_t count) {
        const AxisList axes(current_[d].end() - static_cast<std::ptrdiff_t>(count), current_[d].end());
        ReshardStep step{ReshardKind::AllGather, axes, d, 0, current_};
        step.after[d].resize(current_[d].size() - count);
        add(std::move(step));
    }

    /// Joins the parts along last axes that the target does not use.
    bool gather_unused() {
        for (std::size_t d = 0; order_ == Order::UnusedAxes && d < current_.size(); d++) {
            std::size_t count = 0;
            for (auto axis = current_[d].rbegin(); axis != current_[d].rend(); ++axis, count++)
                if (uses_axis(target_, *axis)) break;
            if (count == 0) continue;
            gather(d, count);
            return true;
        }
        return false;
    }

    /// Joins the parts of a dimension that has too many, along its last surplus axis and those after it. The
    /// latter are sliced again later.
    void gather_surplus() {
        for (std::size_t d = 0; d < current_.size(); d++)
            for (std::size_t count = 1; count <= current_[d].size(); count++)
                if (missing(d, grid_.size(current_[d][current_[d].size() - count])) < 0)
                    return gather(d, count);
    }

    const DeviceGrid& grid_;
    Cut current_;
    const Cut& target_;
    Order order_;
    std::vector<ReshardStep> steps_;
};

std::int64_t parts(const DeviceGrid& grid, const Cut& cut) {
    std::int64_t count = 1;
    for (const AxisList& axes : cut) count *= grid.size(axes);
    return count;
}

std::vector<std::int64_t> coordinates(const DeviceGrid& grid, std::int64_t device, const Cut& cut) {
    std::vector<std::int64_t> result;
    for (const AxisList& axes : cut) result.push_back(grid.coordinate(device, axes));
    return result;
}

}  // namespace

std::vector<ReshardStep> reshard_steps(const DeviceGrid& grid, const Cut& from, const Cut& to) {
    // Bytes of a tensor that every cut divides evenly.
    const std::int64_t bytes = grid.device_count() * grid.device_count();
    std::vector<ReshardStep> best;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const Order order : orders) {
        std::vector<ReshardStep> steps = Resharding(grid, from, to, order).run();
        const std::int64_t received = received_bytes(grid, from, steps, bytes);
        if (received >= least) continue;
        least = received;
        best = std::move(steps);
    }
    return best;
}

std::int64_t received_bytes(const DeviceGrid& grid, const Cut& from, const std::vector<ReshardStep>& steps,
                            std::int64_t bytes) {
    std::int64_t received = 0, local = bytes / parts(grid, from);
    for (const ReshardStep& step : steps) {
        const std::int64_t members = grid.size(step.axes);
        if (step.kind == ReshardKind::AllGather) received += (members - 1) * local;
        if (step.kind == ReshardKind::AllToAll) received += local * (members - 1) / members;
        if (step.kind == ReshardKind::Permute) received += local;
        local = bytes / parts(grid, step.after);
    }
    return received;
}

std::string to_string(const DeviceGrid& grid, const ReshardStep& step) {
    switch (step.kind) {
        case ReshardKind::Slice:
            return fmt::format("slice dimension {} along {}", step.dimension, grid.text(step.axes));
        case ReshardKind::AllGather:
            return fmt::format("all_gather {} of dimension {}", grid.text(step.axes), step.dimension);
        case ReshardKind::AllToAll:
            return fmt::format("all_to_all {} from dimension {} to {}", grid.text(step.axes), step.dimension,
                               step.other);
        case ReshardKind::Permute: return "collective_permute to " + to_string(grid, step.after);
    }
    return {};
}

std::vector<std::pair<std::int64_t, std::int64_t>> permutation_pairs(const DeviceGrid& grid, const Cut& from,
                                                                     const Cut& to) {
    // A part has as many holders as devices that need it. A device that has its part keeps it.
    std::map<std::vector<std::int64_t>, std::vector<std::int64_t>> holders;
    std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
    for (std::int64_t device = 0; device < grid.device_count(); device++) {
        const std::vector<std::int64_t> part = coordinates(grid, device, from);
        if (part == coordinates(grid, device, to))
            pairs.emplace_back(device, device);
        else
            holders[part].push_back(device);
    }
    for (std::int64_t device = 0; device < grid.device_count(); device++) {
        const std::vector<std::int64_t> part = coordinates(grid, device, to);
        if (part == coordinates(grid, device, from)) continue;
        std::vector<std::int64_t>& able = holders.at(part);
        pairs.emplace_back(able.front(), device);
        able.erase(able.begin());
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

}  // namespace hlo2c::frontend

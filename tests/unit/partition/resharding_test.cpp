#include "frontend/partition/resharding.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

using namespace hlo2c::frontend;

namespace {

DeviceGrid grid_of(const std::vector<std::int64_t>& sizes) {
    std::vector<DeviceGrid::Axis> axes;
    std::int64_t count = 1;
    for (const std::int64_t size : sizes) {
        axes.push_back({std::string(1, static_cast<char>('a' + axes.size())), 1, size, size});
        count *= size;
    }
    std::vector<std::int64_t> devices(static_cast<std::size_t>(count));
    std::iota(devices.begin(), devices.end(), 0);
    return {axes, devices};
}

/// All ways to cut two dimensions along some of the axes.
std::vector<Cut> all_cuts(int axes) {
    std::vector<Cut> cuts = {{{}, {}}};
    for (std::size_t i = 0; i < cuts.size(); i++)
        for (int axis = 0; axis < axes; axis++)
            for (std::size_t d = 0; d < 2; d++) {
                Cut longer = cuts[i];
                if (uses_axis(longer, axis)) continue;
                longer[d].push_back(axis);
                if (std::find(cuts.begin(), cuts.end(), longer) == cuts.end()) cuts.push_back(longer);
            }
    return cuts;
}

/// The first element and the size of a part, for each dimension of a square tensor.
struct Part {
    std::vector<std::int64_t> first, size;
    bool operator==(const Part&) const = default;
};

Part part_of(const DeviceGrid& grid, const Cut& cut, std::int64_t device, std::int64_t extent) {
    Part part;
    for (const AxisList& axes : cut) {
        part.size.push_back(extent / grid.size(axes));
        part.first.push_back(grid.coordinate(device, axes) * part.size.back());
    }
    return part;
}

/// The parts of all devices after a step, from their parts before it, by what the collectives do.
std::vector<Part> after(const DeviceGrid& grid, const Cut& before, const ReshardStep& step,
                        const std::vector<Part>& parts) {
    std::vector<Part> result = parts;
    if (step.kind == ReshardKind::Permute) {
        for (const auto& [source, target] : permutation_pairs(grid, before, step.after))
            result[static_cast<std::size_t>(target)] = parts[static_cast<std::size_t>(source)];
        return result;
    }
    const std::int64_t members = grid.size(step.axes);
    for (const std::vector<std::int64_t>& group : grid.groups(step.axes))
        for (std::size_t member = 0; member < group.size(); member++) {
            Part& part = result[static_cast<std::size_t>(group[member])];
            const auto narrow = [&](std::size_t d) {
                part.size[d] /= members;
                part.first[d] += static_cast<std::int64_t>(member) * part.size[d];
            };
            const auto widen = [&](std::size_t d) {
                // The members' parts must be neighbours, in the order of the group.
                for (std::size_t other = 0; other < group.size(); other++) {
                    const Part& theirs = parts[static_cast<std::size_t>(group[other])];
                    CHECK(theirs.first[d] == parts[static_cast<std::size_t>(group[0])].first[d] +
                                                 static_cast<std::int64_t>(other) * theirs.size[d]);
                }
                part.first[d] = parts[static_cast<std::size_t>(group[0])].first[d];
                part.size[d] *= members;
            };
            if (step.kind == ReshardKind::Slice) narrow(step.dimension);
            if (step.kind != ReshardKind::Slice) widen(step.dimension);
            if (step.kind == ReshardKind::AllToAll) narrow(step.other);
        }
    return result;
}

}  // namespace

TEST_CASE("each device has its part after resharding, for all cuts of a matrix") {
    for (const std::vector<std::int64_t>& sizes :
         std::vector<std::vector<std::int64_t>>{{2}, {2, 2}, {2, 3}, {3, 2, 2}, {2, 2, 2}}) {
        const DeviceGrid grid = grid_of(sizes);
        const std::int64_t extent = grid.device_count();
        const std::vector<Cut> cuts = all_cuts(static_cast<int>(sizes.size()));
        for (const Cut& from : cuts)
            for (const Cut& to : cuts) {
                INFO(to_string(grid, from) << " to " << to_string(grid, to));
                std::vector<Part> parts;
                for (std::int64_t device = 0; device < extent; device++)
                    parts.push_back(part_of(grid, from, device, extent));
                Cut current = from;
                const std::vector<ReshardStep> steps = reshard_steps(grid, from, to);
                for (const ReshardStep& step : steps) {
                    parts = after(grid, current, step, parts);
                    current = step.after;
                }
                bool is_right = true;
                for (std::int64_t device = 0; device < extent; device++)
                    is_right = is_right &&
                               parts[static_cast<std::size_t>(device)] == part_of(grid, to, device, extent);
                CHECK(is_right);
                const std::vector<ReshardStep> all = reshard_steps(grid, from, whole(2));
                const std::int64_t bytes = extent * extent * 4;
                CHECK(received_bytes(grid, from, steps, bytes) <= received_bytes(grid, from, all, bytes));
            }
    }
}

TEST_CASE("resharding takes the collectives that move the least") {
    const DeviceGrid grid = grid_of({2, 2, 2});
    const auto steps = [&](const Cut& from, const Cut& to) {
        std::vector<std::string> texts;
        for (const ReshardStep& step : reshard_steps(grid, from, to)) texts.push_back(to_string(grid, step));
        return texts;
    };
    using Texts = std::vector<std::string>;
    CHECK(steps({{0, 1, 2}, {}}, {{0}, {}}) == Texts{R"(all_gather {"b", "c"} of dimension 0)"});
    CHECK(steps({{}, {}}, {{0}, {1, 2}}) ==
          Texts{R"(slice dimension 0 along {"a"})", R"(slice dimension 1 along {"b", "c"})"});
    CHECK(steps({{0}, {}}, {{}, {0}}) == Texts{R"(all_to_all {"a"} from dimension 0 to 1)"});
    CHECK(steps({{0}, {1}}, {{1}, {0}}) == Texts{R"(collective_permute to [{"b"}, {"a"}])"});
    CHECK(steps({{0}, {}}, {{1}, {}}) == Texts{R"(collective_permute to [{"b"}, {}])"});
    CHECK(steps({{1}, {0}, {}}, {{}, {}, {0, 1}}) ==
          Texts{R"(all_to_all {"a"} from dimension 1 to 2)", R"(all_to_all {"b"} from dimension 0 to 2)"});
    CHECK(steps({{0}, {}}, {{}, {1}}) ==
          Texts{R"(slice dimension 1 along {"b"})", R"(all_gather {"a"} of dimension 0)"});
}

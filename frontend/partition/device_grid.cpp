#include "frontend/partition/device_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "frontend/ir/attributes.h"
#include "frontend/processes/mesh.h"

namespace hlo2c::frontend {
namespace {

std::vector<std::int64_t> prime_factors(std::int64_t number) {
    std::vector<std::int64_t> primes;
    for (std::int64_t prime = 2; prime * prime <= number; prime++)
        for (; number % prime == 0; number /= prime) primes.push_back(prime);
    if (number > 1) primes.push_back(number);
    return primes;
}

/// The mesh's axes with their prime factors in each possible order.
std::vector<std::vector<DeviceGrid::Axis>> prime_orders(const std::vector<Mesh::Axis>& mesh) {
    std::vector<std::vector<DeviceGrid::Axis>> orders(1);
    for (const Mesh::Axis& axis : mesh) {
        std::vector<std::int64_t> primes = prime_factors(axis.size);
        std::vector<std::vector<DeviceGrid::Axis>> longer;
        do {
            for (std::vector<DeviceGrid::Axis> order : orders) {
                std::int64_t before = 1;
                for (const std::int64_t prime : primes) {
                    order.push_back({axis.name, before, prime, axis.size});
                    before *= prime;
                }
                longer.push_back(std::move(order));
            }
        } while (std::next_permutation(primes.begin(), primes.end()) && longer.size() < 64);
        orders = std::move(longer);
    }
    return orders;
}

/// The number of dimensions of the shardings that the grid can cut along axes.
int expressible(const DeviceGrid& grid, const std::vector<Sharding>& shardings) {
    int count = 0;
    for (const Sharding& sharding : shardings)
        for (std::size_t d = 0; d < sharding.parts.size(); d++)
            count += grid.axes_of(sharding.coordinates_along(d)).has_value();
    return count;
}

}  // namespace

bool has_axis(const AxisList& axes, int axis) {
    return std::find(axes.begin(), axes.end(), axis) != axes.end();
}

DeviceGrid::DeviceGrid(std::vector<Axis> axes, std::vector<std::int64_t> devices)
    : axes_(std::move(axes)), devices_(std::move(devices)), positions_(devices_.size()) {
    for (std::size_t i = 0; i < devices_.size(); i++)
        positions_[static_cast<std::size_t>(devices_[i])] = static_cast<std::int64_t>(i);
}

std::int64_t DeviceGrid::size(const AxisList& axes) const {
    std::int64_t product = 1;
    for (const int axis : axes) product *= size(axis);
    return product;
}

std::int64_t DeviceGrid::digit(std::int64_t device, int axis) const {
    std::int64_t stride = 1;
    for (int minor = axis + 1; minor < axis_count(); minor++) stride *= size(minor);
    return positions_[static_cast<std::size_t>(device)] / stride % size(axis);
}

std::int64_t DeviceGrid::coordinate(std::int64_t device, const AxisList& axes) const {
    std::int64_t result = 0;
    for (const int axis : axes) result = result * size(axis) + digit(device, axis);
    return result;
}

std::vector<std::vector<std::int64_t>> DeviceGrid::groups(const AxisList& axes) const {
    std::map<std::vector<std::int64_t>, std::vector<std::int64_t>> members;
    for (const std::int64_t device : devices_) {
        std::vector<std::int64_t> others;
        for (int axis = 0; axis < axis_count(); axis++)
            if (!has_axis(axes, axis)) others.push_back(digit(device, axis));
        std::vector<std::int64_t>& group = members[others];
        group.resize(static_cast<std::size_t>(size(axes)));
        group[static_cast<std::size_t>(coordinate(device, axes))] = device;
    }
    std::vector<std::vector<std::int64_t>> groups;
    for (auto& [others, group] : members) groups.push_back(std::move(group));
    return groups;
}

std::optional<AxisList> DeviceGrid::axes_of(const std::vector<std::int64_t>& coordinates) const {
    // Coordinates along a list of axes are a sum over the axes: a digit times the sizes of the minor ones.
    std::vector<std::pair<std::int64_t, int>> steps;
    for (int axis = 0; axis < axis_count(); axis++)
        for (const std::int64_t device : devices_) {
            bool is_first = digit(device, axis) == 1;
            for (int other = 0; other < axis_count(); other++)
                is_first = is_first && (other == axis || digit(device, other) == 0);
            const std::int64_t step = coordinates[static_cast<std::size_t>(device)];
            if (is_first && step != 0) steps.emplace_back(step, axis);
        }
    std::sort(steps.rbegin(), steps.rend());
    AxisList axes;
    for (const auto& [step, axis] : steps) axes.push_back(axis);
    for (const std::int64_t device : devices_)
        if (coordinate(device, axes) != coordinates[static_cast<std::size_t>(device)]) return std::nullopt;
    return axes;
}

std::string DeviceGrid::text(const AxisList& axes) const {
    std::string text;
    for (std::size_t i = 0; i < axes.size();) {
        const Axis& first = axes_[static_cast<std::size_t>(axes[i])];
        std::int64_t size = first.size;
        std::size_t next = i + 1;
        for (; next < axes.size() && axes[next] == axes[next - 1] + 1; next++) {
            const Axis& axis = axes_[static_cast<std::size_t>(axes[next])];
            if (axis.mesh_axis != first.mesh_axis) break;
            size *= axis.size;
        }
        text += fmt::format("{}\"{}\"", i > 0 ? ", " : "", first.mesh_axis);
        if (size != first.whole) text += fmt::format(":({}){}", first.pre_size, size);
        i = next;
    }
    return "{" + text + "}";
}

DeviceGrid device_grid(const Program& program, const std::vector<Sharding>& shardings, int ranks) {
    std::vector<std::int64_t> by_number(static_cast<std::size_t>(ranks));
    std::iota(by_number.begin(), by_number.end(), 0);
    std::vector<DeviceGrid> candidates;
    const auto add = [&](const std::vector<Mesh::Axis>& mesh, const std::vector<std::int64_t>& devices) {
        for (std::vector<DeviceGrid::Axis>& axes : prime_orders(mesh))
            candidates.emplace_back(std::move(axes), devices);
    };
    for (const Op& op : program.symbols) {
        if (op.code != OpCode::SdyMesh) continue;
        const Mesh mesh = find_mesh(program, op[attr::sym_name].name, place_of(program, op));
        const std::vector<std::int64_t>& devices = mesh.device_ids.empty() ? by_number : mesh.device_ids;
        const bool has_each_rank =
            std::is_permutation(devices.begin(), devices.end(), by_number.begin(), by_number.end());
        if (has_each_rank && !mesh.axes.empty()) add(mesh.axes, devices);
    }
    const std::vector<Mesh::Axis> one_axis = {{"devices", ranks}};
    add(one_axis, by_number);
    for (const Sharding& sharding : shardings) {
        const std::vector<std::int64_t> order = sharding.ranks_by_part();
        if (candidates.size() < 256 && order != by_number) add(one_axis, order);
    }
    std::size_t best = 0;
    int most = -1;
    for (std::size_t i = 0; i < candidates.size(); i++)
        if (const int count = expressible(candidates[i], shardings); count > most) {
            most = count;
            best = i;
        }
    return candidates[best];
}

}  // namespace hlo2c::frontend

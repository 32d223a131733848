#include <algorithm>
#include <numeric>

#include "frontend/forms/hlo/fields.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/channel_handle.h"
#include "frontend/ir/checked_arithmetic.h"
#include "frontend/ir/structures.h"
#include "frontend/ir/total_table.h"
#include "frontend/processes/process_groups.h"

namespace hlo2c::frontend {
namespace {

using wire::HloInstructionProto;
using Sizes = std::vector<std::int64_t>;
using Groups = std::vector<Sizes>;

/// Checked before groups are materialised.
constexpr std::int64_t most_devices = most_processes;

std::int64_t product(const Sizes& sizes, const Site& site) {
    std::int64_t count = 1;
    for (const std::int64_t size : sizes) {
        site.require(size > 0 && size <= most_devices / count, "a grid of devices has a size out of range");
        count *= size;
    }
    return count;
}

/// The ids of iota(product).reshape(sizes).transpose(order), flattened.
Sizes transposed_iota(const Sizes& sizes, const Sizes& order, const Site& site) {
    const std::int64_t count = product(sizes, site);
    Sizes sorted = order;
    std::sort(sorted.begin(), sorted.end());
    site.require(sorted.size() == sizes.size(), "the order of the axes of devices is not a permutation");
    for (std::size_t i = 0; i < sorted.size(); i++)
        site.require(sorted[i] == static_cast<std::int64_t>(i),
                     "the order of the axes of devices is not a permutation");
    Sizes strides(sizes.size(), 1);
    for (std::size_t i = sizes.size(); i-- > 1;) strides[i - 1] = strides[i] * sizes[i];
    Sizes ids(static_cast<std::size_t>(count));
    for (std::int64_t number = 0; number < count; number++) {
        std::int64_t rest = number, id = 0;
        for (std::size_t i = order.size(); i-- > 0;) {
            const auto axis = static_cast<std::size_t>(order[i]);
            id += rest % sizes[axis] * strides[axis];
            rest /= sizes[axis];
        }
        ids[static_cast<std::size_t>(number)] = id;
    }
    return ids;
}

Sizes identity_order(std::size_t rank) {
    Sizes order(rank);
    std::iota(order.begin(), order.end(), 0);
    return order;
}

Groups cut(const Sizes& ids, std::int64_t size) {
    Groups groups;
    for (std::size_t i = 0; i < ids.size(); i += static_cast<std::size_t>(size))
        groups.emplace_back(ids.begin() + static_cast<std::ptrdiff_t>(i),
                            ids.begin() + static_cast<std::ptrdiff_t>(i) + size);
    return groups;
}

Groups iota_groups(const wire::IotaReplicaGroupListProto& list, const Site& site) {
    const Sizes sizes(list.iota_reshape_dims().begin(), list.iota_reshape_dims().end());
    Sizes order(list.iota_transpose_perm().begin(), list.iota_transpose_perm().end());
    if (order.empty()) order = identity_order(sizes.size());
    const Sizes ids = transposed_iota(sizes, order, site);
    const std::int64_t size = list.num_devices_per_group();
    site.require(size > 0 && list.num_replica_groups() > 0 &&
                     list.num_replica_groups() <= most_devices / size &&
                     list.num_replica_groups() * size == static_cast<std::int64_t>(ids.size()),
                 "the groups do not divide the devices evenly");
    return cut(ids, size);
}

/// The devices of a mesh in row-major order of its axes.
Sizes mesh_devices(const wire::MeshProto& mesh, std::int64_t count, const Site& site) {
    if (mesh.has_iota_transform()) {
        const wire::MeshProto::IotaTransform& transform = mesh.iota_transform();
        const Sizes sizes(transform.reshape_dims().begin(), transform.reshape_dims().end());
        Sizes order(transform.transpose_perm().begin(), transform.transpose_perm().end());
        if (order.empty()) order = identity_order(sizes.size());
        Sizes ids = transposed_iota(sizes, order, site);
        site.require(static_cast<std::int64_t>(ids.size()) == count,
                     "the devices of a mesh do not match its axes");
        return ids;
    }
    if (mesh.device_ids().empty()) {
        Sizes ids(static_cast<std::size_t>(count));
        std::iota(ids.begin(), ids.end(), 0);
        return ids;
    }
    site.require(mesh.device_ids_size() == count, "the devices of a mesh do not match its axes");
    return {mesh.device_ids().begin(), mesh.device_ids().end()};
}

/// Groups of devices that differ only along the listed axes or sub-axes. Splits each axis at the boundaries
/// of its sub-axes, then transposes the listed ones to the end.
Groups mesh_groups(const wire::MeshAxesReplicaGroupListProto& list, const Site& site) {
    Sizes axes;
    for (const wire::MeshProto::MeshAxis& axis : list.mesh().axes()) axes.push_back(axis.size());
    const std::int64_t count = product(axes, site);
    std::vector<std::vector<std::int64_t>> cuts(axes.size());  // products of the sizes before each split
    for (std::size_t i = 0; i < axes.size(); i++) cuts[i] = {1, axes[i]};
    struct Part {
        std::size_t axis;
        std::int64_t begin, end;
    };
    std::vector<Part> parts;
    for (const wire::AxisRefProto& reference : list.axes()) {
        site.require(reference.mesh_axis_index() >= 0 &&
                         reference.mesh_axis_index() < static_cast<std::int64_t>(axes.size()),
                     "the mesh does not have an axis that the groups name");
        const auto axis = static_cast<std::size_t>(reference.mesh_axis_index());
        Part part{axis, 1, axes[axis]};
        if (reference.has_sub_axis_info()) {
            const std::int64_t before = reference.sub_axis_info().pre_size(),
                               size = reference.sub_axis_info().size();
            site.require(before > 0 && size > 0 && size <= most_devices && before <= axes[axis] / size &&
                             axes[axis] % (before * size) == 0,
                         "a sub-axis does not divide its axis");
            part.begin = before;
            part.end = before * size;
        }
        cuts[axis].insert(cuts[axis].end(), {part.begin, part.end});
        parts.push_back(part);
    }
    Sizes sizes, named;
    std::vector<std::size_t> first(axes.size());
    std::vector<Sizes> bounds(axes.size());
    for (std::size_t i = 0; i < axes.size(); i++) {
        std::sort(cuts[i].begin(), cuts[i].end());
        cuts[i].erase(std::unique(cuts[i].begin(), cuts[i].end()), cuts[i].end());
        first[i] = sizes.size();
        bounds[i] = cuts[i];
        for (std::size_t c = 0; c + 1 < cuts[i].size(); c++) {
            site.require(cuts[i][c + 1] % cuts[i][c] == 0, "sub-axes of an axis overlap");
            sizes.push_back(cuts[i][c + 1] / cuts[i][c]);
        }
    }
    std::int64_t group = 1;
    for (const Part& part : parts)
        for (std::size_t c = 0; c + 1 < bounds[part.axis].size(); c++) {
            if (bounds[part.axis][c] < part.begin || bounds[part.axis][c + 1] > part.end) continue;
            named.push_back(static_cast<std::int64_t>(first[part.axis] + c));
            group *= sizes[first[part.axis] + c];
            site.require(group <= count, "an axis of a mesh is named twice");
        }
    Sizes order;
    for (std::size_t i = 0; i < sizes.size(); i++)
        if (std::find(named.begin(), named.end(), static_cast<std::int64_t>(i)) == named.end())
            order.push_back(static_cast<std::int64_t>(i));
    order.insert(order.end(), named.begin(), named.end());
    Sizes ids = transposed_iota(sizes, order, site);
    const Sizes devices = mesh_devices(list.mesh(), count, site);
    for (std::int64_t& id : ids) id = devices[static_cast<std::size_t>(id)];
    return cut(ids, group);
}

Groups listed(const google::protobuf::RepeatedPtrField<wire::ReplicaGroup>& list, const Site& site) {
    Groups groups;
    for (const wire::ReplicaGroup& group : list) {
        groups.emplace_back(group.replica_ids().begin(), group.replica_ids().end());
        site.require(static_cast<std::int64_t>(groups.back().size()) <= most_devices, "a group is too large");
    }
    return groups;
}

}  // namespace

std::vector<std::vector<std::int64_t>> replica_groups(const HloInstructionProto& instruction,
                                                      const Site& site) {
    switch (instruction.replica_group_list_case()) {
        case HloInstructionProto::kCollectiveDeviceList:
            return listed(instruction.collective_device_list().replica_groups(), site);
        case HloInstructionProto::kIotaCollectiveDeviceList:
            return iota_groups(instruction.iota_collective_device_list(), site);
        case HloInstructionProto::kMeshAxesReplicaGroupList:
            return mesh_groups(instruction.mesh_axes_replica_group_list(), site);
        case HloInstructionProto::REPLICA_GROUP_LIST_NOT_SET: break;
    }
    return listed(instruction.replica_groups(), site);
}

Literal group_table(const Groups& groups) {
    std::size_t longest = 0;
    for (const Sizes& group : groups) longest = std::max(longest, group.size());
    Sizes members;
    for (const Sizes& group : groups) {
        members.insert(members.end(), group.begin(), group.end());
        members.insert(members.end(), longest - group.size(), -1);
    }
    const auto rows = static_cast<std::int64_t>(groups.size()), columns = static_cast<std::int64_t>(longest);
    return Literal::from_values<std::int64_t>(TensorType{{rows, columns}, ElementType::I64, {}, {}}, members);
}

/// A whole tensor, and the part of it that one process has.
struct WholeAndPart {
    ValueId whole, part;
};

/// Those of ops that gather a tensor's parts, or scatter them.
constexpr auto wholes_and_parts = partial<WholeAndPart (*)(const Op& op)>({
    {OpCode::AllGather,
     [](const Op& op) {
         return WholeAndPart{op.results[0], op.operands[0]};
     }},
    {OpCode::ReduceScatter,
     [](const Op& op) {
         return WholeAndPart{op.operands[0], op.results[0]};
     }},
});

std::optional<WholeAndPart> whole_and_part(const Op& op) {
    const auto of_op = behaviour(wholes_and_parts, op.code);
    if (of_op == nullptr || op.operands.empty() || op.results.empty()) return std::nullopt;
    return of_op(op);
}

/// Writes out the single group of all processes if the shapes imply their number.
const Field replica_groups_field = {
    [](const HloInstructionProto& from, const Function& function, const Site& site, Op& op) {
        Groups groups = replica_groups(from, site);
        const std::optional<WholeAndPart> split = whole_and_part(op);
        if (groups.empty() && split && from.dimensions_size() == 1) {
            const TensorType &small = function.tensor(split->part), &large = function.tensor(split->whole);
            const std::int64_t dimension = from.dimensions(0);
            site.require(dimension >= 0 && dimension < small.rank() && dimension < large.rank(),
                         "the dimension of a collective is out of range");
            const auto along = static_cast<std::size_t>(dimension);
            const std::int64_t parts = small.shape[along] > 0 ? large.shape[along] / small.shape[along] : 0;
            if (parts > 0 && parts <= most_devices)
                groups = {identity_order(static_cast<std::size_t>(parts))};
        }
        std::size_t longest = 1;
        for (const Sizes& group : groups) longest = std::max(longest, group.size());
        site.require(groups.size() <= static_cast<std::size_t>(16 * most_devices) / longest,
                     "there are too many groups");
        op.set_attribute(attr::replica_groups, group_table(groups));
    },
    [](const Op& op, const Function&, HloInstructionProto& to) {
        const Attribute* attribute = op.attribute(attr::replica_groups);
        const auto* table = attribute != nullptr ? attribute->get_if<Literal>() : nullptr;
        to.mutable_collective_device_list();
        if (table == nullptr || table->type().rank() != 2) return;
        const std::vector<std::int64_t> members = op[attr::group_members];
        const auto columns = static_cast<std::size_t>(table->type().shape[1]);
        for (std::size_t i = 0; columns > 0 && i < members.size(); i += columns) {
            wire::ReplicaGroup& group = *to.mutable_collective_device_list()->add_replica_groups();
            for (std::size_t c = 0; c < columns; c++)
                if (members[i + c] != -1) group.add_replica_ids(members[i + c]);
        }
    }};

const Field channel_field = {
    [](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
        if (from.channel_id() <= 0) return;
        op.set_attribute(attr::channel_handle, channel_handle_attribute(from.channel_id(), device_to_device));
    },
    [](const Op& op, const Function&, HloInstructionProto& to) {
        if (const std::int64_t channel = channel_of(op); channel > 0) to.set_channel_id(channel);
    }};

const Field global_ids_field = {[](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
                                    if (from.use_global_device_ids())
                                        op.set_attribute(attr::use_global_device_ids, UnitAttribute{});
                                },
                                [](const Op& op, const Function&, HloInstructionProto& to) {
                                    to.set_use_global_device_ids(op[attr::use_global_device_ids]);
                                }};

const Field source_targets_field = {
    [](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
        Sizes pairs;
        for (const wire::SourceTarget& pair : from.source_target_pairs())
            pairs.insert(pairs.end(), {pair.source(), pair.target()});
        const auto rows = static_cast<std::int64_t>(pairs.size() / 2);
        op.set_attribute(
            attr::source_target_pairs,
            Literal::from_values<std::int64_t>(TensorType{{rows, 2}, ElementType::I64, {}, {}}, pairs));
    },
    [](const Op& op, const Function&, HloInstructionProto& to) {
        const std::vector<std::int64_t> pairs = op[attr::source_target_pairs];
        for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
            wire::SourceTarget& pair = *to.add_source_target_pairs();
            pair.set_source(pairs[i]);
            pair.set_target(pairs[i + 1]);
        }
    }};

const Field dynamic_root_field = {[](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
                                      if (from.has_dynamic_root()) op.set(attr::has_dynamic_root, true);
                                  },
                                  [](const Op& op, const Function&, HloInstructionProto& to) {
                                      to.set_has_dynamic_root(op[attr::has_dynamic_root]);
                                  }};

}  // namespace hlo2c::frontend

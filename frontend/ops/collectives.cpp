#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/channel_handle.h"
#include "frontend/ir/declarations.h"
#include "frontend/ops/hooks.h"
#include "frontend/ops/op_context.h"

namespace hlo2c::frontend {
namespace {

/// The table of replica groups; not `known` if the groups are given as axes of a mesh.
struct Groups {
    bool known = false;
    std::int64_t group_size = 0;
    Sizes members;  ///< without the -1 that pads short groups
};

/// Requires groups along mesh axes to name a mesh of the module.
void require_mesh(const OpContext& op, const StructAttribute& groups) {
    const Attribute* field = groups.field("mesh");
    const auto* mesh = field != nullptr ? field->get_if<SymbolAttribute>() : nullptr;
    if (mesh == nullptr) return;
    const auto& symbols = op.program().symbols;
    const bool known = op.function_called(mesh->name) != nullptr ||
                       std::any_of(symbols.begin(), symbols.end(), [&](const Op& symbol) {
                           return symbol[attr::sym_name].name == mesh->name;
                       });
    op.require(known, "I2",
               fmt::format("replica_groups names the mesh @{}, which is not defined", mesh->name));
}

Groups groups_of(const OpContext& op, std::string_view label) {
    const Attribute* attribute = op.op().attribute(attr::replica_groups);
    const auto* axes = attribute != nullptr ? attribute->get_if<StructAttribute>() : nullptr;
    if (axes != nullptr) {
        require_mesh(op, *axes);
        return {};
    }
    const Literal& table = op[attr::group_table];
    op.require(table.type().rank() == 2 && is_integer(table.type().element), label,
               "replica_groups is not a 2-dimensional table of integers");
    Groups groups{true, table.type().shape[1], {}};
    for (const std::int64_t member : op[attr::group_members])
        if (member != -1) groups.members.push_back(member);
    return groups;
}

/// Which processes the groups must contain: all of 0 .. count-1 in groups of one size; all, in groups of any
/// size; or a subset, in groups of any size. Short groups are padded with -1.
enum class Members : std::uint8_t { All, AllPadded, Any };

/// Requires unique ids, and the ids 0 .. count-1 if every process must take part.
Groups require_groups(const OpContext& op, std::string_view unique, std::string_view range, Members members) {
    Groups groups = groups_of(op, unique);
    if (!groups.known) return groups;
    const bool complete = members != Members::Any;
    op.require(members != Members::All || static_cast<std::int64_t>(groups.members.size()) ==
                                              op[attr::group_table].type().element_count(),
               range, "replica_groups has -1, but the groups of this operation have one size");
    op.require_unique(groups.members, unique, attr::replica_groups);
    const auto count = static_cast<std::int64_t>(groups.members.size());
    op.require_in_range(groups.members, complete ? count : INT64_MAX, range, attr::replica_groups);
    return groups;
}

std::int64_t channel_id(const OpContext& op) {
    const std::optional<ChannelHandle> channel = channel_handle(op.op());
    return channel ? channel->handle : op[attr::channel_id];
}

void require_channel(const OpContext& op, std::string_view label) {
    op.require(!op[attr::use_global_device_ids] || channel_id(op) > 0, label,
               "use_global_device_ids needs a channel id greater than 0");
    op.require(channel_id(op) >= 0, label, fmt::format("the channel id {} is negative", channel_id(op)));
}

/// The number of processes of one kind that the module declares; 0 if it declares none.
std::int64_t processes_of(const OpContext& op, std::string_view name) {
    const auto* count = find_attribute<IntegerAttribute>(op.program().attributes, name);
    return count != nullptr ? count->value : 0;
}

/// The number of processes that ids count, as far as the module declares it, else 0: without a channel,
/// replicas; with one, partitions if the op goes `across_partitions`, or all processes if the ids are global.
/// Exporters that do not know the count declare one process.
Wide declared_processes(const OpContext& op, bool across_partitions) {
    const std::int64_t replicas = processes_of(op, declarations::num_replicas),
                       partitions = processes_of(op, declarations::num_partitions);
    if (replicas <= 0 || partitions <= 0) return 0;
    const bool channel = channel_id(op) > 0;
    Wide count = replicas;
    if (channel && across_partitions) count = partitions;
    if (channel && op[attr::use_global_device_ids]) count = Wide{replicas} * partitions;
    return count == 1 ? 0 : count;
}

/// Groups must not have more processes than the module declares. HLO modules may leave some processes out of
/// the groups.
void require_all_processes(const OpContext& op, const Groups& groups, bool across_partitions,
                           std::string_view label) {
    const Wide declared = declared_processes(op, across_partitions);
    op.require(declared == 0 || groups.members.size() <= declared, label,
               fmt::format("replica_groups holds {} processes where the module has {}", groups.members.size(),
                           declared));
}

/// Groups of some processes must have ids that the module declares.
void require_declared_processes(const OpContext& op, const Groups& groups, bool across_partitions,
                                std::string_view label) {
    const Wide declared = declared_processes(op, across_partitions);
    for (const std::int64_t member : groups.members)
        op.require(declared == 0 || member < declared, label,
                   fmt::format("replica_groups has process {} where the module has {}", member, declared));
}

/// Requires the computation to reduce two scalars to one; returns that scalar's type.
TensorType require_computation(const OpContext& op, std::size_t operands, std::string_view label) {
    const Types returned = op.returned_types(0);
    op.require(returned.size() == 1 && returned[0].is_tensor() && returned[0].as_tensor().rank() == 0, label,
               "the computation does not return one scalar");
    for (std::size_t i = 0; i < operands; i++)
        op.require(
            is_promotable(op.operand(i), returned[0].as_tensor()), label,
            fmt::format("an element of operand {} cannot be promoted to what the computation returns", i));
    op.require_region(0, {returned[0], returned[0]}, std::nullopt, label);
    return returned[0].as_tensor();
}

/// Requires the last operand of an op with a dynamic root to hold one root per other operand.
void require_root(const OpContext& op, bool dynamic_root, std::string_view label) {
    if (!dynamic_root) return;
    op.require(op.operand_count() >= 2, label, "there is no operand for the dynamic root");
    const TensorType& root = op.operand(op.operand_count() - 1);
    op.require(
        root.rank() == 1 && root.element == ElementType::I32, label,
        fmt::format("the root is {} where a 1-dimensional tensor of i32 was expected", to_string(root)));
    op.require(same_size(root.shape[0], static_cast<std::int64_t>(op.operand_count() - 1)), label,
               fmt::format("there are {} roots for {} operands", root.shape[0], op.operand_count() - 1));
}

}  // namespace

void require_pairs(const OpContext& op, std::string_view table_label) {
    const Literal& pairs = op[attr::pair_table];
    if (pairs.type().element_count() == 0) return;
    op.require(pairs.type().rank() == 2 && pairs.type().shape[1] == 2, table_label,
               "source_target_pairs is not a table of two columns");
    const Sizes flat = op[attr::source_target_pairs];
    Sizes sources, targets;
    for (std::size_t i = 0; i + 1 < flat.size(); i += 2) {
        sources.push_back(flat[i]);
        targets.push_back(flat[i + 1]);
    }
    op.require_unique(sources, "C2", "the sources of source_target_pairs");
    op.require_unique(targets, "C3", "the targets of source_target_pairs");
    op.require_in_range(flat, INT64_MAX, "C4", attr::source_target_pairs);
}

Types infer_all_gather(const OpContext& op) {
    const std::int64_t dimension = op[attr::all_gather_dim];
    const Groups groups = require_groups(op, "C2", "C4", Members::All);
    require_all_processes(op, groups, false, "C3");
    require_channel(op, "C5");
    if (!groups.known) return op.declared();
    Types results;
    for (std::size_t i = 0; i < op.operand_count(); i++) {
        TensorType type = op.operand(i);
        op.require_in_range({dimension}, type.rank(), "C1", attr::all_gather_dim);
        // (C6) requires the factor to be the group size, but some programs gather by another integer factor.
        std::int64_t& size = type.shape[static_cast<std::size_t>(dimension)];
        const std::int64_t gathered = op.result(i).rank() == type.rank()
                                          ? op.result(i).shape[static_cast<std::size_t>(dimension)]
                                          : dynamic_size;
        const bool known = size != dynamic_size && gathered != dynamic_size;
        op.require(!known || (size == 0 ? gathered == 0 : gathered % size == 0), "C6",
                   fmt::format("result {} has the size {} in dimension {}, which is not a multiple of {}", i,
                               gathered, dimension, size));
        size = gathered;
        results.emplace_back(type);
    }
    return results;
}

Types infer_all_reduce(const OpContext& op) {
    require_all_processes(op, require_groups(op, "C1", "C3", Members::AllPadded), false, "C2");
    require_channel(op, "C4");
    const TensorType element = require_computation(op, op.operand_count(), "C5");
    Types results;
    for (std::size_t i = 0; i < op.operand_count(); i++)
        results.emplace_back(with_shape(element, op.operand(i).shape));  // (C6) (C7)
    return results;
}

Types infer_all_to_all(const OpContext& op) {
    const std::int64_t split = op[attr::split_dimension], concat = op[attr::concat_dimension],
                       count = op[attr::split_count];
    op.require(count > 0, "C4", "split_count is not positive");
    const Groups groups = require_groups(op, "C5", "C7", Members::All);
    require_all_processes(op, groups, true, "C6");
    op.require(!groups.known || groups.group_size == count, "C8",
               fmt::format("the groups have {} members but split_count is {}", groups.group_size, count));
    Types results;
    for (std::size_t i = 0; i < op.operand_count(); i++) {
        TensorType type = op.operand(i);
        op.require_in_range({split}, type.rank(), "C1", attr::split_dimension);
        op.require_in_range({concat}, type.rank(), "C3", attr::concat_dimension);
        std::int64_t& size = type.shape[static_cast<std::size_t>(split)];
        op.require(
            size == dynamic_size || size % count == 0, "C2",
            fmt::format("the size {} of the split dimension does not divide into {} parts", size, count));
        if (split != concat) {  // (C9)
            if (size != dynamic_size) size /= count;
            std::int64_t& joined = type.shape[static_cast<std::size_t>(concat)];
            if (joined != dynamic_size)
                joined = op.require_possible(Wide{joined} * count, static_cast<std::size_t>(concat), "C9");
        }
        results.emplace_back(type);
    }
    return results;
}

Types infer_reduce_scatter(const OpContext& op) {
    const std::int64_t dimension = op[attr::scatter_dimension];
    const Groups groups = require_groups(op, "C3", "C5", Members::All);
    require_all_processes(op, groups, false, "C4");
    require_channel(op, "C6");
    const TensorType element = require_computation(op, op.operand_count(), "C7");
    if (!groups.known) return op.declared();
    Types results;
    for (std::size_t i = 0; i < op.operand_count(); i++) {
        Sizes shape = op.operand(i).shape;
        op.require_in_range({dimension}, op.operand(i).rank(), "C2", attr::scatter_dimension);
        std::int64_t& size = shape[static_cast<std::size_t>(dimension)];
        op.require(groups.group_size > 0 && (size == dynamic_size || size % groups.group_size == 0), "C1",
                   fmt::format("the size {} does not divide into {} parts", size, groups.group_size));
        // (C8) divides by the number of processes in a group. Groups of replicas across all partitions have a
        // multiple of the ids in the table.
        const std::int64_t part = op.result(i).rank() == op.operand(i).rank()
                                      ? op.result(i).shape[static_cast<std::size_t>(dimension)]
                                      : dynamic_size;
        const bool across_partitions = channel_id(op) > 0 && !op[attr::use_global_device_ids];
        if (size != dynamic_size) size /= groups.group_size;
        if (across_partitions && part > 0 && size != dynamic_size && size % part == 0) size = part;
        results.emplace_back(with_shape(element, shape));  // (C9)
    }
    return results;
}

Types infer_collective_broadcast(const OpContext& op) {
    const Groups groups = require_groups(op, "C1", "C2", Members::Any);
    require_declared_processes(op, groups, true, "C2");
    const bool dynamic_root = op[attr::has_dynamic_root];
    require_root(op, dynamic_root, "C4");
    if (const auto roots = op.constant_integers(op.operand_count() - 1);
        dynamic_root && roots && groups.known)
        op.require_in_range(*roots, groups.group_size, "C6", "the root");
    return op.operand_types(0, op.operand_count() - (dynamic_root ? 1 : 0));  // (C3) (C5)
}

Types infer_collective_reduce(const OpContext& op) {
    require_declared_processes(op, require_groups(op, "C1", "C2", Members::Any), false, "C2");
    require_channel(op, "C4");
    const bool dynamic_root = op[attr::has_dynamic_root];
    require_root(op, dynamic_root, "C3");
    const std::size_t operands = op.operand_count() - (dynamic_root ? 1 : 0);
    const TensorType element = require_computation(op, operands, "C4");
    Types results;
    for (std::size_t i = 0; i < operands; i++)
        results.emplace_back(with_shape(element, op.operand(i).shape));  // (C3)
    return results;
}

Types infer_collective_permute(const OpContext& op) {
    require_pairs(op, "C1");
    return op.operand_types(0, op.operand_count());  // (C5)
}

Types infer_cross_replica_sum(const OpContext& op) {
    require_groups(op, "", "", Members::AllPadded);
    return {op.operand_type(0)};
}

}  // namespace hlo2c::frontend

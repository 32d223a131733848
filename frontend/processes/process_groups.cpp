#include "frontend/processes/process_groups.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/error_numbers.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/channel_handle.h"
#include "frontend/ir/checked_arithmetic.h"
#include "frontend/ir/declarations.h"
#include "frontend/ir/library_calls.h"
#include "frontend/ir/op_set.h"
#include "frontend/processes/mesh.h"

namespace hlo2c::frontend {
namespace {

constexpr OpSet pairwise = {OpCode::CollectivePermute, OpCode::Recv, OpCode::Send};
/// Collectives with two strategies; the others have three.
constexpr OpSet crossing_one_axis = {OpCode::AllToAll, OpCode::CollectiveBroadcast, OpCode::CollectivePermute,
                                     OpCode::Recv, OpCode::Send};

bool crosses_one_axis(const Op& op) {
    return crossing_one_axis.contains(op.code) || is_ragged_all_to_all(op);
}

/// An attribute of the op, or of the backend configuration of a custom call that represents a collective.
const Attribute* process_attribute(const Op& op, std::string_view name) {
    if (const Attribute* own = op.attribute(name)) return own;
    for (const Attr<Attribute>& where : {attr::backend_config, attr::mhlo_backend_config}) {
        const Attribute* configuration = op.attribute(where);
        const auto* entries =
            configuration != nullptr ? configuration->get_if<DictionaryAttribute>() : nullptr;
        if (entries == nullptr) continue;
        if (const Attribute* found = find_attribute(entries->entries, name)) return found;
    }
    return nullptr;
}

Grouping grouping_of(const Op& op) {
    const bool has_channel = channel_of(op) > 0;
    if (crosses_one_axis(op)) return has_channel ? Grouping::CrossPartition : Grouping::CrossReplica;
    if (op[attr::use_global_device_ids]) return Grouping::FlattenedIds;
    return has_channel ? Grouping::CrossReplicaAndPartition : Grouping::CrossReplica;
}

std::vector<std::vector<std::int64_t>> table_rows(const Attribute* attribute) {
    const Literal* literal = attribute != nullptr ? attribute->get_if<Literal>() : nullptr;
    if (literal == nullptr) return {};
    const Literal& table = *literal;
    if (table.type().element_count() == 0) return {};
    const std::int64_t columns = table.type().shape.back();
    std::vector<std::vector<std::int64_t>> rows;
    for (std::int64_t i = 0; i < table.type().element_count(); i++) {
        if (i % columns == 0) rows.emplace_back();
        if (const std::int64_t id = table.integer(i); id != -1) rows.back().push_back(id);
    }
    return rows;
}

/// The groups of ranks that one row of the table stands for. Ids outside the grid are dropped.
std::vector<std::vector<int>> expand(const std::vector<std::int64_t>& row, Grouping grouping,
                                     const ProcessGrid& grid) {
    std::vector<std::vector<int>> groups;
    const auto add = [&](std::vector<int>& group, std::int64_t replica, std::int64_t partition) {
        if (replica >= 0 && replica < grid.replicas && partition >= 0 && partition < grid.partitions)
            group.push_back(grid.rank(static_cast<int>(replica), static_cast<int>(partition)));
    };
    switch (grouping) {
        case Grouping::CrossReplica:
            for (int partition = 0; partition < grid.partitions; partition++) {
                groups.emplace_back();
                for (std::int64_t id : row) add(groups.back(), id, partition);
            }
            break;
        case Grouping::CrossPartition:
            for (int replica = 0; replica < grid.replicas; replica++) {
                groups.emplace_back();
                for (std::int64_t id : row) add(groups.back(), replica, id);
            }
            break;
        case Grouping::CrossReplicaAndPartition:
            groups.emplace_back();
            for (int partition = 0; partition < grid.partitions; partition++)
                for (std::int64_t id : row) add(groups.back(), id, partition);
            break;
        case Grouping::FlattenedIds:
            groups.emplace_back();
            for (std::int64_t id : row) add(groups.back(), id / grid.partitions, id % grid.partitions);
            break;
    }
    return groups;
}

/// All ids of the strategy in one row, which is what an empty table means.
std::vector<std::int64_t> all_ids(Grouping grouping, const ProcessGrid& grid) {
    const int count = grouping == Grouping::FlattenedIds     ? grid.count()
                      : grouping == Grouping::CrossPartition ? grid.partitions
                                                             : grid.replicas;
    std::vector<std::int64_t> ids;
    for (int id = 0; id < count; id++) ids.push_back(id);
    return ids;
}

bool asks_for_partition(const Program& program) {
    bool asks = false;
    for (const Function& function : program.functions)
        for_each_op(function.body, [&](const Op& op) {
            if (op.code == OpCode::PartitionId) asks = true;
            if (!process_attribute(op, attr::replica_groups) && !op.has(attr::source_target_pairs)) return;
            const Grouping grouping = grouping_of(op);
            asks = asks || grouping == Grouping::CrossPartition || grouping == Grouping::FlattenedIds;
        });
    return asks;
}

int module_count(const Program& program, std::string_view name) {
    const auto* count = find_attribute<IntegerAttribute>(program.attributes, name);
    return count != nullptr ? static_cast<int>(std::clamp<std::int64_t>(count->value, 1, most_processes)) : 1;
}

}  // namespace

bool is_ragged_all_to_all(const Op& op) {
    return library_call(op) == LibraryCall::RaggedAllToAll;
}

GroupTable group_table(const Program& program, const Op& op) {
    GroupTable table{grouping_of(op), {}};
    if (pairwise.contains(op.code)) {
        table.rows = table_rows(op.attribute(attr::source_target_pairs));
        return table;
    }
    const Attribute* groups = process_attribute(op, attr::replica_groups);
    if (groups == nullptr) return table;
    if (const auto* axes = groups->get_if<StructAttribute>())
        table.rows = mesh_groups(program, op, *axes);
    else
        table.rows = table_rows(groups);
    return table;
}

std::int64_t channel_of(const Op& op) {
    if (const std::optional<ChannelHandle> channel = channel_handle(op)) return channel->handle;
    const Attribute* id = process_attribute(op, attr::channel_id);
    const auto* integer = id != nullptr ? id->get_if<IntegerAttribute>() : nullptr;
    return integer != nullptr ? integer->value : 0;
}

std::vector<std::vector<int>> process_groups(const GroupTable& table, const ProcessGrid& grid) {
    std::vector<std::vector<std::int64_t>> rows = table.rows;
    if (rows.empty()) rows.push_back(all_ids(table.grouping, grid));
    std::vector<std::vector<int>> groups;
    for (const std::vector<std::int64_t>& row : rows)
        for (std::vector<int>& group : expand(row, table.grouping, grid))
            if (!group.empty()) groups.push_back(std::move(group));
    return groups;
}

std::vector<int> group_of(const GroupTable& table, const ProcessGrid& grid, int rank) {
    for (std::vector<int>& group : process_groups(table, grid))
        if (std::find(group.begin(), group.end(), rank) != group.end()) return std::move(group);
    return {};
}

std::vector<std::pair<int, int>> process_pairs(const GroupTable& table, const ProcessGrid& grid) {
    std::vector<std::pair<int, int>> pairs;
    for (const std::vector<std::int64_t>& row : table.rows)
        for (const std::vector<int>& pair : expand(row, table.grouping, grid))
            if (pair.size() == 2) pairs.emplace_back(pair[0], pair[1]);
    return pairs;
}

ProcessGrid declared_grid(const Program& program) {
    const ProcessGrid grid{module_count(program, declarations::num_replicas),
                           module_count(program, declarations::num_partitions)};
    if (std::int64_t{grid.replicas} * grid.partitions > most_processes)
        fail(process_error::grid, Place{.file = program.source_path},
             fmt::format("the program is written for {} replicas of {} partitions", grid.replicas,
                         grid.partitions),
             fmt::format("There are at most {} processes.", most_processes));
    return grid;
}

ProcessGrid grid_for(const Program& program, int ranks) {
    const ProcessGrid declared = declared_grid(program);
    if (declared.count() == ranks) return declared;
    if (declared.count() != 1)
        fail(process_error::grid, Place{.file = program.source_path},
             fmt::format("the program is written for {} processes (replicas: {}, partitions: {}), not for {}",
                         declared.count(), declared.replicas, declared.partitions, ranks),
             fmt::format("Give --ranks {}.", declared.count()));
    return asks_for_partition(program) ? ProcessGrid{1, ranks} : ProcessGrid{ranks, 1};
}

}  // namespace hlo2c::frontend

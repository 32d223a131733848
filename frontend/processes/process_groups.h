#pragma once

#include <cstdint>
#include <vector>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// The processes that run a program together: replicas x partitions. The rank of a process is
/// replica * partitions + partition.
struct ProcessGrid {
    int replicas = 1;
    int partitions = 1;
    bool operator==(const ProcessGrid&) const = default;

    int count() const { return replicas * partitions; }
    int replica(int rank) const { return rank / partitions; }
    int partition(int rank) const { return rank % partitions; }
    int rank(int replica, int partition) const { return replica * partitions + partition; }
};

/// What the ids in a group table mean: the four grouping strategies of the specification ("Collective ops").
enum class Grouping : std::uint8_t {
    CrossReplica,              ///< replica ids; one group per row and partition
    CrossPartition,            ///< partition ids; one group per row and replica
    CrossReplicaAndPartition,  ///< replica ids; one group per row, over all partitions, partition-major
    FlattenedIds,              ///< ranks
};

/// The process groups of a collective. A row is a group; for collective_permute, send and recv it is a pair
/// (source, target).
struct GroupTable {
    Grouping grouping = Grouping::CrossReplica;
    std::vector<std::vector<std::int64_t>> rows;  ///< without the -1 padding; no rows: one group of all ids
};

/// Whether the op is the custom call that represents HLO's ragged-all-to-all: operands (input, output,
/// input_offsets, send_sizes, output_offsets, recv_sizes), groups and channel in backend_config.
bool is_ragged_all_to_all(const Op& op);

/// The group table of a collective, send or recv, from `replica_groups` (a table or axes of a mesh) or
/// `source_target_pairs`. Fails with H0325 for an unknown mesh or axis.
GroupTable group_table(const Program& program, const Op& op);

/// The channel of an op, from `channel_handle` or `channel_id`; 0 if it has none.
std::int64_t channel_of(const Op& op);

/// The groups as ranks, members in the order of the table. Drops ids outside the grid, and groups that become
/// empty.
std::vector<std::vector<int>> process_groups(const GroupTable& table, const ProcessGrid& grid);
/// The group that `rank` is a member of; empty if there is none.
std::vector<int> group_of(const GroupTable& table, const ProcessGrid& grid, int rank);

/// Pairs of ranks (source, target) of collective_permute, send or recv.
std::vector<std::pair<int, int>> process_pairs(const GroupTable& table, const ProcessGrid& grid);

/// The grid that a program declares (`mhlo.num_replicas`, `mhlo.num_partitions`), 1 x 1 by default. Fails
/// with H0326 if it has more than `most_processes` processes.
ProcessGrid declared_grid(const Program& program);

/// The grid in which `ranks` processes run the program: the declared grid if it has that many processes; else
/// 1 x `ranks` if an op depends on the partition (partition_id, or a group table of partition ids or ranks),
/// and `ranks` x 1 otherwise. Fails with H0326 if the program declares a different number of processes.
ProcessGrid grid_for(const Program& program, int ranks);

}  // namespace hlo2c::frontend

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

/// What the ids in a table of groups are: the four strategies of the specification ("Collective ops").
enum class Grouping : std::uint8_t {
    CrossReplica,              ///< replicas; one group per row and partition
    CrossPartition,            ///< partitions; one group per row and replica
    CrossReplicaAndPartition,  ///< replicas; one group per row with all partitions, partition by partition
    FlattenedIds,              ///< ranks
};

/// The processes that a collective brings together. Rows are groups; for collective_permute, send and recv
/// they are pairs (source, target).
struct GroupTable {
    Grouping grouping = Grouping::CrossReplica;
    std::vector<std::vector<std::int64_t>> rows;  ///< without the -1 that pads short rows; none: all in one
};

/// The custom call that StableHLO has for HLO's ragged-all-to-all: (input, output, input_offsets, send_sizes,
/// output_offsets, recv_sizes), its groups and channel in backend_config.
bool is_ragged_all_to_all(const Op& op);

/// The table of a collective, send or recv: `replica_groups` as a table or as axes of a mesh, or
/// `source_target_pairs`. Fails with H0325 where a mesh or axis is not known.
GroupTable group_table(const Program& program, const Op& op);

/// The channel of an op: `channel_handle` or `channel_id`; 0 where it has none.
std::int64_t channel_of(const Op& op);

/// Groups of ranks, in the order of their members. Ids outside of the grid are left out, and so are groups
/// that become empty.
std::vector<std::vector<int>> process_groups(const GroupTable& table, const ProcessGrid& grid);
/// The group that `rank` is a member of; empty where there is none.
std::vector<int> group_of(const GroupTable& table, const ProcessGrid& grid, int rank);

/// Pairs of ranks (source, target) of collective_permute, send or recv.
std::vector<std::pair<int, int>> process_pairs(const GroupTable& table, const ProcessGrid& grid);

/// The grid that a program says it is written for (`mhlo.num_replicas`, `mhlo.num_partitions`); 1 x 1 where
/// it says nothing.
ProcessGrid declared_grid(const Program& program);

/// The grid in which `ranks` processes run the program: the declared one where it has that many; else
/// partitions where an op asks for the partition (partition_id, or a table of partitions or ranks), and
/// replicas otherwise. Fails with H0326 where the program is written for another number.
ProcessGrid grid_for(const Program& program, int ranks);

}  // namespace hlo2c::frontend

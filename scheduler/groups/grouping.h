#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "scheduler/groups/region_graph.h"

namespace hlo2c::scheduler {

/// What shape of loops a group becomes.
enum class GroupKind {
    Map,          ///< computes each element of the root independently: elementwise ops and data movement
    Row,          ///< reductions over trailing dimensions, and maps of the same rows, one row at a time
    Reduction,    ///< any other reduce, then a map of its result
    Contraction,  ///< dot_general or convolution, then a map of its result, then padding around it
    Window,       ///< reduce_window, then a map of its result
    Scatter,      ///< select_and_scatter, scatter: elements of the result are updated in order
    Update,       ///< dynamic_update_slice
    Assemble,     ///< concatenate, pad, complex: the result is cut into boxes, each with its own source
    Sort,
    Control,  ///< all other ops, such as while, if and collectives: steps, or calls of runtime_c
};

/// Ops that become one kernel. The roots are written to memory; all other results exist only inside the
/// kernel.
struct Group {
    GroupKind kind = GroupKind::Map;
    int anchor = -1;  ///< position of the op that decides the kind; of the root for Map
    std::vector<frontend::ValueId> roots;
    std::vector<int> members;  ///< positions in the region, ascending, anchor included
    int root_position =
        -1;  ///< position at which the group runs in program order: all its inputs are available there
};

/// A region cut into groups.
struct Grouping {
    std::vector<Group> groups;
    std::set<frontend::ValueId> materialised;                ///< values of this region that live in memory
    std::map<frontend::ValueId, frontend::ValueId> aliases;  ///< reshape -> the value whose memory it shares
};

/// Cuts a region into groups (fusion). Each op that is not a constant or a terminator belongs to exactly one
/// group as a member, or is inlined into all groups that read it, or aliases a materialised value.
Grouping group_region(const RegionGraph& graph);

/// True for ops whose result element is an expression of operand elements: they can be inlined into a reader.
bool is_inlinable(const frontend::Op& op);
/// True for a constant that is one element, or the same element everywhere.
bool is_splat_constant(const frontend::Op& op);
/// True for a pad that only adds edges of a constant: the kernel that computes the operand can write it
/// directly between the edges.
bool is_halo(const RegionGraph& graph, const frontend::Op& op);
/// The pad that ends a group of kind Contraction, or nullptr.
const frontend::Op* halo_of(const RegionGraph& graph, const Group& group);

/// One line per group: "0 contraction -> %7: stablehlo.dot_general stablehlo.add".
std::string to_text(const RegionGraph& graph, const Grouping& grouping);

}  // namespace hlo2c::scheduler

#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "scheduler/groups/region_graph.h"

namespace hlo2c::scheduler {

/// What shape of loops a group becomes.
enum class GroupKind {
    Map,          ///< every element of the root on its own: elementwise ops and data movement
    Row,          ///< reductions over trailing dimensions, and what maps their rows, one row at a time
    Reduction,    ///< a reduce whose innermost operand dimension is kept, then a map of its result
    Contraction,  ///< dot_general or convolution, then a map of its result, then edges around it
    Window,       ///< reduce_window, then a map of its result
    Scatter,      ///< select_and_scatter, scatter: elements of the result are updated in order
    Update,       ///< dynamic_update_slice
    Assemble,     ///< concatenate, pad, complex: the result is cut into boxes, each with its own source
    Sort,
    Control,  ///< while, if, case, optimization_barrier: steps of the plan, not a kernel
};

/// Ops that become one kernel. The roots are written to memory; all other members exist only inside.
struct Group {
    GroupKind kind = GroupKind::Map;
    int anchor = -1;  ///< position of the op that gives the kind; of the root for Map
    std::vector<frontend::ValueId> roots;
    std::vector<int> members;  ///< positions in the region, ascending, anchor included
    int root_position = -1;    ///< position after which the group runs: its inputs are all there
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
/// True for a pad that only adds edges of a constant: whoever makes its operand can write it in its place
/// between them.
bool is_halo(const RegionGraph& graph, const frontend::Op& op);
/// The pad that ends a group of kind Contraction, or nullptr.
const frontend::Op* halo_of(const RegionGraph& graph, const Group& group);

/// One line a group: "0 contraction -> %7: stablehlo.dot_general stablehlo.add".
std::string to_text(const RegionGraph& graph, const Grouping& grouping);

}  // namespace hlo2c::scheduler

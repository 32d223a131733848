#pragma once

#include <optional>
#include <vector>

#include "scheduler/groups/region_graph.h"
#include "scheduler/groups/shared_rows.h"
#include "scheduler/groups/staged_padding.h"
#include "scheduler/ops/op_rule.h"

namespace hlo2c::scheduler {

/// An op and what belongs to its loops. Ops are positions in the region; lists of them are ascending.
struct Stage {
    GroupKind kind = GroupKind::Map;  ///< of the anchor's loops; never Row, which is several stages
    int anchor = -1;
    std::vector<int> prologue;  ///< compute what the anchor reads, for this stage alone
    std::vector<int> epilogue;  ///< compute the stage's result from the anchor's; slices, of a sort
    int last() const { return epilogue.empty() ? anchor : epilogue.back(); }
    std::vector<int> ops() const;  ///< prologue, anchor, epilogue
    bool operator==(const Stage&) const = default;
};

/// Ops that become one kernel. The roots are written to memory; all other results exist only inside the
/// kernel.
struct Group {
    GroupKind kind = GroupKind::Map;
    std::vector<Stage> stages;  ///< each reads memory and the results of earlier ones
    std::vector<frontend::ValueId> roots;
    std::optional<StagedPadding> staged;  ///< of a contraction; its pad is the prologue
    std::vector<SharedRow> shared;        ///< of a reduction, in the order of the ops

    /// The op that decides the kind: that of the first stage.
    int anchor() const { return stages.front().anchor; }
    /// Positions of the ops of all stages, ascending.
    std::vector<int> members() const;
    bool has(int position) const;
    /// Position at which the group runs in program order: all that it reads is available there.
    int position() const;
};

/// Divides the members of a group with this anchor into stages. Rows have a stage for each reduction, and for
/// each other value that several stages or other groups read.
std::vector<Stage> stages_of(const RegionGraph& graph, GroupKind kind, int anchor,
                             const std::vector<int>& members);

/// "contraction dot_general of pad, then add maximum"
std::string to_text(const RegionGraph& graph, const Stage& stage);

}  // namespace hlo2c::scheduler

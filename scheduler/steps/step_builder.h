#pragma once

#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "scheduler/steps/kernel_table.h"
#include "scheduler/steps/pending_steps.h"
#include "scheduler/steps/region_uses.h"

namespace hlo2c::scheduler {

/// A function's steps and buffers while they are made, and what has been decided of them.
struct StepBuilder {
    const frontend::Program& program;
    const frontend::Function& function;
    const PendingFunction& pending;
    KernelTable& table;
    Plan& plan;  ///< the plan that gets the weights, collectives, transfers and custom calls

    FunctionPlan result = {};
    std::map<frontend::ValueId, BufferId> buffers = {};  ///< of storage values
    std::map<int, BufferId> weight_buffers = {};         ///< by number of the weight
    std::set<BufferId> loop_state = {};  ///< states of the loops around: they outlive every step inside
    int arena_count = 0;                 ///< buffers of the arena so far, for their names
    int depth = 0;                       ///< of the region that steps are made for; 1 for the function's body

    /// What has begun, by async_start and by send.
    std::map<const frontend::Op*, std::vector<Step>> under_way = {}, sends = {};
    int open = 0;                                   ///< collectives that have started and not ended
    std::set<const frontend::Op*> kept_sends = {};  ///< of loops and branches, that end with the function
    /// Of kept sends: before the outermost op around them, and at the end of the function.
    std::vector<Step> kept_begins = {}, kept_ends = {};

    std::unordered_map<const PendingRegion*, RegionUses> uses = {};

    /// The value whose memory `value` lies in.
    frontend::ValueId resolve(frontend::ValueId value) const { return pending.resolve(value); }
    /// What the steps of a region do with a storage value.
    StorageUse use(const PendingRegion& region, frontend::ValueId storage);
};

}  // namespace hlo2c::scheduler

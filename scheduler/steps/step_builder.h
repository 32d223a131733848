#pragma once

#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "scheduler/steps/kernel_table.h"
#include "scheduler/steps/live_ranges.h"
#include "scheduler/steps/sharing.h"

namespace hlo2c::scheduler {

/// A function's steps and buffers under construction, and the decisions about them so far.
struct StepBuilder {
    const frontend::Program& program;
    const frontend::Function& function;
    const PendingFunction& pending;
    KernelTable& table;
    Plan& plan;  ///< the plan that gets the weights, collectives, transfers and custom calls

    LiveRanges live = {};
    Sharing sharing = {};
    FunctionPlan result = {};
    std::unordered_map<Variable, BufferId> buffers = {};  ///< by place
    std::unordered_map<Variable, BufferId> arguments =
        {};  ///< of the caller's arguments that are not copied first
    std::unordered_map<frontend::ValueId, BufferId> constants = {};
    std::map<int, BufferId> weight_buffers = {};  ///< by number of the weight
    int arena_count = 0;                          ///< buffers of the arena so far, for their names
    frontend::NameTable buffer_names = frontend::NameTable();  ///< of the arena
    std::set<BufferId> named_buffers = {};  ///< buffers of the arena that are named for a part of the model
    int depth = 0;  ///< nesting depth of the current region; 1 for the function's body

    /// Steps that have started, by async_start and by send.
    std::map<const frontend::Op*, std::vector<Step>> under_way = {}, sends = {};
    /// Steps of kept sends: those before the outermost op around them, and those at the end of the function.
    std::vector<Step> kept_begins = {}, kept_ends = {};

    /// The value whose memory holds `value`.
    frontend::ValueId resolve(frontend::ValueId value) const { return pending.resolve(value); }
    Variable variable(frontend::ValueId value) const { return live.variable_of(resolve(value)); }
};

}  // namespace hlo2c::scheduler

#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "scheduler/kernels/function_kernels.h"
#include "scheduler/ops/op_rule.h"

namespace hlo2c::scheduler {

struct PendingStep;

/// A region as steps whose arguments are still values, not buffers.
struct PendingRegion {
    const frontend::Region* region = nullptr;
    std::vector<PendingStep> steps;
    std::vector<frontend::ValueId> results;  ///< operands of the terminator
};

/// A kernel call; a while, if or case with its regions; or an op that communicates with other processes or
/// calls a hook.
struct PendingStep {
    const frontend::Op* control = nullptr;  ///< nullptr: `lowered` is called
    LoweredKernel lowered;
    std::optional<CombinerKernels> combiner;
    std::int64_t concurrent = 0;  ///< of the op's requests, the first ones, as scheduled
    std::vector<PendingRegion> regions;
    std::set<frontend::ValueId> reads;      ///< storage values read here and in nested regions
    std::vector<frontend::ValueId> writes;  ///< storage values written here
    std::string comment;

    /// What the op becomes; None for a kernel call.
    StepKind kind() const;
    bool is_send() const;
};

/// A function's steps, and what they need to know about its values.
struct PendingFunction {
    const frontend::Function* function = nullptr;
    PendingRegion body;
    const FunctionLayouts* layouts = nullptr;
    std::map<frontend::ValueId, const frontend::Op*> constants;     ///< every constant op, by its result
    std::map<frontend::ValueId, const frontend::Op*> starts, ends;  ///< async_start and async_done, by future
    std::set<frontend::ValueId> written;                            ///< all values that some step writes

    /// The value whose memory holds `value`.
    frontend::ValueId resolve(frontend::ValueId value) const { return layouts->storage(value); }
    bool is_constant(frontend::ValueId value) const {
        return constants.count(value) && !written.count(value);
    }
};

/// Turns the groups of every region into steps, in the order that `order` gives. The layouts must outlive
/// them.
PendingFunction pending_steps(const frontend::Program& program, const FunctionGraph& graph,
                              const FunctionGroups& groups, const FunctionLayouts& layouts,
                              const FunctionOrder& order, FunctionKernels kernels);

}  // namespace hlo2c::scheduler

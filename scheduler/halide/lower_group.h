#pragma once

#include "scheduler/groups/group_problem.h"
#include "scheduler/halide/kernel_arguments.h"
#include "scheduler/layout/lowering_context.h"
#include "scheduler/schedule/schedule.h"
#include "scheduler/schedule/vector_width.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler::halide {

/// The input of a lowering: the group and its context, the target, the group's problem and its schedule.
struct GroupToLower {
    const LoweringContext& context;
    const Group& group;
    const Target& target;
    const GroupProblem& problem;
    const Schedule& schedule;
};

/// Turns a group into a kernel: Halide algorithm, its schedule, lowered loops. Groups of kind Control have no
/// kernel and are a broken invariant here.
LoweredKernel lower_group(const GroupToLower& request);

// One function per kind of group, each in the file of its name.
LoweredKernel lower_map(const GroupToLower& request);
LoweredKernel lower_row(const GroupToLower& request);
LoweredKernel lower_reduction(const GroupToLower& request);
LoweredKernel lower_contraction(const GroupToLower& request);
LoweredKernel lower_dot_product(const GroupToLower& request);
LoweredKernel lower_row_product(const GroupToLower& request);
LoweredKernel lower_winograd(const GroupToLower& request);
LoweredKernel lower_scatter(const GroupToLower& request);
LoweredKernel lower_sort(const GroupToLower& request);
LoweredKernel lower_update(const GroupToLower& request);

}  // namespace hlo2c::scheduler::halide

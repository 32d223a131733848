#pragma once

#include "scheduler/groups/lowering_context.h"
#include "scheduler/halide/kernel_arguments.h"
#include "scheduler/target/target.h"

namespace hlo2c::scheduler::halide {

/// What a lowering is given: the surroundings, the group and the machine.
struct GroupToLower {
    const LoweringContext& context;
    const Group& group;
    const Target& target;
};

/// Turns a group into a kernel: Halide algorithm, schedule from the target description, lowered loops. Groups
/// of kind Control have no kernel and are a broken invariant here.
LoweredKernel lower_group(const GroupToLower& request);

// One function per kind of group, each in the file of its name.
LoweredKernel lower_map(const GroupToLower& request);
LoweredKernel lower_assemble(const GroupToLower& request);
LoweredKernel lower_row(const GroupToLower& request);
LoweredKernel lower_reduction(const GroupToLower& request);
LoweredKernel lower_contraction(const GroupToLower& request);
LoweredKernel lower_scatter(const GroupToLower& request);
LoweredKernel lower_sort(const GroupToLower& request);
LoweredKernel lower_update(const GroupToLower& request);

/// Largest power of two that is at most `limit` and at most `extent`.
int vector_width(std::int64_t extent, int limit);
/// Lanes of the native register for the widest element among `kinds`.
int native_lanes(const Target& target, ScalarKind kind);

/// Loops with at least this much arithmetic or traffic are offered to parallel_for.
inline constexpr std::int64_t parallel_work = 1 << 17;

}  // namespace hlo2c::scheduler::halide

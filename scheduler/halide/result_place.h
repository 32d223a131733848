#pragma once

#include <cstdint>
#include <vector>

#include "scheduler/groups/affine_view.h"
#include "scheduler/halide/kernel_assembly.h"
#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler::halide {

/// Where a group of kind Contraction writes its results: the whole root, the part between the edges of a pad,
/// or a window of a value that a dynamic_update_slice changes.
struct ResultPlace {
    frontend::ValueId root, value;         ///< the value in memory, and the value that is computed
    const frontend::Op* halo = nullptr;    ///< the pad between the two, if there is one
    const frontend::Op* update = nullptr;  ///< the dynamic_update_slice between the two, if there is one
    std::int64_t offset = 0;               ///< of the value's first element in the root
    std::vector<std::int64_t> strides;     ///< of the value's dimensions in the root
};

ResultPlace result_place(const LoweringContext& context, const Group& group);
/// Declares that the kernel writes the root, or its window from a start that `builder` computes.
void add_output(KernelAssembly& assembly, ElementBuilder& builder, const ResultPlace& place);
/// The element at which memory begins that is moved by `starts`.
Halide::Expr element_of_starts(ElementBuilder& builder, const std::vector<DynamicStart>& starts);
/// The element at which the window of a dynamic_update_slice starts.
Halide::Expr window_start(const LoweringContext& context, ElementBuilder& builder,
                          const frontend::Op& update);

/// The edges around the results as a separate problem; without boxes if there are none.
MapProblem halo_problem(const LoweringContext& context, const ResultPlace& place);
/// Adds the boxes that write the edges.
void add_halo(KernelAssembly& assembly, const ResultPlace& place, const MapProblem& problem,
              const MapSchedule& schedule);

}  // namespace hlo2c::scheduler::halide

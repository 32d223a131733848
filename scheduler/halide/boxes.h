#pragma once

#include <functional>
#include <vector>

#include "scheduler/halide/element_builder.h"
#include "scheduler/halide/kernel_assembly.h"
#include "scheduler/halide/loop_domain.h"
#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler::halide {

/// A box of a result: where it starts, how far it goes, and what its elements are at an index inside the box.
struct Box {
    std::vector<std::int64_t> begin, shape;
    std::function<Halide::Expr(const Index&)> element;
    /// Numbers from one element to the next, and where among them the box's begins: 2 and the part in a
    /// tensor of pairs.
    std::int64_t spread = 1, part = 0;
};

/// The boxes of a group of kind Map or Assemble. `builder` has to outlive them.
std::vector<Box> boxes_of(const LoweringContext& context, ElementBuilder& builder, const Group& group);

/// What a pad adds around its operand: per dimension one slab before and one after, outer dimensions first.
std::vector<Box> edge_boxes(const LoweringContext& context, ElementBuilder& builder, const frontend::Op& pad);

/// The loops over a box inside a result of shape `root_shape`.
ElementBox element_box(const Box& box, const std::vector<std::int64_t>& root_shape);

/// Lowers a box of a map into the kernel's output, whose elements are of type `element`.
void add_map_box(KernelAssembly& assembly, const Box& box, frontend::ElementType element,
                 const ElementBox& problem, const BoxSchedule& schedule);

}  // namespace hlo2c::scheduler::halide

#pragma once

#include <functional>
#include <vector>

#include "scheduler/halide/element_builder.h"
#include "scheduler/halide/kernel_assembly.h"
#include "scheduler/halide/loop_domain.h"
#include "scheduler/schedule/schedule.h"

namespace hlo2c::scheduler::halide {

/// A box of a result: its start, its shape, and its element at an index inside the box.
struct Box {
    std::vector<std::int64_t> begin, shape;
    std::function<Halide::Expr(const Index&)> element;
    bool differs_by_column = false;  ///< see ElementBox
    /// Elements of the further results of the kernel, which have the same shape.
    std::vector<std::function<Halide::Expr(const Index&)>> further = {};

    std::vector<Halide::Expr> elements(const Index& index) const;
};

/// The boxes of a group of kind Map or Assemble. `builder` must outlive them.
std::vector<Box> boxes_of(const LoweringContext& context, ElementBuilder& builder, const Group& group);

/// The shape of the scalars in memory: those of a complex tensor are pairs along one more dimension.
std::vector<std::int64_t> stored_shape(const frontend::TensorType& type);

/// True if the boxes are a few columns each of a result with short rows.
bool are_columns(const std::vector<Box>& boxes, const std::vector<std::int64_t>& root_shape);

/// One box in place of such boxes; its elements differ by column.
Box joined_box(std::vector<Box> boxes, const std::vector<std::int64_t>& root_shape);

/// The edges that a pad adds around its operand: per dimension one slab before and one after, outer
/// dimensions first.
std::vector<Box> edge_boxes(const LoweringContext& context, ElementBuilder& builder, const frontend::Op& pad);

/// The loops over a box inside a result of shape `root_shape`.
ElementBox element_box(const Box& box, const std::vector<std::int64_t>& root_shape);

/// Lowers a box of a map into the kernel's outputs, whose elements are of these types.
void add_map_box(KernelAssembly& assembly, const Box& box, const std::vector<frontend::ElementType>& types,
                 const ElementBox& problem, const BoxSchedule& schedule);

}  // namespace hlo2c::scheduler::halide

#include "scheduler/halide/result_place.h"

#include "frontend/diagnostic.h"
#include "scheduler/halide/boxes.h"
#include "scheduler/halide/lower_group.h"

namespace hlo2c::scheduler::halide {
namespace {

using frontend::ValueId;
using Halide::Expr;

/// A builder for edges: they hold a constant and read no memory.
ElementBuilder constants_only(const LoweringContext& context) {
    return ElementBuilder(context, [](ValueId, const Expr&) -> Expr {
        HLO2C_CHECK(false, "the edges of a halo are read from memory");
        return {};
    });
}

}  // namespace

ResultPlace result_place(const LoweringContext& context, const Group& group) {
    const ValueId root = group.roots[0];
    const Layout& layout = context.layouts.of(root);
    return {.root = root,
            .value = layout.computed(root),
            .halo = layout.halo ? layout.halo->pad : nullptr,
            .update = layout.window,
            .offset = layout.offset(),
            .strides = layout.strides};
}

Expr element_of_starts(ElementBuilder& builder, const std::vector<DynamicStart>& starts) {
    Expr element = 0;
    for (const DynamicStart& start : starts)
        element = element + builder.clamped_index(start.index, start.most) * static_cast<int>(start.stride);
    return element;
}

Expr window_start(const LoweringContext& context, ElementBuilder& builder, const frontend::Op& update) {
    const auto& shape = context.tensor(update.operands[0]).shape;
    return element_of_starts(builder, dynamic_starts(std::span(update.operands).subspan(2), shape,
                                                     context.tensor(update.operands[1]).shape,
                                                     frontend::row_major_strides(shape)));
}

void add_output(KernelAssembly& assembly, ElementBuilder& builder, const ResultPlace& place) {
    if (!place.update) {
        assembly.add_output(place.root);
        return;
    }
    const Expr start = window_start(assembly.context(), builder, *place.update);
    assembly.add_output(place.root, assembly.hold("start", start));
    assembly.set_updates(place.update->operands[0]);
}

MapProblem halo_problem(const LoweringContext& context, const ResultPlace& place) {
    if (!place.halo) return {};
    const frontend::TensorType& root = context.tensor(place.root);
    MapProblem problem{.computed = compute_kind(root.element)};
    ElementBuilder builder = constants_only(context);
    for (const Box& box : edge_boxes(context, builder, *place.halo))
        problem.boxes.push_back(element_box(box, root.shape));
    return problem;
}

void add_halo(KernelAssembly& assembly, const ResultPlace& place, const MapProblem& problem,
              const MapSchedule& schedule) {
    if (!place.halo) return;
    const LoweringContext& context = assembly.context();
    ElementBuilder builder = constants_only(context);
    const std::vector<Box> boxes = edge_boxes(context, builder, *place.halo);
    for (std::size_t i = 0; i < boxes.size(); i++)
        add_map_box(assembly, boxes[i], {context.tensor(place.root).element}, problem.boxes[i],
                    schedule.boxes[i]);
    assembly.share_loops();
}

}  // namespace hlo2c::scheduler::halide

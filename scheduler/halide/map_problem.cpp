#include "scheduler/halide/boxes.h"
#include "scheduler/halide/group_problems.h"
#include "scheduler/halide/halide_names.h"
#include "scheduler/halide/operand_collector.h"

namespace hlo2c::scheduler::halide {

GroupProblem map_problem(const LoweringContext& context, const Group& group) {
    OperandCollector operands(context);
    ElementBuilder builder(context,
                           [&](ValueId value, const Expr& flat) { return operands.load(value, flat); });
    const std::vector<std::int64_t> shape = stored_shape(context.tensor(group.roots[0]));
    MapProblem problem{.computed = ScalarKind::Boolean,
                       .results = static_cast<int>(group.roots.size()),
                       .is_assembly = group.kind == GroupKind::Assemble};
    for (const ValueId each : group.roots) {
        const frontend::ElementType element = context.tensor(each).element;
        const ScalarKind kind = compute_kind(problem.is_assembly ? frontend::real_part(element) : element);
        if (problem.computed == ScalarKind::Boolean || byte_width(kind) > byte_width(problem.computed))
            problem.computed = kind;
    }
    const std::vector<Box> boxes = boxes_of(context, builder, group);
    for (const Box& box : boxes) problem.boxes.push_back(element_box(box, shape));
    if (are_columns(boxes, shape)) {
        const ElementBox joined = element_box(joined_box(boxes, shape), shape);
        if (joined.walks_rows) problem.boxes = {joined};
    }
    return operands.finish({.form = std::move(problem)});
}

}  // namespace hlo2c::scheduler::halide

#include <algorithm>

#include "scheduler/halide/boxes.h"
#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/kernel_assembly.h"
#include "scheduler/halide/lower_group.h"
#include "scheduler/halide/make_parallel.h"

namespace hlo2c::scheduler::halide {

using frontend::ValueId;
using Halide::Expr;
using Halide::Func;
using Halide::Var;

namespace {

/// Vectors along the innermost loop, whose variable is `order.front()`.
void vectorise(Func output, std::vector<Halide::VarOrRVar>& order, const BoxSchedule& schedule) {
    if (schedule.lanes == 1) return;
    const Var inner = order.front().var;
    Var lane("lane"), block("block");
    order.front() = block;
    if (schedule.vectors > 1) {
        Var vector("vector");
        output.split(inner, block, lane, schedule.lanes * schedule.vectors)
            .split(lane, vector, lane, schedule.lanes)
            .unroll(vector);
    } else {
        output.split(inner, block, lane, schedule.lanes, Halide::TailStrategy::ShiftInwards);
    }
    output.vectorize(lane);
}

/// Loops over the schedule's columns inside the innermost loop, and over blocks of columns around it.
/// `columns` is the number of their loop in `order`.
void block_columns(Func output, std::vector<Halide::VarOrRVar>& order, std::size_t columns,
                   const BoxSchedule& schedule) {
    Var block("block"), column("column");
    output.split(order[columns].var, block, column, static_cast<int>(schedule.columns),
                 Halide::TailStrategy::ShiftInwards);
    order.erase(order.begin() + static_cast<std::ptrdiff_t>(columns));
    order.insert(order.begin(), column);
    order.insert(order.begin() + 2, block);
    output.reorder(order);
}

}  // namespace

void add_map_box(KernelAssembly& assembly, const Box& box, const std::vector<frontend::ElementType>& types,
                 const ElementBox& problem, const BoxSchedule& schedule) {
    if (problem.loops.empty()) return;
    const LoopDomain domain = domain_over(problem.loops, box.shape.size());
    std::vector<Var> arguments;
    std::vector<KernelAssembly::OutputLoop> loops;
    for (auto loop = domain.loops.rbegin(); loop != domain.loops.rend(); ++loop) {
        arguments.push_back(loop->var);
        loops.push_back({loop->extent, loop->stride});
    }
    Func output("out");
    std::vector<Expr> written;
    for (const Expr& element : box.elements(domain.index))
        written.push_back(to_memory(element, types[written.size()]));
    if (written.size() == 1)
        output(arguments) = written[0];
    else
        output(arguments) = Halide::Tuple(written);
    std::vector<Halide::VarOrRVar> order(arguments.begin(), arguments.end());
    if (schedule.columns > 0)
        block_columns(output, order, problem.loops.size() - 1 - static_cast<std::size_t>(problem.across),
                      schedule);
    else
        vectorise(output, order, schedule);
    make_parallel(output, order, schedule.parallel);
    assembly.add_box(output, loops, problem.offset, schedule.parallel.slots);
}

LoweredKernel lower_map(const GroupToLower& request) {
    KernelAssembly assembly(request.context);
    std::vector<frontend::ElementType> types;
    for (const ValueId root : request.group.roots) {
        assembly.add_output(root);
        types.push_back(frontend::real_part(request.context.tensor(root).element));
    }
    const auto& problem = std::get<MapProblem>(request.problem.problem.form);
    const auto& schedule = std::get<MapSchedule>(request.schedule);
    assembly.declare_inputs(request.problem.operands);
    ElementBuilder builder(request.context,
                           [&](ValueId value, const Expr& flat) { return assembly.load(value, flat); });
    const std::vector<Box> boxes = boxes_of(request.context, builder, request.group);
    for (std::size_t i = 0; i < boxes.size(); i++)
        add_map_box(assembly, boxes[i], types, problem.boxes[i], schedule.boxes[i]);
    const bool overlaps = std::any_of(schedule.boxes.begin(), schedule.boxes.end(),
                                      [](const BoxSchedule& box) { return box.overlaps; });
    if (overlaps || problem.is_assembly) assembly.set_stores_twice();
    assembly.describe(builder, request.group);
    assembly.describe(request.schedule);
    return assembly.finish();
}

}  // namespace hlo2c::scheduler::halide

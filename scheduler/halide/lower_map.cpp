#include <algorithm>
#include <functional>

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

/// Vectors along the last loop but one inside the unrolled last one.
void interleave(Func output, std::vector<Halide::VarOrRVar>& order, const BoxSchedule& schedule) {
    Var block("block"), lane("lane");
    output.split(order[1].var, block, lane, schedule.lanes, Halide::TailStrategy::ShiftInwards);
    order[1] = block;
    std::vector<Halide::VarOrRVar> all = order;
    all.insert(all.begin(), lane);
    output.reorder(all).vectorize(lane).unroll(order[0].var);
    order.erase(order.begin());
}

/// Lowers the elements of a box at `index` by a schedule. `loops`: those of `index`, outermost first.
void add_loops(KernelAssembly& assembly, const Box& box, const std::vector<frontend::ElementType>& types,
               const std::vector<DomainLoop>& loops, const Index& index, std::int64_t offset, int slots,
               const std::function<void(Func&, std::vector<Halide::VarOrRVar>&)>& schedule) {
    std::vector<Var> arguments;
    std::vector<KernelAssembly::OutputLoop> output_loops;
    for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
        arguments.push_back(loop->var);
        output_loops.push_back({loop->extent, loop->stride});
    }
    Func output("out");
    std::vector<Expr> written;
    for (const Expr& element : box.elements(index))
        written.push_back(to_memory(element, types[written.size()]));
    if (written.size() == 1)
        output(arguments) = written[0];
    else
        output(arguments) = Halide::Tuple(written);
    std::vector<Halide::VarOrRVar> order(arguments.begin(), arguments.end());
    schedule(output, order);
    assembly.add_box(output, output_loops, offset, slots);
}

/// The index of the domain, with the last `joined` loops at `row` of the outermost and `element` of this row.
Index in_row(const LoopDomain& domain, int joined, const Expr& row, const Expr& element) {
    Index index = domain.index;
    const auto rows = domain.loops.end() - joined;
    index[static_cast<std::size_t>(rows->dimensions.back())] = row;
    Expr left = element;
    for (auto loop = domain.loops.end() - 1; loop != rows; --loop) {
        const int extent = static_cast<int>(loop->extent);
        index[static_cast<std::size_t>(loop->dimensions.back())] = loop - 1 == rows ? left : left % extent;
        left = left / extent;
    }
    return index;
}

/// Blocks of rows in whole vectors, then the remaining rows element by element.
void add_row_blocks(KernelAssembly& assembly, const Box& box, const std::vector<frontend::ElementType>& types,
                    const LoopDomain& domain, std::int64_t offset, const BoxSchedule& schedule) {
    const auto rows = domain.loops.end() - schedule.joined_loops;
    const std::int64_t columns = rows->stride, blocks = rows->extent / schedule.rows;
    const std::int64_t block_elements = schedule.rows * columns;
    const Var element("element"), block("block");
    const std::vector<DomainLoop> outer(domain.loops.begin(), rows);
    const int width = static_cast<int>(columns), step = static_cast<int>(schedule.rows);
    std::vector<DomainLoop> loops = outer;
    loops.push_back({block, blocks, block_elements, {}});
    loops.push_back({element, block_elements, 1, {}});
    add_loops(assembly, box, types, loops,
              in_row(domain, schedule.joined_loops, block * step + element / width, element % width), offset,
              schedule.parallel.slots, [&](Func& output, std::vector<Halide::VarOrRVar>& order) {
                  Var vector("vector"), lane("lane");
                  output.split(element, vector, lane, schedule.lanes).unroll(vector).vectorize(lane);
                  order.erase(order.begin());
                  make_parallel(output, order, schedule.parallel);
              });
    const std::int64_t rest = rows->extent % schedule.rows;
    if (rest == 0) return;
    const Var row("row"), column("column");
    loops = outer;
    loops.push_back({row, rest, columns, {}});
    loops.push_back({column, columns, 1, {}});
    add_loops(assembly, box, types, loops,
              in_row(domain, schedule.joined_loops, row + static_cast<int>(blocks) * step, column),
              offset + blocks * block_elements, 0, [](Func&, std::vector<Halide::VarOrRVar>&) {});
}

}  // namespace

void add_map_box(KernelAssembly& assembly, const Box& box, const std::vector<frontend::ElementType>& types,
                 const ElementBox& problem, const BoxSchedule& schedule) {
    if (problem.loops.empty()) return;
    const LoopDomain domain = domain_over(problem.loops, box.shape.size());
    if (schedule.rows > 0) return add_row_blocks(assembly, box, types, domain, problem.offset, schedule);
    add_loops(assembly, box, types, domain.loops, domain.index, problem.offset, schedule.parallel.slots,
              [&](Func& output, std::vector<Halide::VarOrRVar>& order) {
                  if (schedule.columns > 0)
                      block_columns(output, order,
                                    problem.loops.size() - 1 - static_cast<std::size_t>(problem.across),
                                    schedule);
                  else if (schedule.interleaves)
                      interleave(output, order, schedule);
                  else
                      vectorise(output, order, schedule);
                  make_parallel(output, order, schedule.parallel);
              });
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
    std::vector<Box> boxes = boxes_of(request.context, builder, request.group);
    if (problem.boxes.size() == 1 && problem.boxes[0].differs_by_column)
        boxes = {joined_box(std::move(boxes), stored_shape(request.context.tensor(request.group.roots[0])))};
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

#include <fmt/format.h>

#include <algorithm>

#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/kernel_assembly.h"
#include "scheduler/halide/loop_domain.h"
#include "scheduler/halide/lower_group.h"
#include "scheduler/halide/reduction_operator.h"

namespace hlo2c::scheduler::halide {
namespace {

using frontend::Op;
using frontend::OpCode;
using frontend::ValueId;
using Halide::Expr;
using Halide::Func;
using Halide::RDom;
using Halide::Var;

/// Vectors of results that are reduced side by side, to hide the latency of one chain.
constexpr int result_vectors = 4;

/// The reduced positions of an op, and where in the operand a result position and a reduced position meet.
struct ReducedSpace {
    std::vector<std::int64_t> extents;  ///< outermost first
    std::function<Index(const Index& result, const std::vector<Expr>& reduced)> operand_index;
};

ReducedSpace reduce_space(const LoweringContext& context, const Op& op) {
    const auto dimensions = op.integers("dimensions");
    const auto& shape = context.tensor(op.operands[0]).shape;
    ReducedSpace space;
    for (std::int64_t d : dimensions) space.extents.push_back(shape[static_cast<std::size_t>(d)]);
    space.operand_index = [dimensions, rank = shape.size()](const Index& result,
                                                            const std::vector<Expr>& reduced) {
        Index index(rank);
        std::size_t kept = 0;
        for (std::size_t d = 0; d < rank; d++) {
            const auto found = std::find(dimensions.begin(), dimensions.end(), static_cast<std::int64_t>(d));
            index[d] = found != dimensions.end()
                           ? reduced[static_cast<std::size_t>(found - dimensions.begin())]
                           : result[kept++];
        }
        return index;
    };
    return space;
}

ReducedSpace window_space(const Op& op) {
    const frontend::Window window = frontend::reduce_window_window(op);
    ReducedSpace space;
    space.extents = window.size;
    space.operand_index = [window](const Index& result, const std::vector<Expr>& reduced) {
        Index index;
        for (std::size_t d = 0; d < result.size(); d++) {
            Expr position = result[d] * static_cast<int>(window.strides[d]);
            if (window.size[d] > 1)
                position = position + reduced[d] * static_cast<int>(window.window_dilation[d]);
            index.push_back(Halide::Internal::simplify(position));
        }
        return index;
    };
    return space;
}

}  // namespace

LoweredKernel lower_reduction(const GroupToLower& request) {
    const LoweringContext& context = request.context;
    KernelAssembly assembly(context);
    ElementBuilder builder(context,
                           [&](ValueId value, const Expr& flat) { return assembly.load(value, flat); });
    const Op& op = context.graph.op(request.group.anchor);
    const std::size_t count = op.results.size();
    const auto roots = request.group.members.size() == 1 ? op.results : request.group.roots;
    for (ValueId root : roots) assembly.add_output(root);
    const auto& shape = context.tensor(op.results[0]).shape;
    const ReducedSpace space = op.code == OpCode::Reduce ? reduce_space(context, op) : window_space(op);

    // A value after the reduction, with the reduction's own results given.
    const auto root_elements = [&](const Index& index, const std::vector<Expr>& reduced) {
        ElementBuilder after(context,
                             [&](ValueId value, const Expr& flat) { return assembly.load(value, flat); });
        for (std::size_t i = 0; i < count; i++)
            after.replace(op.results[i], [e = reduced[i]](const Index&) { return e; });
        std::vector<Expr> elements;
        for (ValueId root : roots) {
            after.begin_root(root);
            elements.push_back(after.element(root, index));
        }
        return elements;
    };
    // Operands are summed in the type of the result, which may be wider.
    const auto operand_element = [&](std::size_t i, const Index& index) {
        return converted(builder.element(op.operands[i], index), context.tensor(op.operands[i]).element,
                         context.tensor(op.results[i % count]).element);
    };
    std::vector<Expr> initial;
    for (std::size_t i = 0; i < count; i++) initial.push_back(operand_element(count + i, {}));

    std::vector<Expr> analysis_positions;
    for (std::size_t d = 0; d < space.extents.size(); d++)
        analysis_positions.push_back(space.extents[d] == 1 ? Expr(0) : Expr(Var(fmt::format("w{}", d))));
    LoopDomain domain = make_domain(shape, frontend::row_major_strides(shape), [&](const Index& index) {
        std::vector<Expr> all = root_elements(index, initial);
        for (std::size_t i = 0; i < count; i++)
            all.push_back(operand_element(i, space.operand_index(index, analysis_positions)));
        return all;
    });
    if (domain.loops.empty()) domain.loops.push_back({Var("i"), 1, 1, {}});

    std::vector<Var> arguments;
    std::vector<KernelAssembly::OutputLoop> output_loops;
    for (auto loop = domain.loops.rbegin(); loop != domain.loops.rend(); ++loop) {
        arguments.push_back(loop->var);
        output_loops.push_back({loop->extent, loop->stride});
    }
    const std::vector<Expr> at(arguments.begin(), arguments.end());

    Halide::Region ranges;
    for (auto extent = space.extents.rbegin(); extent != space.extents.rend(); ++extent)
        if (*extent != 1) ranges.push_back({0, static_cast<int>(*extent)});
    if (ranges.empty()) ranges.push_back({0, 1});
    const RDom r(ranges);
    std::vector<Expr> positions(space.extents.size(), Expr(0));
    int next = 0;
    for (std::size_t d = space.extents.size(); d-- > 0;)
        if (space.extents[d] != 1) positions[d] = r[next++];

    Func accumulator("accumulator");
    const auto stored = [](const std::vector<Expr>& values) {
        std::vector<Expr> result;
        for (const Expr& value : values) result.push_back(to_storage(value));
        return result;
    };
    const auto loaded = [&](const std::vector<Expr>& index) {
        std::vector<Expr> values;
        for (std::size_t i = 0; i < count; i++) {
            const Expr value =
                count == 1 ? Expr(accumulator(index)) : Expr(accumulator(index)[static_cast<int>(i)]);
            values.push_back(from_storage(value, compute_kind(context.tensor(op.results[i]).element, &op)));
        }
        return values;
    };
    std::vector<Expr> body_arguments;
    accumulator(arguments) = Halide::Tuple(stored(initial));
    for (const Expr& value : loaded(at)) body_arguments.push_back(value);
    for (std::size_t i = 0; i < count; i++)
        body_arguments.push_back(
            over_domain(r, operand_element(i, space.operand_index(domain.index, positions))));
    const auto monoid = reduction_operator(context, op);
    std::vector<Expr> combined =
        monoid ? std::vector<Expr>{monoid->combine(body_arguments[0], body_arguments[1])}
               : builder.apply(op.regions[0], body_arguments);
    // A region need not read its arguments; Halide takes no update that reads nothing.
    for (Expr& value : combined) value = over_domain(r, value);
    accumulator(arguments) = Halide::Tuple(stored(combined));

    Func output("out");
    std::vector<Expr> reduced = loaded(at), written;
    if (monoid) reduced[0] = rounded(reduced[0], context.tensor(op.results[0]).element);
    for (const Expr& element : root_elements(domain.index, reduced))
        written.push_back(to_memory(element, context.tensor(roots[written.size()]).element));
    output(arguments) = Halide::Tuple(written);

    const DomainLoop& inner = domain.loops.back();
    const ScalarKind kind = compute_kind(context.tensor(op.results[0]).element, &op);
    const int width = vector_width(inner.extent, native_lanes(request.target, kind));
    int vectors = 1;
    while (vectors < result_vectors && inner.extent % (2 * vectors * width) == 0) vectors *= 2;
    Var block("block"), vector("vector"), lane("lane");
    output.split(inner.var, block, lane, width * vectors, Halide::TailStrategy::ShiftInwards)
        .split(lane, vector, lane, width)
        .vectorize(lane)
        .unroll(vector);
    if (inner.extent % (width * vectors) != 0) assembly.set_recomputes();
    accumulator.compute_at(output, block).store_in(Halide::MemoryType::Register);
    Var x("x"), xo("xo");
    accumulator.split(inner.var, xo, x, width).vectorize(x).unroll(xo);
    std::vector<Halide::VarOrRVar> order = {x, xo};
    for (int d = 0; d < r.dimensions(); d++) order.push_back(r[d]);
    accumulator.update(0).split(inner.var, xo, x, width).reorder(order).vectorize(x).unroll(xo);
    std::int64_t work = context.tensor(op.operands[0]).element_count();
    if (domain.loops.size() > 1 && work >= parallel_work) output.parallel(domain.loops.front().var);

    assembly.kernel().vector_lanes = width;
    assembly.kernel().schedule = fmt::format("{} vectors of {} results side by side", vectors, width);
    assembly.kernel().tile = fmt::format("{}x{}", vectors, width);
    assembly.describe(builder, request.group);
    assembly.add_box(output, output_loops, 0);
    return assembly.finish();
}

}  // namespace hlo2c::scheduler::halide

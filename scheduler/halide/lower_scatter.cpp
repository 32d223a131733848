#include <fmt/format.h>

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/halide_names.h"
#include "scheduler/halide/kernel_assembly.h"
#include "scheduler/halide/lower_group.h"
#include "scheduler/halide/opaque.h"
#include "scheduler/halide/start_index.h"

namespace hlo2c::scheduler::halide {
namespace {

bool contains(const std::vector<std::int64_t>& list, std::size_t value) {
    return std::find(list.begin(), list.end(), static_cast<std::int64_t>(value)) != list.end();
}

/// The domain of all positions in `shape`, last dimension innermost, and the position in each dimension.
RDom positions_of(const std::vector<std::int64_t>& shape, Index& index) {
    Halide::Region ranges;
    for (std::size_t d = shape.size(); d-- > 0;) ranges.push_back({0, static_cast<int>(shape[d])});
    if (ranges.empty()) ranges.push_back({0, 1});
    const RDom r(ranges);
    index.clear();
    for (std::size_t d = 0; d < shape.size(); d++) index.push_back(r[static_cast<int>(shape.size() - 1 - d)]);
    return r;
}

/// Defines what the results hold before the first update. A single input is already in the output's memory;
/// the kernel copies several.
void set_initial_values(const GroupToLower& request, KernelAssembly& assembly, ElementBuilder& builder,
                        const Op& op, Func& output) {
    const LoweringContext& context = request.context;
    const frontend::TensorType& type = context.tensor(op.results[0]);
    Var i("i");
    if (op.results.size() == 1) {
        assembly.set_updates(op.operands[0]);
        output(i) = Halide::undef(halide_type(storage_kind(type.element)));
        return;
    }
    const auto strides = frontend::row_major_strides(type.shape);
    Index index;
    for (std::size_t d = 0; d < type.shape.size(); d++)
        index.push_back(i / static_cast<int>(strides[d]) % static_cast<int>(type.shape[d]));
    std::vector<Expr> values;
    for (std::size_t k = 0; k < op.results.size(); k++) {
        const ValueId input = op.operands[k];
        const frontend::ElementType element = context.tensor(input).element;
        values.push_back(to_memory(
            context.in_memory(input) ? builder.load(input, i) : builder.element(input, index), element));
    }
    output(i) = Halide::Tuple(values);
    const int width = std::get<ScatterSchedule>(request.schedule).filled_lanes;
    if (width > 1) output.vectorize(i, width, Halide::TailStrategy::ShiftInwards);
}

void scatter(const GroupToLower& request, KernelAssembly& assembly, ElementBuilder& builder, const Op& op,
             Func& output) {
    const LoweringContext& context = request.context;
    const std::size_t count = op.results.size();
    const ValueId indices = op.operands[count];
    const frontend::ScatterDimensions dims = op[attr::scatter_dimension_numbers];
    const auto& shape = context.tensor(op.operands[0]).shape;
    const auto& indices_shape = context.tensor(indices).shape;

    Index at;
    RDom r = positions_of(context.tensor(op.operands[count + 1]).shape, at);
    Index batch, window;
    for (std::size_t d = 0; d < at.size(); d++)
        (contains(dims.update_window_dims, d) ? window : batch).push_back(at[d]);
    Index position(shape.size(), Expr(0));
    // Lower bound for start indices: a window that starts at minus its size ends before the first element.
    std::vector<std::int64_t> window_sizes(shape.size(), 1);
    const auto& updates_shape = context.tensor(op.operands[count + 1]).shape;
    std::size_t next_window = 0;
    for (std::size_t d = 0; d < shape.size(); d++)
        if (!contains(dims.inserted_window_dims, d) && !contains(dims.input_batching_dims, d))
            window_sizes[d] = updates_shape[static_cast<std::size_t>(dims.update_window_dims[next_window++])];
    for (std::size_t c = 0; c < dims.scatter_dims_to_operand_dims.size(); c++) {
        Index index_at;
        std::size_t next = 0;
        for (std::size_t d = 0; d < indices_shape.size(); d++)
            index_at.push_back(static_cast<std::int64_t>(d) == dims.index_vector_dim
                                   ? Expr(static_cast<int>(c))
                                   : batch[next++]);
        const auto d = static_cast<std::size_t>(dims.scatter_dims_to_operand_dims[c]);
        position[d] = narrowed_index(builder.element(indices, index_at), -window_sizes[d], shape[d]);
    }
    for (std::size_t b = 0; b < dims.input_batching_dims.size(); b++) {
        std::int64_t from = dims.scatter_indices_batching_dims[b];
        if (from > dims.index_vector_dim) from--;
        position[static_cast<std::size_t>(dims.input_batching_dims[b])] =
            batch[static_cast<std::size_t>(from)];
    }
    std::size_t next = 0;
    for (std::size_t d = 0; d < shape.size(); d++)
        if (!contains(dims.inserted_window_dims, d) && !contains(dims.input_batching_dims, d))
            position[d] = position[d] + window[next++];

    Expr inside = Halide::Internal::const_true();
    Index clamped;
    for (std::size_t d = 0; d < shape.size(); d++) {
        inside = inside && position[d] >= 0 && position[d] < static_cast<int>(shape[d]);
        clamped.push_back(Halide::clamp(position[d], 0, static_cast<int>(shape[d] - 1)));
    }
    inside = Halide::Internal::simplify(inside);
    // Makes the condition opaque. Halide would turn a condition on start + position in the window into bounds
    // of the window's loop, which loses the proof that the element is inside.
    if (!window.empty() && !Halide::Internal::is_const_one(inside))
        inside = opaque_node(NodeKind::And, Halide::Bool(), {inside, inside});
    r.where(inside);
    const Expr flat = flat_index(clamped, shape);
    set_initial_values(request, assembly, builder, op, output);
    std::vector<Expr> arguments, updated;
    for (std::size_t k = 0; k < count; k++)
        arguments.push_back(from_memory(count == 1 ? Expr(output(flat)) : output(flat)[static_cast<int>(k)],
                                        context.tensor(op.results[k]).element));
    for (std::size_t k = 0; k < count; k++)
        arguments.push_back(builder.element(op.operands[count + 1 + k], at));
    for (const Expr& value : builder.apply(op.regions[0], arguments))
        updated.push_back(within(to_memory(value, context.tensor(op.results[updated.size()]).element), r));
    output(flat) = Halide::Tuple(updated);
    if (count > 1) output.update(0).unscheduled();
}

/// Finds the position of the selected element of each window, then updates the result at that position.
void select_and_scatter(const GroupToLower& request, ElementBuilder& builder, const Op& op, Func& output) {
    const LoweringContext& context = request.context;
    const ValueId operand = op.operands[0], source = op.operands[1];
    const auto& shape = context.tensor(operand).shape;
    const auto& source_shape = context.tensor(source).shape;
    const frontend::Window window = frontend::reduce_window_window(op);
    const frontend::ElementType element = context.tensor(operand).element;
    const ScalarKind kind = compute_kind(element, &op);

    std::vector<Var> arguments;
    for (std::size_t d = source_shape.size(); d-- > 0;) arguments.push_back(Var(fmt::format("o{}", d)));
    Index offset;
    RDom w = positions_of(window.size, offset);
    Expr inside = Halide::Internal::const_true();
    Index clamped;
    for (std::size_t d = 0; d < shape.size(); d++) {
        const Var o = arguments[source_shape.size() - 1 - d];
        const Expr position =
            o * static_cast<int>(window.strides[d]) + offset[d] - static_cast<int>(window.padding[d].first);
        if (window.padding[d].first > 0 || window.padding[d].second > 0)
            inside = inside && position >= 0 && position < static_cast<int>(shape[d]);
        clamped.push_back(Halide::clamp(position, 0, static_cast<int>(shape[d] - 1)));
    }
    // Here too the condition must not become bounds of the loops over the window.
    if (!Halide::Internal::is_const_one(inside))
        w.where(opaque_node(NodeKind::And, Halide::Bool(), {inside, inside}));

    Func selected("selected");
    const std::vector<Expr> at(arguments.begin(), arguments.end());
    selected(arguments) =
        Halide::Tuple(to_storage(opaque_node(NodeKind::Convert, halide_type(kind), {Expr(0)})), Expr(-1));
    const Expr best = from_storage(selected(at)[0], kind), best_position = selected(at)[1];
    const Expr candidate = builder.element(operand, clamped);
    const Expr keep = builder.apply(op.regions[0], {best, candidate})[0];
    const Expr take = opaque_node(NodeKind::Or, Halide::Bool(),
                                  {best_position < 0, opaque_node(NodeKind::Not, Halide::Bool(), {keep})});
    selected(arguments) = Halide::Tuple(to_storage(opaque_select(take, candidate, best)),
                                        opaque_select(take, flat_index(clamped, shape), best_position));

    Var i("i");
    output(i) = to_memory(builder.element(op.operands[2], {}), element);
    Index source_index;
    const RDom s = positions_of(source_shape, source_index);
    std::vector<Expr> selected_at;
    for (std::size_t d = source_shape.size(); d-- > 0;) selected_at.push_back(source_index[d]);
    std::int64_t elements = 1;
    for (std::int64_t size : shape) elements *= size;
    const Expr flat = Halide::clamp(selected(selected_at)[1], 0, static_cast<int>(elements - 1));
    const Expr added = builder.apply(
        op.regions[1], {from_memory(output(flat), element), builder.element(source, source_index)})[0];
    output(flat) = to_memory(added, element);
    selected.compute_at(output, s[0]).store_in(Halide::MemoryType::Register);
    output.update(0).unscheduled();
    const int width = std::get<ScatterSchedule>(request.schedule).filled_lanes;
    if (width > 1) output.vectorize(i, width, Halide::TailStrategy::ShiftInwards);
}

}  // namespace

LoweredKernel lower_scatter(const GroupToLower& request) {
    const LoweringContext& context = request.context;
    KernelAssembly assembly(context);
    const Op& op = context.graph.op(request.group.anchor);
    for (const ValueId result : op.results) assembly.add_output(result);
    ElementBuilder builder(context,
                           [&](ValueId value, const Expr& flat) { return assembly.load(value, flat); });
    Func output("out");
    if (op.code == OpCode::Scatter)
        scatter(request, assembly, builder, op, output);
    else
        select_and_scatter(request, builder, op, output);
    assembly.set_stores_twice();
    assembly.describe(builder, request.group);
    assembly.describe(request.schedule);
    assembly.add_box(output, {{context.tensor(op.results[0]).element_count(), 1}}, 0);
    return assembly.finish();
}

}  // namespace hlo2c::scheduler::halide

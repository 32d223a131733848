#include <fmt/format.h>

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_lists.h"
#include "frontend/ir/scatter_window.h"
#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/halide_names.h"
#include "scheduler/halide/kernel_assembly.h"
#include "scheduler/halide/lower_group.h"
#include "scheduler/halide/opaque.h"
#include "scheduler/halide/start_index.h"

namespace hlo2c::scheduler::halide {
namespace {

using frontend::contains;

/// The domain of all positions in `shape`, last dimension innermost, and the position in each dimension. With
/// `lanes`, these are the innermost loop, around it that over the vectors of the last dimension.
RDom positions_of(const std::vector<std::int64_t>& shape, Index& index, int lanes = 1) {
    std::vector<std::int64_t> extents = shape;
    if (lanes > 1) {
        extents.back() /= lanes;
        extents.push_back(lanes);
    }
    Halide::Region ranges;
    for (std::size_t d = extents.size(); d-- > 0;) ranges.push_back({0, static_cast<int>(extents[d])});
    if (ranges.empty()) ranges.push_back({0, 1});
    const RDom r(ranges);
    index.clear();
    for (std::size_t d = 0; d < shape.size(); d++)
        index.push_back(r[static_cast<int>(extents.size() - 1 - d)]);
    if (lanes > 1) index.back() = index.back() * lanes + r[0];
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

    Index at;
    const int lanes = std::get<ScatterSchedule>(request.schedule).window_lanes;
    RDom r = positions_of(context.tensor(op.operands[count + 1]).shape, at, lanes);
    StartIndices starts{context.tensor(indices).shape.size(), dims.index_vector_dim, {}};
    Index window;
    for (std::size_t d = 0; d < at.size(); d++)
        (contains(dims.update_window_dims, d) ? window : starts.batch).push_back(at[d]);
    Index position(shape.size(), Expr(0));
    // Lower bound for start indices: a window that starts at minus its size ends before the first element.
    const std::vector<std::int64_t> window_sizes = frontend::scatter_window_sizes(
        dims, context.tensor(op.operands[0]), context.tensor(op.operands[count + 1]));
    for (std::size_t c = 0; c < dims.scatter_dims_to_operand_dims.size(); c++) {
        const auto d = static_cast<std::size_t>(dims.scatter_dims_to_operand_dims[c]);
        position[d] =
            narrowed_index(builder.element(indices, starts.component(c)), -window_sizes[d], shape[d]);
    }
    for (std::size_t b = 0; b < dims.input_batching_dims.size(); b++)
        position[static_cast<std::size_t>(dims.input_batching_dims[b])] =
            starts.along(dims.scatter_indices_batching_dims[b]);
    std::size_t next = 0;
    for (std::size_t d = 0; d < shape.size(); d++)
        if (!contains(dims.inserted_window_dims, d) && !contains(dims.input_batching_dims, d))
            position[d] = position[d] + window[next++];

    Expr inside = Halide::Internal::const_true();
    Index clamped;
    for (std::size_t d = 0; d < shape.size(); d++) {
        if (lanes > 1 && d + 1 == shape.size()) {
            clamped.push_back(position[d]);
            continue;
        }
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
    if (lanes > 1)
        output.update(0).allow_race_conditions().vectorize(r[0]);
    else if (count > 1)
        output.update(0).unscheduled();
}

/// Finds the position of the selected element of each window, then updates the result at that position.
class SelectAndScatter {
public:
    SelectAndScatter(const GroupToLower& request, ElementBuilder& builder, const Op& op)
        : context_(request.context),
          builder_(builder),
          op_(op),
          shape_(context_.tensor(op.operands[0]).shape),
          source_shape_(context_.tensor(op.operands[1]).shape),
          window_(frontend::reduce_window_window(op)),
          element_(context_.tensor(op.operands[0]).element),
          schedule_(std::get<ScatterSchedule>(request.schedule)) {
        for (std::size_t d = source_shape_.size(); d-- > 0;) arguments_.push_back(Var(fmt::format("o{}", d)));
    }

    void define(Func& output) {
        select();
        Var i("i");
        output(i) = to_memory(builder_.element(op_.operands[2], {}), element_);
        if (schedule_.updated_lanes > 1)
            update_side_by_side(output);
        else
            update_one_by_one(output);
        if (schedule_.filled_lanes > 1)
            output.vectorize(i, schedule_.filled_lanes, Halide::TailStrategy::ShiftInwards);
    }

private:
    /// An element of a window: its clamped position, and whether it is inside of the operand.
    struct Place {
        Index clamped;
        Expr inside = Halide::Internal::const_true();
        /// Not a bound of the loops over the window, which Halide would make of the condition itself.
        Expr condition() const { return opaque_node(NodeKind::And, Halide::Bool(), {inside, inside}); }
        bool is_always_inside() const { return Halide::Internal::is_const_one(inside); }
    };

    Place place(const Index& at, const Index& offset) const {
        Place result;
        for (std::size_t d = 0; d < shape_.size(); d++) {
            const auto [before, after] = window_.padding[d];
            const Expr position =
                at[d] * static_cast<int>(window_.strides[d]) + offset[d] - static_cast<int>(before);
            if (before > 0 || after > 0)
                result.inside = result.inside && position >= 0 && position < static_cast<int>(shape_[d]);
            result.clamped.push_back(Halide::clamp(position, 0, static_cast<int>(shape_[d] - 1)));
        }
        return result;
    }

    /// `selected_`: the selected element of each window, and its position.
    void select() {
        const ScalarKind kind = compute_kind(element_);
        Index offset;
        RDom w = positions_of(window_.size, offset);
        const Place here = place(Index(arguments_.rbegin(), arguments_.rend()), offset);
        if (!here.is_always_inside()) w.where(here.condition());
        const std::vector<Expr> at(arguments_.begin(), arguments_.end());
        selected_(arguments_) =
            Halide::Tuple(to_storage(opaque_node(NodeKind::Convert, halide_type(kind), {Expr(0)})), Expr(-1));
        const Expr best = from_storage(selected_(at)[0], kind), best_position = selected_(at)[1];
        const Expr candidate = builder_.element(op_.operands[0], here.clamped);
        const Expr keep = builder_.apply(op_.regions[0], {best, candidate})[0];
        const Expr take =
            opaque_node(NodeKind::Or, Halide::Bool(),
                        {best_position < 0, opaque_node(NodeKind::Not, Halide::Bool(), {keep})});
        selected_(arguments_) =
            Halide::Tuple(to_storage(opaque_select(take, candidate, best)),
                          opaque_select(take, flat_index(here.clamped, shape_), best_position));
        selected_.store_in(Halide::MemoryType::Register);
    }

    Expr selected_position(const Index& source) const {
        return selected_(std::vector<Expr>(source.rbegin(), source.rend()))[1];
    }

    Expr added(Func& output, const Expr& flat, const Index& source) {
        const std::vector<Expr> values = {from_memory(output(flat), element_),
                                          builder_.element(op_.operands[1], source)};
        return to_memory(builder_.apply(op_.regions[1], values)[0], element_);
    }

    void update_one_by_one(Func& output) {
        Index source;
        const RDom s = positions_of(source_shape_, source);
        std::int64_t elements = 1;
        for (const std::int64_t size : shape_) elements *= size;
        const Expr flat = Halide::clamp(selected_position(source), 0, static_cast<int>(elements - 1));
        output(flat) = added(output, flat, source);
        selected_.compute_at(output, s[0]);
        output.update(0).unscheduled();
    }

    /// Each element of a window is updated if it is the selected one: its neighbours in the last dimension
    /// belong to other windows.
    void update_side_by_side(Func& output) {
        const int lanes = schedule_.updated_lanes, rank = static_cast<int>(shape_.size());
        Halide::Region ranges = {{0, lanes}};
        for (int d = rank; d-- > 0;) ranges.push_back({0, static_cast<int>(window_.size[d])});
        ranges.push_back({0, static_cast<int>(source_shape_.back()) / lanes});
        for (int d = rank - 1; d-- > 0;) ranges.push_back({0, static_cast<int>(source_shape_[d])});
        RDom r(ranges, "place");
        Index offset, source;
        for (int d = 0; d < rank; d++) {
            offset.push_back(r[rank - d]);
            source.push_back(d + 1 < rank ? Expr(r[2 * rank - d]) : r[rank + 1] * lanes + r[0]);
        }
        const Place here = place(source, offset);
        if (!here.is_always_inside()) r.where(here.condition());
        const Expr flat = flat_index(here.clamped, shape_);
        output(flat) =
            opaque_select(selected_position(source) == flat, added(output, flat, source), output(flat));
        // The lanes update different elements, which Halide does not see behind the clamps.
        output.update(0).allow_race_conditions().vectorize(r[0]);
        selected_.compute_at(output, r[rank + 1]).vectorize(arguments_[0]);
        selected_.update(0).vectorize(arguments_[0]);
    }

    const LoweringContext& context_;
    ElementBuilder& builder_;
    const Op& op_;
    const std::vector<std::int64_t>&shape_, &source_shape_;
    const frontend::Window window_;
    const frontend::ElementType element_;
    const ScatterSchedule& schedule_;
    std::vector<Var> arguments_;  ///< of `selected_`: dimensions of the source, the last one first
    Func selected_{"selected"};
};

}  // namespace

LoweredKernel lower_scatter(const GroupToLower& request) {
    const LoweringContext& context = request.context;
    KernelAssembly assembly(context);
    const Op& op = context.graph.op(request.group.anchor());
    for (const ValueId result : op.results) assembly.add_output(result);
    ElementBuilder builder(context,
                           [&](ValueId value, const Expr& flat) { return assembly.load(value, flat); });
    Func output("out");
    if (op.code == OpCode::Scatter)
        scatter(request, assembly, builder, op, output);
    else
        SelectAndScatter(request, builder, op).define(output);
    assembly.set_stores_twice();
    assembly.describe(builder, request.group);
    assembly.describe(request.schedule);
    assembly.add_box(output, {{context.tensor(op.results[0]).element_count(), 1}}, 0);
    return assembly.finish();
}

}  // namespace hlo2c::scheduler::halide

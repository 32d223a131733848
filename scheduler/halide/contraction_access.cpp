#include "scheduler/halide/contraction_access.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/diagnostic.h"
#include "frontend/ir/attributes.h"
#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/halide_names.h"
#include "scheduler/halide/loop_domain.h"
#include "scheduler/halide/opaque.h"
#include "scheduler/halide/operand_collector.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/schedule/contraction_order.h"

namespace hlo2c::scheduler::halide {
namespace {

/// Position of each result dimension of the contraction in the value that is written, after the transposes in
/// between.
std::vector<std::size_t> dimensions_in_value(const LoweringContext& context, const Group& group,
                                             std::size_t rank) {
    std::vector<std::size_t> position(rank);
    for (std::size_t d = 0; d < position.size(); d++) position[d] = d;
    for (int member : group.members) {
        const Op& op = context.graph.op(member);
        if (op.code != OpCode::Transpose) continue;
        const auto permutation = op[attr::permutation];
        std::vector<std::size_t> inverse(permutation.size());
        for (std::size_t i = 0; i < permutation.size(); i++)
            inverse[static_cast<std::size_t>(permutation[i])] = i;
        for (std::size_t& p : position) p = inverse[p];
    }
    return position;
}

std::vector<ReductionLoop> reduction_loops(const Contraction& contraction) {
    std::vector<ReductionLoop> loops;
    for (const ContractionLoop& loop : contraction.reductions)
        loops.push_back({loop.extent, loop.lhs_stride, loop.rhs_stride});
    return ordered_reductions(loops);
}

/// The result loops that every access of the group can use.
std::vector<ResultLoop> merged_results(const ContractionAccess& access, ElementBuilder& epilogue) {
    const auto result_strides = frontend::row_major_strides(access.result_shape);
    std::vector<std::int64_t> shape, strides;
    for (const ContractionLoop& loop : access.contraction.results) {
        const auto d = static_cast<std::size_t>(loop.result_dimension);
        shape.push_back(loop.extent);
        strides.push_back(access.place.strides[access.value_dimensions[d]] * loop.result_stride /
                          std::max<std::int64_t>(1, result_strides[d]));
    }
    epilogue.begin_root(access.place.value);
    epilogue.replace(access.anchor.results[0], [&](const Index&) {
        return access.result_element(opaque_node(NodeKind::Convert, halide_type(access.kind), {Expr(0)}));
    });
    const LoopDomain domain = make_domain(shape, strides, [&](const Index& positions) {
        return std::vector<Expr>{access.operand_index(false, 0, positions),
                                 access.operand_index(true, 0, positions),
                                 epilogue.element(access.place.value, access.value_index(positions))};
    });
    std::vector<ResultLoop> loops;
    for (const DomainLoop& loop : domain.loops) {
        const ContractionLoop& last =
            access.contraction.results[static_cast<std::size_t>(loop.dimensions.back())];
        loops.push_back({loop.extent, loop.stride, last.lhs_stride, last.rhs_stride, loop.dimensions});
    }
    if (loops.empty()) loops.emplace_back();
    std::stable_sort(loops.begin(), loops.end(),
                     [](const ResultLoop& a, const ResultLoop& b) { return a.stride > b.stride; });
    return loops;
}

/// The windows of a convolution of f32 with windows of 3 by 3 that move one element at a time, if the
/// channels of operand and result are neighbours in memory.
std::optional<SlidingWindows> sliding_windows(const ContractionAccess& access, ScalarKind lhs,
                                              ScalarKind rhs) {
    const Contraction& contraction = access.contraction;
    const bool is_f32 = access.element == frontend::ElementType::F32 && access.kind == ScalarKind::F32 &&
                        lhs == ScalarKind::F32 && rhs == ScalarKind::F32;
    if (access.anchor.code != OpCode::Convolution || !is_f32 || contraction.results.size() != 4 ||
        contraction.reductions.size() != 3)
        return std::nullopt;
    if (access.anchor[attr::feature_group_count] != 1 || access.anchor[attr::batch_group_count] != 1)
        return std::nullopt;
    const frontend::ConvolutionDimensions dims = access.anchor[attr::convolution_dimension_numbers];
    const auto result = [&](std::int64_t dimension) {
        const ContractionLoop& loop = contraction.results[static_cast<std::size_t>(dimension)];
        return ResultLoop{loop.extent,
                          access.place.strides[access.value_dimensions[static_cast<std::size_t>(dimension)]],
                          loop.lhs_stride,
                          loop.rhs_stride,
                          {static_cast<int>(dimension)}};
    };
    const auto reduction = [&](std::size_t number) {
        const ContractionLoop& loop = contraction.reductions[number];
        return ReductionLoop{loop.extent, loop.lhs_stride, loop.rhs_stride};
    };
    const SlidingWindows windows{result(dims.output_batch),
                                 result(dims.output_spatial[0]),
                                 result(dims.output_spatial[1]),
                                 result(dims.output_feature),
                                 reduction(0),
                                 reduction(1),
                                 reduction(2)};
    const auto slides = [](const ResultLoop& loop, const ReductionLoop& window) {
        return window.extent == 3 && window.lhs_stride == loop.lhs_stride;
    };
    const bool fits = slides(windows.rows, windows.window_rows) &&
                      slides(windows.columns, windows.window_columns) && windows.channels.lhs_stride == 1 &&
                      windows.features.stride == 1;
    return fits ? std::optional(windows) : std::nullopt;
}

std::optional<BaseIndex> computed_base(const LoweringContext& context, const Contraction& contraction,
                                       bool is_rhs) {
    const ValueId base = contraction.operand(is_rhs).base;
    if (context.in_memory(base) || context.constants.count(base)) return std::nullopt;
    std::optional<BaseIndex> index = base_index(contraction, is_rhs, context.tensor(base).shape);
    HLO2C_CHECK(index, "the index into an operand that a contraction computes");
    return index;
}

/// The value that a packed operand is packed from.
ValueId packed_value(const LoweringContext& context, ValueId base, bool is_computed) {
    if (!is_computed) return base;
    const ValueId source = packable_source(context.graph, context.grouping.materialised, base);
    return source == frontend::no_value ? base : source;
}

/// True if the op rounds its result to a type narrower than it is computed in.
bool rounds(const LoweringContext& context, const Op& op) {
    const OpRule& rule = rule_of(op);
    return rule.is_elementwise() && rule.rounding == Rounding::Needed &&
           !element_form(context.tensor(op.results[0]).element).narrow.empty();
}

/// True if several members read the result of the same member.
bool reads_twice(const LoweringContext& context, const std::vector<int>& members) {
    return std::any_of(members.begin(), members.end(), [&](int member) {
        const auto& readers = context.graph.readers(context.graph.op(member).results[0]);
        const auto inside = std::count_if(readers.begin(), readers.end(), [&](int reader) {
            return std::binary_search(members.begin(), members.end(), reader);
        });
        return inside > 1;
    });
}

}  // namespace

ContractionAccess::ContractionAccess(const LoweringContext& context, const Group& group)
    : anchor(context.graph.op(group.anchor)),
      contraction(contraction_of(context.graph, context.grouping.materialised, anchor)),
      place(result_place(context, group)),
      element(context.tensor(anchor.results[0]).element),
      is_boolean(element == frontend::ElementType::I1),
      kind(is_boolean ? ScalarKind::U8 : compute_kind(element, &anchor)),
      result_shape(context.tensor(anchor.results[0]).shape),
      value_dimensions(dimensions_in_value(context, group, result_shape.size())),
      computed_lhs(group.staged ? std::nullopt : computed_base(context, contraction, false)),
      computed_rhs(computed_base(context, contraction, true)),
      packed_lhs(packed_value(context, contraction.lhs.base, computed_lhs.has_value())),
      packed_rhs(packed_value(context, contraction.rhs.base, computed_rhs.has_value())) {}

Index ContractionAccess::value_index(const std::vector<Expr>& positions) const {
    const auto strides = frontend::row_major_strides(result_shape);
    Index index(result_shape.size(), Expr(0));
    for (std::size_t l = 0; l < positions.size(); l++) {
        const ContractionLoop& loop = contraction.results[l];
        const auto d = static_cast<std::size_t>(loop.result_dimension);
        const auto step = static_cast<int>(loop.result_stride / std::max<std::int64_t>(1, strides[d]));
        const std::size_t at = value_dimensions[d];
        index[at] = Halide::Internal::simplify(index[at] + positions[l] * step);
    }
    return index;
}

Expr ContractionAccess::operand_index(bool is_rhs, std::int64_t offset,
                                      const std::vector<Expr>& positions) const {
    Expr flat = static_cast<int>(offset);
    for (std::size_t l = 0; l < contraction.results.size(); l++) {
        const ContractionLoop& loop = contraction.results[l];
        const std::int64_t stride = loop.operand_stride(is_rhs);
        if (stride != 0) flat = flat + positions[l] * static_cast<int>(stride);
    }
    return Halide::Internal::simplify(flat);
}

Expr ContractionAccess::with_steps(Expr offset, bool is_rhs, const std::vector<ReductionLoop>& reductions,
                                   const std::vector<Expr>& reduced) {
    for (std::size_t r = 0; r < reductions.size(); r++) {
        const std::int64_t stride = reductions[r].operand_stride(is_rhs);
        if (stride != 0) offset = offset + reduced[r] * static_cast<int>(stride);
    }
    return Halide::Internal::simplify(offset);
}

Index ContractionAccess::computed_index(bool is_rhs, const std::vector<Expr>& positions,
                                        const std::vector<ReductionLoop>& reductions,
                                        const std::vector<Expr>& reduced) const {
    // The reductions are parts of the contraction's only one.
    const auto stride = static_cast<int>(contraction.reductions.front().operand_stride(is_rhs));
    const Expr step = with_steps(0, is_rhs, reductions, reduced) / stride;
    const BaseIndex& how = *computed(is_rhs);
    Index index;
    for (const std::int64_t start : how.starts) index.emplace_back(static_cast<int>(start));
    for (const DimensionWalk& walk : how.walks) {
        Expr at = walk.loop < positions.size() ? positions[walk.loop] : step;
        at = at / static_cast<int>(walk.divisor);
        if (walk.modulus != 0) at = at % static_cast<int>(walk.modulus);
        index[walk.dimension] = index[walk.dimension] + at * static_cast<int>(walk.step);
    }
    for (Expr& each : index) each = Halide::Internal::simplify(each);
    return index;
}

Expr ContractionAccess::operand_element(ElementBuilder& builder, bool is_rhs,
                                        const std::vector<Expr>& positions,
                                        const std::vector<ReductionLoop>& reductions,
                                        const std::vector<Expr>& reduced) const {
    const AffineView& view = contraction.operand(is_rhs);
    if (computed(is_rhs))
        return builder.element(view.base, computed_index(is_rhs, positions, reductions, reduced));
    const Expr begin = operand_index(is_rhs, view.offset, positions);
    return builder.load(view.base, with_steps(begin, is_rhs, reductions, reduced));
}

Expr ContractionAccess::computed_element(ElementBuilder& builder, bool is_rhs, const Expr& element,
                                         const std::vector<Expr>& positions,
                                         const std::vector<ReductionLoop>& reductions,
                                         const std::vector<Expr>& reduced) const {
    builder.replace(packed(is_rhs), [element](const Index&) { return element; });
    return builder.element(contraction.operand(is_rhs).base,
                           computed_index(is_rhs, positions, reductions, reduced));
}

Expr ContractionAccess::result_element(const Expr& sum) const {
    return is_boolean ? from_storage(sum, ScalarKind::Boolean) : rounded(sum, element);
}

ResultVariables result_variables(const std::vector<ResultLoop>& loops, std::size_t own_loops) {
    ResultVariables variables;
    variables.positions.assign(own_loops, Expr(0));
    for (const ResultLoop& loop : loops) {
        variables.loops.emplace_back(loop.loops.empty() ? std::string("i")
                                                        : fmt::format("i{}", loop.loops.back()));
        if (loop.loops.empty()) continue;
        const Expr position = variables.loops.back();
        Expr& own = variables.positions[static_cast<std::size_t>(loop.loops.back())];
        own = position;
        if (loop.line == 0) continue;
        const auto line = static_cast<int>(loop.line);
        own = position % line;
        variables.positions[static_cast<std::size_t>(loop.lines)] = position / line;
    }
    return variables;
}

namespace {

StagedOperand staged_operand(const StagedPadding& padding, const ContractionProblem& problem) {
    StagedOperand staged{.line_bytes = padding.line_elements * byte_width(problem.lhs.element),
                         .window = padding.window,
                         .step = padding.step};
    const auto walks = [&](const ResultLoop& loop) {
        return loop.loops == std::vector<int>{static_cast<int>(padding.result_loop)};
    };
    const auto found = std::find_if(problem.results.begin(), problem.results.end(), walks);
    HLO2C_CHECK(found != problem.results.end(), "a result loop walks the lines of the staged operand");
    staged.loop = static_cast<std::size_t>(found - problem.results.begin());
    return staged;
}

}  // namespace

namespace {

/// The operand as the contraction reads it: in memory, or computed from values in memory, which `operands`
/// collects.
Operand contraction_operand(const LoweringContext& context, const ContractionAccess& access, bool is_rhs,
                            OperandCollector& operands) {
    const ValueId base = access.contraction.operand(is_rhs).base, packed = access.packed(is_rhs);
    const std::optional<BaseIndex>& computed = access.computed(is_rhs);
    Operand operand = operands.operand(packed);
    if (!computed) return operand;
    ElementBuilder prologue(context, [&](ValueId value, const Expr& flat) {
        OperandCollector packed_alone(context);
        return value == context.storage(packed) ? packed_alone.load(value, flat) : operands.load(value, flat);
    });
    prologue.element(base, Index(computed->starts.size(), Expr(0)));
    if (packed == base) operand.element = compute_kind(context.tensor(base).element, nullptr);
    for (const int position : prologue.inlined_ops()) {
        const Op& op = context.graph.op(position);
        operand.cost += rule_of(op).cost + (rounds(context, op) ? rounding_cost : 0);
    }
    return operand;
}

}  // namespace

GroupProblem contraction_problem(const LoweringContext& context, const Group& group, FloatRules rules) {
    const ContractionAccess access(context, group);
    OperandCollector operands(context);
    ElementBuilder epilogue(context,
                            [&](ValueId value, const Expr& flat) { return operands.load(value, flat); });
    ContractionProblem problem{.computed = access.kind,
                               .lhs = contraction_operand(context, access, false, operands),
                               .rhs = contraction_operand(context, access, true, operands),
                               .results = merged_results(access, epilogue),
                               .reductions = reduction_loops(access.contraction),
                               .flops = access.contraction.flops(),
                               .epilogue_reads_twice = reads_twice(context, group.members),
                               .halo = halo_problem(context, access.place)};
    if (group.staged) problem.staged = staged_operand(*group.staged, problem);
    problem.in_lanes = !problem.staged && sums_in_lanes(problem);
    const bool is_fast = rules == FloatRules::Fast;
    std::int64_t steps = 1;
    for (const ReductionLoop& loop : problem.reductions) steps *= loop.extent;
    if (!problem.in_lanes)
        problem.stretch_loops =
            split_reductions(problem.reductions, problem.computed,
                             is_fast && steps <= longest_fast_sum ? longest_fast_stretch : longest_stretch);
    if (is_fast && !problem.in_lanes && !problem.staged)
        problem.windows = sliding_windows(access, problem.lhs.element, problem.rhs.element);
    for (const int member : group.members) {
        if (member < group.anchor) continue;
        const Op& op = context.graph.op(member);
        const OpRule& rule = rule_of(op);
        problem.epilogue_cost += rule.cost;
        if (rounds(context, op)) problem.epilogue_roundings++;
    }
    GroupProblem result = operands.finish({.form = std::move(problem)});
    result.lhs = {access.packed_lhs, access.contraction.lhs.offset};
    result.rhs = {access.packed_rhs, access.contraction.rhs.offset};
    return result;
}

}  // namespace hlo2c::scheduler::halide

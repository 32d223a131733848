#include "scheduler/halide/contraction_access.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/diagnostic.h"
#include "frontend/ir/attributes.h"
#include "scheduler/halide/halide_names.h"

namespace hlo2c::scheduler::halide {
namespace {

/// Position of each result dimension of the contraction in the value that is written, after the transposes in
/// between.
std::vector<std::size_t> dimensions_in_value(const LoweringContext& context, const Group& group,
                                             std::size_t rank) {
    std::vector<std::size_t> position(rank);
    for (std::size_t d = 0; d < position.size(); d++) position[d] = d;
    for (const int each : group.stages.front().epilogue) {
        const Op& op = context.graph.op(each);
        if (op.code != OpCode::Transpose) continue;
        const auto inverse = frontend::inverse_permutation(op[attr::permutation]);
        for (std::size_t& p : position) p = static_cast<std::size_t>(inverse[p]);
    }
    return position;
}

std::optional<BaseIndex> computed_base(const LoweringContext& context, const Contraction& contraction,
                                       bool is_rhs) {
    const ValueId base = contraction.operand(is_rhs).base;
    if (context.in_memory(base) || context.constants.count(base)) return std::nullopt;
    std::optional<BaseIndex> index = base_index(contraction, is_rhs, context.tensor(base).shape);
    HLO2C_CHECK(index, "the index into an operand that a contraction computes");
    return index;
}

/// The contraction, with an lhs that is the operand of a pad whose edges are peeled: strides and offset are
/// those inside the pad.
Contraction without_edges(const LoweringContext& context, Contraction contraction,
                          const StagedPadding& padding) {
    const auto strides = frontend::row_major_strides(context.tensor(padding.pad->results[0]).shape);
    const auto low = (*padding.pad)[attr::edge_padding_low];
    for (auto* loops : {&contraction.results, &contraction.reductions})
        for (ContractionLoop& loop : *loops) {
            std::int64_t rest = loop.lhs_stride;
            loop.lhs_stride = 0;
            for (std::size_t d = 0; d < strides.size(); d++) {
                loop.lhs_stride += rest / strides[d] * padding.source.strides[d];
                rest %= strides[d];
            }
        }
    contraction.lhs = padding.source;
    for (std::size_t d = 0; d < strides.size(); d++)
        contraction.lhs.offset -= low[d] * padding.source.strides[d];
    return contraction;
}

Contraction contraction_of_group(const LoweringContext& context, const Group& group) {
    Contraction contraction =
        contraction_of(context.graph, context.grouping.materialised, context.graph.op(group.anchor()));
    const bool is_peeled = group.staged && !group.staged->peeled.empty();
    return is_peeled ? without_edges(context, std::move(contraction), *group.staged) : contraction;
}

/// The value that a packed operand is packed from.
ValueId packed_value(const LoweringContext& context, ValueId base, bool is_computed) {
    if (!is_computed) return base;
    const ValueId source = packable_source(context.graph, context.grouping.materialised, base);
    return source == frontend::no_value ? base : source;
}

}  // namespace

ContractionAccess::ContractionAccess(const LoweringContext& context, const Group& group)
    : anchor(context.graph.op(group.anchor())),
      contraction(contraction_of_group(context, group)),
      place(result_place(context, group)),
      element(context.tensor(anchor.results[0]).element),
      is_boolean(element == frontend::ElementType::I1),
      kind(is_boolean ? ScalarKind::U8 : compute_kind(element)),
      result_shape(context.tensor(anchor.results[0]).shape),
      value_dimensions(dimensions_in_value(context, group, result_shape.size())),
      computed_lhs(group.staged ? std::nullopt : computed_base(context, contraction, false)),
      computed_rhs(computed_base(context, contraction, true)),
      packed_lhs(packed_value(context, contraction.lhs.base, computed_lhs.has_value())),
      packed_rhs(packed_value(context, contraction.rhs.base, computed_rhs.has_value())) {}

Expr ContractionAccess::dynamic_start(ElementBuilder& builder, bool is_rhs) const {
    const std::vector<DynamicStart>& starts = contraction.operand(is_rhs).starts;
    return starts.empty() ? Expr() : element_of_starts(builder, starts);
}

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
    const Expr flat = with_steps(begin, is_rhs, reductions, reduced);
    return builder.load(view.base, start(is_rhs).defined() ? start(is_rhs) + flat : flat);
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

}  // namespace hlo2c::scheduler::halide

#include <algorithm>

#include "frontend/diagnostic.h"
#include "frontend/ir/attributes.h"
#include "scheduler/groups/subnormal_values.h"
#include "scheduler/halide/contraction_access.h"
#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/group_problems.h"
#include "scheduler/halide/halide_names.h"
#include "scheduler/halide/loaded_loops.h"
#include "scheduler/halide/loop_domain.h"
#include "scheduler/halide/opaque.h"
#include "scheduler/halide/operand_collector.h"
#include "scheduler/loops/transpose_copies.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/schedule/contraction_order.h"
#include "scheduler/schedule/zero_lines.h"

namespace hlo2c::scheduler::halide {
namespace {

/// Products with padding are left out if no more than this share of products remains.
constexpr double most_inside = 0.98;

/// Loops over a window whose padding is peeled stay apart, in their order.
std::vector<ReductionLoop> reduction_loops(const Contraction& contraction, bool is_peeled) {
    std::vector<ReductionLoop> loops;
    for (const ContractionLoop& loop : contraction.reductions)
        if (loop.extent > 1 || !is_peeled) loops.push_back({loop.extent, loop.lhs_stride, loop.rhs_stride});
    return is_peeled ? loops : ordered_reductions(loops);
}

/// An index that no loops walk as one.
Expr index_of_each(const Index& positions) {
    Expr sum = 0;
    for (std::size_t i = 0; i < positions.size(); i++) sum = sum + positions[i] * static_cast<int>(i + 1);
    return sum;
}

/// See ContractionProblem::epilogue_strides.
bool reads_with_strides(const LoopDomain& domain, const Expr& epilogue) {
    const auto last =
        std::min_element(domain.loops.rbegin(), domain.loops.rend(),
                         [](const DomainLoop& a, const DomainLoop& b) { return a.stride < b.stride; });
    const auto is_strided = [&](const Expr& index) {
        const auto is_linear = [&](const DomainLoop& loop) {
            return coefficient(index, loop.var).has_value();
        };
        return !std::all_of(domain.loops.begin(), domain.loops.end(), is_linear) ||
               !is_unit_or_zero(*coefficient(index, last->var));
    };
    const LoadIndices loads = loads_of({epilogue});
    return loads.reads_position || std::any_of(loads.indices.begin(), loads.indices.end(), is_strided);
}

/// Sets the result loops to those that every access of the group can use, and how the epilogue's loads follow
/// them.
void set_results(ContractionProblem& problem, const LoweringContext& context, const ContractionAccess& access,
                 ElementBuilder& epilogue, bool is_peeled) {
    OperandCollector loads(context);
    ElementBuilder prologue(context,
                            [&](ValueId value, const Expr& flat) { return loads.load(value, flat); });
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
        std::vector<Expr> all = {access.operand_index(false, 0, positions),
                                 access.operand_index(true, 0, positions),
                                 epilogue.element(access.place.value, access.value_index(positions))};
        if (is_peeled) all.push_back(index_of_each(positions));
        for (const bool is_rhs : {false, true})
            if (access.computed(is_rhs))
                all.push_back(access.operand_element(prologue, is_rhs, positions, {}, {}));
        return all;
    });
    if (domain.loops.size() > 1)
        problem.epilogue_strides = reads_with_strides(
            domain, epilogue.element(access.place.value, access.value_index(domain.index)));
    std::vector<ResultLoop>& loops = problem.results;
    for (const DomainLoop& loop : domain.loops) {
        const ContractionLoop& last =
            access.contraction.results[static_cast<std::size_t>(loop.dimensions.back())];
        loops.push_back({loop.extent, loop.stride, last.lhs_stride, last.rhs_stride, loop.dimensions});
    }
    if (loops.empty()) loops.emplace_back();
    std::stable_sort(loops.begin(), loops.end(),
                     [](const ResultLoop& a, const ResultLoop& b) { return a.stride > b.stride; });
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

/// True if the op rounds its result to a type narrower than it is computed in.
bool rounds(const LoweringContext& context, const Op& op) {
    const OpRule& rule = rule_of(op);
    return rule.is_elementwise() && rule.rounding == Rounding::Needed &&
           !element_form(context.tensor(op.results[0]).element).narrow.empty();
}

/// True if several ops of the stage read the same result of one.
bool reads_twice(const LoweringContext& context, const Stage& stage) {
    const std::vector<int> ops = stage.ops();
    return std::any_of(ops.begin(), ops.end(), [&](int each) {
        const auto& readers = context.graph.readers(context.graph.op(each).results[0]);
        const auto inside = std::count_if(readers.begin(), readers.end(), [&](int reader) {
            return std::binary_search(ops.begin(), ops.end(), reader);
        });
        return inside > 1;
    });
}

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

PeeledLoop peeled_loop(const PeeledDimension& each, std::size_t reduction) {
    return {static_cast<int>(each.result_loop), reduction, each.step, each.dilation, each.low, each.size};
}

std::vector<PeeledLoop> peeled_loops(const StagedPadding& padding) {
    std::vector<PeeledLoop> loops;
    for (const PeeledDimension& each : padding.peeled)
        loops.push_back(peeled_loop(each, static_cast<std::size_t>(each.reduction)));
    return loops;
}

/// The lines of zeros that are worth a test, where one loop of the problem is over the window's dimension.
std::vector<PeeledLoop> zero_lines(const LoweringContext& context, const ContractionAccess& access,
                                   const ContractionProblem& problem) {
    std::vector<PeeledLoop> lines;
    for (const PeeledDimension& each : dimensions_of_zeros(context.graph, access.anchor)) {
        const ContractionLoop& window =
            access.contraction.reductions[static_cast<std::size_t>(each.reduction)];
        const ContractionLoop& result =
            access.contraction.results[static_cast<std::size_t>(each.result_loop)];
        const auto walks = [&](const ReductionLoop& loop) {
            return loop == ReductionLoop{window.extent, window.lhs_stride, window.rhs_stride};
        };
        const auto found = std::find_if(problem.reductions.begin(), problem.reductions.end(), walks);
        if (found == problem.reductions.end()) continue;
        const PeeledLoop loop =
            peeled_loop(each, static_cast<std::size_t>(found - problem.reductions.begin()));
        if (share_inside(loop, result.extent, window.extent) <= most_inside) lines.push_back(loop);
    }
    return lines;
}

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
    if (packed == base) operand.element = compute_kind(context.tensor(base).element);
    for (const int position : prologue.inlined_ops()) {
        const Op& op = context.graph.op(position);
        operand.cost += rule_of(op).cost + (rounds(context, op) ? rounding_cost : 0);
    }
    return operand;
}

}  // namespace

GroupProblem contraction_problem(const LoweringContext& context, const Group& group, FloatRules rules) {
    const ContractionAccess access(context, group);
    const Stage& stage = group.stages.front();
    OperandCollector operands(context);
    ElementBuilder epilogue(context,
                            [&](ValueId value, const Expr& flat) { return operands.load(value, flat); });
    const bool is_peeled = group.staged && !group.staged->peeled.empty();
    ContractionProblem problem{.computed = access.kind,
                               .lhs = contraction_operand(context, access, false, operands),
                               .rhs = contraction_operand(context, access, true, operands),
                               .reductions = reduction_loops(access.contraction, is_peeled),
                               .flops = access.contraction.flops(),
                               .epilogue_reads_twice = reads_twice(context, stage),
                               .halo = halo_problem(context, access.place)};
    set_results(problem, context, access, epilogue, is_peeled);
    for (const bool is_rhs : {false, true}) access.dynamic_start(epilogue, is_rhs);
    if (access.place.update) window_start(context, epilogue, *access.place.update);
    if (is_peeled)
        problem.peeled = peeled_loops(*group.staged);
    else if (group.staged)
        problem.staged = staged_operand(*group.staged, problem);
    const bool is_fast = rules == FloatRules::Fast;
    for (const bool is_rhs : {false, true})  // exponentials are never subnormal under `fast`
        problem.operand(is_rhs).is_often_subnormal =
            !is_fast && !access.computed(is_rhs) &&
            is_often_subnormal(context.graph, access.contraction.operand(is_rhs).base);
    order_sums(problem, is_fast);
    // Totals of stretches are never -0, so that no zero changes them. Other sums may underflow to it.
    if (!problem.in_lanes && !is_peeled && (is_fast || problem.stretch_loops > 0))
        problem.zero_lines = zero_lines(context, access, problem);
    if (is_fast && !problem.in_lanes && !problem.staged && !is_peeled)
        problem.windows = sliding_windows(access, problem.lhs.element, problem.rhs.element);
    for (const int position : stage.epilogue) {
        const Op& op = context.graph.op(position);
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

#include <algorithm>

#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/group_problems.h"
#include "scheduler/halide/halide_names.h"
#include "scheduler/halide/loaded_loops.h"
#include "scheduler/halide/loop_domain.h"
#include "scheduler/halide/opaque.h"
#include "scheduler/halide/operand_collector.h"
#include "scheduler/halide/reduction_operator.h"
#include "scheduler/halide/row_space.h"
#include "scheduler/loops/load_columns.h"
#include "scheduler/ops/op_rule.h"

namespace hlo2c::scheduler::halide {
namespace {

/// See RowProblem::walks_pairs. The last of the loops is over columns. Rows that are read again have columns
/// that need no gathers.
bool walks_whole_rows(const LoadIndices& loads, const std::vector<DomainLoop>& loops) {
    const DomainLoop &rows = *(loops.end() - 2), &columns = loops.back();
    if (!walk_pairs(loads, rows, columns)) return false;
    return std::all_of(loads.indices.begin(), loads.indices.end(), [&](const Expr& index) {
        if (coefficient(index, columns.var) == 0 || coefficient(index, rows.var) == 0) return true;
        std::int64_t stride = rows.extent * columns.extent;
        for (auto loop = loops.rbegin() + 2; loop != loops.rend(); ++loop) {
            const auto step = coefficient(index, loop->var);
            if (step != stride && (step != 0 || !are_separable(columns.extent))) return false;
            stride *= loop->extent;
        }
        return true;
    });
}

/// Finds the loops over rows and over columns that every access of the group can use.
void find_loops(const LoweringContext& context, const Group& group, OperandCollector& operands,
                RowProblem& problem) {
    const RowSpace space = row_space(context, group);
    const Op& anchor = context.graph.op(group.anchor());
    const ValueId root = group.roots[0];
    std::vector<std::int64_t> strides = frontend::row_major_strides(space.shape);
    const auto row_strides = frontend::row_major_strides(context.tensor(anchor.results[0]).shape);
    if (!space.stores_rows) std::copy(row_strides.begin(), row_strides.end(), strides.begin());
    ElementBuilder builder(context,
                           [&](ValueId value, const Expr& flat) { return operands.load(value, flat); });
    builder.begin_root(root);
    std::vector<const Op*> reductions;
    for (const Stage& stage : group.stages) {
        if (stage.kind != GroupKind::Reduction) continue;
        const Op& op = context.graph.op(stage.anchor);
        reductions.push_back(&op);
        const ScalarKind kind = compute_kind(context.tensor(op.results[0]).element);
        builder.replace(op.results[0], [kind](const Index&) {
            return opaque_node(NodeKind::Convert, halide_type(kind), {Expr(0)});
        });
    }
    const auto expressions = [&](const Index& index) {
        std::vector<Expr> all;
        for (const Op* op : reductions) {
            all.push_back(builder.element(op->operands[0], index));
            all.push_back(builder.element(op->operands[1], {}));
        }
        all.push_back(builder.element(root, space.aligned(index, context.tensor(root).shape)));
        return all;
    };
    const LoopDomain domain = make_domain(space.shape, strides, expressions, space.row_rank);
    for (const DomainLoop& loop : domain.loops)
        (loop.dimensions.back() < space.row_rank ? problem.rows : problem.columns)
            .push_back({loop.extent, loop.stride, loop.dimensions});
    problem.walks_pairs = problem.columns.size() == 1 && !problem.rows.empty() &&
                          walks_whole_rows(loads_of(expressions(domain.index)), domain.loops);
    // Collects all operands, also those that are read in no loop.
    for (const Op* op : reductions) {
        builder.element(op->operands[1], {});
        builder.element(op->operands[0], domain.index);
    }
    builder.element(root, space.aligned(domain.index, context.tensor(root).shape));
    if (problem.rows.empty()) problem.rows.push_back({1, 1, {}});
    if (problem.columns.empty()) problem.columns.push_back({1, 1, {}});
    problem.stores_rows = space.stores_rows;
}

int readers_in(const LoweringContext& context, const Group& group, ValueId value) {
    int readers = 0;
    for (const int reader : context.graph.readers(value)) readers += group.has(reader);
    return readers;
}

bool is_summed(const LoweringContext& context, const Group& group, ValueId value) {
    return std::any_of(group.stages.begin(), group.stages.end(), [&](const Stage& stage) {
        const auto& operands = context.graph.op(stage.anchor).operands;
        return stage.kind == GroupKind::Reduction && std::count(operands.begin(), operands.end(), value) > 0;
    });
}

}  // namespace

GroupProblem row_problem(const LoweringContext& context, const Group& group) {
    const Op& anchor = context.graph.op(group.anchor());
    OperandCollector operands(context);
    RowProblem problem{.computed = compute_kind(context.tensor(anchor.operands[0]).element)};
    find_loops(context, group, operands, problem);
    for (const Stage& stage : group.stages) {
        if (stage.kind != GroupKind::Reduction) continue;
        const Op& op = context.graph.op(stage.anchor);
        if (const auto found = reduction_operator(context, op)) problem.sums.push_back(found->element);
    }
    for (const int position : row_values(context, group)) {
        const Op& op = context.graph.op(position);
        const ScalarKind kind = compute_kind(context.tensor(op.results[0]).element);
        problem.values.push_back({rule_of(op).cost, readers_in(context, group, op.results[0]),
                                  problem.row_elements() * byte_width(kind),
                                  is_summed(context, group, op.results[0])});
    }
    const RowSpace space = row_space(context, group);
    for (const ValueId operand : operands.values())
        problem.whole_operands += space.is_whole(context.tensor(operand).shape);
    return operands.finish({.form = std::move(problem)});
}

}  // namespace hlo2c::scheduler::halide

#include "scheduler/kernels/problem_of.h"

#include <algorithm>
#include <optional>
#include <set>

#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_lists.h"
#include "frontend/ir/donation.h"
#include "scheduler/groups/element_form.h"
#include "scheduler/groups/sort_key.h"
#include "scheduler/groups/sorted_rows.h"
#include "scheduler/halide/group_problems.h"
#include "scheduler/ops/op_rule.h"
#include "scheduler/runtime/lower_runtime.h"

namespace hlo2c::scheduler {
namespace {

using frontend::Op;
using frontend::OpCode;
using frontend::TensorType;
using frontend::ValueId;

GroupProblem update_problem(const LoweringContext& context, const Group& group) {
    const Op& op = context.graph.op(group.anchor());
    const TensorType& root = context.tensor(op.results[0]);
    const auto strides = frontend::row_major_strides(root.shape);
    const auto& window = context.tensor(op.operands[1]).shape;
    UpdateProblem problem{.computed = compute_kind(root.element)};
    for (std::size_t d = 0; d < window.size(); d++)
        if (window[d] != 1) problem.loops.push_back({window[d], strides[d], {static_cast<int>(d)}});
    problem.reads_window = context.graph.reads(op.operands[1], op.operands[0], [&](int position) {
        return !context.in_memory(context.graph.op(position).results[0]);
    });
    return {{.form = std::move(problem)}, {}};
}

/// The extent of the last dimension, if each window of a select_and_scatter has one element along it.
std::int64_t windows_side_by_side(const LoweringContext& context, const Op& op) {
    const frontend::Window window = frontend::reduce_window_window(op);
    if (window.size.empty() || window.size.back() != 1 || window.strides.back() != 1 ||
        window.padding.back() != decltype(window.padding)::value_type{})
        return 0;
    return context.tensor(op.operands[1]).shape.back();
}

/// The extent of the last dimension of a scatter's windows, if no index moves them along it: then its
/// elements are neighbours in the result, and inside of it. Otherwise 0.
std::int64_t window_of_neighbours(const LoweringContext& context, const Op& op) {
    const frontend::ScatterDimensions dims = op[attr::scatter_dimension_numbers];
    const auto last = static_cast<std::int64_t>(context.tensor(op.operands[0]).rank()) - 1;
    const auto& updates = context.tensor(op.operands[op.results.size() + 1]).shape;
    const auto last_update = static_cast<std::int64_t>(updates.size()) - 1;
    const bool is_window = !dims.update_window_dims.empty() &&
                           dims.update_window_dims.back() == last_update &&
                           !frontend::contains(dims.inserted_window_dims, last) &&
                           !frontend::contains(dims.input_batching_dims, last) &&
                           !frontend::contains(dims.scatter_dims_to_operand_dims, last);
    return is_window ? updates.back() : 0;
}

GroupProblem scatter_problem(const LoweringContext& context, const Group& group) {
    const Op& op = context.graph.op(group.anchor());
    const TensorType& result = context.tensor(op.results[0]);
    ScatterProblem problem{.elements = result.element_count()};
    if (op.code == OpCode::SelectAndScatter) {
        problem.filled.push_back(compute_kind(result.element));
        problem.side_by_side = windows_side_by_side(context, op);
    } else if (op.results.size() > 1)
        for (const ValueId value : op.results)
            problem.filled.push_back(storage_kind(context.tensor(value).element));
    else {
        problem.window = window_of_neighbours(context, op);
        problem.computed = compute_kind(result.element);
    }
    return {{.form = std::move(problem)}, {}};
}

GroupProblem sort_problem(const LoweringContext& context, const Group& group) {
    const Op& op = context.graph.op(group.anchor());
    const auto& shape = context.tensor(op.operands[0]).shape;
    const auto rank = static_cast<std::int64_t>(shape.size());
    const auto dimension = static_cast<std::int64_t>(sorted_dimension(context.graph.function(), op));
    SortProblem problem;
    for (std::int64_t d = 0; d < rank; d++) {
        const std::int64_t size = shape[static_cast<std::size_t>(d)];
        (d < dimension ? problem.outer : d == dimension ? problem.length : problem.inner) *= size;
    }
    for (const ValueId operand : op.operands)
        problem.elements.push_back(compute_kind(context.tensor(operand).element));
    const auto& comparator = op.regions[0].ops;
    problem.comparator_ops = static_cast<int>(std::count_if(
        comparator.begin(), comparator.end(), [](const Op& each) { return rule_of(each).is_elementwise(); }));
    problem.kept = context.tensor(group.roots[0]).shape[static_cast<std::size_t>(dimension)];
    if (const auto key = sort_key(context.graph.function(), op))
        problem.key = compute_kind(context.tensor(key->value).element);
    return {{.form = std::move(problem)}, {}};
}

/// True if the group reads an argument whose memory the caller donates to the group's result.
bool replaces_operand(const LoweringContext& context, const Group& group,
                      const std::vector<ValueId>& loaded) {
    const frontend::Function& function = context.graph.function();
    std::set<ValueId> read(loaded.begin(), loaded.end());
    for (const int member : group.members())
        for (const ValueId operand : context.graph.op(member).operands) read.insert(context.storage(operand));
    for (const frontend::Donation& donation : frontend::donations(function)) {
        if (read.count(donation.argument) == 0) continue;
        for (const ValueId root : group.roots)
            if (context.storage(root) == context.storage(donation.returned)) return true;
    }
    return false;
}

GroupProblem unplaced_problem(const LoweringContext& context, const Group& group, FloatRules rules) {
    switch (group.kind) {
        case GroupKind::Map:
        case GroupKind::Assemble: return halide::map_problem(context, group);
        case GroupKind::Update: return update_problem(context, group);
        case GroupKind::Scatter: return scatter_problem(context, group);
        case GroupKind::Sort: return sort_problem(context, group);
        case GroupKind::Contraction: return halide::contraction_problem(context, group, rules);
        case GroupKind::Row: return halide::row_problem(context, group);
        case GroupKind::Reduction:
        case GroupKind::Window: return halide::reduction_problem(context, group);
        case GroupKind::Control:
            return {.problem = runtime_problem(context.graph.function(), context.graph.op(group.anchor()))};
    }
    return {};
}

}  // namespace

GroupProblem problem_of(const LoweringContext& context, const Group& group, FloatRules rules) {
    GroupProblem problem = unplaced_problem(context, group, rules);
    const auto note = [&](auto& form) {
        if constexpr (requires { form.replaces_operand; })
            form.replaces_operand = replaces_operand(context, group, problem.operands);
    };
    std::visit(note, problem.problem.form);
    return problem;
}

}  // namespace hlo2c::scheduler

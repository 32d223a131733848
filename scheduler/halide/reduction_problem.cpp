#include <fmt/format.h>

#include <algorithm>

#include "scheduler/halide/group_problems.h"
#include "scheduler/halide/halide_names.h"
#include "scheduler/halide/loop_domain.h"
#include "scheduler/halide/operand_collector.h"
#include "scheduler/halide/reduced_space.h"
#include "scheduler/halide/reduction_operator.h"
#include "scheduler/schedule/reduction_order.h"

namespace hlo2c::scheduler::halide {
namespace {

std::vector<ElementLoop> loops_of(const LoopDomain& domain) {
    std::vector<ElementLoop> loops;
    for (const DomainLoop& loop : domain.loops) loops.push_back({loop.extent, loop.stride, loop.dimensions});
    if (loops.empty()) loops.push_back({1, 1, {}});
    return loops;
}

/// A position in each dimension that has more than one.
Index positions(const std::vector<std::int64_t>& extents, const char* name) {
    Index index;
    for (std::size_t d = 0; d < extents.size(); d++)
        index.push_back(extents[d] == 1 ? Expr(0) : Expr(Var(fmt::format("{}{}", name, d))));
    return index;
}

/// Finds the loops of a reduction, and merges neighbouring ones if all reads of elements and all writes of
/// results allow it.
class ReductionAnalysis {
public:
    ReductionAnalysis(const LoweringContext& context, const Group& group)
        : context_(context),
          group_(group),
          op_(context.graph.op(group.anchor())),
          count_(op_.results.size()),
          roots_(group.roots),
          space_(reduced_space(context, op_)),
          operands_(context),
          builder_(make_builder()) {
        for (std::size_t i = 0; i < count_; i++) initial_.push_back(operand_element(count_ + i, {}));
    }

    GroupProblem run() {
        const auto& shape = context_.tensor(op_.results[0]).shape;
        ReductionProblem problem{.computed = compute_kind(context_.tensor(op_.results[0]).element),
                                 .elements = context_.tensor(op_.operands[0]).element_count()};
        const Index reduced = positions(space_.extents, "w"), result = positions(shape, "result");
        problem.results =
            loops_of(make_domain(shape, frontend::row_major_strides(shape), [&](const Index& index) {
                std::vector<Expr> all = root_elements(index);
                add_operand_elements(all, index, reduced);
                return all;
            }));
        problem.reduced = loops_of(
            make_domain(space_.extents, frontend::row_major_strides(space_.extents), [&](const Index& index) {
                std::vector<Expr> all;
                add_operand_elements(all, result, index);
                return all;
            }));
        find_order(problem);
        find_kept(problem);
        // Collects all operands, also where there was nothing to merge.
        std::vector<Expr> all;
        add_operand_elements(all, result, reduced);
        root_elements(result);
        return operands_.finish({.form = std::move(problem)});
    }

private:
    ElementBuilder make_builder() {
        return ElementBuilder(
            context_, [this](ValueId value, const Expr& flat) { return operands_.load(value, flat); });
    }
    Expr operand_element(std::size_t i, const Index& index) {
        return converted(builder_.element(op_.operands[i], index), context_.tensor(op_.operands[i]).element,
                         context_.tensor(op_.results[i % count_]).element);
    }
    void add_operand_elements(std::vector<Expr>& all, const Index& result, const Index& reduced) {
        for (std::size_t i = 0; i < count_; i++)
            all.push_back(operand_element(i, space_.operand_index(result, reduced)));
    }
    /// The roots at a position; the initial values stand for what is reduced.
    std::vector<Expr> root_elements(const Index& index) {
        ElementBuilder after = make_builder();
        for (std::size_t i = 0; i < count_; i++)
            after.replace(op_.results[i], [e = initial_[i]](const Index&) { return e; });
        std::vector<Expr> elements;
        for (const ValueId root : roots_) {
            after.begin_root(root);
            elements.push_back(after.element(root, index));
        }
        return elements;
    }
    void find_kept(ReductionProblem& problem) const {
        for (const SharedRow& row : group_.shared) {
            const auto is_around = [&](const ElementLoop& loop) {
                return !loop.dimensions.empty() && loop.dimensions.back() < row.result_dimensions;
            };
            problem.kept.push_back({.kind = compute_kind(context_.tensor(row.value).element),
                                    .loops = static_cast<int>(std::count_if(
                                        problem.results.begin(), problem.results.end(), is_around)),
                                    .elements = row.elements,
                                    .columns = problem.reduced.back().extent});
        }
    }
    /// In what order elements are combined: open where every result has an operator of its own.
    void find_order(ReductionProblem& problem) const {
        for (std::size_t i = 0; i < count_; i++)
            if (const auto found = reduction_operator(context_, op_, i))
                problem.sums.push_back(found->element);
        if (problem.sums.size() < count_) problem.sums.clear();
        order_elements(problem, space_.takes_rows);
    }

    const LoweringContext& context_;
    const Group& group_;
    const Op& op_;
    const std::size_t count_;
    const std::vector<ValueId>& roots_;
    const ReducedSpace space_;
    OperandCollector operands_;
    ElementBuilder builder_;
    std::vector<Expr> initial_;
};

}  // namespace

GroupProblem reduction_problem(const LoweringContext& context, const Group& group) {
    return ReductionAnalysis(context, group).run();
}

}  // namespace hlo2c::scheduler::halide

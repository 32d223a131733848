#include <fmt/format.h>

#include <algorithm>

#include "scheduler/halide/group_lowering.h"
#include "scheduler/halide/halide_names.h"
#include "scheduler/halide/loop_domain.h"
#include "scheduler/halide/make_parallel.h"
#include "scheduler/halide/reduced_space.h"
#include "scheduler/halide/reduction_operator.h"

namespace hlo2c::scheduler::halide {
namespace {

class ReductionLowering : ScheduledLowering<ReductionProblem, ReductionSchedule> {
public:
    explicit ReductionLowering(const GroupToLower& request)
        : ScheduledLowering(request),
          op_(context_.graph.op(request.group.anchor())),
          count_(op_.results.size()),
          roots_(request.group.roots),
          space_(reduced_space(context_, op_)) {}

    LoweredKernel run() {
        for (ValueId root : roots_) assembly_.add_output(root);
        assembly_.declare_inputs(request_.problem.operands);
        for (std::size_t i = 0; i < count_; i++) initial_.push_back(operand_element(count_ + i, {}));
        domain_ = domain_over(problem_.results, context_.tensor(op_.results[0]).shape.size());
        for (auto loop = domain_.loops.rbegin(); loop != domain_.loops.rend(); ++loop) {
            arguments_.push_back(loop->var);
            output_loops_.push_back({loop->extent, loop->stride});
        }
        for (std::size_t i = 0; i < problem_.sums.size(); i++)
            operators_.push_back(*reduction_operator(context_, op_, i));
        define_kept();
        Func output("out");
        if (schedule_.in_rows)
            reduce_rows(output);
        else
            reduce_columns(output);
        if (schedule_.overlaps) assembly_.set_stores_twice();
        describe();
        assembly_.add_box(output, output_loops_, 0, schedule_.parallel.slots);
        return assembly_.finish();
    }

private:
    frontend::ElementType element(std::size_t result) const {
        return context_.tensor(op_.results[result]).element;
    }
    /// Operands are combined in the type of the result, which may be wider.
    Expr operand_element(std::size_t i, const Index& index) {
        return converted(builder_.element(op_.operands[i], index), context_.tensor(op_.operands[i]).element,
                         element(i % count_));
    }

    /// The elements of the roots at a position, given the reduction's own results.
    std::vector<Expr> root_elements(const Index& index, const std::vector<Expr>& reduced) {
        ElementBuilder after = make_builder();
        for (std::size_t i = 0; i < count_; i++)
            after.replace(op_.results[i], [e = reduced[i]](const Index&) { return e; });
        std::vector<Expr> elements;
        for (ValueId root : roots_) {
            after.begin_root(root);
            elements.push_back(after.element(root, index));
        }
        builder_.note_inlined(after.inlined_ops());
        return elements;
    }

    /// Element of operand `i` at a position in each reduced loop.
    Expr reduced_element(std::size_t i, const std::vector<Expr>& positions) {
        Index reduced(space_.extents.size(), Expr(0));
        for (std::size_t l = 0; l < positions.size(); l++)
            if (const auto& dimensions = problem_.reduced[l].dimensions; !dimensions.empty())
                reduced[static_cast<std::size_t>(dimensions.back())] = positions[l];
        return operand_element(i, space_.operand_index(domain_.index, reduced));
    }

    CombiningTree tree(std::size_t result) {
        CombiningTree made = tree_of(operators_[result], [this, result](const std::vector<Expr>& positions) {
            return reduced_element(result, positions);
        });
        for (const ElementLoop& loop : problem_.reduced) made.order.extents.push_back(loop.extent);
        return made;
    }

    void define_output(Func& output, const std::vector<Expr>& reduced) {
        std::vector<Expr> written;
        for (const Expr& each : root_elements(domain_.index, reduced))
            written.push_back(to_memory(each, context_.tensor(roots_[written.size()]).element));
        output(arguments_) = Halide::Tuple(written);
    }

    /// The rows that neighbouring results share.
    void define_kept() {
        for (const SharedRow& row : request_.group.shared) {
            const TensorType& type = context_.tensor(row.value);
            std::vector<Var> arguments;
            Index index;
            for (std::size_t d = 0; d < type.shape.size(); d++) {
                arguments.emplace_back(fmt::format("k{}", d));
                index.push_back(arguments.back());
            }
            const Var lanes = arguments[static_cast<std::size_t>(row.lane_dimension)];
            std::swap(arguments[static_cast<std::size_t>(row.lane_dimension)], arguments.front());
            Func kept("kept");
            kept(arguments) = to_storage(builder_.element(row.value, index));
            const ScalarKind kind = compute_kind(type.element);
            builder_.replace(row.value, [kept, kind, at = row.lane_dimension](const Index& index) {
                std::vector<Expr> positions = index;
                std::swap(positions[static_cast<std::size_t>(at)], positions.front());
                return from_storage(kept(positions), kind);
            });
            kept_.push_back({kept, lanes});
        }
    }

    /// `order` has the loops of `output`, innermost first.
    void schedule_kept(const Func& output, const std::vector<Halide::VarOrRVar>& order) {
        for (std::size_t i = 0; i < kept_.size(); i++) {
            const auto inner = problem_.results.size() - static_cast<std::size_t>(problem_.kept[i].loops);
            const KeptRowSchedule& how = schedule_.kept[i];
            Func& row = kept_[i].row;
            row.compute_at(output, order[std::min(inner, order.size() - 1)].var)
                .store_in(how.place == RowPlace::Stack ? Halide::MemoryType::Stack
                                                       : Halide::MemoryType::Heap);
            if (how.lanes > 1) row.vectorize(kept_[i].lanes, how.lanes, Halide::TailStrategy::ShiftInwards);
        }
    }

    std::vector<Expr> here() const { return {arguments_.begin(), arguments_.end()}; }

    /// Computes one result at a time, with vectors along the operand's rows.
    void reduce_rows(Func& output) {
        std::vector<Func> totals;
        std::vector<std::vector<Chain>> chains;
        std::vector<Expr> reduced;
        for (std::size_t i = 0; i < count_; i++) {
            CombiningTree made = tree(i);
            take_rows(made, operators_[i].element);
            chains.push_back(chains_of(made, arguments_));
            totals.emplace_back(operators_[i].name());
            combine_lanes(totals[i], arguments_, initial_[i], chains[i], operators_[i]);
            reduced.push_back(rounded(operators_[i].value(totals[i](here())), element(i)));
        }
        define_output(output, reduced);
        std::vector<Halide::VarOrRVar> order(arguments_.begin(), arguments_.end());
        make_parallel(output, order, schedule_.parallel);
        schedule_kept(output, order);
        const Var result = order.front().var;
        for (std::size_t i = 0; i < count_; i++) {
            totals[i].compute_at(output, result).store_in(Halide::MemoryType::Register);
            for (Chain& chain : chains[i])
                chain.compute_at(output, result, {.vector_lanes = schedule_.sum_lanes[i]});
        }
    }

    /// Computes neighbouring results in vectors.
    void reduce_columns(Func& output) {
        const int width = schedule_.lanes, vectors = schedule_.vectors;
        Var block("block"), vector("vector"), lane("lane");
        if (operators_.empty())
            apply_in_order(output, block, width);
        else
            combine_columns(output, block, width, vectors);
        output
            .split(domain_.loops.back().var, block, lane, width * vectors, Halide::TailStrategy::ShiftInwards)
            .split(lane, vector, lane, width)
            .vectorize(lane)
            .unroll(vector);
        std::vector<Halide::VarOrRVar> order(arguments_.begin(), arguments_.end());
        order.front() = block;
        make_parallel(output, order, schedule_.parallel);
        schedule_kept(output, order);
    }

    /// The elements of a result, combined with its initial value; `chains` receives the chains that do so.
    Expr column_total(std::size_t result, std::vector<Chain>& chains) {
        CombiningTree made = tree(result);
        made.order.lanes = column_lanes;
        Expr total = operators_[result].number(initial_[result]);
        const bool in_sequence = take_sequence(made, total);
        chains = chains_of(made, arguments_);
        if (in_sequence) return chains.front().combined(here());
        for (auto chain = chains.rbegin(); chain != chains.rend(); ++chain)
            total = operators_[result].combine(total, chain->combined(here()));
        return total;
    }

    void combine_columns(Func& output, const Var& block, int width, int vectors) {
        std::vector<Expr> reduced;
        std::vector<std::vector<Chain>> chains(count_);
        std::vector<Func> totals;
        for (std::size_t i = 0; i < count_; i++) {
            totals.emplace_back(operators_[i].name());
            totals[i](arguments_) = column_total(i, chains[i]);
            reduced.push_back(rounded(operators_[i].value(totals[i](here())), element(i)));
        }
        define_output(output, reduced);
        const Var x = domain_.loops.back().var;
        for (std::size_t i = 0; i < count_; i++) {
            Var vector("vector"), lane("lane");
            totals[i].compute_at(output, block).store_in(Halide::MemoryType::Register);
            totals[i].bound_extent(x, width * vectors).split(x, vector, lane, width);
            totals[i].vectorize(lane).unroll(vector);
            for (Chain& chain : chains[i])
                chain.compute_at(output, block, {.vector_lanes = width, .results = width * vectors});
        }
    }

    /// Applies the region as it is to one element after another.
    void apply_in_order(Func& output, const Var& block, int width) {
        Halide::Region ranges;
        for (auto loop = problem_.reduced.rbegin(); loop != problem_.reduced.rend(); ++loop)
            ranges.push_back({0, static_cast<int>(loop->extent)});
        const RDom r(ranges);
        std::vector<Expr> positions;
        for (int d = r.dimensions(); d-- > 0;) positions.push_back(r[d]);
        Func accumulator("accumulator");
        const auto stored = [](const std::vector<Expr>& values) {
            std::vector<Expr> result;
            for (const Expr& value : values) result.push_back(to_storage(value));
            return Halide::Tuple(result);
        };
        const auto loaded = [&] {
            std::vector<Expr> values;
            for (std::size_t i = 0; i < count_; i++) {
                const Expr value =
                    count_ == 1 ? Expr(accumulator(here())) : Expr(accumulator(here())[static_cast<int>(i)]);
                values.push_back(from_storage(value, compute_kind(element(i))));
            }
            return values;
        };
        accumulator(arguments_) = stored(initial_);
        std::vector<Expr> arguments = loaded();
        for (std::size_t i = 0; i < count_; i++)
            arguments.push_back(over_domain(r, reduced_element(i, positions)));
        std::vector<Expr> combined = builder_.apply(op_.regions[0], arguments);
        // A region may ignore its arguments, but Halide accepts no update that reads nothing.
        for (Expr& value : combined) value = over_domain(r, value);
        accumulator(arguments_) = stored(combined);
        define_output(output, loaded());

        const Var inner = domain_.loops.back().var;
        Var x("x"), xo("xo");
        accumulator.compute_at(output, block).store_in(Halide::MemoryType::Register);
        accumulator.split(inner, xo, x, width).vectorize(x).unroll(xo);
        std::vector<Halide::VarOrRVar> order = {x, xo};
        for (int d = 0; d < r.dimensions(); d++) order.push_back(r[d]);
        accumulator.update(0).split(inner, xo, x, width).reorder(order).vectorize(x).unroll(xo);
    }

    const Op& op_;
    const std::size_t count_;
    const std::vector<ValueId>& roots_;
    const ReducedSpace space_;
    std::vector<Expr> initial_;
    LoopDomain domain_;  // of the results
    struct KeptRowFunction {
        Func row;
        Var lanes;
    };
    std::vector<KeptRowFunction> kept_;
    std::vector<ReductionOperator> operators_;
    std::vector<Var> arguments_;  // of the result loops, innermost first
    std::vector<KernelAssembly::OutputLoop> output_loops_;
};

}  // namespace

LoweredKernel lower_reduction(const GroupToLower& request) {
    return ReductionLowering(request).run();
}

}  // namespace hlo2c::scheduler::halide

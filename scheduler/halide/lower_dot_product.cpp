#include "scheduler/halide/combining_tree.h"
#include "scheduler/halide/contraction_lowering.h"
#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/halide_names.h"
#include "scheduler/halide/make_parallel.h"
#include "scheduler/halide/opaque.h"
#include "scheduler/halide/reduction_operator.h"
#include "scheduler/halide/result_place.h"

namespace hlo2c::scheduler::halide {
namespace {

class DotProductLowering : ScheduledContraction<DotProductSchedule> {
public:
    explicit DotProductLowering(const GroupToLower& request)
        : ScheduledContraction(request), sum_{NodeKind::Add, access_.kind} {}

    LoweredKernel run() {
        add_output(assembly_, builder_, access_.place);
        assembly_.declare_inputs(request_.problem.operands);
        add_halo(assembly_, access_.place, problem_.halo, schedule_.halo);
        builder_.begin_root(access_.place.value);
        make_positions();
        Func output("out");
        define(output);
        place(output);
        if (problem_.results.back().extent % schedule_.result_lanes != 0) assembly_.set_stores_twice();
        describe();
        assembly_.kernel().flops += problem_.flops;
        assembly_.add_box(output, output_loops_, access_.place.offset, schedule_.parallel.slots);
        return assembly_.finish();
    }

private:
    /// Makes the variables of the result loops, and from them the positions of the contraction's own loops.
    void make_positions() {
        ResultVariables variables = result_variables(problem_.results, access_.contraction.results.size());
        vars_ = std::move(variables.loops);
        positions_ = std::move(variables.positions);
        for (std::size_t l = vars_.size(); l-- > 0;) {
            arguments_.push_back(vars_[l]);
            output_loops_.push_back({problem_.results[l].extent, problem_.results[l].stride});
        }
    }

    /// An element of an operand for the current result, at a position in each reduction.
    Expr operand(bool is_rhs, const std::vector<Expr>& reduced) {
        return opaque_convert(
            access_.operand_element(builder_, is_rhs, positions_, problem_.reductions, reduced),
            sum_.element);
    }

    void define(Func& output) {
        CombiningTree tree = tree_of(sum_, [&](const std::vector<Expr>& at) {
            return opaque_binary(NodeKind::Multiply, operand(false, at), operand(true, at));
        });
        tree.accumulate = [&](const Expr& sum, const std::vector<Expr>& at) {
            return opaque_node(NodeKind::Fma, halide_type(sum_.element),
                               {operand(false, at), operand(true, at), sum});
        };
        for (const ReductionLoop& loop : problem_.reductions) tree.order.extents.push_back(loop.extent);
        take_rows(tree, sum_.element);
        chains_ = chains_of(tree, arguments_);
        combine_lanes(total_, arguments_, opaque_real(sum_.element, 0), chains_, sum_);
        const std::vector<Expr> here(arguments_.begin(), arguments_.end());
        waiting_(arguments_) = total_(here);
        const Func& source = waits() ? waiting_ : total_;
        ElementBuilder after(context_,
                             [this](ValueId value, const Expr& flat) { return assembly_.load(value, flat); });
        after.begin_root(access_.place.value);
        after.replace(access_.anchor.results[0],
                      [&](const Index&) { return access_.result_element(source(here)); });
        output(arguments_) = to_memory(after.element(access_.place.value, access_.value_index(positions_)),
                                       context_.tensor(access_.place.value).element);
        builder_.note_inlined(after.inlined_ops());
    }

    /// True if results are stored side by side for a vectorised epilogue.
    bool waits() const { return schedule_.result_lanes > 1; }

    void place(Func& output) {
        const Var inner = vars_.back(), block("block"), lane("lane");
        std::vector<Halide::VarOrRVar> order;
        if (waits()) {
            output.split(inner, block, lane, schedule_.result_lanes, Halide::TailStrategy::ShiftInwards)
                .vectorize(lane);
            order.push_back(lane);
        }
        // Results that share operand elements are innermost.
        std::optional<SharedReads> shared;
        if (schedule_.shared_loop >= 0) {
            const auto loop = static_cast<std::size_t>(schedule_.shared_loop);
            shared = SharedReads{vars_[loop], static_cast<int>(problem_.results[loop].extent)};
            order.push_back(shared->loop);
        }
        const std::size_t around = order.size();
        for (std::size_t l = vars_.size(); l-- > 0;) {
            if (static_cast<int>(l) == schedule_.shared_loop) continue;
            order.push_back(waits() && l + 1 == vars_.size() ? block : vars_[l]);
        }
        output.reorder(order);
        make_parallel(output, order, schedule_.parallel);
        const Var level = around < order.size() ? order[around].var : Var::outermost();
        if (waits()) {
            waiting_.compute_at(output, level).store_in(Halide::MemoryType::Stack);
            if (shared) waiting_.reorder(shared->loop, inner).unroll(shared->loop);
        } else if (shared) {
            output.unroll(shared->loop);
        }
        Func& consumer = waits() ? waiting_ : output;
        const Var result = waits() ? inner : level;
        for (Chain& chain : chains_)
            chain.compute_at(consumer, result, {.vector_lanes = schedule_.lanes, .shared = shared});
        total_.compute_at(consumer, result).store_in(Halide::MemoryType::Register);
        if (!shared) return;
        total_.bound_extent(shared->loop, shared->results).unroll(shared->loop);
        for (int update = 0; update < total_.num_update_definitions(); update++)
            total_.update(update).unroll(shared->loop);
    }

    const ReductionOperator sum_;
    std::vector<Var> vars_;        // of the problem's result loops
    std::vector<Expr> positions_;  // of the contraction's own result loops
    std::vector<Var> arguments_;   // vars_, innermost first
    std::vector<KernelAssembly::OutputLoop> output_loops_;
    std::vector<Chain> chains_;
    Func total_{"sum"}, waiting_{"waiting"};
};

}  // namespace

LoweredKernel lower_dot_product(const GroupToLower& request) {
    return DotProductLowering(request).run();
}

}  // namespace hlo2c::scheduler::halide

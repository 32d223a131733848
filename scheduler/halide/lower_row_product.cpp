#include <algorithm>

#include "scheduler/halide/contraction_lowering.h"
#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/halide_names.h"
#include "scheduler/halide/make_parallel.h"
#include "scheduler/halide/opaque.h"

namespace hlo2c::scheduler::halide {
namespace {

/// A few rows times a matrix that is read in the order of memory: some of its rows at a time, over a block of
/// columns whose sums are in memory.
class RowProductLowering : ScheduledContraction<RowProductSchedule> {
public:
    explicit RowProductLowering(const GroupToLower& request)
        : ScheduledContraction(request),
          column_(result_variables(problem_.results, access_.contraction.results.size())) {}

    LoweredKernel run() {
        add_output(assembly_, builder_, access_.place);
        assembly_.declare_inputs(request_.problem.operands);
        builder_.begin_root(access_.place.value);
        define_sums();
        Func output("out");
        define(output);
        place(output);
        if (results().extent % schedule_.columns != 0) assembly_.set_stores_twice();
        describe();
        assembly_.kernel().flops += problem_.flops;
        std::vector<KernelAssembly::OutputLoop> loops;
        for (auto loop = problem_.results.rbegin(); loop != problem_.results.rend(); ++loop)
            loops.push_back({loop->extent, loop->stride});
        assembly_.add_box(output, loops, access_.place.offset, schedule_.parallel.slots);
        return assembly_.finish();
    }

private:
    const ResultLoop& results() const { return problem_.results.back(); }
    const Var& column() const { return column_.loops.back(); }
    /// The variables of the result, the innermost first: of columns, and of rows if there are several.
    std::vector<Var> result() const { return {column_.loops.rbegin(), column_.loops.rend()}; }
    std::vector<Expr> here() const {
        const std::vector<Var> variables = result();
        return {variables.begin(), variables.end()};
    }
    bool has_rows() const { return problem_.results.size() > 1; }
    const Var& row() const { return column_.loops.front(); }
    bool has_stretches() const { return problem_.stretch_loops > 0; }

    /// An element of an operand for the current column at `step` of `stretch`.
    Expr operand(bool is_rhs, const Expr& stretch, const Expr& step) {
        std::vector<Expr> reduced = {step};
        if (has_stretches()) reduced.insert(reduced.begin(), stretch);
        return opaque_convert(
            access_.operand_element(builder_, is_rhs, column_.positions, problem_.reductions, reduced),
            access_.kind);
    }

    /// `sum` and the products of `count` steps from `begin` on, one after another.
    Expr with_products(Expr sum, const Expr& stretch, const Expr& begin, int count) {
        for (int i = 0; i < count; i++)
            sum = opaque_node(NodeKind::Fma, halide_type(access_.kind),
                              {operand(false, stretch, begin + i), operand(true, stretch, begin + i), sum});
        return sum;
    }

    void define_sums() {
        const auto steps = static_cast<int>(problem_.reductions.back().extent);
        const Var stretch("stretch");
        std::vector<Var> arguments = result();
        if (has_stretches()) arguments.push_back(stretch);
        const std::vector<Expr> sum(arguments.begin(), arguments.end());
        const Expr zero = opaque_real(access_.kind, 0);
        sum_(arguments) = zero;
        const RDom groups(0, steps / schedule_.steps);
        sum_(arguments) = with_products(sum_(sum), stretch, groups * schedule_.steps, schedule_.steps);
        const int rest = steps % schedule_.steps;
        if (rest > 0) sum_(arguments) = with_products(sum_(sum), stretch, steps - rest, rest);
        groups_ = groups;
        if (!has_stretches()) return;
        const RDom stretches(0, static_cast<int>(problem_.reductions.front().extent));
        std::vector<Expr> of_stretch = here();
        of_stretch.emplace_back(stretches);
        total_(result()) = zero;
        total_(result()) = opaque_binary(NodeKind::Add, total_(here()), sum_(of_stretch));
        stretches_ = stretches;
    }

    void define(Func& output) {
        const Func& source = has_stretches() ? total_ : sum_;
        ElementBuilder after = make_builder();
        after.begin_root(access_.place.value);
        after.replace(access_.anchor.results[0],
                      [&](const Index&) { return access_.result_element(source(here())); });
        output(result()) =
            to_memory(after.element(access_.place.value, access_.value_index(column_.positions)),
                      context_.tensor(access_.place.value).element);
        builder_.note_inlined(after.inlined_ops());
    }

    void place(Func& output) {
        const Var block("block"), inside("inside"), vector("vector"), lane("lane");
        const auto columns = static_cast<int>(schedule_.columns);
        output.split(column(), block, inside, columns, Halide::TailStrategy::ShiftInwards)
            .split(inside, vector, lane, schedule_.lanes)
            .vectorize(lane);
        std::vector<Halide::VarOrRVar> order = {lane, vector};
        if (has_rows()) order.push_back(row());
        order.push_back(block);
        output.reorder(order);
        make_parallel(output, order, schedule_.parallel);
        in_memory(sum_);
        add_in_vectors(sum_, &groups_);
        if (!has_stretches()) {
            sum_.compute_at(output, block);
            return;
        }
        in_memory(total_);
        add_in_vectors(total_, &stretches_);
        total_.compute_at(output, block);
        sum_.compute_at(total_, stretches_);
    }

    void in_memory(Func& sums) {
        sums.bound_extent(column(), static_cast<int>(schedule_.columns))
            .store_in(Halide::MemoryType::Heap)
            .vectorize(column(), schedule_.lanes);
        if (has_rows()) sums.bound_extent(row(), static_cast<int>(problem_.results.front().extent));
    }

    /// Vectors of columns inside a loop over `steps`, and all rows inside them, which share what is loaded of
    /// the matrix.
    void add_in_vectors(Func& sums, const RDom* steps) {
        for (int update = 0; update < sums.num_update_definitions(); update++) {
            const Var vector("vector"), lane("lane");
            Halide::Stage stage = sums.update(update);
            stage.split(column(), vector, lane, schedule_.lanes).vectorize(lane);
            std::vector<Halide::VarOrRVar> order = {lane};
            if (has_rows()) {
                order.push_back(row());
                stage.unroll(row());
            }
            order.push_back(vector);
            if (update == 0) order.push_back(*steps);
            stage.reorder(order);
        }
    }

    const ResultVariables column_;  // of the result loops
    Func sum_{"sum"}, total_{"total"};
    RDom groups_, stretches_;  // groups of steps, and stretches
};

}  // namespace

LoweredKernel lower_row_product(const GroupToLower& request) {
    return RowProductLowering(request).run();
}

}  // namespace hlo2c::scheduler::halide

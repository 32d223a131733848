#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "scheduler/halide/combining_tree.h"
#include "scheduler/halide/group_lowering.h"
#include "scheduler/halide/halide_names.h"
#include "scheduler/halide/loop_domain.h"
#include "scheduler/halide/make_parallel.h"
#include "scheduler/halide/reduction_operator.h"
#include "scheduler/halide/row_space.h"

namespace hlo2c::scheduler::halide {
namespace {

Halide::MemoryType memory_of(RowPlace place) {
    return place == RowPlace::Stack ? Halide::MemoryType::Stack : Halide::MemoryType::Heap;
}

class RowLowering : ScheduledLowering<RowProblem, RowSchedule> {
public:
    explicit RowLowering(const GroupToLower& request)
        : ScheduledLowering(request),
          space_(row_space(context_, request.group)),
          root_(request.group.roots[0]) {}

    LoweredKernel run() {
        assembly_.add_output(root_);
        assembly_.declare_inputs(request_.problem.operands);
        builder_.begin_root(root_);
        make_loops();
        if (schedule_.side_by_side) copy_operands();
        define_stages();
        if (schedule_.side_by_side && problem_.stores_rows)
            define_copied_root();
        else
            define_root();
        if (schedule_.side_by_side)
            schedule_side_by_side();
        else
            schedule();
        describe();
        assembly_.add_box(root_func_, output_loops_, 0, schedule_.parallel.slots);
        return assembly_.finish();
    }

private:
    const Op& op(int position) const { return context_.graph.op(position); }

    Index aligned(const Index& index, ValueId value) const {
        return space_.aligned(index, context_.tensor(value).shape);
    }

    void make_loops() {
        index_.assign(space_.shape.size(), Expr(0));
        const auto add = [&](const std::vector<ElementLoop>& loops, const char* lone,
                             std::vector<DomainLoop>& to) {
            for (const ElementLoop& loop : loops) {
                const Var var =
                    loop.dimensions.empty() ? Var(lone) : Var(fmt::format("i{}", loop.dimensions.back()));
                if (!loop.dimensions.empty()) index_[static_cast<std::size_t>(loop.dimensions.back())] = var;
                to.push_back({var, loop.extent, loop.stride, loop.dimensions});
            }
        };
        add(problem_.rows, "row", rows_);
        add(problem_.columns, "column", columns_);
        for (auto loop = rows_.rbegin(); loop != rows_.rend(); ++loop) row_arguments_.push_back(loop->var);
    }

    /// The full index with columns at the given positions (one per column loop).
    Index at_columns(const std::vector<Expr>& positions) const {
        Index index = index_;
        for (std::size_t c = 0; c < columns_.size(); c++)
            if (!columns_[c].dimensions.empty())
                index[static_cast<std::size_t>(columns_[c].dimensions.back())] = positions[c];
        return index;
    }

    std::vector<Expr> row_expressions() const { return {row_arguments_.begin(), row_arguments_.end()}; }

    /// The arguments of a value of rows at positions in the columns, innermost first: the columns, then the
    /// rows; with rows side by side the innermost row first.
    template <typename Position>
    std::vector<Position> value_arguments(std::vector<Position> columns) const {
        std::vector<Position> arguments(columns.rbegin(), columns.rend());
        arguments.insert(arguments.end(), row_arguments_.begin(), row_arguments_.end());
        if (schedule_.side_by_side) std::swap(arguments[0], arguments[1]);
        return arguments;
    }

    std::vector<Var> column_vars() const {
        std::vector<Var> vars;
        for (const DomainLoop& column : columns_) vars.push_back(column.var);
        return vars;
    }

    void define_stages() {
        const std::vector<int> values = row_values(context_, request_.group);
        for (const Stage& stage : request_.group.stages)
            for (const int position : stage.ops()) {
                if (stage.kind == GroupKind::Reduction && position == stage.anchor)
                    define_total(op(position));
                const auto found = std::find(values.begin(), values.end(), position);
                if (found == values.end()) continue;
                const RowPlace place = schedule_.values[static_cast<std::size_t>(found - values.begin())];
                if (place != RowPlace::Inlined) define_kept(op(position).results[0], place);
            }
    }

    void define_total(const Op& reduce) {
        const Func total = define_reduction(reduce);
        const auto row = row_expressions();
        const frontend::ElementType element = context_.tensor(reduce.results[0]).element;
        const auto monoid = reduction_operator(context_, reduce);
        builder_.replace(reduce.results[0], [total, row, element, monoid](const Index&) {
            const Expr combined = total(row);
            return rounded(monoid ? monoid->value(combined) : combined, element);
        });
        inner_funcs_.push_back(total);
    }

    void define_kept(ValueId value, RowPlace place) {
        const Func func =
            kept(builder_.element(value, aligned(at_columns(column_positions()), value)), "kept");
        builder_.replace(value, element_of(func, value));
        kept_.emplace_back(func, place);
    }

    /// Copies the rows of operands, so that the elements of a column that rows have side by side are
    /// neighbours. Loads of other rows read the operand itself.
    void copy_operands() {
        for (const ValueId operand : request_.problem.operands) {
            const auto& shape = context_.tensor(operand).shape;
            if (!space_.is_whole(shape)) continue;
            const Index index = aligned(at_columns(column_positions()), operand);
            copies_.push_back(kept(builder_.load(operand, flat_index(index, shape)), "copied"));
            builder_.replace(operand, [this, operand, index,
                                       element = element_of(copies_.back(), operand)](const Index& at) {
                return has_rows_of(at, index)
                           ? element(at)
                           : builder_.load(operand, flat_index(at, context_.tensor(operand).shape));
            });
        }
    }

    /// True if `at` differs from `index`, which walks the rows, in the position along the columns only.
    bool has_rows_of(const Index& at, const Index& index) const {
        const Var column = columns_.back().var;
        for (std::size_t d = 0; d < at.size(); d++) {
            const bool is_column = Halide::Internal::expr_uses_var(index[d], column.name());
            if (!is_column && !Halide::Internal::equal(Halide::Internal::simplify(at[d]), index[d]))
                return false;
        }
        return true;
    }

    std::vector<Expr> column_positions() const {
        const std::vector<Var> vars = column_vars();
        return {vars.begin(), vars.end()};
    }

    /// A function of all elements of rows.
    Func kept(const Expr& element, const char* name) const {
        Func kept(name);
        kept(value_arguments(column_vars())) = to_storage(element);
        return kept;
    }

    /// The elements of a value whose rows `kept` holds.
    std::function<Expr(const Index&)> element_of(const Func& kept, ValueId value) const {
        const auto& to = context_.tensor(value).shape;
        const ScalarKind kind = compute_kind(context_.tensor(value).element);
        // Where an index over the value's own shape holds the position of each column loop.
        struct Position {
            int dimension;  // negative: the value has none
            int extent;
        };
        std::vector<Position> positions_in_index;
        for (const DomainLoop& column : columns_) {
            int dimension = -1, seen = 0;
            int wanted = 0;
            for (std::size_t d = 0;
                 !column.dimensions.empty() && d <= static_cast<std::size_t>(column.dimensions.back()); d++)
                wanted += space_.shape[d] != 1;
            for (std::size_t d = 0; d < to.size() && dimension < 0; d++)
                if (to[d] != 1 && ++seen == wanted) dimension = static_cast<int>(d);
            positions_in_index.push_back({dimension, static_cast<int>(column.extent)});
        }
        return [this, kept, kind, positions_in_index](const Index& index) {
            std::vector<Expr> columns;
            for (const auto& [dimension, extent] : positions_in_index) {
                Expr position = 0;
                // Without the promise, Halide computes whole stretches of the reductions that read the row.
                if (dimension >= 0)
                    position = Halide::unsafe_promise_clamped(index[static_cast<std::size_t>(dimension)], 0,
                                                              extent - 1);
                columns.push_back(position);
            }
            return from_storage(kept(value_arguments(columns)), kind);
        };
    }

    /// An element of an operand in the type of the result, which may be wider.
    Expr operand_element(const Op& reduce, std::size_t operand, const Index& index) {
        const ValueId value = reduce.operands[operand];
        return converted(builder_.element(value, index), context_.tensor(value).element,
                         context_.tensor(reduce.results[0]).element);
    }

    Func define_reduction(const Op& reduce) {
        const Expr initial = operand_element(reduce, 1, {});
        const auto row = row_expressions();
        const auto monoid = reduction_operator(context_, reduce);
        Func total(monoid ? monoid->name() : "combined");
        if (!monoid) {
            Halide::Region region;
            for (auto column = columns_.rbegin(); column != columns_.rend(); ++column)
                region.push_back({0, static_cast<int>(column->extent)});
            const RDom r(region);
            std::vector<Expr> columns;
            for (int d = r.dimensions(); d-- > 0;) columns.push_back(r[d]);
            const Expr value = over_domain(r, operand_element(reduce, 0, at_columns(columns)));
            total(row_arguments_) = initial;
            // A region may ignore its arguments, but Halide accepts no update that reads nothing.
            total(row_arguments_) = over_domain(r, builder_.apply(reduce.regions[0], {total(row), value})[0]);
            return total;
        }
        CombiningTree tree = tree_of(*monoid, [&](const std::vector<Expr>& columns) {
            return operand_element(reduce, 0, at_columns(columns));
        });
        for (const DomainLoop& column : columns_) tree.order.extents.push_back(column.extent);
        take_rows(tree, monoid->element);
        if (schedule_.side_by_side) {
            total(row_arguments_) = combined_elements(tree, monoid->number(initial));
            return total;
        }
        std::vector<Chain> chains = chains_of(tree, row_arguments_);
        combine_lanes(total, row_arguments_, initial, chains, *monoid);
        chains_.push_back({std::move(chains), schedule_.sum_lanes.at(chains_.size())});
        return total;
    }

    void define_root() {
        define_output(
            to_memory(builder_.element(root_, aligned(index_, root_)), context_.tensor(root_).element));
    }

    void define_output(const Expr& element) {
        root_func_ = Func("out");
        std::vector<Var> arguments;
        if (problem_.stores_rows)
            for (auto column = columns_.rbegin(); column != columns_.rend(); ++column) {
                arguments.push_back(column->var);
                output_loops_.push_back({column->extent, column->stride});
            }
        for (auto row = rows_.rbegin(); row != rows_.rend(); ++row) {
            arguments.push_back(row->var);
            output_loops_.push_back({row->extent, row->stride});
        }
        root_func_(arguments) = element;
    }

    /// Computes the rows side by side, and copies each to its place.
    void define_copied_root() {
        const Expr element = builder_.element(root_, aligned(index_, root_));
        computed_root_ = Func("computed");
        computed_root_(value_arguments(column_vars())) = to_memory(element, context_.tensor(root_).element);
        define_output(computed_root_(value_arguments(column_vars())));
    }

    void schedule_side_by_side() {
        const Var row = rows_.back().var;
        Var block("block"), lane("lane");
        const int lanes = schedule_.lanes;
        if (schedule_.overlaps) assembly_.set_stores_twice();
        root_func_.split(row, block, lane, lanes, Halide::TailStrategy::ShiftInwards);
        if (!problem_.stores_rows) root_func_.vectorize(lane);
        std::vector<Halide::VarOrRVar> order;
        for (auto each = rows_.rbegin(); each != rows_.rend(); ++each) order.push_back(each->var);
        order.front() = block;
        make_parallel(root_func_, order, schedule_.parallel);
        const auto compute = [&](Func& f, Halide::MemoryType memory) {
            f.compute_at(root_func_, block).store_in(memory).bound_extent(row, lanes);
        };
        for (Func& copy : copies_) compute(copy, memory_of(schedule_.copies));
        for (Func& total : inner_funcs_) {
            compute(total, Halide::MemoryType::Register);
            total.vectorize(row);
            for (int update = 0; update < total.num_update_definitions(); update++)
                total.update(update).vectorize(row);
        }
        for (auto& [value, place] : kept_) {
            compute(value, memory_of(place));
            value.vectorize(row);
        }
        if (problem_.stores_rows) {
            compute(computed_root_, memory_of(schedule_.copies));
            computed_root_.vectorize(row);
        }
    }

    void schedule() {
        std::vector<Halide::VarOrRVar> order;
        for (auto each = rows_.rbegin(); each != rows_.rend(); ++each) order.push_back(each->var);
        make_parallel(root_func_, order, schedule_.parallel);
        const Var row = order.front().var;
        for (auto& [chains, lanes] : chains_)
            for (Chain& chain : chains) chain.compute_at(root_func_, row, {.vector_lanes = lanes});
        for (Func& f : inner_funcs_) f.compute_at(root_func_, row).store_in(Halide::MemoryType::Register);
        const int lanes = schedule_.lanes;
        for (auto& [kept, place] : kept_) {
            kept.compute_at(root_func_, row);
            kept.store_in(memory_of(place));
            if (lanes > 1) kept.vectorize(columns_.back().var, lanes, Halide::TailStrategy::ShiftInwards);
        }
        if (problem_.stores_rows && lanes > 1) {
            if (schedule_.overlaps) assembly_.set_stores_twice();
            Var lane("lane"), block("block");
            root_func_.split(columns_.back().var, block, lane, lanes, Halide::TailStrategy::ShiftInwards)
                .vectorize(lane);
        }
    }

    const RowSpace space_;
    ValueId root_;
    Index index_;
    std::vector<DomainLoop> rows_, columns_;
    std::vector<Var> row_arguments_;
    std::vector<std::pair<std::vector<Chain>, int>> chains_;  // and the lanes of their vectors
    std::vector<Func> inner_funcs_;
    std::vector<std::pair<Func, RowPlace>> kept_;  // values of a row, and where they are
    std::vector<Func> copies_;                     // of operands
    Func computed_root_;
    std::vector<KernelAssembly::OutputLoop> output_loops_;
    Func root_func_;
};

}  // namespace

LoweredKernel lower_row(const GroupToLower& request) {
    return RowLowering(request).run();
}

}  // namespace hlo2c::scheduler::halide

#include <fmt/format.h>

#include <algorithm>

#include "frontend/diagnostic.h"
#include "scheduler/groups/operation_cost.h"
#include "scheduler/halide/combining_tree.h"
#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/halide_names.h"
#include "scheduler/halide/kernel_assembly.h"
#include "scheduler/halide/loop_domain.h"
#include "scheduler/halide/lower_group.h"
#include "scheduler/halide/opaque.h"
#include "scheduler/halide/reduction_operator.h"

namespace hlo2c::scheduler::halide {
namespace {

/// A map value of a row that is read more than once and costs at least this much is stored for the whole row.
constexpr int kept_cost = 8;
/// Stored rows of up to this many bytes are on the stack.
constexpr std::int64_t largest_stack_row = 1024;

class RowLowering {
public:
    explicit RowLowering(const GroupToLower& request)
        : request_(request),
          context_(request.context),
          assembly_(request.context),
          builder_(request.context,
                   [this](ValueId value, const Expr& flat) { return assembly_.load(value, flat); }),
          anchor_(context_.graph.op(request.group.anchor)),
          shape_(context_.tensor(anchor_.operands[0]).shape),
          root_(request.group.roots[0]) {}

    LoweredKernel run() {
        assembly_.add_output(root_);
        builder_.begin_root(root_);
        split_loops();
        define_members();
        define_root();
        schedule();
        assembly_.describe(builder_, request_.group);
        assembly_.kernel().schedule =
            fmt::format("one row of {} at a time, vectors of {}", row_elements_, lanes_);
        assembly_.kernel().tile = fmt::format("1x{}", lanes_);
        assembly_.kernel().vector_lanes = lanes_;
        assembly_.add_box(root_func_, output_loops_, 0);
        return assembly_.finish();
    }

private:
    const Op& op(int position) const { return context_.graph.op(position); }

    /// Maps an index over the row-and-column shape to a shape that differs by dimensions of size 1, or that
    /// has only the row dimensions.
    Index aligned(const Index& index, const std::vector<std::int64_t>& to) const {
        Index result(to.size(), Expr(0));
        std::size_t from = 0;
        for (std::size_t d = 0; d < to.size(); d++) {
            if (to[d] == 1) continue;
            while (from < shape_.size() && shape_[from] == 1) from++;
            HLO2C_CHECK(from < shape_.size() && shape_[from] == to[d],
                        "a value of a row group has another order of dimensions");
            result[d] = index[from++];
        }
        return result;
    }

    /// Finds the loops over rows and over columns that every access of the group can use.
    void split_loops() {
        row_rank_ = static_cast<int>(context_.tensor(anchor_.results[0]).shape.size());
        std::vector<std::int64_t> strides = frontend::row_major_strides(shape_);
        const auto row_strides = frontend::row_major_strides(context_.tensor(anchor_.results[0]).shape);
        root_is_full_ =
            context_.tensor(root_).element_count() != context_.tensor(anchor_.results[0]).element_count();
        if (!root_is_full_) std::copy(row_strides.begin(), row_strides.end(), strides.begin());

        ElementBuilder analysis(
            context_, [this](ValueId value, const Expr& flat) { return assembly_.load(value, flat); });
        analysis.begin_root(root_);
        for (int member : request_.group.members)
            if (op(member).code == OpCode::Reduce) {
                const ScalarKind kind =
                    compute_kind(context_.tensor(op(member).results[0]).element, &op(member));
                analysis.replace(op(member).results[0], [kind](const Index&) {
                    return opaque_node(NodeKind::Convert, halide_type(kind), {Expr(0)});
                });
            }
        const auto expressions = [&](const Index& index) {
            std::vector<Expr> all;
            for (int member : request_.group.members)
                if (op(member).code == OpCode::Reduce) {
                    all.push_back(analysis.element(op(member).operands[0], index));
                    all.push_back(analysis.element(op(member).operands[1], {}));
                }
            all.push_back(analysis.element(root_, aligned(index, context_.tensor(root_).shape)));
            return all;
        };
        LoopDomain domain = make_domain(shape_, strides, expressions, row_rank_);
        index_ = domain.index;
        for (DomainLoop& loop : domain.loops)
            (loop.dimensions.back() < row_rank_ ? rows_ : columns_).push_back(std::move(loop));
        for (const DomainLoop& loop : columns_) row_elements_ *= loop.extent;
        if (columns_.empty()) columns_.push_back({Var("column"), 1, 1, {}});
        if (rows_.empty()) rows_.push_back({Var("row"), 1, 1, {}});
        const ScalarKind kind = compute_kind(context_.tensor(anchor_.operands[0]).element, &anchor_);
        lanes_ = vector_width(columns_.back().extent, native_lanes(request_.target, kind));
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

    void define_members() {
        for (int member : request_.group.members) {
            const Op& current = op(member);
            const ValueId value = current.results[0];
            if (current.code == OpCode::Reduce) {
                const Func total = define_reduction(current);
                const auto row = row_expressions();
                const frontend::ElementType element = context_.tensor(value).element;
                builder_.replace(
                    value, [total, row, element](const Index&) { return rounded(total(row), element); });
                inner_funcs_.push_back(total);
            } else if (value != root_ && is_kept(current)) {
                define_kept(value);
            }
        }
    }

    bool is_kept(const Op& current) const {
        const auto& type = context_.tensor(current.results[0]);
        if (operation_cost(current) < kept_cost) return false;
        int readers = 0;
        for (int reader : context_.graph.readers(current.results[0]))
            if (std::binary_search(request_.group.members.begin(), request_.group.members.end(), reader))
                readers++;
        return readers > 1 && type.element_count() == context_.tensor(anchor_.operands[0]).element_count();
    }

    void define_kept(ValueId value) {
        std::vector<Var> arguments;
        std::vector<Expr> positions;
        for (const DomainLoop& column : columns_) positions.push_back(column.var);
        for (auto column = columns_.rbegin(); column != columns_.rend(); ++column)
            arguments.push_back(column->var);
        arguments.insert(arguments.end(), row_arguments_.begin(), row_arguments_.end());
        const auto& to = context_.tensor(value).shape;
        Func kept("kept");
        kept(arguments) = to_storage(builder_.element(value, aligned(at_columns(positions), to)));
        const ScalarKind kind = compute_kind(context_.tensor(value).element, nullptr);
        // The dimension of each column loop in an index over the value's own shape.
        std::vector<int> dimension_of_column;
        for (const DomainLoop& column : columns_) {
            int dimension = -1, seen = 0;
            int wanted = 0;
            for (std::size_t d = 0;
                 !column.dimensions.empty() && d <= static_cast<std::size_t>(column.dimensions.back()); d++)
                wanted += shape_[d] != 1;
            for (std::size_t d = 0; d < to.size() && dimension < 0; d++)
                if (to[d] != 1 && ++seen == wanted) dimension = static_cast<int>(d);
            dimension_of_column.push_back(dimension);
        }
        const auto row = row_expressions();
        builder_.replace(value, [kept, row, kind, dimension_of_column](const Index& index) {
            std::vector<Expr> arguments_at;
            for (auto d = dimension_of_column.rbegin(); d != dimension_of_column.rend(); ++d)
                arguments_at.push_back(*d < 0 ? Expr(0) : index[static_cast<std::size_t>(*d)]);
            arguments_at.insert(arguments_at.end(), row.begin(), row.end());
            return from_storage(kept(arguments_at), kind);
        });
        kept_funcs_.push_back(kept);
        kept_bytes_.push_back(row_elements_ * byte_width(kind));
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
        Func total("total");
        const auto monoid = reduction_operator(context_, reduce);
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
        for (const DomainLoop& column : columns_) tree.extents.push_back(column.extent);
        take_rows(tree, monoid->element);
        std::vector<Chain> chains = chains_of(tree, row_arguments_);
        combine_lanes(total, row_arguments_, initial, chains, *monoid);
        chains_.push_back({std::move(chains), native_lanes(request_.target, monoid->element)});
        return total;
    }

    void define_root() {
        root_func_ = Func("out");
        std::vector<Var> arguments;
        Index index = index_;
        if (root_is_full_)
            for (auto column = columns_.rbegin(); column != columns_.rend(); ++column) {
                arguments.push_back(column->var);
                output_loops_.push_back({column->extent, column->stride});
            }
        for (auto row = rows_.rbegin(); row != rows_.rend(); ++row) {
            arguments.push_back(row->var);
            output_loops_.push_back({row->extent, row->stride});
        }
        root_func_(arguments) =
            to_memory(builder_.element(root_, aligned(index, context_.tensor(root_).shape)),
                      context_.tensor(root_).element);
    }

    void schedule() {
        const Var row = rows_.back().var;
        for (auto& [chains, lanes] : chains_)
            for (Chain& chain : chains) chain.compute_at(root_func_, row, {.vector_lanes = lanes});
        for (Func& f : inner_funcs_) f.compute_at(root_func_, row).store_in(Halide::MemoryType::Register);
        bool heap = false;
        for (std::size_t k = 0; k < kept_funcs_.size(); k++) {
            const bool on_stack = kept_bytes_[k] <= largest_stack_row;
            heap = heap || !on_stack;
            kept_funcs_[k].compute_at(root_func_, row);
            kept_funcs_[k].store_in(on_stack ? Halide::MemoryType::Stack : Halide::MemoryType::Heap);
            if (lanes_ > 1)
                kept_funcs_[k].vectorize(columns_.back().var, lanes_, Halide::TailStrategy::ShiftInwards);
        }
        if (root_is_full_ && lanes_ > 1) {
            if (columns_.back().extent % lanes_ != 0) assembly_.set_recomputes();
            Var lane("lane"), block("block");
            root_func_.split(columns_.back().var, block, lane, lanes_, Halide::TailStrategy::ShiftInwards)
                .vectorize(lane);
        }
        std::int64_t elements = row_elements_;
        for (const DomainLoop& loop : rows_) elements *= loop.extent;
        if (!heap && rows_.front().extent > 1 && elements >= parallel_work)
            root_func_.parallel(rows_.front().var);
    }

    const GroupToLower& request_;
    const LoweringContext& context_;
    KernelAssembly assembly_;
    ElementBuilder builder_;
    const Op& anchor_;
    const std::vector<std::int64_t>& shape_;
    ValueId root_;
    int row_rank_ = 0;
    int lanes_ = 1;
    bool root_is_full_ = false;
    std::int64_t row_elements_ = 1;
    Index index_;
    std::vector<DomainLoop> rows_, columns_;
    std::vector<Var> row_arguments_;
    std::vector<std::pair<std::vector<Chain>, int>> chains_;  // and the lanes of their vectors
    std::vector<Func> inner_funcs_, kept_funcs_;
    std::vector<std::int64_t> kept_bytes_;
    std::vector<KernelAssembly::OutputLoop> output_loops_;
    Func root_func_;
};

}  // namespace

LoweredKernel lower_row(const GroupToLower& request) {
    return RowLowering(request).run();
}

}  // namespace hlo2c::scheduler::halide

#include <fmt/format.h>

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/halide_names.h"
#include "scheduler/halide/kernel_assembly.h"
#include "scheduler/halide/loop_domain.h"
#include "scheduler/halide/lower_group.h"
#include "scheduler/halide/reduction_operator.h"

namespace hlo2c::scheduler::halide {
namespace {

/// Limits on the vectors of results that are reduced side by side, and on the stack bytes of their sums.
constexpr int result_vectors = 4;
constexpr int largest_sums = 1536;
/// Fewer neighbouring results than this do not fill a vector.
constexpr std::int64_t narrowest_results = 4;

/// The reduced loops of an op, and the operand index for a result position and a reduced position.
struct ReducedSpace {
    std::vector<std::int64_t> extents;  ///< outermost first
    bool takes_rows = false;            ///< neighbours in memory belong to one result
    std::function<Index(const Index& result, const std::vector<Expr>& reduced)> operand_index;
};

ReducedSpace reduce_space(const LoweringContext& context, const Op& op) {
    const auto dimensions = op[attr::dimensions];
    const auto& shape = context.tensor(op.operands[0]).shape;
    ReducedSpace space;
    for (std::int64_t d : dimensions) space.extents.push_back(shape[static_cast<std::size_t>(d)]);
    std::size_t inner = shape.size();
    while (inner > 0 && shape[inner - 1] == 1) inner--;
    space.takes_rows = inner > 0 && std::find(dimensions.begin(), dimensions.end(),
                                              static_cast<std::int64_t>(inner) - 1) != dimensions.end();
    space.operand_index = [dimensions, rank = shape.size()](const Index& result,
                                                            const std::vector<Expr>& reduced) {
        Index index(rank);
        std::size_t kept = 0;
        for (std::size_t d = 0; d < rank; d++) {
            const auto found = std::find(dimensions.begin(), dimensions.end(), static_cast<std::int64_t>(d));
            index[d] = found != dimensions.end()
                           ? reduced[static_cast<std::size_t>(found - dimensions.begin())]
                           : result[kept++];
        }
        return index;
    };
    return space;
}

ReducedSpace window_space(const Op& op) {
    const frontend::Window window = frontend::reduce_window_window(op);
    ReducedSpace space;
    space.extents = window.size;
    space.operand_index = [window](const Index& result, const std::vector<Expr>& reduced) {
        Index index;
        for (std::size_t d = 0; d < result.size(); d++) {
            Expr position = result[d] * static_cast<int>(window.strides[d]);
            if (window.size[d] > 1)
                position = position + reduced[d] * static_cast<int>(window.window_dilation[d]);
            index.push_back(Halide::Internal::simplify(position));
        }
        return index;
    };
    return space;
}

class ReductionLowering {
public:
    explicit ReductionLowering(const GroupToLower& request)
        : request_(request),
          context_(request.context),
          assembly_(request.context),
          builder_(make_builder()),
          op_(context_.graph.op(request.group.anchor)),
          count_(op_.results.size()),
          roots_(request.group.members.size() == 1 ? op_.results : request.group.roots),
          space_(op_.code == OpCode::Reduce ? reduce_space(context_, op_) : window_space(op_)) {}

    LoweredKernel run() {
        for (ValueId root : roots_) assembly_.add_output(root);
        for (std::size_t i = 0; i < count_; i++) initial_.push_back(operand_element(count_ + i, {}));
        make_loops();
        merge_reduced();
        find_operators();
        const DomainLoop& inner = domain_.loops.back();
        const bool rows = is_tree() && reduced_.loops.back().extent >= shortest_row &&
                          (space_.takes_rows || inner.extent < narrowest_results);
        Func output("out");
        if (rows)
            reduce_rows(output);
        else
            reduce_columns(output);
        const std::int64_t work = context_.tensor(op_.operands[0]).element_count();
        const DomainLoop& outer = domain_.loops.front();
        if (work >= parallel_work && (domain_.loops.size() > 1 || (rows && outer.extent > 1)))
            output.parallel(outer.var);
        assembly_.describe(builder_, request_.group);
        assembly_.add_box(output, output_loops_, 0);
        return assembly_.finish();
    }

private:
    ElementBuilder make_builder() {
        return ElementBuilder(
            context_, [this](ValueId value, const Expr& flat) { return assembly_.load(value, flat); });
    }
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

    void make_loops() {
        const auto& shape = context_.tensor(op_.results[0]).shape;
        std::vector<Expr> reduced;
        for (std::size_t d = 0; d < space_.extents.size(); d++)
            reduced.push_back(space_.extents[d] == 1 ? Expr(0) : Expr(Var(fmt::format("w{}", d))));
        domain_ = make_domain(shape, frontend::row_major_strides(shape), [&](const Index& index) {
            std::vector<Expr> all = root_elements(index, initial_);
            for (std::size_t i = 0; i < count_; i++)
                all.push_back(operand_element(i, space_.operand_index(index, reduced)));
            return all;
        });
        if (domain_.loops.empty()) domain_.loops.push_back({Var("i"), 1, 1, {}});
        for (auto loop = domain_.loops.rbegin(); loop != domain_.loops.rend(); ++loop) {
            arguments_.push_back(loop->var);
            output_loops_.push_back({loop->extent, loop->stride});
        }
    }

    /// Finds the loops over the elements that one result combines.
    void merge_reduced() {
        const auto& shape = context_.tensor(op_.results[0]).shape;
        Index result;
        for (std::size_t d = 0; d < shape.size(); d++)
            result.push_back(shape[d] == 1 ? Expr(0) : Expr(Var(fmt::format("result{}", d))));
        reduced_ = make_domain(
            space_.extents, frontend::row_major_strides(space_.extents), [&](const Index& reduced) {
                std::vector<Expr> all;
                for (std::size_t i = 0; i < count_; i++)
                    all.push_back(operand_element(i, space_.operand_index(result, reduced)));
                return all;
            });
        if (reduced_.loops.empty()) reduced_.loops.push_back({Var("r"), 1, 1, {}});
    }

    void find_operators() {
        for (std::size_t i = 0; i < count_; i++)
            if (auto found = reduction_operator(context_, op_, i)) operators_.push_back(*found);
    }
    /// True if every result has its own operator, whose order is open.
    bool is_tree() const { return operators_.size() == count_; }

    /// Element of operand `i` at a position in each reduced loop.
    Expr reduced_element(std::size_t i, const std::vector<Expr>& positions) {
        Index reduced(space_.extents.size(), Expr(0));
        for (std::size_t l = 0; l < positions.size(); l++)
            if (const auto& dimensions = reduced_.loops[l].dimensions; !dimensions.empty())
                reduced[static_cast<std::size_t>(dimensions.back())] = positions[l];
        return operand_element(i, space_.operand_index(domain_.index, reduced));
    }

    CombiningTree tree(std::size_t result) {
        CombiningTree made = tree_of(operators_[result], [this, result](const std::vector<Expr>& positions) {
            return reduced_element(result, positions);
        });
        for (const DomainLoop& loop : reduced_.loops) made.extents.push_back(loop.extent);
        return made;
    }

    void define_output(Func& output, const std::vector<Expr>& reduced) {
        std::vector<Expr> written;
        for (const Expr& each : root_elements(domain_.index, reduced))
            written.push_back(to_memory(each, context_.tensor(roots_[written.size()]).element));
        output(arguments_) = Halide::Tuple(written);
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
            totals.emplace_back("total");
            combine_lanes(totals[i], arguments_, initial_[i], chains[i], operators_[i]);
            reduced.push_back(rounded(totals[i](here()), element(i)));
        }
        define_output(output, reduced);
        int lanes = 1;
        for (std::size_t i = 0; i < count_; i++) {
            totals[i].compute_at(output, domain_.loops.back().var).store_in(Halide::MemoryType::Register);
            lanes = native_lanes(request_.target, operators_[i].element);
            for (Chain& chain : chains[i])
                chain.compute_at(output, domain_.loops.back().var, {.vector_lanes = lanes});
        }
        assembly_.kernel().vector_lanes = lanes;
        assembly_.kernel().schedule = fmt::format("one result at a time, vectors of {}", lanes);
        assembly_.kernel().tile = fmt::format("1x{}", lanes);
    }

    /// Computes neighbouring results in vectors.
    void reduce_columns(Func& output) {
        const DomainLoop& inner = domain_.loops.back();
        const ScalarKind kind = compute_kind(element(0), &op_);
        const int width = vector_width(inner.extent, native_lanes(request_.target, kind));
        std::vector<std::vector<Chain>> chains;
        int sums = 0;
        for (std::size_t i = 0; is_tree() && i < count_; i++) {
            CombiningTree made = tree(i);
            made.lanes = column_lanes;
            chains.push_back(chains_of(made, arguments_));
            for (const Chain& chain : chains[i]) sums += chain.sums();
        }
        int vectors = 1;
        while (vectors < result_vectors && inner.extent % (2 * vectors * width) == 0 &&
               2 * vectors * width * sums * byte_width(kind) <= largest_sums)
            vectors *= 2;
        Var block("block"), vector("vector"), lane("lane");
        if (is_tree())
            combine_columns(output, chains, block, width, vectors);
        else
            apply_in_order(output, block, width);
        output.split(inner.var, block, lane, width * vectors, Halide::TailStrategy::ShiftInwards)
            .split(lane, vector, lane, width)
            .vectorize(lane)
            .unroll(vector);
        if (inner.extent % (width * vectors) != 0) assembly_.set_recomputes();
        assembly_.kernel().vector_lanes = width;
        assembly_.kernel().schedule = fmt::format("{} vectors of {} results side by side", vectors, width);
        assembly_.kernel().tile = fmt::format("{}x{}", vectors, width);
    }

    void combine_columns(Func& output, std::vector<std::vector<Chain>>& chains, const Var& block, int width,
                         int vectors) {
        std::vector<Expr> reduced;
        std::vector<Func> totals;
        for (std::size_t i = 0; i < count_; i++) {
            Expr sum = initial_[i];
            for (auto chain = chains[i].rbegin(); chain != chains[i].rend(); ++chain)
                sum = operators_[i].combine(sum, chain->combined(here()));
            totals.emplace_back("total");
            totals[i](arguments_) = sum;
            reduced.push_back(rounded(totals[i](here()), element(i)));
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
        for (auto loop = reduced_.loops.rbegin(); loop != reduced_.loops.rend(); ++loop)
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
                values.push_back(from_storage(value, compute_kind(element(i), &op_)));
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

    const GroupToLower& request_;
    const LoweringContext& context_;
    KernelAssembly assembly_;
    ElementBuilder builder_;
    const Op& op_;
    const std::size_t count_;
    const std::vector<ValueId> roots_;
    const ReducedSpace space_;
    std::vector<Expr> initial_;
    LoopDomain domain_, reduced_;  // of the results, and of the elements that one result combines
    std::vector<ReductionOperator> operators_;
    std::vector<Var> arguments_;  // of the result loops, innermost first
    std::vector<KernelAssembly::OutputLoop> output_loops_;
};

}  // namespace

LoweredKernel lower_reduction(const GroupToLower& request) {
    return ReductionLowering(request).run();
}

}  // namespace hlo2c::scheduler::halide

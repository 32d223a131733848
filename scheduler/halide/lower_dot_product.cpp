#include <fmt/format.h>

#include <algorithm>

#include "frontend/diagnostic.h"
#include "scheduler/groups/contraction.h"
#include "scheduler/halide/combining_tree.h"
#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/kernel_assembly.h"
#include "scheduler/halide/loop_domain.h"
#include "scheduler/halide/lower_group.h"
#include "scheduler/halide/opaque.h"
#include "scheduler/halide/reduction_operator.h"

namespace hlo2c::scheduler::halide {
namespace {

using frontend::Op;
using frontend::OpCode;
using frontend::ValueId;
using Halide::Expr;
using Halide::Func;
using Halide::Var;

/// Fewer results than this side by side fill no vector.
constexpr std::int64_t narrowest_results = 4;

/// The reductions, outermost first, with neighbours that both operands walk as one made one.
std::vector<ContractionLoop> merged_reductions(const Contraction& contraction) {
    std::vector<ContractionLoop> merged;
    for (const ContractionLoop& loop : contraction.reductions) {
        if (loop.extent == 1) continue;
        if (!merged.empty() && merged.back().lhs_stride == loop.lhs_stride * loop.extent &&
            merged.back().rhs_stride == loop.rhs_stride * loop.extent) {
            const std::int64_t extent = merged.back().extent * loop.extent;
            merged.back() = loop;
            merged.back().extent = extent;
        } else {
            merged.push_back(loop);
        }
    }
    return merged;
}

Contraction contraction_of(const LoweringContext& context, const Op& op) {
    return scheduler::contraction_of(context.graph, context.grouping.materialised, op);
}

class DotProductLowering {
public:
    explicit DotProductLowering(const GroupToLower& request)
        : request_(request),
          context_(request.context),
          assembly_(request.context),
          builder_(request.context,
                   [this](ValueId value, const Expr& flat) { return assembly_.load(value, flat); }),
          anchor_(context_.graph.op(request.group.anchor)),
          contraction_(contraction_of(context_, anchor_)),
          reductions_(merged_reductions(contraction_)),
          root_(request.group.roots[0]),
          sum_{NodeKind::Add, compute_kind(context_.tensor(anchor_.results[0]).element, &anchor_)} {}

    LoweredKernel run() {
        assembly_.add_output(root_);
        make_loops();
        Func output("out");
        reduce(output);
        if (domain_.loops.front().extent > 1 && contraction_.flops() >= parallel_work * 8)
            output.parallel(domain_.loops.front().var);
        assembly_.describe(builder_, request_.group);
        Kernel& kernel = assembly_.kernel();
        const int lanes = native_lanes(request_.target, sum_.element);
        kernel.flops += contraction_.flops();
        kernel.vector_lanes = lanes;
        kernel.tile = fmt::format("1x{}", lanes);
        kernel.schedule = fmt::format("one result at a time, vectors of {} products", lanes);
        assembly_.add_box(output, output_loops_, 0);
        return assembly_.finish();
    }

private:
    static Expr affine(std::int64_t offset, const std::vector<Expr>& positions,
                       const std::vector<ContractionLoop>& loops, std::int64_t ContractionLoop::*stride) {
        Expr flat = static_cast<int>(offset);
        for (std::size_t l = 0; l < loops.size(); l++)
            if (loops[l].*stride != 0) flat = flat + positions[l] * static_cast<int>(loops[l].*stride);
        return Halide::Internal::simplify(flat);
    }

    /// The root at a position of the result loops, with the contraction's result given.
    Expr root_element(const std::vector<Expr>& positions, const Expr& result) {
        const auto& shape = context_.tensor(anchor_.results[0]).shape;
        const auto strides = frontend::row_major_strides(shape);
        Index index(shape.size(), Expr(0));
        for (std::size_t l = 0; l < positions.size(); l++) {
            const ContractionLoop& loop = contraction_.results[l];
            const auto d = static_cast<std::size_t>(loop.result_dimension);
            const auto step = static_cast<int>(loop.result_stride / std::max<std::int64_t>(1, strides[d]));
            index[d] = Halide::Internal::simplify(index[d] + positions[l] * step);
        }
        ElementBuilder after(context_,
                             [this](ValueId value, const Expr& flat) { return assembly_.load(value, flat); });
        after.begin_root(root_);
        after.replace(anchor_.results[0], [result](const Index&) { return result; });
        const Expr element = after.element(root_, index);
        builder_.note_inlined(after.inlined_ops());
        return element;
    }

    void make_loops() {
        std::vector<std::int64_t> shape, strides;
        for (const ContractionLoop& loop : contraction_.results) {
            shape.push_back(loop.extent);
            strides.push_back(loop.result_stride);
        }
        domain_ = make_domain(shape, strides, [&](const Index& positions) {
            const Expr result = opaque_node(NodeKind::Convert, halide_type(sum_.element), {Expr(0)});
            return std::vector<Expr>{affine(0, positions, contraction_.results, &ContractionLoop::lhs_stride),
                                     affine(0, positions, contraction_.results, &ContractionLoop::rhs_stride),
                                     root_element(positions, result)};
        });
        if (domain_.loops.empty()) domain_.loops.push_back({Var("i"), 1, 1, {}});
        for (auto loop = domain_.loops.rbegin(); loop != domain_.loops.rend(); ++loop) {
            arguments_.push_back(loop->var);
            output_loops_.push_back({loop->extent, loop->stride});
        }
    }

    /// An element of an operand for the result at hand and a position in each reduction.
    Expr operand(const AffineView& view, const std::vector<Expr>& reduced,
                 std::int64_t ContractionLoop::*stride) {
        const Expr flat = affine(view.offset, domain_.index, contraction_.results, stride) +
                          affine(0, reduced, reductions_, stride);
        return opaque_convert(builder_.load(view.base, Halide::Internal::simplify(flat)), sum_.element);
    }

    void reduce(Func& output) {
        const auto lhs = [this](const std::vector<Expr>& at) {
            return operand(contraction_.lhs, at, &ContractionLoop::lhs_stride);
        };
        const auto rhs = [this](const std::vector<Expr>& at) {
            return operand(contraction_.rhs, at, &ContractionLoop::rhs_stride);
        };
        CombiningTree tree = tree_of(sum_, [&](const std::vector<Expr>& at) {
            return opaque_binary(NodeKind::Multiply, lhs(at), rhs(at));
        });
        tree.accumulate = [&](const Expr& sum, const std::vector<Expr>& at) {
            return opaque_node(NodeKind::Fma, halide_type(sum_.element), {lhs(at), rhs(at), sum});
        };
        for (const ContractionLoop& loop : reductions_) tree.extents.push_back(loop.extent);
        take_rows(tree, sum_.element);
        std::vector<Chain> chains = chains_of(tree, arguments_);
        Func total("total");
        combine_lanes(total, arguments_, opaque_real(sum_.element, 0), chains, sum_);
        const std::vector<Expr> here(arguments_.begin(), arguments_.end());
        const Expr result = rounded(total(here), context_.tensor(anchor_.results[0]).element);
        output(arguments_) = to_memory(root_element(domain_.index, result), context_.tensor(root_).element);
        const Var inner = domain_.loops.back().var;
        for (Chain& chain : chains)
            chain.compute_at(output, inner, {.vector_lanes = native_lanes(request_.target, sum_.element)});
        total.compute_at(output, inner).store_in(Halide::MemoryType::Register);
    }

    const GroupToLower& request_;
    const LoweringContext& context_;
    KernelAssembly assembly_;
    ElementBuilder builder_;
    const Op& anchor_;
    const Contraction contraction_;
    const std::vector<ContractionLoop> reductions_;
    const ValueId root_;
    const ReductionOperator sum_;
    LoopDomain domain_;  // of the results
    std::vector<Var> arguments_;
    std::vector<KernelAssembly::OutputLoop> output_loops_;
};

}  // namespace

bool is_dot_product(const GroupToLower& request) {
    const LoweringContext& context = request.context;
    const Op& op = context.graph.op(request.group.anchor);
    const frontend::ElementType element = context.tensor(op.results[0]).element;
    if (frontend::is_complex(element) || !is_float(element_form(element).computed)) return false;
    for (int member : request.group.members)
        if (context.graph.op(member).code == OpCode::Transpose) return false;
    const Contraction contraction = contraction_of(context, op);
    const std::vector<ContractionLoop> reductions = merged_reductions(contraction);
    if (reductions.empty() || reductions.back().extent < shortest_row || reductions.back().lhs_stride != 1 ||
        reductions.back().rhs_stride != 1)
        return false;
    // A loop of one operand alone is what vectors of results run along.
    return std::none_of(contraction.results.begin(), contraction.results.end(), [](const auto& loop) {
        return loop.extent >= narrowest_results && (loop.lhs_stride == 0 || loop.rhs_stride == 0);
    });
}

LoweredKernel lower_dot_product(const GroupToLower& request) {
    return DotProductLowering(request).run();
}

}  // namespace hlo2c::scheduler::halide

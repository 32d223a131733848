#include <fmt/format.h>

#include <algorithm>

#include "scheduler/halide/element_type_mapping.h"
#include "scheduler/halide/kernel_assembly.h"
#include "scheduler/halide/loop_domain.h"
#include "scheduler/halide/lower_group.h"
#include "scheduler/halide/opaque.h"

namespace hlo2c::scheduler::halide {
namespace {

using frontend::Op;
using frontend::OpCode;
using frontend::ValueId;
using Halide::Expr;
using Halide::Func;
using Halide::Var;

/// A box of the output: where it starts, how far it goes, and what its elements are at an index inside the
/// box.
struct Box {
    std::vector<std::int64_t> begin, shape;
    std::function<Expr(const Index&)> element;
    /// Numbers from one element to the next, and where among them the box's begins: 2 and the part in a
    /// tensor of pairs.
    std::int64_t spread = 1, part = 0;
};

/// Vectors that one trip through the innermost loop stores.
constexpr int unrolled_vectors = 4;

void add_map_box(KernelAssembly& assembly, const Target& target, const std::vector<std::int64_t>& root_shape,
                 frontend::ElementType element, const Box& box) {
    std::vector<std::int64_t> strides = frontend::row_major_strides(root_shape);
    for (std::int64_t& stride : strides) stride *= box.spread;
    std::int64_t offset = box.part, elements = 1;
    for (std::size_t d = 0; d < strides.size(); d++) {
        offset += box.begin[d] * strides[d];
        elements *= box.shape[d];
    }
    if (elements == 0) return;
    LoopDomain domain = make_domain(
        box.shape, strides, [&](const Index& index) { return std::vector<Expr>{box.element(index)}; });
    if (domain.loops.empty()) domain.loops.push_back({Var("i"), 1, box.spread, {}});

    std::vector<Var> arguments;
    std::vector<KernelAssembly::OutputLoop> loops;
    for (auto loop = domain.loops.rbegin(); loop != domain.loops.rend(); ++loop) {
        arguments.push_back(loop->var);
        loops.push_back({loop->extent, loop->stride});
    }
    Func output("out");
    output(arguments) = to_memory(box.element(domain.index), element);

    const DomainLoop& inner = domain.loops.back();
    const int width = vector_width(inner.extent, native_lanes(target, compute_kind(element, nullptr)));
    if (inner.extent % width != 0) assembly.set_recomputes();
    if (width > 1) {
        Var lane("lane"), block("block");
        int vectors = unrolled_vectors;
        while (vectors > 1 && inner.extent % (width * vectors) != 0) vectors /= 2;
        if (vectors > 1) {
            Var vector("vector");
            output.split(inner.var, block, lane, width * vectors)
                .split(lane, vector, lane, width)
                .unroll(vector);
        } else {
            output.split(inner.var, block, lane, width, Halide::TailStrategy::ShiftInwards);
        }
        output.vectorize(lane);
    }
    assembly.kernel().vector_lanes = std::max(assembly.kernel().vector_lanes, width);
    if (domain.loops.size() > 1 && elements >= parallel_work) output.parallel(domain.loops.front().var);
    assembly.add_box(output, loops, offset);
}

}  // namespace

LoweredKernel lower_map(const GroupToLower& request) {
    KernelAssembly assembly(request.context);
    const ValueId root = request.group.roots[0];
    assembly.add_output(root);
    ElementBuilder builder(request.context,
                           [&](ValueId value, const Expr& flat) { return assembly.load(value, flat); });
    const Op& op = *request.context.graph.definition(root);
    const auto& type = request.context.tensor(root);
    compute_kind(type.element, &op);
    builder.begin_root(root);
    add_map_box(assembly, request.target, type.shape, type.element,
                {std::vector<std::int64_t>(type.shape.size(), 0), type.shape,
                 [&](const Index& index) { return builder.element(root, index); }});
    assembly.describe(builder, request.group);
    assembly.kernel().schedule = fmt::format("vectors of {}", assembly.kernel().vector_lanes);
    assembly.kernel().tile = fmt::format("{}", assembly.kernel().vector_lanes);
    return assembly.finish();
}

namespace {

std::vector<Box> concatenate_boxes(const LoweringContext& context, ElementBuilder& builder, const Op& op) {
    const auto dimension = static_cast<std::size_t>(op.integer("dimension", 0));
    std::vector<Box> boxes;
    std::int64_t begin = 0;
    for (ValueId operand : op.operands) {
        const auto& shape = context.tensor(operand).shape;
        Box box{std::vector<std::int64_t>(shape.size(), 0), shape,
                [&builder, operand](const Index& index) { return builder.element(operand, index); }};
        box.begin[dimension] = begin;
        begin += shape[dimension];
        boxes.push_back(std::move(box));
    }
    return boxes;
}

/// Real parts, and imaginary parts beside them.
std::vector<Box> pair_boxes(const LoweringContext& context, ElementBuilder& builder, const Op& op) {
    const auto& shape = context.tensor(op.results[0]).shape;
    std::vector<Box> boxes;
    for (std::int64_t part = 0; part < 2; part++) {
        const ValueId operand = op.operands[static_cast<std::size_t>(part)];
        boxes.push_back({std::vector<std::int64_t>(shape.size(), 0), shape,
                         [&builder, operand](const Index& index) { return builder.element(operand, index); },
                         2, part});
    }
    return boxes;
}

/// The operand's place, and around it per dimension one slab before and one after, outer dimensions first.
std::vector<Box> pad_boxes(const LoweringContext& context, ElementBuilder& builder, const Op& op) {
    const ValueId operand = op.operands[0], padding = op.operands[1];
    const auto& operand_shape = context.tensor(operand).shape;
    const auto& result_shape = context.tensor(op.results[0]).shape;
    const auto low = op.integers("edge_padding_low");
    const auto interior = op.integers("interior_padding");
    const auto fill = [&builder, padding](const Index&) { return builder.element(padding, {}); };
    const std::size_t rank = operand_shape.size();

    const bool dilated = std::any_of(interior.begin(), interior.end(), [](std::int64_t n) { return n > 0; });
    // The part of the result that operand elements reach, and where in the operand it begins.
    Box middle{{}, {}, nullptr};
    Index start;
    for (std::size_t d = 0; d < rank; d++) {
        const std::int64_t step = interior[d] + 1;
        const std::int64_t spread = operand_shape[d] == 0 ? 0 : (operand_shape[d] - 1) * step + 1;
        const std::int64_t first = std::clamp<std::int64_t>(low[d], 0, result_shape[d]);
        const std::int64_t last = std::clamp<std::int64_t>(low[d] + spread, first, result_shape[d]);
        middle.begin.push_back(first);
        middle.shape.push_back(last - first);
        start.push_back(Expr(static_cast<int>(first - low[d])));
    }
    if (dilated) {
        middle.element = [&builder, operand, padding, start, interior, operand_shape](const Index& index) {
            Expr inside = Halide::Internal::const_true();
            Index from;
            for (std::size_t d = 0; d < index.size(); d++) {
                const int step = static_cast<int>(interior[d] + 1);
                const Expr at = Halide::Internal::simplify(index[d] + start[d]);
                if (step > 1) inside = inside && at % step == 0;
                from.push_back(Halide::clamp(at / step, 0, static_cast<int>(operand_shape[d] - 1)));
            }
            const Expr value = builder.element(operand, from);
            return opaque_select(inside, value, builder.element(padding, {}));
        };
    } else {
        middle.element = [&builder, operand, start](const Index& index) {
            Index from;
            for (std::size_t d = 0; d < index.size(); d++)
                from.push_back(Halide::Internal::simplify(index[d] + start[d]));
            return builder.element(operand, from);
        };
    }
    std::vector<Box> boxes;
    std::vector<std::int64_t> begin(rank, 0), shape = result_shape;
    for (std::size_t d = 0; d < rank; d++) {
        const auto slab = [&](std::int64_t from, std::int64_t size) {
            if (size <= 0) return;
            Box box{begin, shape, fill};
            box.begin[d] = from;
            box.shape[d] = size;
            boxes.push_back(std::move(box));
        };
        slab(0, middle.begin[d]);
        slab(middle.begin[d] + middle.shape[d], result_shape[d] - middle.begin[d] - middle.shape[d]);
        begin[d] = middle.begin[d];
        shape[d] = middle.shape[d];
    }
    boxes.push_back(std::move(middle));
    return boxes;
}

}  // namespace

LoweredKernel lower_assemble(const GroupToLower& request) {
    KernelAssembly assembly(request.context);
    const ValueId root = request.group.roots[0];
    assembly.add_output(root);
    ElementBuilder builder(request.context,
                           [&](ValueId value, const Expr& flat) { return assembly.load(value, flat); });
    const Op& op = request.context.graph.op(request.group.anchor);
    const auto& type = request.context.tensor(root);
    const auto boxes = op.code == OpCode::Pad       ? pad_boxes(request.context, builder, op)
                       : op.code == OpCode::Complex ? pair_boxes(request.context, builder, op)
                                                    : concatenate_boxes(request.context, builder, op);
    for (const Box& box : boxes)
        add_map_box(assembly, request.target, type.shape, frontend::real_part(type.element), box);
    assembly.describe(builder, request.group);
    assembly.set_recomputes();
    assembly.kernel().schedule =
        fmt::format("{} boxes, vectors of {}", boxes.size(), assembly.kernel().vector_lanes);
    assembly.kernel().tile = fmt::format("{}", assembly.kernel().vector_lanes);
    return assembly.finish();
}

}  // namespace hlo2c::scheduler::halide

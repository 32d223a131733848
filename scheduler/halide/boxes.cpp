#include "scheduler/halide/boxes.h"

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/total_table.h"
#include "scheduler/halide/halide_names.h"
#include "scheduler/halide/loaded_loops.h"
#include "scheduler/halide/opaque.h"

namespace hlo2c::scheduler::halide {
namespace {

std::vector<Box> concatenate_boxes(const LoweringContext& context, ElementBuilder& builder, const Op& op) {
    const auto dimension = static_cast<std::size_t>(op[attr::dimension]);
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

/// Real and imaginary parts, as two columns.
std::vector<Box> pair_boxes(const LoweringContext& context, ElementBuilder& builder, const Op& op) {
    std::vector<std::int64_t> shape = context.tensor(op.results[0]).shape;
    shape.push_back(1);
    std::vector<Box> boxes;
    for (std::int64_t part = 0; part < 2; part++) {
        const ValueId operand = op.operands[static_cast<std::size_t>(part)];
        Box box{std::vector<std::int64_t>(shape.size(), 0), shape, [&builder, operand](Index index) {
                    index.pop_back();
                    return builder.element(operand, index);
                }};
        box.begin.back() = part;
        boxes.push_back(std::move(box));
    }
    return boxes;
}

/// The part of a pad's result that the elements of its operand span.
Box reached_box(const LoweringContext& context, const Op& pad) {
    const auto& operand_shape = context.tensor(pad.operands[0]).shape;
    const auto& result_shape = context.tensor(pad.results[0]).shape;
    const auto low = pad[attr::edge_padding_low];
    const auto interior = pad[attr::interior_padding];
    Box reached{{}, {}, nullptr};
    for (std::size_t d = 0; d < operand_shape.size(); d++) {
        const std::int64_t step = interior[d] + 1;
        const std::int64_t spread = operand_shape[d] == 0 ? 0 : (operand_shape[d] - 1) * step + 1;
        const std::int64_t first = std::clamp<std::int64_t>(low[d], 0, result_shape[d]);
        const std::int64_t last = std::clamp<std::int64_t>(low[d] + spread, first, result_shape[d]);
        reached.begin.push_back(first);
        reached.shape.push_back(last - first);
    }
    return reached;
}

/// The edges, then the box of the operand.
std::vector<Box> pad_boxes(const LoweringContext& context, ElementBuilder& builder, const Op& op) {
    const ValueId operand = op.operands[0], padding = op.operands[1];
    const auto& operand_shape = context.tensor(operand).shape;
    const auto low = op[attr::edge_padding_low];
    const auto interior = op[attr::interior_padding];
    Box middle = reached_box(context, op);
    Index start;  // the operand index at which it begins
    for (std::size_t d = 0; d < operand_shape.size(); d++)
        start.push_back(Expr(static_cast<int>(middle.begin[d] - low[d])));
    if (std::any_of(interior.begin(), interior.end(), [](std::int64_t n) { return n > 0; })) {
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
    std::vector<Box> boxes = edge_boxes(context, builder, op);
    boxes.push_back(std::move(middle));
    return boxes;
}

/// The ops that begin groups of kind Assemble.
using BoxesOfOp = std::vector<Box> (*)(const LoweringContext&, ElementBuilder&, const Op&);
constexpr auto assembled = frontend::partial<BoxesOfOp>({
    {OpCode::Complex, pair_boxes},
    {OpCode::Concatenate, concatenate_boxes},
    {OpCode::Pad, pad_boxes},
});

}  // namespace

std::vector<std::int64_t> stored_shape(const TensorType& type) {
    std::vector<std::int64_t> shape = type.shape;
    if (frontend::is_complex(type.element)) shape.push_back(2);
    return shape;
}

std::vector<Box> edge_boxes(const LoweringContext& context, ElementBuilder& builder, const Op& pad) {
    const auto fill = [&builder, padding = pad.operands[1]](const Index&) {
        return builder.element(padding, {});
    };
    const Box reached = reached_box(context, pad);
    std::vector<Box> boxes;
    std::vector<std::int64_t> shape = context.tensor(pad.results[0]).shape, begin(shape.size(), 0);
    for (std::size_t d = 0; d < begin.size(); d++) {
        const auto slab = [&](std::int64_t from, std::int64_t size) {
            if (size <= 0) return;
            Box box{begin, shape, fill};
            box.begin[d] = from;
            box.shape[d] = size;
            boxes.push_back(std::move(box));
        };
        const std::int64_t end = reached.begin[d] + reached.shape[d];
        slab(0, reached.begin[d]);
        slab(end, shape[d] - end);
        begin[d] = reached.begin[d];
        shape[d] = reached.shape[d];
    }
    return boxes;
}

std::vector<Expr> Box::elements(const Index& index) const {
    std::vector<Expr> all = {element(index)};
    for (const auto& each : further) all.push_back(each(index));
    return all;
}

std::vector<Box> boxes_of(const LoweringContext& context, ElementBuilder& builder, const Group& group) {
    const Op& op = context.graph.op(group.anchor());
    if (group.kind == GroupKind::Assemble) return behaviour(assembled, op.code)(context, builder, op);
    const auto& shape = context.tensor(group.roots[0]).shape;
    Box box{.begin = std::vector<std::int64_t>(shape.size(), 0), .shape = shape, .element = nullptr};
    for (const ValueId root : group.roots) {
        builder.begin_root(root);
        const auto element = [&builder, root](const Index& index) { return builder.element(root, index); };
        if (box.element)
            box.further.emplace_back(element);
        else
            box.element = element;
    }
    return {box};
}

bool are_columns(const std::vector<Box>& boxes, const std::vector<std::int64_t>& root_shape) {
    constexpr std::int64_t most_columns_apart = 16, widest_box = 3, fewest_rows = 4;
    if (boxes.size() < 2 || root_shape.size() < 2 || root_shape.back() > most_columns_apart) return false;
    std::int64_t rows = 1, columns = 0;
    for (std::size_t d = 0; d + 1 < root_shape.size(); d++) rows *= root_shape[d];
    for (const Box& box : boxes) {
        if (box.shape.back() > widest_box) return false;
        if (!std::equal(box.shape.begin(), box.shape.end() - 1, root_shape.begin())) return false;
        columns += box.shape.back();
    }
    return rows >= fewest_rows && columns == root_shape.back();
}

Box joined_box(std::vector<Box> boxes, const std::vector<std::int64_t>& root_shape) {
    std::sort(boxes.begin(), boxes.end(),
              [](const Box& a, const Box& b) { return a.begin.back() < b.begin.back(); });
    Box joined{.begin = std::vector<std::int64_t>(root_shape.size(), 0),
               .shape = root_shape,
               .element = nullptr,
               .differs_by_column = true};
    joined.element = [boxes = std::move(boxes)](const Index& index) {
        Expr value;
        for (auto box = boxes.rbegin(); box != boxes.rend(); ++box) {
            const int begin = static_cast<int>(box->begin.back());
            const int end = begin + static_cast<int>(box->shape.back());
            Index inside = index;
            inside.back() = box->shape.back() == 1 ? Expr(0) : index.back() - begin;
            const Expr element = box->element(inside);
            value = value.defined() ? Halide::select(index.back() < end, element, value) : element;
        }
        return value;
    };
    return joined;
}

ElementBox element_box(const Box& box, const std::vector<std::int64_t>& root_shape) {
    const std::vector<std::int64_t> strides = frontend::row_major_strides(root_shape);
    ElementBox result{.elements = 1};
    for (std::size_t d = 0; d < strides.size(); d++) {
        result.offset += box.begin[d] * strides[d];
        result.elements *= box.shape[d];
    }
    if (result.elements == 0) return result;
    const LoopDomain domain =
        make_domain(box.shape, strides, [&](const Index& index) { return box.elements(index); });
    for (const DomainLoop& loop : domain.loops)
        result.loops.push_back({loop.extent, loop.stride, loop.dimensions});
    if (result.loops.empty()) result.loops.push_back({1, 1, {}});
    if (box.further.empty()) result.across = loaded_loop(domain, box.element(domain.index));
    if (domain.loops.size() > 1) {
        const DomainLoop &rows = domain.loops[domain.loops.size() - 2], &columns = domain.loops.back();
        const LoadIndices loads = loads_of(box.elements(domain.index));
        const bool is_one = columns.stride == 1 && rows.stride == columns.extent;
        const JoinedLoops joined = joined_loops(loads, domain.loops);
        result.joined_loops = joined.loops;
        result.period = joined.period;
        result.walks_rows = is_one && walk_rows(loads, rows);
        result.differs_by_column = box.differs_by_column;
    }
    return result;
}

}  // namespace hlo2c::scheduler::halide

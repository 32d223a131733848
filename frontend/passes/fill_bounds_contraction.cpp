#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_lists.h"
#include "frontend/passes/bounds_rules.h"

namespace hlo2c::frontend::bounds {

Replacement reduce(BoundsFilling& filling, Op& op) {
    const Shape dimensions = op[attr::dimensions];
    const std::size_t inputs = op.operands.size() / 2;
    const RunSizes given = filling.sizes_of(std::span(op.operands).first(inputs));
    RunSizes sizes;
    for (const auto& [dimension, size] : given) {
        if (contains(dimensions, dimension)) continue;
        const auto before = std::count_if(dimensions.begin(), dimensions.end(),
                                          [d = dimension](std::int64_t other) { return other < d; });
        sizes[dimension - before] = size;
    }
    for (std::size_t i = 0; i < inputs; i++)
        op.operands[i] = filling.masked(op.operands[i], only(given, dimensions), op.operands[inputs + i]);
    return filling.give(op, std::move(sizes));
}

/// Elements past the size become initial values, like padding.
Replacement reduce_window(BoundsFilling& filling, Op& op) {
    const std::size_t inputs = op.operands.size() / 2;
    const RunSizes given = filling.sizes_of(std::span(op.operands).first(inputs));
    const Window window = reduce_window_window(op);
    RunSizes sizes;
    for (const auto& [dimension, size] : given)
        sizes[dimension] = filling.window_count(size, window, static_cast<std::size_t>(dimension));
    for (std::size_t i = 0; i < inputs; i++)
        op.operands[i] = filling.masked(op.operands[i], given, op.operands[inputs + i]);
    return filling.give(op, std::move(sizes));
}

Replacement contract(BoundsFilling& filling, Op& op) {
    const DotDimensions dimensions = op[attr::dot_dimension_numbers];
    const auto meet = [&](const Shape& lefts, const Shape& rights) {
        for (std::size_t i = 0; i < lefts.size(); i++) {
            Shape left = filling.rewriter().tensor(op.operands[0]).shape,
                  right = filling.rewriter().tensor(op.operands[1]).shape;
            std::int64_t &a = left.at(static_cast<std::size_t>(lefts[i])),
                         &b = right.at(static_cast<std::size_t>(rights[i]));
            a = b = std::min(a, b);
            op.operands[0] = filling.within(op.operands[0], left);
            op.operands[1] = filling.within(op.operands[1], right);
        }
    };
    meet(dimensions.lhs_batching, dimensions.rhs_batching);
    meet(dimensions.lhs_contracting, dimensions.rhs_contracting);
    RunSizes sizes;
    std::int64_t next = static_cast<std::int64_t>(dimensions.lhs_batching.size());
    for (const bool left : {true, false}) {
        ValueId& operand = op.operands[left ? 0 : 1];
        const Shape &batching = left ? dimensions.lhs_batching : dimensions.rhs_batching,
                    &contracting = left ? dimensions.lhs_contracting : dimensions.rhs_contracting;
        const TensorType type = filling.rewriter().tensor(operand);
        const RunSizes given = filling.sizes_of(operand);
        for (std::int64_t d = 0; d < type.rank(); d++) {
            const auto batch = std::find(batching.begin(), batching.end(), d);
            if (contains(contracting, d)) continue;
            const std::int64_t place = batch != batching.end() ? batch - batching.begin() : next++;
            if (const auto size = given.find(d); size != given.end()) sizes[place] = size->second;
        }
        operand = filling.zeroed(operand, only(given, contracting));
    }
    return filling.give(op, std::move(sizes));
}

/// Groups past the number of groups become empty, and contracted elements past their size become zero. The op
/// is then decomposed at the bounds and reads no run-time sizes.
Replacement ragged_dot(BoundsFilling& filling, Op& op) {
    const RaggedDotDimensions roles = op[attr::ragged_dot_dimension_numbers];
    const std::int64_t ragged = roles.ragged.at(0);
    RunSizes sizes;
    std::int64_t next = 0;
    const RunSizes of_groups = filling.sizes_of(op.operands[2]);
    const std::int64_t last = filling.rewriter().tensor(op.operands[2]).rank() - 1;
    if (contains(roles.dot.lhs_contracting, ragged)) {
        if (const auto size = of_groups.find(last); size != of_groups.end()) sizes[next] = size->second;
        next++;
    }
    const std::int64_t first_batch = next;
    next += static_cast<std::int64_t>(roles.dot.lhs_batching.size());
    for (const bool left : {true, false}) {
        ValueId& operand = op.operands[left ? 0 : 1];
        const Shape &batching = left ? roles.dot.lhs_batching : roles.dot.rhs_batching,
                    &contracting = left ? roles.dot.lhs_contracting : roles.dot.rhs_contracting;
        const RunSizes given = filling.sizes_of(operand);
        for (std::int64_t d = 0; d < filling.rewriter().tensor(operand).rank(); d++) {
            if (contains(contracting, d) || (!left && contains(roles.group, d))) continue;
            const auto batch = std::find(batching.begin(), batching.end(), d);
            const std::int64_t place =
                batch != batching.end() ? first_batch + (batch - batching.begin()) : next++;
            if (const auto size = given.find(d); size != given.end()) sizes[place] = size->second;
        }
        operand = filling.with_sizes(filling.zeroed(operand, only(given, contracting)), {});
    }
    op.operands[2] = filling.with_sizes(filling.zeroed(op.operands[2], only(of_groups, {last})), {});
    const Replacement values = filling.expand(op);
    return std::vector{filling.with_sizes(values->front(), std::move(sizes))};
}

/// Supports transforms along dimensions that are not bounded.
Replacement fft(BoundsFilling& filling, Op& op) {
    const auto transformed = static_cast<std::int64_t>(op[attr::fft_length].size());
    const std::int64_t first = filling.rewriter().tensor(op.operands[0]).rank() - transformed;
    RunSizes sizes = filling.sizes_of(op.operands[0]);
    if (!sizes.empty() && sizes.rbegin()->first >= first)
        filling.refuse(op, "it transforms a bounded dimension, but (C4) requires the size in fft_length");
    return filling.give(op, std::move(sizes));
}

namespace {

/// The matrices, replaced by the identity past their run-time size, which rows and columns share.
ValueId with_identity(BoundsFilling& filling, const Op& op, ValueId matrices) {
    Builder b(filling.rewriter());
    const TensorType type = b.tensor(matrices);
    const std::int64_t rows = type.rank() - 2, columns = type.rank() - 1;
    const RunSizes sizes = only(filling.sizes_of(matrices), {rows, columns});
    if (sizes.empty()) return matrices;
    if (type.is_quantized()) filling.refuse(op);
    const TensorType index{type.shape, ElementType::I32, {}, {}};
    const ValueId diagonal = b.compare(ComparisonDirection::Eq, b.iota(index, rows), b.iota(index, columns));
    const ValueId identity = b.select(diagonal, b.uniform(type, 1), b.uniform(type, 0));
    for (const auto& [dimension, size] : sizes)
        matrices = b.select(filling.before(type, dimension, size), matrices, identity);
    return matrices;
}

}  // namespace

Replacement cholesky(BoundsFilling& filling, Op& op) {
    RunSizes sizes = filling.sizes_of(op.operands[0]);
    op.operands[0] = with_identity(filling, op, op.operands[0]);
    return filling.give(op, std::move(sizes));
}

/// Unknowns past the size are zero.
Replacement triangular_solve(BoundsFilling& filling, Op& op) {
    const std::int64_t rank = filling.rewriter().tensor(op.operands[1]).rank();
    const std::int64_t unknowns = op[attr::left_side] ? rank - 2 : rank - 1;
    const RunSizes matrices = filling.sizes_of(op.operands[0]), given = filling.sizes_of(op.operands[1]);
    RunSizes sizes = given;
    for (const auto& [dimension, size] : matrices)
        sizes.emplace(dimension < rank - 2 ? dimension : unknowns, size);
    op.operands[0] = with_identity(filling, op, op.operands[0]);
    op.operands[1] = filling.zeroed(op.operands[1], only(sizes, {unknowns}));
    return filling.give(op, std::move(sizes));
}

}  // namespace hlo2c::frontend::bounds

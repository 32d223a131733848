#include <algorithm>

#include "frontend/passes/bounds_filling.h"

namespace hlo2c::frontend {
namespace {

bool holds(const std::vector<std::int64_t>& list, std::int64_t value) {
    return std::find(list.begin(), list.end(), value) != list.end();
}

}  // namespace

Replacement BoundsFilling::reduce(Op& op) {
    const Shape dimensions = op.integers("dimensions");
    const std::size_t inputs = op.operands.size() / 2;
    const RunSizes given = sizes_of(std::span(op.operands).first(inputs));
    RunSizes sizes;
    for (const auto& [dimension, size] : given) {
        if (holds(dimensions, dimension)) continue;
        const auto before = std::count_if(dimensions.begin(), dimensions.end(),
                                          [d = dimension](std::int64_t other) { return other < d; });
        sizes[dimension - before] = size;
    }
    for (std::size_t i = 0; i < inputs; i++)
        op.operands[i] = masked(op.operands[i], only(given, dimensions), op.operands[inputs + i]);
    return give(op, std::move(sizes));
}

/// What lies past the size counts as padding, which is made of initial values.
Replacement BoundsFilling::reduce_window(Op& op) {
    const std::size_t inputs = op.operands.size() / 2;
    const RunSizes given = sizes_of(std::span(op.operands).first(inputs));
    const Window window = reduce_window_window(op);
    RunSizes sizes;
    for (const auto& [dimension, size] : given)
        sizes[dimension] = window_count(size, window, static_cast<std::size_t>(dimension));
    for (std::size_t i = 0; i < inputs; i++)
        op.operands[i] = masked(op.operands[i], given, op.operands[inputs + i]);
    return give(op, std::move(sizes));
}

Replacement BoundsFilling::contract(Op& op) {
    const DotDimensions dimensions = dot_dimensions(op);
    RunSizes sizes;
    std::int64_t next = static_cast<std::int64_t>(dimensions.lhs_batching.size());
    for (const bool left : {true, false}) {
        ValueId& operand = op.operands[left ? 0 : 1];
        const Shape &batching = left ? dimensions.lhs_batching : dimensions.rhs_batching,
                    &contracting = left ? dimensions.lhs_contracting : dimensions.rhs_contracting;
        const TensorType type = rewriter_->tensor(operand);
        const RunSizes given = sizes_of(operand);
        if (!given.empty() && type.is_quantized()) refuse(op);
        for (std::int64_t d = 0; d < type.rank(); d++) {
            const auto batch = std::find(batching.begin(), batching.end(), d);
            if (holds(contracting, d)) continue;
            const std::int64_t place = batch != batching.end() ? batch - batching.begin() : next++;
            if (const auto size = given.find(d); size != given.end()) sizes[place] = size->second;
        }
        if (const RunSizes summed = only(given, contracting); !summed.empty())
            operand = masked(operand, summed, zero_of(operand));
    }
    return give(op, std::move(sizes));
}

/// What lies past the size is zero, as padding is.
Replacement BoundsFilling::convolution(Op& op) {
    const ConvolutionDimensions dimensions = convolution_dimensions(op);
    const Window window = convolution_window(op, rewriter_->tensor(op.operands[1]));
    const RunSizes input = sizes_of(op.operands[0]), kernel = sizes_of(op.operands[1]);
    if (rewriter_->tensor(op.operands[0]).is_quantized() || rewriter_->tensor(op.operands[1]).is_quantized())
        refuse(op, "what stands past a bounded size has no quantized value");
    const bool is_grouped =
        op.integer("feature_group_count", 1) != 1 || op.integer("batch_group_count", 1) != 1;
    RunSizes sizes;
    for (const auto& [dimension, size] : input) {
        const auto& spatial = dimensions.input_spatial;
        if (const auto at = std::find(spatial.begin(), spatial.end(), dimension); at != spatial.end()) {
            const auto d = static_cast<std::size_t>(at - spatial.begin());
            sizes[dimensions.output_spatial[d]] = window_count(size, window, d);
            continue;
        }
        if (is_grouped && (dimension == dimensions.input_feature || op.integer("batch_group_count", 1) != 1))
            refuse(op, "groups of a bounded dimension would begin at its size");
        if (dimension == dimensions.input_batch) sizes[dimensions.output_batch] = size;
    }
    for (const auto& [dimension, size] : kernel) {
        if (holds(dimensions.kernel_spatial, dimension))
            refuse(op, "a smaller kernel has more places than the result has at its bound");
        if (is_grouped && dimension == dimensions.kernel_output_feature)
            refuse(op, "groups of a bounded dimension would begin at its size");
        if (dimension == dimensions.kernel_output_feature) sizes[dimensions.output_feature] = size;
    }
    Shape summed = dimensions.input_spatial;
    summed.push_back(dimensions.input_feature);
    op.operands[0] = masked(op.operands[0], only(input, summed), zero_of(op.operands[0]));
    op.operands[1] =
        masked(op.operands[1], only(kernel, {dimensions.kernel_input_feature}), zero_of(op.operands[1]));
    return give(op, std::move(sizes));
}

/// Transforms along other dimensions than the bounded ones.
Replacement BoundsFilling::fft(Op& op) {
    const auto transformed = static_cast<std::int64_t>(op.integers("fft_length").size());
    const std::int64_t first = rewriter_->tensor(op.operands[0]).rank() - transformed;
    RunSizes sizes = sizes_of(op.operands[0]);
    if (!sizes.empty() && sizes.rbegin()->first >= first)
        refuse(op, "a transform has the length that is written");
    return give(op, std::move(sizes));
}

/// Matrices that are the identity past their size, which is that of both their dimensions.
ValueId BoundsFilling::with_identity(const Op& op, ValueId matrices) {
    Builder b(*rewriter_);
    const TensorType type = b.tensor(matrices);
    const std::int64_t rows = type.rank() - 2, columns = type.rank() - 1;
    const RunSizes sizes = only(sizes_of(matrices), {rows, columns});
    if (sizes.empty()) return matrices;
    if (type.is_quantized()) refuse(op);
    const TensorType index{type.shape, ElementType::I32, {}, {}};
    const ValueId diagonal = b.compare("EQ", b.iota(index, rows), b.iota(index, columns));
    const ValueId identity = b.select(diagonal, b.uniform(type, 1), b.uniform(type, 0));
    for (const auto& [dimension, size] : sizes)
        matrices = b.select(before(type, dimension, size), matrices, identity);
    return matrices;
}

Replacement BoundsFilling::cholesky(Op& op) {
    RunSizes sizes = sizes_of(op.operands[0]);
    op.operands[0] = with_identity(op, op.operands[0]);
    return give(op, std::move(sizes));
}

/// Unknowns past the size are zero.
Replacement BoundsFilling::triangular_solve(Op& op) {
    const std::int64_t rank = rewriter_->tensor(op.operands[1]).rank();
    const std::int64_t unknowns = op.boolean("left_side", true) ? rank - 2 : rank - 1;
    const RunSizes matrices = sizes_of(op.operands[0]), given = sizes_of(op.operands[1]);
    RunSizes sizes = given;
    for (const auto& [dimension, size] : matrices)
        sizes.emplace(dimension < rank - 2 ? dimension : unknowns, size);
    op.operands[0] = with_identity(op, op.operands[0]);
    op.operands[1] = masked(op.operands[1], only(sizes, {unknowns}), zero_of(op.operands[1]));
    return give(op, std::move(sizes));
}

}  // namespace hlo2c::frontend

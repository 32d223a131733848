#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/passes/bounds_rules.h"

namespace hlo2c::frontend::bounds {

namespace {

struct Regrouped {
    ValueId places, inside;
};

/// Maps the positions of a line with groups of `width` elements to those of a line with groups of `other`
/// elements. `places` are the mapped positions; `inside` marks the positions whose group offset is less than
/// `other`.
Regrouped regrouped(BoundsFilling& filling, std::int64_t length, ValueId width, ValueId other) {
    Builder b(filling.rewriter());
    const TensorType line{{length}, ElementType::I32, {}, {}};
    const auto whole = [&](ValueId scalar) { return b.broadcast(scalar, {}, line.shape); };
    const ValueId position = b.iota(line, 0), divisor = whole(filling.larger(width, filling.number(1))),
                  extent = whole(other);
    const ValueId offset = b.binary(OpCode::Remainder, position, divisor);
    return {b.add(b.multiply(b.divide(position, divisor), extent), offset),
            b.compare(ComparisonDirection::Lt, offset, extent)};
}

}  // namespace

/// Moves groups, contiguous at the run-time size, to offsets `width` apart, and fills the gaps with zeros.
ValueId spread_groups(BoundsFilling& filling, const Op& op, ValueId value, const Groups& groups,
                      ValueId size) {
    Builder b(filling.rewriter());
    TensorType type = b.tensor(value);
    if (type.is_quantized() && type.quantization.front().axis >= 0)
        filling.refuse(op, "each slice of a group has its own scale");
    const std::int64_t length = groups.count * groups.width;
    const auto at = static_cast<std::size_t>(groups.dimension);
    if (type.shape[at] == 0 || length == 0) {
        type.shape[at] = length;
        return filling.zeros(type);
    }
    const ValueId each = b.divide(size, filling.number(groups.count));
    const Regrouped from = regrouped(filling, length, filling.number(groups.width), each);
    value = taken(filling, value, groups.dimension, from.places);
    const TensorType wide = b.tensor(value);
    return filling.chosen(b.broadcast(from.inside, {groups.dimension}, wide.shape), value,
                          filling.zeros(wide));
}

/// The inverse of `spread_groups`, with `length` elements in all; those past the size are unspecified.
ValueId join_groups(BoundsFilling& filling, const Op& op, ValueId value, const Groups& groups, ValueId size,
                    std::int64_t length) {
    Builder b(filling.rewriter());
    TensorType type = b.tensor(value);
    if (type.is_quantized() && type.quantization.front().axis >= 0)
        filling.refuse(op, "each slice of a group has its own scale");
    if (groups.width == 0 || length == 0) {
        type.shape[static_cast<std::size_t>(groups.dimension)] = length;
        return filling.zeros(type);
    }
    const ValueId each = b.divide(size, filling.number(groups.count));
    return taken(filling, value, groups.dimension,
                 regrouped(filling, length, each, filling.number(groups.width)).places);
}

/// Elements past the size become zero, like padding. Groups are moved to their offsets at the bound.
Replacement convolution(BoundsFilling& filling, Op& op) {
    Builder b(filling.rewriter());
    const ConvolutionDimensions dimensions = op[attr::convolution_dimension_numbers];
    ValueId &input = op.operands[0], &kernel = op.operands[1];
    const Window window = convolution_window(op, b.tensor(kernel));
    const RunSizes of_input = filling.sizes_of(input), of_kernel = filling.sizes_of(kernel);
    const auto size_of = [](const RunSizes& sizes, std::int64_t dimension) {
        const auto known = sizes.find(dimension);
        return known != sizes.end() ? known->second : no_value;
    };
    const auto extent = [](const Shape& shape, std::int64_t d) { return shape[static_cast<std::size_t>(d)]; };
    const TensorType declared = filled(filling.rewriter().tensor(op.results[0]));
    const std::int64_t feature_groups = op[attr::feature_group_count],
                       batch_groups = op[attr::batch_group_count];
    RunSizes sizes;
    for (std::size_t d = 0; d < dimensions.input_spatial.size(); d++) {
        if (const ValueId size = size_of(of_input, dimensions.input_spatial[d]); size != no_value)
            sizes[dimensions.output_spatial[d]] = filling.window_count(size, window, d);
        if (of_kernel.count(dimensions.kernel_spatial[d]) != 0)
            filling.refuse(
                op, "a kernel smaller than its bound yields more outputs than the result's bound allows");
    }
    input = filling.zeroed(input, only(of_input, dimensions.input_spatial));
    kernel = filling.zeroed(kernel, only(of_kernel, {dimensions.kernel_input_feature}));
    Shape shape = declared.shape;
    if (const ValueId size = size_of(of_input, dimensions.input_feature); size != no_value) {
        const std::int64_t width = extent(b.tensor(kernel).shape, dimensions.kernel_input_feature);
        if (feature_groups == 1)
            input = filling.zeroed(input, {{dimensions.input_feature, size}});
        else
            input =
                spread_groups(filling, op, input, {dimensions.input_feature, feature_groups, width}, size);
    }
    if (const ValueId size = size_of(of_input, dimensions.input_batch); size != no_value) {
        const std::int64_t width = extent(declared.shape, dimensions.output_batch);
        if (batch_groups != 1)
            input = spread_groups(filling, op, input, {dimensions.input_batch, batch_groups, width}, size);
        sizes[dimensions.output_batch] =
            batch_groups == 1 ? size : b.divide(size, filling.number(batch_groups));
    }
    const ValueId outputs = size_of(of_kernel, dimensions.kernel_output_feature);
    const std::int64_t parts = std::max(feature_groups, batch_groups);
    Groups of_outputs{dimensions.kernel_output_feature, parts, 0};
    if (outputs != no_value) {
        sizes[dimensions.output_feature] = outputs;
        of_outputs.width = extent(b.tensor(kernel).shape, dimensions.kernel_output_feature) / parts;
        if (parts != 1) kernel = spread_groups(filling, op, kernel, of_outputs, outputs);
        shape[static_cast<std::size_t>(dimensions.output_feature)] = of_outputs.width * parts;
    }
    if (outputs == no_value || parts == 1) return filling.give(op, std::move(sizes));
    Op wide{.code = op.code, .operands = op.operands, .attributes = op.attributes};
    TensorType type = declared;
    type.shape = shape;
    const ValueId made = filling.rewriter().emit(std::move(wide), type);
    of_outputs.dimension = dimensions.output_feature;
    const ValueId value = join_groups(filling, op, made, of_outputs, outputs,
                                      extent(declared.shape, dimensions.output_feature));
    return std::vector{filling.with_sizes(value, std::move(sizes))};
}

/// Run-time padding is materialised as zeros first, enough for the windows of a result at its bound.
Replacement dynamic_convolution(BoundsFilling& filling, Op& op) {
    Builder b(filling.rewriter());
    const TensorType declared = filling.rewriter().tensor(op.results[0]);
    const Shape shape = filled(declared).shape;
    if (!filled(declared).is_static()) filling.refuse(op);
    const ConvolutionDimensions dimensions = op[attr::convolution_dimension_numbers];
    const Window window = convolution_window(op, b.tensor(op.operands[1]));
    const std::size_t count = dimensions.input_spatial.size();
    const ValueId padding = b.reshape(op.operands[2], {static_cast<std::int64_t>(2 * count)});
    ValueId input = op.operands[0];
    RunSizes sizes, left = filling.sizes_of(input);
    for (std::size_t d = 0; d < count; d++) {
        const std::int64_t from = dimensions.input_spatial[d], to = dimensions.output_spatial[d],
                           places = shape[static_cast<std::size_t>(to)],
                           reach = (window.size[d] - 1) * window.window_dilation[d] + 1;
        const ValueId size = filling.size_in(op.operands[0], from),
                      low = filling.element(padding, static_cast<std::int64_t>(2 * d)),
                      high = filling.element(padding, static_cast<std::int64_t>(2 * d + 1));
        const Along along{from, places == 0 ? 0 : (places - 1) * window.strides[d] + reach, low,
                          filling.number(window.base_dilation[d])};
        input = padded_along(filling, input, along, size, filling.zero_of(input));
        left.erase(from);
        if (declared.shape[static_cast<std::size_t>(to)] != dynamic_size) continue;
        const ValueId holes = filling.larger(b.subtract(size, filling.number(1)), filling.number(0));
        const ValueId padded = b.add(
            b.add(size, b.multiply(holes, filling.number(window.base_dilation[d] - 1))), b.add(low, high));
        const ValueId stride = filling.number(window.strides[d]);
        const ValueId room = b.add(b.subtract(padded, filling.number(reach)), stride);
        sizes[to] = filling.larger(b.divide(room, stride), filling.number(0));
    }
    op.code = OpCode::Convolution;
    op.operands = {filling.with_sizes(input, std::move(left)), op.operands[1]};
    op.remove_attribute(attr::padding);
    op.remove_attribute(attr::lhs_dilation);
    const ValueId value = convolution(filling, op)->front();
    sizes.merge(filling.sizes_of(value));
    return std::vector{filling.with_sizes(value, std::move(sizes))};
}

}  // namespace hlo2c::frontend::bounds

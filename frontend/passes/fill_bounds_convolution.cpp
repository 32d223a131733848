#include <algorithm>

#include "frontend/passes/bounds_filling.h"

namespace hlo2c::frontend {

/// Where the positions of a line in `groups` parts of `width` stand in one whose parts have `other` each, and
/// which of them it has.
BoundsFilling::Regrouped BoundsFilling::regrouped(std::int64_t length, ValueId width, ValueId other) {
    Builder b(*rewriter_);
    const TensorType line{{length}, ElementType::I32, {}, {}};
    const auto whole = [&](ValueId scalar) { return b.broadcast(scalar, {}, line.shape); };
    const ValueId position = b.iota(line, 0), divisor = whole(larger(width, number(1))),
                  extent = whole(other);
    const ValueId offset = b.binary(OpCode::Remainder, position, divisor);
    return {b.add(b.multiply(b.divide(position, divisor), extent), offset), b.compare("LT", offset, extent)};
}

/// Groups that lie one behind the other at the size come to lie `width` apart; what is between them is zero.
ValueId BoundsFilling::spread_groups(const Op& op, ValueId value, const Groups& groups, ValueId size) {
    Builder b(*rewriter_);
    TensorType type = b.tensor(value);
    if (type.is_quantized() && type.quantization.front().axis >= 0)
        refuse(op, "the slices of a group have scales of their own");
    const std::int64_t length = groups.count * groups.width;
    const auto at = static_cast<std::size_t>(groups.dimension);
    if (type.shape[at] == 0 || length == 0) {
        type.shape[at] = length;
        return zeros(type);
    }
    const ValueId each = b.divide(size, number(groups.count));
    const Regrouped from = regrouped(length, number(groups.width), each);
    value = taken(value, groups.dimension, from.places);
    const TensorType wide = b.tensor(value);
    return chosen(b.broadcast(from.inside, {groups.dimension}, wide.shape), value, zeros(wide));
}

/// The other way round, `length` in all; what is past the size is anything.
ValueId BoundsFilling::join_groups(const Op& op, ValueId value, const Groups& groups, ValueId size,
                                   std::int64_t length) {
    Builder b(*rewriter_);
    TensorType type = b.tensor(value);
    if (type.is_quantized() && type.quantization.front().axis >= 0)
        refuse(op, "the slices of a group have scales of their own");
    if (groups.width == 0 || length == 0) {
        type.shape[static_cast<std::size_t>(groups.dimension)] = length;
        return zeros(type);
    }
    const ValueId each = b.divide(size, number(groups.count));
    return taken(value, groups.dimension, regrouped(length, each, number(groups.width)).places);
}

/// What lies past the size is zero, as padding is. Groups begin where those at the bound do.
Replacement BoundsFilling::convolution(Op& op) {
    Builder b(*rewriter_);
    const ConvolutionDimensions dimensions = convolution_dimensions(op);
    ValueId &input = op.operands[0], &kernel = op.operands[1];
    const Window window = convolution_window(op, b.tensor(kernel));
    const RunSizes of_input = sizes_of(input), of_kernel = sizes_of(kernel);
    const auto size_of = [](const RunSizes& sizes, std::int64_t dimension) {
        const auto known = sizes.find(dimension);
        return known != sizes.end() ? known->second : no_value;
    };
    const auto extent = [&](const Shape& shape, std::int64_t d) {
        return shape[static_cast<std::size_t>(d)];
    };
    const TensorType declared = filled(rewriter_->tensor(op.results[0]));
    const std::int64_t feature_groups = op.integer("feature_group_count", 1),
                       batch_groups = op.integer("batch_group_count", 1);
    RunSizes sizes;
    for (std::size_t d = 0; d < dimensions.input_spatial.size(); d++) {
        if (const ValueId size = size_of(of_input, dimensions.input_spatial[d]); size != no_value)
            sizes[dimensions.output_spatial[d]] = window_count(size, window, d);
        if (of_kernel.count(dimensions.kernel_spatial[d]) != 0)
            refuse(op, "a kernel smaller than its bound yields more outputs than the result's bound allows");
    }
    input = zeroed(input, only(of_input, dimensions.input_spatial));
    kernel = zeroed(kernel, only(of_kernel, {dimensions.kernel_input_feature}));
    Shape shape = declared.shape;
    if (const ValueId size = size_of(of_input, dimensions.input_feature); size != no_value) {
        const std::int64_t width = extent(b.tensor(kernel).shape, dimensions.kernel_input_feature);
        if (feature_groups == 1)
            input = zeroed(input, {{dimensions.input_feature, size}});
        else
            input = spread_groups(op, input, {dimensions.input_feature, feature_groups, width}, size);
    }
    if (const ValueId size = size_of(of_input, dimensions.input_batch); size != no_value) {
        const std::int64_t width = extent(declared.shape, dimensions.output_batch);
        if (batch_groups != 1)
            input = spread_groups(op, input, {dimensions.input_batch, batch_groups, width}, size);
        sizes[dimensions.output_batch] = batch_groups == 1 ? size : b.divide(size, number(batch_groups));
    }
    const ValueId outputs = size_of(of_kernel, dimensions.kernel_output_feature);
    const std::int64_t parts = std::max(feature_groups, batch_groups);
    Groups of_outputs{dimensions.kernel_output_feature, parts, 0};
    if (outputs != no_value) {
        sizes[dimensions.output_feature] = outputs;
        of_outputs.width = extent(b.tensor(kernel).shape, dimensions.kernel_output_feature) / parts;
        if (parts != 1) kernel = spread_groups(op, kernel, of_outputs, outputs);
        shape[static_cast<std::size_t>(dimensions.output_feature)] = of_outputs.width * parts;
    }
    if (outputs == no_value || parts == 1) return give(op, std::move(sizes));
    Op wide{.code = op.code, .operands = op.operands, .attributes = op.attributes};
    TensorType type = declared;
    type.shape = shape;
    const ValueId made = rewriter_->emit(std::move(wide), type);
    of_outputs.dimension = dimensions.output_feature;
    const ValueId value =
        join_groups(op, made, of_outputs, outputs, extent(declared.shape, dimensions.output_feature));
    return std::vector{with_sizes(value, std::move(sizes))};
}

/// Padding that is computed is made of zeros first: as many as the windows of a result at its bound need.
Replacement BoundsFilling::dynamic_convolution(Op& op) {
    Builder b(*rewriter_);
    const TensorType declared = rewriter_->tensor(op.results[0]);
    const Shape shape = filled(declared).shape;
    if (!filled(declared).is_static()) refuse(op);
    const ConvolutionDimensions dimensions = convolution_dimensions(op);
    const Window window = convolution_window(op, b.tensor(op.operands[1]));
    const std::size_t count = dimensions.input_spatial.size();
    const ValueId padding = b.reshape(op.operands[2], {static_cast<std::int64_t>(2 * count)});
    ValueId input = op.operands[0];
    RunSizes sizes, left = sizes_of(input);
    for (std::size_t d = 0; d < count; d++) {
        const std::int64_t from = dimensions.input_spatial[d], to = dimensions.output_spatial[d],
                           places = shape[static_cast<std::size_t>(to)],
                           reach = (window.size[d] - 1) * window.window_dilation[d] + 1;
        const ValueId size = size_in(op.operands[0], from),
                      low = element(padding, static_cast<std::int64_t>(2 * d)),
                      high = element(padding, static_cast<std::int64_t>(2 * d + 1));
        const Along along{from, places == 0 ? 0 : (places - 1) * window.strides[d] + reach, low,
                          number(window.base_dilation[d])};
        input = padded_along(input, along, size, zero_of(input));
        left.erase(from);
        if (declared.shape[static_cast<std::size_t>(to)] != dynamic_size) continue;
        const ValueId holes = larger(b.subtract(size, number(1)), number(0));
        const ValueId padded =
            b.add(b.add(size, b.multiply(holes, number(window.base_dilation[d] - 1))), b.add(low, high));
        const ValueId stride = number(window.strides[d]);
        const ValueId room = b.add(b.subtract(padded, number(reach)), stride);
        sizes[to] = larger(b.divide(room, stride), number(0));
    }
    op.code = OpCode::Convolution;
    op.operands = {with_sizes(input, std::move(left)), op.operands[1]};
    op.remove_attribute("padding");
    op.remove_attribute("lhs_dilation");
    const ValueId value = convolution(op)->front();
    sizes.merge(sizes_of(value));
    return std::vector{with_sizes(value, std::move(sizes))};
}

}  // namespace hlo2c::frontend

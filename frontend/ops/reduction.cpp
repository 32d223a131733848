#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ops/hooks.h"
#include "frontend/ops/op_context.h"

namespace hlo2c::frontend {
namespace {

/// The number of inputs, the first half of the operands; the second half are initial values.
std::size_t paired_inputs(const OpContext& op, std::string_view label) {
    op.require(op.operand_count() % 2 == 0, label, "there is not one initial value per input");
    const std::size_t inputs = op.operand_count() / 2;
    op.require(op.result_count() == inputs, label,
               fmt::format("there are {} results for {} inputs", op.result_count(), inputs));
    return inputs;
}

void require_same_shapes(const OpContext& op, std::size_t inputs, std::string_view label) {
    for (std::size_t i = 1; i < inputs; i++)
        if (!same_shape(op.operand(0).shape, op.operand(i).shape))
            op.refuse(label, fmt::format("input 0 is {} and input {} is {}: the shapes differ",
                                         to_string(op.operand(0)), i, to_string(op.operand(i))));
}

void require_initial_values(const OpContext& op, std::size_t inputs, std::string_view label) {
    for (std::size_t i = 0; i < inputs; i++) {
        const TensorType& initial = op.operand(inputs + i);
        if (expressed_element(initial) != expressed_element(op.operand(i)))
            op.refuse(label,
                      fmt::format("input {} is {} and its initial value is {}: the element types differ", i,
                                  to_string(op.operand(i)), to_string(initial)));
    }
}

/// True if the sizes of `inner` are a subsequence of those of `outer`.
bool is_part_of(const Sizes& inner, const Sizes& outer) {
    std::size_t next = 0;
    for (const std::int64_t size : outer)
        if (next < inner.size() && same_size(inner[next], size)) next++;
    return next == inner.size();
}

/// Requires a body that takes E0.., E0.. and returns E0.., where each input's element type promotes to E;
/// returns E0... These are scalars, or tensors whose sizes are a subsequence of `allowed`. The initial
/// values, from operand `initial` on, have the same shapes.
std::vector<TensorType> require_reducer(const OpContext& op, std::size_t region,
                                        const std::vector<TensorType>& inputs, std::size_t initial,
                                        const Sizes& allowed, std::string_view label) {
    const Types returned = op.returned_types(region);
    if (returned.size() != inputs.size())
        op.refuse(label, fmt::format("the body returns {} values where {} were expected", returned.size(),
                                     inputs.size()));
    std::vector<TensorType> elements;
    for (std::size_t i = 0; i < inputs.size(); i++) {
        op.require(returned[i].is_tensor(), label,
                   fmt::format("the body returns {}, which is not a tensor", to_string(returned[i])));
        elements.push_back(returned[i].as_tensor());
        op.require(is_part_of(elements[i].shape, allowed), label,
                   fmt::format("the body returns {} where a scalar was expected", to_string(returned[i])));
        if (!is_promotable(inputs[i], elements[i]))
            op.refuse(label, fmt::format("an element of {} cannot be promoted to {}", to_string(inputs[i]),
                                         to_string(elements[i])));
        if (!same_shape(op.operand(initial + i).shape, elements[i].shape))
            op.refuse(label, fmt::format("the initial value {} is {} and the body returns {}", i,
                                         to_string(op.operand(initial + i)), to_string(returned[i])));
    }
    Types arguments(elements.begin(), elements.end());
    arguments.insert(arguments.end(), elements.begin(), elements.end());
    op.require_region(region, arguments, std::nullopt, label);
    return elements;
}

std::vector<TensorType> tensors(const OpContext& op, std::size_t count) {
    std::vector<TensorType> types;
    for (std::size_t i = 0; i < count; i++) types.push_back(op.operand(i));
    return types;
}

Types with_shapes(const std::vector<TensorType>& elements, const Sizes& shape) {
    Types types;
    for (const TensorType& element : elements) types.emplace_back(with_shape(element, shape));
    return types;
}

}  // namespace

Types infer_reduce(const OpContext& op) {
    const std::size_t inputs = paired_inputs(op, "C3");
    require_same_shapes(op, inputs, "C1");
    require_initial_values(op, inputs, "C2");
    const Sizes dimensions = op[attr::dimensions];
    op.require_in_range(dimensions, op.operand(0).rank(), "C4", attr::dimensions);
    op.require_unique(dimensions, "C5", attr::dimensions);
    Sizes merged = op.operand(0).shape, shape;
    for (std::size_t i = 1; i < inputs; i++) merged = merged_shape(merged, op.operand(i).shape);
    for (std::size_t d = 0; d < merged.size(); d++)  // (C7)
        if (std::find(dimensions.begin(), dimensions.end(), static_cast<std::int64_t>(d)) == dimensions.end())
            shape.push_back(merged[d]);
    const std::vector<TensorType> elements = require_reducer(op, 0, tensors(op, inputs), inputs, shape, "C6");
    return with_shapes(elements, shape);  // (C8)
}

Types infer_reduce_window(const OpContext& op) {
    const std::size_t inputs = paired_inputs(op, "C1");
    require_same_shapes(op, inputs, "C2");
    require_initial_values(op, inputs, "C3");
    const std::size_t rank = op.operand(0).shape.size();
    const Sizes window = op[attr::window_dimensions], strides = op[attr::window_strides.over(rank)],
                base = op[attr::base_dilations.over(rank)], dilation = op[attr::window_dilations.over(rank)],
                padding = op[attr::padding.over(rank)];
    op.require_size(window, rank, "C4", attr::window_dimensions);
    op.require_positive(window, "C5", attr::window_dimensions);
    op.require_size(strides, rank, "C6", attr::window_strides);
    op.require_positive(strides, "C7", attr::window_strides);
    op.require_size(base, rank, "C8", attr::base_dilations);
    op.require_positive(base, "C9", attr::base_dilations);
    op.require_size(dilation, rank, "C10", attr::window_dilations);
    op.require_positive(dilation, "C11", attr::window_dilations);
    require_padding_table(op, rank, "C12");
    const std::vector<TensorType> elements =
        require_reducer(op, 0, tensors(op, inputs), inputs, window, "C13");
    Sizes shape(rank);
    for (std::size_t d = 0; d < rank; d++) {  // (C14) (C15)
        const std::int64_t extent = op.operand(0).shape[d];
        shape[d] = extent == dynamic_size
                       ? extent
                       : op.require_possible(window_count(extent, window[d], strides[d], base[d], dilation[d],
                                                          padding[2 * d], padding[2 * d + 1]),
                                             d, "C15");
    }
    return with_shapes(elements, shape);  // (C16)
}

Types infer_select_and_scatter(const OpContext& op) {
    const TensorType& operand = op.operand(0);
    const TensorType& source = op.operand(1);
    const TensorType& initial = op.operand(2);
    op.require(expressed_element(operand) == expressed_element(source), "C1",
               "the element types of operand and source differ");
    op.require(expressed_element(initial) == expressed_element(operand), "C3",
               "the element types of operand and initial value differ");
    const std::size_t rank = operand.shape.size();
    const Sizes window = op.op().has(attr::selection_window) ? op[attr::selection_window] : Sizes(),
                strides = op[attr::window_strides.over(rank)], padding = op[attr::padding.over(rank)];
    op.require_size(window, rank, "C4", attr::window_dimensions);
    op.require_positive(window, "C5", attr::window_dimensions);
    op.require_size(strides, rank, "C6", attr::window_strides);
    op.require_positive(strides, "C7", attr::window_strides);
    require_padding_table(op, rank, "C8");
    op.require(source.shape.size() == rank, "C2", "the ranks of operand and source differ");
    for (std::size_t d = 0; d < rank; d++) {
        if (operand.shape[d] == dynamic_size) continue;
        const std::int64_t windows = op.require_possible(
            window_count(operand.shape[d], window[d], strides[d], 1, 1, padding[2 * d], padding[2 * d + 1]),
            d, "C2", "source");
        if (!same_size(source.shape[d], windows))
            op.refuse("C2", fmt::format("dimension {} of source has size {} where there are {} windows", d,
                                        source.shape[d], windows));
    }
    const Type scalar = scalar_of(operand);
    op.require_region(0, {scalar, scalar}, Types{TensorType{{}, ElementType::I1, {}, {}}}, "C9");
    const std::vector<TensorType> element = require_reducer(op, 1, {operand}, 2, {}, "C10");
    return {with_shape(element[0], operand.shape)};  // (C11) (C12)
}

namespace {

/// Checks the feature vectors of a batch normalisation, with one label per operand; returns the feature
/// count.
std::int64_t batch_norm_features(const OpContext& op, std::size_t first, std::size_t last,
                                 const std::vector<std::string_view>& size_labels) {
    const TensorType& operand = op.operand(0);
    const std::int64_t feature = op[attr::feature_index];
    op.require_in_range({feature}, operand.rank(), "C1", attr::feature_index);
    const std::int64_t size = operand.shape[static_cast<std::size_t>(feature)];
    for (std::size_t i = first; i < last; i++) {
        const TensorType& vector = op.operand(i);
        op.require(expressed_element(vector) == expressed_element(operand), "C2",
                   fmt::format("{} has another element type than operand 0", op.operand_name(i)));
        op.require(vector.rank() == 1 && same_size(vector.shape[0], size), size_labels[i - first],
                   fmt::format("{} is not a vector of the {} features", op.operand_name(i), size));
    }
    return size;
}

}  // namespace

Types infer_batch_norm_inference(const OpContext& op) {
    batch_norm_features(op, 1, 5, {"C3", "C4", "C5", "C6"});
    return {op.operand(0)};  // (C7)
}

Types infer_batch_norm_training(const OpContext& op) {
    const std::int64_t features = batch_norm_features(op, 1, 3, {"C3", "C4"});
    const TensorType vector = with_shape(op.operand(1), {features});
    return {op.operand(0), vector, vector};  // (C5) (C6) (C7)
}

Types infer_batch_norm_grad(const OpContext& op) {
    const std::int64_t features = batch_norm_features(op, 1, 4, {"C5", "C4", "C4"});
    op.require(same_baseline(op.operand(0), op.operand(4)), "C3",
               "operand and grad_output have different types");
    const TensorType vector = with_shape(op.operand(1), {features});
    return {op.operand(0), vector, vector};
}

Types infer_scan(const OpContext& op) {
    const Sizes segments = op[attr::operand_segment_sizes];
    op.require(segments.size() == 2 && segments[0] >= 0 && segments[1] >= 0 &&
                   Wide{segments[0]} + segments[1] == Wide{op.operand_count()},
               "", "operandSegmentSizes does not divide the operands into inputs and initial values");
    const std::int64_t dimension = op[attr::dimension];
    op.require(dimension >= 0, "", fmt::format("dimension is {}, which is negative", dimension));
    const auto inputs = static_cast<std::size_t>(segments[0]),
               carries = static_cast<std::size_t>(segments[1]);
    std::int64_t size = op[attr::scan_dim_size];
    Types arguments;
    for (std::size_t i = 0; i < inputs; i++) {
        TensorType type = op.operand(i);
        op.require_in_range({dimension}, type.rank(), "", attr::dimension);
        const std::int64_t own = type.shape[static_cast<std::size_t>(dimension)];
        op.require(
            same_size(own, size), "",
            fmt::format("input {} has the size {} along the scan where {} was expected", i, own, size));
        if (size == dynamic_size) size = own;
        type.shape.erase(type.shape.begin() + dimension);
        arguments.emplace_back(with_shape(type, type.shape));
    }
    for (std::size_t i = 0; i < carries; i++) arguments.push_back(op.operand_type(inputs + i));
    op.require_region(0, arguments, std::nullopt, "");
    Types results = op.returned_types(0);
    op.require(results.size() == op.result_count() && results.size() >= carries, "",
               "the body does not return one value per result");
    const std::size_t outputs = results.size() - carries;
    for (std::size_t i = 0; i < results.size(); i++) {
        op.require(results[i].is_tensor(), "", fmt::format("the body returns {}", to_string(results[i])));
        if (i < outputs) {
            TensorType& type = results[i].as_tensor();
            op.require(dimension <= type.rank(), "", "an output of the body has too few dimensions");
            Sizes shape = type.shape;
            shape.insert(shape.begin() + dimension, size);
            type = with_shape(type, std::move(shape));
        } else {
            op.require(compatible(results[i], op.operand_type(inputs + i - outputs)), "",
                       fmt::format("the body returns {} for a carry that begins as {}", to_string(results[i]),
                                   to_string(op.operand_type(inputs + i - outputs))));
        }
    }
    return results;
}

}  // namespace hlo2c::frontend

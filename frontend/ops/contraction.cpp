#include <algorithm>
#include <map>

#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_lists.h"
#include "frontend/ir/structures.h"
#include "frontend/ops/attribute_rules.h"
#include "frontend/ops/hooks.h"
#include "frontend/ops/op_context.h"

namespace hlo2c::frontend {
namespace {

bool divides(std::int64_t size, std::int64_t count) {
    return size == dynamic_size || size % count == 0;
}

/// Requires `precision_config` to be a list of at most two precisions, one per operand.
void require_precision(const OpContext& op, std::string_view label) {
    const Attribute* precision = op.op().attribute(attr::precision_config);
    if (precision == nullptr) return;
    const auto* list = precision->get_if<ArrayAttribute>();
    op.require(list != nullptr, label, "precision_config is not a list of precisions");
    op.require(list->elements.size() <= 2, label, "precision_config has more than two entries");
    for (const Attribute& element : list->elements) {
        const auto* keyword = element.get_if<EnumAttribute>();
        op.require(keyword != nullptr && enumeration_name(*keyword) == Enumeration<Precision>::name, label,
                   "precision_config has an entry that is not a precision");
    }
}

/// Labels of the element type rules that dot_general and the convolutions share.
struct ElementLabels {
    std::string_view plain, all_quantized, storage, expressed, granularity, hybrid;
};
constexpr ElementLabels of_dot_general = {"C13", "C14", "C17", "C18", "C19", "C20"};
constexpr ElementLabels of_convolution = {"C27", "C28", "C31", "C32", "C33", "C34"};

/// True for element types of dots that exporters emit against the specification: different float types, and
/// floats with integers (JAX's singular values for TPU).
bool may_mix(ElementType lhs, ElementType rhs) {
    return kind(lhs) == kind(rhs) ||
           (!is_complex(lhs) && !is_complex(rhs) && !is_boolean(lhs) && !is_boolean(rhs));
}

/// Checks the element type rules of plain, quantized and hybrid contractions.
void require_element_types(const OpContext& op, const ElementLabels& labels, bool mixes) {
    const TensorType& lhs = op.operand(0);
    const TensorType& rhs = op.operand(1);
    const TensorType& result = op.result(0);
    if (!lhs.is_quantized() && !rhs.is_quantized()) {
        const bool fits = lhs.element == rhs.element || (mixes && may_mix(lhs.element, rhs.element));
        op.require(fits, labels.plain,
                   fmt::format("lhs is {} and rhs is {}: the element types are incompatible", to_string(lhs),
                               to_string(rhs)));
        op.require(!result.is_quantized(), labels.all_quantized,
                   "the result is quantized but the operands are not");
        return;
    }
    op.require(rhs.is_quantized(), labels.all_quantized, "lhs is quantized but rhs is not");
    op.require(lhs.is_quantized() == result.is_quantized(), labels.all_quantized,
               "one of lhs and result is quantized and the other is not");
    if (!lhs.is_quantized()) {
        op.require(lhs.element == expressed_element(rhs) && lhs.element == result.element, labels.hybrid,
                   "lhs, the expressed type of rhs and the result have different element types");
        return;
    }
    op.require(lhs.element == rhs.element, labels.storage, "the storage types of lhs and rhs differ");
    op.require(expressed_element(lhs) == expressed_element(rhs), labels.expressed,
               "the expressed types of lhs and rhs differ");
    op.require(expressed_element(result) == expressed_element(lhs), labels.expressed,
               "the expressed type of the result differs from that of the operands");
    op.require(rhs.quantization.front().axis >= 0 || result.quantization.front().axis < 0, labels.granularity,
               "rhs has one scale but the result has a scale per index of an axis");
}

}  // namespace

namespace {

/// Checks the constraints on `algorithm`, with the labels of dot_general.
void require_algorithm(const OpContext& op) {
    const Attribute* attribute = op.op().attribute(attr::algorithm);
    const auto* algorithm = attribute != nullptr ? attribute->get_if<StructAttribute>() : nullptr;
    if (algorithm == nullptr) return;
    const Attribute* precision = op.op().attribute(attr::precision_config);
    if (const auto* list = precision != nullptr ? precision->get_if<ArrayAttribute>() : nullptr)
        for (const Attribute& element : list->elements) {
            const auto* given = element.get_if<EnumAttribute>();
            op.require(given != nullptr && given->value == keyword(Precision::Default), "C21",
                       "an algorithm is given, but the precision is not DEFAULT");
        }
    if (const std::optional<Violation> violation = violation_of(*algorithm))
        op.refuse(violation->label, violation->message);
}

}  // namespace

Types infer_dot_general(const OpContext& op) {
    op.require_structure(attr::dot_dimension_numbers, structures::dot);
    const TensorType& lhs = op.operand(0);
    const TensorType& rhs = op.operand(1);
    const DotDimensions dimensions = op.op()[attr::dot_dimension_numbers];
    op.require_size(dimensions.rhs_batching, dimensions.lhs_batching.size(), "C1", "rhs_batching_dimensions");
    op.require_size(dimensions.rhs_contracting, dimensions.lhs_contracting.size(), "C2",
                    "rhs_contracting_dimensions");
    const Sizes of_lhs = joined(dimensions.lhs_batching, dimensions.lhs_contracting);
    const Sizes of_rhs = joined(dimensions.rhs_batching, dimensions.rhs_contracting);
    op.require_unique(of_lhs, "C3", "lhs_batching_dimensions with lhs_contracting_dimensions");
    op.require_unique(of_rhs, "C4", "rhs_batching_dimensions with rhs_contracting_dimensions");
    op.require_in_range(dimensions.lhs_batching, lhs.rank(), "C5", "lhs_batching_dimensions");
    op.require_in_range(dimensions.lhs_contracting, lhs.rank(), "C6", "lhs_contracting_dimensions");
    op.require_in_range(dimensions.rhs_batching, rhs.rank(), "C7", "rhs_batching_dimensions");
    op.require_in_range(dimensions.rhs_contracting, rhs.rank(), "C8", "rhs_contracting_dimensions");
    const auto require_equal = [&](const Sizes& left, const Sizes& right, std::string_view label,
                                   std::string_view what) {
        for (std::size_t i = 0; i < left.size(); i++)
            if (!same_size(size_at(lhs, left[i]), size_at(rhs, right[i])))
                op.refuse(label, fmt::format("the {} dimensions {} of {} and {} of {} have different sizes",
                                             what, left[i], to_string(lhs), right[i], to_string(rhs)));
    };
    require_equal(dimensions.lhs_batching, dimensions.rhs_batching, "C9", "batching");
    require_equal(dimensions.lhs_contracting, dimensions.rhs_contracting, "C10", "contracting");
    require_precision(op, "C11");
    require_algorithm(op);
    require_element_types(op, of_dot_general, true);
    if (rhs.is_quantized()) {
        const Quantization& quantization = rhs.quantization.front();
        op.require(std::all_of(quantization.zero_points.begin(), quantization.zero_points.end(),
                               [](std::int64_t zero) { return zero == 0; }),
                   "C15", "the zero points of rhs are not all 0");
        op.require(quantization.axis < 0 || !contains(dimensions.rhs_contracting, quantization.axis), "C16",
                   "the quantization axis of rhs is contracted");
    }
    Sizes shape;  // (C12)
    for (const std::int64_t d : dimensions.lhs_batching) shape.push_back(size_at(lhs, d));
    for (std::int64_t d = 0; d < lhs.rank(); d++)
        if (!contains(of_lhs, d)) shape.push_back(size_at(lhs, d));
    for (std::int64_t d = 0; d < rhs.rank(); d++)
        if (!contains(of_rhs, d)) shape.push_back(size_at(rhs, d));
    return {with_shape(op.result(0), shape)};
}

Types infer_dot(const OpContext& op) {
    const TensorType& lhs = op.operand(0);
    const TensorType& rhs = op.operand(1);
    op.require(lhs.rank() >= 1 && lhs.rank() <= 2 && rhs.rank() >= 1 && rhs.rank() <= 2, "",
               "an operand has a rank other than 1 or 2");
    op.require(same_size(lhs.shape.back(), rhs.shape.front()), "",
               fmt::format("the contracted sizes {} and {} differ", lhs.shape.back(), rhs.shape.front()));
    require_precision(op, "");
    require_element_types(op, {}, true);
    Sizes shape;
    if (lhs.rank() == 2) shape.push_back(lhs.shape[0]);
    if (rhs.rank() == 2) shape.push_back(rhs.shape[1]);
    return {with_shape(op.result(0), shape)};
}

namespace {

/// How the window of a convolution moves, per spatial dimension.
struct WindowMotion {
    Sizes strides, lhs_dilation, rhs_dilation, padding;
};

/// The window's motion with the padding `given`, or none; (C2) to (C9).
WindowMotion checked_motion(const OpContext& op, std::size_t spatial, const std::optional<Sizes>& given) {
    WindowMotion motion{op[attr::window_strides.over(spatial)],
                        op[attr::lhs_dilation.over(spatial)],
                        op[attr::rhs_dilation.over(spatial)],
                        {}};
    const Sizes reversal = op[attr::window_reversal.over(spatial)];
    motion.padding = given.value_or(Sizes(2 * spatial, 0));
    op.require_size(motion.strides, spatial, "C2", attr::window_strides);
    op.require_positive(motion.strides, "C3", attr::window_strides);
    op.require_size(motion.padding, 2 * spatial, "C4", attr::padding);
    op.require_size(motion.lhs_dilation, spatial, "C5", attr::lhs_dilation);
    op.require_positive(motion.lhs_dilation, "C6", attr::lhs_dilation);
    op.require_size(motion.rhs_dilation, spatial, "C7", attr::rhs_dilation);
    op.require_positive(motion.rhs_dilation, "C8", attr::rhs_dilation);
    op.require_size(reversal, spatial, "C9", attr::window_reversal);
    return motion;
}

/// The role of each dimension of the operands and the result; (C12) to (C20).
ConvolutionDimensions checked_roles(const OpContext& op, std::int64_t rank) {
    const ConvolutionDimensions roles = op.op()[attr::convolution_dimension_numbers];
    for (const std::int64_t d : roles.kernel_spatial)
        if (d >= 0 && d < rank)
            op.require(size_at(op.operand(1), d) != 0, "",
                       fmt::format("the kernel has the size 0 in dimension {}", d));
    const auto spatial = static_cast<std::size_t>(rank - 2);
    op.require_size(roles.input_spatial, spatial, "C12", "input_spatial_dimensions");
    op.require_size(roles.kernel_spatial, spatial, "C17", "kernel_spatial_dimensions");
    op.require_size(roles.output_spatial, spatial, "C19", "output_spatial_dimensions");
    const auto require_each = [&](const Sizes& spatial_dimensions, std::int64_t first, std::int64_t second,
                                  std::string_view label, std::string_view what) {
        const Sizes all = joined(spatial_dimensions, {first, second});
        op.require_unique(all, label, what);
        op.require_in_range(all, rank, label, what);
    };
    require_each(roles.input_spatial, roles.input_batch, roles.input_feature, "C13",
                 "the input's dimensions");
    require_each(roles.kernel_spatial, roles.kernel_input_feature, roles.kernel_output_feature, "C18",
                 "the kernel's dimensions");
    require_each(roles.output_spatial, roles.output_batch, roles.output_feature, "C20",
                 "the output's dimensions");
    return roles;
}

/// The sizes of the batch and of the output features; (C10), (C11), (C14) to (C16), (C21) to (C23).
std::pair<std::int64_t, std::int64_t> checked_groups(const OpContext& op,
                                                     const ConvolutionDimensions& roles) {
    const std::int64_t feature_groups = op[attr::feature_group_count],
                       batch_groups = op[attr::batch_group_count];
    op.require(feature_groups > 0, "C21", "feature_group_count is not positive");
    op.require(batch_groups > 0, "C22", "batch_group_count is not positive");
    op.require(feature_groups == 1 || batch_groups == 1, "C23",
               "feature_group_count and batch_group_count are both greater than 1");
    const TensorType& lhs = op.operand(0);
    const TensorType& rhs = op.operand(1);
    const std::int64_t batch = size_at(lhs, roles.input_batch), features = size_at(lhs, roles.input_feature),
                       kernel_features = size_at(rhs, roles.kernel_input_feature),
                       outputs = size_at(rhs, roles.kernel_output_feature);
    op.require(divides(batch, batch_groups), "C10",
               fmt::format("the batch of {} does not divide into {} groups", batch, batch_groups));
    op.require(divides(features, feature_groups), "C11",
               fmt::format("the {} input features do not divide into {} groups", features, feature_groups));
    op.require(features == dynamic_size || same_size(kernel_features, features / feature_groups), "C14",
               fmt::format("the kernel has {} input features where {} were expected", kernel_features,
                           features / feature_groups));
    op.require(
        divides(outputs, batch_groups), "C15",
        fmt::format("the {} output features do not divide into {} batch groups", outputs, batch_groups));
    op.require(
        divides(outputs, feature_groups), "C16",
        fmt::format("the {} output features do not divide into {} feature groups", outputs, feature_groups));
    return {batch == dynamic_size ? batch : batch / batch_groups, outputs};
}

/// A scale per index belongs to the output features, of the kernel (C29) and of the result (C30).
void require_quantization_axes(const OpContext& op, const ConvolutionDimensions& roles) {
    const TensorType& rhs = op.operand(1);
    if (rhs.is_quantized() && rhs.quantization.front().axis >= 0)
        op.require(rhs.quantization.front().axis == roles.kernel_output_feature, "C29",
                   "the quantization axis of rhs is not kernel_output_feature_dimension");
    if (op.result(0).is_quantized() && op.result(0).quantization.front().axis >= 0)
        op.require(op.result(0).quantization.front().axis == roles.output_feature, "C30",
                   "the quantization axis of the result is not output_feature_dimension");
}

/// Checks a convolution with the padding `given`; if it is unknown, as far as possible.
Types convolution(const OpContext& op, const std::optional<Sizes>& given) {
    op.require_structure(attr::convolution_dimension_numbers, structures::convolution);
    const TensorType& lhs = op.operand(0);
    const TensorType& rhs = op.operand(1);
    const std::int64_t rank = lhs.rank();
    op.require(rhs.rank() == rank, "C1",
               fmt::format("lhs is {} and rhs is {}: the ranks differ", to_string(lhs), to_string(rhs)));
    op.require(rank >= 2, "C1", fmt::format("the rank of the operands is {}, which is less than 2", rank));
    const auto spatial = static_cast<std::size_t>(rank - 2);
    const WindowMotion motion = checked_motion(op, spatial, given);
    const ConvolutionDimensions roles = checked_roles(op, rank);
    const auto [batch, outputs] = checked_groups(op, roles);
    require_precision(op, "C24");
    require_element_types(op, of_convolution, false);
    require_quantization_axes(op, roles);
    Sizes shape(static_cast<std::size_t>(rank));  // (C25) (C26)
    shape[static_cast<std::size_t>(roles.output_batch)] = batch;
    shape[static_cast<std::size_t>(roles.output_feature)] = outputs;
    for (std::size_t d = 0; d < spatial; d++) {
        std::int64_t& size = shape[static_cast<std::size_t>(roles.output_spatial[d])];
        const std::int64_t extent = size_at(lhs, roles.input_spatial[d]),
                           window = size_at(rhs, roles.kernel_spatial[d]);
        size = dynamic_size;
        if (given && extent != dynamic_size && window != dynamic_size)
            size = op.require_possible(
                window_count(extent, window, motion.strides[d], motion.lhs_dilation[d],
                             motion.rhs_dilation[d], motion.padding[2 * d], motion.padding[2 * d + 1]),
                static_cast<std::size_t>(roles.output_spatial[d]), "C25");
    }
    return {with_shape(op.result(0), shape)};
}

}  // namespace

Types infer_convolution(const OpContext& op) {
    const TensorType& lhs = op.operand(0);
    const auto spatial = static_cast<std::size_t>(std::max(lhs.rank() - 2, 0));
    require_padding_table(op, spatial, "C4");
    return convolution(op, op[attr::padding.over(spatial)]);
}

Types infer_dynamic_conv(const OpContext& op) {
    const std::optional<Sizes> known = op.constant_integers(2);
    const TensorType& padding = op.operand(2);
    op.require(padding.rank() == 2 && is_integer(padding.element) &&
                   same_size(padding.shape[0], op.operand(0).rank() - 2) && same_size(padding.shape[1], 2),
               "C4", "the padding is not a tensor of integers with two numbers per spatial dimension");
    return convolution(op, known);
}

namespace {

/// The letters of each term of an einsum: "ab,bc->ac".
std::vector<std::string> einsum_terms(const OpContext& op, std::size_t inputs) {
    const std::string config = op[attr::einsum_config];
    std::vector<std::string> terms(1);
    const std::size_t arrow = config.find("->");
    op.require(arrow != std::string::npos, "", fmt::format("einsum_config '{}' has no '->'", config));
    for (std::size_t i = 0; i < arrow; i++) {
        if (config[i] == ',') {
            terms.emplace_back();
        } else {
            terms.back() += config[i];
        }
    }
    op.require(terms.size() == inputs, "",
               fmt::format("einsum_config '{}' does not have {} inputs", config, inputs));
    terms.push_back(config.substr(arrow + 2));
    for (const std::string& term : terms)
        for (const char letter : term)
            op.require((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z'), "",
                       fmt::format("einsum_config '{}' has a character that is not a letter", config));
    return terms;
}

Types einsum(const OpContext& op) {
    const std::size_t inputs = op.operand_count();
    const std::vector<std::string> terms = einsum_terms(op, inputs);
    std::map<char, std::int64_t> sizes;
    for (std::size_t i = 0; i < inputs; i++) {
        const TensorType& type = op.operand(i);
        op.require(
            terms[i].size() == type.shape.size(), "",
            fmt::format("the term '{}' does not name each dimension of {}", terms[i], to_string(type)));
        for (std::size_t d = 0; d < type.shape.size(); d++) {
            const auto [entry, added] = sizes.emplace(terms[i][d], type.shape[d]);
            op.require(added || same_size(entry->second, type.shape[d]), "",
                       fmt::format("the dimension '{}' has different sizes", terms[i][d]));
        }
    }
    Sizes shape;
    for (const char letter : terms.back()) {
        op.require(sizes.count(letter) == 1, "", fmt::format("the dimension '{}' is in no input", letter));
        shape.push_back(sizes[letter]);
    }
    return {with_shape(op.result(0), shape)};
}

}  // namespace

Types infer_einsum(const OpContext& op) {
    return einsum(op);
}

Types infer_unary_einsum(const OpContext& op) {
    return einsum(op);
}

Types infer_fft(const OpContext& op) {
    const TensorType& operand = op.operand(0);
    const Sizes length = op[attr::fft_length];
    const FftType type = op.keyword(attr::fft_type, "I2");
    op.require(length.size() <= operand.shape.size(), "C1",
               "fft_length has more entries than the operand has dimensions");
    op.require(!length.empty() && length.size() <= 3, "C3", "fft_length does not have 1 to 3 entries");
    const bool from_real = type == FftType::Rfft, to_real = type == FftType::Irfft;
    op.require(from_real ? operand.element == ElementType::F32 || operand.element == ElementType::F64
                         : is_complex(operand.element),
               "C2",
               fmt::format("{} does not take elements of {}", keyword(type), spelling(operand.element)));
    for (const std::int64_t size : length)
        op.require(size >= 0, "C4", fmt::format("fft_length has {}, which is negative", size));
    TensorType result = operand;
    result.bounds.clear();
    if (from_real)
        result.element = operand.element == ElementType::F32 ? ElementType::C64 : ElementType::C128;
    if (to_real) result.element = real_part(operand.element);
    std::int64_t& last = result.shape.back();
    const std::size_t first = operand.shape.size() - length.size();
    for (std::size_t i = 0; i < length.size(); i++) {  // (C4)
        const bool halved = to_real && i + 1 == length.size();
        const std::int64_t expected = halved ? (length[i] == 0 ? 0 : length[i] / 2 + 1) : length[i];
        if (operand.shape[first + i] != 0 && !same_size(operand.shape[first + i], expected))
            op.refuse(halved ? "C5" : "C4",
                      fmt::format("dimension {} of the operand has size {} where {} was expected", first + i,
                                  operand.shape[first + i], expected));
    }
    if (from_real && last != dynamic_size) last = last == 0 ? 0 : last / 2 + 1;  // (C5)
    if (to_real) last = length.back();
    return {result};
}

Types infer_cholesky(const OpContext& op) {
    const TensorType& a = op.operand(0);
    op.require(is_float(expressed_element(a)) || is_complex(a.element), "I1",
               "a is neither float nor complex");
    op.require(a.rank() >= 2, "C2", "a has a rank less than 2");
    op.require(same_size(a.shape[a.shape.size() - 2], a.shape.back()), "C3",
               "the last two sizes of a differ");
    return {a};  // (C1)
}

Types infer_triangular_solve(const OpContext& op) {
    const TensorType& a = op.operand(0);
    const TensorType& b = op.operand(1);
    op.require(is_float(expressed_element(a)) || is_complex(a.element), "I1",
               "a is neither float nor complex");
    op.require(expressed_element(a) == expressed_element(b), "C1", "the element types of a and b differ");
    op.require(
        a.rank() >= 2 && a.rank() == b.rank(), "C2",
        fmt::format("the ranks of a and b are {} and {}, not equal and at least 2", a.rank(), b.rank()));
    const auto rank = static_cast<std::size_t>(a.rank());
    const bool left = op[attr::left_side];
    for (std::size_t d = 0; d + 2 < rank; d++)
        op.require(same_size(a.shape[d], b.shape[d]), "C3", fmt::format("the batch dimension {} differs", d));
    op.require(same_size(a.shape[rank - 2], a.shape[rank - 1]), "C3", "the last two sizes of a differ");
    op.require(same_size(a.shape[rank - 1], b.shape[left ? rank - 2 : rank - 1]), "C3",
               "the sizes of a and b do not fit");
    op.keyword(attr::transpose_a, "I6");
    return {b};  // (C4)
}

namespace {

/// The sizes of the dimensions of lhs before the ragged one, among those of its role.
Sizes sizes_around_ragged(const TensorType& lhs, const DotDimensions& roles, std::int64_t ragged) {
    Sizes around;
    for (const std::int64_t dimension : roles.lhs_batching) {
        if (dimension == ragged) return around;
        around.push_back(size_at(lhs, dimension));
    }
    if (contains(roles.lhs_contracting, ragged)) {
        for (const std::int64_t dimension : roles.lhs_contracting) {
            if (dimension == ragged) return around;
            around.push_back(size_at(lhs, dimension));
        }
    }
    for (std::int64_t dimension = 0; dimension < ragged; dimension++)
        if (!contains(roles.lhs_batching, dimension) && !contains(roles.lhs_contracting, dimension))
            around.push_back(size_at(lhs, dimension));
    return around;
}

}  // namespace

Types infer_ragged_dot(const OpContext& op) {
    const TensorType& lhs = op.operand(0);
    const TensorType& rhs = op.operand(1);
    const TensorType& groups = op.operand(2);
    op.require_structure(attr::ragged_dot_dimension_numbers, "chlo.ragged_dot");
    const RaggedDotDimensions roles = op.op()[attr::ragged_dot_dimension_numbers];
    const DotDimensions& d = roles.dot;
    require_precision(op, "");
    op.require(roles.ragged.size() == 1, "", "lhs_ragged_dimensions does not name one dimension");
    op.require_size(d.rhs_batching, d.lhs_batching.size(), "", "rhs_batching_dimensions");
    op.require_size(d.rhs_contracting, d.lhs_contracting.size(), "", "rhs_contracting_dimensions");
    const Sizes of_lhs = joined(d.lhs_batching, d.lhs_contracting),
                of_rhs = joined(d.rhs_batching, d.rhs_contracting);
    op.require_unique(of_lhs, "", "lhs_batching_dimensions with lhs_contracting_dimensions");
    op.require_unique(joined(of_rhs, roles.group), "",
                      "the batching, contracting and group dimensions of rhs");
    op.require_in_range(of_lhs, lhs.rank(), "", "the dimensions of lhs");
    op.require_in_range(roles.ragged, lhs.rank(), "", "lhs_ragged_dimensions");
    op.require_in_range(joined(of_rhs, roles.group), rhs.rank(), "", "the dimensions of rhs");
    const std::int64_t ragged = roles.ragged.front();
    const bool batch = contains(d.lhs_batching, ragged), contracting = contains(d.lhs_contracting, ragged);
    op.require(roles.group.size() == (batch || contracting ? 0 : 1), "",
               batch || contracting
                   ? "rhs has a group dimension, but the ragged dimension is batching or contracting"
                   : "rhs does not have one group dimension for the ragged free dimension");
    for (std::size_t i = 0; i < d.lhs_batching.size(); i++)
        op.require(same_size(size_at(lhs, d.lhs_batching[i]), size_at(rhs, d.rhs_batching[i])), "",
                   "the batching dimensions have different sizes");
    for (std::size_t i = 0; i < d.lhs_contracting.size(); i++)
        op.require(same_size(size_at(lhs, d.lhs_contracting[i]), size_at(rhs, d.rhs_contracting[i])), "",
                   "the contracting dimensions have different sizes");
    // group_sizes has one number per group, in its last dimension; its leading dimensions are those around
    // the ragged one.
    op.require(groups.rank() >= 1, "", "group_sizes is a scalar");
    const std::int64_t count = groups.shape.back();
    Sizes around = sizes_around_ragged(lhs, d, ragged);
    around.push_back(count);
    op.require(groups.rank() == 1 || same_shape(groups.shape, around), "",
               fmt::format("group_sizes is {}, which does not fit the dimensions around the ragged one",
                           to_string(groups)));
    if (!roles.group.empty())
        op.require(
            same_size(size_at(rhs, roles.group.front()), count), "",
            fmt::format("rhs has {} groups and group_sizes {}", size_at(rhs, roles.group.front()), count));
    Sizes shape;
    if (contracting) shape.push_back(count);
    for (const std::int64_t dimension : d.lhs_batching) shape.push_back(size_at(lhs, dimension));
    for (std::int64_t dimension = 0; dimension < lhs.rank(); dimension++)
        if (!contains(of_lhs, dimension)) shape.push_back(size_at(lhs, dimension));
    const Sizes used = joined(of_rhs, roles.group);
    for (std::int64_t dimension = 0; dimension < rhs.rank(); dimension++)
        if (!contains(used, dimension)) shape.push_back(size_at(rhs, dimension));
    return {with_shape(op.result(0), shape)};
}

}  // namespace hlo2c::frontend

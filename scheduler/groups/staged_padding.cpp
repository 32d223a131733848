#include "scheduler/groups/staged_padding.h"

#include <algorithm>
#include <cmath>

#include "frontend/ir/attributes.h"
#include "frontend/ir/elided.h"
#include "scheduler/groups/grouping.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {
namespace {

using Shape = std::vector<std::int64_t>;

/// Limit on the bytes of the lines that this many neighbouring rows of results read.
constexpr std::int64_t most_staged_bytes = 64 << 10;
constexpr std::int64_t fewest_rows = 4;

/// Limits on the elements of a window whose padding is peeled, on those along a line, which are unrolled, and
/// on its dimensions.
constexpr std::int64_t most_peeled = 128, most_peeled_in_line = 12;
constexpr std::size_t most_peeled_dimensions = 2;
/// Features that fill vectors.
constexpr std::int64_t fewest_peeled_features = 8;

/// Channels and features from which on Winograd's algorithm saves more than staged lines; their lanes.
constexpr std::int64_t fewest_channels = 32, winograd_lanes = 4;

/// True if strides are those of neighbours in memory, apart from dimensions of one element.
bool is_row_major(const Shape& shape, const Shape& strides) {
    const Shape expected = frontend::row_major_strides(shape);
    for (std::size_t d = 0; d < shape.size(); d++)
        if (shape[d] != 1 && strides[d] != expected[d]) return false;
    return true;
}

bool is_staged_type(frontend::ElementType element) {
    return element == frontend::ElementType::F32 || element == frontend::ElementType::F64;
}

/// True for a pad that adds a constant around elements, or between them.
bool only_adds(const RegionGraph& graph, const Op& op) {
    if (op.code != OpCode::Pad) return false;
    const Op* padding = graph.definition(op.operands[1]);
    if (!padding || !is_splat_constant(*padding)) return false;
    bool adds = false;
    for (const auto& list :
         {op[attr::edge_padding_low], op[attr::edge_padding_high], op[attr::interior_padding]})
        for (const std::int64_t n : list) {
            if (n < 0) return false;
            adds = adds || n > 0;
        }
    return adds;
}

/// True if no loop of the convolution walks from one spatial dimension into the next.
bool loops_stay_inside(const Shape& padded, const Shape& result, const frontend::Window& window,
                       const frontend::ConvolutionDimensions& dims) {
    for (std::size_t s = 0; s < window.size.size(); s++) {
        const std::int64_t size = padded[static_cast<std::size_t>(dims.input_spatial[s])];
        const std::int64_t results = result[static_cast<std::size_t>(dims.output_spatial[s])];
        const bool walks_all = results > 1 && results * window.strides[s] == size;
        if (walks_all || window.size[s] * window.window_dilation[s] >= size) return false;
    }
    return true;
}

/// True if no batch of several images is inside a line.
bool batch_is_outside(const Shape& padded, const frontend::ConvolutionDimensions& dims) {
    return dims.input_batch < dims.input_spatial[0] ||
           padded[static_cast<std::size_t>(dims.input_batch)] == 1;
}

/// True if blocks of results along dimension `d` are loops of their own, around vectors of results.
bool has_blocks(const Shape& result, std::int64_t d) {
    const auto inner = result.begin() + d + 1;
    return result[static_cast<std::size_t>(d)] > 1 &&
           std::any_of(inner, result.end(), [](std::int64_t size) { return size > 1; });
}

/// The contraction's loop over dimension `d` of the result; a grouped feature dimension has two.
std::int64_t loop_of(const Op& op, const TensorType& result, std::int64_t d) {
    const frontend::ConvolutionDimensions dims = op[attr::convolution_dimension_numbers];
    const std::int64_t feature_groups = op[attr::feature_group_count];
    const std::int64_t batch_groups = op[attr::batch_group_count];
    const std::int64_t groups = feature_groups * batch_groups;
    const std::int64_t features = result.shape[static_cast<std::size_t>(dims.output_feature)];
    return d + (dims.output_feature < d && groups > 1 && features / groups > 1 ? 1 : 0);
}

bool is_finite(const frontend::Literal& literal) {
    if (frontend::is_elided(literal)) return false;
    const std::int64_t count = literal.is_splat() ? 1 : literal.type().element_count();
    for (std::int64_t i = 0; i < count; i++)
        if (!std::isfinite(literal.real(i))) return false;
    return true;
}

/// True for a pad of zeros around elements that pads no batch and no features.
bool pads_space_by_zeros(const RegionGraph& graph, const Op& pad,
                         const frontend::ConvolutionDimensions& dims) {
    if (!only_adds(graph, pad)) return false;
    const frontend::Literal* padding = graph.constant(pad.operands[1]);
    if (!padding || frontend::is_elided(*padding) || padding->real(0) != 0) return false;
    const auto low = pad[attr::edge_padding_low], high = pad[attr::edge_padding_high],
               interior = pad[attr::interior_padding];
    for (const std::int64_t d : {dims.input_batch, dims.input_feature})
        if (low[d] != 0 || high[d] != 0) return false;
    return std::all_of(interior.begin(), interior.end(), [](std::int64_t n) { return n == 0; });
}

/// True for a pad that nothing else reads, and that adds few elements to a line.
bool may_be_peeled(const RegionGraph& graph, const Op& pad, const frontend::ConvolutionDimensions& dims) {
    const std::int64_t along_lines = dims.input_spatial.back();
    const std::int64_t added =
        pad[attr::edge_padding_low][along_lines] + pad[attr::edge_padding_high][along_lines];
    return graph.readers(pad.results[0]).size() == 1 && added <= most_peeled_in_line;
}

/// Operand and result in the order of batch, spatial dimensions, features.
bool has_features_last(const frontend::ConvolutionDimensions& dims) {
    const auto follows = [](std::int64_t batch, const auto& spatial, std::int64_t feature) {
        for (std::size_t s = 0; s < spatial.size(); s++)
            if (spatial[s] != static_cast<std::int64_t>(s) + 1) return false;
        return batch == 0 && feature == static_cast<std::int64_t>(spatial.size()) + 1;
    };
    return follows(dims.input_batch, dims.input_spatial, dims.input_feature) &&
           follows(dims.output_batch, dims.output_spatial, dims.output_feature);
}

std::vector<PeeledDimension> padded_dimensions(const RegionGraph& graph, const Op& op, const Op& pad) {
    const frontend::ConvolutionDimensions dims = op[attr::convolution_dimension_numbers];
    const frontend::Window window = frontend::convolution_window(op, graph.function().tensor(op.operands[1]));
    const TensorType& source = graph.function().tensor(pad.operands[0]);
    const TensorType& result = graph.function().tensor(op.results[0]);
    const auto low = pad[attr::edge_padding_low], high = pad[attr::edge_padding_high];
    std::vector<PeeledDimension> padded;
    for (std::size_t s = 0; s < window.size.size(); s++) {
        const std::int64_t d = dims.input_spatial[s];
        if (low[d] == 0 && high[d] == 0) continue;
        padded.push_back({.result_loop = loop_of(op, result, dims.output_spatial[s]),
                          .reduction = static_cast<std::int64_t>(s),
                          .step = window.strides[s],
                          .dilation = window.window_dilation[s],
                          .low = low[d],
                          .size = source.shape[static_cast<std::size_t>(d)]});
    }
    return padded;
}

bool has_finite_weights(const RegionGraph& graph, const Op& op) {
    const frontend::Literal* values =
        graph.constant(affine_view(graph, std::set<ValueId>(), op.operands[1]).base);
    return values && is_finite(*values);
}

}  // namespace

bool peels_padding(const RegionGraph& graph, const Op& op) {
    if (op.code != OpCode::Convolution) return false;
    const Op* pad = graph.definition(op.operands[0]);
    const frontend::ConvolutionDimensions dims = op[attr::convolution_dimension_numbers];
    if (!pad || !has_features_last(dims) || !pads_space_by_zeros(graph, *pad, dims) ||
        !may_be_peeled(graph, *pad, dims))
        return false;
    const TensorType& padded = graph.function().tensor(op.operands[0]);
    const TensorType& weights = graph.function().tensor(op.operands[1]);
    const TensorType& result = graph.function().tensor(op.results[0]);
    const frontend::Window window = frontend::convolution_window(op, weights);
    const std::int64_t features = result.shape.back(), groups = op[attr::feature_group_count];
    std::int64_t elements = 1;
    for (const std::int64_t size : window.size) elements *= size;
    const bool fits =
        is_staged_type(padded.element) && padded.element == result.element && groups == features &&
        padded.shape.back() == features && features >= fewest_peeled_features && !window.size.empty() &&
        window.size.size() <= most_peeled_dimensions &&
        *std::min_element(window.size.begin(), window.size.end()) > 1 && elements <= most_peeled &&
        window.size.back() <= most_peeled_in_line && result.shape[result.shape.size() - 2] > 1;
    return fits && has_finite_weights(graph, op);
}

bool suits_winograd(const RegionGraph& graph, const Op& op) {
    if (op.code != OpCode::Convolution) return false;
    const frontend::ConvolutionDimensions dims = op[attr::convolution_dimension_numbers];
    const TensorType& weights = graph.function().tensor(op.operands[1]);
    const frontend::Window window = frontend::convolution_window(op, weights);
    const Shape threes = {3, 3}, ones = {1, 1};
    const std::int64_t channels = weights.shape[static_cast<std::size_t>(dims.kernel_input_feature)];
    const std::int64_t features = weights.shape[static_cast<std::size_t>(dims.kernel_output_feature)];
    const auto fits = [](std::int64_t n) { return n >= fewest_channels && n % winograd_lanes == 0; };
    return weights.element == frontend::ElementType::F32 && window.size == threes && window.strides == ones &&
           window.window_dilation == ones && has_features_last(dims) && op[attr::feature_group_count] == 1 &&
           op[attr::batch_group_count] == 1 && fits(channels) && fits(features) &&
           graph.constant(affine_view(graph, std::set<ValueId>(), op.operands[1]).base) != nullptr;
}

std::vector<PeeledDimension> dimensions_of_zeros(const RegionGraph& graph, const Op& op) {
    if (op.code != OpCode::Convolution) return {};
    const Op* pad = graph.definition(op.operands[0]);
    const frontend::ConvolutionDimensions dims = op[attr::convolution_dimension_numbers];
    const TensorType& padded = graph.function().tensor(op.operands[0]);
    const bool adds_zeros = pad && is_staged_type(padded.element) && pads_space_by_zeros(graph, *pad, dims);
    if (!adds_zeros || !has_finite_weights(graph, op)) return {};
    return padded_dimensions(graph, op, *pad);
}

std::optional<StagedPadding> staged_padding(const RegionGraph& graph, const std::set<ValueId>& memory,
                                            const Op& op) {
    if (op.code != OpCode::Convolution) return std::nullopt;
    const Op* pad = graph.definition(op.operands[0]);
    if (peels_padding(graph, op)) {
        const StagedPadding peeled{.pad = pad,
                                   .source = affine_view(graph, memory, pad->operands[0]),
                                   .peeled = padded_dimensions(graph, op, *pad)};
        return is_row_major(graph.function().tensor(pad->operands[0]).shape, peeled.source.strides) &&
                       peeled.source.starts.empty() && !graph.is_constant(peeled.source.base)
                   ? std::optional(peeled)
                   : std::nullopt;
    }
    if (!pad || !only_adds(graph, *pad) || op.operands[1] == op.operands[0] ||
        graph.readers(op.operands[0]).size() != 1)
        return std::nullopt;
    const TensorType& padded = graph.function().tensor(op.operands[0]);
    const TensorType& weights = graph.function().tensor(op.operands[1]);
    const TensorType& result = graph.function().tensor(op.results[0]);
    const frontend::ConvolutionDimensions dims = op[attr::convolution_dimension_numbers];
    const frontend::Window window = frontend::convolution_window(op, weights);
    if (window.size.size() < 2 || !is_staged_type(padded.element) || padded.element != result.element ||
        !std::is_sorted(dims.input_spatial.begin(), dims.input_spatial.end()) ||
        !std::is_sorted(dims.output_spatial.begin(), dims.output_spatial.end()) ||
        !has_blocks(result.shape, dims.output_spatial[0]) || !batch_is_outside(padded.shape, dims) ||
        !loops_stay_inside(padded.shape, result.shape, window, dims))
        return std::nullopt;
    StagedPadding staged{.pad = pad, .source = affine_view(graph, memory, pad->operands[0])};
    if (!is_row_major(graph.function().tensor(pad->operands[0]).shape, staged.source.strides) ||
        !staged.source.starts.empty() || graph.is_constant(staged.source.base))
        return std::nullopt;
    staged.dimension = dims.input_spatial[0];
    staged.result_loop = loop_of(op, result, dims.output_spatial[0]);
    staged.step = window.strides[0];
    staged.window = (window.size[0] - 1) * window.window_dilation[0] + 1;
    staged.line_elements = 1;
    for (std::size_t d = 0; d < padded.shape.size(); d++)
        if (static_cast<std::int64_t>(d) != staged.dimension &&
            static_cast<std::int64_t>(d) != dims.input_batch)
            staged.line_elements *= padded.shape[d];
    const std::int64_t results = result.shape[static_cast<std::size_t>(dims.output_spatial[0])];
    if (staged.window > results) return std::nullopt;
    const std::int64_t rows = std::min(fewest_rows, results);
    const std::int64_t lines = (rows - 1) * staged.step + staged.window;
    const std::int64_t bytes = lines * staged.line_elements * frontend::bit_width(padded.element) / 8;
    if (bytes > most_staged_bytes) return std::nullopt;
    return staged;
}

}  // namespace hlo2c::scheduler

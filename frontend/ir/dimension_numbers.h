#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/ir/attribute_key.h"

namespace hlo2c::frontend {

// Structured attributes, with the specification's defaults filled in: `op[attr::dot_dimension_numbers]`.

struct DotDimensions {
    std::vector<std::int64_t> lhs_batching, rhs_batching, lhs_contracting, rhs_contracting;
};

/// Dimension roles of a chlo.ragged_dot: `ragged` are dimensions of lhs, `group` of rhs.
struct RaggedDotDimensions {
    DotDimensions dot;
    std::vector<std::int64_t> ragged, group;
};

/// Dimension numbers of a convolution; the spatial lists are indexed by spatial dimension.
struct ConvolutionDimensions {
    std::int64_t input_batch = 0, input_feature = 1;
    std::vector<std::int64_t> input_spatial;
    std::int64_t kernel_input_feature = 0, kernel_output_feature = 1;
    std::vector<std::int64_t> kernel_spatial;
    std::int64_t output_batch = 0, output_feature = 1;
    std::vector<std::int64_t> output_spatial;
};

/// The names in the dimension numbers of a gather or a scatter: the structure's, then its fields' in order.
struct SlicingFields {
    std::string_view structure;
    std::string_view window;            ///< dimensions of the slices in the result or in the updates
    std::string_view removed;           ///< dimensions of the tensor that the slices omit
    std::string_view batching;          ///< batch dimensions of the tensor
    std::string_view indices_batching;  ///< batch dimensions of the indices
    std::string_view index_map;         ///< dimensions of the tensor that an index vector indexes
    std::string_view index_vector = "index_vector_dim";

    /// The fields that hold lists; `index_vector` holds a number.
    constexpr std::array<std::string_view, 5> lists() const {
        return {window, removed, batching, indices_batching, index_map};
    }
};
inline constexpr SlicingFields gather_fields = {"stablehlo.gather",
                                                "offset_dims",
                                                "collapsed_slice_dims",
                                                "operand_batching_dims",
                                                "start_indices_batching_dims",
                                                "start_index_map"};
inline constexpr SlicingFields scatter_fields = {"stablehlo.scatter",
                                                 "update_window_dims",
                                                 "inserted_window_dims",
                                                 "input_batching_dims",
                                                 "scatter_indices_batching_dims",
                                                 "scatter_dims_to_operand_dims"};

struct GatherDimensions {
    std::vector<std::int64_t> offset_dims, collapsed_slice_dims, operand_batching_dims,
        start_indices_batching_dims, start_index_map;
    std::int64_t index_vector_dim = 0;
};

struct ScatterDimensions {
    std::vector<std::int64_t> update_window_dims, inserted_window_dims, input_batching_dims,
        scatter_indices_batching_dims, scatter_dims_to_operand_dims;
    std::int64_t index_vector_dim = 0;
};

Attribute attribute_of(const DotDimensions& dimensions);
/// The attribute; it omits empty lists, and an `index_vector_dim` of 0.
Attribute attribute_of(const GatherDimensions& dimensions);
Attribute attribute_of(const ScatterDimensions& dimensions);

template <>
DotDimensions read_attribute(const Attribute& attribute, std::string_view name);
template <>
RaggedDotDimensions read_attribute(const Attribute& attribute, std::string_view name);
template <>
ConvolutionDimensions read_attribute(const Attribute& attribute, std::string_view name);
template <>
GatherDimensions read_attribute(const Attribute& attribute, std::string_view name);
template <>
ScatterDimensions read_attribute(const Attribute& attribute, std::string_view name);

/// Window of a convolution, reduce_window or select_and_scatter, with defaults filled in for all window
/// dimensions. `padding` has (low, high) per dimension.
struct Window {
    std::vector<std::int64_t> size, strides, base_dilation, window_dilation;
    std::vector<std::pair<std::int64_t, std::int64_t>> padding;
    std::vector<bool> reversal;
};
Window convolution_window(const Op& op, const TensorType& kernel);
Window reduce_window_window(const Op& op);

/// The padding of a window as its attribute stores it. The list has (low, high) of each dimension in turn.
Literal window_padding(const std::vector<std::int64_t>& lows_and_highs);

/// The extent of `size` elements that are `dilation` apart.
inline std::int64_t dilated(std::int64_t size, std::int64_t dilation) {
    return size == 0 ? 0 : (size - 1) * dilation + 1;
}

}  // namespace hlo2c::frontend

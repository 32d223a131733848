#include "frontend/ir/dimension_numbers.h"

#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

/// Reads the fields of a structured attribute. An absent list is empty, an absent integer is `otherwise`.
struct Fields {
    const StructAttribute& structure;

    Integers list(std::string_view name) const {
        const Attribute* field = structure.field(name);
        return field != nullptr ? read_attribute<Integers>(*field, name) : Integers();
    }
    std::int64_t integer(std::string_view name, std::int64_t otherwise) const {
        const Attribute* field = structure.field(name);
        return field != nullptr ? read_attribute<Integers>(*field, name).at(0) : otherwise;
    }
};

Fields fields_of(const Attribute& attribute, std::string_view name) {
    const auto* structure = attribute.get_if<StructAttribute>();
    HLO2C_CHECK(structure != nullptr, "attribute " + std::string(name) + " is not a structure");
    return {*structure};
}

template <typename Dimensions>
Dimensions slicing_dimensions(const Attribute& attribute, std::string_view name, const SlicingFields& names) {
    const Fields fields = fields_of(attribute, name);
    return {fields.list(names.window),    fields.list(names.removed),
            fields.list(names.batching),  fields.list(names.indices_batching),
            fields.list(names.index_map), fields.integer(names.index_vector, 0)};
}

Attribute slicing_attribute(const SlicingFields& names, const std::array<Integers, 5>& lists,
                            std::int64_t index_vector) {
    StructAttribute structure{std::string(names.structure), {}, {}};
    for (std::size_t i = 0; i < lists.size(); i++)
        if (!lists[i].empty()) structure.fields.emplace_back(names.lists()[i], IntegerArray{lists[i]});
    if (index_vector != 0) structure.fields.emplace_back(names.index_vector, IntegerAttribute{index_vector});
    return structure;
}

std::vector<std::pair<std::int64_t, std::int64_t>> padding_pairs(const Op& op, std::size_t rank) {
    const Integers flat = op[attr::padding.over(rank)];
    HLO2C_CHECK(flat.size() == 2 * rank, "padding does not have two numbers per dimension");
    std::vector<std::pair<std::int64_t, std::int64_t>> pairs(rank);
    for (std::size_t i = 0; i < rank; i++) pairs[i] = {flat[2 * i], flat[2 * i + 1]};
    return pairs;
}

}  // namespace

template <>
DotDimensions read_attribute<DotDimensions>(const Attribute& attribute, std::string_view name) {
    const Fields fields = fields_of(attribute, name);
    return {fields.list("lhs_batching_dimensions"), fields.list("rhs_batching_dimensions"),
            fields.list("lhs_contracting_dimensions"), fields.list("rhs_contracting_dimensions")};
}

template <>
RaggedDotDimensions read_attribute<RaggedDotDimensions>(const Attribute& attribute, std::string_view name) {
    const Fields fields = fields_of(attribute, name);
    return {read_attribute<DotDimensions>(attribute, name), fields.list("lhs_ragged_dimensions"),
            fields.list("rhs_group_dimensions")};
}

template <>
ConvolutionDimensions read_attribute<ConvolutionDimensions>(const Attribute& attribute,
                                                            std::string_view name) {
    const Fields fields = fields_of(attribute, name);
    ConvolutionDimensions dimensions;
    dimensions.input_batch = fields.integer("input_batch_dimension", 0);
    dimensions.input_feature = fields.integer("input_feature_dimension", 1);
    dimensions.input_spatial = fields.list("input_spatial_dimensions");
    dimensions.kernel_input_feature = fields.integer("kernel_input_feature_dimension", 0);
    dimensions.kernel_output_feature = fields.integer("kernel_output_feature_dimension", 1);
    dimensions.kernel_spatial = fields.list("kernel_spatial_dimensions");
    dimensions.output_batch = fields.integer("output_batch_dimension", 0);
    dimensions.output_feature = fields.integer("output_feature_dimension", 1);
    dimensions.output_spatial = fields.list("output_spatial_dimensions");
    return dimensions;
}

template <>
GatherDimensions read_attribute<GatherDimensions>(const Attribute& attribute, std::string_view name) {
    return slicing_dimensions<GatherDimensions>(attribute, name, gather_fields);
}

template <>
ScatterDimensions read_attribute<ScatterDimensions>(const Attribute& attribute, std::string_view name) {
    return slicing_dimensions<ScatterDimensions>(attribute, name, scatter_fields);
}

Attribute attribute_of(const DotDimensions& dimensions) {
    StructAttribute attribute{structures::dot, {}, {}};
    attribute.fields = {{"lhs_batching_dimensions", IntegerArray{dimensions.lhs_batching, "i64"}},
                        {"rhs_batching_dimensions", IntegerArray{dimensions.rhs_batching, "i64"}},
                        {"lhs_contracting_dimensions", IntegerArray{dimensions.lhs_contracting, "i64"}},
                        {"rhs_contracting_dimensions", IntegerArray{dimensions.rhs_contracting, "i64"}}};
    return attribute;
}

Attribute attribute_of(const GatherDimensions& dimensions) {
    return slicing_attribute(
        gather_fields,
        {dimensions.offset_dims, dimensions.collapsed_slice_dims, dimensions.operand_batching_dims,
         dimensions.start_indices_batching_dims, dimensions.start_index_map},
        dimensions.index_vector_dim);
}

Attribute attribute_of(const ScatterDimensions& dimensions) {
    return slicing_attribute(
        scatter_fields,
        {dimensions.update_window_dims, dimensions.inserted_window_dims, dimensions.input_batching_dims,
         dimensions.scatter_indices_batching_dims, dimensions.scatter_dims_to_operand_dims},
        dimensions.index_vector_dim);
}

Window convolution_window(const Op& op, const TensorType& kernel) {
    const ConvolutionDimensions dimensions = op[attr::convolution_dimension_numbers];
    const std::size_t rank = dimensions.kernel_spatial.size();
    Window window;
    for (std::int64_t dimension : dimensions.kernel_spatial)
        window.size.push_back(kernel.shape.at(static_cast<std::size_t>(dimension)));
    window.strides = op[attr::window_strides.over(rank)];
    window.base_dilation = op[attr::lhs_dilation.over(rank)];
    window.window_dilation = op[attr::rhs_dilation.over(rank)];
    window.padding = padding_pairs(op, rank);
    for (const std::int64_t is_reversed : op[attr::window_reversal.over(rank)])
        window.reversal.push_back(is_reversed != 0);
    return window;
}

Window reduce_window_window(const Op& op) {
    Window window;
    window.size = op[attr::window_dimensions];
    const std::size_t rank = window.size.size();
    window.strides = op[attr::window_strides.over(rank)];
    window.base_dilation = op[attr::base_dilations.over(rank)];
    window.window_dilation = op[attr::window_dilations.over(rank)];
    window.padding = padding_pairs(op, rank);
    window.reversal.assign(rank, false);
    return window;
}

Literal window_padding(const std::vector<std::int64_t>& lows_and_highs) {
    const auto dimensions = static_cast<std::int64_t>(lows_and_highs.size() / 2);
    return Literal::from_values(TensorType{{dimensions, 2}, ElementType::I64, {}, {}}, lows_and_highs);
}

}  // namespace hlo2c::frontend

#include <algorithm>
#include <array>

#include "frontend/forms/hlo/fields.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/enum_attribute.h"
#include "frontend/ir/structures.h"
#include "frontend/ops/dot_algorithms.h"

namespace hlo2c::frontend {
namespace {

using wire::HloInstructionProto;
using Sizes = std::vector<std::int64_t>;

/// Appends a list to a structured attribute unless it is empty, as in text.
std::vector<std::int64_t> dimension_list(
    const google::protobuf::RepeatedField<google::protobuf::int64>& values) {
    return {values.begin(), values.end()};
}

void add_list(StructAttribute& structure, std::string_view name,
              const google::protobuf::RepeatedField<google::protobuf::int64>& values) {
    if (!values.empty()) structure.fields.emplace_back(std::string(name), integer_array(values));
}

StructAttribute dot_structure(const wire::DotDimensionNumbers& numbers, std::string_view name) {
    StructAttribute dot{std::string(name), {}, {}};
    add_list(dot, "lhs_batching_dimensions", numbers.lhs_batch_dimensions());
    add_list(dot, "rhs_batching_dimensions", numbers.rhs_batch_dimensions());
    add_list(dot, "lhs_contracting_dimensions", numbers.lhs_contracting_dimensions());
    add_list(dot, "rhs_contracting_dimensions", numbers.rhs_contracting_dimensions());
    return dot;
}

void write_dot(const DotDimensions& from, wire::DotDimensionNumbers& to) {
    write_integers(from.lhs_batching, *to.mutable_lhs_batch_dimensions());
    write_integers(from.rhs_batching, *to.mutable_rhs_batch_dimensions());
    write_integers(from.lhs_contracting, *to.mutable_lhs_contracting_dimensions());
    write_integers(from.rhs_contracting, *to.mutable_rhs_contracting_dimensions());
}

using wire::PrecisionConfig;

/// An algorithm that XLA names.
struct NamedAlgorithm {
    PrecisionConfig::Algorithm number{};
    DotAlgorithm algorithm = {};
    bool is_imprecise = false;
    bool takes_any_byte() const { return algorithm.operands.empty(); }
};

/// XLA's names of `known_dot_algorithms`, in their order.
constexpr auto algorithm_numbers = std::to_array<PrecisionConfig::Algorithm>({
    PrecisionConfig::ALG_DOT_F16_F16_F16,
    PrecisionConfig::ALG_DOT_F16_F16_F32,
    PrecisionConfig::ALG_DOT_BF16_BF16_BF16,
    PrecisionConfig::ALG_DOT_BF16_BF16_F32,
    PrecisionConfig::ALG_DOT_BF16_BF16_F32_X3,
    PrecisionConfig::ALG_DOT_BF16_BF16_F32_X6,
    PrecisionConfig::ALG_DOT_BF16_BF16_F32_X9,
    PrecisionConfig::ALG_DOT_TF32_TF32_F32,
    PrecisionConfig::ALG_DOT_TF32_TF32_F32_X3,
    PrecisionConfig::ALG_DOT_F32_F32_F32,
    PrecisionConfig::ALG_DOT_F64_F64_F64,
});
static_assert(algorithm_numbers.size() == known_dot_algorithms.size());

constexpr auto named_algorithms = [] {
    std::array<NamedAlgorithm, known_dot_algorithms.size() + 2> rows{
        {{PrecisionConfig::ALG_DOT_ANY_F8_ANY_F8_F32, {"", "f32"}},
         {PrecisionConfig::ALG_DOT_ANY_F8_ANY_F8_F32_FAST_ACCUM, {"", "f32"}, true}}};
    for (std::size_t i = 0; i < known_dot_algorithms.size(); i++)
        rows[i + 2] = {algorithm_numbers[i], known_dot_algorithms[i]};
    return rows;
}();

Attribute bare_type(std::string_view text) {
    return EnumAttribute{"", std::string(text)};
}

/// The type to which the algorithm rounds an operand. An operand of 8 bits keeps its type.
Attribute rounded_type(const NamedAlgorithm& named, const Function& function, ValueId operand) {
    return bare_type(named.takes_any_byte() ? spelling(function.tensor(operand).element)
                                            : named.algorithm.operands);
}

/// The value of a field, or a default where it is missing or of another type.
template <typename T>
T value_in(const StructAttribute& structure, std::string_view name) {
    const T* value = find_attribute<T>(structure.fields, name);
    return value != nullptr ? *value : T{};
}

/// The text of a type in an algorithm, which may be a keyword or a type.
std::string type_in(const StructAttribute& structure, std::string_view name) {
    const auto keyword = value_in<EnumAttribute>(structure, name);
    return keyword.value.empty() ? to_string(value_in<Type>(structure, name)) : keyword.value;
}

/// The attributes of one window. A stride or dilation that the message omits is 1.
struct Lists {
    IntegerArray size, strides, base_dilation, window_dilation, padding;
    IntegerArray reversal{{}, "i1"};
    bool reversed = false;
};

Lists lists_of(const wire::Window& window) {
    const auto or_one = [](std::int64_t value) { return value == 0 ? 1 : value; };
    Lists lists;
    for (const wire::WindowDimension& dimension : window.dimensions()) {
        lists.size.values.push_back(dimension.size());
        lists.strides.values.push_back(or_one(dimension.stride()));
        lists.base_dilation.values.push_back(or_one(dimension.base_dilation()));
        lists.window_dilation.values.push_back(or_one(dimension.window_dilation()));
        lists.padding.values.push_back(dimension.padding_low());
        lists.padding.values.push_back(dimension.padding_high());
        lists.reversal.values.push_back(dimension.window_reversal());
        lists.reversed = lists.reversed || dimension.window_reversal();
    }
    return lists;
}

Literal padding_table(const IntegerArray& padding) {
    const auto rank = static_cast<std::int64_t>(padding.values.size() / 2);
    return Literal::from_values<std::int64_t>(TensorType{{rank, 2}, ElementType::I64, {}, {}},
                                              padding.values);
}

void write_window(const Window& from, wire::Window& to) {
    for (std::size_t i = 0; i < from.size.size(); i++) {
        wire::WindowDimension& dimension = *to.add_dimensions();
        dimension.set_size(from.size[i]);
        dimension.set_stride(from.strides[i]);
        dimension.set_padding_low(from.padding[i].first);
        dimension.set_padding_high(from.padding[i].second);
        dimension.set_base_dilation(from.base_dilation[i]);
        dimension.set_window_dilation(from.window_dilation[i]);
        dimension.set_window_reversal(from.reversal[i]);
    }
}

void read_convolution(const HloInstructionProto& from, const Function&, const Site& site, Op& op) {
    const wire::ConvolutionDimensionNumbers& numbers = from.convolution_dimension_numbers();
    StructAttribute dimensions{structures::convolution, {}, {}};
    const auto add = [&](std::string_view name, std::int64_t value) {
        dimensions.fields.emplace_back(std::string(name), IntegerAttribute{value});
    };
    add("input_batch_dimension", numbers.input_batch_dimension());
    add("input_feature_dimension", numbers.input_feature_dimension());
    dimensions.fields.emplace_back("input_spatial_dimensions",
                                   integer_array(numbers.input_spatial_dimensions()));
    add("kernel_input_feature_dimension", numbers.kernel_input_feature_dimension());
    add("kernel_output_feature_dimension", numbers.kernel_output_feature_dimension());
    dimensions.fields.emplace_back("kernel_spatial_dimensions",
                                   integer_array(numbers.kernel_spatial_dimensions()));
    add("output_batch_dimension", numbers.output_batch_dimension());
    add("output_feature_dimension", numbers.output_feature_dimension());
    dimensions.fields.emplace_back("output_spatial_dimensions",
                                   integer_array(numbers.output_spatial_dimensions()));
    op.set_attribute(attr::convolution_dimension_numbers, std::move(dimensions));
    site.require(from.window().dimensions_size() == numbers.kernel_spatial_dimensions_size(),
                 "the window does not have one entry per spatial dimension");
    const Lists window = lists_of(from.window());
    op.set_attribute(attr::window_strides, window.strides);
    op.set_attribute(attr::padding, padding_table(window.padding));
    op.set_attribute(attr::lhs_dilation, window.base_dilation);
    op.set_attribute(attr::rhs_dilation, window.window_dilation);
    if (window.reversed) op.set_attribute(attr::window_reversal, window.reversal);
    const auto count = [](std::int64_t value) { return IntegerAttribute{value == 0 ? 1 : value}; };
    op.set_attribute(attr::feature_group_count, count(from.feature_group_count()));
    op.set_attribute(attr::batch_group_count, count(from.batch_group_count()));
}

void write_convolution(const Op& op, const Function& function, HloInstructionProto& to) {
    const ConvolutionDimensions from = op[attr::convolution_dimension_numbers];
    wire::ConvolutionDimensionNumbers& numbers = *to.mutable_convolution_dimension_numbers();
    numbers.set_input_batch_dimension(from.input_batch);
    numbers.set_input_feature_dimension(from.input_feature);
    write_integers(from.input_spatial, *numbers.mutable_input_spatial_dimensions());
    numbers.set_kernel_input_feature_dimension(from.kernel_input_feature);
    numbers.set_kernel_output_feature_dimension(from.kernel_output_feature);
    write_integers(from.kernel_spatial, *numbers.mutable_kernel_spatial_dimensions());
    numbers.set_output_batch_dimension(from.output_batch);
    numbers.set_output_feature_dimension(from.output_feature);
    write_integers(from.output_spatial, *numbers.mutable_output_spatial_dimensions());
    write_window(convolution_window(op, function.tensor(op.operands[1])), *to.mutable_window());
    to.set_feature_group_count(op[attr::feature_group_count]);
    to.set_batch_group_count(op[attr::batch_group_count]);
}

}  // namespace

const Field convolution_field = {read_convolution, write_convolution};

const Field window_field = {[](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
                                const Lists window = lists_of(from.window());
                                op.set_attribute(attr::window_dimensions, window.size);
                                op.set_attribute(attr::window_strides, window.strides);
                                op.set_attribute(attr::padding, padding_table(window.padding));
                            },
                            [](const Op& op, const Function&, HloInstructionProto& to) {
                                write_window(reduce_window_window(op), *to.mutable_window());
                            }};

const Field reduce_window_field = {
    [](const HloInstructionProto& from, const Function& function, const Site& site, Op& op) {
        window_field.read(from, function, site, op);
        const Lists window = lists_of(from.window());
        op.set_attribute(attr::base_dilations, window.base_dilation);
        op.set_attribute(attr::window_dilations, window.window_dilation);
    },
    window_field.write};

const Field dot_field = {[](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
                             op.set_attribute(attr::dot_dimension_numbers,
                                              dot_structure(from.dot_dimension_numbers(), structures::dot));
                         },
                         [](const Op& op, const Function&, HloInstructionProto& to) {
                             write_dot(op[attr::dot_dimension_numbers], *to.mutable_dot_dimension_numbers());
                         }};

const Field ragged_dot_field = {
    [](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
        const wire::RaggedDotDimensionNumbers& numbers = from.ragged_dot_dimension_numbers();
        StructAttribute dot = dot_structure(numbers.dot_dimension_numbers(), "chlo.ragged_dot");
        add_list(dot, "lhs_ragged_dimensions", numbers.lhs_ragged_dimensions());
        add_list(dot, "rhs_group_dimensions", numbers.rhs_group_dimensions());
        op.set_attribute(attr::ragged_dot_dimension_numbers, std::move(dot));
    },
    [](const Op& op, const Function&, HloInstructionProto& to) {
        const RaggedDotDimensions dimensions = op[attr::ragged_dot_dimension_numbers];
        wire::RaggedDotDimensionNumbers& numbers = *to.mutable_ragged_dot_dimension_numbers();
        write_dot(dimensions.dot, *numbers.mutable_dot_dimension_numbers());
        write_integers(dimensions.ragged, *numbers.mutable_lhs_ragged_dimensions());
        write_integers(dimensions.group, *numbers.mutable_rhs_group_dimensions());
    }};

const Field precision_field = {
    [](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
        ArrayAttribute list;
        for (const int number : from.precision_config().operand_precision()) {
            const bool is_known = number >= 0 && number <= static_cast<int>(Precision::Highest);
            list.elements.push_back(
                enum_attribute(is_known ? static_cast<Precision>(number) : Precision::Default));
        }
        if (!list.elements.empty()) op.set_attribute(attr::precision_config, std::move(list));
    },
    [](const Op& op, const Function&, HloInstructionProto& to) {
        const Attribute* attribute = op.attribute(attr::precision_config);
        const auto* list = attribute != nullptr ? attribute->get_if<ArrayAttribute>() : nullptr;
        for (std::size_t i = 0; i < 2; i++) {
            const auto* keyword = list != nullptr && i < list->elements.size()
                                      ? list->elements[i].get_if<EnumAttribute>()
                                      : nullptr;
            wire::PrecisionConfig::Precision precision = wire::PrecisionConfig::DEFAULT;
            if (keyword != nullptr) wire::PrecisionConfig::Precision_Parse(keyword->value, &precision);
            to.mutable_precision_config()->add_operand_precision(precision);
        }
    }};

const Field dot_algorithm_field = {
    [](const HloInstructionProto& from, const Function& function, const Site&, Op& op) {
        for (const NamedAlgorithm& row : named_algorithms) {
            if (row.number != from.precision_config().algorithm()) continue;
            op.set_attribute(
                attr::algorithm,
                StructAttribute{structures::dot_algorithm,
                                {{"lhs_precision_type", rounded_type(row, function, op.operands[0])},
                                 {"rhs_precision_type", rounded_type(row, function, op.operands[1])},
                                 {"accumulation_type", bare_type(row.algorithm.sums)},
                                 {"lhs_component_count", IntegerAttribute{1}},
                                 {"rhs_component_count", IntegerAttribute{1}},
                                 {"num_primitive_operations", IntegerAttribute{row.algorithm.products}},
                                 {"allow_imprecise_accumulation", row.is_imprecise}},
                                {}});
            // An algorithm replaces the precision.
            op.remove_attribute(attr::precision_config);
        }
    },
    [](const Op& op, const Function&, HloInstructionProto& to) {
        const Attribute* attribute = op.attribute(attr::algorithm);
        const auto* algorithm = attribute != nullptr ? attribute->get_if<StructAttribute>() : nullptr;
        if (algorithm == nullptr) return;
        const auto is = [&](const NamedAlgorithm& row) {
            const std::string operands = type_in(*algorithm, "lhs_precision_type");
            return (row.takes_any_byte() ? operands.starts_with("f8") : operands == row.algorithm.operands) &&
                   type_in(*algorithm, "accumulation_type") == row.algorithm.sums &&
                   value_in<IntegerAttribute>(*algorithm, "num_primitive_operations").value ==
                       row.algorithm.products &&
                   value_in<bool>(*algorithm, "allow_imprecise_accumulation") == row.is_imprecise;
        };
        const auto* row = std::find_if(named_algorithms.begin(), named_algorithms.end(), is);
        if (row != named_algorithms.end()) to.mutable_precision_config()->set_algorithm(row->number);
    }};

const Field gather_field = {
    [](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
        const wire::GatherDimensionNumbers& numbers = from.gather_dimension_numbers();
        op.set_attribute(
            attr::gather_dimension_numbers,
            attribute_of(GatherDimensions{
                dimension_list(numbers.offset_dims()), dimension_list(numbers.collapsed_slice_dims()),
                dimension_list(numbers.operand_batching_dims()),
                dimension_list(numbers.start_indices_batching_dims()),
                dimension_list(numbers.start_index_map()), numbers.index_vector_dim()}));
        op.set_attribute(attr::slice_sizes, integer_array(from.gather_slice_sizes()));
        op.set(attr::indices_are_sorted, from.indices_are_sorted());
    },
    [](const Op& op, const Function&, HloInstructionProto& to) {
        const GatherDimensions from = op[attr::gather_dimension_numbers];
        wire::GatherDimensionNumbers& numbers = *to.mutable_gather_dimension_numbers();
        write_integers(from.offset_dims, *numbers.mutable_offset_dims());
        write_integers(from.collapsed_slice_dims, *numbers.mutable_collapsed_slice_dims());
        write_integers(from.operand_batching_dims, *numbers.mutable_operand_batching_dims());
        write_integers(from.start_indices_batching_dims, *numbers.mutable_start_indices_batching_dims());
        write_integers(from.start_index_map, *numbers.mutable_start_index_map());
        numbers.set_index_vector_dim(from.index_vector_dim);
        write_integers(op[attr::slice_sizes], *to.mutable_gather_slice_sizes());
        to.set_indices_are_sorted(op[attr::indices_are_sorted]);
    }};

/// HLO drops a whole window that is partly out of bounds, StableHLO only its out-of-bounds elements;
/// `hlo2c.whole_windows` marks the HLO rule.
const Field scatter_field = {
    [](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
        const wire::ScatterDimensionNumbers& numbers = from.scatter_dimension_numbers();
        op.set_attribute(
            attr::scatter_dimension_numbers,
            attribute_of(ScatterDimensions{
                dimension_list(numbers.update_window_dims()), dimension_list(numbers.inserted_window_dims()),
                dimension_list(numbers.input_batching_dims()),
                dimension_list(numbers.scatter_indices_batching_dims()),
                dimension_list(numbers.scatter_dims_to_operand_dims()), numbers.index_vector_dim()}));
        op.set(attr::indices_are_sorted, from.indices_are_sorted());
        op.set(attr::unique_indices, from.unique_indices());
        op.set(attr::whole_windows, true);
    },
    [](const Op& op, const Function&, HloInstructionProto& to) {
        const ScatterDimensions from = op[attr::scatter_dimension_numbers];
        wire::ScatterDimensionNumbers& numbers = *to.mutable_scatter_dimension_numbers();
        write_integers(from.update_window_dims, *numbers.mutable_update_window_dims());
        write_integers(from.inserted_window_dims, *numbers.mutable_inserted_window_dims());
        write_integers(from.input_batching_dims, *numbers.mutable_input_batching_dims());
        write_integers(from.scatter_indices_batching_dims, *numbers.mutable_scatter_indices_batching_dims());
        write_integers(from.scatter_dims_to_operand_dims, *numbers.mutable_scatter_dims_to_operand_dims());
        numbers.set_index_vector_dim(from.index_vector_dim);
        to.set_indices_are_sorted(op[attr::indices_are_sorted]);
        to.set_unique_indices(op[attr::unique_indices]);
    }};

}  // namespace hlo2c::frontend

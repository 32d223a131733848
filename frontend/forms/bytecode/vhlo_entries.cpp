// Attributes and types of VHLO, decoded to the StableHLO form that the text parser produces.
#include <fmt/format.h>

#include "frontend/forms/bytecode/entry_reader.h"
#include "frontend/forms/text/lexer.h"
#include "frontend/forms/vhlo/enumerations.h"
#include "frontend/forms/vhlo/types.h"
#include "frontend/ir/channel_handle.h"
#include "frontend/ir/dimension_numbers.h"
#include "frontend/ir/structures.h"
#include "frontend/ops/output_operand_alias.h"

namespace hlo2c::frontend::bytecode {
namespace {

namespace attribute_code = vhlo::attribute_code;
namespace type_code = vhlo::type_code;

Attribute replica_group_mesh_axes(EntryReader& entries, ByteReader& reader) {
    Attribute mesh = entries.attribute(reader);
    if (const auto* name = mesh.get_if<std::string>()) mesh = SymbolAttribute{*name};
    return StructAttribute{structures::replica_group_mesh_axes,
                           {{"mesh", std::move(mesh)}, {"axes", entries.attribute(reader)}},
                           {}};
}

Attribute axis(EntryReader& entries, std::string name, bool has_part, ByteReader& reader) {
    StructAttribute axis{structures::axis_ref, {{"name", std::move(name)}}, {}};
    if (has_part) axis.fields.emplace_back("sub_axis_info", entries.attribute(reader));
    return axis;
}

Attribute sub_axis(ByteReader& reader) {
    const std::int64_t before = reader.signed_varint(), size = reader.signed_varint();
    return StructAttribute{structures::sub_axis_info,
                           {{"pre_size", IntegerAttribute{before}}, {"size", IntegerAttribute{size}}},
                           {}};
}

Attribute mesh_axis(EntryReader& entries, ByteReader& reader) {
    std::string name = entries.text(reader);
    return StructAttribute{"stablehlo.mesh_axis",
                           {{"name", std::move(name)}, {"size", IntegerAttribute{reader.signed_varint()}}},
                           {}};
}

Attribute mesh(EntryReader& entries, ByteReader& reader) {
    StructAttribute mesh{"stablehlo.mesh", {{"axes", entries.attribute(reader)}}, {}};
    const auto [index, present] = reader.flagged_varint();
    if (present) mesh.fields.emplace_back("device_ids", entries.attribute(index, reader));
    return mesh;
}

Attribute keyword(const vhlo::Enumeration& enumeration, ByteReader& reader) {
    const std::uint64_t value = reader.varint();
    if (value >= enumeration.keywords.size() || enumeration.keywords[value].empty())
        reader.malformed(fmt::format("{} has no value {}", enumeration.name, value));
    if (enumeration.name == "result_accuracy_mode")
        return StructAttribute{
            structures::result_accuracy_mode, {}, std::string(enumeration.keywords[value])};
    return EnumAttribute{std::string(enumeration.name), std::string(enumeration.keywords[value])};
}

Attribute output_operand_alias(ByteReader& reader) {
    OutputOperandAlias alias;
    alias.output_tuple_indices = reader.signed_varints();
    alias.operand_index = reader.signed_varint();
    alias.operand_tuple_indices = reader.signed_varints();
    return attribute_of(std::move(alias));
}

Attribute result_accuracy(EntryReader& entries, ByteReader& reader) {
    const double absolute = entries.real(reader), relative = entries.real(reader);
    const std::int64_t units = reader.signed_varint();
    return StructAttribute{structures::result_accuracy,
                           {{"atol", FloatAttribute{absolute}},
                            {"rtol", FloatAttribute{relative}},
                            {"ulps", IntegerAttribute{units}},
                            {"mode", entries.attribute(reader)}},
                           {}};
}

Attribute dot_algorithm(EntryReader& entries, ByteReader& reader) {
    StructAttribute algorithm{structures::dot_algorithm, {}, {}};
    for (const char* type : {"lhs_precision_type", "rhs_precision_type", "accumulation_type"})
        algorithm.fields.emplace_back(type, type_attribute(entries.type(reader)));
    for (const char* count : {"lhs_component_count", "rhs_component_count", "num_primitive_operations"})
        algorithm.fields.emplace_back(count, IntegerAttribute{reader.signed_varint()});
    algorithm.fields.emplace_back("allow_imprecise_accumulation", reader.byte() != 0);
    return algorithm;
}

Attribute dimensions(std::string_view name, std::initializer_list<std::pair<std::string_view, bool>> fields,
                     bool keep_defaults, ByteReader& reader) {
    StructAttribute structure{std::string(name), {}, {}};
    for (const auto& [field, is_list] : fields) {
        if (is_list) {
            IntegerArray list{reader.signed_varints()};
            if (keep_defaults || !list.values.empty()) structure.fields.emplace_back(field, std::move(list));
        } else if (const std::int64_t value = reader.signed_varint(); keep_defaults || value != 0) {
            structure.fields.emplace_back(field, IntegerAttribute{value});
        }
    }
    return structure;
}

Attribute convolution_dimensions(ByteReader& reader) {
    return dimensions(structures::convolution,
                      {{"input_batch_dimension", false},
                       {"input_feature_dimension", false},
                       {"input_spatial_dimensions", true},
                       {"kernel_input_feature_dimension", false},
                       {"kernel_output_feature_dimension", false},
                       {"kernel_spatial_dimensions", true},
                       {"output_batch_dimension", false},
                       {"output_feature_dimension", false},
                       {"output_spatial_dimensions", true}},
                      true, reader);
}

Attribute slicing_dimensions(const SlicingFields& names, ByteReader& reader) {
    return dimensions(names.structure,
                      {{names.window, true},
                       {names.removed, true},
                       {names.batching, true},
                       {names.indices_batching, true},
                       {names.index_map, true},
                       {names.index_vector, false}},
                      false, reader);
}

Attribute dot_dimensions(ByteReader& reader) {
    return dimensions(structures::dot,
                      {{"lhs_batching_dimensions", true},
                       {"rhs_batching_dimensions", true},
                       {"lhs_contracting_dimensions", true},
                       {"rhs_contracting_dimensions", true}},
                      false, reader);
}

/// A tensor type's text with `prefix` instead of "tensor<".
Type foreign_tensor(EntryReader& entries, std::string_view prefix, std::vector<std::int64_t> shape,
                    ByteReader& reader) {
    const std::string text = to_string(entries.tensor(std::move(shape), entries.type(reader), {}, reader));
    return ForeignType{std::string(prefix) + text.substr(std::string_view("tensor<").size())};
}

}  // namespace

Attribute decode_vhlo_attribute(EntryReader& entries, std::uint64_t code, ByteReader& reader) {
    if (const vhlo::Enumeration* enumeration = vhlo::enumeration_of(code))
        return keyword(*enumeration, reader);
    switch (code) {
        case attribute_code::array: return ArrayAttribute{entries.attributes(reader)};
        case attribute_code::boolean: return reader.varint() != 0;
        case attribute_code::api_version:
            return IntegerAttribute{static_cast<std::int64_t>(reader.index(5, "API version")), "i32"};
        case attribute_code::dictionary: return entries.dictionary(reader);
        case attribute_code::real: return entries.number(reader, true);
        case attribute_code::integer: return entries.number(reader, false);
        case attribute_code::output_operand_alias: return output_operand_alias(reader);
        case attribute_code::string: return entries.string(reader);
        case attribute_code::tensor: return entries.dense(reader);
        case attribute_code::type: return type_attribute(entries.type(reader));
        case attribute_code::type_extensions: return IntegerArray{reader.signed_varints()};
        case attribute_code::result_accuracy: return result_accuracy(entries, reader);
        case attribute_code::sub_axis: return sub_axis(reader);
        case attribute_code::axis: {
            std::string name = entries.text(reader);
            return axis(entries, std::move(name), reader.varint() != 0, reader);
        }
        case attribute_code::replica_group_mesh_axes: return replica_group_mesh_axes(entries, reader);
        case attribute_code::mesh_axis: return mesh_axis(entries, reader);
        case attribute_code::mesh: return mesh(entries, reader);
        default: unknown_code("VHLO attribute", code, reader);
    }
}

AnyType decode_vhlo_type(EntryReader& entries, std::uint64_t code, ByteReader& reader) {
    for (const vhlo::ElementCode& row : vhlo::element_codes)
        if (row.code == code) return row.type;
    switch (code) {
        case type_code::complex: return entries.complex_type(reader);
        case type_code::function: return entries.function_type(reader);
        case type_code::tensor:
        case type_code::tensor_with_encoding: {
            std::vector<std::int64_t> bounds;
            if (code == type_code::tensor_with_encoding) {
                const auto* given = entries.attribute(reader).get_if<IntegerArray>();
                if (given == nullptr)
                    reader.malformed("the encoding of a tensor type is not a list of bounds");
                bounds = given->values;
            }
            std::vector<std::int64_t> shape = reader.signed_varints();
            return entries.tensor(std::move(shape), entries.type(reader), std::move(bounds), reader);
        }
        case type_code::token: return Type(TokenType{});
        case type_code::tuple: return Type(TupleType{entries.types(reader)});
        case type_code::quantized_per_tensor: return read_uniform_quantization(entries, false, reader);
        case type_code::quantized_per_axis: return read_uniform_quantization(entries, true, reader);
        case type_code::unranked_tensor: return foreign_tensor(entries, "tensor<*x", {}, reader);
        case type_code::witness: return OtherType{"!shape.witness"};
        case type_code::none: return OtherType{"none"};
        case type_code::buffer: {
            std::vector<std::int64_t> shape = reader.signed_varints();
            return foreign_tensor(entries, "memref<", std::move(shape), reader);
        }
        case type_code::future: return Type(FutureType{entries.types(reader)});
        default: unknown_code("VHLO type", code, reader);
    }
}

Quantization read_uniform_quantization(EntryReader& entries, bool per_axis, ByteReader& reader) {
    Quantization quantization;
    const bool is_signed = (reader.varint() & 1) != 0;
    const ElementType storage = entries.element_type(reader);
    if (!is_integer(storage) || bit_width(storage) > 32)
        reader.malformed("the storage type of a quantized element is not an integer of at most 32 bits");
    quantization.storage =
        *element_type_from_spelling(fmt::format("{}{}", is_signed ? "i" : "ui", bit_width(storage)));
    quantization.expressed = entries.element_type(reader);
    if (!is_float(quantization.expressed))
        reader.malformed("the expressed type of a quantized element is not a float type");
    if (per_axis) {
        quantization.axis = static_cast<int>(reader.index(1000, "dimension"));
    } else {
        quantization.scales = {entries.real(reader)};
        quantization.zero_points = {reader.signed_varint()};
    }
    quantization.storage_minimum = reader.signed_varint();
    quantization.storage_maximum = reader.signed_varint();
    const int value_bits = bit_width(quantization.storage) - (is_signed ? 1 : 0);
    const std::int64_t above = std::int64_t{1} << value_bits;
    if (quantization.storage_minimum < (is_signed ? -above : 0) || quantization.storage_maximum >= above ||
        quantization.storage_minimum >= quantization.storage_maximum)
        reader.malformed("the storage limits do not fit the storage type");
    if (per_axis) {
        quantization.scales.resize(reader.count());
        for (double& scale : quantization.scales) scale = entries.real(reader);
        quantization.zero_points = reader.signed_varints();
        if (quantization.scales.size() != quantization.zero_points.size())
            reader.malformed("a quantized type does not have one zero point per scale");
        entries.spend(quantization.scales.size(), reader);
    }
    for (const double scale : quantization.scales)
        if (!(scale > 0) || scale > 1.7976931348623157e308)
            reader.malformed("a quantization scale is not positive and finite");
    for (const std::int64_t zero_point : quantization.zero_points)
        if (zero_point < quantization.storage_minimum || zero_point > quantization.storage_maximum)
            reader.malformed("a zero point is outside the storage limits");
    return quantization;
}

Attribute decode_stablehlo_attribute(EntryReader& entries, std::uint64_t code, ByteReader& reader) {
    if (const vhlo::Enumeration* enumeration = vhlo::enumeration_of(code, true))
        return keyword(*enumeration, reader);
    switch (code) {
        case 1: {
            const std::int64_t handle = reader.signed_varint(), type = reader.signed_varint();
            return channel_handle_attribute(handle, type);
        }
        case 4: return convolution_dimensions(reader);
        case 5: return dot_dimensions(reader);
        case 7: return slicing_dimensions(gather_fields, reader);
        case 11: return slicing_dimensions(scatter_fields, reader);
        case 13: return IntegerArray{reader.signed_varints()};
        case 14: return output_operand_alias(reader);
        case 15: return dot_algorithm(entries, reader);
        case 17: return result_accuracy(entries, reader);
        case 18: return replica_group_mesh_axes(entries, reader);
        case 19: return sub_axis(reader);
        case 20: {
            std::string name = entries.text(reader);
            return axis(entries, std::move(name), reader.byte() != 0, reader);
        }
        case 21: return mesh_axis(entries, reader);
        case 22: {
            StructAttribute mesh{"stablehlo.mesh", {{"axes", entries.attribute(reader)}}, {}};
            if (reader.byte() != 0) mesh.fields.emplace_back("device_ids", entries.attribute(reader));
            return mesh;
        }
        default: unknown_code("StableHLO attribute", code, reader);
    }
}

AnyType decode_stablehlo_type(EntryReader& entries, std::uint64_t code, ByteReader& reader) {
    if (code == 0) return Type(TokenType{});
    if (code == 1) return Type(FutureType{entries.types(reader)});
    unknown_code("StableHLO type", code, reader);
}

Attribute decode_chlo_attribute(EntryReader&, std::uint64_t code, ByteReader& reader) {
    // CHLO has its own enumerations with StableHLO's keywords.
    constexpr auto names = std::to_array<std::string_view>({"comparison_direction", "comparison_type"});
    if (code >= names.size()) unknown_code("CHLO attribute", code, reader);
    for (const vhlo::Enumeration& enumeration : vhlo::enumerations) {
        if (enumeration.name != names[code]) continue;
        Attribute value = keyword(enumeration, reader);
        return EnumAttribute{fmt::format("chlo.{}", names[code]), value.get_if<EnumAttribute>()->value};
    }
    unknown_code("CHLO attribute", code, reader);
}

AnyType decode_quant_type(EntryReader& entries, std::uint64_t code, ByteReader& reader) {
    if (code == 4 || code == 5) return read_uniform_quantization(entries, code == 5, reader);
    unknown_code("quantized type", code, reader);
}

}  // namespace hlo2c::frontend::bytecode

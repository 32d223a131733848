#include "frontend/forms/vhlo/to_vhlo.h"

#include <algorithm>
#include <cstring>

#include "frontend/ir/attributes.h"
#include "frontend/ir/enum_attribute.h"
#include "frontend/ir/structures.h"

namespace hlo2c::frontend::vhlo {
namespace {

Literal integer_tensor(std::vector<std::int64_t> shape, const std::vector<std::int64_t>& values,
                       ElementType element = ElementType::I64) {
    const auto width = static_cast<std::size_t>(byte_width(element));
    std::vector<std::byte> bytes(values.size() * width);
    for (std::size_t i = 0; i < values.size(); i++) std::memcpy(bytes.data() + i * width, &values[i], width);
    return Literal(TensorType{std::move(shape), element, {}, {}}, std::move(bytes));
}

Literal integer_list(const std::vector<std::int64_t>& values, ElementType element = ElementType::I64) {
    return integer_tensor({static_cast<std::int64_t>(values.size())}, values, element);
}

const StructAttribute* structure_of(const Structure& structure, const Op& op) {
    const Attribute* attribute = op.attribute(structure.attribute);
    return attribute != nullptr ? attribute->get_if<StructAttribute>() : nullptr;
}

const Attribute* field(const StructAttribute* structure, std::string_view name) {
    if (structure == nullptr) return nullptr;
    for (const NamedAttribute& named : structure->fields)
        if (named.first == name) return &named.second;
    return nullptr;
}

/// The rank of the window of a convolution or windowed reduction.
std::size_t window_rank(const Function& function, const Op& op) {
    const std::size_t rank = function.tensor(op.operands.at(0)).shape.size();
    return family_of(op.code) == OpFamily::Contraction ? rank - 2 : rank;
}

Attribute default_accuracy() {
    return StructAttribute{structures::result_accuracy,
                           {{"atol", FloatAttribute{0}},
                            {"rtol", FloatAttribute{0}},
                            {"ulps", IntegerAttribute{0}},
                            {"mode", StructAttribute{structures::result_accuracy_mode,
                                                     {},
                                                     std::string(keyword(ResultAccuracyMode::Default))}}},
                           {}};
}

/// The default of the op's row, in VHLO form; nullopt if VHLO has no form of it.
std::optional<Attribute> default_of_row(const AttributeRow& row, const Function& function, const Op& op) {
    const DefaultValue& default_value = row.default_value;
    switch (row.kind) {
        case AttributeKind::Integer:
            return IntegerAttribute{default_value.number, std::string(default_value.type)};
        case AttributeKind::Boolean: return default_value.number != 0;
        case AttributeKind::Text: return std::string(default_value.text);
        case AttributeKind::Keyword:
            return EnumAttribute{std::string(default_value.type), std::string(default_value.text)};
        case AttributeKind::Integers: break;
        default: return std::nullopt;
    }
    const ElementType element = default_value.type == "i1" ? ElementType::I1 : ElementType::I64;
    if (default_value.per_dimension == 0) return integer_list({}, element);
    const std::size_t rank = window_rank(function, op);
    std::vector<std::int64_t> shape = {static_cast<std::int64_t>(rank)};
    if (default_value.per_dimension > 1)
        shape.push_back(static_cast<std::int64_t>(default_value.per_dimension));
    const std::vector<std::int64_t> values(rank * default_value.per_dimension, default_value.number);
    return integer_tensor(std::move(shape), values, element);
}

/// The default of an attribute, in VHLO form; nullopt if the attribute is required.
std::optional<Attribute> absent(const AttributeRow& row, const Function& function, const Op& op) {
    const EnumAttribute default_precision = enum_attribute(Precision::Default);
    switch (row.otherwise) {
        case Default::Required: return std::nullopt;
        case Default::OfRow: return default_of_row(row, function, op);
        case Default::Zero: return IntegerAttribute{0};
        case Default::EmptyText:
            if (op.code == OpCode::CustomCall && op[attr::api_version] == 4) return DictionaryAttribute{};
            return std::string();
        case Default::EmptyList: return ArrayAttribute{};
        case Default::EmptyDictionary: return DictionaryAttribute{};
        case Default::NoType: return EnumAttribute{"", "none"};
        case Default::Precisions: return ArrayAttribute{{default_precision, default_precision}};
        case Default::Accuracy: return default_accuracy();
    }
    return std::nullopt;
}

/// A list of integers as a 1-D tensor.
std::optional<Attribute> as_tensor(const Attribute& value, ElementType element) {
    if (const auto* array = value.get_if<IntegerArray>()) return integer_list(array->values, element);
    if (value.get_if<Literal>() != nullptr) return value;
    const auto* list = value.get_if<ArrayAttribute>();
    if (list == nullptr) return std::nullopt;
    std::vector<std::int64_t> values;
    for (const Attribute& item : list->elements) {
        const auto* integer = item.get_if<IntegerAttribute>();
        if (integer == nullptr) return std::nullopt;
        values.push_back(integer->value);
    }
    return integer_list(values, element);
}

std::optional<Attribute> converted(const AttributeRow& row, const Attribute& value) {
    switch (row.form) {
        case Form::Integers:
        case Form::FieldList: return as_tensor(value, ElementType::I64);
        case Form::Booleans: return as_tensor(value, ElementType::I1);
        case Form::Flag: {
            const auto* flag = value.get_if<bool>();
            return flag == nullptr || *flag;
        }
        case Form::Number32:
        case Form::Field:
            if (value.get_if<IntegerAttribute>() == nullptr) return std::nullopt;
            return value;
        default: return value;
    }
}

}  // namespace

std::optional<Attribute> vhlo_attribute(const AttributeRow& row, const Function& function, const Op& op) {
    if (row.form == Form::Dropped) return integer_tensor({0, 2}, {});
    const Attribute* value = nullptr;
    if (row.structure != nullptr) {
        const StructAttribute* structure = structure_of(*row.structure, op);
        value = field(structure, row.field);
        if (value == nullptr && structure != nullptr) {  // StableHLO omits empty lists and zeros
            if (row.form == Form::FieldList) return integer_list({});
            if (row.form == Form::Field) return IntegerAttribute{0};
        }
    } else {
        value = op.attribute(row.name);
    }
    if (value == nullptr) return absent(row, function, op);
    return converted(row, *value);
}

ChosenVersion choose_version(const OpVersions& row, const Op& op, int baseline) {
    ChosenVersion newest{row.versions, row.newest_since};
    if (row.newest_since <= baseline || row.versions == 1) return newest;
    const bool variadic = row.newest_is_variadic && op.operands.size() != 1;
    const bool uses_newest =
        std::any_of(row.attributes.begin(), row.attributes.end(), [&](const AttributeRow& attribute) {
            return attribute.first == row.versions && op.has(attribute.name);
        });
    return variadic || uses_newest ? newest : ChosenVersion{row.versions - 1, 0};
}

std::vector<NamedAttribute> other_attributes(const OpVersions& row, const Op& op) {
    std::vector<NamedAttribute> others;
    for (const NamedAttribute& named : op.attributes) {
        const bool known =
            std::any_of(row.attributes.begin(), row.attributes.end(), [&](const AttributeRow& attribute) {
                return attribute.structure != nullptr ? attribute.structure->attribute == named.first
                                                      : attribute.name == named.first;
            });
        if (!known) others.push_back(named);
    }
    return others;
}

}  // namespace hlo2c::frontend::vhlo

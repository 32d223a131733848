#include "frontend/forms/vhlo/from_vhlo.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/error_numbers.h"
#include "frontend/ir/keywords.h"

namespace hlo2c::frontend::vhlo {
namespace {

/// Reads the integers of a list in any form; returns false if the attribute is not such a list.
bool integers_of(const Attribute& attribute, std::vector<std::int64_t>& values) {
    if (const auto* array = attribute.get_if<IntegerArray>()) {
        values = array->values;
        return true;
    }
    const auto* literal = attribute.get_if<Literal>();
    if (literal == nullptr || is_float(literal->type().element) || is_complex(literal->type().element))
        return false;
    constexpr std::int64_t longest_list = 1 << 20;
    const std::int64_t count = literal->type().element_count();
    if (count > longest_list) return false;
    for (std::int64_t i = 0; i < count; i++) values.push_back(literal->integer(i));
    return true;
}

bool all_are(const Attribute& attribute, std::int64_t wanted) {
    std::vector<std::int64_t> values;
    return integers_of(attribute, values) &&
           std::all_of(values.begin(), values.end(), [&](std::int64_t value) { return value == wanted; });
}

bool is_integer_with(const Attribute& attribute, std::int64_t wanted) {
    const auto* integer = attribute.get_if<IntegerAttribute>();
    return integer != nullptr && integer->value == wanted;
}

bool is_keyword(const Attribute& attribute, std::string_view wanted) {
    const auto* keyword = attribute.get_if<EnumAttribute>();
    return keyword != nullptr && keyword->value == wanted;
}

bool is_default_accuracy(const Attribute& attribute) {
    const auto* accuracy = attribute.get_if<StructAttribute>();
    if (accuracy == nullptr || accuracy->fields.empty()) return false;
    for (const auto& [name, value] : accuracy->fields) {
        if (const auto* real = value.get_if<FloatAttribute>(); real != nullptr && real->value != 0)
            return false;
        if (const auto* integer = value.get_if<IntegerAttribute>(); integer != nullptr && integer->value != 0)
            return false;
        if (const auto* mode = value.get_if<StructAttribute>();
            mode != nullptr && mode->raw != keyword(ResultAccuracyMode::Default))
            return false;
    }
    return true;
}

bool is_default_of_row(const Attribute& value, const AttributeRow& row) {
    const auto* text = value.get_if<std::string>();
    const auto* flag = value.get_if<bool>();
    std::vector<std::int64_t> integers;
    switch (row.kind) {
        case AttributeKind::Integer: return is_integer_with(value, row.default_value.number);
        case AttributeKind::Boolean: return flag != nullptr && *flag == (row.default_value.number != 0);
        case AttributeKind::Text: return text != nullptr && *text == row.default_value.text;
        case AttributeKind::Keyword: return is_keyword(value, row.default_value.text);
        case AttributeKind::Integers:
            if (row.default_value.per_dimension > 0) return all_are(value, row.default_value.number);
            return integers_of(value, integers) && integers.empty();
        default: return false;
    }
}

bool is_default(const Attribute& value, const AttributeRow& row) {
    const auto* list = value.get_if<ArrayAttribute>();
    const auto* dictionary = value.get_if<DictionaryAttribute>();
    const auto* text = value.get_if<std::string>();
    switch (row.otherwise) {
        case Default::Required: return false;
        case Default::OfRow: return is_default_of_row(value, row);
        case Default::Zero: return is_integer_with(value, 0);
        case Default::EmptyText:
            return (text != nullptr && text->empty()) ||
                   (dictionary != nullptr && dictionary->entries.empty());
        case Default::EmptyList: return list != nullptr && list->elements.empty();
        case Default::EmptyDictionary: return dictionary != nullptr && dictionary->entries.empty();
        case Default::NoType: return is_keyword(value, "none");
        case Default::Precisions:
            return list != nullptr &&
                   std::all_of(list->elements.begin(), list->elements.end(), [](const Attribute& element) {
                       return is_keyword(element, keyword(Precision::Default));
                   });
        case Default::Accuracy: return is_default_accuracy(value);
    }
    return false;
}

[[noreturn]] void malformed(const PlaceOf& at, const std::string& message) {
    fail(read_error::malformed, at(), message, "The file is damaged or truncated: export it again.");
}

Attribute symbol(const Attribute& value, const PlaceOf& at) {
    const auto* text = value.get_if<std::string>();
    if (text == nullptr) malformed(at, "the name of a function was expected");
    return SymbolAttribute{*text};
}

Attribute list_of(const Attribute& value, std::string_view name, std::string_view type, const PlaceOf& at) {
    IntegerArray array{{}, std::string(type)};
    if (!integers_of(value, array.values)) malformed(at, fmt::format("{} is not a list of integers", name));
    return array;
}

/// Converts a value to its StableHLO form.
Attribute converted(const AttributeRow& row, Attribute value, const PlaceOf& at) {
    switch (row.form) {
        case Form::Integers:
        case Form::FieldList: return list_of(value, row.name, "i64", at);
        case Form::Booleans: return list_of(value, row.name, "i1", at);
        case Form::Flag: return UnitAttribute{};
        case Form::Symbol: return symbol(value, at);
        case Form::Symbols: {
            const auto* list = value.get_if<ArrayAttribute>();
            if (list == nullptr) malformed(at, fmt::format("{} is not a list of names", row.name));
            ArrayAttribute symbols;
            for (const Attribute& element : list->elements) symbols.elements.push_back(symbol(element, at));
            return symbols;
        }
        case Form::Number32:
        case Form::Field: {
            const auto* integer = value.get_if<IntegerAttribute>();
            if (integer == nullptr) malformed(at, fmt::format("{} is not an integer", row.name));
            return IntegerAttribute{integer->value, row.form == Form::Number32 ? "i32" : "i64"};
        }
        case Form::Same:
        case Form::Algorithm:
        case Form::Dropped: break;
    }
    return value;
}

/// Collects fields into the structured attributes of an op.
class Structures {
public:
    explicit Structures(std::vector<NamedAttribute>& attributes) : attributes_(attributes) {}

    void add(const AttributeRow& row, Attribute value) {
        const auto* list = value.get_if<IntegerArray>();
        const bool empty = (list != nullptr && list->values.empty()) || is_integer_with(value, 0);
        StructAttribute& structure = of(*row.structure);
        if (!empty || row.structure->keeps_defaults)
            structure.fields.emplace_back(row.field, std::move(value));
    }

    /// The structured attribute, created on first use.
    StructAttribute& of(const Structure& wanted) {
        for (auto& [name, value] : attributes_)
            if (name == wanted.attribute) return std::get<StructAttribute>(value.value);
        attributes_.emplace_back(wanted.attribute, StructAttribute{std::string(wanted.name), {}, {}});
        return std::get<StructAttribute>(attributes_.back().second.value);
    }

private:
    std::vector<NamedAttribute>& attributes_;
};

/// An op has layouts for both operands and results or for neither, so this restores an empty list that was
/// dropped as a default.
void restore_layouts(std::vector<NamedAttribute>& attributes) {
    const auto has = [&](std::string_view name) {
        return std::any_of(attributes.begin(), attributes.end(),
                           [&](const NamedAttribute& named) { return named.first == name; });
    };
    const bool operands = has("operand_layouts"), results = has("result_layouts");
    if (operands == results) return;
    attributes.emplace_back(operands ? "result_layouts" : "operand_layouts", ArrayAttribute{});
}

}  // namespace

std::vector<NamedAttribute> stablehlo_attributes(const OpVersions& row, std::vector<NamedAttribute> written,
                                                 const PlaceOf& at) {
    std::vector<NamedAttribute> attributes;
    Structures structures(attributes);
    std::vector<bool> known(written.size(), false);
    for (const AttributeRow& attribute : row.attributes) {
        const auto found = std::find_if(written.begin(), written.end(), [&](const NamedAttribute& named) {
            return named.first == attribute.name;
        });
        if (found == written.end()) continue;
        known[static_cast<std::size_t>(found - written.begin())] = true;
        if (attribute.form == Form::Dropped || is_default(found->second, attribute)) continue;
        Attribute value = converted(attribute, std::move(found->second), at);
        if (attribute.structure != nullptr) {
            structures.add(attribute, std::move(value));
        } else {
            attributes.emplace_back(attribute.name, std::move(value));
        }
    }
    restore_layouts(attributes);
    for (auto& [name, value] : attributes) {
        auto* channel = std::get_if<StructAttribute>(&value.value);
        if (name != channel_structure.attribute || channel == nullptr || channel->fields.size() != 1)
            continue;
        channel->fields.emplace_back("type", IntegerAttribute{0});
    }
    for (const Structure* structure : {&dot_structure, &gather_structure, &scatter_structure})
        for (const AttributeRow& attribute : row.attributes)
            if (attribute.structure == structure) structures.of(*structure);
    for (std::size_t i = 0; i < written.size(); i++) {
        if (known[i]) continue;
        for (const NamedAttribute& named : attributes)
            if (named.first == written[i].first)
                malformed(at, fmt::format("the attribute '{}' is given twice", named.first));
        attributes.push_back(std::move(written[i]));
    }
    return attributes;
}

void drop_default_attributes(Op& op) {
    const OpVersions* row = versions_of(op.code);
    if (row == nullptr) return;
    std::erase_if(op.attributes, [&](const NamedAttribute& named) {
        for (const AttributeRow& attribute : row->attributes)
            if (attribute.name == named.first && attribute.structure == nullptr)
                return is_default(named.second, attribute);
        return false;
    });
    if (op.code == OpCode::CustomCall) restore_layouts(op.attributes);
    sort_by_name(op.attributes);
}

}  // namespace hlo2c::frontend::vhlo

#include "frontend/ir/attribute_key.h"

namespace hlo2c::frontend {
namespace {

[[noreturn]] void is_not(std::string_view name, std::string_view kind) {
    broken_invariant("kind of attribute", __FILE__, __LINE__,
                     "attribute " + std::string(name) + " is not a " + std::string(kind));
}

}  // namespace

void lacks_attribute(const Op& op, std::string_view name) {
    broken_invariant("presence of attribute", __FILE__, __LINE__,
                     std::string(spelling(op.code)) + " has no " + std::string(name));
}

void is_no_keyword(std::string_view name) {
    is_not(name, "keyword of its enumeration");
}

template <>
Integers read_attribute<Integers>(const Attribute& attribute, std::string_view name) {
    if (const auto* array = attribute.get_if<IntegerArray>()) return array->values;
    if (const auto* single = attribute.get_if<IntegerAttribute>()) return {single->value};
    Integers values;
    if (const auto* literal = attribute.get_if<Literal>()) {
        const std::int64_t count = literal->type().element_count();
        for (std::int64_t i = 0; i < count; i++) values.push_back(literal->integer(i));
        return values;
    }
    const auto* list = attribute.get_if<ArrayAttribute>();
    if (list == nullptr) is_not(name, "list of integers");
    for (const Attribute& element : list->elements) {
        if (const auto* flag = element.get_if<bool>()) {
            values.push_back(*flag);
            continue;
        }
        const auto* integer = element.get_if<IntegerAttribute>();
        if (integer == nullptr) is_not(name, "list of integers");
        values.push_back(integer->value);
    }
    return values;
}

template <>
std::int64_t read_attribute<std::int64_t>(const Attribute& attribute, std::string_view name) {
    if (const auto* flag = attribute.get_if<bool>()) return *flag;
    const Integers values = read_attribute<Integers>(attribute, name);
    if (values.size() != 1) is_not(name, "single integer");
    return values.front();
}

template <>
bool read_attribute<bool>(const Attribute& attribute, std::string_view name) {
    return attribute.get_if<UnitAttribute>() != nullptr || read_attribute<std::int64_t>(attribute, name) != 0;
}

template <>
double read_attribute<double>(const Attribute& attribute, std::string_view name) {
    if (const auto* real = attribute.get_if<FloatAttribute>()) return real->value;
    if (const auto* literal = attribute.get_if<Literal>()) return literal->real(0);
    return static_cast<double>(read_attribute<std::int64_t>(attribute, name));
}

template <>
std::string read_attribute<std::string>(const Attribute& attribute, std::string_view name) {
    if (const auto* text = attribute.get_if<std::string>()) return *text;
    if (const auto* keyword = attribute.get_if<EnumAttribute>()) return keyword->value;
    const auto* symbol = attribute.get_if<SymbolAttribute>();
    if (symbol == nullptr) is_not(name, "text");
    return symbol->name;
}

template <>
SymbolAttribute read_attribute<SymbolAttribute>(const Attribute& attribute, std::string_view name) {
    return {read_attribute<std::string>(attribute, name)};
}

const Literal& read_literal(const Attribute& attribute, std::string_view name) {
    const auto* literal = attribute.get_if<Literal>();
    if (literal == nullptr) is_not(name, "constant");
    return *literal;
}

}  // namespace hlo2c::frontend

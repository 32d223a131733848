#include "frontend/ir/attribute.h"

#include <algorithm>

namespace hlo2c::frontend {

bool ArrayAttribute::operator==(const ArrayAttribute& other) const {
    return elements == other.elements;
}

bool DictionaryAttribute::operator==(const DictionaryAttribute& other) const {
    return entries == other.entries;
}

bool StructAttribute::operator==(const StructAttribute& other) const {
    return name == other.name && fields == other.fields && raw == other.raw;
}

const Attribute* StructAttribute::field(std::string_view name) const {
    return find_attribute(fields, name);
}

const Attribute* find_attribute(const std::vector<NamedAttribute>& attributes, std::string_view name) {
    const auto found = std::ranges::find(attributes, name, &NamedAttribute::first);
    return found != attributes.end() ? &found->second : nullptr;
}

void sort_by_name(std::vector<NamedAttribute>& attributes) {
    const auto by_name = [](const NamedAttribute& a, const NamedAttribute& b) { return a.first < b.first; };
    if (!std::is_sorted(attributes.begin(), attributes.end(), by_name))
        std::stable_sort(attributes.begin(), attributes.end(), by_name);
}

}  // namespace hlo2c::frontend

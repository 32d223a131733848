#include "frontend/ir/attribute.h"

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
    for (const NamedAttribute& named : fields)
        if (named.first == name) return &named.second;
    return nullptr;
}

}  // namespace hlo2c::frontend

#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "frontend/ir/literal.h"
#include "frontend/ir/type.h"

namespace hlo2c::frontend {

struct Attribute;
using NamedAttribute = std::pair<std::string, Attribute>;

/// `3 : i64`; `type` is the integer type's spelling: "i64" if the text omits it, "index" for index.
struct IntegerAttribute {
    std::int64_t value = 0;
    std::string type = "i64";
    bool operator==(const IntegerAttribute&) const = default;
};
/// `1.0e-5 : f32`. The value is kept as the nearest double.
struct FloatAttribute {
    double value = 0;
    std::string type = "f64";
    bool operator==(const FloatAttribute&) const = default;
};
/// A keyword of an enumeration: `#stablehlo<precision HIGHEST>`, `LT`, `FLOAT`; `enumeration` is "" for a
/// bare keyword.
struct EnumAttribute {
    std::string enumeration;
    std::string value;
    bool operator==(const EnumAttribute&) const = default;
};
/// `@name` or `@outer::@inner` (kept as written, without the first @).
struct SymbolAttribute {
    std::string name;
    bool operator==(const SymbolAttribute&) const = default;
};
/// `unit`: present means true.
struct UnitAttribute {
    bool operator==(const UnitAttribute&) const = default;
};
/// `array<i64: 1, 2>`; booleans are 0 and 1.
struct IntegerArray {
    std::vector<std::int64_t> values;
    std::string type = "i64";
    bool operator==(const IntegerArray&) const = default;
};
struct FloatArray {
    std::vector<double> values;
    std::string type = "f64";
    bool operator==(const FloatArray&) const = default;
};
struct ArrayAttribute {
    std::vector<Attribute> elements;
    bool operator==(const ArrayAttribute&) const;
};
/// `{a = 1, b}` in the order written.
struct DictionaryAttribute {
    std::vector<NamedAttribute> entries;
    bool operator==(const DictionaryAttribute&) const;
};
/// A dialect attribute with named fields. `#stablehlo.gather<offset_dims = [0], ...>` has the name
/// "stablehlo.gather" and its fields in the order of the specification. A body whose fields this compiler
/// does not know is kept as text in `raw`.
struct StructAttribute {
    std::string name;
    std::vector<NamedAttribute> fields;
    std::string raw;
    bool operator==(const StructAttribute&) const;

    /// The field called `name`, or nullptr.
    const Attribute* field(std::string_view name) const;
};

/// Any attribute value.
struct Attribute {
    std::variant<UnitAttribute, bool, IntegerAttribute, FloatAttribute, std::string, EnumAttribute,
                 SymbolAttribute, IntegerArray, FloatArray, Literal, Type, ArrayAttribute,
                 DictionaryAttribute, StructAttribute>
        value;
    bool operator==(const Attribute&) const = default;

    Attribute() = default;
    template <typename T>
    Attribute(T initial) : value(std::move(initial)) {}

    template <typename T>
    const T* get_if() const {
        return std::get_if<T>(&value);
    }
};

/// The attribute called `name`, or nullptr.
const Attribute* find_attribute(const std::vector<NamedAttribute>& attributes, std::string_view name);
/// The same if it is a T, else nullptr.
template <typename T>
const T* find_attribute(const std::vector<NamedAttribute>& attributes, std::string_view name) {
    const Attribute* found = find_attribute(attributes, name);
    return found != nullptr ? found->get_if<T>() : nullptr;
}

/// The order in which ops and dictionaries keep their attributes.
void sort_by_name(std::vector<NamedAttribute>& attributes);

}  // namespace hlo2c::frontend

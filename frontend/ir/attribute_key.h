#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "frontend/ir/keywords.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend {

using Integers = std::vector<std::int64_t>;

/// How the value of an attribute is written; the verifier checks it for the keys of an op's row.
enum class AttributeKind : std::uint8_t {
    Any,
    Integer,
    Boolean,
    Real,
    Text,
    Keyword,
    Integers,
    Table,
    Structure
};

/// `required`: every op has it. `optional`: it may be absent, and readers must test for it first.
enum class Presence : std::uint8_t { Required, Optional, Defaulted };
inline constexpr Presence required = Presence::Required;
inline constexpr Presence optional = Presence::Optional;

/// A list in which one integer is repeated.
struct Repeated {
    std::int64_t value = 0;
    std::size_t count = 0;
};
inline constexpr Repeated empty_list{};

template <typename T>
struct DefaultOf {
    using type = T;
};
template <>
struct DefaultOf<std::string> {
    using type = std::string_view;
};
template <>
struct DefaultOf<Integers> {
    using type = Repeated;
};
struct NoDefault {};
template <typename T>
requires(!std::is_scalar_v<T>) struct DefaultOf<T> {
    using type = NoDefault;
};

template <typename T>
constexpr AttributeKind kind_of_attribute() {
    if constexpr (std::is_same_v<T, SymbolAttribute>) return AttributeKind::Text;
    if constexpr (std::is_same_v<T, bool>) return AttributeKind::Boolean;
    if constexpr (std::is_same_v<T, std::int64_t>) return AttributeKind::Integer;
    if constexpr (std::is_same_v<T, double>) return AttributeKind::Real;
    if constexpr (std::is_same_v<T, std::string>) return AttributeKind::Text;
    if constexpr (std::is_same_v<T, Integers>) return AttributeKind::Integers;
    if constexpr (std::is_same_v<T, Literal>) return AttributeKind::Table;
    if constexpr (std::is_same_v<T, Attribute>) return AttributeKind::Any;
    if constexpr (std::is_enum_v<T>) return AttributeKind::Keyword;
    return AttributeKind::Structure;
}

/// The key of an attribute: its name, the type that it is read as, and its value for ops without it. A key
/// converts to its name.
template <typename T>
struct Attr {
    using Default = typename DefaultOf<T>::type;

    std::string_view name;
    Presence presence;
    Default otherwise{};
    std::string_view stored = "i64";  ///< type that integers are written with

    constexpr Attr(std::string_view called, Presence present, std::string_view type = "i64")
        : name(called), presence(present), stored(type) {}
    constexpr Attr(std::string_view called, Default fallback,
                   std::string_view type = "i64") requires(!std::is_same_v<Default, NoDefault>)
        : name(called), presence(Presence::Defaulted), otherwise(fallback), stored(type) {}

    constexpr operator std::string_view() const { return name; }
    static constexpr AttributeKind kind() { return kind_of_attribute<T>(); }

    /// The attribute with this value, as lists of attributes hold it.
    NamedAttribute with(T value) const;
};

/// The key of a list with `entries` integers per dimension. The reader supplies the rank:
/// `op[attr::window_strides.over(rank)]`. An absent list consists of `fill`.
struct PerDimension {
    std::string_view name;
    std::int64_t fill;
    std::size_t entries = 1;
    std::string_view stored = "i64";

    constexpr operator std::string_view() const { return name; }
    static constexpr AttributeKind kind() { return AttributeKind::Integers; }
    constexpr Attr<Integers> over(std::size_t rank) const {
        return {name, Repeated{fill, rank * entries}, stored};
    }
    NamedAttribute with(Integers values) const { return over(0).with(std::move(values)); }
};

/// Reads the attribute's value as a T; a value of another kind is a broken invariant. Each type that keys
/// have needs a specialisation: those for plain types are here, those for structures beside the structures.
template <typename T>
T read_attribute(const Attribute& attribute, std::string_view name);
template <>
bool read_attribute(const Attribute& attribute, std::string_view name);
template <>
std::int64_t read_attribute(const Attribute& attribute, std::string_view name);
template <>
double read_attribute(const Attribute& attribute, std::string_view name);
template <>
std::string read_attribute(const Attribute& attribute, std::string_view name);
template <>
SymbolAttribute read_attribute(const Attribute& attribute, std::string_view name);
template <>
Integers read_attribute(const Attribute& attribute, std::string_view name);

/// The constant that the attribute holds.
const Literal& read_literal(const Attribute& attribute, std::string_view name);

/// Report broken invariants: a required attribute is absent; a keyword is not in its enumeration.
[[noreturn]] void lacks_attribute(const Op& op, std::string_view name);
[[noreturn]] void is_no_keyword(std::string_view name);

template <typename T>
requires std::is_enum_v<T> T read_keyword(const Attribute& attribute, std::string_view name) {
    const std::optional<T> value = from_keyword<T>(read_attribute<std::string>(attribute, name));
    if (!value) is_no_keyword(name);
    return *value;
}

template <typename T>
decltype(auto) Op::operator[](const Attr<T>& key) const {
    const Attribute* found = attribute(key.name);
    if constexpr (std::is_same_v<T, Attribute> || std::is_same_v<T, Literal>) {
        if (found == nullptr) lacks_attribute(*this, key.name);
        if constexpr (std::is_same_v<T, Attribute>)
            return static_cast<const Attribute&>(*found);
        else
            return static_cast<const Literal&>(read_literal(*found, key.name));
    } else {
        if (found == nullptr && key.presence != Presence::Defaulted) lacks_attribute(*this, key.name);
        if constexpr (std::is_same_v<T, Integers>) {
            if (found == nullptr) return Integers(key.otherwise.count, key.otherwise.value);
        } else if constexpr (!std::is_same_v<typename Attr<T>::Default, NoDefault>) {
            if (found == nullptr) return T(key.otherwise);
        }
        if constexpr (std::is_enum_v<T>)
            return read_keyword<T>(*found, key.name);
        else
            return read_attribute<T>(*found, key.name);
    }
}

template <typename T>
NamedAttribute Attr<T>::with(T value) const {
    if constexpr (std::is_enum_v<T>)
        return {std::string(name),
                EnumAttribute{std::string(Enumeration<T>::name), std::string(keyword(value))}};
    else if constexpr (std::is_same_v<T, std::int64_t>)
        return {std::string(name), IntegerAttribute{value, std::string(stored)}};
    else if constexpr (std::is_same_v<T, Integers>)
        return {std::string(name), IntegerArray{std::move(value), std::string(stored)}};
    else
        return {std::string(name), Attribute(std::move(value))};
}

template <typename T>
void Op::set(const Attr<T>& key, std::type_identity_t<T> value) {
    set_attribute(key.name, key.with(std::move(value)).second);
}

}  // namespace hlo2c::frontend

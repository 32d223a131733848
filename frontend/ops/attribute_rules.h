#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "frontend/ir/attribute.h"

namespace hlo2c::frontend {

/// A rule that an attribute violates, with its label in the specification's section of the op.
struct Violation {
    std::string_view label;
    std::string message;
};

/// Checks a structured attribute by itself and returns the first violation, if any: dot algorithms must exist
/// in hardware, tolerances must fit their mode. Other attributes have no rules of their own.
std::optional<Violation> violation_of(const StructAttribute& attribute);

/// The name of the keyword's enumeration, without the dialect that CHLO has before it.
std::string_view enumeration_name(const EnumAttribute& keyword);

/// Returns a violation if the enumeration does not have this keyword. Enumerations of other dialects accept
/// any keyword.
std::optional<Violation> violation_of(const EnumAttribute& keyword);

/// The element count of the largest splat in the attribute, at any nesting level; 0 if there is none. A splat
/// takes a few bytes in a file, whatever its size.
std::int64_t longest_splat(const Attribute& attribute);

}  // namespace hlo2c::frontend

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "frontend/ir/attribute.h"

namespace hlo2c::frontend {

/// A rule that an attribute breaks, with its label in the section of the op that it belongs to.
struct Violation {
    std::string_view label;
    std::string message;
};

/// What is wrong with a structured attribute taken by itself: dot algorithms that no hardware has, tolerances
/// that do not go with their mode. Other attributes have no rules of their own.
std::optional<Violation> violation_of(const StructAttribute& attribute);

/// What is wrong with a keyword: one that its enumeration does not have. Enumerations of other dialects have
/// any.
std::optional<Violation> violation_of(const EnumAttribute& keyword);

/// The most elements that a splat in the attribute stands for, at any level of it; 0 without one. A splat
/// takes the same few bytes in a file whatever its size.
std::int64_t longest_splat(const Attribute& attribute);

}  // namespace hlo2c::frontend

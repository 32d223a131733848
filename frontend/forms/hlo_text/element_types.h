#pragma once

#include <optional>
#include <string_view>

#include "frontend/forms/hlo/hlo.pb.h"
#include "frontend/ir/element_type.h"

namespace hlo2c::frontend {

/// The wire's element type that HLO text spells `word` ("f32", "pred", "token", ...).
std::optional<wire::PrimitiveType> element_type_of(std::string_view word);
/// How HLO text spells an element type; "invalid" for a number that is none.
std::string_view spelling_of(wire::PrimitiveType type);
/// The element type of the IR that an array of `type` has; none for tuples, tokens and 1-bit integers.
std::optional<ElementType> ir_element_type(wire::PrimitiveType type);

bool is_signed(wire::PrimitiveType type);
bool is_unsigned(wire::PrimitiveType type);
bool is_floating(wire::PrimitiveType type);
bool is_complex_number(wire::PrimitiveType type);
/// Bits of an integer type.
int integer_bits(wire::PrimitiveType type);

}  // namespace hlo2c::frontend

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "frontend/forms/hlo/hlo.pb.h"
#include "frontend/ir/keywords.h"

namespace hlo2c::frontend {

/// The wire format's element type for the spelling `word` ("f32", "pred", "token", ...).
std::optional<wire::PrimitiveType> element_type_of(std::string_view word);
/// The spelling of an element type in HLO text; "invalid" for an invalid enumerator.
std::string_view spelling_of(wire::PrimitiveType type);
/// The shape of an array without its layout: "f32[2,<=8,?]".
std::string spell_array(const wire::ShapeProto& shape);

bool is_signed(wire::PrimitiveType type);
bool is_unsigned(wire::PrimitiveType type);
bool is_complex_number(wire::PrimitiveType type);
/// The comparison type of operands of `type` if HLO text states none.
ComparisonType default_comparison(wire::PrimitiveType type);
/// Bits of an integer type.
int integer_bits(wire::PrimitiveType type);

}  // namespace hlo2c::frontend

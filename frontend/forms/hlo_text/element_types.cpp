#include "frontend/forms/hlo_text/element_types.h"

#include <fmt/format.h>

#include <array>

#include "frontend/forms/hlo/fields.h"
#include "frontend/forms/hlo/shapes.h"

namespace hlo2c::frontend {
namespace {

struct Spelling {
    std::string_view word;
    wire::PrimitiveType type;
};

/// The types that StableHLO lacks. The others have their spelling in `ir/element_type.h`.
constexpr auto further = std::to_array<Spelling>(
    {{"opaque", wire::OPAQUE_TYPE}, {"s1", wire::S1}, {"token", wire::TOKEN}, {"u1", wire::U1}});

}  // namespace

std::optional<wire::PrimitiveType> element_type_of(std::string_view word) {
    for (const Spelling& spelling : further)
        if (spelling.word == word) return spelling.type;
    const std::optional<ElementType> element = element_type_from_hlo_spelling(word);
    if (!element || *element == ElementType::Index) return std::nullopt;
    const wire::PrimitiveType type = primitive_type(*element);
    return type != wire::PRIMITIVE_TYPE_INVALID ? std::optional(type) : std::nullopt;
}

std::string_view spelling_of(wire::PrimitiveType type) {
    for (const Spelling& spelling : further)
        if (spelling.type == type) return spelling.word;
    const std::optional<ElementType> element = element_type(type);
    return element ? hlo_spelling(*element) : "invalid";
}

bool is_signed(wire::PrimitiveType type) {
    const std::optional<ElementType> element = element_type(type);
    return element ? is_signed_integer(*element) : type == wire::S1;
}

std::string spell_array(const wire::ShapeProto& shape) {
    std::string text = fmt::format("{}[", spelling_of(shape.element_type()));
    for (int i = 0; i < shape.dimensions_size(); i++) {
        if (i > 0) text += ',';
        const bool dynamic = i < shape.is_dynamic_dimension_size() && shape.is_dynamic_dimension(i);
        if (shape.dimensions(i) == INT64_MIN)
            text += '?';
        else
            text += fmt::format("{}{}", dynamic ? "<=" : "", shape.dimensions(i));
    }
    return text + "]";
}

bool is_unsigned(wire::PrimitiveType type) {
    const std::optional<ElementType> element = element_type(type);
    return element ? is_unsigned_integer(*element) : type == wire::U1;
}

bool is_complex_number(wire::PrimitiveType type) {
    const std::optional<ElementType> element = element_type(type);
    return element && is_complex(*element);
}

ComparisonType default_comparison(wire::PrimitiveType type) {
    if (const std::optional<ElementType> element = element_type(type)) return default_comparison(*element);
    if (is_signed(type)) return ComparisonType::Signed;
    return is_unsigned(type) ? ComparisonType::Unsigned : ComparisonType::Float;
}

int integer_bits(wire::PrimitiveType type) {
    const std::optional<ElementType> element = element_type(type);
    return element ? bit_width(*element) : 1;
}

}  // namespace hlo2c::frontend

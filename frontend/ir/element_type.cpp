#include "frontend/ir/element_type.h"

#include <array>

namespace hlo2c::frontend {
namespace {

struct Row {
    ElementType type;
    std::string_view spelling;
    std::string_view hlo_spelling;
    int bits;
    ElementKind kind;
};

constexpr std::array element_rows = {
#define HLO2C_ROW(name, text, hlo, bits, kind) Row{ElementType::name, text, hlo, bits, ElementKind::kind},
    HLO2C_ELEMENT_TYPES(HLO2C_ROW)
#undef HLO2C_ROW
};

const Row& row(ElementType type) {
    return element_rows[static_cast<std::size_t>(type)];
}

}  // namespace

std::string_view spelling(ElementType type) {
    return row(type).spelling;
}

std::string_view hlo_spelling(ElementType type) {
    return row(type).hlo_spelling;
}

std::optional<ElementType> element_type_from_spelling(std::string_view text) {
    for (const Row& candidate : element_rows)
        if (candidate.spelling == text) return candidate.type;
    return std::nullopt;
}

std::optional<ElementType> element_type_from_hlo_spelling(std::string_view text) {
    for (const Row& candidate : element_rows)
        if (candidate.hlo_spelling == text) return candidate.type;
    return std::nullopt;
}

ElementKind kind(ElementType type) {
    return row(type).kind;
}

int bit_width(ElementType type) {
    return row(type).bits;
}

int byte_width(ElementType type) {
    return (row(type).bits + 7) / 8;
}

ElementType real_part(ElementType type) {
    if (type == ElementType::C64) return ElementType::F32;
    if (type == ElementType::C128) return ElementType::F64;
    return type;
}

bool converts_exactly(ElementType from, ElementType to) {
    if (is_boolean(from) || is_complex(from)) return false;
    const int bits = bit_width(from);
    if (to == ElementType::F32 || to == ElementType::F64) {
        const int exact_integers = to == ElementType::F64 ? 32 : 16;
        return is_float(from) ? bits < bit_width(to) : bits <= exact_integers;
    }
    if (to == ElementType::BF16 || to == ElementType::F16) return is_integer(from) && bits <= 8;
    if (is_float(from) || !is_integer(to) || bit_width(to) < 8 || bits >= bit_width(to)) return false;
    return is_signed_integer(to) || !is_signed_integer(from);
}

}  // namespace hlo2c::frontend

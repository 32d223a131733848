#include "frontend/forms/hlo_text/element_types.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace hlo2c::frontend {
namespace {

struct Spelling {
    std::string_view word;
    wire::PrimitiveType type;
};

constexpr auto spellings = std::to_array<Spelling>({
    {"bf16", wire::BF16},
    {"c128", wire::C128},
    {"c64", wire::C64},
    {"f16", wire::F16},
    {"f32", wire::F32},
    {"f4e2m1fn", wire::F4E2M1FN},
    {"f64", wire::F64},
    {"f6e2m3fn", wire::F6E2M3FN},
    {"f6e3m2fn", wire::F6E3M2FN},
    {"f8e3m4", wire::F8E3M4},
    {"f8e4m3", wire::F8E4M3},
    {"f8e4m3b11fnuz", wire::F8E4M3B11FNUZ},
    {"f8e4m3fn", wire::F8E4M3FN},
    {"f8e4m3fnuz", wire::F8E4M3FNUZ},
    {"f8e5m2", wire::F8E5M2},
    {"f8e5m2fnuz", wire::F8E5M2FNUZ},
    {"f8e8m0fnu", wire::F8E8M0FNU},
    {"opaque", wire::OPAQUE_TYPE},
    {"pred", wire::PRED},
    {"s1", wire::S1},
    {"s16", wire::S16},
    {"s2", wire::S2},
    {"s32", wire::S32},
    {"s4", wire::S4},
    {"s64", wire::S64},
    {"s8", wire::S8},
    {"token", wire::TOKEN},
    {"u1", wire::U1},
    {"u16", wire::U16},
    {"u2", wire::U2},
    {"u32", wire::U32},
    {"u4", wire::U4},
    {"u64", wire::U64},
    {"u8", wire::U8},
});

}  // namespace

std::optional<wire::PrimitiveType> element_type_of(std::string_view word) {
    const auto* found = std::lower_bound(spellings.begin(), spellings.end(), word,
                                         [](const Spelling& a, std::string_view b) { return a.word < b; });
    if (found == spellings.end() || found->word != word) return std::nullopt;
    return found->type;
}

std::string_view spelling_of(wire::PrimitiveType type) {
    for (const Spelling& spelling : spellings)
        if (spelling.type == type) return spelling.word;
    return "invalid";
}

std::optional<ElementType> ir_element_type(wire::PrimitiveType type) {
    return element_type_from_hlo_spelling(spelling_of(type));
}

bool is_signed(wire::PrimitiveType type) {
    return spelling_of(type).front() == 's';
}

bool is_unsigned(wire::PrimitiveType type) {
    return spelling_of(type).front() == 'u';
}

bool is_complex_number(wire::PrimitiveType type) {
    return type == wire::C64 || type == wire::C128;
}

ComparisonType default_comparison(wire::PrimitiveType type) {
    if (is_signed(type)) return ComparisonType::Signed;
    return is_unsigned(type) || type == wire::PRED ? ComparisonType::Unsigned : ComparisonType::Float;
}

int integer_bits(wire::PrimitiveType type) {
    const std::string_view digits = spelling_of(type).substr(1);
    int bits = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), bits);
    return bits;
}

}  // namespace hlo2c::frontend

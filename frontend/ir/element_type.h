#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace hlo2c::frontend {

/// Every element type of the StableHLO specification (section "Types"), by its textual name.
/// `Index` is MLIR's type of sizes and layouts: it reads, prints and computes as a 64-bit integer.
/// Columns: enumerator, spelling in StableHLO text, spelling in HLO text, bits, kind.
#define HLO2C_ELEMENT_TYPES(X)                                   \
    X(I1, "i1", "pred", 1, Boolean)                              \
    X(I2, "i2", "s2", 2, Signed)                                 \
    X(I4, "i4", "s4", 4, Signed)                                 \
    X(I8, "i8", "s8", 8, Signed)                                 \
    X(I16, "i16", "s16", 16, Signed)                             \
    X(I32, "i32", "s32", 32, Signed)                             \
    X(I64, "i64", "s64", 64, Signed)                             \
    X(UI2, "ui2", "u2", 2, Unsigned)                             \
    X(UI4, "ui4", "u4", 4, Unsigned)                             \
    X(UI8, "ui8", "u8", 8, Unsigned)                             \
    X(UI16, "ui16", "u16", 16, Unsigned)                         \
    X(UI32, "ui32", "u32", 32, Unsigned)                         \
    X(UI64, "ui64", "u64", 64, Unsigned)                         \
    X(F4E2M1FN, "f4E2M1FN", "f4e2m1fn", 4, Float)                \
    X(F6E2M3FN, "f6E2M3FN", "f6e2m3fn", 6, Float)                \
    X(F6E3M2FN, "f6E3M2FN", "f6e3m2fn", 6, Float)                \
    X(F8E3M4, "f8E3M4", "f8e3m4", 8, Float)                      \
    X(F8E4M3, "f8E4M3", "f8e4m3", 8, Float)                      \
    X(F8E4M3FN, "f8E4M3FN", "f8e4m3fn", 8, Float)                \
    X(F8E4M3FNUZ, "f8E4M3FNUZ", "f8e4m3fnuz", 8, Float)          \
    X(F8E4M3B11FNUZ, "f8E4M3B11FNUZ", "f8e4m3b11fnuz", 8, Float) \
    X(F8E5M2, "f8E5M2", "f8e5m2", 8, Float)                      \
    X(F8E5M2FNUZ, "f8E5M2FNUZ", "f8e5m2fnuz", 8, Float)          \
    X(F8E8M0FNU, "f8E8M0FNU", "f8e8m0fnu", 8, Float)             \
    X(BF16, "bf16", "bf16", 16, Float)                           \
    X(F16, "f16", "f16", 16, Float)                              \
    X(TF32, "tf32", "tf32", 32, Float)                           \
    X(F32, "f32", "f32", 32, Float)                              \
    X(F64, "f64", "f64", 64, Float)                              \
    X(C64, "complex<f32>", "c64", 64, Complex)                   \
    X(C128, "complex<f64>", "c128", 128, Complex)                \
    X(Index, "index", "index", 64, Signed)

enum class ElementType : std::uint8_t {
#define HLO2C_ENUMERATOR(name, text, hlo, bits, kind) name,
    HLO2C_ELEMENT_TYPES(HLO2C_ENUMERATOR)
#undef HLO2C_ENUMERATOR
};

enum class ElementKind : std::uint8_t { Boolean, Signed, Unsigned, Float, Complex };

/// Name as written in StableHLO text, e.g. "bf16" or "complex<f32>".
std::string_view spelling(ElementType type);
/// Name as written in HLO text, e.g. "pred", "s32", "c64".
std::string_view hlo_spelling(ElementType type);
std::optional<ElementType> element_type_from_spelling(std::string_view text);
std::optional<ElementType> element_type_from_hlo_spelling(std::string_view text);

ElementKind kind(ElementType type);
/// Width of the value in bits (4 for i4, 1 for i1).
int bit_width(ElementType type);
/// Bytes one element takes in a Literal and at the library boundary: sub-byte values take one whole byte.
int byte_width(ElementType type);
/// The type of a complex type's real and imaginary parts; any other type unchanged.
ElementType real_part(ElementType type);

inline bool is_float(ElementType type) {
    return kind(type) == ElementKind::Float;
}
inline bool is_complex(ElementType type) {
    return kind(type) == ElementKind::Complex;
}
inline bool is_boolean(ElementType type) {
    return kind(type) == ElementKind::Boolean;
}
inline bool is_signed_integer(ElementType type) {
    return kind(type) == ElementKind::Signed;
}
inline bool is_unsigned_integer(ElementType type) {
    return kind(type) == ElementKind::Unsigned;
}
inline bool is_integer(ElementType type) {
    return is_signed_integer(type) || is_unsigned_integer(type);
}
/// The integer in the low bits, sign extended for signed types.
inline std::int64_t integer_of_bits(ElementType type, std::uint64_t bits) {
    const int unused = 64 - bit_width(type);
    if (is_signed_integer(type)) return static_cast<std::int64_t>(bits << unused) >> unused;
    return static_cast<std::int64_t>(bits << unused >> unused);
}
/// True if `to` is a larger type that has every value of `from`, and is f32, f64 or an integer of whole
/// bytes, or if `to` is bf16 or f16, and `from` an integer of up to 8 bits.
bool converts_exactly(ElementType from, ElementType to);

}  // namespace hlo2c::frontend

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codegen/c/vector_support.h"

namespace hlo2c::codegen {

/// C text, and the functions and vector types that it uses, in the order of the text.
struct Definition {
    std::string text;
    std::vector<SupportCall> calls;
    std::vector<ValueType> types;

    /// True if the text names the type, or a function on it.
    bool mentions(ValueType type) const;
};

/// Definition of one support function. Scalar functions are the same in both forms of the header and have
/// only `common`; vector functions have a GNU form and a portable one.
struct SupportFunction {
    Definition common, vector, portable;
};

/// A function to define: its name, the operation, and the one or two types.
struct SupportName {
    std::string name;
    std::string operation;
    ValueType type;
    std::optional<ValueType> second;
    bool has_fma = true;    ///< of the target
    int vector_bytes = 32;  ///< of the target
};

/// A template read word by word. A word that names a vector type becomes this type, and one before a
/// parenthesis that ends with a type becomes a call of a support function; the text is written from both.
/// Placeholders are {T} type, {S} scalar type, {M} mask type, {U}/{I} unsigned/signed integers of its shape,
/// {W} the unsigned type in which scalars are computed to avoid promotion to int, {N} lanes, {B} bits, {F}
/// the function's name, {s} the type's suffix, {e} the element's suffix, {D} the second type, {d} its element
/// suffix. In templates, fma_TYPE(a, b, c) is a * b + c with one rounding, or with two on a target without
/// FMA. fused_TYPE is for sums in which the rounding error of the product must not be lost. With FMA, both
/// are fma_TYPE.
Definition instantiate(std::string_view text, const SupportName& name);

/// The definition of a function from templates of its head and of its body.
Definition function_definition(const SupportName& name, const std::string& head, const std::string& body);
/// The same for an inline function: INLINE is put before its head.
Definition inline_function(const SupportName& name, const std::string& head, const std::string& body);

/// The body of a function: the last preferred text whose condition the preprocessor finds true, else
/// `otherwise`.
class FunctionBody {
public:
    explicit FunctionBody(std::string otherwise) : otherwise_(std::move(otherwise)) {}
    void prefer(std::string condition, std::string text) {
        preferred_.emplace_back(std::move(condition), std::move(text));
    }
    std::string text() const;

private:
    std::string otherwise_;
    std::vector<std::pair<std::string, std::string>> preferred_;  ///< conditions and texts
};

/// "f32x8" or "f32" as a type.
std::optional<ValueType> parse_type(std::string_view text);

/// Text of a template with {N} lanes in place of "N" in "f32xN" and its like; for one lane "f32".
std::string with_lanes(std::string text, int lanes);

/// A portable definition that applies a scalar function lane by lane.
Definition lane_loop(const SupportName& name, const std::string& result,
                     const std::vector<std::string>& parameters, const std::string& scalar_function,
                     bool subscripts);

/// How to define the functions of one operation, and the types that they take.
struct SupportRow {
    enum class Elements : std::uint8_t { Any, Floats };
    enum class Lanes : std::uint8_t { Any, Vectors };
    enum class Second : std::uint8_t { None, Given, Optional };

    std::string_view operation;
    SupportFunction (*define)(const SupportName& name);
    Elements elements = Elements::Any;
    Lanes lanes = Lanes::Any;
    Second second = Second::None;  ///< whether the name has a second type

    bool takes(const SupportName& name) const;
};

/// The function by the row for the name's operation and types; nullopt if there is none.
std::optional<SupportFunction> by_rows(std::span<const SupportRow> rows, const SupportName& name);

/// One function per family; nullopt if the operation is not of the family.
std::optional<SupportFunction> arithmetic_function(const SupportName& name);
std::optional<SupportFunction> memory_function(const SupportName& name);
std::optional<SupportFunction> lane_function(const SupportName& name);
std::optional<SupportFunction> conversion_function(const SupportName& name);
/// `fma`, with one rounding in every form of the header, or `multiply_add` and `fused` for targets without
/// FMA; `sqrt`.
std::optional<SupportFunction> fused_function(const SupportName& name);
std::optional<SupportFunction> math_function(const SupportName& name);
/// `from_bf16_f32x8_u16x8`, `to_bf16_u16x8_f32x8`: conversions of floats narrower than f32 from their bits
/// and to them, rounded to nearest even; `nearest_bf16_f32x8`: the nearest such number as f32.
std::optional<SupportFunction> narrow_function(const SupportName& name);
/// `word_i32x4_i8x4`, `dot_us_i32x4`: words of four bytes, and sums of their products; the letters say
/// whether the bytes of each operand are signed.
std::optional<SupportFunction> word_function(const SupportName& name);

}  // namespace hlo2c::codegen

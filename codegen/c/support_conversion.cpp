#include <fmt/format.h>

#include "codegen/c/float_registers.h"
#include "codegen/c/support_function.h"

namespace hlo2c::codegen {

namespace {

/// "0x1p31f": a power of two as a literal of the float kind.
std::string power_of_two(int exponent, ScalarKind kind) {
    return std::string("0x1p") + std::to_string(exponent) + (kind == ScalarKind::F32 ? "f" : "");
}

/// The intermediate types between two integer types whose widths differ by more than a factor of two:
/// compilers split vectors into single lanes if one instruction cannot convert them.
std::vector<ScalarKind> steps_between(ScalarKind from, ScalarKind to) {
    std::vector<ScalarKind> steps;
    int bits = scheduler::bit_width(from);
    const int last = scheduler::bit_width(to);
    const bool is_signed = scheduler::is_signed(from);
    while (bits * 2 < last) steps.push_back(integer_kind(bits *= 2, is_signed));
    while (bits > last * 2) steps.push_back(integer_kind(bits /= 2, is_signed));
    return steps;
}

bool is_integer(ScalarKind kind) {
    return !scheduler::is_float(kind) && kind != ScalarKind::Boolean;
}

/// The end of the name of x86's intrinsic that widens lanes: integers to integers, i32 and f32 to f64.
std::optional<std::string> widening_instruction(ScalarKind from, ScalarKind to) {
    const int from_bits = scheduler::bit_width(from), to_bits = scheduler::bit_width(to);
    if (to == ScalarKind::F64 && from == ScalarKind::F32) return "cvtps_pd";
    if (to == ScalarKind::F64 && from == ScalarKind::I32) return "cvtepi32_pd";
    if (!is_integer(from) || !is_integer(to) || from_bits >= to_bits) return std::nullopt;
    return fmt::format("cvtep{}{}_epi{}", scheduler::is_signed(from) ? "i" : "u", from_bits, to_bits);
}

/// Prefers the x86 instruction that widens to vectors of 32 or 64 bytes: GCC takes several.
void prefer_widening(const SupportName& name, FunctionBody& body) {
    const ScalarKind from = name.second->kind, to = name.type.kind;
    const int from_bytes = scheduler::byte_width(from) * name.type.lanes;
    const int to_bytes = scheduler::byte_width(to) * name.type.lanes;
    const std::optional<std::string> instruction = widening_instruction(from, to);
    if (!instruction || from_bytes < 8 || (to_bytes != 32 && to_bytes != 64)) return;
    const char* extension = to_bytes == 32                   ? "__AVX2__"
                            : scheduler::bit_width(to) == 16 ? "__AVX512BW__"
                                                             : "__AVX512F__";
    const std::string type = fmt::format("__m{}{}", from_bytes * 8, scheduler::is_float(from) ? "" : "i");
    const std::string operand = from_bytes == 8 ? "_mm_set_epi64x(0, (long long)a)" : "(" + type + ")a";
    body.prefer(fmt::format("defined({})", extension),
                fmt::format("    return ({{T}})_mm{}_{}({});\n", to_bytes * 8, *instruction, operand));
}

/// Prefers shuffles of bytes where integers in 32 bytes narrow to half or a quarter of their width: GCC
/// clears upper bits and packs with saturation, once for each halving.
void prefer_narrowing(const SupportName& name, FunctionBody& body) {
    const ScalarKind from = name.second->kind, to = name.type.kind;
    if (!is_integer(from) || !is_integer(to)) return;
    const int width = scheduler::byte_width(from), kept = scheduler::byte_width(to);
    if (width * name.type.lanes != 32 || kept * 4 < width || kept >= width) return;
    // The bytes that stay, for each half of the vector: 8, or 4 of them twice.
    std::uint64_t bytes = 0;
    for (int i = 0; i < 8; i++) {
        const int place = i % (16 / width * kept);
        bytes |= static_cast<std::uint64_t>(place / kept * width + place % kept) << (8 * i);
    }
    const bool is_half = kept * 2 == width;
    body.prefer(
        "defined(__AVX2__)",
        fmt::format("    const __m256i kept = _mm256_shuffle_epi8((__m256i)a, "
                    "_mm256_set1_epi64x({:#018x}));\n",
                    bytes) +
            (is_half ? "    return ({T})_mm256_castsi256_si128(_mm256_permute4x64_epi64(kept, 8));\n"
                     : "    return ({T})_mm_cvtsi128_si64(_mm_unpacklo_epi32(\n"
                       "        _mm256_castsi256_si128(kept), _mm256_extracti128_si256(kept, 1)));\n"));
}

/// Converts all lanes, step by step; integers of up to 16 bits become floats through i32. An instruction
/// narrows 16 integers of 32 bits, because GCC takes several for that.
SupportFunction vector_conversion(const SupportName& name) {
    const ScalarKind from = name.second->kind, to = name.type.kind;
    const int from_bits = scheduler::bit_width(from), to_bits = scheduler::bit_width(to);
    std::string value = "a";
    if (scheduler::is_float(to) && is_integer(from) && from_bits < 32) value = "convert_i32x{N}_{d}x{N}(a)";
    if (is_integer(from) && is_integer(to))
        for (const ScalarKind step : steps_between(from, to))
            value = "__builtin_convertvector(" + value + ", " + scheduler::spelling(step) + "x{N})";
    FunctionBody body("    return __builtin_convertvector(" + value + ", {T});\n");
    prefer_widening(name, body);
    prefer_narrowing(name, body);
    if (is_integer(from) && is_integer(to) && from_bits == 32 && name.type.lanes == 16 && to_bits < 32)
        body.prefer("defined(__AVX512F__)",
                    "    return ({T})_mm512_cvtepi32_epi" + std::to_string(to_bits) + "((__m512i)a);\n");
    return SupportFunction{
        {},
        inline_function(name, "{T} {F}({D} a)", body.text()),
        inline_function(name, "{T} {F}({D} a)",
                        "    {T} result;\n    for (int i = 0; i < {N}; i++) {\n"
                        "        result.lane[i] = ({S})a.lane[i];\n    }\n    return result;\n")};
}

/// Prefers x86's conversion of f32, which gives the smallest integer for what is out of range and for NaN.
/// `limits` are those of a narrower type, to which the value is clamped before.
std::string prefer_instruction(const SupportName& name, const std::string& body,
                               const std::optional<std::pair<std::string, std::string>>& limits) {
    const auto with = x86_registers({ScalarKind::F32, name.type.lanes});
    if (!with) return body;
    const std::string wide = "i32x{N}";
    const auto call = [&](const std::string& function, const std::string& arguments) {
        return with->prefix + function + "(" + arguments + ")";
    };
    std::string text = "    const " + with->type + " x = (" + with->type + ")a;\n";
    if (limits) {
        const std::string clamped = call("min_ps", call("max_ps", "x, " + call("set1_ps", limits->first)) +
                                                       ",\n            " + call("set1_ps", limits->second));
        text += "    const " + wide + " whole = (" + wide + ")" + call("cvttps_epi32", clamped) +
                ";\n    return convert_{s}_i32x{N}(whole & (" + wide + ")(a == a));\n";
    } else {
        text += "    const " + wide + " whole = (" + wide + ")" + call("cvttps_epi32", "x") +
                ";\n    return (whole ^ (" + wide + ")(a >= splat_f32x{N}(0x1p31f))) & (" + wide +
                ")(a == a);\n";
    }
    FunctionBody preferred(body);
    preferred.prefer(with->condition, text);
    return preferred.text();
}

/// Float to an unsigned integer as wide, by its signed conversion: what is above half of the range, which
/// begins at the literal `half`, loses that before, and gets the highest bit.
std::string unsigned_conversion(const std::string& half) {
    return "    const {M} high = ({M})(a >= splat_{d}x{N}(" + half +
           "));\n    const {D} low = a - ({D})(high & ({M})splat_{d}x{N}(" + half +
           "));\n    const {T} whole = ({T})convert_i{B}x{N}_{d}x{N}(low) & ~({T})(a < splat_{d}x{N}(0));\n"
           "    return whole ^ (({T})high & splat_{s}(({S})1 << ({B} - 1)));\n";
}

/// f64 to an integer of 32 bits or fewer, clamped before.
std::string narrowing_conversion(ScalarKind to) {
    const bool is_signed = scheduler::is_signed(to);
    const int bits = scheduler::bit_width(to);
    const std::string least = is_signed ? "-" + power_of_two(bits - 1, ScalarKind::F64) : "0";
    const std::string most = power_of_two(is_signed ? bits - 1 : bits, ScalarKind::F64) + " - 1";
    // Unsigned integers of 32 bits become signed ones of 64 first.
    const std::string wide = !is_signed && bits == 32 ? "i64x{N}" : "i32x{N}";
    const std::string whole = "__builtin_convertvector(safe, " + wide + ")";
    return "    const i64x{N} low = (i64x{N})(a < splat_f64x{N}(" + least +
           "));\n    const i64x{N} high = (i64x{N})(a > splat_f64x{N}(" + most +
           "));\n    const f64x{N} safe = (f64x{N})(((i64x{N})a & (i64x{N})(a == a) & ~(low | high)) |\n"
           "        (low & (i64x{N})splat_f64x{N}(" +
           least + ")) | (high & (i64x{N})splat_f64x{N}(" + most + ")));\n    return " +
           (to == ScalarKind::I32 ? whole : "convert_{s}_" + wide + "(" + whole + ")") + ";\n";
}

/// Float to integer: saturates, NaN becomes 0. `in_range` keeps the conversion itself defined.
SupportFunction saturating(const SupportName& name) {
    const ScalarKind to = name.type.kind, from = name.second->kind;
    const bool is_signed = scheduler::is_signed(to);
    const int bits = scheduler::bit_width(to);
    // The first value above the largest integer is a power of two, so both comparisons are exact.
    const std::string above = power_of_two(is_signed ? bits - 1 : bits, from);
    const std::string maximum = is_signed ? "({u})-1 / 2" : "({S})-1";
    const std::string minimum = is_signed ? "(-({S})(({u})-1 / 2) - 1)" : "0";
    const std::string lower_bound = is_signed ? "-" + power_of_two(bits - 1, from) : "0";
    SupportFunction result;
    if (!name.type.is_vector()) {
        result.common =
            inline_function(name, "{S} {F}({O} a)",
                            "    return a >= " + above + " ? ({S})(" + maximum + ") : a >= " + lower_bound +
                                " ? ({S})a : a < " + lower_bound + " ? ({S})" + minimum + " : 0;\n");
        return result;
    }
    const bool has_width = scheduler::byte_width(from) == scheduler::byte_width(to);
    if (has_width && is_signed) {
        std::string body = "    const {M} too_large = ({M})(a >= splat_{d}x{N}(" + above + "));\n" +
                           "    const {M} in_range = ({M})(a >= splat_{d}x{N}(" + lower_bound +
                           ")) & ~too_large;\n" + "    const {M} too_small = ({M})(a < splat_{d}x{N}(" +
                           lower_bound + "));\n" + "    const {D} safe = ({D})(in_range & ({M})a);\n" +
                           "    return __builtin_convertvector(safe, {T}) | (too_large & splat_{s}(({S})(" +
                           maximum + "))) |\n        (too_small & splat_{s}(" + minimum + "));\n";
        if (from == ScalarKind::F32) body = prefer_instruction(name, body, std::nullopt);
        result.vector = inline_function(name, "{T} {F}({D} a)", body);
    } else if (from == ScalarKind::F32 && bits < 32) {
        const std::string least = is_signed ? "-" + std::to_string(1 << (bits - 1)) : "0";
        const std::string most = std::to_string((1 << (is_signed ? bits - 1 : bits)) - 1);
        const std::string body =
            "    const i32x{N} wide = convert_i32x{N}_f32x{N}(a);\n"
            "    return convert_{s}_i32x{N}(min_i32x{N}(max_i32x{N}(wide, splat_i32x{N}(" +
            least + ")), splat_i32x{N}(" + most + ")));\n";
        result.vector = inline_function(
            name, "{T} {F}({D} a)", prefer_instruction(name, body, std::pair{least + ".0f", most + ".0f"}));
    } else if (has_width) {
        result.vector =
            inline_function(name, "{T} {F}({D} a)", unsigned_conversion(power_of_two(bits - 1, from)));
    } else if (scheduler::byte_width(from) < scheduler::byte_width(to)) {
        result.vector = inline_function(name, "{T} {F}({D} a)",
                                        "    return convert_{s}_f64x{N}(convert_f64x{N}_{d}x{N}(a));\n");
    } else {
        result.vector = inline_function(name, "{T} {F}({D} a)", narrowing_conversion(to));
    }
    result.portable = lane_loop(name, "{T}", {"{D}"}, "convert_{e}_{d}", false);
    return result;
}

/// Words of 32 bits from vectors of their bytes, the lowest one first.
SupportFunction words_of_bytes(const SupportName& name) {
    const std::string from = "{T} {F}(" + scheduler::spelling(*name.second) + " a)";
    if (!name.type.is_vector())
        return SupportFunction{{},
                               inline_function(name, from,
                                               "    {S} result;\n    memcpy(&result, &a, sizeof result);\n"
                                               "    return result;\n"),
                               inline_function(name, from,
                                               "    return word_{e}_{d}(a.lane[0], a.lane[1], a.lane[2], "
                                               "a.lane[3]);\n")};
    return SupportFunction{{},
                           inline_function(name, from, "    return ({T})a;\n"),
                           inline_function(name, from,
                                           "    {T} result;\n    for (int i = 0; i < {N}; i++) {\n"
                                           "        result.lane[i] = word_{e}_{d}(a.lane[4 * i], "
                                           "a.lane[4 * i + 1],\n            a.lane[4 * i + 2], "
                                           "a.lane[4 * i + 3]);\n    }\n    return result;\n")};
}

/// 1 where a mask is set, else 0.
SupportFunction ones(const SupportName& name) {
    const bool floats = scheduler::is_float(name.type.kind);
    return SupportFunction{
        {},
        inline_function(name, "{T} {F}({M} mask)",
                        floats ? "    return ({T})(mask & ({M})splat_{s}(1));\n"
                               : "    return ({T})(mask & splat_i{B}x{N}(1));\n"),
        inline_function(name, "{T} {F}({M} mask)",
                        "    {T} result;\n    for (int i = 0; i < {N}; i++) {\n"
                        "        result.lane[i] = mask.lane[i] ? 1 : 0;\n    }\n    return result;\n")};
}

SupportFunction conversion(const SupportName& name) {
    if (scheduler::is_float(name.second->kind) && !scheduler::is_float(name.type.kind))
        return saturating(name);
    if (!name.type.is_vector())
        return SupportFunction{inline_function(name, "{S} {F}({O} a)", "    return ({S})a;\n"), {}, {}};
    return vector_conversion(name);
}

/// The same bits as another type.
SupportFunction reinterpretation(const SupportName& name) {
    if (name.second->lanes != name.type.lanes) return words_of_bytes(name);
    const std::string copied =
        "    memcpy(&result, &a, sizeof result);\n"
        "    return result;\n";
    if (!name.type.is_vector())
        return SupportFunction{inline_function(name, "{S} {F}({O} a)", "    {S} result;\n" + copied), {}, {}};
    return SupportFunction{{},
                           inline_function(name, "{T} {F}({D} a)", "    return ({T})a;\n"),
                           inline_function(name, "{T} {F}({D} a)", "    {T} result;\n" + copied)};
}

SupportFunction infinity(const SupportName& name) {
    const bool is_double = name.type.kind == ScalarKind::F64;
    return {inline_function(name, "{S} {F}(void)",
                            is_double ? "    return bits_f64_u64(UINT64_C(0x7ff0000000000000));\n"
                                      : "    return bits_f32_u32(0x7f800000u);\n"),
            {},
            {}};
}

constexpr SupportRow conversion_rows[] = {
    {"infinity", infinity, SupportRow::Elements::Floats},
    {"ones", ones, SupportRow::Elements::Any, SupportRow::Lanes::Vectors},
    {"convert", conversion, SupportRow::Elements::Any, SupportRow::Lanes::Any, SupportRow::Second::Given},
    {"bits", reinterpretation, SupportRow::Elements::Any, SupportRow::Lanes::Any, SupportRow::Second::Given},
};

}  // namespace

std::optional<SupportFunction> conversion_function(const SupportName& name) {
    return by_rows(conversion_rows, name);
}

}  // namespace hlo2c::codegen

#include <array>
#include <map>

#include "codegen/c/support_function.h"
#include "frontend/ir/float_encoding.h"

namespace hlo2c::codegen {

namespace {

using frontend::ElementType;
using frontend::FloatTop;
using frontend::tf32_padding;

/// A type whose codes C converts from and to f32.
struct NarrowFloat : frontend::FloatEncoding {
    explicit NarrowFloat(ElementType type)
        : FloatEncoding(frontend::float_encoding(type)),
          element(type),
          name(frontend::hlo_spelling(type)),
          stored("u" + std::to_string(8 * frontend::byte_width(type))) {}

    ElementType element;
    std::string name, stored;
};

/// bf16 and f8E8M0FNU have functions of their own below.
constexpr std::array narrow_floats = {
    ElementType::F4E2M1FN, ElementType::F6E2M3FN,   ElementType::F6E3M2FN,   ElementType::F8E3M4,
    ElementType::F8E4M3,   ElementType::F8E4M3FN,   ElementType::F8E4M3FNUZ, ElementType::F8E4M3B11FNUZ,
    ElementType::F8E5M2,   ElementType::F8E5M2FNUZ, ElementType::F16,        ElementType::TF32,
};

constexpr int f32_mantissa = 23;
constexpr int f32_bias = 127;

std::string splat(std::uint32_t value) {
    return "splat_u32xN(" + std::to_string(value) + "u)";
}

std::string power_of_two(int exponent) {
    return "splat_f32xN(0x1p" + std::to_string(exponent) + "f)";
}

bool has_range_of_f32(const NarrowFloat& format) {
    return format.bias == f32_bias;
}

std::uint32_t sign_bit(const NarrowFloat& format) {
    return static_cast<std::uint32_t>(format.sign_bit());
}

std::uint32_t largest(const NarrowFloat& format) {
    return static_cast<std::uint32_t>(format.largest_code());
}

std::string decoding(const NarrowFloat& format) {
    const int shift = f32_mantissa - format.mantissa_bits;
    const std::string sign = splat(sign_bit(format));
    std::string text = std::string("    const u32xN bits = ") +
                       (format.stored == "u32" ? "code" : "convert_u32xN_" + format.stored + "xN(code)") +
                       (format.element == ElementType::TF32 ? " >> " + std::to_string(tf32_padding) : "") +
                       ";\n";
    text += "    const u32xN magnitude = bits & " + splat(sign_bit(format) - 1) + ";\n";
    text += "    const u32xN sign = (bits & " + sign + ") << " +
            std::to_string(31 - format.exponent_bits - format.mantissa_bits) + ";\n";
    if (has_range_of_f32(format)) {
        return text + "    return bits_f32xN_u32xN(magnitude << " + std::to_string(shift) + " | sign);\n";
    }
    const auto offset = static_cast<std::uint32_t>(f32_bias - format.bias) << f32_mantissa;
    text +=
        "    const u32xN normal = (magnitude << " + std::to_string(shift) + ") + " + splat(offset) + ";\n";
    text +=
        "    const u32xN tiny =\n        bits_u32xN_f32xN(convert_f32xN_i32xN(bits_i32xN_u32xN(magnitude)) "
        "* " +
        power_of_two(1 - format.bias - format.mantissa_bits) + ");\n";
    text += "    const u32xN finite = select_u32xN(lt_u32xN(magnitude, " + splat(1u << format.mantissa_bits) +
            "), tiny, normal);\n";
    const std::string not_a_number = "splat_u32xN(0x7fc00000u)";
    switch (format.top) {
        case FloatTop::Ieee:
            text += "    const u32xN special = (magnitude << " + std::to_string(shift) +
                    ") | select_u32xN(lt_u32xN(" + splat(largest(format) + 1) + ", magnitude), " +
                    not_a_number + ", splat_u32xN(0x7f800000u));\n";
            text += "    return bits_f32xN_u32xN(select_u32xN(lt_u32xN(" + splat(largest(format)) +
                    ", magnitude), special, finite) | sign);\n";
            return text;
        case FloatTop::LastIsNan:
            text += "    return bits_f32xN_u32xN(select_u32xN(lt_u32xN(" + splat(largest(format)) +
                    ", magnitude), " + not_a_number + ", finite) | sign);\n";
            return text;
        case FloatTop::MinusZero:
            text += "    return bits_f32xN_u32xN(select_u32xN(eq_u32xN(bits, " + sign + "), " + not_a_number +
                    ", finite | sign));\n";
            return text;
        case FloatTop::FiniteOnly: break;
    }
    return text + "    return bits_f32xN_u32xN(finite | sign);\n";
}

std::string encoding(const NarrowFloat& format) {
    const int mantissa = format.mantissa_bits, shift = f32_mantissa - mantissa;
    const std::string wide = format.stored + "xN";
    std::string text = "    const u32xN bits = bits_u32xN_f32xN(x);\n";
    text += "    const u32xN magnitude = bits & splat_u32xN(0x7fffffffu);\n";
    text += "    const u32xN sign = bits >> 31 << " + std::to_string(format.exponent_bits + mantissa) + ";\n";
    text += "    const u32xN odd = magnitude >> " + std::to_string(shift) + " & splat_u32xN(1u);\n";
    const auto offset = static_cast<std::uint32_t>(f32_bias - format.bias) << mantissa;
    text += "    const u32xN normal = ((magnitude + " + splat((1u << (shift - 1)) - 1) + " + odd) >> " +
            std::to_string(shift) + ")" + (offset != 0 ? " - " + splat(offset) : "") + ";\n";
    std::string code = "normal";
    if (!has_range_of_f32(format)) {
        const auto least = static_cast<std::uint32_t>(f32_bias + 1 - format.bias) << f32_mantissa;
        text += "    const f32xN unit = " + power_of_two(1 - format.bias - mantissa + f32_mantissa) + ";\n";
        text +=
            "    const u32xN tiny = bits_u32xN_f32xN(bits_f32xN_u32xN(magnitude) + unit) - "
            "bits_u32xN_f32xN(unit);\n";
        text += "    const u32xN in_range = select_u32xN(lt_u32xN(magnitude, " + splat(least) +
                "), tiny, normal);\n";
        code = "in_range";
    }
    const std::string overflows = "lt_u32xN(" + splat(largest(format)) + ", " + code + ")";
    const std::string is_nan = "lt_u32xN(splat_u32xN(0x7f800000u), magnitude)";
    std::string result;
    switch (format.top) {
        case FloatTop::Ieee: {
            const std::uint32_t infinity = largest(format) + 1, payload = (1u << mantissa) - 1;
            text += "    const u32xN special = (magnitude >> " + std::to_string(shift) + " & " +
                    splat(payload) + ") | " + splat(infinity | 1u << (mantissa - 1)) + ";\n";
            text += "    const u32xN bounded = select_u32xN(" + overflows + ", " + splat(infinity) + ", " +
                    code + ");\n";
            result = "select_u32xN(" + is_nan + ", special, bounded) | sign";
            break;
        }
        case FloatTop::LastIsNan:
            result = "select_u32xN(" + overflows + " | " + is_nan + ", " + splat(largest(format) + 1) + ", " +
                     code + ") | sign";
            break;
        case FloatTop::MinusZero:
            text += "    const u32xN number = select_u32xN(eq_u32xN(" + code + ", " + splat(0) + "), " +
                    code + ", " + code + " | sign);\n";
            result =
                "select_u32xN(" + overflows + " | " + is_nan + ", " + splat(sign_bit(format)) + ", number)";
            break;
        case FloatTop::FiniteOnly:
            text += "    const u32xN bounded = select_u32xN(" + overflows + ", " + splat(largest(format)) +
                    ", " + code + ");\n";
            result = "select_u32xN(" + is_nan + ", " + splat(sign_bit(format)) + ", bounded | sign)";
            break;
    }
    if (format.element == ElementType::TF32)
        return text + "    return (" + result + ") << " + std::to_string(tf32_padding) + ";\n";
    return text + "    return convert_" + wide + "_u32xN(" + result + ");\n";
}

/// Powers of two from 2^-127 on: no sign, no zero; NaN if all bits are set.
const char* const decode_exponent =
    "    const u32xN bits = convert_u32xN_u8xN(code);\n"
    "    const u32xN least = select_u32xN(eq_u32xN(bits, splat_u32xN(0u)), splat_u32xN(0x00400000u), bits << "
    "23);\n"
    "    return bits_f32xN_u32xN(select_u32xN(eq_u32xN(bits, splat_u32xN(255u)), splat_u32xN(0x7fc00000u), "
    "least));\n";
const char* const encode_exponent =
    "    const u32xN bits = bits_u32xN_f32xN(x);\n"
    "    const u32xN magnitude = bits & splat_u32xN(0x7fffffffu);\n"
    "    const u32xN code = select_u32xN(lt_u32xN(magnitude, splat_u32xN(0x00600000u)), splat_u32xN(0u),\n"
    "                                    (magnitude + splat_u32xN(0x00400000u)) >> 23);\n"
    "    return convert_u8xN_u32xN(select_u32xN(\n"
    "        lt_u32xN(splat_u32xN(254u), code) | lt_u32xN(splat_u32xN(0x80000000u), bits), "
    "splat_u32xN(255u), "
    "code));\n";

/// bf16 is the upper half of an f32. Rounding may carry into the exponent, up to infinity.
const char* const decode_upper_half = "    return bits_f32xN_u32xN(convert_u32xN_u16xN(code) << 16);\n";
const char* const round_to_upper_half =
    "    const u32xN bits = bits_u32xN_f32xN(x);\n"
    "    const u32xN odd = bits >> 16 & splat_u32xN(1u);\n"
    "    const u32xN nearest = bits + splat_u32xN(0x7fffu) + odd;\n"
    "    const u32xN quiet = bits | splat_u32xN(0x400000u);\n"
    "    const u32xN number = select_u32xN(eq_f32xN(x, x), nearest, quiet);\n"
    "    return bits_f32xN_u32xN(number & splat_u32xN(0xffff0000u));\n";
const char* const encode_upper_half =
    "    return convert_u16xN_u32xN(bits_u32xN_f32xN(nearest_bf16_f32xN(x)) >> 16);\n";

/// A function for any number of lanes.
struct NarrowFunction {
    std::string head, body;
    enum class Half : std::uint8_t { None, Decode, Encode } half = Half::None;  ///< of f16, by instructions
};
using Half = NarrowFunction::Half;

NarrowFunction decoder(const std::string& stored, const std::string& body, Half half = Half::None) {
    return {"f32xN {F}(" + stored + "xN code)", body, half};
}

NarrowFunction encoder(const std::string& stored, const std::string& body, Half half = Half::None) {
    return {stored + "xN {F}(f32xN x)", body, half};
}

/// The nearest number of a narrow type, as f32.
NarrowFunction rounder(const std::string& body) {
    return {"f32xN {F}(f32xN x)", body};
}

NarrowFunction rounder(const std::string& format, const std::string& stored) {
    return rounder("    return from_" + format + "_f32xN_" + stored + "xN(to_" + format + "_" + stored +
                   "xN_f32xN(x));\n");
}

/// All of them, by operation.
std::map<std::string, NarrowFunction> narrow_functions() {
    std::map<std::string, NarrowFunction> all = {
        {"from_bf16", decoder("u16", decode_upper_half)}, {"to_bf16", encoder("u16", encode_upper_half)},
        {"nearest_bf16", rounder(round_to_upper_half)},   {"from_f8e8m0fnu", decoder("u8", decode_exponent)},
        {"to_f8e8m0fnu", encoder("u8", encode_exponent)}, {"nearest_f8e8m0fnu", rounder("f8e8m0fnu", "u8")},
    };
    for (const ElementType type : narrow_floats) {
        const NarrowFloat format(type);
        const bool has_instructions = type == ElementType::F16;
        all["from_" + format.name] =
            decoder(format.stored, decoding(format), has_instructions ? Half::Decode : Half::None);
        all["to_" + format.name] =
            encoder(format.stored, encoding(format), has_instructions ? Half::Encode : Half::None);
        all["nearest_" + format.name] = rounder(format.name, format.stored);
    }
    return all;
}

/// Prefers the instruction that converts so many f16, if there is one.
void prefer_half_instruction(FunctionBody& body, bool decodes, int lanes) {
    const auto prefer = [&](const std::string& condition, const char* decode, const char* encode) {
        body.prefer(condition, std::string("    return ") + (decodes ? decode : encode) + ";\n");
    };
    const std::string x86 = "defined(HLO2C_X86) && defined(__F16C__)";
    if (lanes == 1) prefer(x86, "_cvtsh_ss(code)", "_cvtss_sh(x, 0)");
    if (lanes == 4)
        prefer("defined(HLO2C_NEON)", "({T})vcvt_f32_f16((float16x4_t)code)",
               "({T})vcvt_f16_f32((float32x4_t)x)");
    if (lanes == 8) prefer(x86, "({T})_mm256_cvtph_ps((__m128i)code)", "({T})_mm256_cvtps_ph((__m256)x, 0)");
    if (lanes == 16)
        prefer("defined(__AVX512F__)", "({T})_mm512_cvtph_ps((__m256i)code)",
               "({T})_mm512_cvtps_ph((__m512)x, 0)");
}

}  // namespace

std::optional<SupportFunction> narrow_function(const SupportName& name) {
    static const std::map<std::string, NarrowFunction> functions = narrow_functions();
    const auto found = functions.find(name.operation);
    if (found == functions.end()) return std::nullopt;
    const NarrowFunction& function = found->second;
    FunctionBody body(with_lanes(function.body, name.type.lanes));
    if (function.half != Half::None && name.second)
        prefer_half_instruction(body, function.half == Half::Decode, name.type.lanes);
    const Definition definition =
        inline_function(name, with_lanes(function.head, name.type.lanes), body.text());
    if (!name.type.is_vector()) return SupportFunction{definition, {}, {}};
    if (!name.second)
        return SupportFunction{
            {}, definition, lane_loop(name, "{T}", {"{T}"}, name.operation + "_{e}", false)};
    return SupportFunction{
        {}, definition, lane_loop(name, "{T}", {"{D}"}, name.operation + "_{e}_{d}", false)};
}

}  // namespace hlo2c::codegen

#include <map>

#include "codegen/c/support_function.h"

namespace hlo2c::codegen {
namespace {

/// Words made of the bytes of four operands.
SupportFunction word(const SupportName& name) {
    if (!name.type.is_vector())
        return SupportFunction{
            inline_function(name, "{S} {F}({O} a, {O} b, {O} c, {O} d)",
                            "    return ({S})((uint32_t)(uint8_t)a | (uint32_t)(uint8_t)b << 8 |\n"
                            "        (uint32_t)(uint8_t)c << 16 | (uint32_t)(uint8_t)d << 24);\n"),
            {},
            {}};
    const std::string head = "{T} {F}({D} a, {D} b, {D} c, {D} d)";
    return SupportFunction{
        {},
        inline_function(name, head,
                        "    return ({T})(convert_u32x{N}_u8x{N}((u8x{N})a) |\n"
                        "        convert_u32x{N}_u8x{N}((u8x{N})b) << 8 |\n"
                        "        convert_u32x{N}_u8x{N}((u8x{N})c) << 16 |\n"
                        "        convert_u32x{N}_u8x{N}((u8x{N})d) << 24);\n"),
        inline_function(name, head,
                        "    {T} result;\n    for (int i = 0; i < {N}; i++) {\n"
                        "        result.lane[i] = word_{e}_{d}(a.lane[i], b.lane[i], c.lane[i], d.lane[i]);\n"
                        "    }\n    return result;\n")};
}

/// The even or odd bytes of words, each in 16 bits.
template <bool odd, bool is_signed>
SupportFunction half_of_bytes(const SupportName& name) {
    const std::string shifted = is_signed ? "({T})w >> 8" : "({T})(({U})w >> 8)";
    const std::string even = is_signed ? "({T})(({U})w << 8) >> 8" : "({T})w & splat_{s}(255)";
    return SupportFunction{
        {}, inline_function(name, "{T} {F}({D} w)", "    return " + (odd ? shifted : even) + ";\n"), {}};
}

/// What a vector of so many bytes needs: the condition on the compiler's flags, and the prefix of its
/// intrinsics.
struct Instructions {
    const char* four_products;  ///< unsigned by signed bytes
    const char* pairs;          ///< pairs of products of 16 bits
    const char* prefix;
    const char* type;
};

const std::map<int, Instructions>& instructions() {
    static const std::map<int, Instructions> table = {
        {16, {"defined(__AVX512VNNI__) && defined(__AVX512VL__)", "", "_mm", "__m128i"}},
        {32, {"defined(__AVX512VNNI__) && defined(__AVX512VL__)", "defined(__AVX2__)", "_mm256", "__m256i"}},
        {64, {"defined(__AVX512VNNI__)", "defined(__AVX512BW__)", "_mm512", "__m512i"}}};
    return table;
}

/// The products of even bytes and those of odd bytes, added in pairs.
std::string pairs_text(const Instructions& with, const std::string& a_sign, const std::string& b_sign,
                       int lanes) {
    const std::string shorts = "i16x" + std::to_string(2 * lanes);
    std::string text;
    for (const std::string half : {"even", "odd"}) {
        const auto bytes = [&](const std::string& operand, const std::string& sign) {
            return "(" + std::string(with.type) + ")" + half + "_" + sign + "_" + shorts + "_{s}(" + operand +
                   ")";
        };
        text += "    const {U} " + half + " = ({U})" + with.prefix + "_madd_epi16(\n        " +
                bytes("a", a_sign) + ", " + bytes("b", b_sign) + ");\n";
    }
    return text + "    return ({T})(({U})sum + even + odd);\n";
}

template <bool a_signed, bool b_signed>
SupportFunction dot_product(const SupportName& name) {
    const std::string head = "{T} {F}({T} sum, {T} a, {T} b)";
    const auto byte = [](const std::string& word, bool is_signed) {
        return std::string(is_signed ? "(uint32_t)(int8_t)" : "(uint32_t)") + "(uint8_t)((uint32_t)" + word +
               " >> shift)";
    };
    if (!name.type.is_vector())
        return SupportFunction{
            inline_function(name, head,
                            "    uint32_t total = (uint32_t)sum;\n"
                            "    for (int shift = 0; shift < 32; shift += 8) {\n        total += " +
                                byte("a", a_signed) + " *\n            " + byte("b", b_signed) +
                                ";\n    }\n    return ({S})total;\n"),
            {},
            {}};
    const auto lanes = [](const std::string& words, bool is_signed) {
        return is_signed ? "({U})(({T})(({U})" + words + " << (24 - shift)) >> 24)"
                         : "((({U})" + words + " >> shift) & 255)";
    };
    FunctionBody body(
        "    {U} total = ({U})sum;\n    for (int shift = 0; shift < 32; shift += 8) {\n        total += " +
        lanes("a", a_signed) + " *\n            " + lanes("b", b_signed) +
        ";\n    }\n    return ({T})total;\n");
    const auto found = instructions().find(4 * name.type.lanes);
    if (found != instructions().end()) {
        const Instructions& with = found->second;
        const std::string x86 = "defined(HLO2C_X86)", type = with.type;
        if (name.type.lanes == 4 && a_signed == b_signed) {
            const std::string s = a_signed ? "s" : "u", neon = a_signed ? "int" : "uint";
            body.prefer("defined(HLO2C_NEON) && defined(__ARM_FEATURE_DOTPROD)",
                        "    return ({T})vdotq_" + s + "32((" + neon + "32x4_t)sum, (" + neon +
                            "8x16_t)a, (" + neon + "8x16_t)b);\n");
        }
        body.prefer(x86 + (*with.pairs != '\0' ? std::string(" && ") + with.pairs : ""),
                    pairs_text(with, a_signed ? "s" : "u", b_signed ? "s" : "u", name.type.lanes));
        if (a_signed != b_signed)
            body.prefer(x86 + " && " + with.four_products,
                        "    return ({T})" + std::string(with.prefix) + "_dpbusd_epi32((" + type + ")sum, (" +
                            type + (a_signed ? ")b, (" : ")a, (") + type + (a_signed ? ")a);\n" : ")b);\n"));
    }
    return SupportFunction{{},
                           inline_function(name, head, body.text()),
                           lane_loop(name, "{T}", {"{T}", "{T}", "{T}"}, name.operation + "_{e}", false)};
}

/// The dot product of a with its sign bits inverted.
template <bool a_signed, bool b_signed>
SupportFunction biased_dot_product(const SupportName& name) {
    const std::string product =
        std::string("dot_") + (a_signed ? 'u' : 's') + (b_signed ? 's' : 'u') + "_{s}(sum, ";
    const std::string bits = "0x80808080u";
    if (!name.type.is_vector())
        return SupportFunction{
            inline_function(name, "{S} {F}({S} sum, {S} a, {S} b)",
                            "    return " + product + "({S})((uint32_t)a ^ " + bits + "), b);\n"),
            {},
            {}};
    return SupportFunction{
        {},
        inline_function(name, "{T} {F}({T} sum, {T} a, {T} b)",
                        "    return " + product + "({T})(({U})a ^ splat_u32x{N}(" + bits + ")), b);\n"),
        lane_loop(name, "{T}", {"{T}", "{T}", "{T}"}, name.operation + "_{e}", false)};
}

/// A row of a function that makes a type from another one.
constexpr SupportRow from_second(std::string_view operation, SupportFunction (*define)(const SupportName&)) {
    return {operation, define, SupportRow::Elements::Any, SupportRow::Lanes::Any, SupportRow::Second::Given};
}

/// The letters say whether the bytes of each operand are signed.
constexpr SupportRow word_rows[] = {
    from_second("word", word),
    from_second("even_u", half_of_bytes<false, false>),
    from_second("even_s", half_of_bytes<false, true>),
    from_second("odd_u", half_of_bytes<true, false>),
    from_second("odd_s", half_of_bytes<true, true>),
    {"dot_uu", dot_product<false, false>},
    {"dot_us", dot_product<false, true>},
    {"dot_su", dot_product<true, false>},
    {"dot_ss", dot_product<true, true>},
    {"biased_dot_uu", biased_dot_product<false, false>},
    {"biased_dot_us", biased_dot_product<false, true>},
    {"biased_dot_su", biased_dot_product<true, false>},
    {"biased_dot_ss", biased_dot_product<true, true>},
};

}  // namespace

std::optional<SupportFunction> word_function(const SupportName& name) {
    return by_rows(word_rows, name);
}

}  // namespace hlo2c::codegen

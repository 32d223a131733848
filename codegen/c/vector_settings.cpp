#include "codegen/c/vector_settings.h"

#include <array>
#include <cctype>

namespace hlo2c::codegen {
namespace {

const char* const compiler_settings = R"(
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#if __has_warning("-Wpsabi")
#pragma clang diagnostic ignored "-Wpsabi"
#endif
#elif defined(__GNUC__)
/* Predictive commoning would carry the elements of sliding windows between iterations, on the stack. */
#pragma GCC optimize("fp-contract=off", "no-predictive-commoning")
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if !defined(HLO2C_SCALAR) && !defined(__clang__) && (!defined(__GNUC__) || __GNUC__ < 12)
#define HLO2C_SCALAR 1
#endif
#if !defined(HLO2C_SCALAR) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#define HLO2C_SCALAR 1
#endif
)";

/// A header of intrinsics: functions that use them test for `macro`, or have `mark` in their text.
struct Machine {
    const char* macro;
    const char* condition;
    const char* header;
    const char* mark;
};

constexpr auto machines = std::to_array<Machine>({
    {"HLO2C_X86", "defined(__SSE2__)", "immintrin.h", "_mm"},
    {"HLO2C_NEON", "defined(__aarch64__) && defined(__ARM_NEON)", "arm_neon.h", "HLO2C_NEON"},
});

/// A macro with one text for GCC and Clang, and one for all other compilers.
struct Macro {
    const char* name;
    const char* comment;
    const char* parameters;
    const char* gnu;
    const char* other;  ///< nullptr: none, since only the vector form uses it
};

constexpr auto macros = std::to_array<Macro>({
    {"HLO2C_INLINE", "", "", "static inline __attribute__((always_inline, unused))", "static inline"},
    {"HLO2C_OUTLINE", "", "", "static __attribute__((noinline, unused))", "static inline"},
    {"HLO2C_PREFETCH", "", "(address, write)", "__builtin_prefetch(address, write, 2)", "((void)(address))"},
    {"HLO2C_ROLLED",
     "Before a loop: unrolled, it would need too many registers, or a test in each iteration.", "",
     "_Pragma(\"GCC unroll 1\")", ""},
    {"HLO2C_LOAD_LATER",
     "After a loop: what follows is not loaded before it, where it would take registers from the sums.", "",
     "__asm__ volatile(\"\" ::: \"memory\")", "((void)0)"},
    {"HLO2C_SHUFFLE", "", "(a, b, ...)", "__builtin_shufflevector(a, b, __VA_ARGS__)", nullptr},
});

/// The scaling by powers of two of AVX-512, for vectors of f32.
struct Scaling {
    const char* lanes;
    const char* condition;
    const char* bits;  ///< of the vector, in names of intrinsics
    const char* type;
};

constexpr auto scalings = std::to_array<Scaling>({
    {"f32x16", "__AVX512F__", "512", "__m512"},
    {"f32x8", "__AVX512VL__", "256", "__m256"},
    {"f32x4", "__AVX512VL__", "", "__m128"},
});

struct ScalarType {
    const char* name;
    const char* type;
};

constexpr auto scalar_types = std::to_array<ScalarType>({
    {"u8", "uint8_t"},
    {"u16", "uint16_t"},
    {"u32", "uint32_t"},
    {"u64", "uint64_t"},
    {"i8", "int8_t"},
    {"i16", "int16_t"},
    {"i32", "int32_t"},
    {"i64", "int64_t"},
    {"f32", "float"},
    {"f64", "double"},
});

/// Whether `code` has `word` as a whole word.
bool uses(std::string_view code, std::string_view word) {
    const auto is_part = [&](std::size_t at) {
        return at < code.size() &&
               (std::isalnum(static_cast<unsigned char>(code[at])) != 0 || code[at] == '_');
    };
    for (std::size_t at = code.find(word); at != std::string_view::npos; at = code.find(word, at + 1))
        if ((at == 0 || !is_part(at - 1)) && !is_part(at + word.size())) return true;
    return false;
}

std::string machine_includes(std::string_view code) {
    std::string text;
    for (const Machine& machine : machines) {
        if (!uses(code, machine.macro) && code.find(machine.mark) == std::string_view::npos) continue;
        text += std::string(text.empty() ? "\n#if" : "#elif") + " !defined(HLO2C_SCALAR) && " +
                machine.condition + "\n#include <" + machine.header + ">\n#define " + machine.macro + " 1\n";
    }
    return text.empty() ? text : text + "#endif\n";
}

std::string macro_definitions(std::string_view code) {
    std::string gnu, other;
    for (const Macro& macro : macros) {
        if (!uses(code, macro.name)) continue;
        const std::string head = std::string("#define ") + macro.name + macro.parameters;
        if (*macro.comment != '\0') gnu += std::string("/* ") + macro.comment + " */\n";
        gnu += head + " " + macro.gnu + "\n";
        if (macro.other != nullptr) other += head + (*macro.other != '\0' ? " " : "") + macro.other + "\n";
    }
    if (gnu.empty()) return gnu;
    return "\n#if defined(__GNUC__)\n" + gnu + (other.empty() ? "" : "#else\n" + other) + "#endif\n";
}

std::string scaling_definition(const Scaling& scaling, bool from) {
    const std::string type = std::string("(") + scaling.type + ")", of = std::string("_mm") + scaling.bits;
    const std::string name = std::string(from ? "HLO2C_SCALE_FROM_" : "HLO2C_SCALE_") + scaling.lanes;
    const std::string operands = type + "(p), " + type + "(n)";
    if (!from)
        return "#define " + name + "(p, n) ((" + scaling.lanes + ")" + of + "_scalef_ps(" + operands + "))\n";
    return "#define " + name + "(least, a, p, n) \\\n    ((" + scaling.lanes + ")" + of +
           "_maskz_scalef_ps( \\\n        " + of + "_cmp_ps_mask(" + type + "(a), " + of +
           "_set1_ps(least), _CMP_NLT_UQ), " + operands + "))\n";
}

std::string scaling_definitions(std::string_view code) {
    std::string text;
    for (const bool from : {false, true}) {
        std::string definitions;
        for (const Scaling& scaling : scalings) {
            const std::string name = std::string(from ? "HLO2C_SCALE_FROM_" : "HLO2C_SCALE_") + scaling.lanes;
            if (uses(code, name))
                definitions += std::string("#if defined(") + scaling.condition + ")\n" +
                               scaling_definition(scaling, from) + "#endif\n";
        }
        if (definitions.empty()) continue;
        text += from ? "/* p 2^n for integral n, rounded once; 0 where a < least: there the instruction "
                       "would meet an "
                       "underflow,\n * which takes a hundred cycles. */\n"
                     : "/* p 2^n for integral n, rounded once, also for subnormal results */\n";
        text += definitions;
    }
    return text.empty() ? text : "\n" + text;
}

std::string type_definitions(std::string_view code) {
    std::string text;
    for (const ScalarType& scalar : scalar_types)
        if (uses(code, scalar.name))
            text += std::string("typedef ") + scalar.type + " " + scalar.name + ";\n";
    return text.empty() ? text : "\n" + text;
}

}  // namespace

std::string vector_settings(std::string_view code) {
    const std::string scaling = scaling_definitions(code);
    return compiler_settings + machine_includes(std::string(code) + scaling) + macro_definitions(code) +
           scaling + type_definitions(code);
}

}  // namespace hlo2c::codegen

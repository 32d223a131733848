#include "codegen/c/support_math.h"

#include <algorithm>
#include <regex>

#include "codegen/c/support_function.h"

namespace hlo2c::codegen {

namespace {

/// Text of a template on "fxN", "ixN" and "uxN" for floats of `bits`. Its constants end in "_f".
std::string with_element(const std::string& text, int bits) {
    const std::string infinity =
        bits == 32 ? "bits_f32_u32(0x7f800000u)" : "bits_f64_u64(0x7ff0000000000000u)";
    std::string typed =
        std::regex_replace(text, std::regex("([fiu])xN"), "$01" + std::to_string(bits) + "xN");
    typed = std::regex_replace(typed, std::regex("infinity_f"), infinity);
    return std::regex_replace(typed, std::regex("([0-9])_f"), bits == 32 ? "$1f" : "$1");
}

/// Templates define functions on "f32xN" and its like; N stands for the lanes, and scalars drop the "xN".
/// Functions on "fxN" are one text for f32 and f64. Each file is a sequence of functions separated by blank
/// lines at depth 0; this indexes them by name. INLINE marks functions that are always inlined, OUTLINE those
/// that are long and rarely called.
std::map<std::string, std::string> index_templates() {
    std::map<std::string, std::string> index;
    for (const auto& [file, text] : math_templates()) {
        std::size_t begin = 0;
        while (begin < text.size()) {
            std::size_t end = text.find("\n}\n", begin);
            if (end == std::string_view::npos) break;
            end += 3;
            std::string function(text.substr(begin, end - begin));
            function.erase(0, function.find_first_not_of('\n'));
            const std::size_t parenthesis = function.find('(');
            const std::size_t name = function.rfind(' ', parenthesis) + 1;
            const std::string called = function.substr(name, parenthesis - name);
            if (called.ends_with("_fxN")) {
                for (const int bits : {32, 64})
                    index[with_element(called, bits)] = with_element(function, bits);
            } else {
                index[called] = function;
            }
            begin = end;
        }
    }
    return index;
}

/// A function on more than 8 lanes that computes in f64 works on halves: their f64 fit into 64 bytes, the
/// most that a compiler passes without warnings.
std::string by_halves(const SupportName& name, std::size_t parameters) {
    const int half = name.type.lanes / 2;
    std::string head, low, high, all;
    const auto list = [](int begin, int end) {
        std::string text;
        for (int i = begin; i < end; i++) text += ", " + std::to_string(i);
        return text;
    };
    for (std::size_t i = 0; i < parameters; i++) {
        const std::string a(1, static_cast<char>('a' + i)), comma = i ? ", " : "";
        head += comma + "{T} " + a;
        low += comma + "SHUFFLE(" + a + ", " + a + list(0, half) + ")";
        high += comma + "SHUFFLE(" + a + ", " + a + list(half, 2 * half) + ")";
    }
    const std::string type = "{e}x" + std::to_string(half), function = name.operation + "_" + type;
    return instantiate("INLINE {T} {F}(" + head + ")\n{\n    const " + type + " low = " + function + "(" +
                           low + ");\n    const " + type + " high = " + function + "(" + high +
                           ");\n    return SHUFFLE(low, high" + list(0, 2 * half) + ");\n}\n",
                       name);
}

/// The instruction for a rounding to an integral value, where there is one: its function, and the condition
/// on the compiler's flags.
struct RoundingInstruction {
    std::string condition, value;
};

std::vector<RoundingInstruction> rounding_instructions(const SupportName& name) {
    struct Mode {
        const char *x86, *neon;
    };
    static const std::map<std::string, Mode> modes = {
        {"round_nearest_even", {"8", "n"}}, {"floor", {"9", "m"}}, {"ceil", {"10", "p"}}};
    const auto found = modes.find(name.operation);
    if (found == modes.end() || name.second || !scheduler::is_float(name.type.kind)) return {};
    const auto& [x86, neon] = found->second;
    const bool f32 = name.type.kind == ScalarKind::F32;
    const std::string d = f32 ? "" : "d", letter = f32 ? "s" : "d", mode = std::string(", ") + x86 + ")";
    const std::string sse = "defined(HLO2C_X86) && defined(__SSE4_1__)";
    if (!name.type.is_vector()) {
        const std::string set = "_mm_set_s" + letter + "(x)";
        return {{sse, "_mm_cvts" + letter + "_f" + (f32 ? "32" : "64") + "(_mm_round_s" + letter + "(" + set +
                          ", " + set + mode + ")"}};
    }
    switch (name.type.lanes * scheduler::byte_width(name.type.kind)) {
        case 16:
            return {{sse, "_mm_round_p" + letter + "((__m128" + d + ")x" + mode},
                    {"defined(HLO2C_NEON)",
                     std::string("vrnd") + neon + "q_{e}((float" + (f32 ? "32x4_t" : "64x2_t") + ")x)"}};
        case 32:
            return {{"defined(HLO2C_X86) && defined(__AVX__)",
                     "_mm256_round_p" + letter + "((__m256" + d + ")x" + mode}};
        case 64:
            return {{"defined(HLO2C_X86) && defined(__AVX512F__)",
                     "_mm512_roundscale_p" + letter + "((__m512" + d + ")x" + mode}};
        default: return {};
    }
}

/// A function whose parameter is x, with instructions in place of its body where the flags allow them, the
/// first one first.
std::string prefer_instructions(const std::vector<RoundingInstruction>& instructions,
                                const std::string& function) {
    const std::size_t begin = function.find("{\n") + 2, end = function.rfind("}\n");
    FunctionBody body(function.substr(begin, end - begin));
    for (auto each = instructions.rbegin(); each != instructions.rend(); ++each)
        body.prefer(each->condition, "    return ({T})" + each->value + ";\n");
    return function.substr(0, begin) + body.text() + "}\n";
}

}  // namespace

std::string with_lanes(std::string text, int lanes) {
    const std::string replacement = lanes == 1 ? "" : "x" + std::to_string(lanes);
    for (std::size_t at = 0; (at = text.find("xN", at)) != std::string::npos; at += replacement.size()) {
        text.replace(at, 2, replacement);
    }
    return text;
}

std::optional<SupportFunction> math_function(const SupportName& name) {
    static const std::map<std::string, std::string> index = index_templates();
    const std::string element = scheduler::spelling(name.type.kind);
    std::string key = name.operation + "_" + element + "xN";
    std::string scalar = name.operation + "_" + element;
    if (name.second) {
        key += "_" + scheduler::spelling(name.second->kind) + "xN";
        scalar += "_" + scheduler::spelling(name.second->kind);
    }
    const auto found = index.find(key);
    const auto scalar_only = index.find(scalar);
    if (found == index.end() && scalar_only == index.end()) return std::nullopt;
    SupportFunction result;
    if (!name.type.is_vector()) {
        result.common = instantiate(found != index.end() ? prefer_instructions(rounding_instructions(name),
                                                                               with_lanes(found->second, 1))
                                                         : scalar_only->second,
                                    name);
        return result;
    }
    // Lane by lane: always in the portable form, and in the vector form if there is only a scalar function.
    const std::string& source = found != index.end() ? found->second : scalar_only->second;
    const std::size_t open = source.find('(', source.find("INLINE "));
    const std::string head = source.substr(open, source.find(')', open) - open);
    std::vector<std::string> parameters(
        static_cast<std::size_t>(std::count(head.begin(), head.end(), ',')) + 1, name.second ? "{D}" : "{T}");
    result.portable = lane_loop(name, "{T}", parameters, scalar, false);
    const bool in_f64 = name.type.kind == ScalarKind::F32 && source.find("f64xN") != std::string::npos;
    if (found != index.end() && in_f64 && !name.second && name.type.lanes > 4 && name.type.lanes % 2 == 0) {
        result.vector = by_halves(name, parameters.size());
        return result;
    }
    result.vector = found != index.end()
                        ? instantiate(prefer_instructions(rounding_instructions(name),
                                                          with_lanes(found->second, name.type.lanes)),
                                      name)
                        : lane_loop(name, "{T}", parameters, scalar, true);
    return result;
}

}  // namespace hlo2c::codegen

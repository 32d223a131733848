#include "codegen/c/vector_support.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "codegen/c/support_function.h"
#include "frontend/diagnostic.h"

namespace hlo2c::codegen {

namespace {

constexpr ScalarKind all_kinds[] = {ScalarKind::U8,  ScalarKind::U16, ScalarKind::U32, ScalarKind::U64,
                                    ScalarKind::I8,  ScalarKind::I16, ScalarKind::I32, ScalarKind::I64,
                                    ScalarKind::F32, ScalarKind::F64};

/// "f32x8" or "f32" as a type.
std::optional<ValueType> parse_type(std::string_view text) {
    for (ScalarKind kind : all_kinds) {
        const std::string element = scheduler::spelling(kind);
        if (!text.starts_with(element)) continue;
        const std::string_view rest = text.substr(element.size());
        if (rest.empty()) return ValueType{kind, 1};
        if (rest[0] != 'x' || rest.size() < 2 || rest.size() > 5) continue;
        int lanes = 0;
        for (char c : rest.substr(1)) {
            if (!std::isdigit(static_cast<unsigned char>(c))) return std::nullopt;
            lanes = lanes * 10 + (c - '0');
        }
        if (lanes >= 2 && rest[1] != '0') return ValueType{kind, lanes};
    }
    return std::nullopt;
}

/// The function that a definition calls by this name, if the name ends with a type.
std::optional<SupportCall> parse_call(const std::string& name) {
    std::size_t end = name.rfind('_');
    if (end == std::string::npos || end == 0) return std::nullopt;
    const auto last = parse_type(std::string_view(name).substr(end + 1));
    if (!last) return std::nullopt;
    SupportCall result{name.substr(0, end), *last};
    const std::size_t before = result.operation.rfind('_');
    if (before != std::string::npos && before > 0) {
        if (const auto first = parse_type(std::string_view(result.operation).substr(before + 1)))
            result = {result.operation.substr(0, before), *first, *last};
    }
    return result;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
        text.replace(at, from.size(), to);
    }
}

/// "from_f32x8(" and its like become "to_f32x8(".
void rename_operation(std::string& text, const std::string& from, const std::string& to) {
    const auto inside_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    for (std::size_t at = 0; (at = text.find(from + "_", at)) != std::string::npos;) {
        if (at > 0 && inside_name(text[at - 1])) {
            at += from.size();
        } else {
            text.replace(at, from.size(), to);
            at += to.size();
        }
    }
}

const char* const header_top =
    R"(/* Fixed-size vectors, and the functions that the kernels of this library call.
 *
 * GCC (12 or newer) and Clang use their vector extensions; any other C11 compiler, or HLO2C_SCALAR, gets
 * structures of lanes and plain loops. Both give the same bits. Every operation rounds once: nothing is
 * contracted or reassociated, whatever the compiler's flags say, so this file comes before all others. */
)";

const char* const header_settings = R"(
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#if __has_warning("-Wpsabi")
#pragma clang diagnostic ignored "-Wpsabi"
#endif
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
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

#if !defined(HLO2C_SCALAR) && defined(__SSE2__)
#include <immintrin.h>
#define HLO2C_X86 1
#elif !defined(HLO2C_SCALAR) && defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#define HLO2C_NEON 1
#endif

#if defined(__GNUC__)
#define HLO2C_INLINE static inline __attribute__((always_inline, unused))
#define HLO2C_OUTLINE static __attribute__((noinline, unused))
#define HLO2C_PREFETCH(address, write) __builtin_prefetch(address, write)
#else
#define HLO2C_INLINE static inline
#define HLO2C_OUTLINE static inline
#define HLO2C_PREFETCH(address, write) ((void)(address))
#endif
#define HLO2C_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#if defined(HLO2C_X86) && defined(__AVX512F__)
/* p 2^n for integral n, rounded once, also for subnormal results */
#define HLO2C_SCALE_f32x16(p, n) ((f32x16)_mm512_scalef_ps((__m512)(p), (__m512)(n)))
#if defined(__AVX512VL__)
#define HLO2C_SCALE_f32x8(p, n) ((f32x8)_mm256_scalef_ps((__m256)(p), (__m256)(n)))
#define HLO2C_SCALE_f32x4(p, n) ((f32x4)_mm_scalef_ps((__m128)(p), (__m128)(n)))
#endif
#endif

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;
typedef float f32;
typedef double f64;
)";

}  // namespace

std::string c_type(ValueType type) {
    if (type.is_vector()) return scheduler::spelling(type);
    switch (type.kind) {
        case ScalarKind::Boolean:
        case ScalarKind::I32: return "int";
        case ScalarKind::U8: return "uint8_t";
        case ScalarKind::U16: return "uint16_t";
        case ScalarKind::U32: return "uint32_t";
        case ScalarKind::U64: return "uint64_t";
        case ScalarKind::I8: return "int8_t";
        case ScalarKind::I16: return "int16_t";
        case ScalarKind::I64: return "int64_t";
        case ScalarKind::F32: return "float";
        case ScalarKind::F64: return "double";
    }
    return "";
}

std::string c_memory_type(ScalarKind kind) {
    if (kind == ScalarKind::Boolean) return "unsigned char";
    return kind == ScalarKind::I32 ? "int32_t" : c_type({kind, 1});
}

ScalarKind integer_kind(int bits, bool is_signed) {
    switch (bits) {
        case 8: return is_signed ? ScalarKind::I8 : ScalarKind::U8;
        case 16: return is_signed ? ScalarKind::I16 : ScalarKind::U16;
        case 32: return is_signed ? ScalarKind::I32 : ScalarKind::U32;
        default: return is_signed ? ScalarKind::I64 : ScalarKind::U64;
    }
}

ValueType mask_type(ValueType type) {
    return type.with_kind(integer_kind(scheduler::bit_width(type.kind), true));
}

std::string instantiate(std::string text, const SupportName& name) {
    if (name.has_fma)
        rename_operation(text, "fused", "fma");
    else
        rename_operation(text, "fma", "multiply_add");
    const int bits = scheduler::bit_width(name.type.kind);
    const ValueType scalar = name.type.with_lanes(1);
    replace_all(text, "INLINE ", "HLO2C_INLINE ");
    replace_all(text, "OUTLINE ", "HLO2C_OUTLINE ");
    replace_all(text, "SHUFFLE(", "HLO2C_SHUFFLE(");
    replace_all(text, "{T}", c_type(name.type));
    replace_all(text, "{S}", c_type(scalar));
    replace_all(text, "{M}", c_type(mask_type(name.type)));
    replace_all(text, "{I}", c_type(name.type.with_kind(integer_kind(bits, true))));
    replace_all(text, "{U}", c_type(name.type.with_kind(integer_kind(bits, false))));
    replace_all(text, "{i}", c_type({integer_kind(bits, true), 1}));
    replace_all(text, "{u}", c_type({integer_kind(bits, false), 1}));
    replace_all(text, "{W}", bits == 64 ? "uint64_t" : "uint32_t");
    replace_all(text, "{N}", std::to_string(name.type.lanes));
    replace_all(text, "{B}", std::to_string(bits));
    replace_all(text, "{sign}", bits == 64 ? "0x8000000000000000u" : "0x80000000u");
    replace_all(text, "{F}", name.name);
    replace_all(text, "{s}", scheduler::spelling(name.type));
    replace_all(text, "{e}", scheduler::spelling(name.type.kind));
    if (name.second) {
        replace_all(text, "{D}", c_type(*name.second));
        replace_all(text, "{O}", c_type(name.second->with_lanes(1)));
        replace_all(text, "{d}", scheduler::spelling(name.second->kind));
    }
    return text;
}

std::string inline_function(const SupportName& name, const std::string& head, const std::string& body) {
    return instantiate("INLINE " + head + "\n{\n" + body + "}\n", name);
}

std::string FunctionBody::text() const {
    if (preferred_.empty()) return otherwise_;
    std::string text;
    for (auto each = preferred_.rbegin(); each != preferred_.rend(); ++each)
        text += (text.empty() ? "#if " : "#elif ") + each->first + "\n" + each->second;
    return text + "#else\n" + otherwise_ + "#endif\n";
}

std::string lane_loop(const SupportName& name, const std::string& result,
                      const std::vector<std::string>& parameters, const std::string& scalar_function,
                      bool subscripts) {
    const std::string lane = subscripts ? "[i]" : ".lane[i]";
    const std::string_view letters = parameters.size() == 3 && parameters[0] == "{M}" ? "mab" : "abcdefgh";
    HLO2C_CHECK(parameters.size() <= letters.size(), "a support function with too many parameters");
    std::string head, call;
    for (std::size_t i = 0; i < parameters.size(); i++) {
        const std::string letter(1, letters[i]);
        head += (i ? ", " : "") + parameters[i] + " " + letter;
        call += (i ? ", " : "") + letter + lane;
    }
    // Goes through an array: GCC 12 at -O3 crashes in store_constructor when it fills vectors of 64 bytes by
    // subscripts.
    const std::string lanes = result == "{M}" ? "{i}" : "{S}";
    return instantiate(
        "INLINE " + result + " {F}(" + head + ")\n{\n" +
            (subscripts ? "    " + lanes + " lanes[{N}];\n" : "    " + result + " result;\n") +
            "    for (int i = 0; i < {N}; i++) {\n        " + (subscripts ? "lanes[i]" : "result.lane[i]") +
            " = " + scalar_function + "(" + call + ");\n    }\n" +
            (subscripts ? "    " + result + " result;\n    memcpy(&result, lanes, sizeof result);\n" : "") +
            "    return result;\n}\n",
        name);
}

void VectorSupport::require_type(ValueType type) {
    if (type.is_vector()) vector_types_.insert({type.kind, type.lanes});
}

void VectorSupport::require_parts(std::string_view text) {
    std::size_t i = 0;
    while (i < text.size()) {
        if (!std::isalpha(static_cast<unsigned char>(text[i])) && text[i] != '_') {
            i++;
            continue;
        }
        const std::size_t begin = i;
        while (i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_')) i++;
        const std::string word(text.substr(begin, i - begin));
        if (const auto type = parse_type(word)) {
            require_type(*type);
        } else if (i < text.size() && text[i] == '(') {
            if (const auto call = parse_call(word)) require(*call);
        }
    }
}

bool VectorSupport::require(const SupportCall& call) {
    const SupportName name{call.name(), call.operation, call.type, call.second, has_fma_};
    const auto [known, inserted] = required_.emplace(name.name, false);
    if (!inserted) return known->second;
    std::optional<SupportFunction> function;
    for (auto* family : {memory_function, lane_function, conversion_function, fused_function, math_function,
                         narrow_function, word_function, arithmetic_function}) {
        function = family(name);
        if (function) break;
    }
    if (!function) return false;
    known->second = true;
    for (const std::string* text : {&function->common, &function->vector, &function->portable}) {
        require_parts(*text);
    }
    if (!function->common.empty()) common_.push_back(function->common);
    if (!function->vector.empty()) vector_.push_back(function->vector);
    if (!function->portable.empty()) portable_.push_back(function->portable);
    return true;
}

/// "lane2_f32x4" takes a lane, "splat_lane2_f32x4" repeats it; other shuffles are numbered.
std::string VectorSupport::shuffle_name(ValueType operand, int operands, const std::vector<int>& lanes) {
    const std::string type = scheduler::spelling(operand), lane = "lane" + std::to_string(lanes[0]) + "_";
    const bool repeats = std::all_of(lanes.begin(), lanes.end(), [&](int each) { return each == lanes[0]; });
    if (operands == 1 && lanes.size() == 1) return lane + type;
    const ValueType result = operand.with_lanes(static_cast<int>(lanes.size()));
    if (operands == 1 && repeats)
        return "splat_" + lane + type + (result == operand ? "" : "_to_" + scheduler::spelling(result));
    const std::string base = "shuffle_" + scheduler::spelling(result);
    return base + "_" + std::to_string(++shuffle_counts_[base]);
}

std::string VectorSupport::shuffle(ValueType operand, int operands, const std::vector<int>& lanes) {
    HLO2C_CHECK(operands == 1 || operands == 2, "a shuffle of more than two vectors");
    const ValueType result = operand.with_lanes(static_cast<int>(lanes.size()));
    std::string list;
    for (int lane : lanes) list += ", " + std::to_string(lane);
    const std::string pattern = std::to_string(operands) + scheduler::spelling(operand) + list;
    const auto [found, inserted] = shuffle_names_.emplace(pattern, "");
    if (!inserted) return found->second;
    const std::string name = shuffle_name(operand, operands, lanes);
    found->second = name;
    require_type(operand);
    require_type(result);
    const std::string type = scheduler::spelling(operand);
    const std::string second = operands == 2 ? "b" : "a";
    const std::string head = "HLO2C_INLINE " + c_type(result) + " " + name + "(" + type + " a" +
                             (operands == 2 ? ", " + type + " b" : "") + ")\n{\n";
    if (!result.is_vector()) {
        const int lane = lanes[0];
        const std::string from = lane < operand.lanes ? "a" : "b";
        const std::string position = "[" + std::to_string(lane % operand.lanes) + "];\n}\n";
        vector_.push_back(head + "    return " + from + position);
        portable_.push_back(head + "    return " + from + ".lane" + position);
        return name;
    }
    vector_.push_back(head + "    return HLO2C_SHUFFLE(a, " + second + list + ");\n}\n");
    std::string body = "    " + c_type(result) + " result;\n";
    for (std::size_t i = 0; i < lanes.size(); i++) {
        body += "    result.lane[" + std::to_string(i) + "] = " + (lanes[i] < operand.lanes ? "a" : "b") +
                ".lane[" + std::to_string(lanes[i] % operand.lanes) + "];\n";
    }
    portable_.push_back(head + body + "    return result;\n}\n");
    return name;
}

std::string VectorSupport::header(const std::string& guard) const {
    std::string text = header_top;
    text += "#ifndef " + guard + "\n#define " + guard + "\n" + header_settings;
    const auto section = [&](const std::vector<std::string>& functions) {
        for (const std::string& function : functions) text += "\n" + function;
    };
    if (!vector_types_.empty()) {
        std::string vectors, structures;
        for (const auto& [kind, lanes] : vector_types_) {
            const ValueType type{kind, lanes};
            const std::string name = scheduler::spelling(type), element = scheduler::spelling(kind);
            vectors += "typedef " + element + " " + name + " __attribute__((vector_size(" +
                       std::to_string(lanes * scheduler::byte_width(kind)) + ")));\n";
            structures += "typedef struct " + name + " {\n    " + element + " lane[" + std::to_string(lanes) +
                          "];\n} " + name + ";\n";
        }
        text += "\n#if !defined(HLO2C_SCALAR)\n" + vectors + "#else\n" + structures + "#endif\n";
    }
    section(common_);
    if (!vector_.empty()) {
        text += "\n#if !defined(HLO2C_SCALAR)\n";
        section(vector_);
        text += "\n#else\n";
        section(portable_);
        text += "\n#endif\n";
    }
    return text + "\n#endif\n";
}

}  // namespace hlo2c::codegen

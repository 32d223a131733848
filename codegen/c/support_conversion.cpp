#include "codegen/c/support_function.h"

namespace hlo2c::codegen {

namespace {

std::string function(const SupportName& name, const std::string& head, const std::string& body) {
    return instantiate("INLINE " + head + "\n{\n" + body + "}\n", name);
}

/// "2147483648.0f": two to the power, as a literal of the float kind.
std::string power_of_two(int exponent, ScalarKind kind) {
    return std::string("0x1p") + std::to_string(exponent) + (kind == ScalarKind::F32 ? "f" : "");
}

/// The types on the way between two whose widths differ by more than a factor of two: compilers take vectors
/// apart, lane by lane, where one conversion does not do it. Integers of up to 16 bits become floats by way
/// of i32.
std::vector<ScalarKind> steps_between(ScalarKind from, ScalarKind to) {
    std::vector<ScalarKind> steps;
    if (scheduler::is_float(from) || from == ScalarKind::Boolean || to == ScalarKind::Boolean) return steps;
    int bits = scheduler::bit_width(from);
    const int last = scheduler::is_float(to) ? (bits < 32 ? 32 : bits) : scheduler::bit_width(to);
    const bool is_signed = scheduler::is_signed(from);
    while (bits * 2 < last) steps.push_back(integer_kind(bits *= 2, is_signed));
    while (bits > last * 2) steps.push_back(integer_kind(bits /= 2, is_signed));
    if (scheduler::is_float(to) && bits < last) steps.push_back(ScalarKind::I32);
    return steps;
}

/// One conversion of all lanes, step by step. GCC has no vectors of 64 bytes in mind for the first of these.
SupportFunction vector_conversion(const SupportName& name) {
    const ScalarKind from = name.second->kind, to = name.type.kind;
    std::string value = "a";
    for (const ScalarKind step : steps_between(from, to))
        value = "__builtin_convertvector(" + value + ", " + scheduler::spelling(step) + "x{N})";
    std::string body = "    return __builtin_convertvector(" + value + ", {T});\n";
    const int from_bits = scheduler::bit_width(from), to_bits = scheduler::bit_width(to);
    if (!scheduler::is_float(to) && !scheduler::is_float(from) && to_bits == 32 && name.type.lanes == 16 &&
        (from_bits == 8 || from_bits == 16))
        body = "#if defined(HLO2C_X86) && defined(__AVX512F__)\n    return ({T})_mm512_cvtep" +
               std::string(scheduler::is_signed(from) ? "i" : "u") + std::to_string(from_bits) +
               "_epi32((__m" + (from_bits == 8 ? "128" : "256") + "i)a);\n#else\n" + body + "#endif\n";
    return SupportFunction{"", function(name, "{T} {F}({D} a)", body),
                           function(name, "{T} {F}({D} a)",
                                    "    {T} result;\n    for (int i = 0; i < {N}; i++) {\n"
                                    "        result.lane[i] = ({S})a.lane[i];\n    }\n    return result;\n")};
}

/// Float to integer: saturates, NaN becomes 0. `in_range` keeps the conversion itself defined.
SupportFunction saturating(const SupportName& name) {
    const ScalarKind to = name.type.kind, from = name.second->kind;
    const bool is_signed = scheduler::is_signed(to);
    const int bits = scheduler::bit_width(to);
    // The first value past the largest integer is a power of two, so both comparisons are exact.
    const std::string above = power_of_two(is_signed ? bits - 1 : bits, from);
    const std::string maximum = is_signed ? "({u})-1 / 2" : "({S})-1";
    const std::string minimum = is_signed ? "(-({S})(({u})-1 / 2) - 1)" : "0";
    const std::string lower_bound = is_signed ? "-" + power_of_two(bits - 1, from) : "0";
    SupportFunction result;
    if (!name.type.is_vector()) {
        result.common =
            function(name, "{S} {F}({O} a)",
                     "    return a >= " + above + " ? ({S})(" + maximum + ") : a >= " + lower_bound +
                         " ? ({S})a : a < " + lower_bound + " ? ({S})" + minimum + " : 0;\n");
        return result;
    }
    if (scheduler::byte_width(from) == scheduler::byte_width(to) && is_signed) {
        result.vector =
            function(name, "{T} {F}({D} a)",
                     "    const {M} too_large = ({M})(a >= splat_{d}x{N}(" + above + "));\n" +
                         "    const {M} in_range = ({M})(a >= splat_{d}x{N}(" + lower_bound +
                         ")) & ~too_large;\n" + "    const {M} too_small = ({M})(a < splat_{d}x{N}(" +
                         lower_bound + "));\n" + "    const {D} safe = ({D})(in_range & ({M})a);\n" +
                         "    return __builtin_convertvector(safe, {T}) | (too_large & splat_{s}(({S})(" +
                         maximum + "))) |\n        (too_small & splat_{s}(" + minimum + "));\n");
    } else if (from == ScalarKind::F32 && bits < 32) {
        const std::string least = is_signed ? "-" + std::to_string(1 << (bits - 1)) : "0";
        const std::string most = std::to_string((1 << (is_signed ? bits - 1 : bits)) - 1);
        result.vector =
            function(name, "{T} {F}({D} a)",
                     "    const i32x{N} wide = convert_i32x{N}_f32x{N}(a);\n"
                     "    return convert_{s}_i32x{N}(min_i32x{N}(max_i32x{N}(wide, splat_i32x{N}(" +
                         least + ")), splat_i32x{N}(" + most + ")));\n");
    } else {
        result.vector = lane_loop(name, "{T}", {"{D}"}, "convert_{e}_{d}", true);
    }
    result.portable = lane_loop(name, "{T}", {"{D}"}, "convert_{e}_{d}", false);
    return result;
}

}  // namespace

std::optional<SupportFunction> conversion_function(const SupportName& name) {
    const bool vector = name.type.is_vector();
    if (name.operation == "ones" && !name.second && vector) {
        // 1 where the mask is set, else 0.
        const bool floats = scheduler::is_float(name.type.kind);
        return SupportFunction{
            "",
            function(name, "{T} {F}({M} mask)",
                     floats ? "    return ({T})(mask & ({M})splat_{s}(1));\n"
                            : "    return ({T})(mask & splat_i{B}x{N}(1));\n"),
            function(name, "{T} {F}({M} mask)",
                     "    {T} result;\n    for (int i = 0; i < {N}; i++) {\n"
                     "        result.lane[i] = mask.lane[i] ? 1 : 0;\n    }\n    return result;\n")};
    }
    if (!name.second) return std::nullopt;
    if (name.operation == "convert") {
        if (scheduler::is_float(name.second->kind) && !scheduler::is_float(name.type.kind))
            return saturating(name);
        if (!vector) return SupportFunction{function(name, "{S} {F}({O} a)", "    return ({S})a;\n"), "", ""};
        return vector_conversion(name);
    }
    if (name.operation == "bits") {
        if (!vector) {
            return SupportFunction{function(name, "{S} {F}({O} a)",
                                            "    {S} result;\n    memcpy(&result, &a, sizeof result);\n"
                                            "    return result;\n"),
                                   "", ""};
        }
        return SupportFunction{"", function(name, "{T} {F}({D} a)", "    return ({T})a;\n"),
                               function(name, "{T} {F}({D} a)",
                                        "    {T} result;\n    memcpy(&result, &a, sizeof result);\n"
                                        "    return result;\n")};
    }
    return std::nullopt;
}

namespace {

const char* const fma_f32_software =
    "    const double product = (double)a * b;\n"
    "    const double sum = product + c;\n"
    "    const double back = sum - product;\n"
    "    const double error = (product - (sum - back)) + ((double)c - back);\n"
    "    uint64_t bits = bits_u64_f64(sum);\n"
    "    if ((error > 0 || error < 0) && (bits & 1) == 0) {\n"
    "        bits += (error > 0) == (sum > 0) ? 1u : (uint64_t)-1;\n"
    "    }\n"
    "    return (float)bits_f64_u64(bits);\n";

std::string fma_f32_vector_software() {
    return "    const f64x{N} x = __builtin_convertvector(a, f64x{N}), y = __builtin_convertvector(b, "
           "f64x{N});\n"
           "    const f64x{N} z = __builtin_convertvector(c, f64x{N});\n"
           "    const f64x{N} product = x * y, sum = product + z, back = sum - product;\n"
           "    const f64x{N} error = (product - (sum - back)) + (z - back);\n"
           "    const f64x{N} zero = splat_f64x{N}(0);\n"
           "    const i64x{N} up = ~((error > zero) ^ (sum > zero)), bits = (i64x{N})sum;\n"
           "    const i64x{N} inexact = ((error > zero) | (error < zero)) & ((bits & splat_i64x{N}(1)) - "
           "splat_i64x{N}(1));\n"
           "    const i64x{N} step = (up & splat_i64x{N}(1)) | (~up & splat_i64x{N}(-1));\n"
           "    return __builtin_convertvector((f64x{N})(bits + (inexact & step)), f32x{N});\n";
}

/// The square root by the instruction, never by a library call that would set errno.
SupportFunction square_root(const SupportName& name) {
    const bool f32 = name.type.kind == ScalarKind::F32;
    const std::string d = f32 ? "" : "d", suffix = f32 ? "ps" : "pd", neon = f32 ? "f32" : "f64";
    SupportFunction result;
    if (!name.type.is_vector()) {
        result.common =
            function(name, "{S} {F}({S} a)",
                     std::string("#if defined(HLO2C_X86)\n    return ") +
                         (f32 ? "_mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(a)))"
                              : "_mm_cvtsd_f64(_mm_sqrt_sd(_mm_set_sd(a), _mm_set_sd(a)))") +
                         ";\n#elif defined(HLO2C_NEON)\n    return vget_lane_" + neon + "(vsqrt_" + neon +
                         "(vdup_n_" + neon + "(a)), 0);\n#else\n    return software_sqrt_{e}(a);\n#endif\n");
        return result;
    }
    const int bytes = name.type.lanes * (f32 ? 4 : 8);
    std::string body =
        "    {T} result;\n    for (int i = 0; i < {N}; i++) {\n        result[i] = sqrt_{e}(a[i]);\n"
        "    }\n    return result;\n";
    const auto wrap = [&](const std::string& condition, const std::string& call) {
        body = "#if defined(" + condition + ")\n    return ({T})" + call + ";\n#else\n" + body + "#endif\n";
    };
    if (bytes == 64) wrap("__AVX512F__", "_mm512_sqrt_" + suffix + "((__m512" + d + ")a)");
    if (bytes == 32) wrap("__AVX__", "_mm256_sqrt_" + suffix + "((__m256" + d + ")a)");
    if (bytes == 16) {
        wrap("HLO2C_NEON", "vsqrtq_" + neon + (f32 ? "((float32x4_t)a)" : "((float64x2_t)a)"));
        wrap("HLO2C_X86", "_mm_sqrt_" + suffix + "((__m128" + d + ")a)");
    }
    result.vector = function(name, "{T} {F}({T} a)", body);
    result.portable = lane_loop(name, "{T}", {"{T}"}, "sqrt_{e}", false);
    return result;
}

}  // namespace

/// a * b + c with one rounding: the instruction where there is one. Otherwise f32 goes through double, whose
/// sum is rounded to odd so that the second rounding is right; f64 is added up in exact parts.
std::optional<SupportFunction> fused_function(const SupportName& name) {
    if (!name.second && name.operation == "sqrt" && scheduler::is_float(name.type.kind))
        return square_root(name);
    if (name.second || name.operation != "fma") return std::nullopt;
    const bool f32 = name.type.kind == ScalarKind::F32;
    const std::string d = f32 ? "" : "d";
    const std::string suffix = f32 ? "ps" : "pd";
    SupportFunction result;
    if (!name.type.is_vector()) {
        const std::string neon = f32 ? "f32" : "f64";
        result.common = function(
            name, "{S} {F}({S} a, {S} b, {S} c)",
            "#if defined(HLO2C_X86) && defined(__FMA__) && !defined(__clang__)\n    return __builtin_fma" +
                std::string(f32 ? "f" : "") +
                "(a, b, c);\n#elif defined(HLO2C_X86) && defined(__FMA__)\n    return " +
                (f32 ? std::string("_mm_cvtss_f32(_mm_fmadd_ss(_mm_set_ss(a), _mm_set_ss(b), _mm_set_ss(c)))")
                     : std::string(
                           "_mm_cvtsd_f64(_mm_fmadd_sd(_mm_set_sd(a), _mm_set_sd(b), _mm_set_sd(c)))")) +
                ";\n#elif defined(HLO2C_NEON)\n    return vget_lane_" + neon + "(vfma_" + neon + "(vdup_n_" +
                neon + "(c), vdup_n_" + neon + "(a), vdup_n_" + neon + "(b)), 0);\n#else\n" +
                (f32 ? std::string(fma_f32_software) : std::string("    return exact_fma_f64(a, b, c);\n")) +
                "#endif\n");
        return result;
    }
    const int bytes = name.type.lanes * (f32 ? 4 : 8);
    std::string body = f32 ? fma_f32_vector_software()
                           : "    {T} result;\n    for (int i = 0; i < {N}; i++) {\n        result[i] = "
                             "fma_f64(a[i], b[i], c[i]);\n    }\n    return result;\n";
    const auto intrinsic = [&](const std::string& condition, const std::string& prefix,
                               const std::string& type) {
        const std::string t = "(" + type + d + ")";
        body = "#if defined(HLO2C_X86) && defined(" + condition + ")\n    return ({T})" + prefix + "_fmadd_" +
               suffix + "(" + t + "a, " + t + "b, " + t + "c);\n#else\n" + body + "#endif\n";
    };
    if (bytes == 16) {
        const std::string neon = f32 ? "float32x4_t" : "float64x2_t";
        body = "#if defined(HLO2C_NEON)\n    return ({T})vfmaq_" + std::string(f32 ? "f32" : "f64") + "((" +
               neon + ")c, (" + neon + ")a, (" + neon + ")b);\n#else\n" + body + "#endif\n";
        intrinsic("__FMA__", "_mm", "__m128");
    }
    if (bytes == 32) intrinsic("__FMA__", "_mm256", "__m256");
    if (bytes == 64) intrinsic("__AVX512F__", "_mm512", "__m512");
    result.vector = function(name, "{T} {F}({T} a, {T} b, {T} c)", body);
    result.portable = lane_loop(name, "{T}", {"{T}", "{T}", "{T}"}, "fma_{e}", false);
    return result;
}

}  // namespace hlo2c::codegen

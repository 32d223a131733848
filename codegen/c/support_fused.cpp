#include "codegen/c/float_registers.h"
#include "codegen/c/support_function.h"
#include "frontend/diagnostic.h"

namespace hlo2c::codegen {

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

/// True if the C compiler has an instruction for __builtin_fmaf or __builtin_fma.
const char* const has_scalar_fma_f32 = "defined(__FP_FAST_FMAF) || defined(__ARM_FEATURE_FMA)";
const char* const has_scalar_fma_f64 = "defined(__FP_FAST_FMA) || defined(__ARM_FEATURE_FMA)";

/// a * b + c with one rounding, by the instruction if there is one. Otherwise f32 goes through double, whose
/// sum is rounded to odd so that the second rounding is correct; f64 sums exact parts.
SupportFunction scalar_fma(const SupportName& name) {
    const bool f32 = name.type.kind == ScalarKind::F32;
    const std::string intrinsic =
        f32 ? "_mm_cvtss_f32(_mm_fmadd_ss(_mm_set_ss(a), _mm_set_ss(b), _mm_set_ss(c)))"
            : "_mm_cvtsd_f64(_mm_fmadd_sd(_mm_set_sd(a), _mm_set_sd(b), _mm_set_sd(c)))";
    SupportFunction result;
    result.common = inline_function(
        name, "{S} {F}({S} a, {S} b, {S} c)",
        std::string("#if ") + (f32 ? has_scalar_fma_f32 : has_scalar_fma_f64) + "\n    return __builtin_fma" +
            (f32 ? "f" : "") + "(a, b, c);\n#elif defined(HLO2C_X86) && defined(__FMA__)\n    return " +
            intrinsic + ";\n#else\n" + (f32 ? fma_f32_software : "    return exact_fma_f64(a, b, c);\n") +
            "#endif\n");
    return result;
}

SupportFunction vector_fma(const SupportName& name) {
    const bool f32 = name.type.kind == ScalarKind::F32;
    const std::string by_lanes =
        "    {T} result;\n    for (int i = 0; i < {N}; i++) {\n        result[i] = "
        "fma_{e}(a[i], b[i], c[i]);\n    }\n    return result;\n";
    // Also lane by lane if the machine's vectors flush subnormal numbers and its scalars do not.
    FunctionBody body(f32 ? fma_f32_vector_software() : by_lanes);
    if (f32) body.prefer(has_scalar_fma_f32, by_lanes);
    prefer_call(body, neon_registers(name.type), "fma", {"c", "a", "b"});
    auto x86 = x86_registers(name.type);
    if (x86 && !x86->type.starts_with("__m512")) x86->condition = "defined(__FMA__)";
    prefer_call(body, x86, "fmadd", {"a", "b", "c"});
    SupportFunction result;
    result.vector = inline_function(name, "{T} {F}({T} a, {T} b, {T} c)", body.text());
    result.portable = lane_loop(name, "{T}", {"{T}", "{T}", "{T}"}, "fma_{e}", false);
    return result;
}

/// `fma` for an `a` that is the same in all lanes and often subnormal.
SupportFunction fma_of_subnormals(const SupportName& name) {
    if (!name.type.is_vector())
        return {
            inline_function(name, "{S} {F}({S} a, {S} b, {S} c)", "    return fma_{e}(a, b, c);\n"), {}, {}};
    const std::string head = "{T} {F}({T} a, {T} b, {T} c)";
    SupportFunction result;
    result.vector = inline_function(
        name, head,
        "    /* A product with a subnormal number takes a hundred cycles. Where |a| < 2^-126, it changes no "
        "c of\n"
        "     * at least 2^-76 unless |b| > 2^20. */\n"
        "    if ((bits_u32_f32(a[0]) & 0x7f800000u) == 0) {\n"
        "        const {I} all_but_sign = splat_{I}(0x7fffffff);\n"
        "        const {I} small = lt_{I}(bits_{I}_{T}(c) & all_but_sign, splat_{I}(0x19800000));\n"
        "        const {I} large = lt_{I}(splat_{I}(0x49800000), bits_{I}_{T}(b) & all_but_sign);\n"
        "        if (!any_{I}(small | large)) {\n"
        "            return c;\n"
        "        }\n"
        "        const {I} above = lt_{I}(splat_{I}(0x007fffff), bits_{I}_{T}(c) & all_but_sign);\n"
        "        const {I} many = lt_{I}(splat_{I}(0x43000000), bits_{I}_{T}(b) & all_but_sign);\n"
        "        if ((bits_u32_f32(a[0]) & 0x7fff0000u) == 0 && !any_{I}(above | many)) {\n"
        "            return fma_below_normal_{T}(a, b, c);\n"
        "        }\n"
        "    }\n"
        "    return fma_{T}(a, b, c);\n");
    result.portable = inline_function(name, head, "    return fma_{T}(a, b, c);\n");
    return result;
}

/// Without FMA: a * b + c for cases in which the product and c nearly cancel. The product of two f32 is exact
/// in f64; the product of two f64 is a sum of two parts, made from halves whose products are exact.
SupportFunction product_kept(const SupportName& name) {
    const bool f32 = name.type.kind == ScalarKind::F32;
    SupportFunction result;
    if (!name.type.is_vector()) {
        result.common =
            inline_function(name, "{S} {F}({S} a, {S} b, {S} c)",
                            f32 ? "    return (float)((double)a * b + c);\n"
                                : "    const double product = a * b;\n"
                                  "    return (product + c) + product_error_f64(a, b, product);\n");
        return result;
    }
    result.vector = inline_function(
        name, "{T} {F}({T} a, {T} b, {T} c)",
        f32 ? "    const f64x{N} product = __builtin_convertvector(a, f64x{N}) * __builtin_convertvector(b, "
              "f64x{N});\n"
              "    return __builtin_convertvector(product + __builtin_convertvector(c, f64x{N}), f32x{N});\n"
            : "    const {T} product = a * b;\n"
              "    return (product + c) + product_error_{s}(a, b, product);\n");
    result.portable = lane_loop(name, "{T}", {"{T}", "{T}", "{T}"}, name.operation + "_{e}", false);
    return result;
}

/// The square root by the instruction, never by a library call that would set errno.
SupportFunction square_root(const SupportName& name) {
    const bool f32 = name.type.kind == ScalarKind::F32;
    const std::string neon = f32 ? "f32" : "f64";
    SupportFunction result;
    if (!name.type.is_vector()) {
        result.common = inline_function(
            name, "{S} {F}({S} a)",
            std::string("#if defined(HLO2C_X86)\n    return ") +
                (f32 ? "_mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(a)))"
                     : "_mm_cvtsd_f64(_mm_sqrt_sd(_mm_set_sd(a), _mm_set_sd(a)))") +
                ";\n#elif defined(HLO2C_NEON)\n    return vget_lane_" + neon + "(vsqrt_" + neon + "(vdup_n_" +
                neon + "(a)), 0);\n#else\n    return software_sqrt_{e}(a);\n#endif\n");
        return result;
    }
    FunctionBody body(
        "    {T} result;\n    for (int i = 0; i < {N}; i++) {\n        result[i] = sqrt_{e}(a[i]);\n"
        "    }\n    return result;\n");
    prefer_call(body, neon_registers(name.type), "sqrt", {"a"});
    prefer_call(body, x86_registers(name.type), "sqrt", {"a"});
    result.vector = inline_function(name, "{T} {F}({T} a)", body.text());
    result.portable = lane_loop(name, "{T}", {"{T}"}, "sqrt_{e}", false);
    return result;
}

SupportFunction fma(const SupportName& name) {
    HLO2C_CHECK(name.has_fma, "a kernel for a target without FMA uses it");
    return name.type.is_vector() ? vector_fma(name) : scalar_fma(name);
}

/// Templates call it `fma` on targets with FMA.
SupportFunction fused(const SupportName& name) {
    HLO2C_CHECK(!name.has_fma, "a kernel for a target with FMA keeps products");
    return product_kept(name);
}

constexpr SupportRow fused_rows[] = {
    {"sqrt", square_root, SupportRow::Elements::Floats},
    {"fused", fused, SupportRow::Elements::Floats},
    {"fma", fma, SupportRow::Elements::Floats},
    {"fma_of_subnormals", fma_of_subnormals, SupportRow::Elements::Floats},
};

}  // namespace

std::optional<SupportFunction> fused_function(const SupportName& name) {
    return by_rows(fused_rows, name);
}

}  // namespace hlo2c::codegen

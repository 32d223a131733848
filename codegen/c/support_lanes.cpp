#include "codegen/c/support_function.h"

namespace hlo2c::codegen {

namespace {

std::string count_list(int lanes) {
    std::string text;
    for (int i = 0; i < lanes; i++) text += (i ? ", " : "") + std::to_string(i);
    return text;
}

/// Combines lanes at a distance of half the lanes until `left` lanes remain. With `left` > 1 the lanes of one
/// group are adjacent, so adjacent lanes are combined instead.
SupportFunction reduction(const SupportName& name, const std::string& combine, int left) {
    const int lanes = name.type.lanes;
    const std::string element = scheduler::spelling(name.type.kind);
    const auto type_name = [&](int count) {
        return count == 1 ? element : element + "x" + std::to_string(count);
    };
    const std::string result_type = left == 1 ? c_type(name.type.with_lanes(1)) : type_name(left);
    std::string vector, portable = "    {T} rest = v;\n";
    std::string current = "v";
    for (int count = lanes; count > left; count /= 2) {
        const int half = count / 2;
        std::string low, high;
        for (int i = 0; i < half; i++) {
            low += ", " + std::to_string(left == 1 ? i : 2 * i);
            high += ", " + std::to_string(left == 1 ? i + half : 2 * i + 1);
        }
        if (half == 1) {
            vector += "    return " + combine + "_" + element + "(" + current + "[0], " + current + "[1]);\n";
        } else {
            const std::string next = "rest" + std::to_string(half);
            vector += "    const " + type_name(half) + " " + next + " = " + combine + "_" + type_name(half) +
                      "(SHUFFLE(" + current + ", " + current + low + "), SHUFFLE(" + current + ", " +
                      current + high + "));\n";
            current = next;
        }
        const std::string h = std::to_string(half);
        portable += "    for (int i = 0; i < " + h + "; i++) {\n        rest.lane[i] = " + combine + "_" +
                    element +
                    (left == 1 ? "(rest.lane[i], rest.lane[i + " + h + "]"
                               : "(rest.lane[2 * i], rest.lane[2 * i + 1]") +
                    ");\n    }\n";
    }
    if (left == 1) {
        portable += "    return rest.lane[0];\n";
    } else {
        vector += "    return " + current + ";\n";
        portable += "    " + result_type + " result;\n    for (int i = 0; i < " + std::to_string(left) +
                    "; i++) {\n        result.lane[i] = rest.lane[i];\n    }\n    return result;\n";
    }
    const std::string head = result_type + " {F}({T} v)";
    return {{}, inline_function(name, head, vector), inline_function(name, head, portable)};
}

SupportFunction splat_function(const SupportName& name) {
    if (!name.type.is_vector()) return {inline_function(name, "{S} {F}({S} a)", "    return a;\n"), {}, {}};
    std::string lanes;
    for (int i = 0; i < name.type.lanes; i++) lanes += (i ? ", a" : "a");
    return {{},
            inline_function(name, "{T} {F}({S} a)", "    return ({T}){" + lanes + "};\n"),
            inline_function(name, "{T} {F}({S} a)",
                            "    {T} result;\n    for (int i = 0; i < {N}; i++) {\n"
                            "        result.lane[i] = a;\n    }\n    return result;\n")};
}

SupportFunction ramp_function(const SupportName& name) {
    return {{},
            inline_function(name, "{T} {F}({S} base, {S} stride)",
                            "    const {U} steps = {" + count_list(name.type.lanes) +
                                "};\n    return ({T})(splat_u{B}x{N}(({u})base) + "
                                "splat_u{B}x{N}(({u})stride) * steps);\n"),
            inline_function(name, "{T} {F}({S} base, {S} stride)",
                            "    {T} result;\n    for (int i = 0; i < {N}; i++) {\n"
                            "        result.lane[i] = ({S})(({W})base + ({W})i * ({W})stride);\n    }\n"
                            "    return result;\n")};
}

/// Whether a mask is set in all lanes, or in any of them.
template <bool all>
SupportFunction truth_function(const SupportName& name) {
    if (!name.type.is_vector())
        return {inline_function(name, "int {F}({S} mask)", "    return mask != 0;\n"), {}, {}};
    const std::string combine = all ? "and" : "or";
    const std::string reduced = "    return reduce_" + combine + "_{s}(mask) != 0;\n";
    FunctionBody body(reduced);
    const int bytes = name.type.lanes * scheduler::byte_width(name.type.kind);
    const auto prefer = [&](const std::string& condition, const std::string& every, const std::string& some) {
        body.prefer(condition, "    return " + (all ? every : some) + ";\n");
    };
    if (bytes == 16) {
        prefer("defined(HLO2C_X86)", "_mm_movemask_epi8((__m128i)mask) == 0xffff",
               "_mm_movemask_epi8((__m128i)mask) != 0");
        prefer("defined(HLO2C_NEON)", "vminvq_u32((uint32x4_t)mask) == 0xffffffffu",
               "vmaxvq_u32((uint32x4_t)mask) != 0");
    }
    if (bytes == 32)
        prefer("defined(__AVX__)", "_mm256_testc_si256((__m256i)mask, _mm256_set1_epi32(-1))",
               "!_mm256_testz_si256((__m256i)mask, (__m256i)mask)");
    if (bytes == 64)
        prefer("defined(__AVX512F__)",
               "_mm512_cmpeq_epi32_mask((__m512i)mask, _mm512_set1_epi32(-1)) == 0xffff",
               "_mm512_test_epi32_mask((__m512i)mask, (__m512i)mask) != 0");
    const std::string head = "int {F}({T} mask)";
    return {{}, inline_function(name, head, body.text()), inline_function(name, head, reduced)};
}

SupportFunction lane_of_vector(const SupportName& name) {
    return {{},
            inline_function(name, "{S} {F}({T} v, int i)", "    return v[i];\n"),
            inline_function(name, "{S} {F}({T} v, int i)", "    return v.lane[i];\n")};
}

constexpr SupportRow lane_rows[] = {
    {"splat", splat_function},
    {"any", truth_function<false>},
    {"all", truth_function<true>},
    {"ramp", ramp_function, SupportRow::Elements::Any, SupportRow::Lanes::Vectors},
    {"lane", lane_of_vector, SupportRow::Elements::Any, SupportRow::Lanes::Vectors},
};

/// A reduction, and the operation that combines two lanes.
struct ReductionRow {
    std::string_view operation;
    const char* combine;
};
constexpr ReductionRow reductions[] = {
    {"reduce_add", "add"}, {"reduce_mul", "mul"}, {"reduce_min", "min"},
    {"reduce_max", "max"}, {"reduce_and", "and"}, {"reduce_or", "or"},
};

/// reduce_add_f32x16 -> float; reduce_add_f32x4_f32x16 -> f32x4 from f32x16.
SupportFunction reduction(const SupportName& name, const char* combine) {
    if (!name.second) return reduction(name, combine, 1);
    SupportName source = name;
    source.type = *name.second;
    source.second.reset();
    return reduction(source, combine, name.type.lanes);
}

}  // namespace

std::optional<SupportFunction> lane_function(const SupportName& name) {
    for (const ReductionRow& each : reductions)
        if (name.operation == each.operation && name.type.is_vector()) return reduction(name, each.combine);
    return by_rows(lane_rows, name);
}

}  // namespace hlo2c::codegen

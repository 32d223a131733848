#include <catch2/catch.hpp>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

#include "codegen/c/support_function.h"
#include "codegen/c/support_math.h"
#include "codegen/c/vector_support.h"

using namespace hlo2c::codegen;

namespace {

using Family = std::optional<SupportFunction> (*)(const SupportName&);
const Family families[] = {memory_function, lane_function,   conversion_function, fused_function,
                           math_function,   narrow_function, word_function,       arithmetic_function};

std::optional<SupportFunction> function_named(const SupportCall& call, bool has_fma) {
    const SupportName name{call.name(), call.operation, call.type, call.second, has_fma};
    for (const Family family : families)
        if (auto function = family(name)) return function;
    return std::nullopt;
}

/// What the text calls, found without the reader: names before a parenthesis that end with a type.
std::set<std::string> called_in(const std::string& text, const std::string& own_name) {
    static const std::regex called(R"(\b([A-Za-z_]\w*_[fiu](?:8|16|32|64)(?:x[1-9]\d*)?)\()");
    std::set<std::string> names;
    for (auto found = std::sregex_iterator(text.begin(), text.end(), called); found != std::sregex_iterator();
         ++found) {
        const std::string name = (*found)[1];
        const bool is_of_compiler =
            name.starts_with("_") || name.starts_with("v") || name.starts_with("HLO2C_");
        if (!is_of_compiler && name != own_name) names.insert(name);
    }
    return names;
}

/// Operations of the families that are written in C++.
const char* const written_operations =
    "abs add all and andnot any at_least at_most div eq floor_div floor_rem fma fused gather gather_masked "
    "greater lane le lesser load load_every2 load_every3 load_every4 load_masked load_reversed "
    "lt load_strided max min mul multiply_add ne neg not ones or ramp relu rem scatter "
    "scatter_masked select shift_left splat sqrt store store_masked store_reversed store_strided "
    "sub xor reduce_add reduce_and reduce_max reduce_min reduce_mul reduce_or convert bits word "
    "even_s even_u odd_s odd_u dot_us dot_ss biased_dot_ss shift_right_arithmetic "
    "shift_right_logical from_bf16 to_bf16 nearest_bf16 from_f16 to_f16 nearest_f16 from_tf32 "
    "to_tf32 from_f8e4m3fn to_f8e4m3fn from_f8e4m3fnuz to_f8e4m3fnuz from_f8e8m0fnu to_f8e8m0fnu "
    "from_f4e2m1fn to_f4e2m1fn nearest_f8e5m2 to_f8e5m2 from_f8e5m2";

/// Those, and the operations of the templates in codegen/c/math.
std::set<std::string> all_operations() {
    std::istringstream words(written_operations);
    std::set<std::string> operations(std::istream_iterator<std::string>(words), {});
    static const std::regex defined(R"((?:INLINE|OUTLINE) \w+ (\w+?)_[fiu](?:8|16|32|64)?(?:xN)?[_(])");
    for (const auto& [file, text] : math_templates()) {
        const std::string all(text);
        for (auto found = std::sregex_iterator(all.begin(), all.end(), defined);
             found != std::sregex_iterator(); ++found)
            operations.insert((*found)[1]);
    }
    return operations;
}

/// The operations of a target with or without FMA, each with the types in which its functions may exist.
std::vector<SupportCall> candidates(bool has_fma) {
    using enum ScalarKind;
    std::set<std::string> operations = all_operations();
    std::erase_if(operations, [&](const std::string& operation) {
        return has_fma ? operation == "multiply_add" || operation == "fused" : operation == "fma";
    });
    std::vector<SupportCall> calls;
    for (const std::string& operation : operations)
        for (const ScalarKind kind : {F32, F64, I32, U32, I64, U64, I16, U8})
            for (const int lanes : {1, 4, 8, 16}) {
                calls.push_back({operation, {kind, lanes}});
                for (const ScalarKind second : {F32, F64, I32, U32, U8, U16, I8})
                    calls.push_back({operation, {kind, lanes}, ValueType{second, lanes}});
            }
    return calls;
}

}  // namespace

TEST_CASE("a support function knows all that its text calls") {
    std::size_t functions = 0, calls = 0;
    for (const bool has_fma : {true, false})
        for (const SupportCall& call : candidates(has_fma)) {
            const std::optional<SupportFunction> function = function_named(call, has_fma);
            if (!function) continue;
            functions++;
            for (const Definition* form : {&function->common, &function->vector, &function->portable}) {
                std::set<std::string> known;
                for (const SupportCall& used : form->calls) known.insert(used.name());
                INFO(form->text);
                REQUIRE(known == called_in(form->text, call.name()));
                calls += known.size();
            }
        }
    CHECK(functions > 2000);
    CHECK(calls > 5000);
}

TEST_CASE("no line of the support functions is wider than 110 columns") {
    for (const bool has_fma : {true, false}) {
        VectorSupport support(has_fma);
        for (const SupportCall& call : candidates(has_fma))
            if (function_named(call, has_fma)) support.require(call);
        std::istringstream lines(support.header("SUPPORT_H", ""));
        std::size_t count = 0;
        for (std::string line; std::getline(lines, line); count++) {
            INFO(line);
            CHECK(line.size() <= 110);
        }
        CHECK(count > 10000);
    }
}

TEST_CASE("the header has the includes, macros and types that its functions and their users need") {
    const auto has = [](const std::string& text, const std::string& part) {
        return text.find(part) != std::string::npos;
    };
    VectorSupport support;
    REQUIRE(support.require({"load", {ScalarKind::F32, 8}}));
    const std::string loads = support.header("SUPPORT_H", "");
    CHECK(has(loads, "typedef float f32;"));
    for (const char* other :
         {"immintrin.h", "arm_neon.h", "HLO2C_ROLLED", "HLO2C_SCALE", "typedef double f64;"})
        CHECK_FALSE(has(loads, other));
    CHECK(has(support.header("SUPPORT_H", "HLO2C_ROLLED\nfor (;;) {"), "#define HLO2C_ROLLED"));
    REQUIRE(support.require({"fma", {ScalarKind::F32, 4}}));
    for (const char* header : {"#include <immintrin.h>", "#include <arm_neon.h>"})
        CHECK(has(support.header("SUPPORT_H", ""), header));
}

TEST_CASE("a function in f64 works on halves unless f64 of all lanes fit into a vector of the target") {
    const auto calls_halves = [](int lanes, int vector_bytes) {
        const SupportCall call{"lgamma", {ScalarKind::F32, lanes}};
        const auto function = math_function({call.name(), call.operation, call.type, {}, true, vector_bytes});
        REQUIRE(function);
        return function->vector.mentions({ScalarKind::F32, lanes / 2});
    };
    CHECK(calls_halves(16, 64));
    CHECK(!calls_halves(8, 64));
    CHECK(calls_halves(8, 32));
    CHECK(!calls_halves(4, 32));
    CHECK(!calls_halves(4, 16));
}

TEST_CASE("a template is read once: types, calls with the target's operation, and text") {
    const SupportName name{"f_f32x8", "f", {ScalarKind::F32, 8}, std::nullopt, true};
    const Definition with = instantiate("{T} a = fused_{s}(b, splat_u{B}x{N}(1u), vfmaq_f32(c));", name);
    CHECK(with.text == "f32x8 a = fma_f32x8(b, splat_u32x8(1u), vfmaq_f32(c));");
    REQUIRE(with.calls.size() == 2);
    CHECK(with.calls[0].name() == "fma_f32x8");
    CHECK(with.calls[1].name() == "splat_u32x8");
    CHECK(with.mentions({ScalarKind::F32, 8}));
    CHECK_FALSE(with.mentions({ScalarKind::F64, 8}));
    SupportName without = name;
    without.has_fma = false;
    CHECK(instantiate("fused_{s}(fma_{e}(a, b, c))", without).text ==
          "fused_f32x8(multiply_add_f32(a, b, c))");
}

TEST_CASE("Vectors of 32 bytes widen by one instruction of x86") {
    using enum ScalarKind;
    for (const auto& [to, from, instruction] : {std::tuple{F64, F32, "_mm256_cvtps_pd("},
                                                {F64, I32, "_mm256_cvtepi32_pd("},
                                                {I64, I32, "_mm256_cvtepi32_epi64("},
                                                {U64, U32, "_mm256_cvtepu32_epi64("}}) {
        const auto function = function_named({"convert", {to, 4}, ValueType{from, 4}}, true);
        REQUIRE(function);
        CHECK(function->vector.text.find(instruction) != std::string::npos);
    }
}

TEST_CASE("Vectors of floats become integers of any width without loops over their lanes") {
    using enum ScalarKind;
    for (const auto& [to, from] :
         {std::pair{I64, F32}, {U64, F32}, {U32, F32}, {U64, F64}, {I32, F64}, {U32, F64}, {U8, F64}}) {
        const auto function = function_named({"convert", {to, 8}, ValueType{from, 8}}, true);
        REQUIRE(function);
        CHECK(function->vector.text.find("for (") == std::string::npos);
    }
}

TEST_CASE("Extremes of scalars stay in registers of floats on x86") {
    const auto text_of = [](const char* operation, ScalarKind kind) {
        return function_named({operation, {kind, 1}, std::nullopt}, true)->common.text;
    };
    CHECK(text_of("max", ScalarKind::F32).find("_mm_max_ps(y, x)") != std::string::npos);
    CHECK(text_of("min", ScalarKind::F64).find("_mm_min_pd(y, x)") != std::string::npos);
}

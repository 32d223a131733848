#include "codegen/c/support_bits.h"

#include <map>

namespace hlo2c::codegen {
namespace {

/// Intrinsics on a vector of so many bytes, and the conditions on the compiler's flags. Vectors of fewer than
/// 16 bytes are the lowest of an instruction's.
struct BitInstructions {
    /// Conditions: for operations on bytes, for leading zeros, and what the instructions that count the bits
    /// of elements need besides their own extensions.
    const char *bytes, *zeros, *counts;
    const char *prefix, *type, *bits;
    const char* table;           ///< repeats 16 bytes
    const char* from = nullptr;  ///< makes an instruction's vector of x; a cast if there is none
    const char* to = "({T})";
};

const BitInstructions* bit_instructions_for(int bytes) {
    constexpr const char* has_zeros = "__AVX512CD__) && defined(__AVX512VL__";
    constexpr const char* has_counts = ") && defined(__AVX512VL__";
    static const std::map<int, BitInstructions> table = {
        {4,
         {"__SSSE3__", has_zeros, has_counts, "_mm", "__m128i", "si128", "", "_mm_cvtsi32_si128((int)x)",
          "({T})_mm_cvtsi128_si32"}},
        {8,
         {"__SSSE3__", has_zeros, has_counts, "_mm", "__m128i", "si128", "",
          "_mm_set_epi64x(0, (long long)x)", "({T})_mm_cvtsi128_si64"}},
        {16, {"__SSSE3__", has_zeros, has_counts, "_mm", "__m128i", "si128", ""}},
        {32,
         {"__AVX2__", has_zeros, has_counts, "_mm256", "__m256i", "si256", "_mm256_broadcastsi128_si256"}},
        {64, {"__AVX512BW__", "__AVX512CD__", "", "_mm512", "__m512i", "si512", "_mm512_broadcast_i32x4"}}};
    const auto found = table.find(bytes);
    return found == table.end() ? nullptr : &found->second;
}

std::string argument(const BitInstructions& with) {
    return with.from ? with.from : std::string("(") + with.type + ")x";
}

/// Looks up the half bytes of `bytes`: the lower ones in one table, the higher ones in another.
std::string halves(const BitInstructions& with, const char* of_low, const char* of_high) {
    const std::string mm = with.prefix, type = with.type, bits = with.bits;
    const auto table = [&](const char* entries) {
        return std::string(with.table) + "(_mm_setr_epi8(" + entries + "))";
    };
    const std::string half = mm + "_set1_epi8(15)";
    const bool is_one = of_low == std::string(of_high);
    return "    const " + type + " bytes = " + argument(with) + ";\n    const " + type +
           " lower =\n        " + table(of_low) + ";\n" +
           (is_one ? "" : "    const " + type + " upper =\n        " + table(of_high) + ";\n") +
           "    const " + type + " low = " + mm + "_shuffle_epi8(lower, " + mm + "_and_" + bits + "(bytes, " +
           half + "));\n    const " + type + " high = " + mm + "_shuffle_epi8(" +
           (is_one ? "lower" : "upper") + ", " + mm + "_and_" + bits + "(" + mm + "_srli_epi16(bytes, 4), " +
           half + "));\n";
}

/// Counts the bits of half bytes, and adds the bytes of each element.
std::string population_count(const BitInstructions& with, int element_bits) {
    const std::string mm = with.prefix, bits = with.bits, bytes = mm + "_add_epi8(low, high)";
    const std::string pairs = mm + "_maddubs_epi16(" + bytes + ", " + mm + "_set1_epi8(1))";
    const std::map<int, std::string> sums = {
        {8, bytes},
        {16, pairs},
        {32, mm + "_madd_epi16(" + pairs + ",\n        " + mm + "_set1_epi16(1))"},
        {64, mm + "_sad_epu8(" + bytes + ", " + mm + "_setzero_" + bits + "())"}};
    constexpr const char* counts = "0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4";
    return halves(with, counts, counts) + "    return " + with.to + "(" + sums.at(element_bits) + ");\n";
}

/// The leading zeros of bytes: those of the higher half, or four more than those of the lower one.
std::string leading_zeros_of_bytes(const BitInstructions& with) {
    return halves(with, "8, 7, 6, 6, 5, 5, 5, 5, 4, 4, 4, 4, 4, 4, 4, 4",
                  "8, 3, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0") +
           "    return " + with.to + "(" + with.prefix + "_min_epu8(low, high));\n";
}

}  // namespace

void prefer_bit_instructions(const SupportName& name, FunctionBody& body) {
    const int element = scheduler::bit_width(name.type.kind);
    const BitInstructions* with = bit_instructions_for(name.type.lanes * element / 8);
    if (with == nullptr || !scheduler::is_unsigned(name.type.kind) || name.second) return;
    const auto condition = [](const char* flag) {
        return std::string("defined(HLO2C_X86) && defined(") + flag + ")";
    };
    const auto instruction = [&](const char* operation) {
        return std::string("    return ") + with->to + "(" + with->prefix + operation + "_epi{B}(" +
               argument(*with) + "));\n";
    };
    if (name.operation == "population_count") {
        body.prefer(condition(with->bytes), population_count(*with, element));
        const std::string extension = element >= 32 ? "__AVX512VPOPCNTDQ__" : "__AVX512BITALG__";
        body.prefer(condition((extension + with->counts).c_str()), instruction("_popcnt"));
    }
    if (name.operation == "count_leading_zeros" && element == 8)
        body.prefer(condition(with->bytes), leading_zeros_of_bytes(*with));
    if (name.operation == "count_leading_zeros" && element >= 32)
        body.prefer(condition(with->zeros), instruction("_lzcnt"));
}

}  // namespace hlo2c::codegen

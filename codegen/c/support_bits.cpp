#include "codegen/c/support_bits.h"

#include <map>

namespace hlo2c::codegen {
namespace {

/// Intrinsics on a vector of so many bytes, and the conditions on the compiler's flags.
struct BitInstructions {
    const char *bytes, *zeros;  ///< conditions: for operations on bytes, and for leading zeros
    const char *prefix, *type, *bits;
    const char* table;  ///< repeats 16 bytes
};

const BitInstructions* bit_instructions_for(int bytes) {
    static const std::map<int, BitInstructions> table = {
        {16, {"__SSSE3__", "__AVX512CD__) && defined(__AVX512VL__", "_mm", "__m128i", "si128", ""}},
        {32,
         {"__AVX2__", "__AVX512CD__) && defined(__AVX512VL__", "_mm256", "__m256i", "si256",
          "_mm256_broadcastsi128_si256"}},
        {64, {"__AVX512BW__", "__AVX512CD__", "_mm512", "__m512i", "si512", "_mm512_broadcast_i32x4"}}};
    const auto found = table.find(bytes);
    return found == table.end() ? nullptr : &found->second;
}

/// Counts the bits of half bytes with a table, and adds the bytes of each element.
std::string population_count(const BitInstructions& with, int element_bits) {
    const std::string mm = with.prefix, type = with.type, bits = with.bits;
    const std::string half = mm + "_set1_epi8(15)", bytes = mm + "_add_epi8(low, high)";
    const std::string pairs = mm + "_maddubs_epi16(" + bytes + ", " + mm + "_set1_epi8(1))";
    const std::map<int, std::string> sums = {
        {8, bytes},
        {16, pairs},
        {32, mm + "_madd_epi16(" + pairs + ",\n        " + mm + "_set1_epi16(1))"},
        {64, mm + "_sad_epu8(" + bytes + ", " + mm + "_setzero_" + bits + "())"}};
    return "    const " + type + " counts =\n        " + with.table +
           "(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));\n    const " + type +
           " low = " + mm + "_shuffle_epi8(counts, " + mm + "_and_" + bits + "((" + type + ")x, " + half +
           "));\n    const " + type + " high = " + mm + "_shuffle_epi8(counts, " + mm + "_and_" + bits + "(" +
           mm + "_srli_epi16((" + type + ")x, 4), " + half + "));\n    return ({T})" + sums.at(element_bits) +
           ";\n";
}

}  // namespace

void prefer_bit_instructions(const SupportName& name, FunctionBody& body) {
    const int element = scheduler::bit_width(name.type.kind);
    const BitInstructions* with = bit_instructions_for(name.type.lanes * element / 8);
    if (with == nullptr || !scheduler::is_unsigned(name.type.kind) || name.second) return;
    const auto condition = [](const char* flag) { return std::string("defined(") + flag + ")"; };
    if (name.operation == "population_count")
        body.prefer(condition(with->bytes), population_count(*with, element));
    if (name.operation == "count_leading_zeros" && element >= 32)
        body.prefer(condition(with->zeros), std::string("    return ({T})") + with->prefix +
                                                "_lzcnt_epi{B}((" + with->type + ")x);\n");
}

}  // namespace hlo2c::codegen

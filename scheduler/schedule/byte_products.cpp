#include "scheduler/schedule/byte_products.h"

namespace hlo2c::scheduler {
namespace {

/// Words are worth it for vectors of at least this many lanes.
constexpr std::int64_t narrowest_words = 4;

bool is_byte(ScalarKind kind) {
    return kind == ScalarKind::I8 || kind == ScalarKind::U8;
}

/// True if the target multiplies the bytes of words and adds the products to lanes of 32 bits, or pairs of 16
/// bits.
bool multiplies_words(const Target& target) {
    if (target.architecture == Architecture::X86_64)
        return target.vector_bytes < 64 || target.has("avx512bw");
    return target.has("dotprod");
}

/// True if the target has an instruction that adds four products of bytes, one of them unsigned.
bool has_unsigned_by_signed(const Target& target) {
    return target.has("avx512vnni") || target.has("avxvnni");
}

}  // namespace

bool multiplies_bytes(const Target& target) {
    return has_unsigned_by_signed(target) || target.has("dotprod");
}

ByteProducts byte_products(const ContractionProblem& problem, std::size_t vector_loop, bool panel_is_rhs,
                           const Target& target) {
    const ResultLoop& vector = problem.results[vector_loop];
    const ReductionLoop& last = problem.reductions.back();
    const bool bytes =
        problem.computed == ScalarKind::I32 && is_byte(problem.lhs.element) && is_byte(problem.rhs.element);
    if (!bytes || !multiplies_words(target) || vector.extent < narrowest_words ||
        last.extent % bytes_in_word != 0 || last.operand_stride(!panel_is_rhs) != 1 ||
        vector.operand_stride(!panel_is_rhs) != 0)
        return ByteProducts::None;
    const bool signs_differ = problem.lhs.element != problem.rhs.element;
    return has_unsigned_by_signed(target) && !signs_differ ? ByteProducts::BiasedWords : ByteProducts::Words;
}

}  // namespace hlo2c::scheduler

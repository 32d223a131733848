#pragma once

#include <initializer_list>
#include <span>
#include <string_view>

#include "frontend/forms/hlo/hlo.pb.h"
#include "frontend/forms/hlo_text/cursor.h"

namespace hlo2c::frontend {

/// The HLO text spelling of one value of a wire format enumeration.
template <typename Enum>
struct Enumerator {
    std::string_view word;
    Enum value;
};
template <typename Enum>
using Enumerators = std::span<const Enumerator<Enum>>;

extern const Enumerators<wire::RandomAlgorithm> random_algorithms;
extern const Enumerators<wire::PrecisionConfig::Algorithm> dot_algorithms;
extern const Enumerators<wire::PrecisionConfig::Precision> precisions;
extern const Enumerators<wire::CustomCallApiVersion> api_versions;
extern const Enumerators<wire::ConvolutionKind> convolution_kinds;
extern const Enumerators<wire::RandomDistribution> distributions;
extern const Enumerators<wire::FftType> fft_types;
extern const Enumerators<wire::PaddingType> padding_types;
extern const Enumerators<wire::CustomCallSchedule> schedules;
extern const Enumerators<wire::TriangularSolveOptions::Transpose> transposes;
extern const Enumerators<wire::OpSharding::Type> sharding_types;
extern const Enumerators<wire::ResultAccuracy::Mode> accuracy_modes;
extern const Enumerators<wire::NamedShardingProto::ReductionOpProto> reductions;

/// Reports the unknown keyword at `begin`.
[[noreturn]] void refuse_word(Cursor& cursor, std::size_t begin, std::string_view word);

/// Whether two words are equal, ignoring case.
bool same_letters(std::string_view a, std::string_view b);

/// Consumes a keyword in any case and returns its value.
template <typename Enum>
Enum enumerator(Cursor& cursor, const Enumerators<Enum>& words) {
    const std::size_t begin = cursor.offset();
    const std::string_view word = cursor.word("a keyword");
    for (const Enumerator<Enum>& candidate : words)
        if (same_letters(candidate.word, word)) return candidate.value;
    refuse_word(cursor, begin, word);
}

/// The word for `value`; "" if there is none.
template <typename Enum>
std::string_view word_of(const Enumerators<Enum>& words, Enum value) {
    for (const Enumerator<Enum>& candidate : words)
        if (candidate.value == value) return candidate.word;
    return {};
}

/// Consumes one of `words`.
std::string_view keyword(Cursor& cursor, std::span<const std::string_view> words);
inline std::string_view keyword(Cursor& cursor, std::initializer_list<std::string_view> words) {
    return keyword(cursor, std::span(words.begin(), words.size()));
}

}  // namespace hlo2c::frontend

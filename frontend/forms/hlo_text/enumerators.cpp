#include "frontend/forms/hlo_text/enumerators.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/error_numbers.h"
#include "frontend/ir/keywords.h"

namespace hlo2c::frontend {
namespace {

constexpr auto random_algorithm_words = std::to_array<Enumerator<wire::RandomAlgorithm>>({
    {"rng_default", wire::RNG_DEFAULT},
    {"rng_three_fry", wire::RNG_THREE_FRY},
    {"rng_philox", wire::RNG_PHILOX},
});

using Precision = wire::PrecisionConfig;
constexpr auto dot_algorithm_words = std::to_array<Enumerator<Precision::Algorithm>>({
    {"unset", Precision::ALG_UNSET},
    {"dot_any_f8_any_f8_f32", Precision::ALG_DOT_ANY_F8_ANY_F8_F32},
    {"dot_any_f8_any_f8_f32_fast_accum", Precision::ALG_DOT_ANY_F8_ANY_F8_F32_FAST_ACCUM},
    {"dot_f16_f16_f16", Precision::ALG_DOT_F16_F16_F16},
    {"dot_f16_f16_f32", Precision::ALG_DOT_F16_F16_F32},
    {"dot_bf16_bf16_bf16", Precision::ALG_DOT_BF16_BF16_BF16},
    {"dot_bf16_bf16_f32", Precision::ALG_DOT_BF16_BF16_F32},
    {"dot_bf16_bf16_f32_x3", Precision::ALG_DOT_BF16_BF16_F32_X3},
    {"dot_bf16_bf16_f32_x6", Precision::ALG_DOT_BF16_BF16_F32_X6},
    {"dot_bf16_bf16_f32_x9", Precision::ALG_DOT_BF16_BF16_F32_X9},
    {"dot_tf32_tf32_f32", Precision::ALG_DOT_TF32_TF32_F32},
    {"dot_tf32_tf32_f32_x3", Precision::ALG_DOT_TF32_TF32_F32_X3},
    {"dot_f32_f32_f32", Precision::ALG_DOT_F32_F32_F32},
    {"dot_f64_f64_f64", Precision::ALG_DOT_F64_F64_F64},
});

constexpr auto precision_words = std::to_array<Enumerator<Precision::Precision>>({
    {"default", Precision::DEFAULT},
    {"high", Precision::HIGH},
    {"highest", Precision::HIGHEST},
});

constexpr auto api_version_words = std::to_array<Enumerator<wire::CustomCallApiVersion>>({
    {"API_VERSION_UNSPECIFIED", wire::API_VERSION_UNSPECIFIED},
    {"API_VERSION_ORIGINAL", wire::API_VERSION_ORIGINAL},
    {"API_VERSION_STATUS_RETURNING", wire::API_VERSION_STATUS_RETURNING},
    {"API_VERSION_STATUS_RETURNING_UNIFIED", wire::API_VERSION_STATUS_RETURNING_UNIFIED},
    {"API_VERSION_TYPED_FFI", wire::API_VERSION_TYPED_FFI},
});

constexpr auto convolution_kind_words = std::to_array<Enumerator<wire::ConvolutionKind>>({
    {"unset", wire::CONVOLUTION_KIND_UNSET},
    {"fprop", wire::CONVOLUTION_KIND_FPROP},
    {"dgrad", wire::CONVOLUTION_KIND_DGRAD},
    {"wgrad", wire::CONVOLUTION_KIND_WGRAD},
});

constexpr auto distribution_words = std::to_array<Enumerator<wire::RandomDistribution>>({
    {"rng_uniform", wire::RNG_UNIFORM},
    {"rng_normal", wire::RNG_NORMAL},
});

constexpr auto fft_type_words = std::to_array<Enumerator<wire::FftType>>({
    {keyword(FftType::Fft), wire::FFT},
    {keyword(FftType::Ifft), wire::IFFT},
    {keyword(FftType::Rfft), wire::RFFT},
    {keyword(FftType::Irfft), wire::IRFFT},
});

constexpr auto padding_type_words = std::to_array<Enumerator<wire::PaddingType>>({
    {"PADDING_INVALID", wire::PADDING_INVALID},
    {"PADDING_VALID", wire::PADDING_VALID},
    {"PADDING_SAME", wire::PADDING_SAME},
});

constexpr auto schedule_words = std::to_array<Enumerator<wire::CustomCallSchedule>>({
    {"SCHEDULE_NONE", wire::SCHEDULE_NONE},
    {"SCHEDULE_LATEST", wire::SCHEDULE_LATEST},
    {"SCHEDULE_EARLIEST", wire::SCHEDULE_EARLIEST},
});

using Solve = wire::TriangularSolveOptions;
constexpr auto transpose_words = std::to_array<Enumerator<Solve::Transpose>>({
    {keyword(Transposition::NoTranspose), Solve::NO_TRANSPOSE},
    {keyword(Transposition::Transpose), Solve::TRANSPOSE},
    {keyword(Transposition::Adjoint), Solve::ADJOINT},
});

constexpr auto sharding_type_words = std::to_array<Enumerator<wire::OpSharding::Type>>({
    {"replicated", wire::OpSharding::REPLICATED},
    {"maximal", wire::OpSharding::MAXIMAL},
    {"manual", wire::OpSharding::MANUAL},
    {"unknown", wire::OpSharding::UNKNOWN},
    {"unreduced", wire::OpSharding::UNREDUCED},
});

constexpr auto accuracy_mode_words = std::to_array<Enumerator<wire::ResultAccuracy::Mode>>({
    {"default", wire::ResultAccuracy::DEFAULT},
    {"highest", wire::ResultAccuracy::HIGHEST},
});

constexpr auto reduction_words = std::to_array<Enumerator<wire::NamedShardingProto::ReductionOpProto>>({
    {"sum", wire::NamedShardingProto::SUM},
    {"max", wire::NamedShardingProto::MAX},
    {"min", wire::NamedShardingProto::MIN},
});

}  // namespace

const Enumerators<wire::RandomAlgorithm> random_algorithms = random_algorithm_words;
const Enumerators<wire::PrecisionConfig::Algorithm> dot_algorithms = dot_algorithm_words;
const Enumerators<wire::PrecisionConfig::Precision> precisions = precision_words;
const Enumerators<wire::CustomCallApiVersion> api_versions = api_version_words;
const Enumerators<wire::ConvolutionKind> convolution_kinds = convolution_kind_words;
const Enumerators<wire::RandomDistribution> distributions = distribution_words;
const Enumerators<wire::FftType> fft_types = fft_type_words;
const Enumerators<wire::PaddingType> padding_types = padding_type_words;
const Enumerators<wire::CustomCallSchedule> schedules = schedule_words;
const Enumerators<wire::TriangularSolveOptions::Transpose> transposes = transpose_words;
const Enumerators<wire::OpSharding::Type> sharding_types = sharding_type_words;
const Enumerators<wire::ResultAccuracy::Mode> accuracy_modes = accuracy_mode_words;
const Enumerators<wire::NamedShardingProto::ReductionOpProto> reductions = reduction_words;

void refuse_word(Cursor& cursor, std::size_t begin, std::string_view word) {
    cursor.fail_at(read_error::syntax, begin, fmt::format("'{}' is not a valid value here", word),
                   "Correct the attribute.");
}

bool same_letters(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](char x, char y) { return lower(x) == lower(y); });
}

std::string_view keyword(Cursor& cursor, std::span<const std::string_view> words) {
    const std::size_t begin = cursor.offset();
    const std::string_view word = cursor.word("a keyword");
    if (std::find(words.begin(), words.end(), word) == words.end()) refuse_word(cursor, begin, word);
    return word;
}

}  // namespace hlo2c::frontend

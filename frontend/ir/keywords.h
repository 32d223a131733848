#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hlo2c::frontend {

// The enumerations of the specification. The enumerators have the numbers that StableHLO and VHLO write, and
// the keywords are in the same order.

enum class ComparisonDirection : std::uint8_t { Eq, Ne, Ge, Gt, Le, Lt };
enum class ComparisonType : std::uint8_t { NoType, Float, TotalOrder, Signed, Unsigned };
enum class FftType : std::uint8_t { Fft, Ifft, Rfft, Irfft };
enum class Precision : std::uint8_t { Default, High, Highest };
enum class ResultAccuracyMode : std::uint8_t { Default, Highest, Tolerance };
enum class RngAlgorithm : std::uint8_t { Default, ThreeFry, Philox };
enum class RngDistribution : std::uint8_t { Invalid, Uniform, Normal };
enum class Transposition : std::uint8_t { Invalid, NoTranspose, Transpose, Adjoint };

/// The most keywords that one enumeration has; shorter ones end with "".
using KeywordList = std::array<std::string_view, 6>;

/// Name and keywords of an enumeration, as text spells them. A number without a keyword has "".
template <typename E>
struct Enumeration;

template <>
struct Enumeration<ComparisonDirection> {
    static constexpr std::string_view name = "comparison_direction";
    static constexpr KeywordList keywords{"EQ", "NE", "GE", "GT", "LE", "LT"};
};
template <>
struct Enumeration<ComparisonType> {
    static constexpr std::string_view name = "comparison_type";
    static constexpr KeywordList keywords{"NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"};
};
template <>
struct Enumeration<FftType> {
    static constexpr std::string_view name = "fft_type";
    static constexpr KeywordList keywords{"FFT", "IFFT", "RFFT", "IRFFT"};
};
template <>
struct Enumeration<Precision> {
    static constexpr std::string_view name = "precision";
    static constexpr KeywordList keywords{"DEFAULT", "HIGH", "HIGHEST"};
};
template <>
struct Enumeration<ResultAccuracyMode> {
    static constexpr std::string_view name = "result_accuracy_mode";
    static constexpr KeywordList keywords{"DEFAULT", "HIGHEST", "TOLERANCE"};
};
template <>
struct Enumeration<RngAlgorithm> {
    static constexpr std::string_view name = "rng_algorithm";
    static constexpr KeywordList keywords{"DEFAULT", "THREE_FRY", "PHILOX"};
};
template <>
struct Enumeration<RngDistribution> {
    static constexpr std::string_view name = "rng_distribution";
    static constexpr KeywordList keywords{"", "UNIFORM", "NORMAL"};
};
template <>
struct Enumeration<Transposition> {
    static constexpr std::string_view name = "transpose";
    static constexpr KeywordList keywords{"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
};

/// Number of the first keyword that an op may have; earlier keywords mark invalid values.
template <typename E>
inline constexpr std::size_t first_keyword = 0;
template <>
inline constexpr std::size_t first_keyword<RngDistribution> = 1;
template <>
inline constexpr std::size_t first_keyword<Transposition> = 1;

template <typename E>
constexpr std::string_view keyword(E value) {
    return Enumeration<E>::keywords[static_cast<std::size_t>(value)];
}

template <typename E>
constexpr std::optional<E> from_keyword(std::string_view word) {
    for (std::size_t i = first_keyword<E>; i < Enumeration<E>::keywords.size(); i++)
        if (!word.empty() && Enumeration<E>::keywords[i] == word) return static_cast<E>(i);
    return std::nullopt;
}

}  // namespace hlo2c::frontend

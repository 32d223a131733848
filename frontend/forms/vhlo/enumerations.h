#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hlo2c::frontend::vhlo {

/// An enumeration that StableHLO and VHLO share: its name in text, the code of the attribute that holds a
/// value of it in the bytecode of either dialect, and its keywords in the order of their numbers.
struct Enumeration {
    std::string_view name;
    int vhlo_code;
    int stablehlo_code;
    std::array<std::string_view, 6> keywords;
};

inline constexpr auto enumerations = std::to_array<Enumeration>({
    {"comparison_direction", 3, 2, {"EQ", "NE", "GE", "GT", "LE", "LT"}},
    {"comparison_type", 4, 3, {"NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"}},
    {"fft_type", 7, 6, {"FFT", "IFFT", "RFFT", "IRFFT"}},
    {"precision", 11, 8, {"DEFAULT", "HIGH", "HIGHEST"}},
    {"rng_algorithm", 12, 9, {"DEFAULT", "THREE_FRY", "PHILOX"}},
    {"rng_distribution", 13, 10, {"", "UNIFORM", "NORMAL"}},
    {"transpose", 16, 12, {"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"}},
    {"result_accuracy_mode", 19, 15, {"DEFAULT", "HIGHEST", "TOLERANCE"}},
});

/// The row of the enumeration with this code in VHLO (`of_stablehlo`: in StableHLO), or nullptr.
inline constexpr const Enumeration* enumeration_of(std::uint64_t code, bool of_stablehlo = false) {
    for (const Enumeration& row : enumerations)
        if (static_cast<std::uint64_t>(of_stablehlo ? row.stablehlo_code : row.vhlo_code) == code)
            return &row;
    return nullptr;
}

}  // namespace hlo2c::frontend::vhlo

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "frontend/ir/keywords.h"

namespace hlo2c::frontend::vhlo {

/// An enumeration that StableHLO and VHLO share: its name in text, its attribute code in the bytecode of each
/// dialect, and its keywords in numeric order.
struct Enumeration {
    std::string_view name;
    int vhlo_code;
    int stablehlo_code;
    KeywordList keywords;
};

template <typename E>
constexpr Enumeration enumeration(int vhlo_code, int stablehlo_code) {
    return {frontend::Enumeration<E>::name, vhlo_code, stablehlo_code, frontend::Enumeration<E>::keywords};
}

inline constexpr auto enumerations = std::to_array<Enumeration>({
    enumeration<ComparisonDirection>(3, 2),
    enumeration<ComparisonType>(4, 3),
    enumeration<FftType>(7, 6),
    enumeration<Precision>(11, 8),
    enumeration<RngAlgorithm>(12, 9),
    enumeration<RngDistribution>(13, 10),
    enumeration<Transposition>(16, 12),
    enumeration<ResultAccuracyMode>(19, 16),
});

/// The enumeration with this code in VHLO (with `of_stablehlo`, in StableHLO), or nullptr.
inline constexpr const Enumeration* enumeration_of(std::uint64_t code, bool of_stablehlo = false) {
    for (const Enumeration& row : enumerations)
        if (static_cast<std::uint64_t>(of_stablehlo ? row.stablehlo_code : row.vhlo_code) == code)
            return &row;
    return nullptr;
}

}  // namespace hlo2c::frontend::vhlo

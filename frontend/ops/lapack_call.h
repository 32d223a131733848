#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "frontend/ir/library_calls.h"

namespace hlo2c::frontend {

/// The key of an option of LAPACK's functions: its name, and its default.
template <typename T>
struct LapackOption {
    std::string_view name;
    T otherwise;
};

/// The options, by their names in LAPACK.
namespace lapack_option {
inline constexpr LapackOption<char> compute_left{"compute_left", 'V'};
inline constexpr LapackOption<char> compute_right{"compute_right", 'V'};
inline constexpr LapackOption<char> diag{"diag", 'N'};
inline constexpr LapackOption<char> side{"side", 'L'};
inline constexpr LapackOption<char> singular_vectors{"mode", 'A'};
inline constexpr LapackOption<char> sort{"sort", 'N'};
inline constexpr LapackOption<char> trans_x{"trans_x", 'N'};
inline constexpr LapackOption<char> uplo{"uplo", 'L'};
inline constexpr LapackOption<char> vectors{"mode", 'V'};
inline constexpr LapackOption<std::int64_t> left{"left", 1};
inline constexpr LapackOption<std::int64_t> low{"low", 1};
inline constexpr LapackOption<std::int64_t> transpose{"transpose", 0};
inline constexpr std::string_view high = "high";
}  // namespace lapack_option

/// A custom call of a LAPACK function, as JAX emits it: `lapack_spotrf_ffi`, with its options in the
/// dictionary `mhlo.backend_config` (letters as numbers: uplo = 76 is 'L').
struct LapackCall {
    LapackFunction function = {};
    const Op* op = nullptr;

    /// The letter of an option; 0 if its value is not a letter.
    char operator[](const LapackOption<char>& option) const;
    std::int64_t operator[](const LapackOption<std::int64_t>& option) const;
    /// The last row that gehrd reduces, counted from 1; by default the last of all `rows`.
    std::int64_t high(std::int64_t rows) const;
};

/// The LAPACK call of a custom call; nothing for other targets, and if the shapes of operands and results do
/// not fit the function. The op must outlive the result.
std::optional<LapackCall> lapack_call(const Function& function, const Op& op);

}  // namespace hlo2c::frontend

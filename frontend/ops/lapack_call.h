#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "frontend/ir/library_calls.h"

namespace hlo2c::frontend {

/// A custom call of a LAPACK function, as JAX emits it: `lapack_spotrf_ffi`, with its options in the
/// dictionary `mhlo.backend_config` (letters as numbers: uplo = 76 is 'L').
struct LapackCall {
    LapackFunction function = {};
    const Op* op = nullptr;

    /// The letter of an option: uplo, side, diag, trans_x, mode, compute_left, ...
    char letter(std::string_view name, char otherwise) const;
    std::int64_t integer(std::string_view name, std::int64_t otherwise) const;
};

/// The LAPACK call of a custom call; nothing for other targets, and if the shapes of operands and results do
/// not fit the function. The op must outlive the result.
std::optional<LapackCall> lapack_call(const Function& function, const Op& op);

}  // namespace hlo2c::frontend

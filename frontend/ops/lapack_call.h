#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// A custom call of one of LAPACK's functions, as JAX leaves them: `lapack_spotrf_ffi` with its options in
/// the dictionary `mhlo.backend_config` (letters as numbers, uplo = 76 is 'L').
struct LapackCall {
    /// Name without the letter of the type; the complex names are the real ones: "potrf", "orgqr" (ungqr),
    /// "syevd" (heevd), "sytrd" (hetrd), "ormqr" (unmqr). Ways to the same result have one name: "gesdd"
    /// (gesvd). Beside LAPACK's own: "gtsv_perturbed" (tridiagonal_solve_perturbed_ffi) and
    /// "pivots_to_permutation".
    std::string function;
    const Op* op = nullptr;

    /// An option's letter: uplo, side, diag, trans_x, mode, compute_left, ...
    char letter(std::string_view name, char otherwise) const;
    std::int64_t integer(std::string_view name, std::int64_t otherwise) const;
};

/// The call that a custom call's target stands for; nothing for other targets, and for operands and results
/// that do not have the sizes that the function is about. The op has to outlive it.
std::optional<LapackCall> lapack_call(const Function& function, const Op& op);

}  // namespace hlo2c::frontend

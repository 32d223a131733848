#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/passes/rewriter.h"

namespace hlo2c::frontend {

// Rules of upgrade_custom_calls, each in the file of its name.

/// `ducc_fft` and `dynamic_ducc_fft`, whose options are the bytes of a flatbuffer, become stablehlo.fft.
bool is_fourier_call(const Op& op);
std::optional<std::vector<ValueId>> upgrade_fourier_call(Rewriter& rewriter, const Op& op);

/// The letter of LAPACK's functions for an element type; 0 for types that it has none for.
char lapack_letter(ElementType element);

/// `Eigh` and `LuDecomposition`, which XLA writes for its own algorithms, become calls of LAPACK's functions.
bool is_factorization_call(const Op& op);
std::optional<std::vector<ValueId>> upgrade_factorization_call(Rewriter& rewriter, const Op& op);

/// Typed calls of the solvers of GPUs (`cusolver_potrf_ffi`, `hipsolver_gesvd_ffi`, `cusparse_gtsv2_ffi`,
/// ...) become calls of LAPACK's functions; `cu_threefry2x32_ffi` and `hip_threefry2x32_ffi` become
/// arithmetic.
bool is_gpu_call(const Op& op);
std::optional<std::vector<ValueId>> upgrade_gpu_call(Rewriter& rewriter, const Op& op);

/// `mhlo.stochastic_convert`, of which StableHLO has no op, becomes arithmetic.
bool is_stochastic_convert(const Op& op);
std::optional<std::vector<ValueId>> upgrade_stochastic_convert(Rewriter& rewriter, const Op& op);

}  // namespace hlo2c::frontend

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/passes/rewriter.h"

namespace hlo2c::frontend {

// Rules of upgrade_custom_calls; each is in the file of the same name.

/// `ducc_fft` and `dynamic_ducc_fft`, whose options are the bytes of a flatbuffer, become stablehlo.fft.
bool is_fourier_call(const Op& op);
std::optional<std::vector<ValueId>> upgrade_fourier_call(Rewriter& rewriter, const Op& op);

/// LAPACK's letter for an element type, 0 if it has none.
char lapack_letter(ElementType element);

/// `Eigh` and `LuDecomposition`, which stand for XLA's own algorithms, become LAPACK calls.
bool is_factorization_call(const Op& op);
std::optional<std::vector<ValueId>> upgrade_factorization_call(Rewriter& rewriter, const Op& op);

/// Typed calls of GPU solvers (`cusolver_potrf_ffi`, `hipsolver_gesvd_ffi`, `cusparse_gtsv2_ffi`, ...) become
/// LAPACK calls; `cu_threefry2x32_ffi` and `hip_threefry2x32_ffi` become arithmetic.
bool is_gpu_call(const Op& op);
std::optional<std::vector<ValueId>> upgrade_gpu_call(Rewriter& rewriter, const Op& op);

/// `mhlo.stochastic_convert`, which StableHLO does not have, becomes arithmetic.
bool is_stochastic_convert(const Op& op);
std::optional<std::vector<ValueId>> upgrade_stochastic_convert(Rewriter& rewriter, const Op& op);

}  // namespace hlo2c::frontend

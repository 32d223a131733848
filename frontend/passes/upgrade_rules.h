#pragma once

#include <optional>
#include <vector>

#include "frontend/passes/rewriter.h"

namespace hlo2c::frontend {

// Rules of upgrade_custom_calls; each is in the file of its family. A rule gets only ops with the numbers of
// operands and results in the target's row. It returns nothing for a form that it does not convert.
using Upgrade = std::optional<std::vector<ValueId>> (*)(Rewriter& rewriter, const Op& op);

/// `ducc_fft` and `dynamic_ducc_fft`, whose options are the bytes of a flatbuffer, become stablehlo.fft.
std::optional<std::vector<ValueId>> upgrade_fourier(Rewriter& rewriter, const Op& op);
std::optional<std::vector<ValueId>> upgrade_dynamic_fourier(Rewriter& rewriter, const Op& op);

/// The type of the status that LAPACK returns: one number per matrix of a batch.
TensorType status_type(const TensorType& matrices);

/// `Eigh` and `LuDecomposition`, which stand for XLA's own algorithms, become LAPACK calls.
std::optional<std::vector<ValueId>> upgrade_eigh(Rewriter& rewriter, const Op& op);
std::optional<std::vector<ValueId>> upgrade_lu(Rewriter& rewriter, const Op& op);

/// Typed calls of GPU solvers (`cusolver_potrf_ffi`, `hipsolver_gesvd_ffi`, `cusparse_gtsv2_ffi`, ...) become
/// LAPACK calls; `cu_threefry2x32_ffi` and `hip_threefry2x32_ffi` become arithmetic.
std::optional<std::vector<ValueId>> upgrade_gpu_lapack(Rewriter& rewriter, const Op& op);
std::optional<std::vector<ValueId>> upgrade_singular_values(Rewriter& rewriter, const Op& op);
std::optional<std::vector<ValueId>> upgrade_singular_values_in_columns(Rewriter& rewriter, const Op& op);
std::optional<std::vector<ValueId>> upgrade_tridiagonal(Rewriter& rewriter, const Op& op);
std::optional<std::vector<ValueId>> upgrade_threefry(Rewriter& rewriter, const Op& op);

/// `mhlo.stochastic_convert`, which StableHLO does not have, becomes arithmetic.
std::optional<std::vector<ValueId>> upgrade_stochastic_convert(Rewriter& rewriter, const Op& op);

/// Calls of LAPACK's functions in the untyped form of older programs get the typed form.
std::optional<std::vector<ValueId>> upgrade_untyped_lapack(Rewriter& rewriter, const Op& op);

}  // namespace hlo2c::frontend

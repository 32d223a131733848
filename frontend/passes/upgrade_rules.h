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

/// `Eigh` and `LuDecomposition`, which XLA writes for its own algorithms, become calls of LAPACK's functions.
bool is_factorization_call(const Op& op);
std::optional<std::vector<ValueId>> upgrade_factorization_call(Rewriter& rewriter, const Op& op);

}  // namespace hlo2c::frontend

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "frontend/ir/program.h"
#include "frontend/passes/rewriter.h"

namespace hlo2c::frontend {

/// Bounds of constant folding.
struct FoldLimits {
    std::int64_t result_bytes = 1 << 20;     ///< of an op whose results are larger than its operands
    std::int64_t multiplications = 1 << 24;  ///< of a dot or convolution
    std::int64_t elements = 1 << 26;         ///< read or written by one op
    std::int64_t iota_elements = 1 << 12;    ///< of an iota that is computed for its reader
    std::int64_t shared_weight_bytes =
        1 << 16;  ///< a constant with other readers is not copied into another layout
};

/// Computes pure ops whose operands are constants by the evaluator's kernels: the bits are those that it
/// gives for the op. Splats stay splats, and constants do not grow: what is broadcast stays a broadcast,
/// behind the elementwise ops that follow it. Ops that need a function of the host's mathematical library
/// (exponential, sine, ...) are left: their last bits differ from machine to machine, and the same program
/// must give the same bytes everywhere.
void fold(Program& program, const FoldLimits& limits = {});

/// The same for the op that a rewrite looks at: constants for its results, or nothing where it stays.
std::optional<std::vector<ValueId>> fold_op(const Program& program, Rewriter& rewriter, const Op& op,
                                            const FoldLimits& limits = {});

}  // namespace hlo2c::frontend

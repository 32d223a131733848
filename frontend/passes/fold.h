#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "frontend/ir/program.h"
#include "frontend/passes/rewriter.h"

namespace hlo2c::frontend {

/// Limits of constant folding.
struct FoldLimits {
    std::int64_t result_bytes = 1 << 20;     ///< of an op whose results are larger than its operands
    std::int64_t multiplications = 1 << 24;  ///< of a dot or convolution
    std::int64_t elements = 1 << 26;         ///< read or written by one op
    std::int64_t iota_elements = 1 << 12;    ///< of an iota that is materialised for its reader
    std::int64_t shared_weight_bytes =
        64;  ///< larger constants with several readers are not copied into another layout
    std::int64_t small_bytes = 64;  ///< results up to this size may exceed their constants
    int expression_cost = 4;  ///< elementwise ops that kernels may compute in place of a larger constant
};

/// Computes pure ops of constant operands with the evaluator's kernels, bit for bit. Splats stay splats, and
/// constants do not grow. A broadcast stays, and moves behind the elementwise ops that follow it. A few cheap
/// ops, such as a conversion of bf16 to f32 or a comparison of indices, stay if their result is larger than
/// the constants it is made of, unless an op needs the result in memory. An expression of more ops than
/// `FoldLimits::expression_cost` becomes a constant, because kernels would compute it for each element again.
/// Ops that need the host's mathematical library (exponential, sine, ...) are not folded: their last bits
/// differ between machines, and one program must give the same bytes everywhere.
void fold(Program& program, const FoldLimits& limits = {});

/// Folds the rewriter's current op: returns constants for its results, or nothing if it stays.
std::optional<std::vector<ValueId>> fold_op(const Program& program, Rewriter& rewriter, Op& op,
                                            const FoldLimits& limits = {});

}  // namespace hlo2c::frontend

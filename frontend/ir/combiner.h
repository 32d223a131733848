#pragma once

#include <algorithm>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// The op that a computation applies to its two arguments, if it does nothing else; otherwise nullptr.
inline const Op* combiner(const Region& computation) {
    if (computation.ops.size() != 2 || computation.arguments.size() != 2) return nullptr;
    const Op &op = computation.ops[0], &last = computation.ops[1];
    const bool reads_both = std::is_permutation(op.operands.begin(), op.operands.end(),
                                                computation.arguments.begin(), computation.arguments.end());
    return reads_both && last.operands == op.results ? &op : nullptr;
}

}  // namespace hlo2c::frontend

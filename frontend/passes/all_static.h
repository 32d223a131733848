#pragma once

#include <algorithm>

#include "frontend/passes/rewriter.h"

namespace hlo2c::frontend {

/// True if the operands and the result, all of them tensors, have static shapes.
inline bool all_static(const Rewriter& rewriter, const Op& op) {
    const auto is_static = [&](ValueId value) { return rewriter.tensor(value).is_static(); };
    return std::all_of(op.operands.begin(), op.operands.end(), is_static) && is_static(op.results[0]);
}

}  // namespace hlo2c::frontend

#pragma once

#include <algorithm>

#include "frontend/passes/rewriter.h"

namespace hlo2c::frontend {

/// True if the operands and the results are tensors with static shapes.
inline bool all_static(const Rewriter& rewriter, const Op& op) {
    const auto is_static = [&](ValueId value) {
        return rewriter.type(value).is_tensor() && rewriter.tensor(value).is_static();
    };
    return std::all_of(op.operands.begin(), op.operands.end(), is_static) &&
           std::all_of(op.results.begin(), op.results.end(), is_static);
}

}  // namespace hlo2c::frontend

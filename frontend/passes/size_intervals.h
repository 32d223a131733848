#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "frontend/passes/rewriter.h"

namespace hlo2c::frontend {

/// All integers from `low` to `high`.
struct SizeInterval {
    std::int64_t low = 0, high = 0;
};

/// The possible values of each element of a scalar or a list of integers that is computed from constants and
/// from sizes with known bounds. Nothing for other values, and if an interval is unbounded.
std::optional<std::vector<SizeInterval>> size_intervals(const Rewriter& rewriter, ValueId value);

/// The result type of a dynamic broadcast, reshape, iota, pad or slice, with bounds that follow from the
/// intervals of its operands' elements. Dimensions whose size is certain are static.
std::optional<TensorType> bounded_result(const Rewriter& rewriter, const Op& op);

}  // namespace hlo2c::frontend

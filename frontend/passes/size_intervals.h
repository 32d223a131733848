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

/// What the elements of a scalar or of a list of integers may be that is computed from constants and sizes,
/// whose bounds are known. Nothing for other values, and where an interval has no end.
std::optional<std::vector<SizeInterval>> size_intervals(const Rewriter& rewriter, ValueId value);

/// The type of the op's result with bounds, where its size follows from operands whose elements have
/// intervals: dynamic broadcasts, reshapes, iotas, pads and slices. Dimensions whose size is certain are
/// static.
std::optional<TensorType> bounded_result(const Rewriter& rewriter, const Op& op);

}  // namespace hlo2c::frontend

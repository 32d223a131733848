#pragma once

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Dimension roles of a chlo.ragged_dot: `ragged` are dimensions of lhs, `group` of rhs.
struct RaggedDotDimensions {
    DotDimensions dot;
    std::vector<std::int64_t> ragged, group;
};
RaggedDotDimensions ragged_dot_dimensions(const Op& op);

}  // namespace hlo2c::frontend

#pragma once

#include <functional>
#include <vector>

#include "scheduler/halide/element_builder.h"

namespace hlo2c::scheduler::halide {

/// The reduced loops of an op, and the operand index for a result position and a reduced position.
struct ReducedSpace {
    std::vector<std::int64_t> extents;  ///< outermost first
    bool takes_rows = false;            ///< neighbours in memory belong to one result
    std::function<Index(const Index& result, const std::vector<Halide::Expr>& reduced)> operand_index;
};
/// Of a reduce or a reduce_window.
ReducedSpace reduced_space(const LoweringContext& context, const frontend::Op& op);

}  // namespace hlo2c::scheduler::halide

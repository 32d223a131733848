#pragma once

#include <Halide.h>

#include <cstdint>

namespace hlo2c::scheduler::halide {

/// A start index as Int(32), brought into [least, limit]. Only types that may not fit Int(32) are clamped in
/// their own: the bounds may not fit narrower ones.
Halide::Expr narrowed_index(Halide::Expr start, std::int64_t least, std::int64_t limit);

}  // namespace hlo2c::scheduler::halide

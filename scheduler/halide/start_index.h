#pragma once

#include <Halide.h>

#include <cstdint>

namespace hlo2c::scheduler::halide {

/// A start index as Int(32), clamped to [least, limit]. Types that may not fit Int(32) are clamped before the
/// conversion. Narrower types are not, because the bounds may not fit them.
Halide::Expr narrowed_index(Halide::Expr start, std::int64_t least, std::int64_t limit);

}  // namespace hlo2c::scheduler::halide

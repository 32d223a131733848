#pragma once

#include <Halide.h>

#include "frontend/ir/element_type.h"
#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler::halide {

/// The Halide type in which values of a kind are computed; booleans are Bool().
Halide::Type halide_type(ScalarKind kind);
/// Inverse of halide_type; a type that no kernel uses is a broken invariant.
ScalarKind scalar_kind(Halide::Type type);

}  // namespace hlo2c::scheduler::halide

#pragma once

#include "frontend/ir/element_type.h"
#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler {

/// The kind in which elements of a type lie in memory, at the library's boundary and inside: booleans and
/// types of up to 8 bits take one byte, 16-bit floats travel as their bits.
ScalarKind storage_kind(frontend::ElementType element);

}  // namespace hlo2c::scheduler

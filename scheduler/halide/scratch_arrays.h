#pragma once

#include <string_view>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler::halide {

/// What the scratch of the Halide function with this name holds. A name that has no row is a broken
/// invariant.
ScratchContents contents_of_function(std::string_view name);

}  // namespace hlo2c::scheduler::halide

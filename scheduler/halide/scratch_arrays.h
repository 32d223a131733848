#pragma once

#include <string_view>

#include "scheduler/loops/loop_nest.h"

namespace hlo2c::scheduler::halide {

/// What a Halide function holds whose values are stored in scratch. Fails with a bug for a name that has no
/// row.
ScratchContents contents_of_function(std::string_view name);

}  // namespace hlo2c::scheduler::halide
